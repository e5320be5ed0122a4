"""What is said about folds: names that carry their averaging, counts of folds, and why there is no interval."""

import numpy as np
import pytest

from metrics import ConfusionMatrix, Evaluation, MetricChoice, Slices, Spread, fold_summary
from words.findings.folds import (
    average_said,
    fold_warnings_of,
    folds_finding,
    folds_used,
    gap,
    mean_intervals,
    plus_minus,
    reading_name,
    several_finding,
)

NAN = float("nan")
CASES = ("case", "cases")
SENSITIVITY = MetricChoice("sensitivity", 1)
FOLDS = Slices.of([Evaluation(ConfusionMatrix(("Normal", "VT"), np.array([[90, 2], [2, 8]])))] * 5)


def readable(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u2060", "")


def spread(values: list[float], pooled: float = 0.8, reading: MetricChoice = SENSITIVITY) -> Spread:
    names = tuple(str(i + 1) for i in range(len(values)))
    return Spread(reading, names, np.full(len(values), 10), np.array(values), pooled, 2)


@pytest.mark.parametrize(
    ("reading", "name"),
    [
        (MetricChoice("sensitivity", "macro"), "Macro sensitivity"),
        (MetricChoice("specificity", "micro"), "Micro specificity"),
        (MetricChoice("f1", "weighted"), "Weighted F1"),
        (MetricChoice("auc", "macro"), "Macro AUC"),
        (MetricChoice("average_precision", "weighted"), "Weighted average precision"),
        (MetricChoice("f1", "macro"), "Macro F1"),
        (MetricChoice("f1_of_means"), "F1 of macro PPV and macro sensitivity"),
        (MetricChoice("jaccard", "macro"), "Macro Jaccard"),
        (MetricChoice("ppv", 1), "PPV for VT"),
        (MetricChoice("auc", 1), "AUC for VT"),
        (MetricChoice("accuracy"), "Accuracy"),
        (MetricChoice("accuracy", "macro"), "Macro accuracy, one against the rest"),
        (MetricChoice("mcc"), "MCC"),
        (MetricChoice("kappa"), "Cohen's kappa"),
    ],
)
def test_the_averaging_is_a_part_of_the_name(reading: MetricChoice, name: str) -> None:
    assert reading_name(reading, ("Normal", "VT")) == name
    assert bool(average_said(reading)) == (reading.average in ("macro", "micro", "weighted") or "means" in reading.key)


def test_mean_and_deviation_are_printed_as_in_the_source() -> None:
    assert plus_minus(fold_summary([0.73, 0.78, 0.83])) == "0.78±0.05"
    assert plus_minus(fold_summary([0.78])) == "0.78"
    assert plus_minus(fold_summary([NAN, NAN])) == "not estimable"


def test_undefined_folds_are_counted_not_dropped() -> None:
    assert readable(folds_used(fold_summary([0.7, 0.8, NAN, 0.9, 0.9]))) == "4 of 5 folds"
    assert gap("VT", spread([0.7, NAN, 0.9])) == "VT has no value in fold “2”: no case truly has it there."
    assert gap("VT", spread([0.7, 0.8])) == ""
    assert gap("AUC", spread([NAN], NAN, MetricChoice("auc", "macro"))).startswith(
        "AUC has no value in any fold: it needs"
    )
    assert "“1”, “2”, “3” and 7 more" in gap("VT", spread([NAN] * 10 + [0.5]))


@pytest.mark.parametrize(
    ("values", "headline"),
    [
        ([0.7, 0.7, 0.8, 0.9, 0.9], "VT ranges from 0.70 to 0.90 over 5 folds: 0.80±0.10."),
        ([0.7, NAN, 0.9], "VT ranges from 0.70 to 0.90 over 2 of 3 folds: 0.80±0.14."),
        ([0.8, 0.8], "VT is 0.80 in each of 2 folds."),
        ([0.8], "VT is 0.80 in the only fold, so nothing shows how much it varies."),
        ([NAN, 0.8, NAN], "VT can be computed in only 1 of 3 folds: 0.80."),
        ([NAN, NAN], "VT cannot be computed in any fold."),
    ],
)
def test_the_finding_says_the_range_and_of_how_many_folds(values: list[float], headline: str) -> None:
    assert readable(folds_finding("VT", spread(values), FOLDS, CASES).headline) == headline


def test_the_finding_says_what_a_case_moves_and_which_number_to_quote() -> None:
    detail = readable(folds_finding("VT", spread([0.7, 0.9]), FOLDS, CASES).detail)
    assert detail.startswith("About 10 cases of a fold count towards it, so one more or less moves it by 0.10.")
    assert "Quote the value of all folds counted together, 0.80" in detail
    ranked = folds_finding("AUC", spread([0.7, 0.9], 0.6, MetricChoice("auc", 1)), FOLDS, CASES).detail
    assert ranked.startswith("Quote the mean of the folds")
    assert "need not share a scale" in ranked


def test_four_numbers_fill_a_line_and_go_on_below_it() -> None:
    four = [
        (name, spread([0.7, 0.9])) for name in ("Macro sensitivity", "Micro specificity", "Weighted F1", "Macro AUC")
    ]
    headline, detail = (readable(text) for text in several_finding(four)[:2])
    assert headline == "Over 2 folds: macro sensitivity 0.80±0.14 and micro specificity 0.80±0.14."
    assert detail.startswith("Weighted F1 0.80±0.14 and macro AUC 0.80±0.14.")


def test_the_interval_is_approximate_stays_in_range_and_is_refused_for_overlapping_folds() -> None:
    one = [("VT", spread([0.73, 0.78, 0.83, 0.80, 0.76]))]
    said = mean_intervals(one, 0)
    assert readable(said).startswith(
        "Approximate 95 % CI (Nadeau-Bengio) 0.71 to 0.85; cross-validation has no unbiased variance"
    )
    assert "0.73 to 0.83; cross" in mean_intervals(one, 0, 0.9).replace("\u00a0", " ")
    assert "(Nadeau-Bengio) 0.00 to 1.00;" in mean_intervals([("VT", spread([0.5, 1.0]))], 0)
    assert "the same ids are in several folds" in mean_intervals(one, 3)
    assert mean_intervals([("VT", spread([0.8]))], 0) == "No interval of the mean: it takes two folds."
    assert "all folds give the same number" in mean_intervals([("VT", spread([0.8, 0.8]))], 0)
    assert "A 0.71 to 0.85, B 0.71 to 0.85" in mean_intervals([("A", one[0][1]), ("B", one[0][1])], 0)


def test_outliers_and_two_readings_that_disagree_are_warned_of() -> None:
    said = fold_warnings_of("VT", spread([0.80, 0.81, 0.79, 0.80, 0.45], 0.8))
    assert said[0] == "VT: one fold lies far from the others, “5” (0.45); the middle half has 0.79 to 0.80."
    assert said[1].startswith("VT: the mean of the folds is 0.73, all folds pooled give 0.80.")
    assert "share a scale" in fold_warnings_of("AUC", spread([0.7, 0.7], 0.8, MetricChoice("auc", 1)))[0]
    assert fold_warnings_of("VT", spread([0.79, 0.80, 0.81], 0.81)) == []
    assert fold_warnings_of("VT", spread([NAN, NAN], NAN)) == []
