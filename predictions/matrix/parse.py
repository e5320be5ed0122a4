"""Cells to a confusion matrix: rows are the true class, names are aligned, totals are taken off, counts stay exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from predictions.formats.json_reader import begins_json, parse_json
from predictions.limits import Limits
from predictions.matrix.cells import LARGEST, Grid, split_text
from predictions.matrix.json_grid import four_cells, grid_of_json, pivoted
from predictions.matrix.names import strip_prefixes
from predictions.matrix.table import Counts, Table, counts_of, interpret, rows_are_predictions
from predictions.matrix.totals import with_totals_beside_classes, without_totals
from predictions.problems import Notes, Problem
from words.text.names import listed
from words.text.numbers import counted

IMPLAUSIBLE = 10**12


@dataclass(frozen=True)
class Matrix:
    """Exact counts (rows: true class, columns: predicted class), the names of the classes, and the notices."""

    names: tuple[str, ...]
    counts: Counts
    notes: Notes = field(default_factory=Notes)


def matrix_of(source: str | Sequence[Sequence[object]], labels: Sequence[str] | None, limits: Limits) -> Matrix:
    """The matrix in a text or in a grid of cells. labels: names for cells that are counts only. Raises Problem."""
    notes = Notes()
    if isinstance(source, str):
        grid = _grid(source, limits, notes)
    else:
        grid = [[_cell(value) for value in row] for row in source]
    if labels is None:
        grid = with_totals_beside_classes(grid)
        table = interpret(pivoted(grid) or four_cells(grid) or grid, limits, notes)
        without_totals(table, notes)
        strip_prefixes(table)
    else:
        table = _labelled(grid, labels)
        without_totals(table, notes)
    names, counts = _settled(table, limits, notes)
    _check_totals(counts, notes)
    return Matrix(names, counts, notes)


def _grid(text: str, limits: Limits, notes: Notes) -> Grid:
    """The cells of a text; a printed array may look like JSON for a while."""
    if begins_json(text[:400].encode("utf-8", "replace")):
        try:
            documents = parse_json(text, "The confusion matrix")
            if len(documents) > 1:
                raise Problem("The text holds several JSON values (two matrices or more). Paste one matrix.")
            return grid_of_json(documents[0], notes)
        except Problem:
            if text.lstrip().startswith('{"'):
                raise
    return split_text(text, limits)


def _cell(value: object) -> str:
    """Cells of an editor: None is empty, 50.0 is 50."""
    if value is None or value != value:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()


def _labelled(grid: Grid, labels: Sequence[str]) -> Table:
    names = [str(label).strip() for label in labels]
    table = Table([], names, list(names))
    table.counts = counts_of(grid, table, Notes())
    return table


def _settled(table: Table, limits: Limits, notes: Notes) -> tuple[tuple[str, ...], Counts]:
    size = len(table.counts)
    if size != len(table.counts[0] if table.counts else []):
        raise Problem(_not_square(table))
    if size < 2:
        raise Problem("A confusion matrix needs at least 2 classes. Paste a row and a column for each class.")
    if size > limits.classes:
        raise Problem(f"The matrix is too large: {size:,} classes, the limit is {limits.classes:,}.")
    names = _names(table, size, notes)
    if rows_are_predictions(table):
        notes.warn("matrix_transposed")
        return names, [list(column) for column in zip(*table.counts, strict=True)]
    return names, table.counts


def _not_square(table: Table) -> str:
    columns = len(table.counts[0]) if table.counts else 0
    shape = f"{counted(len(table.counts), ('row', 'rows'))} and {counted(columns, ('column', 'columns'))} of counts"
    odd = sorted(set(table.rows or ()) ^ set(table.columns or ())) if table.rows and table.columns else []
    which = f" ({listed(odd)} on one side only)" if odd else ""
    return f"The matrix is not square: it has {shape}{which}. Paste one matrix, a row and a column per class."


def _names(table: Table, size: int, notes: Notes) -> tuple[str, ...]:
    if table.rows is None and table.columns is None:
        notes.warn("matrix_without_names", classes=size)
        return tuple(f"Class {number}" for number in range(1, size + 1))
    if table.rows is None or table.columns is None:
        notes.warn("matrix_half_named", named="columns" if table.rows is None else "rows")
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
        notes.warn("matrix_reordered")


def _check_totals(counts: Counts, notes: Notes) -> None:
    total = sum(map(sum, counts))
    if not total:
        raise Problem("All counts of the matrix are 0, so there are no cases. Type or paste the counts.")
    if total >= LARGEST:
        raise Problem("The counts add up to 2^63 or more, which is too large. Check the numbers.")
    if total >= IMPLAUSIBLE:
        notes.warn("matrix_implausibly_large", total=total)
    for sides, sums in (("rows", map(sum, counts)), ("columns", map(sum, zip(*counts, strict=True)))):
        if {*sums} == {100}:
            notes.warn("matrix_like_percent", sides=sides)
            return
