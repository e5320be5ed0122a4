import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import (
    METRICS,
    Counts,
    missed_as_normal,
    missed_as_normal_by_class,
    natural_frequencies,
    people_per,
    predictive_estimates,
    predictive_values,
    risk_score,
    risk_scores,
)
from metrics.notes import Code, Note, note
from metrics.prevalence.predictive_values import reweighted, risk_estimates

proportion = st.floats(0, 1) | st.sampled_from([0.0, 0.5, 0.005, 0.0005, 1.0])
some = st.integers(1, 10**6)


@given(proportion, proportion, proportion, st.sampled_from([1, 2, 10, 1000, 10**6]))
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


@given(proportion, proportion, proportion, st.sampled_from([1, 10, 1000, 10_000]))
def test_whole_people_are_as_many_as_the_prevalence_says_and_divided_as_the_rates_say(
    sensitivity: float, specificity: float, prevalence: float, per: int
) -> None:
    people = natural_frequencies(sensitivity, specificity, prevalence, per, whole=True)
    assert people.diseased == round(per * prevalence)
    assert abs(people.tp - people.diseased * sensitivity) <= 0.5
    assert abs(people.tn - people.healthy * specificity) <= 0.5


@given(proportion, proportion, proportion)
def test_of_as_many_people_as_are_spoken_of_no_kind_that_occurs_has_none(
    sensitivity: float, specificity: float, prevalence: float
) -> None:
    per = people_per(sensitivity, specificity, prevalence)
    people = natural_frequencies(sensitivity, specificity, prevalence, per, whole=True)
    shown = (people.tp, people.fn, people.fp, people.tn)
    ill, rates = (prevalence, 1 - prevalence), (sensitivity, 1 - sensitivity, 1 - specificity, specificity)
    exact = (per * ill[0] * rates[0], per * ill[0] * rates[1], per * ill[1] * rates[2], per * ill[1] * rates[3])
    assert all(number or value < 1 for number, value in zip(shown, exact, strict=True))


def test_fifty_of_1150_are_43_of_a_thousand_as_4_3_percent_says() -> None:
    """Leaves of 34.8 and 8.7 that are rounded alone would make 44."""
    people = natural_frequencies(40 / 50, 1061 / 1100, 50 / 1150, whole=True)
    assert (people.diseased, people.tp, people.fn) == (43, 34, 9)


def test_a_thousand_people_read_as_on_the_page() -> None:
    people = natural_frequencies(0.8, 1 - 35 / 957, 0.043)
    assert (people.diseased, people.tp, people.fn) == (43, 34, 9)
    assert (people.healthy, people.fp, people.tn) == (957, 35, 922)
    with pytest.raises(AttributeError):
        people.tp = 0  # type: ignore[misc]


@pytest.mark.parametrize("given", [(0.9, 0.8, 1.2), (0.9, 0.8, -0.1), (1.1, 0.8, 0.1), (0.9, [0.8, 2], 0.1)])
def test_predictive_values_of_what_is_no_proportion_are_refused(given: tuple[Any, Any, Any]) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        predictive_values(*given)
    assert np.isnan(predictive_values(math.nan, 0.8, 0.1)[0])


@given(some, some, some, some)
def test_bayes_at_the_own_prevalence_gives_the_own_predictive_values(tp: int, fp: int, fn: int, tn: int) -> None:
    counts = Counts(tp, fp, fn, tn)
    value = {key: float(metric(counts)) for key, metric in METRICS.items()}
    ppv, npv = predictive_values(value["sensitivity"], value["specificity"], value["prevalence"])
    assert ppv == pytest.approx(value["ppv"])
    assert npv == pytest.approx(value["npv"])


def test_predictive_values_at_another_prevalence_are_those_of_bayes() -> None:
    """Gigerenzer 2011, BMJ 343:d6386: 9 of 98 positives are correct. A package says an NPV of 0.414 for the second."""
    assert predictive_values(0.9, 0.91, 0.01)[0] == pytest.approx(9 / 98, abs=1e-4)
    ppv, npv = predictive_values(397 / 451, 177 / 261, 0.2)
    assert (round(ppv, 4), round(npv, 4)) == (0.4061, 0.9577)
    assert predictive_values(0.8, 0.9, 0.0) == (0.0, 1.0)
    assert predictive_values(0.8, 0.9, 1.0) == (1.0, 0.0)


