"""What a column of weights may hold, told by its name: weights, frequencies or sampling fractions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from predictions.columns.aliases import TALLIES, key_of

Flags = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class WeightKind:
    """names: of its columns, as aliases. meaning: of the column. notice: the code of what is said once it is used.

    allowed: what a cell may be, in words; is_allowed: the same of (n,) numbers.
    """

    name: str
    names: tuple[str, ...]
    meaning: str
    notice: str
    allowed: str
    is_allowed: Flags


WEIGHT = WeightKind(
    "weight",
    (
        "weight",
        "weights",
        "sample_weight",
        "sample_weights",
        "case_weight",
        "case_weights",
        "sampling_weight",
        "survey_weight",
        "design_weight",
        "ipw",
        "iptw",
    ),
    "how much the case weighs",
    "weights_used",
    "at least 0",
    lambda values: values >= 0,
)
FREQUENCY = WeightKind(
    "frequency",
    ("freq", "frequency", "frequency_weight", "freq_weight", *TALLIES),
    "how many cases the row is",
    "frequencies_used",
    "a whole number from 0 on",
    lambda values: (values >= 0) & (values == np.rint(values)),
)
SAMPLING_FRACTION = WeightKind(
    "sampling fraction",
    ("sampling_fraction",),
    "how much the case weighs",
    "sampling_fractions_used",
    "above 0 and at most 1",
    lambda values: (values > 0) & (values <= 1),
)
KINDS = (WEIGHT, FREQUENCY, SAMPLING_FRACTION)
ALIASES = tuple(name for kind in KINDS for name in kind.names if name not in TALLIES)


def kind_of(column: str) -> WeightKind:
    """By its name; one that says nothing holds weights."""
    return next((kind for kind in KINDS if key_of(column) in kind.names), WEIGHT)
