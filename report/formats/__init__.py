"""What the command line writes: text, JSON, HTML, metric logs."""
