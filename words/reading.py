"""How much of a file is used, and what its rows are taken for."""

from __future__ import annotations

from collections.abc import Iterable

from words.numbers import whole
from words.sentences import Finding

__all__ = ["independence", "rows_used"]


def rows_used(rows: int, used: int, excluded: Iterable[tuple[str, int]]) -> Finding:
    """How many rows stand behind the numbers, and why the others do not. excluded: (reason, rows)."""
    left_out = [_left_out(reason, number) for reason, number in excluded]
    if not left_out:
        return Finding(f"All {whole(rows)} rows are used.", "")
    first, *others = left_out
    headline = f"{whole(used)} of {whole(rows)} rows are used; {first}."
    return Finding(headline, " ".join(f"{other.capitalize()}." for other in others))


def _left_out(reason: str, rows: int) -> str:
    if reason == "no truth":
        return f"{whole(rows)} {'has' if rows == 1 else 'have'} no true class"
    return f"{whole(rows)} {'is' if rows == 1 else 'are'} left out: {reason}"


def independence(n: int, clusters: int | None, unit: tuple[str, str], column: str) -> str:
    """What the intervals assume about rows of one patient. column: the name of what tells patients apart."""
    if clusters is None:
        return "Rows are treated as independent: if several belong to one patient, intervals are too narrow."
    if clusters < n:
        return (
            f"Rows are treated as independent, but only {whole(clusters)} different values of {column} stand behind "
            f"these {whole(n)} rows: the intervals are too narrow."
        )
    return f"One row per {unit[0]}."
