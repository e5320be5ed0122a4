"""How much of a file is used, what its rows are taken for, and text that no spreadsheet runs."""

import numpy as np
import pytest

from metrics import ConfusionMatrix, Estimate, Evaluation
from metrics.interval_methods import STYLES
from metrics.intervals.patient_counts import KnownBy
from tests.support.text import plain
from words import Voice, no_formula
from words.findings.methods import (
    AREAS,
    KAPPA,
    OF_WEIGHTED,
    OTHERS,
    PROPORTIONS,
    comparison_made,
    ignoring_clusters,
    independence,
    intervals_made,
    rows_used,
    without_ci,
)

CASES = ("case", "cases")


def test_rows_that_are_excluded_are_counted_with_their_reason() -> None:
    assert rows_used(7, 7, []).headline == "All 7 rows used."
    said = rows_used(1150, 1147, [("no truth", 1), ("totals row", 1), ("no answer", 1)])
    assert said.headline == "1,147 of 1,150 rows used; 1\N{NO-BREAK SPACE}has no true class."
    assert said.detail == "1\N{NO-BREAK SPACE}excluded: totals row. 1\N{NO-BREAK SPACE}excluded: no answer."
    assert rows_used(9, 6, [("no truth", 3)]).headline == "6 of 9 rows used; 3\N{NO-BREAK SPACE}have no true class."


@pytest.mark.parametrize(
    ("clusters", "words"),
    [
        (None, "Rows are treated as independent: if"),
        (12, "50 rows with 12 different values of video_id: too few for CIs (15 needed)."),
        (1, "50 rows with one value of video_id: too few for CIs (15 needed)."),
        (20, "50 rows with 20 different values of video_id."),
        (50, "One row per case."),
    ],
)
def test_intervals_say_what_they_assume(clusters: int | None, words: str) -> None:
    assert words in independence(50, clusters, CASES, "video_id").replace("\u00a0", " ")


def test_the_method_of_the_intervals_is_named_with_its_level() -> None:
    made = intervals_made(0.9, False, ("Wilson for proportions", OTHERS)).replace("\u00a0", " ")
    assert made == (
        "90 % CIs: Wilson for proportions; bootstrap SE, logit scale, t otherwise (2,000 resamples, seed 0)."
    )
    drawn = intervals_made(0.99, True, ("Wilson for proportions",)).replace("\u00a0", " ")
    assert drawn == (
        "99 % CIs: patient-level (cluster) bootstrap (bootstrap SE, logit scale, t; 2,000 resamples, seed 0)."
    )


def test_areas_of_patients_without_rows_have_the_variance_of_their_sums() -> None:
    drawn, summed = (intervals_made(0.95, True, (AREAS, OTHERS), patients=known) for known in ("counts", "sums"))
    of_areas = "Newcombe score, Obuchowski variance, t, for AUC."
    assert "2,000\u00a0resamples" in drawn
    assert drawn.endswith(of_areas)
    alone = intervals_made(0.95, True, (AREAS,), patients="counts")
    assert alone.replace("\u00a0", " ") == f"95 % CIs: {of_areas}"
    assert summed.replace("\u00a0", " ") == f"95 % CIs: patient-level (cluster-robust SE, logit scale, t); {of_areas}"
    plain = intervals_made(0.95, True, (AREAS, OTHERS), style="conventional", patients="sums")
    assert plain.endswith("; Obuchowski for AUC.")


def test_conventional_intervals_are_named_as_such() -> None:
    made = intervals_made(0.95, False, (PROPORTIONS, AREAS, KAPPA, OTHERS), style="conventional").replace("\u00a0", " ")
    assert made == (
        "Conventional 95 % CIs: Wilson for proportions (Clopper–Pearson at 0 and 100 %); DeLong for AUC; Fleiss for "
        "kappa; percentile bootstrap otherwise (2,000 resamples, seed 0)."
    )
    drawn = intervals_made(0.95, True, (AREAS,), True, style="conventional")
    assert "patient-level (cluster) percentile bootstrap" in drawn
    assert "logit" not in f"{made}{drawn}"


def test_intervals_of_several_folds_say_what_they_are_conditional_on() -> None:
    said = "Cross-validated: CIs are conditional on the fitted models; variation from training is not included."
    assert intervals_made(0.95, False, (AREAS,), True).endswith(f"Newcombe score, DeLong variance, t, for AUC. {said}")
    patients = intervals_made(0.95, True, (AREAS,), True)
    assert patients.endswith(f"; Newcombe score, Obuchowski variance, t, for AUC over the folds. {said}")
    assert "Obuchowski" not in intervals_made(0.95, True, (OTHERS,), True)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", " =1", "\t1", "\r1", "\n1", "＝1", "－1"])
