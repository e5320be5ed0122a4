"""The AUC of a cross-validated file is the mean of its folds, with an interval that covers it."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from metrics import ConfusionMatrix, Estimate, Evaluation, ResamplingUnits, ThresholdTable
from metrics.intervals.areas.over_folds import FoldTables, mean_interval, over_folds
from metrics.intervals.auc_bounds import auc_bounds
from metrics.notes import Code, Note
from tests.metrics.measures.test_placements import placed_sums

ONE = np.ones(1)


def units_of(truth, scores, folds, patients=None, weights=None) -> ResamplingUnits:
    codes = np.asarray(truth, np.int16)
    count = len(codes) if patients is None else len(np.unique(patients))
    return ResamplingUnits(
        codes, codes, 2, count, (None, np.asarray(scores, float)), patients, weights, np.asarray(folds)
    )


def evaluation(units: ResamplingUnits) -> Evaluation:
    table = ThresholdTable.from_scores(units.scores[1], units.truth == 1)
    matrix = ConfusionMatrix.from_codes(units.truth, units.predicted, ("Normal", "VT"))
    return Evaluation(matrix, (None, table), units=units)


def shown(units: ResamplingUnits, level: float = 0.95) -> Estimate:
    found = over_folds(units, 1)
    assert found is not None
    return mean_interval(found.value, [found], ONE, level)


def drawn(rng: np.random.Generator, auc: float = 0.9, positives: int = 40, negatives: int = 120, folds: int = 5):
    """True classes, scores and folds of models that separate alike, each on a scale of its own."""
    truth = np.repeat([1, 0], [positives, negatives])
    scores = rng.normal(size=len(truth)) + truth * math.sqrt(2) * special.ndtri(auc)
    fold = np.concatenate([np.arange(positives) % folds, np.arange(negatives) % folds])
    return truth, scores + 3 * fold, fold


def test_patients_change_no_digit_of_the_mean() -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        truth, scores, folds = drawn(rng, positives=37, negatives=83)
        alone, of_patients = (over_folds(units_of(truth, scores, folds, who), 1) for who in (None, np.arange(120) // 3))
        assert alone is not None
        assert of_patients is not None
        assert of_patients.value == alone.value


def test_each_class_has_the_mean_of_its_own_scores() -> None:
    truth, scores, folds = drawn(np.random.default_rng(3))
    both = (np.random.default_rng(4).random(len(truth)), scores)
    units = replace(units_of(truth, scores, folds), scores=both)
    tables = tuple(ThresholdTable.from_scores(own, truth == label) for label, own in enumerate(both))
    matrix = ConfusionMatrix.from_codes(truth, truth, ("Normal", "VT"))
    classes = Evaluation(matrix, tables, units=units).classes
    for label, own in enumerate(both):
        each = [mann_whitney((truth == label)[folds == fold], own[folds == fold]) for fold in range(5)]
        assert classes[label]["auc"].value == pytest.approx(np.mean(each))


def mann_whitney(truth: np.ndarray, scores: np.ndarray) -> float:
    """The area under the ROC curve, by SciPy."""
    positives, negatives = scores[truth == 1], scores[truth == 0]
    return float(stats.mannwhitneyu(positives, negatives).statistic) / (len(positives) * len(negatives))


@given(st.integers(0, 2**32 - 1), st.integers(2, 6), st.booleans())
def test_the_value_is_the_mean_of_the_folds_that_have_both_kinds(seed: int, folds: int, tied: bool) -> None:
    rng = np.random.default_rng(seed)
    truth, scores, fold = rng.integers(0, 2, 60), rng.normal(size=60), rng.integers(-1, folds, 60)
    scores = np.round(scores) if tied else scores
    parts = [fold == each for each in range(folds)]
    each = [mann_whitney(truth[part], scores[part]) for part in parts if 0 < truth[part].sum() < part.sum()]
    found = over_folds(units_of(truth, scores, fold), 1)
    if len(each) < 2:
        assert found is None
        return
    assert found is not None
    assert found.value == pytest.approx(np.mean(each), abs=1e-12)
    assert (found.used, found.total) == (len(each), len(np.unique(fold[fold >= 0])))
    assert abs(found.influence.sum()) < 1e-5


@pytest.mark.parametrize("per_patient", [1, 4])
def test_the_tables_of_the_folds_and_sums_over_their_patients_tell_the_same(per_patient: int) -> None:
    """Deviations of patients are from the mean of all folds, as those of rows that are held."""
    truth, scores, fold = drawn(np.random.default_rng(9))
    scores, fold = scores.round(1), np.append(fold[:-1], fold.max() + 1)  # one fold has no positives
    patients = (np.arange(len(truth)) // per_patient) * 10 + fold  # each in one fold
    patients = np.unique(patients, return_inverse=True)[1]
    inside = [fold == each for each in range(fold.max() + 1)]
    tables = [ThresholdTable.from_scores(scores[rows], truth[rows] == 1) for rows in inside]
    sums = [placed_sums(scores[rows], truth[rows] == 1, patients[rows]) for rows in inside]
    told = FoldTables({1: tables}, len(inside), placed={1: sums})
    held = over_folds(units_of(truth, scores, fold, patients if per_patient > 1 else None), 1)
    found = told.over_folds(1, is_clustered=per_patient > 1)
    assert held is not None
    assert found is not None
    assert (found.value, found.used, found.total, found.n_units) == (
        pytest.approx(held.value, abs=1e-15), held.used, held.total, held.n_units
    )  # fmt: skip
    assert found.variance == pytest.approx(held.variance, rel=1e-9)
    rows = told.over_folds(1, is_clustered=False)
    assert rows is not None
    assert rows.variance == pytest.approx(over_folds(units_of(truth, scores, fold), 1).variance, rel=1e-12)


def test_patients_that_are_not_told_have_no_interval() -> None:
    truth, scores, fold = drawn(np.random.default_rng(10))
    tables = [ThresholdTable.from_scores(scores[fold == each], truth[fold == each] == 1) for each in range(5)]
    for is_shared, code in ((False, Code.PATIENTS_WITHOUT_SCORES), (True, Code.IDS_IN_SEVERAL_FOLDS)):
        found = FoldTables({1: tables}, 5, is_shared).over_folds(1, is_clustered=True)
        assert found is not None
        assert mean_interval(found.value, [found], ONE, 0.95) == Estimate(found.value, note=Note(code))


def test_another_scale_in_each_fold_changes_nothing() -> None:
    truth, scores, fold = drawn(np.random.default_rng(1))
    there = evaluation(units_of(truth, scores, fold)).classes[1]["auc"]
    rescaled = evaluation(units_of(truth, np.exp(scores - 3 * fold), fold)).classes[1]["auc"]
    assert there == rescaled
    assert (there.method or "").startswith("Newcombe score, DeLong variance, t(")
    assert there.scope is not None
    assert there.scope.code is Code.MEAN_OF_FOLDS


def test_the_pooled_area_is_given_beside_it_only_where_folds_are_several() -> None:
    truth, scores, fold = drawn(np.random.default_rng(2))
    pooled = evaluation(units_of(truth, scores, fold)).pooled_auc(1)
    assert pooled is not None
    assert pooled.value == pytest.approx(mann_whitney(truth, scores))
    one = evaluation(units_of(truth, scores, np.zeros_like(fold)))
    assert one.pooled_auc(1) is None
    assert not one.is_cross_validated
    assert one.classes[1]["auc"].value == pytest.approx(mann_whitney(truth, scores))


def test_the_average_precision_is_pooled_and_says_so() -> None:
    truth, scores, fold = drawn(np.random.default_rng(2))
    found = evaluation(units_of(truth, scores, fold)).classes[1]["average_precision"]
    one = evaluation(units_of(truth, scores, np.zeros_like(fold))).classes[1]["average_precision"]
    assert found.scope == Note(Code.POOLED_OUT_OF_FOLD)
    assert one == replace(found, scope=None)


def test_where_no_two_folds_have_an_area_the_pooled_one_says_so() -> None:
    truth, scores, _ = drawn(np.random.default_rng(3))
    left_out = evaluation(units_of(truth, scores, np.arange(len(truth)))).classes[1]["auc"]
    assert left_out.value == pytest.approx(mann_whitney(truth, scores))
    assert left_out.scope is not None
    assert left_out.scope.code is Code.POOLED_OUT_OF_FOLD


def test_one_row_per_patient_gives_the_interval_of_rows() -> None:
    truth, scores, fold = drawn(np.random.default_rng(4))
    rows, patients = units_of(truth, scores, fold), units_of(truth, scores, fold, np.arange(len(truth)))
    one, other = shown(rows), shown(patients)
    assert (one.low, one.high) == (other.low, other.high)
    assert (other.method or "").startswith("Newcombe score, Obuchowski variance, t(")


def test_rows_written_twice_tell_no_more_once_patients_are_known() -> None:
    truth, scores, fold = drawn(np.random.default_rng(5))
    twice = [np.repeat(each, 2) for each in (truth, scores, fold)]
    once, naive = shown(units_of(truth, scores, fold)), shown(units_of(*twice))
    clustered = shown(units_of(*twice, np.repeat(np.arange(len(truth)), 2)))
    assert (clustered.low, clustered.high) == pytest.approx((once.low, once.high), abs=1e-7)
    assert naive.high - naive.low < once.high - once.low


def test_cases_that_count_by_weights_are_as_if_they_stood_there_so_often() -> None:
    rng = np.random.default_rng(6)
    truth, scores, fold = drawn(rng)
    scores, times = np.round(scores, 1), rng.integers(1, 4, len(truth))
    patients = np.arange(len(truth))
    weighed = shown(units_of(truth, scores, fold, patients, times))
    repeated = shown(units_of(*(np.repeat(each, times) for each in (truth, scores, fold, patients))))
    assert weighed.value == pytest.approx(repeated.value, abs=1e-12)
    assert (weighed.low, weighed.high) == pytest.approx((repeated.low, repeated.high), abs=1e-7)


def test_a_fold_whose_cases_of_a_class_weigh_nothing_has_no_area() -> None:
    truth, scores, fold = drawn(np.random.default_rng(7))
    weights = np.where((fold == 0) & (truth == 1), 0, 2)
    found, others = over_folds(units_of(truth, scores, fold, ROW[: len(truth)], weights), 1), fold > 0
    rest = over_folds(units_of(truth[others], scores[others], fold[others]), 1)
    assert found is not None
    assert rest is not None
    assert (found.value, found.used, found.total) == (pytest.approx(rest.value), rest.used, rest.total + 1)


def test_conventional_bounds_lie_evenly_about_the_mean() -> None:
    units = units_of(*drawn(np.random.default_rng(8)))
    found = evaluation(units).in_style("conventional").classes[1]["auc"]
    assert found.method == "DeLong"
    assert found.low is not None
    assert found.high is not None
    assert found.value - found.low == pytest.approx(found.high - found.value)


ROW = np.arange(200)


@pytest.mark.parametrize(
    ("truth", "fold", "patients", "code"),
    [
        (ROW % 40 == 0, ROW // 40 % 2, None, Code.FEW_CASES_OF_GROUP),
        (ROW % 2, ROW // 100, ROW // 20, Code.FEW_PATIENTS),
        (ROW % 2, ROW // 2 % 2, ROW // 8, Code.IDS_IN_SEVERAL_FOLDS),
        (ROW < 6, ROW % 2, np.maximum(ROW - 5, 0), Code.IDS_IN_SEVERAL_FOLDS),
    ],
)
def test_no_interval_has_a_reason(truth, fold, patients, code: Code) -> None:
    found = shown(units_of(truth, np.random.default_rng(0).normal(size=200), fold, patients))
    assert found.low is None
    assert found.note is not None
    assert found.note.code is code


def test_a_separated_class_has_a_bound_and_a_constant_one_none() -> None:
    truth = np.arange(100) % 2
    separated, constant = (shown(units_of(truth, scale * truth, np.arange(100) // 10)) for scale in (1, 0))
    assert (separated.low, separated.high) == auc_bounds(1.0, 0.0, 50, 50)
    assert separated.method == "Newcombe score"
    assert (constant.low, constant.note) == (None, Note(Code.CONSTANT_SCORES))


def _covered(auc: float, positives: int, negatives: int, folds: int, studies: int = 400) -> float:
    rng, held = np.random.default_rng(7), 0
    for _ in range(studies):
        found = shown(units_of(*drawn(rng, auc, positives, negatives, folds)))
        assert found.low is not None
        assert found.high is not None
        held += found.low <= auc <= found.high
    return held / studies


@pytest.mark.parametrize(("auc", "positives", "negatives", "folds"), [(0.75, 50, 200, 5), (0.95, 100, 400, 10)])
@pytest.mark.thorough
def test_the_interval_covers_the_area_of_models_that_share_no_scale(auc, positives, negatives, folds) -> None:
    assert 0.93 <= _covered(auc, positives, negatives, folds) <= 0.985


FIFTEEN = np.where(ROW < 100, ROW // 2 % 8, 8 + ROW // 2 % 7)  # patients, none of them in both folds


@pytest.mark.parametrize(
    ("truth", "patients"), [(ROW % 20 == 0, None), (ROW % 2, np.where(ROW % 2, FIFTEEN, 100 + ROW))]
)
def test_ten_cases_and_fifteen_patients_of_a_group_are_enough(truth, patients) -> None:
    assert shown(units_of(truth, np.random.default_rng(0).normal(size=200), ROW // 100, patients)).low is not None
