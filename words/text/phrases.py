"""Parts of sentences that any page may need."""

from __future__ import annotations

from collections.abc import Iterable

_PEOPLE = ("Cohen", "Jaccard")


def enumeration(parts: Iterable[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    *start, last = parts
    return f"{', '.join(start)} and {last}" if start else last


def mid_sentence(name: str) -> str:
    """The name of a number within a sentence: abbreviations and names of people keep their capitals."""
    keeps = name.startswith(_PEOPLE) or not name[1:2].islower()
    return name if keeps else name[:1].lower() + name[1:]


def before_a_number(name: str) -> str:
    """A name with a colon where it ends in a digit: "class 1: 0.997", which would read as two numbers."""
    return f"{name}:" if name[-1:].isdigit() else name


def sentence_case(text: str) -> str:
    """The first letter as a capital, the rest as it is."""
    return text[:1].upper() + text[1:]
