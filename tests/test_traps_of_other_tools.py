"""Mistakes that other tools shipped, each with the test that would catch it here.

A test without a file stands below, the others in that file of tests/.

Of tools that show numbers:
(i) a file in one session, another in the next: the second shows the first's numbers
    ui/state/test_choices.py::test_two_sessions_share_nothing
    ui/state/test_choices.py::test_an_example_after_an_upload_shows_its_own_numbers_and_back
(ii) `>` in one panel and `>=` in another
    test_table_and_matrix_agree_at_a_threshold_that_is_a_score
    pages/test_threshold.py::test_a_score_exactly_at_the_threshold_is_predicted
(iii) a slider at 0.29 tells of 0.28
    pages/test_threshold.py::test_the_box_keeps_a_threshold_to_the_last_digit
    metrics/test_thresholds.py::test_every_hundredth_is_its_own_threshold
(iv) the area of a rare disease from a coarse grid
    test_the_area_of_a_rare_disease_comes_from_every_score
(v) rows without a true class in the denominators
    pages/test_overview.py::test_rows_without_a_true_class_are_in_no_denominator
    predictions/build/checks/test_study.py::test_rows_without_true_class_are_excluded_and_counted
(vi) the positive class is the later name in the alphabet
    test_the_positive_class_is_named_and_not_the_later_one_in_the_alphabet
    predictions/build/checks/test_scores.py::test_without_telling_names_the_predictions_tell_the_positive_class
(vii) a model that ranks backwards is silently turned around
    test_a_model_that_ranks_backwards_is_not_turned_around
    predictions/build/checks/test_scores.py::test_a_score_that_runs_against_the_predictions_is_said_and_not_flipped
(viii) intervals beyond 0 or 1
    test_no_interval_leaves_the_range_of_its_number
    test_no_number_of_an_almost_perfect_model_reaches_beyond_1
(ix) curves of the first 10,000 points
    test_no_case_beyond_the_first_ten_thousand_is_lost
    charts/style/test_thinning.py::test_a_million_scores_become_at_most_a_thousand_points
(x) a class that is only true, or only predicted, crashes or drags the macro average
    test_a_class_only_true_or_only_predicted_is_one_nan
    report/formats/test_json_document.py::test_a_class_that_is_only_predicted_pulls_no_average_down
(xi) 100,000 rows freeze the page for 20 seconds
    journeys/test_traps_on_pages.py::test_a_hundred_thousand_rows_keep_every_page_quick_and_light
(xii) a wrong frame rate changes the scores
    journeys/test_traps_on_pages.py::test_a_frame_rate_changes_seconds_and_no_score
    metrics/measures/test_segments.py::test_every_frame_repeated_changes_no_score
(xiii) rows and columns in another order, a totals row, classes named NA
    test_labels_in_another_order_do_not_flip_the_correlation
    predictions/test_opening_matrix.py::test_what_was_assumed_is_said
    predictions/build/checks/test_study.py::test_a_totals_row_is_excluded_but_a_class_named_total_is_not
    test_a_class_named_na_is_a_class
    predictions/columns/test_labels.py::test_only_blank_cells_are_missing_and_only_whole_numbers_are_unified

Of libraries that compute them:
(1) macro recall counts a class that is predicted but never true, balanced accuracy does not
    reference/test_against_scikit_learn.py::test_a_class_that_is_only_predicted_does_not_drag_the_macro_recall
(2) labels that were not listed are dropped without a word
    metrics/kernels/test_encoding.py::test_what_cannot_be_counted_is_refused
(3) columns of scores are taken in the order of sorted labels, and must sum to 1
    predictions/build/checks/test_scores.py::test_a_score_per_class_is_known_by_its_name
    metrics/test_ranking.py::test_classes_and_cases_in_another_order_and_scores_on_another_scale_change_nothing
(4) the average precision is 0 where there is no positive case
    reference/test_against_scikit_learn.py::test_what_scikit_learn_makes_zero_is_undefined_here
(5) of one degenerate table kappa is nan and the correlation 0
    test_kappa_and_the_correlation_are_undefined_together
    metrics/laws/test_laws.py::test_one_class_alone_leaves_undefined_what_nobody_could_know
(6) the word "None" for a number, an area from labels alone, intervals of Wald
    report/formats/test_json_document.py::test_an_undefined_number_says_why_with_the_name_of_its_class
    journeys/test_every_page_in_every_state.py::test_a_page_says_its_finding_and_never_a_missing_number
    test_labels_alone_have_no_area
    test_no_interval_leaves_the_range_of_its_number
(7) 0 for 0/0, a sigmoid over scores beyond 1, accuracy that is recall
    test_an_undefined_number_is_not_a_number_in_any_tool_that_reads_it
    predictions/build/checks/test_scores.py::test_odd_scores_are_said_with_their_number
    metrics/laws/test_laws.py::test_every_measure_is_its_definition_and_nan_only_where_that_divides_by_zero
(8) a standard error of macro F1 that is a third too wide
    test_the_interval_of_macro_f1_is_as_wide_as_the_delta_method_says
(9) an NPV of 0.414 instead of 0.958 at another prevalence
    metrics/prevalence/test_predictive_values.py::test_predictive_values_at_another_prevalence_are_those_of_bayes
(10) a threshold of 0 in a decision curve
    metrics/utility/test_net_benefit.py::test_a_threshold_of_0_counts_cases_only_and_of_1_nothing
(11) segments counted together, or averaged over the sequences, under one name
    metrics/measures/test_segments.py::test_counting_sequences_together_is_not_the_mean_of_each
(12) the standard deviation of folds divided by their number
    metrics/folds/test_fold_summary.py::test_mean_and_sd_are_those_over_the_folds_where_it_is_defined
    report/test_five_documents.py::test_folds_each_and_their_mean_and_sample_deviation
(13) matrices with the predicted class in their rows, and other answers taken for a class
    predictions/test_opening_matrix.py::test_tables_of_other_programs_say_what_their_rows_are
    test_an_answer_that_is_no_class_is_neither_correct_nor_half_correct
(14) "unclear" counts as half correct
    test_an_answer_that_is_no_class_is_neither_correct_nor_half_correct
(15) scores rounded into ties
    test_scores_are_not_rounded_into_ties
    predictions/test_round_trip.py::test_scores_come_back_to_the_last_bit
"""

