"""What a page says first."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["LONGEST", "Finding", "sentences"]

LONGEST = 96  # characters of a headline that still fit one line of a wide page


class Finding(NamedTuple):
    """One sentence that says what matters, and a paragraph that qualifies it; "" where there is nothing to add."""

    headline: str
    detail: str


def sentences(*parts: str) -> str:
    """Sentences one after the other, without the empty ones."""
    return " ".join(filter(None, parts))
