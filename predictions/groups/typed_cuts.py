"""Where a reader cuts a column of numbers into groups: "18, 65"."""

from __future__ import annotations

import math
import re

from predictions.groups.grouping import MOST_VALUES
from predictions.problems import Problem
from words.text.names import quoted


def cuts_of(text: str) -> tuple[float, ...]:
    """Rising numbers, each the first value of a group. Raises Problem for anything else.

    >>> cuts_of("18, 65"), cuts_of("65; 18 18")
    ((18.0, 65.0), (18.0, 65.0))
    """
    parts = [part for part in re.split(r"[,;\s]+", text.strip()) if part]
    found = sorted({_number(part, text) for part in parts})
    if not found:
        raise Problem("There is no number at which a range begins. Write numbers such as 18, 65.")
    if len(found) >= MOST_VALUES:
        raise Problem(f"{len(found)} numbers are too many. Use at most {MOST_VALUES - 1}.")
    return tuple(found)


def _number(part: str, text: str) -> float:
    try:
        number = float(part.replace("−", "-"))
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise Problem(f"{quoted(text)} is not a list of numbers. Write numbers such as 18, 65.")
    return number


def cuts_said(cuts: tuple[float, ...]) -> str:
    """ "18, 65", as it is typed."""
    return ", ".join(f"{cut:.12g}" for cut in cuts)
