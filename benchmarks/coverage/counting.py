"""What becomes of an interval in a simulated data set, and the families of settings in which that is counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from metrics import Estimate
from words.text.numbers import FEW

# An interval contains the true value, lies below or above it, is of too few cases for a percentage, or is not shown.
HELD, BELOW, ABOVE, TOO_FEW, NOT_SHOWN = range(5)
Outcomes = np.ndarray  # (5,) data sets
Counted = dict[str, Outcomes]  # by number
ROUNDING = 1e-12


@dataclass(frozen=True)
class Family:
    """Settings in which the same numbers are counted.

    says: what the data sets are, as Markdown. names: of the numbers, by key. count: draws so many data sets of a
    setting. times: as many as of others, where they take no time.
    """

    title: str
    says: str
    names: Mapping[str, str]
    settings: Sequence[Any]
    count: Callable[[Any, np.random.Generator, int], Counted]
    times: int = 1


def outcome(found: Estimate | None, truth: float) -> int:
    """What became of one interval."""
    if found is None or not found.is_defined or found.low is None or found.high is None:
        return NOT_SHOWN
    if found.trials is not None and found.trials < FEW:
        return TOO_FEW
    if truth < found.low - ROUNDING:
        return ABOVE
    return BELOW if truth > found.high + ROUNDING else HELD


def nothing(names: Mapping[str, str]) -> Counted:
    return {key: np.zeros(5, int) for key in names}


def note(counted: Counted, found: Mapping[str, Estimate], truth: Mapping[str, float]) -> None:
    for key, outcomes in counted.items():
        outcomes[outcome(found.get(key), truth[key])] += 1
