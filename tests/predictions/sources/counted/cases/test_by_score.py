"""By score, of a class or of the prediction: rows that an engine holds become, and are decided, as held ones are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from predictions.mapping import Mapping
from predictions.problems import Problem, TooManyGroups
from predictions.slices.at_threshold import at_threshold, changes_in
from predictions.sources.counted import study as opening
from predictions.sources.counted.cases import by_score
from predictions.sources.counted.groups import GroupCounter
from predictions.sources.counted.patients import counts
from predictions.study import Study
from reviews import Review, View
from reviews.risks.selective import can_be_selective, selective_prediction
from tests.predictions.sources.counted.conftest import Opened
from tests.predictions.sources.counted.patients.test_areas import made, texts, too_many

pytestmark = pytest.mark.thorough

THRESHOLDS = np.array([0.31, 0.0, 0.1, 0.2, 0.25, 0.31, 0.5, 1.0, 2.0, -1.0])


def assert_alike(studies: tuple[Study, Study], labels: int | None = None) -> None:
    held, told = studies
    assert told.predictions_of(0) is None
    for model, split in held.slices:
        for label in range(len(held.labels) if labels is None else labels):
            one, other = (changes_in(study, model, split, label) for study in studies)
            assert one is not None
            assert other is not None
            assert other.delivered.tolist() == one.delivered.tolist()
            assert other.cells_at(THRESHOLDS).tolist() == one.cells_at(THRESHOLDS).tolist()


def columns(classes: int) -> dict[str, Any]:
    found = made(classes)
    found.pop("who")
    return found


@pytest.mark.parametrize("has_predictions", [True, False])
@pytest.mark.parametrize("classes", [2, 5])
def test_the_matrices_are_those_of_held_rows(opened: Opened, classes: int, has_predictions: bool) -> None:
    """Some rows lack some scores."""
    given = columns(classes)
    if not has_predictions:
        given.pop("y_pred")
    assert_alike(opened(None, **given))


def test_of_a_lone_score_both_classes_have_them(opened: Opened) -> None:
    given = columns(2)
    assert_alike(opened(None, **{name: given[name] for name in ("y_true", "y_pred", "score_VT")}))


def test_splits_models_and_frequencies(opened: Opened) -> None:
    given = columns(5)
    many = len(given["y_true"])
    further = {"split": np.resize(["test", "train", "test"], many), "model": np.resize(["a", "b"], many)}
    studies = opened(Mapping(weight="frequency"), **given, **further, frequency=np.resize([0, 1, 2, 3], many))
    assert len(studies[0].slices) == 4
    assert_alike(studies)


def test_beside_a_kept_threshold_they_begin_with_its_predictions(opened: Opened) -> None:
    held, told = opened(None, **columns(5))
    assert_alike((at_threshold(held, 0, 2, 0.25), at_threshold(told, 0, 2, 0.25)))


def test_where_nothing_tells_the_other_class_there_are_none(opened: Opened) -> None:
    given = columns(5)
    given.pop("score_AF")
    assert [changes_in(study, 0, None, 1) for study in opened(None, **given)] == [None, None]


def test_weighted_cases_have_none(opened: Opened) -> None:
    given = columns(5)
    told = opened(Mapping(weight="weight"), **given, weight=np.resize([0.5, 2.0], len(given["y_true"])))[1]
    assert changes_in(told, 0, None, 1) is None


def test_scores_in_steps_are_counted_down_to_the_lowest_of_each(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "told_apart", lambda tables, limit: 20)
    told = opened(None, **columns(5))[1]
    table, found = told.evaluate().table(1), changes_in(told, 0, None, 1)
    assert table is not None
    assert found is not None
    assert told.steps is not None
    for threshold, cells in zip(table.scores, found.cells_at(table.scores), strict=True):
        counts = table.at(threshold)
        assert cells[:, 1].sum() == counts.tp + counts.fp


def test_too_many_to_bring_are_none(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    told = opened(None, **columns(5))[1]
    monkeypatch.setattr(by_score, "MOST_HELD", 50)
    assert changes_in(told, 0, None, 1) is None


def assert_alike_by_confidence(studies: tuple[Study, Study], drawn: bool = False) -> None:
    for place in studies[0].slices:
        views = [View(study, Review.begin(study), *place) for study in studies]
        assert [can_be_selective(view) for view in views] == [True, True]
        for label in range(len(studies[0].labels)):
            held, told = (selective_prediction(view, label) for view in views)
            assert held.cells is None
            assert told.cells is not None
            for name in ("confidence", "decided", "errors", "own", "missed"):
                assert getattr(told.curve, name).tolist() == getattr(held.curve, name).tolist()
            assert told.without_score == held.without_score
            for coverage in (0.3, 0.85, 1.0):
                one, other = held.at(coverage), told.at(coverage)
                assert one is not None
                assert other is not None
                assert (other.coverage, other.cases, other.own) == (one.coverage, one.cases, one.own)
                for rate, again in ((one.accuracy, other.accuracy), (one.miss_rate, other.miss_rate)):
                    assert again.value == pytest.approx(rate.value, nan_ok=True)
                    assert again.method == rate.method
                    if rate.low is not None:
                        assert again.low == pytest.approx(rate.low, abs=0.01 if drawn else 1e-12)


@pytest.mark.parametrize("has_predictions", [True, False])
@pytest.mark.parametrize("classes", [2, 5])
def test_it_is_that_of_held_rows(opened: Opened, classes: int, has_predictions: bool) -> None:
    """Some rows lack some scores."""
    given = columns(classes)
    if not has_predictions:
        given.pop("y_pred")
    assert_alike_by_confidence(opened(None, **given))


def test_of_a_lone_probability_too(opened: Opened) -> None:
    given = columns(2)
    assert_alike_by_confidence(opened(None, **{name: given[name] for name in ("y_true", "y_pred", "score_VT")}))


def test_a_lone_score_that_is_no_probability_tells_no_confidence(opened: Opened) -> None:
    given = columns(2)
    both = opened(None, y_true=given["y_true"], y_pred=given["y_pred"], score_VT=given["score_VT"] * 3 - 1)
    assert [can_be_selective(View(study, Review.begin(study))) for study in both] == [False, False]


def test_splits_and_frequencies(opened: Opened) -> None:
    given, generator = columns(5), np.random.default_rng(2)
    many = len(given["y_true"])
    split, times = np.array(["test", "train"])[generator.integers(0, 2, many)], generator.integers(1, 4, many)
    assert_alike_by_confidence(opened(Mapping(weight="frequency"), **given, split=split, frequency=times))


def test_patients_with_several_rows_have_patient_level_intervals(opened: Opened) -> None:
    given = made(5)
    assert_alike_by_confidence(opened(None, patient_id=texts(given.pop("who")), **given), drawn=True)


def test_where_patients_do_not_fit_rows_are_independent(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    given = made(5)
    told = opened(None, patient_id=given.pop("who"), **given)[1]
    monkeypatch.setattr(counts.Asked, "patients", too_many)
    then = selective_prediction(View(told, Review.begin(told)), 0).at(0.5)
    assert then is not None
    assert then.accuracy.method == "Wilson"


def test_too_many_scores_weights_and_a_file_that_is_gone(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    given = columns(5)
    weighted = opened(Mapping(weight="weight"), **given, weight=np.arange(len(given["y_true"])) % 7 + 0.5)[1]
    assert not can_be_selective(View(weighted, Review.begin(weighted)))
    told = opened(None, **given)[1]
    monkeypatch.setattr("predictions.sources.counted.cases.by_score.MOST_HELD", 5)
    with pytest.raises(TooManyGroups):
        selective_prediction(View(told, Review.begin(told)), 0)

    def gone(*_: Any) -> None:
        raise Problem("gone")

    monkeypatch.setattr(GroupCounter, "_open", gone)
    with pytest.raises(Problem, match="gone"):
        selective_prediction(View(told, Review.begin(told)), 0)
