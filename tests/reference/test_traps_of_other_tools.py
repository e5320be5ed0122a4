"""Mistakes that other tools shipped, as far as they are mistakes of arithmetic."""

import math

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from metrics import (
    METRICS,
    ConfusionMatrix,
    Estimate,
    ThresholdTable,
    auc,
    balanced_accuracy,
    clopper_pearson,
    delong,
    macro,
    mcc,
    natural_frequencies,
    wilson,
)


def test_table_and_matrix_agree_at_a_threshold_that_is_a_score() -> None:
    """`>` in one panel and `>=` in another."""
    scores, truth = np.array([0.2, 0.5, 0.5, 0.8]), np.array([0, 1, 0, 1])
    for threshold in (0.2, 0.5, 0.8):
        matrix = ConfusionMatrix.from_codes(truth, (scores >= threshold).astype(int), ("no", "yes"))
        assert tuple(ThresholdTable.from_scores(scores, truth).at(threshold)) == tuple(matrix.one_vs_rest()[1])


def test_the_area_of_a_rare_disease_comes_from_every_score() -> None:
    """A grid of 100 thresholds said 0.712 of scores that all lie below 0.01."""
    generator = np.random.default_rng(5)
    truth = np.arange(20_000) < 60
    scores = np.exp(generator.normal(-9 + 1.9 * truth, 1))
    table = ThresholdTable.from_scores(scores, truth)
    rates = [METRICS[key](table.counts) for key in ("fpr", "sensitivity")]
    assert auc(table) == pytest.approx(roc_auc_score(truth, scores), abs=1e-12)
    assert auc(table) == pytest.approx(np.trapezoid(rates[1], rates[0]), abs=1e-12)
    on_a_grid = [table.at(i / 100) for i in range(101)]
    area = -np.trapezoid([METRICS["sensitivity"](c) for c in on_a_grid], [METRICS["fpr"](c) for c in on_a_grid])
    assert abs(area - auc(table)) > 0.1


def test_the_positive_class_is_named_and_not_the_later_one_in_the_alphabet() -> None:
    truth, scores = np.array(["sick", "well", "sick", "well"]), [0.9, 0.2, 0.8, 0.4]
    assert auc(ThresholdTable.from_scores(scores, truth == "sick")) == 1
    assert auc(ThresholdTable.from_scores(scores, truth == "well")) == 0
    matrix = ConfusionMatrix.from_labels(truth, ["sick"] * 4, labels=["well", "sick"])
    assert METRICS["sensitivity"](matrix.one_vs_rest()).tolist() == [0, 1]


def test_a_model_that_ranks_backwards_is_not_turned_around() -> None:
    table = ThresholdTable.from_scores([0.1, 0.2, 0.3, 0.8, 0.9], [1, 1, 0, 1, 0])
    assert auc(table) == delong(table).value == pytest.approx(1 / 6)
    assert mcc([[1, 4], [5, 1]]) < 0


def intervals() -> list[Estimate]:
    shares = [(s, n) for n in range(1, 41) for s in range(n + 1)]
    return [
        interval(s, n, level) for s, n in shares for interval in (wilson, clopper_pearson) for level in (0.95, 0.999)
    ]


def test_no_interval_leaves_the_range_of_its_number() -> None:
    """Wald's would: 1.04 as the bound of a sensitivity."""
    for estimate in intervals():
        assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
        assert estimate.low < estimate.high


def test_no_case_beyond_the_first_ten_thousand_is_lost() -> None:
    scores = np.random.default_rng(3).permutation(30_000) / 30_000
    table = ThresholdTable.from_scores(scores, scores > 0.25)
    assert len(table.scores) == 30_000
    assert table.thresholds[-1] == 0
    assert tuple(table.at(0)) == (22_499, 7_501, 0, 0)


def test_a_class_of_the_truth_alone_or_of_the_calls_alone_is_one_nan() -> None:
    matrix = ConfusionMatrix.from_labels(["a", "a", "only true"], ["a", "only called", "a"])
    sensitivity, ppv = (METRICS[key](matrix.one_vs_rest()) for key in ("sensitivity", "ppv"))
    assert matrix.labels == ("a", "only called", "only true")
    assert sensitivity[[0, 2]].tolist() == [0.5, 0]
    assert ppv[[0, 1]].tolist() == [0.5, 0]
    assert np.isnan([sensitivity[1], ppv[2]]).all()
    assert macro(sensitivity) == balanced_accuracy(matrix.cells) == macro(ppv) == 0.25


def test_labels_in_another_order_do_not_flip_the_correlation() -> None:
    """+0.85 became -0.85 where rows and columns were sorted apart."""
    truth, predicted = ["b"] * 50 + ["a"] * 50, ["b"] * 46 + ["a"] * 54
    for labels in (None, ["a", "b"], ["b", "a"]):
        matrix = ConfusionMatrix.from_labels(truth, predicted, labels)
        assert mcc(matrix.cells) == pytest.approx(0.9230, abs=1e-4)


def test_a_class_called_na_is_a_class() -> None:
    matrix = ConfusionMatrix.from_labels(["NA", "nan", "None", ""], ["NA", "nan", "None", ""])
    assert matrix.labels == ("", "NA", "None", "nan")
    assert matrix.total == 4


def test_scores_are_not_rounded_into_ties() -> None:
    table = ThresholdTable.from_scores([0.3, 0.1 + 0.2, 1 - 2**-53, 1.0], [False, True, False, True])
    assert len(table.scores) == 4
    assert auc(table) == 0.75


def test_people_are_never_lost_in_rounding() -> None:
    for thousandths in range(1001):
        people = natural_frequencies(0.815, 0.9455, thousandths / 1000, whole=True)
        assert people.tp + people.fn + people.fp + people.tn == 1000
        assert people.diseased == pytest.approx(thousandths, abs=1)


def test_an_undefined_number_is_not_a_number_in_any_tool_that_reads_it() -> None:
    assert math.isnan(float(METRICS["ppv"](ThresholdTable.from_scores([0.5], [True]).at(math.inf))))
