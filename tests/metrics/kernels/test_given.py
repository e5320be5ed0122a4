import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

from metrics.kernels.given import amounts, count, number, numbers

MASKED = np.ma.masked_array([1.0, 2.0], mask=[False, True])


@pytest.mark.parametrize(
    ("given_", "kind"),
    [
        ([1, 2], "i"),
        (np.array([1, 2], object), "i"),
        ([Fraction(1), Decimal(2)], "f"),
        ([1.0, None], "f"),
        (pd.Series([1, 2], index=[7, 3]), "i"),
        (pd.Series([1.0, None]), "f"),
        (np.ma.masked_array([1, 2], mask=False), "i"),
        ([], "f"),
        ([2**70, 1], "f"),
    ],
)
def test_numbers_are_taken_as_they_are(given_: Any, kind: str) -> None:
    found = numbers("x", given_)
    assert type(found) is np.ndarray
    assert found.dtype.kind == kind
    assert found.tolist() == pytest.approx([math.nan if each is None else each for each in given_], nan_ok=True)


@pytest.mark.parametrize(
    "given_",
    [
        MASKED,
        np.ma.masked,
        ["1"],
        "1",
        [1, "a"],
        [[1, 2], [3]],
        [1, pd.NA],
        [10**400],
        [1j],
        [{}],
        np.array(["2024"], "M8[D]"),
    ],
)
@pytest.mark.parametrize("check", [numbers, amounts, number, count])
def test_what_is_no_number_is_refused_by_name(check: Any, given_: Any) -> None:
    with pytest.raises(ValueError, match="`x`"):
        check("x", given_)


@pytest.mark.parametrize("given_", [[1, -1], [math.nan], [math.inf], [1, None], -1])
def test_amounts_are_finite_and_not_negative(given_: Any) -> None:
    with pytest.raises(ValueError, match="`x`"):
        amounts("x", given_)
    assert amounts("x", [0, 0.5]).tolist() == [0, 0.5]


def test_one_number_lies_within_its_bounds_and_one_count_is_whole() -> None:
    assert number("x", np.float32(0.5), 0, 1) == number("x", [0.5]) == 0.5
    assert number("x", -math.inf) == -math.inf
    assert count("x", np.uint8(200)) + count("x", 2.0) + count("x", 10**30) == 10**30 + 202
    for refused in (math.nan, None, [0.1, 0.2], 1.5, -0.5):
        with pytest.raises(ValueError, match="`x`"):
            number("x", refused, 0, 1)
        with pytest.raises(ValueError, match="`x`"):
            count("x", refused)
