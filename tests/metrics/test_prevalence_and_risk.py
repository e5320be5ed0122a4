import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import (
    METRICS,
    ConfusionMatrix,
    Counts,
    by_danger,
    miss_rate,
    miss_rates,
    natural_frequencies,
    predictive_values,
    risk_score,
    risk_scores,
)

share = st.floats(0, 1) | st.sampled_from([0.0, 0.5, 0.005, 0.0005, 1.0])
some = st.integers(1, 10**6)


@given(share, share, share, st.sampled_from([1, 2, 10, 1000, 10**6]))
def test_people_are_whole_and_add_up(sensitivity: float, specificity: float, prevalence: float, per: int) -> None:
    people = natural_frequencies(sensitivity, specificity, prevalence, per, whole=True)
    assert people.diseased == people.tp + people.fn
    assert people.healthy == people.fp + people.tn
    assert people.diseased + people.healthy == per
    exact = {
        "tp": per * prevalence * sensitivity,
        "fn": per * prevalence * (1 - sensitivity),
        "fp": per * (1 - prevalence) * (1 - specificity),
        "tn": per * (1 - prevalence) * specificity,
    }
    rounded = natural_frequencies(sensitivity, specificity, prevalence, per)
    assert (rounded.diseased, rounded.healthy) == (rounded.tp + rounded.fn, rounded.fp + rounded.tn)
    for leaf, value in exact.items():
        assert getattr(people, leaf) >= 0
        assert abs(getattr(people, leaf) - value) <= 1 + 1e-6
        assert abs(getattr(rounded, leaf) - value) <= 0.5 + 1e-6


def test_a_thousand_people_read_as_on_the_page() -> None:
    people = natural_frequencies(0.8, 1 - 35 / 957, 0.043)
    assert (people.diseased, people.tp, people.fn) == (43, 34, 9)
    assert (people.healthy, people.fp, people.tn) == (957, 35, 922)
    with pytest.raises(AttributeError):
        people.tp = 0  # type: ignore[misc]


@given(some, some, some, some)
def test_bayes_at_the_own_prevalence_gives_the_own_predictive_values(tp: int, fp: int, fn: int, tn: int) -> None:
    counts = Counts(tp, fp, fn, tn)
    value = {key: float(metric(counts)) for key, metric in METRICS.items()}
    ppv, npv = predictive_values(value["sensitivity"], value["specificity"], value["prevalence"])
    assert ppv == pytest.approx(value["ppv"])
    assert npv == pytest.approx(value["npv"])


def test_predictive_values_at_another_prevalence_are_those_of_bayes() -> None:
    """Gigerenzer 2011, BMJ 343:d6386: 9 of 98 alarms are right. A package says an NPV of 0.414 for the second."""
    assert predictive_values(0.9, 0.91, 0.01)[0] == pytest.approx(9 / 98, abs=1e-4)
    ppv, npv = predictive_values(397 / 451, 177 / 261, 0.2)
    assert (round(ppv, 4), round(npv, 4)) == (0.4061, 0.9577)
    assert predictive_values(0.8, 0.9, 0.0) == (0.0, 1.0)
    assert predictive_values(0.8, 0.9, 1.0) == (1.0, 0.0)


def test_predictive_values_along_prevalence_are_one_call() -> None:
    prevalence = np.linspace(0, 1, 11)
    ppv, npv = predictive_values(0.9, 0.8, prevalence)
    each = [predictive_values(0.9, 0.8, share) for share in prevalence]
    np.testing.assert_allclose(np.stack([ppv, npv], 1), each)
    assert all(isinstance(value, float) for pair in each for value in pair)
    assert (np.diff(ppv) > 0).all()
    assert (np.diff(npv) < 0).all()


def test_halves_are_rounded_so_that_people_add_up_without_a_change() -> None:
    people = natural_frequencies(0.75, 0.5, 0.01)
    assert (people.diseased, people.tp, people.fn) == (10, 8, 2)


def test_predictive_values_are_undefined_where_nobody_is_called_or_cleared() -> None:
    ppv, npv = predictive_values(0, 1, 0.1)
    assert math.isnan(ppv)
    assert npv == pytest.approx(0.9)
    ppv, npv = predictive_values(1, 0, 0.1)
    assert ppv == pytest.approx(0.1)
    assert math.isnan(npv)


def test_the_same_miss_rate_reassures_falsely_more_often_where_disease_is_common() -> None:
    """A fifth of the sick is called Normal in both; the share of wrong all-clears is another number."""
    clinic, screening = [[9, 1], [4, 16]], [[9000, 1000], [4, 16]]
    assert miss_rate(clinic, 0) == miss_rate(screening, 0) == 0.2
    assert risk_score(clinic, 0) == pytest.approx(4 / 13)
    assert risk_score(screening, 0) == pytest.approx(4 / 9004)


def test_the_parts_of_the_risk_score_add_up_to_it() -> None:
    cells = [[50, 2, 1], [4, 16, 0], [6, 1, 9]]
    parts = risk_scores(cells, 0)
    assert math.isnan(parts[0])
    assert parts[1:].sum() == pytest.approx(risk_score(cells, 0)) == pytest.approx(10 / 60)
    assert miss_rates(cells, 0)[1:].tolist() == [4 / 20, 6 / 16]


def test_risk_is_seen_from_the_normal_class_wherever_it_stands() -> None:
    cells = [[9, 0, 4], [1, 16, 6], [2, 1, 50]]
    assert risk_score(cells, 2) == pytest.approx(10 / 60)
    assert miss_rate(cells, 2) == pytest.approx(10 / 36)


def test_the_most_dangerous_class_leads_by_what_its_misses_prove() -> None:
    """One miss of two proves less than thirty of a hundred; a class without cases is not listed."""
    cells = [[90, 0, 0, 0], [1, 1, 0, 0], [30, 0, 70, 0], [0, 0, 0, 0]]
    matrix = ConfusionMatrix(("Normal", "rare", "common", "absent"), cells)
    assert by_danger(matrix, 0) == [2, 1]
    assert by_danger(matrix, None) == [2, 1, 0]
