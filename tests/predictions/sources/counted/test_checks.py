"""What is said of scores that are counted where they lie: the same as of scores that are held."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from predictions.mapping import Mapping
from predictions.sources.counted import checks
from predictions.study import Study
from tests.predictions.sources.counted.conftest import Opened

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("split", [None, ["a", "b", "c"]])
def test_scores_that_do_not_sum_to_1_give_no_calibration(opened: Opened, split: list[str] | None) -> None:
    rows = [
        ("A", 0.6, 0.2, 0.1),
        ("B", 0.2, 0.6, 0.1),
        ("C", 0.1, 0.2, 0.6),
        ("A", 0.3, 0.4, 0.2),
        ("B", 0.4, 0.3, 0.2),
    ]
    columns = dict(zip(("y_true", "score_A", "score_B", "score_C"), zip(*rows * 12, strict=True), strict=True))
    held, told = opened(None, **columns, **({} if split is None else {"split": split * 20}))
    for model, of in held.slices:
        one, other = held.evaluate(model, of), told.evaluate(model, of)
        assert not one.scores_sum_to_1
        assert not other.scores_sum_to_1
        assert one.calibration(0) is other.calibration(0) is None
    said = [[each.fields for each in study.notices if each.code == "scores_sum_not_1"] for study in (held, told)]
    assert said[0] == said[1] == [{"rows": 60, "model": None}]


@pytest.mark.parametrize("mapping", [None, Mapping(scores={each: f"score_{each}" for each in "ABC"})])
def test_probabilities_of_a_row_add_up_with_those_of_a_class_that_no_row_uses(
    opened: Opened, mapping: Mapping | None
) -> None:
    rows = [("A", "A", 0.6, 0.2, 0.2), ("B", "B", 0.2, 0.6, 0.2), ("A", "B", 0.3, 0.5, 0.2), ("B", "A", 0.4, 0.3, 0.3)]
    names = "y_true", "y_pred", "score_A", "score_B", "score_C"
    for study in opened(mapping, **dict(zip(names, zip(*rows * 15, strict=True), strict=True))):
        assert study.labels == ("A", "B")
        assert "scores_sum_not_1" not in {each.code for each in study.notices}
        assert study.evaluate(0, None).calibration(0) is not None


def test_where_some_splits_sum_to_1_these_have_calibration(opened: Opened) -> None:
    rng = np.random.default_rng(0)
    scores = rng.dirichlet([1, 1, 1], 120).round(9)
    scores[:60] *= 0.8
    columns = {f"score_{label}": column for label, column in zip("ABC", scores.T, strict=True)}
    truth = rng.choice(["A", "B", "C"], 120)
    both = opened(None, y_true=truth, split=["train"] * 60 + ["test"] * 60, **columns)
    for study in both:
        assert [study.evaluate(0, of).scores_sum_to_1 for of in ("train", "test")] == [False, True]


def test_beside_scores_that_are_no_probabilities_no_sum_is_asked(opened: Opened) -> None:
    scores = np.random.default_rng(0).dirichlet([1, 1, 1], 60) * (1, 1.5, 1)
    columns = {f"score_{label}": column for label, column in zip("ABC", scores.T, strict=True)}
    for study in opened(None, y_true=[*"ABC"] * 20, **columns):
        of_all = study.evaluate(0, None)
        assert of_all.scores_sum_to_1
        assert [of_all.calibration(label) is None for label in range(3)] == [False, True, False]


def test_probabilities_of_classes_that_no_row_uses_belong_to_the_sum(opened: Opened) -> None:
    """Of four classes that a model tells apart, two are never true, nor the highest score."""
    rng = np.random.default_rng(0)
    scores = rng.dirichlet([8, 8, 1, 1], 120).round(9)
    scores = scores[scores.argmax(1) < 2]
    columns = {f"score_{label}": column for label, column in zip("ABCD", scores.T, strict=True)}
    truth = rng.choice(["A", "B"], len(scores))
    for study in opened(None, y_true=truth, **columns):
        of_all = study.evaluate(0, None)
        assert of_all.matrix.labels == ("A", "B")
        assert [of_all.calibration(label) is None for label in range(2)] == [False, False]


def repeated(study: Study) -> list[dict[str, Any]]:
    return [dict(each.fields) for each in study.notices if each.code == "repeated_row_numbers"]


@pytest.mark.parametrize("as_text", [False, True])
@pytest.mark.parametrize("step", [1, 7])
def test_row_numbers_that_come_again_are_said(opened: Opened, step: int, as_text: bool) -> None:
    """As caret writes the predictions of each setting it tried."""
    numbers = np.concatenate([np.arange(1, 41), np.arange(21, 41), [5]]) * step
    given = {"y_true": [*"AB"] * 30 + ["A"], "y_pred": [*"ABB"] * 20 + ["A"], "rowIndex": numbers}
    if as_text:
        given["rowIndex"] = [str(each) for each in numbers]
    for study in opened(None, **given):
        assert repeated(study) == [{"rows": 21, "column": "rowIndex"}]
    for study in opened(None, **given | {"rowIndex": np.arange(61) * step}):
        assert repeated(study) == []
    for study in opened(None, **given, case_id=np.arange(61)):
        assert repeated(study) == []


def test_of_many_rows_numbers_are_told_apart_where_some_must_come_again(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "MOST_NUMBERED", 10)
    given = {"y_true": [*"AB"] * 30, "y_pred": [*"ABB"] * 20}
    assert repeated(opened(None, **given, rowIndex=[*range(30)] * 2)[1]) == [{"rows": 30, "column": "rowIndex"}]
    assert repeated(opened(None, **given, rowIndex=[*range(0, 300, 10)] * 2)[1]) == []
