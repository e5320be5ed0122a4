"""What is said about reading a file, by format: text, Excel, JSON, NumPy, Parquet and Arrow, and rows that are no case.

where: the file as it is named in sentences, in quotation marks, with its sheet.
"""

from __future__ import annotations

from collections.abc import Sequence

from words.notices.template import Wording
from words.text.names import count_rows


def _short_rows(rows: int, lines: Sequence[int], width: int) -> str:
    """lines: the first of them."""
    shown = ", ".join(f"{line:,}" for line in lines) + (" ..." if rows > len(lines) else "")
    what = f"{count_rows(rows)} with fewer fields than the {width} columns ({'line' if rows == 1 else 'lines'} {shown})"
    return f"{what}: the missing cells at the end were taken as blank."


WORDINGS: dict[str, Wording] = {
    # any format
    "other_extension": "{where} holds {format}, whatever its extension says; it was read as that.",
    "repeated_header_rows": "{rows:rows} with the column names again (a repeated header): excluded.",
    "commented_rows": "{rows:rows} beginning with # {rows:is|are} counted like the others. If commented out, remove "
    "{rows:it|them}.",
    "units_row": "A row below the header has names, units or types ({units:listed3}) and no case: excluded.",
    "text_formulas": '{cells:cells} written as a formula of text for Excel, such as ="007", {cells:was|were} read as '
    "the text.",
    "nested_fields": "Column {column:quoted} holds nested values; each field was read as a column, such as "
    "{example:quoted}.",
    # several files
    "scores_in_rows": "{column:quoted} names the class of each score: {rows:rows} were read as {cases:cases}, each "
    "with scores for {classes:listed}.",
    "truth_joined": "The true classes of {file} were joined by {column:quoted} to {rows:rows} of {of}.",
    "cases_without_a_row": "{cases:cases} of {file} {cases:has|have} no row in {of}.",
    "labels_of_two_files": "{file} and {of} have columns of the same labels: those of {file} were taken as the "
    "true classes.",
    "labels_by_row": "Without case IDs, {file} and {of} were joined row by row.",
    "same_files": "Files with the same content were opened as models: {files:listed3}. These models do not differ.",
    "files_named_like_parts": "{files:listed3} are named like splits or folds, and each was opened as a model. To "
    "evaluate them as parts of one model, put their rows into one file with a split or fold column.",
    "folder_other_files": "{where} also holds {files:listed3}, which is not Parquet: not read.",
    "table_at_version": "Version {version} of the table, the newest when it was opened, was counted. Later changes of "
    "the table do not change these numbers.",
    "parts_of_one_table": "{files:,} Parquet files with the same columns were counted as the parts of one table. To "
    "compare models, open a file that names the model of each row.",
    # text
    "lines_above_header": "The header was taken from line {line}; the lines above it were excluded.",
    "row_names": "Each row has one cell more than the header: the first was taken as the row number, as R writes it.",
    "unnamed_encoding": "{where} does not name its encoding; it was read as {encoding}.",
    "western_encoding": "{where} is not UTF-8; its encoding was taken as Windows-1252. Check the accented letters.",
    "inner_encoding_marks": "{where} has a byte-order mark in the middle (joined files?); it was removed (encoding).",
    "short_rows": _short_rows,
    "blank_trailing_fields": "{rows:rows} with extra blank fields at the end: the trailing fields were excluded.",
    # Excel
    "macros": "{where} carries macros; only its cells were read, and no macro was run.",
    "one_sheet_of_several": "Sheet {sheet:quoted} was read; the other sheets were not.",
    "hidden_sheet": "Sheet {sheet:quoted} is hidden in Excel; it was read.",
    "rows_above_header": "The header was taken from row {row}; the rows above it were excluded.",
    "cells_outside_table": "{cells:cells} outside the table, such as {example}, excluded: no column name above.",
    "title_rows": "{rows:rows} of one merged cell, such as row {example}, excluded as titles.",
    "merged_cells": "Column {columns:listed} has merged cells: only the first row of each keeps the value.",
    "unsaved_formulas": "Column {columns:listed} has formulas without a saved result: they were taken as blank.",
    "excel_errors": "{cells:cells} with an Excel error ({errors:joined}) in {column:quoted}: taken as blank.",
    "hidden_rows": "{rows:rows} hidden in Excel, perhaps by a filter: they are counted like all others.",
    # JSON
    "table_inside_json": "The table was read from {path:quoted}; what stands beside it was not read.",
    "json_no_list": "{name:quoted} was ignored: it is not a list with a value per case.",
    "json_missing_entries": "{rows:rows} without an entry for column {column:quoted}: taken as blank.",
    "json_missing_keys": "{rows:rows} without the key {name:quoted}: taken as blank.",
    "json_keys_as_ids": "The keys of the rows were taken as case_id{example:such_as}.",
    "json_nested_fields": "{column:quoted} holds nested values; each field was read as a column, such as "
    "{example:quoted}.",
    # arrays
    "members_without_array": "The archive's member {members:listed} was ignored: its name is not that of an array.",
    "two_unnamed_columns": "{where} has two columns without names: the first was taken as y_true, the second as "
    "y_pred.",
    "arrays_of_other_dimensions": "The array {arrays:listed} was ignored: it has neither one nor two dimensions.",
    "arrays_of_other_length": "The array {arrays:listed} was ignored: {arrays:it has|they have} not one value per "
    "case.",
    "structured_array": "The structured array {name:quoted} was read field by field: {fields:listed}.",
    "unnamed_structured_array": "The structured array was read field by field: {fields:listed}.",
    "array_of_names_repeats": "{name:quoted} repeats names or has blank ones, so it does not name the classes.",
    "codes_as_classes": "There are no class names (labels): the codes are the classes, and column 1 of {name:quoted} "
    "was taken for class 0, and so on.",
    "unnamed_score_columns": "There are no class names (labels), so the order of the {columns} score columns is "
    "unknown: not used.",
    # Parquet
    "huge_cells": "Column {columns:listed} has cells of up to {size}: excluded.",
}
