"""Totals of a confusion matrix: taken off where their name or their sums give them away, and said."""

from __future__ import annotations

from predictions.matrix.table import Table
from predictions.problems import Notes, quoted

__all__ = ["without_totals"]

TOTALS = {
    "total", "totals", "all", "sum", "sums", "grand total", "row total", "row totals", "column total",
    "column totals", "col total", "subtotal", "margin", "summe", "gesamt", "insgesamt", "gesamtsumme", "totale",
    "total général", "totaux", "somme", "somma", "suma", "totaal", "totalt", "итого", "всего", "合計", "总计", "合计",
    "σ", "∑",
}  # fmt: skip
MAYBE_TOTALS = {"n", "support", "cases"}  # N is also a class of heartbeats


def without_totals(table: Table, notes: Notes) -> None:
    """Take totals off, the named ones first."""
    _without_named(table, notes)
    _without_unnamed(table, notes)


def _key(name: str) -> str:
    return name.strip(" :.").casefold()


def _without_named(table: Table, notes: Notes) -> None:
    """Off with a last column, then a last row, that is called Total and adds up; else it is a class."""
    if table.columns and len(table.columns) == len(table.counts[0]) > 1:
        stated, sums = [row[-1] for row in table.counts], [sum(row[:-1]) for row in table.counts]
        if _are_totals(table.columns[-1], stated, sums, table.rows):
            table.counts, table.columns = [row[:-1] for row in table.counts], table.columns[:-1]
            _say("row", stated, sums, table.rows, notes)
    if table.rows and len(table.rows) == len(table.counts) > 1:
        *body, stated = table.counts
        sums = [sum(column) for column in zip(*body, strict=True)]
        if _are_totals(table.rows[-1], stated, sums, table.columns):
            table.counts, table.rows = body, table.rows[:-1]
            _say("column", stated, sums, table.columns, notes)


def _are_totals(name: str, stated: list[int], sums: list[int], classes: list[str] | None) -> bool:
    """A name of totals and half of the sums right, or a blank or doubtful name and all of them right."""
    rows = [at for at in range(len(stated)) if not (classes and at < len(classes) and _key(classes[at]) in TOTALS)]
    right = sum(stated[at] == sums[at] > 0 for at in rows)
    if _key(name) in TOTALS:
        return 2 * right >= len(rows) > 0
    return (not name or _key(name) in MAYBE_TOTALS) and right == len(rows) > 1


def _say(what: str, stated: list[int], sums: list[int], names: list[str] | None, notes: Notes) -> None:
    notes.warn(f"The {what} totals were recognised by their name and left out: totals are not a class.")
    for number, (said, added) in enumerate(zip(stated, sums, strict=False)):
        if said != added and names and number < len(names) and _key(names[number]) not in TOTALS:
            notes.warn(f"The total of {what} {quoted(names[number])} says {said:,}, but its cells add up to {added:,}.")


def _without_unnamed(table: Table, notes: Notes) -> None:
    """A last row or column, or both, that are exactly the sums of the others, where no names or none for them exist."""
    counts = table.counts
    tall, wide = len(counts), len(counts[0])
    if tall == wide and (tall < 3 or table.rows is not None or table.columns is not None):
        return
    body = [row[:-1] for row in counts]
    rows_add = wide > 2 and all(sum(row[:-1]) == row[-1] for row in counts)
    columns_add = tall > 2 and [sum(column) for column in zip(*counts[:-1], strict=True)] == counts[-1]
    if tall == wide and rows_add and columns_add:
        table.counts, what = body[:-1], "last row and column are the sums"
    elif wide == tall + 1 and rows_add and _spare(table.columns, wide):
        table.counts, what = body, "last column is the sum"
    elif tall == wide + 1 and columns_add and _spare(table.rows, tall):
        table.counts, what = counts[:-1], "last row is the sum"
    else:
        return
    _drop_names(table)
    notes.warn(f"The {what} of the others: taken as totals and left out.")


def _spare(names: list[str] | None, size: int) -> bool:
    """Whether nothing names the last one."""
    return names is None or len(names) < size


def _drop_names(table: Table) -> None:
    table.rows = table.rows[: len(table.counts)] if table.rows else None
    table.columns = table.columns[: len(table.counts[0])] if table.columns else None