def test_predictive_values_along_prevalence_are_one_array() -> None:
    prevalence = np.linspace(0, 1, 11)
    ppv, npv = predictive_values(0.9, 0.8, prevalence)
    each = [predictive_values(0.9, 0.8, proportion) for proportion in prevalence]
    np.testing.assert_allclose(np.stack([ppv, npv], 1), each)
    assert all(isinstance(value, float) for pair in each for value in pair)
    assert (np.diff(ppv) > 0).all()
    assert (np.diff(npv) < 0).all()


def test_halves_are_rounded_so_that_people_add_up_without_a_change() -> None:
    people = natural_frequencies(0.75, 0.5, 0.01)
    assert (people.diseased, people.tp, people.fn) == (10, 8, 2)


def test_predictive_values_are_undefined_where_nobody_is_positive_or_negative() -> None:
    ppv, npv = predictive_values(0, 1, 0.1)
    assert math.isnan(ppv)
    assert npv == pytest.approx(0.9)
    ppv, npv = predictive_values(1, 0, 0.1)
    assert ppv == pytest.approx(0.1)
    assert math.isnan(npv)


@given(proportion, proportion, proportion)
def test_people_are_counted_in_tens_of_thousands_only_where_a_kind_would_vanish(
    sensitivity: float, specificity: float, prevalence: float
) -> None:
    per = people_per(sensitivity, specificity, prevalence)
    sick, well = (sensitivity, 1 - sensitivity), (specificity, 1 - specificity)
    leaves = [1000 * prevalence * part for part in sick] + [1000 * (1 - prevalence) * part for part in well]
    assert per == (10_000 if any(0 < leaf < 1 - 1e-9 for leaf in leaves) else 1000)


def test_a_rare_disease_still_has_its_people() -> None:
    assert people_per(0.9, 0.9, 0.01) == 1000
    assert people_per(0.9, 0.9, 0.001) == 10_000
    assert people_per(1.0, 1.0, 0.01) == 1000


ALZHEIMER = Counts(tp=240, fp=87, fn=178, tn=288)


def logit(value: float) -> float:
    return math.log(value / (1 - value))


@pytest.mark.parametrize("prevalence", [0.03, 0.5])
def test_intervals_elsewhere_are_those_of_mercaldo(prevalence: float) -> None:
    """Mercaldo, Lau and Zhou 2007, Table VIII (ApoE e4 and Alzheimer's disease), by their equations 8 to 11."""
    ppv, npv = predictive_estimates(ALZHEIMER, prevalence)
    found, sp = 240 / 418, 288 / 375
    of_ppv = (1 - found) / found / 418 + sp / (1 - sp) / 375
    of_npv = found / (1 - found) / 418 + (1 - sp) / sp / 375
    for each, variance in ((ppv, of_ppv), (npv, of_npv)):
        assert each.method == "logit"
        for bound, side in ((each.low, -1), (each.high, 1)):
            assert bound is not None
            assert logit(bound) == pytest.approx(logit(each.value) + side * 1.959964 * math.sqrt(variance), abs=1e-6)
    assert (ppv.value, npv.value) == predictive_values(found, sp, prevalence)
    rng = np.random.default_rng(0)
    again = predictive_values(rng.binomial(418, found, 20_000) / 418, rng.binomial(375, sp, 20_000) / 375, prevalence)
    for each, values in zip((ppv, npv), again, strict=True):  # the spread that it speaks of
        assert [each.low, each.high] == pytest.approx(np.quantile(values, [0.025, 0.975]).tolist(), abs=3e-3)


@given(st.tuples(*[st.integers(0, 60)] * 4), st.floats(1e-6, 1 - 1e-6), st.sampled_from([0.9, 0.95, 0.99]))
def test_intervals_elsewhere_hold_their_value_within_0_and_1(
    cells: tuple[int, int, int, int], prevalence: float, level: float
) -> None:
    tp, fp, fn, tn = cells
    for each in predictive_estimates(Counts(*cells), prevalence, level):
        if each.low is None or each.high is None:
            assert each.note
            assert tp + fn < 10 or fp + tn < 10 or not each.is_defined
        else:
            assert 0 <= each.low <= each.value <= each.high <= 1
            assert each.low < each.high
    assert not (tp + fn >= 10 <= fp + tn and tp + fp and tn + fn) or each.low is not None


