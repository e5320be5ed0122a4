"""Class names inside a picture, cut to fit: as plain text, or escaped for the chart library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from charts.style.theme import NAME_LIMIT
from words import html, short
from words.text.escape import shared_words

Unit = tuple[str, str]
CASES: Unit = ("case", "cases")


def brief(label: str, limit: int = NAME_LIMIT) -> str:
    """A name for a tick, a legend or a bar; hover has the whole name."""
    return html(short(label, limit))


def full(label: str) -> str:
    """The whole name, for hover."""
    return html(label)


def axis_names(labels: Sequence[str], limit: int = NAME_LIMIT) -> list[str]:
    """`distinct_names` for the chart library."""
    return [html(name) for name in distinct_names(labels, limit)]


def distinct_names(labels: Sequence[str], limit: int = NAME_LIMIT) -> list[str]:
    """Plain names for one axis. Where some would look alike when cut, all that begin with what these share lose it."""
    alike: dict[str, list[str]] = {}
    for label in labels:
        alike.setdefault(short(label, limit), []).append(label)
    shared = {shared_words(names) for names in alike.values() if len(names) > 1} - {""}
    return [_distinct(label, shared, limit) for label in labels]


def _distinct(label: str, shared: Iterable[str], limit: int) -> str:
    lost = max((words for words in shared if label.startswith(f"{words} ")), key=len, default="")
    return "…" + short(label[len(lost) :].strip(), limit - 1) if lost else short(label, limit)


def on_two_lines(label: str, limit: int) -> str:
    """A name broken at a space where that keeps both lines within `limit`; the second is cut if need be."""
    if len(label) <= limit:
        return html(label)
    head = label[: limit + 1].rpartition(" ")[0] or label[:limit]
    return f"{html(head)}<br>{html(short(label[len(head) :].strip(), limit))}"


def longest(labels: Iterable[str]) -> int:
    """Characters of the longest name."""
    return max((len(label) for label in labels), default=0)