def test_what_would_start_a_formula_becomes_text(text: str) -> None:
    assert no_formula(text) == f"'{text}"


@pytest.mark.parametrize("text", ["VT", "", "a=b", "1", "'=1"])
def test_other_text_stays_as_it_is(text: str) -> None:
    assert no_formula(text) == text


@pytest.mark.parametrize("clustered", [True, False])
def test_the_methods_of_a_comparison_are_those_of_the_style_of_intervals(clustered: bool) -> None:
    default, conventional = (comparison_made(0.95, 1, "rows" if clustered else None, style=style) for style in STYLES)
    assert "Bonferroni" not in default + conventional
    assert "p values are multiplied by 3." in comparison_made(0.95, 3, "rows" if clustered else None)
    if clustered:
        assert "(expanded percentiles; 2,000\u00a0resamples, seed\u00a00)" in default
        assert "(percentiles; 2,000\u00a0resamples, seed\u00a00)" in conventional
    else:
        said = ", the same in both styles of intervals"
        assert said in conventional
        assert conventional.replace(said, "") == default


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("patients", [None, "rows", "sums"])
def test_without_scores_no_method_of_an_auc_is_named(patients: KnownBy | None, weighted: bool) -> None:
    with_and_without = [
        comparison_made(0.95, 1, patients, folds=True, weighted=weighted, has_scores=has_scores)
        for has_scores in (True, False)
    ]
    assert ["AUC" in text for text in with_and_without] == [True, False]
    assert "PPV and NPV" in with_and_without[1]
    assert "DeLong" not in with_and_without[1]


def test_a_comparison_of_sums_over_patients_draws_nothing() -> None:
    text = comparison_made(0.95, 1, "sums")
    assert "cluster-robust SE" in text
    assert "normal limit of the patient-level permutation test" in text
    assert "resamples" not in text


@pytest.mark.parametrize("clustered", [False, True])
def test_how_weighted_cases_were_compared_is_said(clustered: bool) -> None:
    text = comparison_made(0.95, 1, "rows" if clustered else None, weighted=True)
    assert ("patient-level bootstrap" if clustered else "bootstrap of the cases") in text
    assert f"permutation test of weighted {'patients' if clustered else 'cases'}" in text
    assert "DeLong" not in text
    assert "DeLong for AUC" in comparison_made(0.95, 1, None, folds=True, weighted=True)
    assert "conventional" in comparison_made(0.95, 1, None, style="conventional", weighted=True).casefold()


def test_the_auc_over_weighted_folds_has_its_own_method() -> None:
    text = intervals_made(0.95, False, [PROPORTIONS, AREAS], folds=True, weighted=True)
    assert OF_WEIGHTED in text
    assert AREAS in text
    assert AREAS not in intervals_made(0.95, False, [PROPORTIONS, AREAS], weighted=True)


def test_an_interval_that_stands_alone_has_its_unit() -> None:
    shown, naive = (
        Estimate(0.11, *ends, "Wilson", successes=233, trials=2118) for ends in ((0.092, 0.131), (0.097, 0.124))
    )
    said = "False reassurance 9.7–12.4 % (patient-level CI 1.4× as wide)"
    assert plain(ignoring_clusters("False reassurance", shown, naive)) == said
    mcc = Estimate(0.7, 0.67, 0.73, "Wilson")
    assert plain(ignoring_clusters("MCC", mcc, mcc)) == "MCC 0.670–0.730 (patient-level CI same width)"


def test_numbers_without_a_ci_are_named_with_their_classes_where_others_have_one() -> None:
    cells = np.diag([30, 3, 40])
    evaluation, voice = Evaluation(ConfusionMatrix(("a", "VT", "c"), cells)), Voice(("a", "VT", "c"), CASES)
    figures = {"Accuracy": "accuracy", "Balanced accuracy": "balanced_accuracy", "Macro F1": "macro_f1"}
    assert without_ci(evaluation, voice, figures, ["f1"]) == (
        "No CI for balanced accuracy and macro F1: 3 cases of a class, 10 needed."
    )
    assert without_ci(evaluation, voice, {"Accuracy": "accuracy"}, ["sensitivity"]) == ""