def test_a_cell_of_none_widens_the_interval_instead_of_losing_it() -> None:
    ppv, npv = predictive_estimates(Counts(tp=50, fp=0, fn=0, tn=60), 0.1)
    assert (ppv.value, npv.value) == (1, 1)
    assert (ppv.high, npv.high) == (1, 1)
    assert (ppv.low or 1) < 0.9
    assert ppv.method == npv.method == "adjusted logit"


def test_no_interval_elsewhere_from_few_cases_and_none_of_certainties() -> None:
    for each in predictive_estimates(Counts(tp=8, fp=3, fn=1, tn=500), 0.1):
        assert (each.is_defined, each.low) == (True, None)
        assert each.note == note(Code.FEW_CASES_ON_ONE_SIDE, needed=10)
    assert [each.note for each in predictive_estimates(ALZHEIMER, 1.0)] == [Note(Code.EVERYBODY_ALIKE)] * 2
    nobody, _ = predictive_estimates(Counts(tp=0, fp=0, fn=20, tn=30), 0.1)
    assert (nobody.is_defined, nobody.note) == (False, Note(Code.NOBODY_WOULD_BE_PREDICTED))
    assert [each.note for each in predictive_estimates(Counts(0, 3, 0, 9), 0.1)] == [Note(Code.NO_TRUE_CASES)] * 2
    with pytest.raises(ValueError, match="prevalence"):
        predictive_estimates(ALZHEIMER, 3)


matrices = st.integers(2, 4).flatmap(
    lambda size: st.lists(st.lists(st.integers(0, 50), min_size=size, max_size=size), min_size=size, max_size=size)
)


@given(matrices, st.floats(0, 1))
def test_a_matrix_of_another_mix_has_that_prevalence_and_keeps_everything_else(
    rows: list[list[int]], prevalence: float
) -> None:
    cells = np.array(rows)
    support = cells.sum(1)
    mixed = reweighted(cells, 0, prevalence)
    if not support[0] or not support[1:].sum():
        assert np.isnan(mixed).any()
        return
    assert mixed.sum() == pytest.approx(cells.sum())
    assert mixed[0].sum() == pytest.approx(prevalence * cells.sum())
    np.testing.assert_allclose(mixed * support[:, None], cells * mixed.sum(1)[:, None], atol=1e-9)  # by prediction
    np.testing.assert_allclose(mixed[1:].sum(1) * support[1:].sum(), support[1:] * mixed[1:].sum(), atol=1e-9)


def test_at_the_own_prevalence_nothing_changes() -> None:
    cells = np.array([[50, 2, 1], [4, 16, 0], [6, 1, 9]])
    np.testing.assert_allclose(reweighted(cells, 1, 20 / 89), cells)
    stack = np.array([[cells, cells[::-1]]] * 4)  # any leading axes
    np.testing.assert_allclose(reweighted(stack, 1, 0.2)[3, 1], reweighted(cells[::-1], 1, 0.2))
    with pytest.raises(ValueError, match=r"^`prevalence` must lie between 0 and 1$"):
        reweighted(cells, 1, 1.01)


def test_false_reassurance_of_a_screening_mix_follows_bayes() -> None:
    """Of two classes it is 1 - NPV where the disease is that common; of more, each disease by its share."""
    cells = [[9, 1], [4, 16]]
    _, npv = predictive_values(0.8, 0.9, 0.001)
    assert risk_score(reweighted(cells, 1, 0.001), 0) == pytest.approx(1 - npv)
    three = np.array([[50, 2, 8], [4, 16, 0], [6, 1, 3]])
    proportions, predicted = np.array([0.9 * 6 / 8, 0.9 * 2 / 8, 0.1]), three[:, 0] / three.sum(1)
    found = risk_scores(reweighted(three, 2, 0.1), 0)
    np.testing.assert_allclose(found[1:], (proportions * predicted / (proportions * predicted).sum())[1:])


@given(matrices, st.floats(1e-4, 0.99))
def test_risk_elsewhere_is_that_of_the_other_mix_and_its_interval_holds_it(
    rows: list[list[int]], prevalence: float
) -> None:
    cells = np.array(rows)
    label = len(rows) - 1
    for normal in (0, label):
        whole, own = risk_estimates(cells, normal, label, prevalence)
        mixed = reweighted(cells, label, prevalence)
        assert whole.value == pytest.approx(risk_score(mixed, normal), nan_ok=True)
        if normal != label:
            assert own.value == pytest.approx(risk_scores(mixed, normal)[label], nan_ok=True)
        for each in (whole, own):
            if each.low is not None and each.high is not None:
                assert 0 <= each.low <= each.value <= each.high <= 1
                assert each.low < each.high
            else:
                assert each.note


