"""Differences of AUC in a file that is counted where it lies are those of the same cases held."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from metrics import PairedAUC
from predictions.mapping import Mapping
from predictions.problems import Problem
from predictions.sources.counted.groups import GroupCounter
from predictions.sources.counted.pairs.patients import SharedCases
from predictions.study import Study
from reviews import Review, View
from reviews.models.comparison import Comparison
from reviews.models.rival import Rival
from tests.metrics.paired.test_counted_areas import assert_same
from tests.predictions.sources.counted.conftest import Opened

pytestmark = pytest.mark.thorough

ROWS = 300
LABELS = np.array(["AF", "Normal", "VT"], object)


def scores(truth: np.ndarray, classes: int, seed: int) -> np.ndarray:
    generator = np.random.default_rng(seed)
    found = generator.dirichlet([1] * classes, len(truth)) + 0.4 * np.eye(classes)[truth]
    return np.round(found / found.sum(1, keepdims=True), 2)


def in_columns(classes: int = 3, **more: Any) -> dict[str, Any]:
    """Two models beside each other, the first one without some scores; more: further columns, None for less."""
    truth, names = np.random.default_rng(1).integers(0, classes, ROWS), LABELS[-classes:]
    found: dict[str, Any] = {"patient_id": [f"p{row // 3}" for row in range(ROWS)], "y_true": names[truth]}
    for model, seed in (("A", 2), ("B", 3)):
        own = scores(truth, classes, seed)
        found[f"pred_{model}"] = names[own.argmax(1)]
        if classes == 2:
            found[f"score_{model}"] = own[:, 1]
        else:
            found |= {f"score_{model}_{name}": own[:, place] for place, name in enumerate(names)}
    blank = np.random.default_rng(4).random(ROWS) < 0.1
    own = next(name for name in found if name.startswith("score_A"))
    found[own] = np.where(blank, np.nan, found[own])
    return {name: each for name, each in (found | more).items() if each is not None}


def in_rows(missing: float = 0.1, **more: Any) -> dict[str, Any]:
    """A row for each case and model, in random order, a part of them missing."""
    generator = np.random.default_rng(5)
    case, truth = np.tile(np.arange(ROWS), 2), generator.integers(0, 3, ROWS)
    own = np.concatenate([scores(truth, 3, seed) for seed in (2, 3)])
    columns = {"patient_id": [f"p{row // 3}" for row in range(ROWS)], "recording": np.arange(ROWS) % 3} | more
    kept = generator.permutation(2 * ROWS)[: int((1 - missing) * 2 * ROWS)]
    of_case = {name: np.array(each, object)[case][kept] for name, each in columns.items() if each is not None}
    of_score = {f"score_{name}": own[kept, place] for place, name in enumerate(LABELS)}
    return of_case | of_score | {
        "model": np.repeat(["A", "B"], ROWS)[kept],
        "y_true": LABELS[truth][case][kept],
        "y_pred": LABELS[own.argmax(1)][kept],
    }  # fmt: skip


def rival(study: Study, split: str | None = None) -> Rival:
    (found,) = Comparison(View(study, Review.begin(study), 0, split)).rivals
    return found


def areas(study: Study, label: int) -> PairedAUC | None:
    return rival(study).areas(label)


FREQUENCY = np.random.default_rng(3).integers(0, 4, ROWS)
BY_PATIENT, ANYHOW = np.arange(ROWS) // 3 % 4, np.arange(ROWS) % 4
KINDS: dict[str, dict[str, Any]] = {
    "columns": in_columns(),
    "columns of independent rows": in_columns(patient_id=None),
    "columns of two classes": in_columns(2),
    "columns of frequencies": in_columns(frequency=FREQUENCY),
    "columns of frequencies, some without an id": in_columns(
        frequency=FREQUENCY, patient_id=[f"p{row // 3}" if row % 7 else None for row in range(ROWS)]
    ),
    "columns of folds of patients": in_columns(fold=BY_PATIENT),
    "columns of folds that share patients": in_columns(fold=ANYHOW),
    "columns of folds of independent rows": in_columns(patient_id=None, fold=ANYHOW),
    "columns of one fold with both groups": in_columns(fold=np.where(np.arange(ROWS) < 2, "1", "2")),
    "rows": in_rows(),
    "rows that are all common": in_rows(0),
    "rows told by a number": in_rows(patient_id=None, recording=None, row=np.arange(ROWS)),
    "rows of folds of patients": in_rows(fold=BY_PATIENT),
}


@pytest.mark.parametrize("kind", KINDS)
def test_they_are_those_of_held_cases(opened: Opened, kind: str) -> None:
    mapping = Mapping(weight="frequency") if "frequencies" in kind else None
    held, told = opened(mapping, **KINDS[kind])
    if "patient_id" in KINDS[kind]:
        assert held.evaluate(0, None).clusters == told.evaluate(0, None).clusters
    for label in range(len(held.labels)):
        found = areas(told, label)
        assert_same(found, areas(held, label), rel=1e-6)
        assert found is not None
        if "all common" in kind:
            own = [told.evaluate(model, None).classes[label]["auc"].value for model in (1, 0)]
            assert [found.first.value, found.second.value] == own


def test_lone_scores_without_predictions_are_compared_by_them(opened: Opened) -> None:
    truth = np.random.default_rng(1).integers(0, 2, ROWS)
    wide = {f"risk_{model}": scores(truth, 2, seed)[:, 1] for model, seed in (("A", 2), ("B", 3))}
    given = {"patient_id": [f"p{row // 3}" for row in range(ROWS)], "y_true": LABELS[1:][truth], **wide}
    both = [rival(study) for study in opened(Mapping(score_models=(*wide,), positive="VT"), **given)]
    for label in (0, 1):
        assert_same(both[1].areas(label), both[0].areas(label))
        held, told = ([each.compared(label, mode) for mode in ("sensitivity", "specificity")] for each in both)
        assert [each and each.threshold for each in held] == [each and each.threshold for each in told]


def test_in_splits_and_groups_they_are_those_of_held_cases(opened: Opened) -> None:
    both = opened(None, **in_columns(split=np.where(np.arange(ROWS) // 3 % 2, "test", "train")))
    found = [rival(study, "test").areas(0) for study in both]
    assert_same(found[1], found[0])


def test_scores_of_some_cases_are_placed_in_steps_where_they_are_too_many(opened: Opened) -> None:
    blank = np.where(np.arange(ROWS) % 10, scores(np.arange(ROWS) % 2, 2, 3)[:, 1], np.nan)
    told = rival(opened(None, **in_columns(2, score_A=np.linspace(0.2, 0.2003, ROWS), score_B=blank))[1])
    counter, evaluations = told.pair.counter, [told.view.study.evaluate(model, None) for model in (1, 0)]
    assert isinstance(counter, SharedCases)
    found = [replace(counter, most=most).areas(1, (evaluations[0], evaluations[1]), True) for most in (5, 1000)]
    assert found[0] is not None
    assert found[1] is not None
    stepped, exact = (each.tables[1][0] for each in found)
    assert len(stepped.scores) < 20 < 200 < len(exact.scores)
    assert (stepped.n_positive, stepped.n_negative) == (exact.n_positive, exact.n_negative)
    assert (
        found[0].placed[0].second.sums[:2] == found[1].placed[0].second.sums[:2] == (exact.n_positive, exact.n_negative)
    )
    one, other = (each.areas() for each in found)
    assert one is not None
    assert other is not None
    assert one.second.value == pytest.approx(other.second.value, abs=0.05)


def test_cases_in_different_folds_of_two_models_are_not_compared(opened: Opened) -> None:
    given = in_rows(0, patient_id=None, recording=None, row=np.arange(ROWS))
    case = given["row"].astype(int)
    given["fold"] = np.where(given["model"] == "A", case % 2, case // 2 % 2)
    told = opened(None, **given)[1]
    assert areas(told, 0) is None


def test_weighted_cases_and_those_of_a_file_that_is_gone_are_not_compared(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    weighted = opened(Mapping(weight="weight"), **in_columns(weight=np.arange(ROWS) / 7 + 1))[1]
    assert areas(weighted, 0) is None
    told = rival(opened(None, **in_columns())[1])

    def gone(*_: Any) -> None:
        raise Problem("gone")

    monkeypatch.setattr(GroupCounter, "_open", gone)
    assert told.areas(0) is None


@pytest.mark.parametrize("fold", [None, BY_PATIENT])
def test_models_that_score_no_case_in_common_are_not_compared(opened: Opened, fold: np.ndarray | None) -> None:
    first, each = np.arange(ROWS) < 150, np.linspace(0, 1, ROWS)
    given = in_columns(2, score_A=np.where(first, each, np.nan), score_B=np.where(first, np.nan, each), fold=fold)
    for study in opened(None, **given):
        assert areas(study, 1) is None
        assert rival(study).compared(1, "sensitivity") is None


def test_a_model_without_scores_is_not_compared_by_them(opened: Opened) -> None:
    given = {name: each for name, each in in_columns().items() if not name.startswith("score_B")}
    for study in opened(None, **given):
        assert areas(study, 0) is None
