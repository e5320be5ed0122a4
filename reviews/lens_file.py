"""The group of cases that was looked at, as a review file holds it."""

from __future__ import annotations

from typing import Any, get_args

from predictions.groups.by import By, Period
from predictions.groups.lens import Lens
from reviews.requirement_text import NotUnderstood
from reviews.strict_json import finite, refuse_other_keys

WHERE = "“group”"
MOST_COLUMNS, MOST_CUTS = 5, 100


def entries(lens: Lens) -> list[dict[str, Any]]:
    """One for each column, with how it tells cases apart and the group in it."""
    return [
        {"column": by.column, "bounds": list(by.cuts), "period": by.period, "value": value}
        for by, value in zip(lens.by, lens.values, strict=True)
    ]


def read_entries(found: Any) -> Lens:
    """The same read strictly. Raises NotUnderstood."""
    if not isinstance(found, list) or not 1 <= len(found) <= MOST_COLUMNS:
        raise NotUnderstood(f"{WHERE} needs a list of up to {MOST_COLUMNS} columns.")
    by, values = zip(*map(_entry, found), strict=True)
    return Lens(by, values)


def _entry(found: Any) -> tuple[By, str]:
    if not isinstance(found, dict):
        raise NotUnderstood(f"{WHERE} needs objects with “column” and “value”.")
    refuse_other_keys(found, {"column", "bounds", "period", "value"}, WHERE)
    column, value, period = found.get("column"), found.get("value"), found.get("period", "")
    if not isinstance(column, str) or not isinstance(value, str):
        raise NotUnderstood(f"{WHERE} needs texts for “column” and “value”.")
    if period not in get_args(Period):
        raise NotUnderstood(f"{WHERE} needs “month”, “quarter” or nothing as “period”.")
    return By(column, _cuts(found.get("bounds", [])), period), value


def _cuts(found: Any) -> tuple[float, ...]:
    are_numbers = isinstance(found, list) and all(finite(each) is not None for each in found)
    if not are_numbers or len(found) > MOST_CUTS or sorted(set(found)) != found:
        raise NotUnderstood(f"{WHERE} needs rising numbers for “bounds”.")
    return tuple(map(float, found))
