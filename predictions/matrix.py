"""A typed or pasted confusion matrix becomes a Study: rows are truth, names are aligned, totals are taken off."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from metrics import ConfusionMatrix
from predictions.columns import MAX_CLASSES
from predictions.grid import Grid, is_count, read_count, split_text, with_thousands
from predictions.normal import find_normal
from predictions.problems import Notes, Problem, listed, quoted
from predictions.study import Study

__all__ = ["open_matrix"]

TOTALS = {"total", "totals", "all", "sum", "grand total", "summe", "gesamt"}
IMPLAUSIBLE = 10**12
Counts = list[list[int]]


@dataclass
class Table:
    """Counts with the names that were found; None where there were none. corner: the cell above the row names."""

    counts: Counts
    rows: list[str] | None
    columns: list[str] | None
    corner: str = ""


def open_matrix(
    source: str | Sequence[Sequence[object]],
    labels: Sequence[str] | None = None,
    name: str = "Confusion matrix",
    normal: str | None = None,
) -> Study:
    """A study of one matrix, from pasted text or from the cells of a grid.

    labels: the names of rows and columns when the cells are counts only; without them names are looked for in
    the first row and column. normal: the all-clear class, "" for none, None to guess. Raises Problem.
    """
    grid = split_text(source) if isinstance(source, str) else _cells(source)
    notes = Notes()
    table = _interpret(grid, notes) if labels is None else _labelled(grid, labels)
    names, counts = _settled(table, notes)
    _refuse_empty(counts)
    matrix = ConfusionMatrix(names, np.array(counts, np.int64))
    return _study(matrix, name, normal, notes)


def _cells(source: Sequence[Sequence[object]]) -> Grid:
    """Cells of an editor: None is empty, 50.0 is 50."""
    return [[_cell(value) for value in row] for row in source]


def _cell(value: object) -> str:
    if value is None or value != value:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()


def _labelled(grid: Grid, labels: Sequence[str]) -> Table:
    names = [str(label).strip() for label in labels]
    return Table(_counts(grid, names, names, Notes()), names, names)


def _interpret(grid: Grid, notes: Notes) -> Table:
    if any(word in {cell.casefold() for row in grid for cell in row} for word in ("precision", "f1-score")):
        raise Problem("This looks like a classification report, not a confusion matrix. Paste the matrix of counts.")
    grid = [row for row in grid if not all(set(cell) <= set("-:= ") for cell in row)]
    if not grid or not any(map(any, grid)):
        raise Problem("The confusion matrix is empty. Type or paste its counts.")
    has_header, has_names = _has_header(grid), _has_row_names(grid)
    columns = rows = None
    corner = ""
    if has_header:
        header, *grid = grid
        short_corner = bool(grid) and len(header) == len(grid[0]) - 1
        corner = "" if short_corner or not has_names else header[0]
        columns = header if short_corner or not has_names else header[1:]
    if has_names:
        rows = [row[0] for row in grid]
        grid = [row[1:] for row in grid]
    if not grid or not grid[0]:
        raise Problem("The confusion matrix has names but no counts. Type or paste its counts.")
    if columns and rows and all(map(is_count, [*columns, *rows])):
        notes.warn(f"The first row and column were read as class labels ({listed(rows)}), not as counts.")
    return Table(_counts(grid, rows, columns, notes), rows, columns, corner)


def _has_header(grid: Grid) -> bool:
    first, rest = grid[0], grid[1:]
    if not rest:
        return False
    shorter = all(len(row) == len(first) + 1 for row in rest)
    return shorter or first[0] == "" or any(_is_name(cell) for cell in first[1:])


def _has_row_names(grid: Grid) -> bool:
    first, rest = grid[0], grid[1:]
    shorter = bool(rest) and all(len(row) == len(first) + 1 for row in rest)
    blank_corner = first[0] == "" and bool(rest)
    return shorter or blank_corner or any(_is_name(row[0]) for row in rest) or (not rest and _is_name(first[0]))


def _is_name(cell: str) -> bool:
    """A cell that starts like no number: `VT`, not `-4`, `94%`, `nan` or `=1+1`."""
    return bool(cell) and not cell[0].isdigit() and cell[0] not in "-−+=.<" and cell.casefold() not in ("nan", "inf")


def _counts(grid: Grid, rows: list[str] | None, columns: list[str] | None, notes: Notes) -> Counts:
    widths = {len(row) for row in grid}
    if len(widths) > 1:
        short = next(number for number, row in enumerate(grid, 1) if len(row) != len(grid[0]))
        message = f"Row {short} of the confusion matrix has {len(grid[short - 1])} counts, the first row {len(grid[0])}"
        raise Problem(f"{message}. Every row needs the same length.")
    if max(len(grid), *widths, 0) > MAX_CLASSES + 1:
        raise Problem(f"The matrix is too large: the limit is {MAX_CLASSES} classes.")
    if any(with_thousands(cell) for row in grid for cell in row):
        example = next(cell for row in grid for cell in row if with_thousands(cell))
        notes.warn(f"Thousands separators were read as such: {quoted(example)} is {read_count(example, '')}.")
    return [[read_count(cell, _where(i, j, rows, columns)) for j, cell in enumerate(row)] for i, row in enumerate(grid)]


def _where(row: int, column: int, rows: list[str] | None, columns: list[str] | None) -> str:
    first = quoted(rows[row]) if rows and row < len(rows) else str(row + 1)
    second = quoted(columns[column]) if columns and column < len(columns) else str(column + 1)
    return f"The cell in row {first}, column {second}"


def _settled(table: Table, notes: Notes) -> tuple[tuple[str, ...], Counts]:
    """Totals off, names aligned, rows as truth."""
    _without_named_totals(table, notes)
    _without_unnamed_totals(table, notes)
    size = len(table.counts)
    if size != len(table.counts[0] if table.counts else []):
        shape = f"{size} rows and {len(table.counts[0]) if table.counts else 0} columns of counts"
        raise Problem(f"The matrix is not square: it has {shape}. Paste one matrix, a row and a column per class.")
    if size < 2:
        raise Problem("A confusion matrix needs at least 2 classes. Paste a row and a column for each class.")
    names = _names(table, size, notes)
    if _rows_are_predictions(table.corner):
        notes.warn("The corner says that rows are predicted classes: the matrix was transposed, so rows are the truth.")
        return names, [list(column) for column in zip(*table.counts, strict=True)]
    return names, table.counts


def _names(table: Table, size: int, notes: Notes) -> tuple[str, ...]:
    if table.rows is None and table.columns is None:
        notes.warn(
            f"The matrix has no class names: they are Class 1 to Class {size}, and its rows were taken as the truth."
        )
        return tuple(f"Class {number}" for number in range(1, size + 1))
    if table.rows is None or table.columns is None:
        which = "columns" if table.rows is None else "rows"
        notes.warn(f"Only the {which} have labels: the same order was assumed both ways, with rows as the truth.")
    names = _checked(table.rows if table.rows is not None else table.columns or [], size)
    if table.rows is not None and table.columns is not None:
        _align(table, _checked(table.columns, size), names, notes)
    return names


def _checked(names: Sequence[str], size: int) -> tuple[str, ...]:
    repeated = [name for name in names if list(names).count(name) > 1]
    if len(names) != size or repeated or not all(names):
        problem = f"{listed(sorted(set(repeated)))} stands twice" if repeated and all(repeated) else "a name is missing"
        raise Problem(f"The class names of the matrix do not fit: {problem}. Give every row and column its own name.")
    return tuple(names)


def _align(table: Table, columns: tuple[str, ...], names: tuple[str, ...], notes: Notes) -> None:
    if set(columns) != set(names):
        odd = sorted(set(columns) ^ set(names))
        raise Problem(f"Rows and columns have different class names: {listed(odd)}. Use the same names for both.")
    if columns != names:
        order = [columns.index(name) for name in names]
        table.counts = [[row[j] for j in order] for row in table.counts]
        notes.warn("Row and column labels stand in a different order: the columns were put in the order of the rows.")


def _rows_are_predictions(corner: str) -> bool:
    """`predicted\\true` in the corner names the rows first."""
    text = corner.casefold()
    predicted = min((at for word in ("predict", "called", "model") if (at := text.find(word)) >= 0), default=-1)
    true = min((at for word in ("true", "truth", "actual", "reference") if (at := text.find(word)) >= 0), default=-1)
    return 0 <= predicted < true


def _without_named_totals(table: Table, notes: Notes) -> None:
    """Off with a last column, then a last row, that is called Total and adds up somewhere; else it is a class."""
    if table.columns and len(table.columns) == len(table.counts[0]) and table.columns[-1].casefold() in TOTALS:
        stated, sums = [row[-1] for row in table.counts], [sum(row[:-1]) for row in table.counts]
        if _any_adds_up(stated, sums):
            table.counts, table.columns = [row[:-1] for row in table.counts], table.columns[:-1]
            _say_totals("row", stated, sums, table.rows, notes)
    if table.rows and table.rows[-1].casefold() in TOTALS:
        *body, stated = table.counts
        sums = [sum(column) for column in zip(*body, strict=True)]
        if _any_adds_up(stated, sums):
            table.counts, table.rows = body, table.rows[:-1]
            _say_totals("column", stated, sums, table.columns, notes)


def _any_adds_up(stated: list[int], sums: list[int]) -> bool:
    return any(a == b > 0 for a, b in zip(stated, sums, strict=False))


def _say_totals(what: str, stated: list[int], sums: list[int], names: list[str] | None, notes: Notes) -> None:
    notes.warn(f"The {what} totals were recognised by their name and left out: totals are not a class.")
    for number, (said, added) in enumerate(zip(stated, sums, strict=False)):
        if said != added and names and number < len(names) and names[number].casefold() not in TOTALS:
            notes.warn(f"The total of {what} {quoted(names[number])} says {said:,}, but its cells add up to {added:,}.")


def _without_unnamed_totals(table: Table, notes: Notes) -> None:
    """A last row and column that are exactly the sums of the others."""
    counts = table.counts
    if table.rows is not None or table.columns is not None or len(counts) < 3 or len(counts) != len(counts[0]):
        return
    body = [row[:-1] for row in counts[:-1]]
    rows_add = all(sum(row) == whole[-1] for row, whole in zip(body, counts, strict=False))
    if rows_add and [sum(column) for column in zip(*body, strict=True)] == counts[-1][:-1]:
        table.counts = body
        notes.warn("The last row and column are the sums of the others: they were taken as totals and left out.")


def _refuse_empty(counts: Counts) -> None:
    total = sum(map(sum, counts))
    if not total:
        raise Problem("All counts of the matrix are 0, so there are no cases. Type or paste the counts.")
    if total >= 2**63:
        raise Problem("The counts add up to 2^63 or more, which is too large. Check the numbers.")


def _study(matrix: ConfusionMatrix, name: str, normal: str | None, notes: Notes) -> Study:
    if matrix.total >= IMPLAUSIBLE:
        notes.warn(f"The counts add up to {matrix.total:,}, implausibly large: check them.")
    index, reason = find_normal(matrix.labels, normal)
    content = repr((matrix.labels, matrix.cells.tolist(), name, normal))
    return Study(
        key=hashlib.sha256(content.encode("utf-8", "replace")).hexdigest(),
        name=name,
        unit=("case", "cases"),
        labels=matrix.labels,
        normal=index,
        normal_reason=reason,
        positive=None,
        files=(),
        rows=matrix.total,
        used=matrix.total,
        excluded=(),
        notices=tuple(notes.notices),
        columns=(),
        models=(),
        matrix=matrix,
        mapping=None,
        preview=None,
    )
