"""A view sets the Normal class and the level of its evaluation, and works out each number of a study once."""

from dataclasses import replace

from predictions.demo import open_example
from predictions.opening_matrix import open_matrix
from reviews import Review, View


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
