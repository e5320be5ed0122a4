"""What is said about a confusion matrix that was typed, pasted or read from a file."""

from __future__ import annotations

from words.notices.template import Wording

WORDINGS: dict[str, Wording] = {
    "matrix_outer_keys": "The outer keys were taken as the rows (true class), the inner keys as the predictions.",
    "matrix_transposed": "Row labels indicate predicted classes: the matrix was transposed (rows = true class).",
    "matrix_unclear_corner": "{corner:quoted} does not say which side is the true class: rows ({rows:quoted}) were "
    "taken as true classes.",
    "matrix_without_names": "No class names: Class 1 to Class {classes}; rows were taken as true classes.",
    "matrix_half_named": "Only the {named} have labels: the same order was assumed for both, with rows as true "
    "classes.",
    "matrix_reordered": "Row and column labels differ in order: columns were put in the order of the rows.",
    "matrix_implausibly_large": "The counts sum to {total:,}, implausibly large: check them.",
    "matrix_like_percent": "All {sides} add up to 100. If the cells are percentages, enter the counts: every interval "
    "depends on them.",
    "matrix_blank_cells": "{cells:cells} {cells:is|are} blank or {cells:holds|hold} a dash: taken as 0.",
    "matrix_codes_in_row": "The first row was read as class labels ({labels:listed}), not as counts.",
    "matrix_codes_in_both": "The first row and column were read as class labels ({labels:listed}), not as counts.",
    "matrix_metrics": "{names:listed} is the name of a metric, not of a class: excluded.",
    "matrix_thousands": "Thousands separators were read as such: {example:quoted} is {count}.",
    "matrix_percentages": "Percentages in brackets were excluded and the counts taken, such as in {example:quoted}.",
    "matrix_row_totals": "The row totals were recognised by name and excluded: totals are not a class.",
    "matrix_column_totals": "The column totals were recognised by name and excluded: totals are not a class.",
    "matrix_wrong_row_total": "The total of row {name:quoted} says {stated:,}, but its cells add up to {sum:,}.",
    "matrix_wrong_column_total": "The total of column {name:quoted} says {stated:,}, but its cells add up to {sum:,}.",
    "matrix_unnamed_totals": "The last row and column are the sums of the others: excluded as totals.",
    "matrix_unnamed_row_totals": "The last column is the sum of the others: excluded as totals.",
    "matrix_unnamed_column_totals": "The last row is the sum of the others: excluded as totals.",
}
