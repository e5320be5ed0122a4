"""The numbers of an evaluation with their intervals: the same for the pages, the report and the export."""
