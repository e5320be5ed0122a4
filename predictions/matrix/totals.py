"""Totals of a confusion matrix: taken off where their name or their sums give them away, and said."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TypeVar

from predictions.matrix.cells import Grid
from predictions.matrix.table import Table
from predictions.problems import Notes

T = TypeVar("T")
TOTALS = {
    "total", "totals", "all", "sum", "sums", "grand total", "row total", "row totals", "column total",
    "column totals", "col total", "subtotal", "margin", "summe", "gesamt", "insgesamt", "gesamtsumme", "totale",
    "total général", "totaux", "somme", "somma", "suma", "totaal", "totalt", "итого", "всего", "合計", "总计", "合计",
    "σ", "∑", "\\sigma", "\\sum",
}  # fmt: skip
MANY = 20
MAYBE_TOTALS = {"n", "support", "cases"}  # N is also a class of heartbeats


def with_totals_beside_classes(grid: Grid) -> Grid:
    """SPSS names totals beside the variables: a line above, and a column before, the names of classes."""
    lines = [[*row] for row in grid]
    for over, row in pairwise(lines):
        if len(over) == len(row) > 2 and _key(over[-1]) in TOTALS and not row[-1] and any(row[1:]):
            over[-1], row[-1] = "", over[-1]
    for row in lines[-1:]:
        if len(row) > 2 and _key(row[0]) in TOTALS and not row[1]:
            row[:2] = row[1::-1]
    return lines


def without_totals(table: Table, notes: Notes) -> None:
    """Take totals off, the named ones first."""
    _with_totals_last(table)
    _without_named(table, notes)
    _without_unnamed(table, notes)


def _key(name: str) -> str:
    return name.strip(" :.").casefold()


def _with_totals_last(table: Table) -> None:
    """A first column, then a first row, that is named Total and adds up, moved to the end."""
    if _begins_with_totals(table.columns, table.counts, table.rows):
        table.columns = _first_last(table.columns or [])
        table.counts = [_first_last(row) for row in table.counts]
    if _begins_with_totals(table.rows, list(map(list, zip(*table.counts, strict=True))), table.columns):
        table.rows, table.counts = _first_last(table.rows or []), _first_last(table.counts)


def _begins_with_totals(names: list[str] | None, lines: list[list[int]], classes: list[str] | None) -> bool:
    """lines: across the names, each with its total first."""
    if not names or len(names) != len(lines[0]) or len(names) < 2 or _key(names[0]) not in TOTALS:
        return False
    return _are_totals(names[0], [line[0] for line in lines], [sum(line[1:]) for line in lines], classes)


def _first_last(items: list[T]) -> list[T]:
    return [*items[1:], items[0]]


def _without_named(table: Table, notes: Notes) -> None:
    """Off with a last column, then a last row, that is named Total and adds up; else it is a class."""
    if table.columns and len(table.columns) == len(table.counts[0]) > 1:
        stated, sums = [row[-1] for row in table.counts], [sum(row[:-1]) for row in table.counts]
        if _are_totals(table.columns[-1], stated, sums, table.rows):
            table.counts, table.columns = [row[:-1] for row in table.counts], table.columns[:-1]
            notes.warn("matrix_row_totals")
            for name, said, added in _wrong(stated, sums, table.rows):
                notes.warn("matrix_wrong_row_total", name=name, stated=said, sum=added)
    if table.rows and len(table.rows) == len(table.counts) > 1:
        *body, stated = table.counts
        sums = [sum(column) for column in zip(*body, strict=True)]
        if _are_totals(table.rows[-1], stated, sums, table.columns):
            table.counts, table.rows = body, table.rows[:-1]
            notes.warn("matrix_column_totals")
            for name, said, added in _wrong(stated, sums, table.columns):
                notes.warn("matrix_wrong_column_total", name=name, stated=said, sum=added)


def _are_totals(name: str, stated: list[int], sums: list[int], classes: list[str] | None) -> bool:
    """A name of totals and half of the sums correct, or a blank or doubtful name and all of them correct."""
    rows = [at for at in range(len(stated)) if not (classes and at < len(classes) and _key(classes[at]) in TOTALS)]
    right = sum(stated[at] == sums[at] > 0 for at in rows)
    if _key(name) in TOTALS:
        return 2 * right >= len(rows) > 0
    return (not name or _key(name) in MAYBE_TOTALS) and right == len(rows) > 1


def _wrong(stated: list[int], sums: list[int], names: list[str] | None) -> Iterator[tuple[str, int, int]]:
    """(name, stated total, sum of the cells) of each class whose total is another than its cells give."""
    for name, said, added in zip(names or (), stated, sums, strict=False):
        if said != added and _key(name) not in TOTALS:
            yield name, said, added


def _without_unnamed(table: Table, notes: Notes) -> None:
    """A last row or column, or both, that are the sums of the others, and whose name is no class of the rest."""
    counts = table.counts
    tall, wide = len(counts), len(counts[0])
    if tall == wide and (tall < 3 or (_are_named(table) and not _surely_add(counts))):
        return
    body = [row[:-1] for row in counts]
    rows_add = wide > 2 and all(sum(row[:-1]) == row[-1] for row in counts)
    columns_add = tall > 2 and [sum(column) for column in zip(*counts[:-1], strict=True)] == counts[-1]
    if tall == wide and rows_add and columns_add:
        table.counts = body[:-1]
        notes.warn("matrix_unnamed_totals")
    elif wide == tall + 1 and rows_add and _spare(table.columns, wide, table.rows):
        table.counts = body
        notes.warn("matrix_unnamed_row_totals")
    elif tall == wide + 1 and columns_add and _spare(table.rows, tall, table.columns):
        table.counts = counts[:-1]
        notes.warn("matrix_unnamed_column_totals")
    else:
        return
    _drop_names(table)


def _are_named(table: Table) -> bool:
    return table.rows is not None or table.columns is not None


def _surely_add(counts: list[list[int]]) -> bool:
    """Whether no sum is 0 and there are cases enough that a class hardly happens to be the sum of the others."""
    return min(*counts[-1], *(row[-1] for row in counts)) > 0 and counts[-1][-1] >= MANY


def _spare(names: list[str] | None, size: int, others: list[str] | None) -> bool:
    """Whether nothing names the last one, or something that is no class of the other side."""
    return names is None or len(names) < size or (others is not None and names[-1] not in others)


def _drop_names(table: Table) -> None:
    table.rows = table.rows[: len(table.counts)] if table.rows else None
    table.columns = table.columns[: len(table.counts[0])] if table.columns else None
