"""Class names inside a picture: cut to fit and always escaped."""

from __future__ import annotations

from collections.abc import Iterable

from charts.theme import NAME_LIMIT
from words import html, short

__all__ = ["brief", "full", "longest"]

Unit = tuple[str, str]
CASES: Unit = ("case", "cases")


def brief(label: str, limit: int = NAME_LIMIT) -> str:
    """A name for a tick, a legend or a bar; hover has the whole name."""
    return html(short(str(label), limit))


def full(label: str) -> str:
    """The whole name, for hover."""
    return html(str(label))


def longest(labels: Iterable[str]) -> int:
    """Characters of the longest name."""
    return max((len(str(label)) for label in labels), default=0)
