"""What goes into the report."""