import ast
import math
import re
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from metrics import (
    METRICS,
    ConfusionMatrix,
    Estimate,
    Evaluation,
    ThresholdTable,
    auc,
    balanced_accuracy,
    clopper_pearson,
    delong,
    kappa,
    macro,
    mcc,
    natural_frequencies,
    wilson,
)
from tests.predictions.helpers import opened

TESTS = Path(__file__).parent
RHYTHM = np.array([[900, 60, 40], [20, 70, 10], [5, 5, 40]])


def named() -> list[tuple[Path, str]]:
    """(file, test) of every line of the table above."""
    found = re.findall(r"^    (?:(\S+\.py)::)?(test_\w+)$", __doc__ or "", re.MULTILINE)
    return [(TESTS / file if file else Path(__file__), test) for file, test in found]


def written_in(file: Path) -> set[str]:
    return {node.name for node in ast.parse(file.read_text()).body if isinstance(node, ast.FunctionDef)}


@pytest.mark.thorough
def test_every_mistake_has_a_test_that_exists() -> None:
    numbers = re.findall(r"^\((\w+)\) .*\n    \S*test_", __doc__ or "", re.MULTILINE)
    romans = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii"]
    assert numbers == romans + [str(number) for number in range(1, 16)]
    assert [f"{file.name}::{test}" for file, test in named() if test not in written_in(file)] == []


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
    proportions = [(s, n) for n in range(1, 41) for s in range(n + 1)]
    return [
        interval(s, n, level)
        for s, n in proportions
        for interval in (wilson, clopper_pearson)
        for level in (0.95, 0.999)
    ]


