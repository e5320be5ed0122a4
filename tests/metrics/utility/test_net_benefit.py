import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from metrics import METRICS, Counts, ThresholdTable, net_benefit
from metrics.utility.net_benefit import actions_avoided, net_benefit_of_all

cells = st.integers(0, 10**6)
tables = st.builds(Counts, cells, cells, cells, cells).filter(lambda counts: sum(counts) > 0)
risks = st.floats(0.001, 0.999)
EVERYBODY, NOBODY = Counts(30, 70, 0, 0), Counts(0, 0, 30, 70)


def test_a_published_net_benefit_is_met() -> None:
    """Steyerberg, Van Calster and Pencina 2011, Rev Esp Cardiol 64:792: 135 found, 1067 false alarms, weight 0.059."""
    found = net_benefit(Counts(135, 1067, 0, 3264 - 135 - 1067), 0.059 / 1.059)
    assert found == pytest.approx(0.0221, abs=5e-5)


def test_acting_on_nobody_is_worth_nothing_and_on_everybody_what_the_formula_says() -> None:
    assert net_benefit(NOBODY, 0.2) == 0
    assert net_benefit(EVERYBODY, 0.2) == pytest.approx(0.3 - 0.7 / 4)
    assert net_benefit(EVERYBODY, 0.2) == pytest.approx(net_benefit_of_all(0.3, 0.2))
    assert net_benefit(EVERYBODY, 0.3) == pytest.approx(0, abs=1e-15)


@given(tables, risks)
def test_at_the_prevalence_of_the_cases_both_ways_agree(counts: Counts, risk: float) -> None:
    prevalence = float(METRICS["prevalence"](counts))
    usual, adjusted = net_benefit(counts, risk), net_benefit(counts, risk, prevalence)
    if 0 < prevalence < 1:
        assert adjusted == pytest.approx(usual, rel=1e-6, abs=1e-9)
    else:
        assert math.isnan(adjusted)
    assert usual <= prevalence + 1e-12


@given(tables, risks)
def test_actions_avoided_are_the_gain_over_acting_on_everybody(counts: Counts, risk: float) -> None:
    gain = net_benefit(counts, risk) - net_benefit_of_all(METRICS["prevalence"](counts), risk)
    expected = 100 * gain * (1 - risk) / risk
    assert actions_avoided(counts, risk) == pytest.approx(expected, rel=1e-6, abs=1e-6, nan_ok=True)


def test_a_curve_is_one_array() -> None:
    table = ThresholdTable.from_scores([0.1, 0.4, 0.4, 0.8], [False, True, False, True])
    curve = net_benefit(table.counts[1:], table.scores)
    each = [net_benefit(table.at(score), score) for score in table.scores]
    assert_allclose(curve, each)
    assert isinstance(each[0], float)
    grid = net_benefit(table.at(0.4), np.array([0.1, 0.5]), np.array([[0.2], [0.6], [1.0]]))
    assert grid.shape == (3, 2)


def test_a_threshold_of_0_counts_cases_only_and_of_1_nothing() -> None:
    counts = Counts(20, 30, 10, 40)
    assert net_benefit(counts, 0) == 0.2
    assert net_benefit_of_all(0.3, 0) == 0.3
    assert all(math.isnan(value) for value in (net_benefit(counts, 1), net_benefit_of_all(0.3, 1)))
    assert all(math.isnan(actions_avoided(counts, risk)) for risk in (0, 1))


def test_without_cases_or_without_a_group_it_is_undefined() -> None:
    assert math.isnan(net_benefit(Counts(0, 0, 0, 0), 0.2))
    assert math.isnan(net_benefit(Counts(0, 5, 0, 5), 0.2, 0.1))
    assert math.isnan(net_benefit(Counts(5, 0, 5, 0), 0.2, 0.1))
    assert net_benefit(Counts(0, 5, 0, 5), 0.2) == pytest.approx(-0.5 / 4)


def test_huge_counts_do_not_overflow() -> None:
    counts = Counts(*np.array([4 * 10**18, 10**18, 10**18, 4 * 10**18], np.int64))
    assert net_benefit(counts, 0.5) == pytest.approx(0.3)
    assert actions_avoided(counts, 0.5) == pytest.approx(30)


@pytest.mark.parametrize(("risk", "prevalence"), [(-0.1, None), (1.1, None), (0.1, -0.1), (0.1, 2), (math.nan, None)])
def test_what_is_no_probability_is_refused(risk: float, prevalence: float | None) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        net_benefit(EVERYBODY, risk, prevalence)