def test_of_two_classes_the_risk_elsewhere_is_what_the_npv_leaves() -> None:
    cells = [[90, 10], [4, 16]]
    _, npv = predictive_estimates(Counts(tp=16, fp=10, fn=4, tn=90), 0.01)
    for each in risk_estimates(cells, 0, 1, 0.01):
        assert each.value == pytest.approx(1 - npv.value)
        assert [each.low, each.high] == pytest.approx([1 - (npv.high or 0), 1 - (npv.low or 0)])


def test_of_three_classes_the_interval_elsewhere_is_the_spread_of_samples() -> None:
    three = np.array([[500, 20, 80], [40, 160, 10], [60, 10, 130]])
    rng, rows = np.random.default_rng(0), three.sum(1)
    again = np.stack([rng.multinomial(n, row / n, 20_000) for n, row in zip(rows, three, strict=True)], 1)
    mixed = reweighted(again, 2, 0.02)
    whole, own = risk_estimates(three, 0, 2, 0.02)
    for each, values in ((whole, risk_score(mixed, 0)), (own, risk_scores(mixed, 0)[:, 2])):
        assert [each.low, each.high] == pytest.approx(np.quantile(values, [0.025, 0.975]).tolist(), abs=3e-3)


def test_the_same_miss_rate_reassures_falsely_more_often_where_disease_is_common() -> None:
    """A fifth of the sick is classified as Normal in both; the false omission rate differs."""
    clinic, screening = [[9, 1], [4, 16]], [[9000, 1000], [4, 16]]
    assert missed_as_normal(clinic, 0) == missed_as_normal(screening, 0) == 0.2
    assert risk_score(clinic, 0) == pytest.approx(4 / 13)
    assert risk_score(screening, 0) == pytest.approx(4 / 9004)


def test_the_parts_of_false_reassurance_add_up_to_it() -> None:
    cells = [[50, 2, 1], [4, 16, 0], [6, 1, 9]]
    parts = risk_scores(cells, 0)
    assert math.isnan(parts[0])
    assert parts[1:].sum() == pytest.approx(risk_score(cells, 0)) == pytest.approx(10 / 60)
    assert missed_as_normal_by_class(cells, 0)[1:].tolist() == [4 / 20, 6 / 16]


def test_risk_is_seen_from_the_normal_class_wherever_it_stands() -> None:
    cells = [[9, 0, 4], [1, 16, 6], [2, 1, 50]]
    assert risk_score(cells, 2) == pytest.approx(10 / 60)
    assert missed_as_normal(cells, 2) == pytest.approx(10 / 36)


def test_where_a_cell_is_0_half_the_squared_quantile_is_added_to_each() -> None:
    """Mercaldo, Lau and Zhou 2007, section 3.2: 20 of 25 detected, no false positive among 30."""
    ppv, npv = predictive_estimates(Counts(20, 0, 5, 30), 0.2)
    added = 1.959963984540054**2 / 2
    found, sp = (20 + added) / (25 + 2 * added), (30 + added) / (30 + 2 * added)
    of_found, of_negatives = 25 + 2 * added, 30 + 2 * added
    of_ppv = (
        found * 0.2 / ((1 - sp) * 0.8),
        (1 - found) / found / of_found + sp / (1 - sp) / of_negatives,
    )
    of_npv = (
        sp * 0.8 / ((1 - found) * 0.2),
        (1 - sp) / sp / of_negatives + found / (1 - found) / of_found,
    )
    for estimate, (odds, variance) in ((ppv, of_ppv), (npv, of_npv)):
        reach = 1.959963984540054 * math.sqrt(variance)
        low, high = (1 / (1 + math.exp(-math.log(odds) - side * reach)) for side in (-1, 1))
        assert estimate.low == pytest.approx(min(low, estimate.value))
        assert estimate.high == pytest.approx(max(high, estimate.value))
        assert estimate.method == "adjusted logit"
    assert (ppv.value, ppv.high) == (1.0, 1.0)