def test_no_interval_leaves_the_range_of_its_number() -> None:
    """Wald's would: 1.04 as the bound of a sensitivity."""
    for estimate in intervals():
        assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
        assert estimate.low < estimate.high


def test_no_number_of_an_almost_perfect_model_reaches_beyond_1() -> None:
    truth = np.arange(60) < 20
    scores = np.where(truth, 0.9, 0.1)
    scores[[0, 59]] = 0.4, 0.6
    matrix = ConfusionMatrix.from_codes(truth.astype(int), (scores > 0.5).astype(int), ("well", "ill"))
    found = Evaluation(matrix, (None, ThresholdTable.from_scores(scores, truth)), normal=0)
    for figures in (found.overall, found.macro, found.micro, found.weighted, *found.classes):
        for key, each in figures.items():
            lowest, highest = -1 if key in ("mcc", "kappa") else 0, math.inf if key.startswith("lr_") else 1
            assert each.low is None or lowest <= each.low <= each.value <= each.high <= highest, key


def test_no_case_beyond_the_first_ten_thousand_is_lost() -> None:
    scores = np.random.default_rng(3).permutation(30_000) / 30_000
    table = ThresholdTable.from_scores(scores, scores > 0.25)
    assert len(table.scores) == 30_000
    assert table.thresholds[-1] == 0
    assert tuple(table.at(0)) == (22_499, 7_501, 0, 0)


def test_a_class_only_true_or_only_predicted_is_one_nan() -> None:
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


def test_a_class_named_na_is_a_class() -> None:
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


def test_kappa_and_the_correlation_are_undefined_together() -> None:
    for cells in ([[4, 0], [0, 0]], [[0, 0], [0, 0]]):
        assert [math.isnan(float(number(cells))) for number in (kappa, mcc)] == [True, True]


def test_labels_alone_have_no_area() -> None:
    found = opened({"y_true": "0101" * 9, "y_pred": "0110" * 9}).evaluate()
    assert not found.has_scores
    assert not {"auc", "macro_auc", "average_precision"} & {*found.overall, *found.macro, *found.classes[1]}


def macro_f1(proportions: np.ndarray) -> float:
    return float(np.mean(2 * proportions.diagonal() / (proportions.sum(0) + proportions.sum(1))))


def test_the_interval_of_macro_f1_is_as_wide_as_the_delta_method_says() -> None:
    """Classes share their cases: a sum over the classes of variances counts what cancels."""
    proportions, step = RHYTHM / RHYTHM.sum(), 1e-6
    slopes = (
        np.array([macro_f1(proportions + step * unit.reshape(3, 3)) - macro_f1(proportions) for unit in np.eye(9)])
        / step
    )
    variance = (proportions.ravel() * slopes**2).sum() - (proportions.ravel() * slopes).sum() ** 2
    found = Evaluation(ConfusionMatrix(("a", "b", "c"), RHYTHM)).overall["macro_f1"]
    assert found.value == pytest.approx(macro_f1(proportions))
    assert (found.high - found.low) / 2 == pytest.approx(1.96 * math.sqrt(variance / RHYTHM.sum()), rel=0.05)


def test_an_answer_that_is_no_class_is_neither_correct_nor_half_correct() -> None:
    found = opened({"y_true": ["ill"] * 4 + ["well"] * 4, "y_pred": ["ill", "ill", "unsure", "well"] * 2}).evaluate()
    ill = found.classes[found.labels.index("ill")]
    assert (ill["sensitivity"].successes, ill["sensitivity"].trials) == (2, 4)
    assert (found.overall["accuracy"].successes, found.overall["accuracy"].trials) == (3, 8)
    assert math.isnan(found.classes[found.labels.index("unsure")]["sensitivity"].value)
