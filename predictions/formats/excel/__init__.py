"""Excel workbooks, read strictly."""
