"""What a notice is about, for a sign beside it."""

from __future__ import annotations

from typing import Literal

Kind = Literal["left out", "duplicate", "repeated", "other"]

LEFT_OUT = {
    "blank_scores",
    "blank_trailing_fields",
    "cells_outside_table",
    "huge_cells",
    "ignored_rows",
    "inner_encoding_marks",
    "lines_above_header",
    "matrix_column_totals",
    "matrix_metrics",
    "matrix_percentages",
    "matrix_row_totals",
    "matrix_unnamed_column_totals",
    "matrix_unnamed_row_totals",
    "matrix_unnamed_totals",
    "percent_signs",
    "repeated_header_rows",
    "rows_above_header",
    "rows_without_truth",
    "title_rows",
    "totals_rows",
    "unanswered_rows",
    "units_row",
}
DUPLICATE = {
    "conflicting_predictions",
    "conflicting_truth",
    "no_id_column",
    "order_without_sequence",
    "repeated_frames",
}
REPEATED = {"repeated_ids"}
KINDS: dict[Kind, set[str]] = {"left out": LEFT_OUT, "duplicate": DUPLICATE, "repeated": REPEATED}


def kind_of(code: str) -> Kind:
    """Whether something was left out, may be there twice, or is a patient with several rows."""
    return next((kind for kind, codes in KINDS.items() if code in codes), "other")
