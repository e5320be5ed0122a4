"""An evaluation outside the browser: a summary to read, a JSON document, metric logs, a report that stands alone."""
