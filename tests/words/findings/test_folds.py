"""What is said about folds: names that carry their averaging, percent as on the other pages, and what misleads."""

from dataclasses import replace

import numpy as np
import pytest

from metrics import Estimate, MetricChoice, Spread, fold_summary, wilson
from words.findings.folds import (
    average_said,
    fold_notes,
    fold_range,
    fold_value,
    folds_finding,
    folds_used,
    gap,
    in_percent,
    lowest_fold,
    mean_interval,
    mean_sd,
    plus_minus,
    pooled_said,
    reading_name,
    several_finding,
)

NAN = float("nan")
SENSITIVITY, AUC = MetricChoice("sensitivity", 1), MetricChoice("auc", 1)
MACRO = MetricChoice("sensitivity", "macro")


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
        (MetricChoice("mcc"), "MCC"),
    ],
)
def test_the_averaging_is_a_part_of_the_name(reading: MetricChoice, name: str) -> None:
    assert reading_name(reading, ("Normal", "VT")) == name
    assert bool(average_said(reading)) == (reading.average in ("macro", "micro", "weighted") or "means" in reading.key)


@pytest.mark.parametrize(
    ("reading", "said"),
    [
        (SENSITIVITY, "94.8 ± 3.9 %"),
        (MetricChoice("accuracy"), "94.8 ± 3.9 %"),
        (AUC, "0.948 ± 0.039"),
        (MACRO, "0.95±0.04"),
        (MetricChoice("auc", "macro"), "0.95±0.04"),
        (MetricChoice("mcc"), "0.95 ± 0.04"),
        (MetricChoice("f1", 1), "0.95 ± 0.04"),
    ],
)
def test_a_proportion_is_in_percent_as_on_overview_an_area_is_a_fraction_and_an_average_is_that_of_document_004(
    reading: MetricChoice, said: str
) -> None:
    values = 0.948 + 0.039 * np.array([-1.0, 0.0, 1.0])
    assert readable(mean_sd(spread(values.tolist(), 0.9, reading))) == said
    assert in_percent(reading) == ("%" in said)


def test_mean_and_deviation_of_a_report_are_printed_as_in_the_source() -> None:
    assert plus_minus(fold_summary([0.73, 0.78, 0.83])) == "0.78±0.05"
    assert plus_minus(fold_summary([0.78])) == "0.78"
    assert plus_minus(fold_summary([NAN, NAN])) == "not estimable"


def test_the_range_has_the_decimals_that_tell_its_ends_apart() -> None:
    assert readable(fold_range(spread([0.9, 0.98]))) == "90–98"
    assert readable(fold_range(spread([0.981, 0.984]))) == "98.1–98.4"
    assert readable(fold_range(spread([0.98, 0.999], reading=AUC))) == "0.98–1.00"
    assert fold_range(spread([0.9])) == fold_range(spread([0.9, NAN])) == ""
    assert fold_value(NAN, SENSITIVITY) == "not estimable"


@pytest.mark.parametrize(
    ("values", "headline"),
    [
        ([0.7, 0.7, 0.8, 0.9, 0.9], "VT: 80.0 ± 10.0 % over 5 folds (range 70–90)."),
        ([0.7, NAN, 0.9], "VT: 80.0 ± 14.1 % over 2 of 3 folds (range 70–90)."),
        ([0.8, 0.8], "VT: 80.0 % in each of 2 folds."),
        ([0.8], "VT: 80.0 % in the only fold."),
        ([NAN, 0.8, NAN], "VT: 80.0 % in 1 of 3 folds, not estimable in the others."),
        ([NAN, NAN], "VT is not estimable in any fold."),
    ],
)
def test_the_finding_says_mean_sd_and_range_and_of_how_many_folds(values: list[float], headline: str) -> None:
    assert readable(folds_finding("VT", spread(values))) == headline


