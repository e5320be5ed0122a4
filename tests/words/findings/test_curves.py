"""A curve in words: its area, what that means for two cases, and how the tables are read."""

import math

import numpy as np
import pytest

from metrics import ConfusionMatrix, Evaluation, ResamplingUnits, ThresholdTable, auc
from tests.support.text import plain
from tests.words.findings.heart import TWO, said
from words import Voice
from words.findings.curves import Each, class_marks, curves, league_marks, lowest, not_compared, point_name

FRAMES = ("frame", "frames")
VIDEOS = Each(("video", "videos"), np.array([0.47, math.nan, 1.0]))


def evaluation(scores: object, truth: object, names: tuple[str, str] = ("Normal", "VT")) -> Evaluation:
    table = ThresholdTable.from_scores(scores, truth)
    return Evaluation(ConfusionMatrix(names, np.array([[1, 1], [0, 2]])), (None, table))


FEW = evaluation([0.9, 0.8, 0.7, 0.2], [True, False, True, False])


APART = evaluation([0.9, 0.8, 0.7, 0.2], [True, True, False, False])


def many(shift: float = 2) -> Evaluation:
    rng = np.random.default_rng(0)
    truth = np.arange(200) % 4 == 0
    return evaluation(rng.normal(size=200) + shift * truth, truth)


def test_the_area_leads_with_its_interval_and_is_told_as_a_comparison_of_two_people() -> None:
    headline, detail = said(curves(many(), 1, TWO))
    auc = many().classes[1]["auc"]
    assert headline == f"AUC for VT {auc.value:.3f} (95 % CI {auc.low:.3f}–{auc.high:.3f})."
    assert detail == (
        "Of one patient with VT and one without, the model gives the higher score to the patient with VT "
        f"{100 * auc.value:.0f} times in 100."
    )


@pytest.mark.parametrize(("shift", "is_said"), [(-2, True), (-0.1, False), (2, False)])
def test_an_area_wholly_below_half_may_be_of_reversed_scores(shift: float, is_said: bool) -> None:
    detail = said(curves(many(shift), 1, TWO))[1]
    assert detail.endswith("Scores may be in reverse order.") is is_said


def test_what_has_no_interval_says_why_below() -> None:
    headline, detail = said(curves(APART, 1, TWO))
    assert headline == "AUC for VT 1.000."
    assert detail.endswith("100 times in 100. CI not estimated: 2 cases in the smaller group, 10 needed.")


def test_few_videos_have_the_lowest_and_the_highest_in_place_of_an_interval() -> None:
    headline, detail = said(curves(APART, 1, Voice(("Normal", "Clipping"), FRAMES), VIDEOS))
    assert headline == "AUC for Clipping 1.000 (3 videos: 0.47–1.00)."
    assert detail == (
        "Of one frame of Clipping and one other frame, the model gives the higher score to the first 100 times in 100."
    )


def test_of_a_cross_validation_the_mean_of_the_folds_leads_and_the_pooled_area_stands_beside_it() -> None:
    rng, fold = np.random.default_rng(0), np.arange(400) % 5
    codes = (np.arange(400) // 5 % 4 == 0).astype(np.int16)
    scores = rng.normal(size=400) + 2 * codes + 3 * fold
    units = ResamplingUnits(codes, codes, 2, 400, (None, scores), folds=fold)
    table = ThresholdTable.from_scores(scores, codes == 1)
    found = Evaluation(ConfusionMatrix.from_codes(codes, codes, ("Normal", "VT")), (None, table), units=units)
    headline, detail = said(curves(found, 1, TWO))
    mean, pooled = found.classes[1]["auc"], auc(table)
    assert mean.value > pooled + 0.1
    assert headline == f"AUC for VT {mean.value:.3f}, mean of 5 folds (95 % CI {mean.low:.3f}–{mean.high:.3f})."
    assert detail.startswith(f"Pooled out-of-fold: {pooled:.3f}, which mixes the score scales of the models. Of one ")
    assert detail.endswith(f" {100 * mean.value:.0f} times in 100.")


def test_an_adjective_stands_before_its_unit() -> None:
    _, detail = said(curves(FEW, 1, Voice(("benign", "malignant"), ("case", "cases"))))
    assert detail.startswith("Of one malignant case and one other, the model gives the higher score to the malignant")


def test_what_has_no_scores_or_no_cases_is_said() -> None:
    assert curves(FEW, 0, TWO).headline == "No scores for Normal."
    none = evaluation([0.1, 0.2], [False, False])
    assert said(curves(none, 1, TWO))[0] == "AUC for VT is not estimable."


def test_the_lowest_of_several_classes_is_named() -> None:
    tables = [ThresholdTable.from_scores(scores, [True, False, True]) for scores in ([3, 1, 2], [1, 2, 3])]
    seen = Evaluation(ConfusionMatrix(("a", "b"), np.ones((2, 2), int)), tuple(tables))
    voice = Voice(("a", "b"), ("case", "cases"))
    assert plain(lowest(seen, [0, 1], voice)) == "Lowest: class b, 0.500."
    assert lowest(seen, [0], voice) == ""


@pytest.mark.parametrize(("name", "said"), [("as delivered", "as delivered"), ("assumed", "0.500, assumed"), ("", "")])
def test_the_points_of_a_lone_score_say_that_their_threshold_is_assumed(name: str, said: str) -> None:
    assert point_name(name, 0.5) == said


def test_the_marks_are_explained_with_their_scale() -> None:
    assert plain(class_marks(0.95, (0.5, 1), None)) == (
        "Marks: 95 % CI; AUC from 0.5 to 1, average precision from 0 to 1 (dashed: prevalence)."
    )
    assert plain(class_marks(0.95, (0, 1), VIDEOS)) == (
        "One tick per video, in brackets the lowest and the highest; square: all videos together. "
        "AUC and average precision from 0 to 1."
    )
    assert plain(league_marks(7, ("patient", "patients"))).startswith(
        "Differences: CI simultaneous for 7 models; filled where the CI excludes 0. Sensitivity at 5 %"
    )
    assert plain(league_marks(1, ("case", "cases"))).startswith("Differences: filled where the CI excludes 0.")
    assert plain(league_marks(0, ("case", "cases"))).startswith("Sensitivity at 5 % false positives")


def test_videos_without_the_class_have_no_range() -> None:
    assert Each(("video", "videos"), np.array([math.nan])).said == ""


def test_areas_without_single_scores_are_not_said_to_be_of_other_cases() -> None:
    assert not_compared(has_cases=True) == "not the same cases"
    assert not_compared(has_cases=False) == "see Compare models"
