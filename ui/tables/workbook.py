"""A table as an Excel workbook in which nothing can run."""

from __future__ import annotations

import io
from typing import Any

import pandas as pd
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from words import no_formula

LARGEST_EXACT = 2**53  # a spreadsheet's numbers are floats: larger counts are written as text, digit by digit


def workbook(frame: pd.DataFrame) -> bytes:
    """One sheet. Every text is stored as text, also where it looks like a formula; undefined numbers are empty."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Rounds")
    sheet.freeze_panes = "A2"
    for row in [list(frame.columns), *frame.itertuples(index=False, name=None)]:
        sheet.append([_cell_of(sheet, value) for value in row])
    book.save(content := io.BytesIO())
    return content.getvalue()


def _cell_of(sheet: object, value: Any) -> WriteOnlyCell | None:
    if value is None or value is pd.NaT or value is pd.NA or value != value:
        return None
    if pd.api.types.is_number(value) and abs(value) <= LARGEST_EXACT:
        return WriteOnlyCell(sheet, value)
    text = ILLEGAL_CHARACTERS_RE.sub("\ufffd", str(value))
    cell = WriteOnlyCell(sheet, text)
    cell.data_type = "s"
    cell.quotePrefix = text != no_formula(text)  # stays text when somebody edits the cell, too
    return cell