def test_the_pooled_value_has_its_counts_and_interval_and_is_that_of_overview() -> None:
    said = readable(pooled_said(spread([0.7, 0.9]), wilson(201, 212), 0.95, True))
    assert said == "Pooled out-of-fold: 201 of 212 (94.8 %, 95 % CI 90.9–97.1), as on Overview."
    few = readable(pooled_said(spread([0.7, 0.9]), wilson(45, 72), 0.95, True))
    assert few == "Pooled out-of-fold: 45 of 72 (62 %, 95 % CI 51–73), as on Overview.", (
        "with the decimals it has there"
    )
    weighted = Estimate(0.9, 0.86, 0.93, "bootstrap", successes=201, trials=212)
    said = readable(pooled_said(spread([0.7, 0.9]), weighted, 0.95, True))
    assert said.startswith("Pooled out-of-fold: 201 of 212 (weighted 90.0 %, 95 % CI")
    assert readable(pooled_said(spread([0.7, 0.9]), None, 0.95, False)) == "Pooled out-of-fold: 80.0 %."
    assert "mixes the score scales of the models" in pooled_said(spread([0.7, 0.9], 0.8, AUC), None, 0.95, True)
    assert pooled_said(spread([NAN], NAN), None, 0.95, True) == ""


def test_the_lowest_fold_is_named_with_its_counts_where_folds_differ() -> None:
    assert readable(lowest_fold(spread([0.9, 0.7, 0.8]), 7, 10)) == "Lowest in fold 2: 7 of 10."
    named = replace(spread([0.9, 0.7, 0.8]), folds=("Fold1", "Fold2", "Fold3"))
    assert readable(lowest_fold(named, 7, 10)) == "Lowest in Fold2: 7 of 10."
    assert readable(lowest_fold(spread([0.9, 0.725, 0.8]), 7, 10)) == "Lowest in fold 2: 7 of 10 (weighted 72.5 %)."
    assert lowest_fold(spread([0.9, 0.9]), 9, 10) == lowest_fold(spread([0.9]), 9, 10) == ""


def test_undefined_folds_are_counted_not_dropped() -> None:
    assert readable(folds_used(fold_summary([0.7, 0.8, NAN, 0.9, 0.9]))) == "4 of 5 folds"
    assert gap("VT", spread([0.7, NAN, 0.9])).startswith("VT is not estimable in fold “2”: no case")
    assert gap("VT", spread([0.7, 0.8])) == ""
    assert gap("AUC", spread([NAN], NAN, AUC)).startswith("AUC is not estimable in any fold: it needs")
    assert "“1”, “2”, “3” and 7 more" in gap("VT", spread([NAN] * 10 + [0.5]))


def test_four_numbers_fill_a_line_and_go_on_below_it() -> None:
    four = [
        (name, spread([0.7, 0.9], reading=MACRO)) for name in ("Macro A", "Micro specificity", "Weighted F1", "B" * 30)
    ]
    headline, detail = (readable(text) for text in several_finding(four)[:2])
    assert headline == "Over 2 folds: macro A 0.80±0.14, micro specificity 0.80±0.14 and weighted F1 0.80±0.14."
    assert detail.endswith("Each is the mean of the folds ± SD.")


def test_the_interval_of_the_mean_is_approximate_stays_in_range_and_is_refused_for_overlapping_folds() -> None:
    one = spread([0.73, 0.78, 0.83, 0.80, 0.76])
    assert readable(mean_interval("PPV", one, 0)).startswith(
        "PPV: approximate 95 % CI of the mean 70.9–85.1 % (Nadeau–Bengio); no unbiased variance"
    )
    assert "90 % CI" in readable(mean_interval("PPV", one, 0, 0.9))
    assert "0.0–100.0 %" in readable(mean_interval("PPV", spread([0.5, 1.0]), 0))
    assert mean_interval("PPV", one, 3) == "No CI for the mean: IDs occur in several folds."
    assert mean_interval("PPV", spread([0.8]), 0) == "No CI for the mean: at least two folds are needed."
    assert mean_interval("PPV", spread([0.8, 0.8]), 0) == "No CI for the mean: all folds are equal."


def test_outliers_and_two_readings_that_disagree_are_said() -> None:
    said = [readable(text) for text in fold_notes("VT", spread([0.80, 0.81, 0.79, 0.80, 0.45], 0.8))]
    assert said[0] == "VT: fold “5” is an outlier (45.0 %; IQR 79.0–80.0)."
    assert said[1] == "VT: mean of folds 73.0 %, pooled 80.0 %; they differ because some folds have few cases."
    assert "score scale" in fold_notes("AUC", spread([0.7, 0.7], 0.8, AUC))[0]
    assert fold_notes("VT", spread([0.79, 0.80, 0.81], 0.81)) == []
    assert fold_notes("VT", spread([NAN, NAN], NAN)) == []
