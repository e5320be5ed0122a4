"""Two models, and several readers, on the same weighted cases: as of repeated rows, drawn by case or patient."""

from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import Estimate, auc
from metrics.intervals.observed_to_expected import observed_to_expected
from metrics.measures.case_weights import weighted_table, whole_weights
from metrics.measures.placements import proportions_placed, weighted_placements
from metrics.notes import Code
from metrics.paired.areas_over_folds import paired_auc_over_folds
from metrics.paired.paired_auc import matching_threshold, paired_auc_of_patients, paired_auc_of_weights
from metrics.paired.paired_proportions import paired_proportion, swapped_p
from metrics.paired.predictive_ratios import predictive_ratio
from metrics.paired.reader_mean import area_read, difference_of_readers, over_readers, proportion_read
from metrics.thresholds import ThresholdTable
from tests.support.declared import is_declared


class Cases:
    """(n,) of a class or not, predictions and scores of two models, weights; and the same with repeated rows."""

    def __init__(self, cases: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.truth = rng.random(cases) < 0.5
        self.scores = tuple(np.round(rng.normal(0, 1, cases) + gain * self.truth, 1) for gain in (1.5, 0.8))
        self.predicted = tuple(each > 0.5 for each in self.scores)
        self.times = rng.integers(0, 4, cases)
        self.times[-1] += not self.times[-1]  # as many patients are then drawn of the copies as there are cases
        self.patients = np.repeat(np.arange(cases), self.times)

    def repeated(self, values: np.ndarray) -> np.ndarray:
        return np.repeat(values, self.times)


def bounds(estimate: Estimate) -> tuple[float | None, ...]:
    return estimate.value, estimate.low, estimate.high


def same(own: Estimate, other: Estimate) -> None:
    """The same value and bounds; those of single cases under their own name."""
    assert bounds(own) == pytest.approx(bounds(other), nan_ok=True)
    assert own.method is None or (is_declared(own.method) and "patient" not in own.method)


@given(st.integers(0, 1000), st.integers(1, 40))
def test_copies_are_as_many_independent_cases(seed: int, number: int) -> None:
    cases = Cases(number, seed)
    own = paired_proportion(*cases.predicted, copies=cases.times)
    assert own == paired_proportion(*map(cases.repeated, cases.predicted))
    ratio = predictive_ratio(cases.truth, *cases.predicted, copies=cases.times)
    other = predictive_ratio(*map(cases.repeated, (cases.truth, *cases.predicted)))
    assert str(ratio) == str(other), "nan is not nan"


@pytest.mark.parametrize("number", [12, 150, 1_500])
def test_weighted_copies_are_as_many_weighted_cases(number: int) -> None:
    """Of more than 2,000 random groups are drawn, of others the same cases in another order."""
    cases, weights = Cases(number, 3), np.random.default_rng(4).integers(0, 5, number)
    own = paired_proportion(*cases.predicted, weights=weights, copies=cases.times)
    other = paired_proportion(*map(cases.repeated, cases.predicted), weights=cases.repeated(weights))
    assert (own.values, own.p, own.differing) == (other.values, other.p, other.differing)
    assert (own.both, own.first_only, own.second_only, own.neither, own.is_clustered) == (
        other.both, other.first_only, other.second_only, other.neither, other.is_clustered
    )  # fmt: skip
    as_wide(own.difference, other.difference)
    ratio = predictive_ratio(cases.truth, *cases.predicted, weights=weights, copies=cases.times)
    whole = predictive_ratio(*map(cases.repeated, (cases.truth, *cases.predicted)), weights=cases.repeated(weights))
    assert (ratio.first, ratio.second, ratio.values) == (whole.first, whole.second, whole.values)
    assert ratio.p == pytest.approx(whole.p, rel=1e-6, nan_ok=True)
    as_wide(ratio.ratio, whole.ratio)
    as_wide(ratio.difference, whole.difference)


def as_wide(own: Estimate, other: Estimate) -> None:
    assert (own.value, own.method, own.note) == (other.value, other.method, other.note)
    if other.low is not None:
        assert (own.high - own.low) / (other.high - other.low) == pytest.approx(1, abs=0.1)


@given(st.integers(0, 1000), st.integers(1, 40))
def test_a_proportion_of_weighted_cases_is_that_of_copied_patients(seed: int, number: int) -> None:
    cases = Cases(number, seed)
    own = paired_proportion(*cases.predicted, weights=cases.times)
    other = paired_proportion(*map(cases.repeated, cases.predicted), cases.patients)
    assert own.values == pytest.approx(other.values, nan_ok=True)
    assert own.difference.value == pytest.approx(other.difference.value, nan_ok=True)
    if other.is_clustered:  # else each patient has one row, and another interval
        same(own.difference, other.difference)
        assert (own.p, own.differing) == (pytest.approx(other.p), other.differing)
    assert own.cases == number
    assert not own.is_clustered


def test_patients_with_several_weighted_rows_are_drawn_together() -> None:
    cases, owners = Cases(200, 1), np.arange(200) // 4
    own = paired_proportion(*cases.predicted, owners, weights=cases.times)
    other = paired_proportion(*map(cases.repeated, cases.predicted), cases.repeated(owners))
    assert bounds(own.difference) == pytest.approx(bounds(other.difference))
    assert own.difference.method == other.difference.method
    assert own.is_clustered
    assert own.p == pytest.approx(other.p)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("style", ["default", "conventional"])
def test_predictive_values_of_weighted_cases_are_those_of_copied_patients(seed: int, style: str) -> None:
    cases = Cases(120, seed)
    own = predictive_ratio(cases.truth, *cases.predicted, style=style, weights=cases.times)
    again = [cases.repeated(each) for each in (cases.truth, *cases.predicted)]
    other = predictive_ratio(*again, cases.patients, style=style)
    same(own.ratio, other.ratio)
    same(own.difference, other.difference)
    assert own.p == pytest.approx(other.p)
    assert own.values == pytest.approx(other.values)
    assert own.first[1] == cases.predicted[0].sum()


def test_a_model_that_never_predicts_has_no_predictive_value() -> None:
    cases = Cases(60, 0)
    found = predictive_ratio(cases.truth, np.zeros(60, bool), cases.predicted[1], weights=cases.times)
    assert (found.difference.is_defined, found.ratio.is_defined) == (False, False)
    assert found.difference.note is not None
    assert found.difference.note.code is Code.ONE_NEVER_PREDICTS


def weighted_auc(cases: Cases, scores: np.ndarray, whole: np.ndarray) -> float:
    return auc(weighted_table(scores, cases.truth, whole))


def area_of_pairs(truth: np.ndarray, scores: np.ndarray, weights: np.ndarray) -> float:
    """Over all pairs of a case of the class and another; ties count half."""
    own, others = scores[truth][:, None], scores[~truth]
    each = np.outer(weights[truth], weights[~truth])
    return float((each * ((own > others) + (own == others) / 2)).sum() / each.sum())


def test_areas_are_those_of_all_weighted_pairs_and_their_difference_spreads_as_samples_do() -> None:
    weights = np.random.default_rng(0).exponential(1.0, 300)
    cases, whole = Cases(300, 0), whole_weights(weights)
    found = paired_auc_of_weights(cases.truth, cases.scores, whole)
    areas = [area_of_pairs(cases.truth, each, weights) for each in cases.scores]
    assert [found.first.value, found.second.value] == pytest.approx(areas, abs=1e-9)
    assert found.difference.value == pytest.approx(areas[0] - areas[1], abs=1e-9)
    assert all(is_declared(str(each.method)) for each in (found.first, found.difference))
    assert "patient" not in f"{found.first.method}{found.difference.method}"
    others = [Cases(300, 1000 + seed) for seed in range(200)]
    again = [weighted_auc(each, each.scores[0], whole) - weighted_auc(each, each.scores[1], whole) for each in others]
    assert found.difference.high - found.difference.low == pytest.approx(2 * 1.98 * np.std(again), rel=0.25)
    assert found.p == pytest.approx(2 * (1 - NormalDist().cdf(abs(found.z))))


def test_weights_of_1_compare_areas_as_no_weights_do() -> None:
    cases = Cases(200, 5)
    own = paired_auc_of_weights(cases.truth, cases.scores, np.ones(200, np.int64))
    other = paired_auc_of_patients(cases.truth, *cases.scores)
    assert own.difference.value == pytest.approx(other.difference.value)
    assert own.z == pytest.approx(other.z, rel=0.1)


def test_scores_that_order_alike_differ_by_nothing() -> None:
    cases = Cases(100, 2)
    found = paired_auc_of_weights(cases.truth, (cases.scores[0], 2 * cases.scores[0]), cases.times)
    assert (found.difference.value, found.z, found.p) == (0, 0, 1)
    assert found.difference.note is not None
    assert found.difference.note.code is Code.SAME_ORDER
    few = paired_auc_of_weights(cases.truth[:15], (cases.scores[0][:15], cases.scores[1][:15]), cases.times[:15])
    assert (few.difference.low, few.z == few.z) == (None, False)


def test_means_of_folds_are_those_of_copied_patients() -> None:
    cases, folds = Cases(300, 3), np.arange(300) % 5
    kept = cases.times > 0
    tables = tuple(weighted_table(each[kept], cases.truth[kept], cases.times[kept]) for each in cases.scores)
    scores = tuple(each[kept] for each in cases.scores)
    own = paired_auc_over_folds(
        cases.truth[kept], scores, (folds[kept], folds[kept]), tables=tables, weights=cases.times[kept]
    )
    again = tuple(map(cases.repeated, cases.scores))
    of_copies = cases.repeated(folds), cases.repeated(folds)
    other = paired_auc_over_folds(cases.repeated(cases.truth), again, of_copies, cases.patients)
    assert own is not None
    assert other is not None
    assert bounds(own.difference) == pytest.approx(bounds(other.difference))
    assert own.p == pytest.approx(other.p)


def test_a_threshold_meets_the_weighted_rate_of_the_other() -> None:
    cases, kept = Cases(200, 4), Cases(200, 4).times > 0
    table = weighted_table(cases.scores[0][kept], cases.truth[kept], cases.times[kept])
    again = ThresholdTable.from_scores(cases.repeated(cases.scores[0]), cases.repeated(cases.truth))
    for held in ("sensitivity", "specificity"):
        own = matching_threshold(held, cases.truth, cases.predicted[1], table, cases.times)
        truth, standing = cases.repeated(cases.truth), cases.repeated(cases.predicted[1])
        assert own == matching_threshold(held, truth, standing, again)


def test_observed_to_expected_is_that_of_copied_patients() -> None:
    cases, risks = Cases(200, 6), np.random.default_rng(6).random(200)
    own = observed_to_expected(cases.truth, risks, weights=cases.times)
    other = observed_to_expected(cases.repeated(cases.truth), cases.repeated(risks), cases.patients)
    assert own.value == pytest.approx(other.value)
    for one, two in zip(bounds(own), bounds(other), strict=True):
        assert one == pytest.approx(two, rel=0.03), "two sets of draws, as patients without weight are drawn, too"


def test_a_mean_over_readers_is_that_of_copied_patients() -> None:
    cases = [Cases(150, seed) for seed in range(4)]
    first, kept = cases[0], cases[0].times > 0
    truth, times, again = first.truth[kept], first.times[kept], first.repeated(first.truth)
    for at in (0, 1):
        of_scores = [each.scores[at] + first.truth for each in cases]
        own = [area_read(each[kept], truth, times) for each in of_scores]
        other = [area_read(first.repeated(each), again) for each in of_scores]
        assert bounds(over_readers(own)) == pytest.approx(bounds(over_readers(other, first.patients)))
        own = [proportion_read(each[kept] > 0.5, truth, times) for each in of_scores]
        other = [proportion_read(first.repeated(each > 0.5), again) for each in of_scores]
        assert bounds(over_readers(own)) == pytest.approx(bounds(over_readers(other, first.patients)))
    apart = difference_of_readers(own, own)
    assert apart.value == 0


@given(st.integers(0, 1000), st.integers(2, 30))
def test_weights_of_1_place_cases_as_no_weights_do(seed: int, number: int) -> None:
    cases = Cases(number, seed)
    if cases.truth.all() or not cases.truth.any():
        return
    part = 1 / np.where(cases.truth, cases.truth.sum(), (~cases.truth).sum())
    found = weighted_placements(cases.scores[0], cases.truth, part)
    assert found == pytest.approx(proportions_placed(cases.scores[0], cases.truth))


def test_p_of_heavy_patients_has_no_overflow() -> None:
    ahead = np.random.default_rng(0).integers(-40, 60, 60)
    assert swapped_p(ahead * 10**12) == pytest.approx(swapped_p(ahead))
    odd = ahead * 10**12 + np.random.default_rng(1).integers(0, 9, 60)  # no common divisor: the normal limit
    assert swapped_p(odd) == pytest.approx(swapped_p(ahead), rel=0.2)


def test_a_difference_that_no_replicate_changes_is_not_the_same_order() -> None:
    truth = np.arange(60) % 2 == 0
    found = paired_auc_of_weights(truth, (truth.astype(float), 1.0 - truth), np.ones(60, np.int64))
    assert (found.difference.value, found.difference.low) == (1.0, None)
    assert found.difference.note.code is Code.ALL_REPLICATES_EQUAL
    assert np.isnan(found.z)
