"""Excel workbooks to one plain table: the sheet and header row that hold the predictions; every cell as text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from predictions.columns.aliases import has_role, likeliest_header
from predictions.formats.archives import members, open_zip
from predictions.formats.excel.sheet import LAST_ROW, Cells, Merged, column_letter, read_cells
from predictions.formats.excel.workbook import Sheet, Workbook, damaged
from predictions.formats.written_labels import is_label, say_written_twice
from predictions.limits import Limits
from predictions.plain_table import PlainTable, column_names
from predictions.problems import Notes, Problem, SeveralSheets
from words.text.names import listed, quoted
from words.text.numbers import counted

HEADER_SEARCH = 30
MOST_HEADER_ROWS = 4
MOST_SHRUNK = 100  # times: sheets of cells shrink ten- to thirtyfold
CELLS = ("cell", "cells")


def read_excel(data: bytes, where: str, limits: Limits, wanted: str | None = None) -> PlainTable:
    """The wanted sheet, else the one with a true-class column or the only one with cells. Raises SeveralSheets."""
    notes = Notes()
    sheets = _filled_sheets(data, where, limits)
    if b"vbaProject" in data:
        notes.warn("macros", where=where)
    sheet = _chosen(sheets, where, wanted, notes)
    area = _area(sheets[sheet], f"{where}, sheet {quoted(sheet.name)},", notes, limits)
    return PlainTable(_table(area, notes), "Excel", where, notes, sheet.name)


def _filled_sheets(data: bytes, where: str, limits: Limits) -> dict[Sheet, Cells]:
    with open_zip(data, where, "Excel workbook") as archive:
        size = sum(info.file_size for info in members(archive, where, limits))
        limits.check_inflated(size, len(data), where, MOST_SHRUNK)
        book = Workbook.of(archive, where, limits)
        sheets = {sheet: cells for sheet in book.sheets if (cells := read_cells(sheet.part, book)).columns}
    if not book.sheets:
        raise damaged(where)
    if not sheets:
        raise Problem(f"{where} is an empty workbook: it has no cells. It needs a header row and one row per case.")
    return sheets


def sheet_grid(data: bytes, where: str, limits: Limits) -> list[list[str]]:
    """The cells of the only sheet, from its first filled row and column on. Raises Problem for several sheets."""
    sheets = _filled_sheets(data, where, limits)
    if len(sheets) > 1:
        names = listed([sheet.name for sheet in sheets])
        raise Problem(f"{where} holds several sheets: {names}. Save the matrix as a file of its own.")
    cells = next(iter(sheets.values()))
    rows = dict(cells.first_rows(limits.classes + HEADER_SEARCH))
    columns = sorted({number for texts in rows.values() for number in texts})
    limits.check_columns(len(columns), where)
    return [[texts.get(number, "").strip() for number in columns] for texts in rows.values()]


# ------------------------------------------------------------------ which sheet, which rows


def _chosen(sheets: dict[Sheet, Cells], where: str, wanted: str | None, notes: Notes) -> Sheet:
    named = [sheet for sheet in sheets if sheet.name == wanted]
    found = [sheet for sheet, cells in sheets.items() if _truth_row(cells) is not None] or list(sheets)
    shown = named or [sheet for sheet in found if not sheet.hidden]
    if len(found) > 1 and len(shown) != 1:
        names = tuple(sheet.name for sheet in found)
        holds = f"has no sheet {quoted(wanted)}, but" if wanted else "holds"
        what = f"{where} {holds} several tables: sheets {listed(names)}."
        raise SeveralSheets(f"{what} Choose one, or save it as a file of its own.", names)
    sheet = (shown or found)[0]
    if len(sheets) > 1:
        notes.warn("one_sheet_of_several", sheet=sheet.name)
    if sheet.hidden:
        notes.warn("hidden_sheet", sheet=sheet.name)
    return sheet


def _truth_row(cells: Cells) -> int | None:
    """The first row that names a column of true classes and at least one more."""
    return likeliest_header((row, texts.values()) for row, texts in cells.first_rows(HEADER_SEARCH))


def _header_row(cells: Cells, notes: Notes) -> int:
    """The row that names a column of true classes, else the first that is as wide as the table seems to be."""
    rows = dict(cells.first_rows(HEADER_SEARCH))
    widest = max(map(len, rows.values()))
    found = _truth_row(cells)
    row = found if found is not None else next(row for row, texts in rows.items() if 2 * len(texts) > widest)
    if row != min(rows):
        notes.warn("rows_above_header", row=int(row))
    return row


@dataclass(frozen=True, eq=False)
class Area:
    """The table inside a sheet: column numbers with their names, and the last row of its header."""

    cells: Cells
    names: dict[int, str]
    bottom: int
    where: str
    limits: Limits


def _area(cells: Cells, where: str, notes: Notes, limits: Limits) -> Area:
    top = _header_row(cells, notes)
    bottom = max(
        (area.bottom for area in cells.merged if area.top == top and area.bottom - top < MOST_HEADER_ROWS), default=top
    )
    names = _header(cells, top, bottom)
    filled = {number: int((column.numbers > bottom).sum()) for number, column in cells.columns.items()}
    longest = max((filled[number] for number in names), default=0)
    names |= {number: "" for number, below in filled.items() if number not in names and 2 * below >= longest > 0}
    area = Area(cells, dict(sorted(names.items())), bottom, where, limits)
    _say_strays(area, notes)
    return area


def _header(cells: Cells, top: int, bottom: int) -> dict[int, str]:
    """Column -> name; over several header rows the parts are joined, a merged one counting for all its columns.

    A column without a name has the one of the row above, as where names stand on two rows.
    """
    parts: dict[int, list[str]] = {}
    for row in range(top, bottom + 1):
        for number, text in _row(cells, row).items():
            merged = next((area for area in cells.merged if (area.top, area.left) == (row, number)), None)
            for reached in range(number, (merged.right if merged and bottom > top else number) + 1):
                parts.setdefault(reached, []).append(text.strip())
    for number, text in _row(cells, top - 1).items():
        if (cells.columns[number].numbers > bottom).any():
            parts.setdefault(number, [text.strip()])
    return _told_apart({number: "_".join(texts) for number, texts in parts.items()}, cells, top)


def _told_apart(names: dict[int, str], cells: Cells, top: int) -> dict[int, str]:
    """Names that come again, with what stands above each in the row before: `CNN_pred` and `SVM_pred`."""
    times = Counter(names.values())
    again = [at for at, name in names.items() if name and times[name] > 1]
    if not again:
        return names
    above = {at: text.strip() for at, text in _row(cells, top - 1).items()}
    for area in cells.merged:
        if area.top == area.bottom == top - 1:
            above |= {at: above[area.left] for at in range(area.left, area.right + 1) if area.left in above}
    if not {*again} <= {*above}:
        return names
    apart = names | {at: f"{above[at]}_{names[at]}" for at in again}
    return apart if len({*apart.values()}) == len(apart) else names


def _row(cells: Cells, row: int) -> dict[int, str]:
    found = {number: column.at(row) for number, column in sorted(cells.columns.items())}
    return {number: text for number, text in found.items() if text is not None}


def _say_strays(area: Area, notes: Notes) -> None:
    strays = {number: column.numbers for number, column in area.cells.columns.items() if number not in area.names}
    strays = {number: below for number, rows in strays.items() if len(below := rows[rows > area.bottom])}
    if strays:
        number, rows = next(iter(strays.items()))
        cells, example = sum(map(len, strays.values())), f"{column_letter(number)}{rows[0]}"
        notes.warn("cells_outside_table", cells=cells, example=example)


# ------------------------------------------------------------------ the table


def _table(area: Area, notes: Notes) -> pa.Table:
    rows = _used_rows(area, notes)
    if not len(rows):
        raise Problem(f"{area.where} has a header but no rows. It needs one row per case below the header.")
    area.limits.check_rows(len(rows), area.where)
    names = column_names(list(area.names.values()), area.where, area.limits)
    named = dict(zip(area.names, names, strict=True))
    _check_merges(area, named, rows, notes)
    _check_formulas(area, named, notes)
    _say_hidden(area, rows, notes)
    labels = [area.cells.columns[number] for number, name in named.items() if is_label(name)]
    numbers, texts = (set[str]().union(*(getattr(each, kind) for each in labels)) for kind in ("as_number", "as_text"))
    say_written_twice(numbers, texts, notes)
    columns = [_column(area.cells, number, rows) for number in area.names]
    return pa.table(columns, names=names)


def _used_rows(area: Area, notes: Notes) -> np.ndarray:
    """Ascending numbers of the rows below the header with a cell in the table, without section titles."""
    filled = np.zeros(LAST_ROW + 1, np.int32)
    for number in area.names:
        filled[np.unique(area.cells.columns[number].numbers)] += 1
    filled[: area.bottom + 1] = 0
    titles = [part.top for part in area.cells.merged if _is_title(part, area) and filled[part.top] == 1]
    if titles:
        filled[titles] = 0
        notes.warn("title_rows", rows=len(titles), example=int(titles[0]))
    return np.flatnonzero(filled)


def _is_title(part: Merged, area: Area) -> bool:
    return part.top == part.bottom > area.bottom and sum(part.left <= n <= part.right for n in area.names) > 1


def _column(cells: Cells, number: int, rows: np.ndarray) -> pa.Array:
    column = cells.columns[number]
    at = np.searchsorted(rows, column.numbers)
    inside = at < len(rows)
    inside[inside] = rows[at[inside]] == column.numbers[inside]
    texts = np.full(len(rows), "", object)
    texts[at[inside]] = np.array([*column.texts, None], object)[:-1][inside]
    return pa.array(texts, pa.string())


def _check_merges(area: Area, named: dict[int, str], rows: np.ndarray, notes: Notes) -> None:
    """A merged cell fills one row and leaves the others blank, whatever it looks like."""
    inside = [part for part in area.cells.merged if part.bottom > area.bottom and part.bottom >= rows[0]]
    hidden: dict[str, Merged] = {}
    for part in inside:
        top = max(part.top, area.bottom + 1)
        if part.bottom == top and part.top == top and not np.isin(top, rows):
            continue  # a title that was excluded already
        columns = [name for number, name in named.items() if part.left <= number <= part.right]
        for name in columns if part.bottom > top else columns[1:]:
            hidden.setdefault(name, part)
    wrong = [name for name in hidden if has_role(name)]
    if wrong:
        part = hidden[wrong[0]]
        what = f"{area.where} has merged cells in column {listed(wrong)} (rows {part.top} to {part.bottom})"
        raise Problem(f"{what}, so most of their rows are blank. Unmerge them and fill every row.")
    if hidden:
        notes.warn("merged_cells", columns=[*hidden])


def _check_formulas(area: Area, named: dict[int, str], notes: Notes) -> None:
    unsaved = {name: area.cells.unsaved[n] for n, name in named.items() if area.cells.unsaved.get(n)}
    wrong = [name for name in unsaved if has_role(name)]
    if wrong:
        cells = counted(len(unsaved[wrong[0]]), CELLS)
        what = f"{area.where} has formulas without a saved result in column {listed(wrong)} ({cells})"
        raise Problem(f"{what}. Open it in Excel, save it, and open it again.")
    if unsaved:
        notes.warn("unsaved_formulas", columns=[*unsaved])
    for number, name in named.items():
        errors = area.cells.errors.get(number)
        if errors:
            notes.warn("excel_errors", cells=int(sum(errors.values())), errors=[*errors], column=name)


def _say_hidden(area: Area, rows: np.ndarray, notes: Notes) -> None:
    hidden = int(np.isin(rows, list(area.cells.hidden)).sum())
    if hidden:
        notes.warn("hidden_rows", rows=hidden)
