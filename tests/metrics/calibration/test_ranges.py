from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import wilson
from metrics.calibration.ranges import equal_groups, risk_ranges
from metrics.notes import Code
from tests.metrics.calibration.reference import RISKS, TRUE, independent, of_patients
from tests.metrics.laws.strategies import cases, columns


@given(cases(1, st.sampled_from([0.1, 0.2, 0.2, 0.7]) | st.floats(0, 1)), st.integers(1, 12))
def test_each_case_is_in_one_group_and_equal_risks_share_it(given_: list[tuple[float, bool]], count: int) -> None:
    risks, truth = columns(given_)
    lowest = equal_groups(independent(risks, truth), count)
    found = risk_ranges(independent(risks, truth), lowest)
    assert len(found) <= count
    assert sum(each.cases for each in found) == len(risks)
    assert sum(each.positives for each in found) == truth.sum()
    assert all(each.low <= each.mean_risk + 1e-12 and each.mean_risk <= each.high + 1e-12 for each in found)
    assert all(after.high < before.low for before, after in pairwise(found))
    order = np.random.default_rng(0).permutation(len(risks))
    assert found == risk_ranges(independent(risks[order], truth[order]), lowest)


def test_distinct_risks_make_groups_of_equal_size() -> None:
    hundred = independent(np.linspace(0.01, 0.99, 100), np.arange(100) % 2 == 0)
    assert [each.cases for each in risk_ranges(hundred, equal_groups(hundred, 20))] == [5] * 20


def test_given_ranges_begin_at_their_lowest_risk() -> None:
    high, low = risk_ranges(independent(), np.array([0.2, 0.0]))
    assert high.cases == (RISKS >= 0.2).sum()
    assert (low.positives, low.high) == ((TRUE & (RISKS < 0.2)).sum(), RISKS[RISKS < 0.2].max())
    assert high.observed == wilson(high.positives, high.cases)
    empty = risk_ranges(independent(np.array([0.1, 0.2]), np.array([True, False])), np.array([0.5, 0.0]))[0]
    assert empty.cases == 0
    assert np.isnan(empty.observed.value)
    assert empty.observed.note.code is Code.NO_CASES


def test_patients_with_several_rows_widen_the_interval_and_weights_move_the_value() -> None:
    own = risk_ranges(of_patients(), np.array([0.2, 0.0]))[0]
    assert own.observed.method.startswith("patient bootstrap SE")
    assert own.observed.value == pytest.approx(own.positives / own.cases)
    weighted = risk_ranges(of_patients(weights=np.where(TRUE, 3, 1)), np.array([0.2, 0.0]))[0]
    assert (weighted.positives, weighted.cases) == (own.positives, own.cases)
    assert weighted.observed.value == pytest.approx(3 * own.positives / (2 * own.positives + own.cases))
