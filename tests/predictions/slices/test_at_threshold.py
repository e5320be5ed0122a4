"""Predictions made again at a threshold of one class: row by row, in the matrices of a drag, and in the study."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from predictions.counted import CaseQuestion
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.sandbox.client import Guard
from predictions.slices.at_threshold import Obstacle, at_threshold, changes, obstacle
from predictions.study import Study
from tests.predictions.helpers import opened

LABELS = "abc"
score = st.none() | st.integers(0, 4)
rows = st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS), score, score, score), max_size=30)
THRESHOLDS = np.array([-np.inf, *(fourths / 4 for fourths in range(6)), np.inf])


def study_of(values: list[Any]) -> Study:
    """Every class has a case, and a score somewhere."""
    anchors = [(name, name, 1, 1, 1) for name in LABELS]
    truth, predicted, *scores = (list(each) for each in zip(*anchors, *values, strict=True))
    written = {
        f"score_{name}": ["" if each is None else each / 4 for each in column]
        for name, column in zip(LABELS, scores, strict=True)
    }
    return opened({"y_true": truth, "y_pred": predicted} | written)


def by_hand(values: list[Any], label: str, threshold: float) -> list[str]:
    found = []
    for _, predicted, *scores in [(name, name, 1, 1, 1) for name in LABELS] + values:
        own = scores[LABELS.index(label)]
        others = {name: each for name, each in zip(LABELS, scores, strict=True) if name != label and each is not None}
        best = max(others, key=lambda name: others[name]) if others else label  # the first of equal scores
        if own is None:
            found.append(predicted)
        elif own / 4 >= threshold:
            found.append(label)
        else:
            found.append(best if predicted == label else predicted)
    return found


@pytest.mark.thorough
@given(rows, st.sampled_from(LABELS))
def test_every_row_gets_the_class_its_delivered_prediction_or_the_best_of_the_others(
    values: list[Any], label: str
) -> None:
    study, code = study_of(values), LABELS.index(label)
    found = changes(study.evaluate(), code)
    assert found is not None
    truth = [row[0] for row in [(name,) for name in LABELS] + values]
    is_known = [row[2 + code] is not None for row in [(None, None, 1, 1, 1)] * 3 + values]
    for threshold, cells in zip(THRESHOLDS, found.cells_at(THRESHOLDS), strict=True):
        expected = by_hand(values, label, threshold)
        made = at_threshold(study, 0, code, float(threshold))
        assert [LABELS[each] for each in made.cases_of(0).predicted] == expected
        counted = np.zeros((3, 3), int)
        for true, said, known in zip(truth, expected, is_known, strict=True):
            counted[LABELS.index(true), LABELS.index(said)] += known
        assert cells.tolist() == counted.tolist()
        if all(is_known):
            assert made.evaluate().matrix.cells.tolist() == counted.tolist()


@pytest.mark.thorough
@given(rows, st.sampled_from(LABELS))
def test_a_lower_threshold_detects_at_least_as_many_and_never_loses_a_case(values: list[Any], label: str) -> None:
    code = LABELS.index(label)
    found = changes(study_of(values).evaluate(), code)
    assert found is not None
    cells = found.cells_at(THRESHOLDS)
    assert (np.diff(cells[:, code, code]) <= 0).all()
    assert (cells.sum(2) == found.delivered.sum(1)).all()


@pytest.mark.thorough
@given(st.lists(st.tuples(st.sampled_from(LABELS), *[st.integers(0, 9)] * 3), max_size=30), st.integers(0, 9))
def test_the_threshold_that_the_delivered_predictions_follow_gives_the_delivered_matrix(
    values: list[Any], tenths: int
) -> None:
    """a at a threshold, else the higher of b and c."""
    said = ["a" if a >= tenths else "b" if b >= c else "c" for _, a, b, c in values]
    anchors = {"a": ("a", 9, 0, 0), "b": ("b", -1, 1, 0), "c": ("c", -1, 0, 1)}
    every = list(anchors.values()) + values
    columns = {f"score_{name}": [row[at] / 10 for row in every] for at, name in enumerate(LABELS, 1)}
    study = opened({"y_true": [row[0] for row in every], "y_pred": [*LABELS, *said]} | columns)
    point = study.evaluate().delivered(0)
    assert point is not None
    assert point.is_rule
    made = at_threshold(study, 0, 0, point.threshold)
    assert made.evaluate().matrix.cells.tolist() == study.evaluate().matrix.cells.tolist()
    assert made.cases_of(0).scores is study.cases_of(0).scores


def test_one_score_for_one_of_two_classes_moves_both() -> None:
    study = opened({"y_true": ["no", "yes", "yes"], "score": ["0.2", "0.5", "0.9"]})
    positive = study.labels.index("yes")
    assert at_threshold(study, 0, positive, 0.6).evaluate().matrix.cells.tolist() == [[1, 0], [1, 1]]
    assert at_threshold(study, 0, 1 - positive, -0.6).evaluate().matrix.cells.tolist() == [[1, 0], [1, 1]]


def test_another_model_keeps_its_predictions() -> None:
    study = opened({"y_true": "aabb", "pred_x": "abba", "pred_y": "abab", "score_x_a": [0.9, 0.2, 0.3, 0.7]})
    assert [obstacle(study, model, 0) for model in (0, 1)] == [None, Obstacle.NO_SCORES]
    several = opened({"y_true": "ab" * 4, "model": "xxxxyyyy", "score_a": [0.1, 0.2, 0.8, 0.9] * 2})
    made = at_threshold(several, 1, 0, 2.0)
    assert made.evaluate(0).matrix.cells.tolist() == several.evaluate(0).matrix.cells.tolist()
    assert made.evaluate(1).matrix.cells.tolist() != several.evaluate(1).matrix.cells.tolist()


@pytest.mark.parametrize(
    ("columns", "why"),
    [
        ({"y_true": "ab", "y_pred": "ab"}, Obstacle.NO_SCORES),
        ({"y_true": "abc", "y_pred": "abc", "score_a": [0.1, 0.2, 0.3]}, Obstacle.OTHERS_WITHOUT_SCORES),
    ],
)
def test_where_nothing_says_which_class_a_case_would_get_there_is_an_obstacle(
    columns: dict[str, Any], why: Obstacle
) -> None:
    study = opened(columns)
    assert obstacle(study, 0, 0) is why
    assert changes(study.evaluate(), 0) is None
    with pytest.raises(ValueError, match=why.value):
        at_threshold(study, 0, 0, 0.5)


def counted(path: Path, **columns: Any) -> tuple[Study, Study]:
    parquet.write_table(pa.table(columns), path)
    return open_files([("a.parquet", path)]), open_files([("a.parquet", path)], None, Guard(limits=Limits(rows=1)))


@pytest.mark.thorough
def test_a_file_that_is_counted_where_it_lies_has_its_thresholds_for_two_classes(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    held, tallied = counted(tmp_path / "a.parquet", y_true=["no", "yes"] * 30, score=rng.random(60).round(2))
    label = held.positive or 0
    assert obstacle(tallied, 0, label) is None
    for threshold in (-np.inf, 0.25, 0.5, 0.9, np.inf):
        made = [at_threshold(study, 0, label, threshold).evaluate().matrix for study in (tallied, held)]
        assert made[0].cells.tolist() == made[1].cells.tolist()


@pytest.mark.parametrize("with_predictions", [True, False])
@pytest.mark.parametrize("label", range(3))
@pytest.mark.thorough
def test_of_more_classes_an_engine_makes_the_predictions_again(
    tmp_path: Path, with_predictions: bool, label: int
) -> None:
    rng = np.random.default_rng(0)
    scores = rng.random((90, 3)).round(1)
    columns: dict[str, object] = {"y_true": list("abc") * 30, "patient_id": [f"p{row // 4}" for row in range(90)]}
    if with_predictions:
        columns["y_pred"] = np.array(list("abc"))[rng.integers(0, 3, 90)]
        scores[rng.random((90, 3)) < 0.15] = np.nan
        scores[:3] = np.nan
    columns |= {f"score_{name}": scores[:, at] for at, name in enumerate("abc")}
    held, tallied = counted(tmp_path / "a.parquet", **columns)
    assert obstacle(tallied, 0, label) is None
    for threshold in (-np.inf, 0.0, 0.35, 0.7, np.inf):
        whole, made = (at_threshold(study, 0, label, threshold) for study in (held, tallied))
        assert made.evaluate().matrix.cells.tolist() == whole.evaluate().matrix.cells.tolist()
        assert made.evaluate().clusters == whole.evaluate().clusters == 23
        assert made.evaluate().patients is not None
        counter = made.case_counter(0, None)
        assert counter is not None
        assert counter.cells(CaseQuestion(np.ones((3, 3), bool))).tolist() == whole.evaluate().matrix.cells.tolist()


@pytest.mark.thorough
def test_of_more_classes_an_engine_needs_scores_of_all_and_no_weights(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    scores = {f"score_{name}": rng.random(60) for name in "abc"}
    answers = {"y_true": list("abc") * 20, "y_pred": list("aab") * 20}
    _, without = counted(tmp_path / "a.parquet", **answers, **{name: scores[name] for name in ("score_a", "score_b")})
    assert obstacle(without, 0, 0) is Obstacle.OTHERS_WITHOUT_SCORES
    assert obstacle(without, 0, 2) is Obstacle.NO_SCORES
    parquet.write_table(pa.table({**answers, **scores, "weight": rng.random(60) + 0.5}), tmp_path / "b.parquet")
    named = [("b.parquet", tmp_path / "b.parquet")]
    weighted = open_files(named, Mapping(weight="weight"), Guard(limits=Limits(rows=1)))
    assert obstacle(weighted, 0, 0) is Obstacle.NO_ROWS
