"""scikit-learn as the independent reference, and where it answers 0 to what nobody can know."""

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn import metrics as reference
from sklearn.linear_model import LogisticRegression

import metrics
from metrics import METRICS, ConfusionMatrix, Estimate, ThresholdTable
from metrics.intervals.bootstrap import Resamples
from metrics.measures.averages import defined
from metrics.summary.averages import MeanOverClasses
from tests.metrics.laws.strategies import Cases, cases, columns

LABELS = ["a", "b", "c", "d"]
label = st.sampled_from("abc")  # d stays absent, and often one of the others
pairs = st.lists(st.tuples(label, label), min_size=1, max_size=30)
usual_scores = cases(2, st.integers(-8, 8).map(lambda i: i / 8) | st.floats(-100, 100))

PER_CLASS = {
    "sensitivity": reference.recall_score,
    "ppv": reference.precision_score,
    "f1": reference.f1_score,
    "jaccard": reference.jaccard_score,
}
OVERALL = {
    "accuracy": reference.accuracy_score,
    "balanced_accuracy": reference.balanced_accuracy_score,
    "mcc": reference.matthews_corrcoef,
    "kappa": reference.cohen_kappa_score,
}


def quietly(function: Callable[..., Any], *given_: Any, **more: Any) -> Any:
    """Without the warnings: what scikit-learn warns of is what these tests are about."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*given_, **more)


def both_groups(given_: Cases) -> bool:
    return len({positive for _, positive in given_}) == 2


@given(pairs)
def test_the_matrix_is_the_same(given_: list[tuple[str, str]]) -> None:
    truth, predicted = zip(*given_, strict=True)
    ours = ConfusionMatrix.from_labels(truth, predicted, LABELS)
    assert_array_equal(ours.cells, reference.confusion_matrix(truth, predicted, labels=LABELS))


@pytest.mark.thorough
@pytest.mark.parametrize("key", PER_CLASS)
@given(pairs)
def test_class_metrics_are_the_same_with_undefined_as_nan(key: str, given_: list[tuple[str, str]]) -> None:
    truth, predicted = zip(*given_, strict=True)
    matrix = ConfusionMatrix.from_labels(truth, predicted, LABELS)
    ours = METRICS[key](matrix.one_vs_rest())
    settings = {"labels": LABELS, "zero_division": 0 if key == "jaccard" else math.nan}
    theirs = PER_CLASS[key](truth, predicted, average=None, **settings)
    assert_allclose(np.nan_to_num(ours) if key == "jaccard" else ours, theirs, atol=1e-12)
    assert_allclose(metrics.micro(key, matrix.one_vs_rest()), PER_CLASS[key](truth, predicted, average="micro"))
    weighted = metrics.weighted(np.nan_to_num(ours), matrix.support)
    usual = {"labels": LABELS, "zero_division": 0}
    assert_allclose(weighted, PER_CLASS[key](truth, predicted, average="weighted", **usual), atol=1e-12)
    if key != "jaccard":
        assert_allclose(metrics.macro(ours), PER_CLASS[key](truth, predicted, average="macro", **settings), atol=1e-12)


@pytest.mark.parametrize("key", OVERALL)
@given(pairs)
def test_agreement_is_the_same_where_both_define_it(key: str, given_: list[tuple[str, str]]) -> None:
    truth, predicted = zip(*given_, strict=True)
    matrix = ConfusionMatrix.from_labels(truth, predicted, LABELS)
    ours, theirs = getattr(metrics, key)(matrix.cells), quietly(OVERALL[key], truth, predicted)
    if math.isnan(ours):
        assert math.isnan(theirs) or theirs == 0
    else:
        assert ours == pytest.approx(theirs, abs=1e-12)


@pytest.mark.thorough
@given(usual_scores)
def test_areas_are_the_same_with_ties(given_: Cases) -> None:
    scores, truth = columns(given_)
    table = ThresholdTable.from_scores(scores, truth)
    if not both_groups(given_):
        assert math.isnan(metrics.auc(table))
        assert math.isnan(quietly(reference.roc_auc_score, truth, scores))
        return
    assert metrics.auc(table) == pytest.approx(reference.roc_auc_score(truth, scores), abs=1e-12)
    ours, theirs = metrics.average_precision(table), reference.average_precision_score(truth, scores)
    assert ours == pytest.approx(theirs, abs=1e-12)


@given(usual_scores)
def test_curves_have_the_same_points(given_: Cases) -> None:
    scores, truth = columns(given_)
    if not both_groups(given_):
        return
    table = ThresholdTable.from_scores(scores, truth)
    fpr, tpr, thresholds = reference.roc_curve(truth, scores, drop_intermediate=False)
    assert_array_equal(table.thresholds, thresholds)
    assert_allclose(METRICS["fpr"](table.counts), fpr)
    assert_allclose(METRICS["sensitivity"](table.counts), tpr)
    precision, recall, rising = reference.precision_recall_curve(truth, scores)
    assert_array_equal(table.scores[::-1], rising)
    assert_allclose(METRICS["ppv"](table.counts)[:0:-1], precision[:-1])
    assert_allclose(METRICS["sensitivity"](table.counts)[::-1], recall)


def test_many_cases_with_and_without_ties_are_the_same() -> None:
    generator = np.random.default_rng(7)
    truth = generator.random(60_000) < 0.04
    for scores in (generator.normal(truth), np.round(generator.normal(truth), 2)):
        table = ThresholdTable.from_scores(scores, truth)
        fpr, tpr, _ = reference.roc_curve(truth, scores, drop_intermediate=False)
        assert len(table.thresholds) == len(fpr) == len(np.unique(scores)) + 1  # not thinned to some 10,000
        assert_allclose(METRICS["fpr"](table.counts), fpr)
        assert_allclose(METRICS["sensitivity"](table.counts), tpr)
        assert metrics.auc(table) == pytest.approx(reference.roc_auc_score(truth, scores), abs=1e-12)
        expected = reference.average_precision_score(truth, scores)
        assert metrics.average_precision(table) == pytest.approx(expected, abs=1e-12)


def test_what_scikit_learn_makes_zero_is_undefined_here() -> None:
    truth, predicted = ["a", "a", "b"], ["a", "a", "a"]
    counts = ConfusionMatrix.from_labels(truth, predicted, LABELS[:3]).one_vs_rest()
    for key, missing in {"ppv": [1, 2], "sensitivity": [2], "f1": [2], "jaccard": [2]}.items():
        theirs = quietly(PER_CLASS[key], truth, predicted, labels=LABELS[:3], average=None)
        assert (theirs[missing] == 0).all()
        assert np.isnan(METRICS[key](counts)[missing]).all()
    assert reference.matthews_corrcoef(truth, predicted) == 0
    assert math.isnan(metrics.mcc([[2, 0], [1, 0]]))
    no_case = ThresholdTable.from_scores([0.1, 0.2], [False, False])
    assert quietly(reference.average_precision_score, [0, 0], [0.1, 0.2]) == 0
    assert math.isnan(metrics.average_precision(no_case))


def test_a_class_that_is_only_predicted_does_not_drag_the_macro_recall() -> None:
    """scikit-learn says 0.5 and 0.75 of the same matter."""
    truth, predicted = ["a", "a", "b", "b"], ["a", "c", "b", "b"]
    matrix = ConfusionMatrix.from_labels(truth, predicted)
    recall = METRICS["sensitivity"](matrix.one_vs_rest())
    assert quietly(reference.recall_score, truth, predicted, average="macro") == 0.5
    assert metrics.macro(recall) == metrics.balanced_accuracy(matrix.cells) == 0.75
    assert defined(recall) == 2


@pytest.mark.parametrize("key", ["sensitivity", "ppv", "f1"])
@given(pairs)
def test_undefined_counted_as_0_is_the_macro_and_weighted_average_of_scikit_learn(
    key: str, given_: list[tuple[str, str]]
) -> None:
    truth, predicted = zip(*given_, strict=True)
    matrix = ConfusionMatrix.from_labels(truth, predicted, LABELS)
    ours, usual = METRICS[key](matrix.one_vs_rest()), {"labels": LABELS, "zero_division": 0}
    macro, weighted = (PER_CLASS[key](truth, predicted, average=average, **usual) for average in ("macro", "weighted"))
    of_classes = [Estimate(float(value)) for value in ours]
    mean = MeanOverClasses(matrix, 0.95, Resamples.of(matrix.cells), undefined_as_zero=True)
    assert mean(key, of_classes, by_cases=False).value == pytest.approx(macro, abs=1e-12)
    assert mean(key, of_classes, by_cases=True).value == pytest.approx(weighted, abs=1e-12)


@pytest.mark.parametrize("classes", [3, 6])
def test_the_one_vs_one_area_is_the_same(classes: int) -> None:
    generator = np.random.default_rng(classes)
    truth = np.concatenate([np.arange(classes), generator.integers(0, classes, 300)])
    scores = generator.dirichlet(np.ones(classes), len(truth))
    expected = reference.roc_auc_score(truth, scores, multi_class="ovo")
    assert metrics.hand_till(truth, scores) == pytest.approx(expected, abs=1e-12)


@given(cases(1, st.floats(0, 1)))
def test_the_brier_score_is_the_same(given_: Cases) -> None:
    scores, truth = columns(given_)
    expected = reference.brier_score_loss(truth, scores, pos_label=True)
    assert metrics.brier(ThresholdTable.from_scores(scores, truth)) == pytest.approx(expected, abs=1e-12)


def test_the_brier_score_of_several_classes_is_the_same() -> None:
    generator = np.random.default_rng(2)
    truth, scores = generator.integers(0, 4, 200), generator.dirichlet(np.ones(4), 200)
    expected = reference.brier_score_loss(truth, scores, labels=range(4), scale_by_half=False)
    assert metrics.multiclass_brier(truth, scores) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_recalibration_is_logistic_regression_on_the_log_odds(seed: int) -> None:
    generator = np.random.default_rng(seed)
    scores = generator.beta(1, 3, 500)
    truth = generator.random(500) < scores**1.5
    log_odds = np.log(scores / (1 - scores))[:, None]
    fit = LogisticRegression(C=np.inf, tol=1e-10, max_iter=1000).fit(log_odds, truth)
    ours = metrics.recalibration(ThresholdTable.from_scores(scores, truth))
    assert (ours.slope, ours.intercept) == pytest.approx((fit.coef_[0, 0], fit.intercept_[0]), rel=1e-5)
