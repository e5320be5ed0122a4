"""Sizes of studies: those of published programs, and those that simulated studies bear out."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from metrics import ThresholdTable
from metrics.intervals.analytic import auc_interval, proportion_interval
from metrics.intervals.quantiles import normal_quantile
from metrics.planning import (
    POWERS,
    auc_error,
    cases_for_auc_bound,
    cases_for_auc_width,
    cases_for_bound,
    cases_for_width,
    planned,
)
from tests.support.effort import repeats


def wilson_half_width(rate: float, cases: int, level: float) -> float:
    z2 = normal_quantile(level) ** 2
    return math.sqrt(z2 * (cases * rate * (1 - rate) + z2 / 4)) / (cases + z2)


@given(st.floats(0, 1), st.floats(0.005, 0.4), st.sampled_from([0.9, 0.95, 0.99]))
def test_the_width_is_reached_and_not_with_one_case_fewer(rate: float, half_width: float, level: float) -> None:
    cases = cases_for_width(rate, half_width, level)
    assert wilson_half_width(rate, cases, level) <= half_width * (1 + 1e-9)
    assert cases == 1 or wilson_half_width(rate, cases - 1, level) > half_width * (1 - 1e-9)


def test_many_cases_are_those_of_the_textbook_formula() -> None:
    expected = normal_quantile(0.95) ** 2 * 0.8 * 0.2 / 0.01**2
    assert cases_for_width(0.8, 0.01) == pytest.approx(expected, rel=0.001)


@pytest.mark.parametrize(("auc", "prevalence", "half_width", "cases"), [(0.8, 0.018, 0.05, 4252)])
def test_the_size_of_an_external_validation_is_that_of_pmvalsampsize(auc, prevalence, half_width, cases) -> None:
    """R package pmvalsampsize 0.1 (Riley 2021): its own test of the C statistic."""
    assert cases_for_auc_width(auc, half_width, prevalence) == cases
    assert normal_quantile(0.95) * auc_error(auc, cases - 1, prevalence) > half_width


def test_half_of_the_cases_with_the_class_need_the_fewest_cases() -> None:
    sizes = [cases_for_auc_width(0.85, 0.04, prevalence) for prevalence in (0.05, 0.2, 0.5, 0.8)]
    assert sizes[2] == min(sizes)
    assert sizes[1] == sizes[3]


@pytest.mark.thorough
@pytest.mark.parametrize("power", [0.8, 0.9])
def test_that_part_of_simulated_studies_shows_the_auc(power: float) -> None:
    auc, bound, prevalence, studies = 0.85, 0.78, 0.3, repeats(600)
    cases = cases_for_auc_bound(auc, bound, prevalence, power)
    assert cases is not None
    rng, shift = np.random.default_rng(0), math.sqrt(2) * special.ndtri(auc)
    truth = np.arange(cases) < round(prevalence * cases)
    found = [
        auc_interval(ThresholdTable.from_scores(rng.normal(size=cases) + shift * truth, truth)) for _ in range(studies)
    ]
    assert np.mean([(each.low or 0) >= bound for each in found]) == pytest.approx(power, abs=0.06)


def test_what_no_number_of_cases_can_show_has_none() -> None:
    assert cases_for_bound(0.8, 0.8) is None
    assert cases_for_bound(0.8, 1.0) is None
    assert cases_for_bound(0.8, 0.8 + 1e-6) is None
    assert cases_for_auc_bound(0.8, 0.8, 0.5) is None
    assert cases_for_auc_bound(0.8, 0.8 + 1e-6, 0.5) is None


@pytest.mark.parametrize(("rate", "half_width"), [(1.2, 0.1), (0.5, 0.0), (0.5, 0.5)])
def test_a_rate_that_is_none_is_refused(rate: float, half_width: float) -> None:
    with pytest.raises(ValueError, match="lies between"):
        cases_for_width(rate, half_width)
    with pytest.raises(ValueError, match="lie between"):
        cases_for_auc_width(1.0, 0.05, 0.5)


@pytest.mark.parametrize(
    ("rate", "bound"),
    [(0.995, 0.98), (0.97, 0.9), (0.9, 0.5), (1.0, 0.9), (0.02, 0.1), (0.0, 0.5), (0.8, 0.75), (0.3, 0.4)],
)
@pytest.mark.parametrize("power", [0.8, 0.9])
def test_a_bound_is_excluded_with_the_power_that_is_said(rate: float, bound: float, power: float) -> None:
    """Of the interval that is shown, added up over all numbers of hits."""

    def excluded(cases: int) -> float:
        hits = np.arange(cases + 1)
        probable = stats.binom.pmf(hits, cases, rate)
        found = [proportion_interval(int(k), cases) if p > 1e-9 else None for k, p in zip(hits, probable, strict=True)]
        is_beyond = [each is not None and (each.low >= bound if rate > bound else each.high <= bound) for each in found]
        return float(probable @ is_beyond)

    cases = cases_for_bound(rate, bound, power)
    assert cases is not None
    assert excluded(cases) >= power - 1e-6
    assert cases == 1 or excluded(cases - 1) < power + 0.03


def test_a_total_is_not_one_case_more_for_a_last_digit() -> None:
    (size,) = planned("sensitivity", 0.52, 0.018, half_width=0.03)
    assert (size.cases, size.total) == (1062, 59_000)


def test_a_bound_is_planned_for_the_level_that_is_asked_for() -> None:
    sizes = planned("sensitivity", 0.9, 0.1, bound=0.8, level=0.9)
    assert [each.cases for each in sizes] == [cases_for_bound(0.9, 0.8, power, 0.9) for power in POWERS]
    usual = planned("sensitivity", 0.9, 0.1, bound=0.8)
    assert all(own.cases < other.cases for own, other in zip(sizes, usual, strict=True))


def test_an_area_is_planned_for_the_level_that_is_asked_for() -> None:
    sizes = planned("auc", 0.9, 0.1, bound=0.8, level=0.9)
    assert [each.total for each in sizes] == [cases_for_auc_bound(0.9, 0.8, 0.1, power, 0.9) for power in POWERS]
    (width,) = planned("auc", 0.9, 0.1, half_width=0.03, level=0.9)
    assert width.total == cases_for_auc_width(0.9, 0.03, 0.1, 0.9) < cases_for_auc_width(0.9, 0.03, 0.1)
    assert all(own.total < other.total for own, other in zip(sizes, planned("auc", 0.9, 0.1, bound=0.8), strict=True))
