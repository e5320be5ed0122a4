"""Templates of notices: `{rows:rows} with a blank id in {column:quoted}: it is a case of its own.`

What follows the colon names how a field is written: a word of `WRITTEN`, `one|many` for the form that fits a
number or the length of a list, or a format of Python.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from words.text.names import at_most, count_rows, listed, quoted
from words.text.numbers import counted, whole


class Coded(Protocol):
    """A notice: a code that has a wording, and what its sentence names."""

    @property
    def code(self) -> str: ...

    @property
    def fields(self) -> Mapping[str, Any]: ...


Wording = str | Callable[..., str]
MOST_COUNTS = 5


def _counts(numbers: Mapping[str, int]) -> str:
    """`“a” 3, “b” 1 and 2 more`."""
    return at_most([f"{quoted(name)} {number:,}" for name, number in numbers.items()], MOST_COUNTS)


def _renamed(names: Mapping[str, str]) -> str:
    return ", ".join(f"{quoted(old)} as {new}" for old, new in names.items())


WRITTEN: dict[str, Callable[[Any], str]] = {
    "quoted": quoted,
    "listed": listed,
    "listed3": lambda names: listed(names, 3),
    "joined": ", ".join,
    "anded": " and ".join,
    "counts": _counts,
    "renamed": _renamed,
    "rows": count_rows,
    "ids": lambda number: counted(number, ("ID", "IDs")),
    "cases": lambda number: counted(number, ("case", "cases")),
    "number": whole,
    "cells": lambda number: counted(number, ("cell", "cells")),
    "sequences": lambda number: counted(number, ("sequence", "sequences")),
    "steps_back": lambda number: counted(number, ("step back", "steps back")),
    "such_as": lambda name: f", such as {quoted(name)}" if name else "",
    "by_model": lambda name: f" by model {quoted(name)}" if name else "",
    "of_model": lambda name: f" of model {quoted(name)}" if name else "",
}


class _Template(string.Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        one, several, many = format_spec.partition("|")
        if several:
            return one if _number(value) == 1 else many
        return WRITTEN[one](value) if one in WRITTEN else format(value, format_spec)


def _number(value: int | Sequence[object]) -> int:
    return value if isinstance(value, int) else len(value)


def filled(wording: Wording, fields: Mapping[str, Any]) -> str:
    """The sentence. Raises KeyError for a field that the template names and nobody gave."""
    return _Template().vformat(wording, (), fields) if isinstance(wording, str) else wording(**fields)
