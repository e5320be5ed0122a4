"""Parts of sentences that any page may need."""

from __future__ import annotations

from collections.abc import Iterable


def enumeration(parts: Iterable[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    *start, last = parts
    return f"{', '.join(start)} and {last}" if start else last


def sentence_case(text: str) -> str:
    """The first letter as a capital, the rest as it is."""
    return text[:1].upper() + text[1:]
