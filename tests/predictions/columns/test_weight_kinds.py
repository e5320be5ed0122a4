"""Which kind of weights a column holds, by its name."""

import numpy as np
import pytest

from predictions.columns.weight_kinds import ALIASES, FREQUENCY, KINDS, SAMPLING_FRACTION, WEIGHT, kind_of
from words.notices import WORDINGS


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        ("Sample weight", WEIGHT),
        ("importance", WEIGHT),
        ("FREQ", FREQUENCY),
        ("frequency-weight", FREQUENCY),
        ("Case weight", WEIGHT),
        ("ipw", WEIGHT),
        ("count", FREQUENCY),
        ("Sampling Fraction", SAMPLING_FRACTION),
    ],
)
def test_the_name_tells_the_kind(column: str, kind: object) -> None:
    assert kind_of(column) is kind


def test_each_kind_has_its_own_names_and_a_sentence() -> None:
    assert len({*ALIASES}) == len(ALIASES)
    assert all(kind.notice in WORDINGS for kind in KINDS)


@pytest.mark.parametrize(
    ("kind", "allowed"),
    [(WEIGHT, [1, 1, 1, 1, 0]), (FREQUENCY, [1, 0, 1, 1, 0]), (SAMPLING_FRACTION, [0, 1, 1, 0, 0])],
)
def test_what_a_cell_may_be(kind: object, allowed: list[int]) -> None:
    assert kind.is_allowed(np.array([0.0, 0.5, 1.0, 2.0, -1.0])).tolist() == [bool(each) for each in allowed]
