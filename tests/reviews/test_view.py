"""A view sets the Normal class and the level of its evaluation, and works out each number of a study once."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from predictions.demo import open_example
from predictions.groups.by import By
from predictions.groups.lens import Lens
from predictions.opening import open_files
from predictions.opening_matrix import open_matrix
from predictions.problems import Problem
from reviews import KeptThreshold, Review, View
from tests.predictions.sources.counted.test_groups import change, counted, rhythm


def test_the_evaluation_has_the_normal_class_and_level_of_the_view() -> None:
    study = open_example("heart-rhythm")
    view = View(study, Review.begin(study), split="test", level=0.9)
    assert (view.evaluation.normal, view.evaluation.level) == (study.normal, 0.9)
    assert view.voice.normal == view.plain_voice.normal == study.normal
    other = replace(view, review=Review(normal=None), level=0.95)
    assert (other.evaluation.normal, other.evaluation.level, other.voice.normal) == (None, 0.95, None)
    assert "risk_score" not in other.evaluation.overall


def test_a_slice_is_counted_once_for_all_its_views() -> None:
    study = open_example("heart-rhythm")
    view = View(study, Review.begin(study), split="test")
    assert view.evaluation is replace(view).evaluation
    assert replace(view, level=0.9).evaluation.matrix is view.evaluation.matrix
    assert replace(view, model=1).evaluation.model == "Model B"
    assert view.folds is None


def test_names_are_made_safe_where_markdown_reads_them() -> None:
    study = open_matrix([[1, 2], [3, 4]], ["[a](x)", "b"])
    view = View(study, Review.begin(study))
    assert view.plain_voice.names == ("[a](x)", "b")
    assert "](" not in view.voice.names[0]


def test_what_is_cached_belongs_to_its_model_and_split() -> None:
    study = open_example("heart-rhythm")
    view = View(study, Review.begin(study), split="test")
    assert view.cached(("size",), lambda: 1) == view.cached(("size",), lambda: 2) == 1
    assert replace(view, split="valid").cached(("size",), lambda: 3) == 3


def test_a_class_that_is_no_disease_is_none_among_the_normal_predictions() -> None:
    study = open_matrix([[80, 10, 10], [4, 5, 1], [6, 0, 4]], ["Normal", "VT", "Artifact"])
    view = View(study, Review(normal=0))
    assert view.evaluation.overall["risk_score"].successes == 10
    neither = replace(view, review=Review(normal=0, not_diseases=frozenset({2})))
    assert neither.evaluation.overall["risk_score"].successes == 4


def at(view: View, **kept: Any) -> View:
    review = view.review.keeping(KeptThreshold(**{"model": 0, "label": 2, "threshold": 0.1, "applied": True} | kept))
    return replace(view, review=review).at_kept_thresholds


def test_an_applied_threshold_changes_the_numbers_and_the_cases_and_can_be_taken_back() -> None:
    study = open_example("heart-rhythm")
    view = View(study, Review.begin(study), split="test")
    lower = at(view)
    table = view.evaluation.table(2)
    assert table is not None
    counts = lower.evaluation.counts(2)
    assert (counts.tp, counts.fp) == (table.at(0.1).tp, table.at(0.1).fp) != (view.evaluation.counts(2).tp, 0)
    assert lower.study.cases_of(0).predicted.tolist() != study.cases_of(0).predicted.tolist()
    assert lower.evaluation is at(view).evaluation
    assert lower.delivered.evaluation is view.evaluation
    assert replace(lower, split="valid").delivered.evaluation is replace(view, split="valid").evaluation
    assert replace(lower, model=1).evaluation.matrix.cells.tolist() == study.evaluate(1, "test").matrix.cells.tolist()


@pytest.mark.parametrize("kept", [{"applied": False}, {"label": 7}, {"model": 9}])
def test_a_threshold_that_is_only_kept_or_of_another_study_changes_nothing(kept: dict[str, Any]) -> None:
    study = open_example("heart-rhythm")
    view = at(View(study, Review.begin(study), split="test"), **kept)
    assert view.delivered is view
    assert view.study is study
    assert view.used_threshold is None


def test_where_the_predictions_cannot_be_made_again_they_stay() -> None:
    study = open_matrix([[1, 2], [3, 4]], ["a", "b"])
    view = at(View(study, Review.begin(study)), label=1)
    assert view.study is study
    assert view.used_threshold is None


def test_the_used_threshold_is_that_of_the_model_on_every_page() -> None:
    study = open_example("heart-rhythm")
    view = at(View(study, Review.begin(study), split="test"))
    assert view.used_threshold == view.delivered.used_threshold == view.review.thresholds[0]
    assert replace(view, model=1).used_threshold is None


WOMEN = Lens((By("sex"),), ("F",))


def test_a_group_is_seen_with_its_own_numbers_and_all_decisions() -> None:
    study = open_example("heart-rhythm")
    review = Review.begin(study).renamed(2, "V-tach").keeping(KeptThreshold(0, 2, 0.1, applied=True))
    view = View(study, review, split="test").within(WOMEN).at_kept_thresholds
    assert (view.evaluation.n, view.study.name) == (550, "Heart rhythm (simulated): women")
    assert (view.plain_voice.names[2], view.normal) == ("V-tach", study.normal)
    assert (view.evaluation.matrix.cells != view.delivered.evaluation.matrix.cells).any()
    assert view.delivered.lens == WOMEN
    everybody = view.of_everybody
    assert (everybody.evaluation.n, everybody.lens, everybody.study.name) == (1150, None, study.name)
    assert (everybody.evaluation.matrix.cells == at_threshold_of(everybody)).all()


def at_threshold_of(view: View) -> Any:
    return View(view.study, view.review, split="test").evaluation.matrix.cells


def test_a_group_is_taken_from_the_study_once_and_two_are_held_at_most() -> None:
    study = open_example("heart-rhythm")
    view = View(study, Review.begin(study), split="test")
    seen = view.within(WOMEN)
    assert seen.evaluation is view.within(WOMEN).evaluation
    assert seen.evaluation is not view.evaluation
    first = seen.study
    assert replace(view, split="valid").within(WOMEN).study is first
    for site in ("North", "South"):
        view.within(Lens((By("site"),), (site,)))
    assert view.within(WOMEN).study is not first


def test_no_group_is_all_cases_and_a_matrix_has_none() -> None:
    study = open_matrix([[1, 2], [3, 4]], ["a", "b"])
    view = View(study, Review.begin(study))
    assert view.within(None) is view
    assert view.within(WOMEN) is view
    assert view.lenses == ()
    assert view.of_everybody is view


def test_numbered_classes_of_a_night_are_no_stages() -> None:
    rows = "".join(f"n{at // 8},{at % 8},{at % 3 + 1},{(at + (at % 5 == 0)) % 3 + 1}\n" for at in range(32))
    study = open_files([("a.csv", f"night,epoch,y_true,y_pred\n{rows}".encode())], None)
    view = View(study, Review.begin(study))
    assert [view.voice.name(label) for label in range(3)] == ["class\u00a01", "class\u00a02", "class\u00a03"]
    alike = open_matrix([[1, 2], [3, 4]], ["1", "2"])
    assert View(alike, Review.begin(alike)).voice.name(0) == "class\u00a01"


@pytest.mark.thorough
def test_a_group_of_a_file_that_changed_since_is_never_all_its_cases(tmp_path: Path) -> None:
    study = counted(tmp_path, rhythm())
    view = View(study, Review.begin(study), split="test")
    seen = view.within(WOMEN)
    change(tmp_path)
    assert view.within(WOMEN).evaluation is seen.evaluation
    with pytest.raises(Problem, match="has changed since it was opened"):
        view.within(Lens((By("site"),), ("North",)))


def test_the_same_groups_are_offered_while_one_is_looked_at() -> None:
    study = open_example("heart-rhythm")
    view = View(study, Review.begin(study), split="test")
    offered = view.lenses
    assert WOMEN in offered
    assert view.within(WOMEN).at_kept_thresholds.lenses is offered
