"""What a confusion matrix leaves blank: cells without cases, and the name of its sums."""

from __future__ import annotations

from predictions.matrix.cells import Grid, is_count, read_count
from predictions.problems import Notes

DASHES = {"-", "–", "—", "−", "."}


def with_zeros(grid: Grid, notes: Notes) -> Grid:
    """A blank cell or a dash is 0, as in a pivot table, and said; but not all of the diagonal or of a side."""
    blank = {(i, j) for i, row in enumerate(grid) for j, cell in enumerate(row) if not cell}
    nothing = blank | {(i, j) for i, row in enumerate(grid) for j, cell in enumerate(row) if cell in DASHES}
    size = min(len(grid), *map(len, grid))
    if not nothing or _lacks_diagonal(nothing, size) or _lacks_side(blank, size):
        return grid
    notes.warn("matrix_blank_cells", cells=len(nothing))
    return [["0" if (i, j) in nothing else cell for j, cell in enumerate(row)] for i, row in enumerate(grid)]


def _lacks_diagonal(nothing: set[tuple[int, int]], size: int) -> bool:
    """Also beside totals."""
    return any({(i, i) for i in range(each)} <= nothing for each in (size, size - 1) if each > 1)


def _lacks_side(blank: set[tuple[int, int]], size: int) -> bool:
    """Whether all cells above or below the diagonal are blank; beside totals of two classes this is a single cell."""
    below = [{(i, j) for i in range(each) for j in range(i)} for each in (size, size - 1) if each == size or each > 2]
    return any(side <= blank or {(j, i) for i, j in side} <= blank for side in below if side)


def adds_up(body: Grid) -> bool:
    """Whether counts stand above and beside their sums, so that the first of a row is no name."""
    if (
        len({len(body), *map(len, body)}) > 1
        or len(body) < 3
        or not all(is_count(cell) for row in body for cell in row)
    ):
        return False
    counts = [[read_count(cell, "") for cell in row] for row in body]
    sums = [sum(column) for column in zip(*counts[:-1], strict=True)]
    return sums == counts[-1] and all(sum(row[:-1]) == row[-1] > 0 for row in counts)
