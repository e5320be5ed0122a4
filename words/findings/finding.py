"""What a page says first."""

from __future__ import annotations

from typing import NamedTuple

LONGEST = 96  # characters of a headline that still fit one line of a wide page


class Finding(NamedTuple):
    """One sentence that says what matters, and a paragraph that qualifies it; "" where there is nothing to add.

    named: keys of the definitions whose names stand in the detail, so that a page can explain them.
    """

    headline: str
    detail: str
    named: tuple[str, ...] = ()


def sentences(*parts: str) -> str:
    """Sentences one after the other, without the empty ones."""
    return " ".join(filter(None, parts))
