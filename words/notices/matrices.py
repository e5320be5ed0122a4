"""What is said about a confusion matrix that was typed, pasted or read from a file."""

from __future__ import annotations

from words.notices.template import Wording

WORDINGS: dict[str, Wording] = {
    "matrix_outer_keys": "The outer keys were taken as the rows, so as the truth, and the inner keys as the "
    "predictions.",
    "matrix_transposed": "The names say that rows are predicted classes: the matrix was transposed, so rows are the "
    "truth.",
    "matrix_without_names": "The matrix has no class names: they are Class 1 to Class {classes}, and its rows were "
    "taken as the truth.",
    "matrix_half_named": "Only the {named} have labels: the same order was assumed both ways, with rows as the truth.",
    "matrix_reordered": "Row and column labels stand in a different order: the columns were put in the order of the "
    "rows.",
    "matrix_implausibly_large": "The counts add up to {total:,}, implausibly large: check them.",
    "matrix_codes_in_row": "The first row was read as class labels ({labels:listed}), not as counts.",
    "matrix_codes_in_both": "The first row and column were read as class labels ({labels:listed}), not as counts.",
    "matrix_metrics": "{names:listed} is the name of a metric, not of a class: left out.",
    "matrix_thousands": "Thousands separators were read as such: {example:quoted} is {count}.",
    "matrix_percentages": "Percentages in brackets were left out, and the counts taken, such as in {example:quoted}.",
    "matrix_row_totals": "The row totals were recognised by their name and left out: totals are not a class.",
    "matrix_column_totals": "The column totals were recognised by their name and left out: totals are not a class.",
    "matrix_wrong_row_total": "The total of row {name:quoted} says {stated:,}, but its cells add up to {sum:,}.",
    "matrix_wrong_column_total": "The total of column {name:quoted} says {stated:,}, but its cells add up to {sum:,}.",
    "matrix_unnamed_totals": "The last row and column are the sums of the others: taken as totals and left out.",
    "matrix_unnamed_row_totals": "The last column is the sum of the others: taken as totals and left out.",
    "matrix_unnamed_column_totals": "The last row is the sum of the others: taken as totals and left out.",
}
