"""A threshold for every class: an engine decides the cases as held rows are decided."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from predictions.mapping import Mapping
from predictions.slices.per_class import HeldDecisions, can_decide, decisions
from predictions.sources.counted.patients import counts
from predictions.study import Study
from tests.predictions.sources.counted.conftest import Opened
from tests.predictions.sources.counted.patients.test_areas import made, texts, too_many

pytestmark = pytest.mark.thorough

SETS = (None, (0.0,) * 5, (0.3, 0.2, 0.1, 0.25, 0.25), (0.9, 0.2, np.inf, 0.1, 0.3), (2.0,) * 5)


def columns(**more: Any) -> dict[str, Any]:
    found = made(5)
    found.pop("who")
    return found | more


def assert_alike(studies: tuple[Study, Study], reach: float = 1e-12) -> None:
    for place in studies[0].slices:
        assert all(can_decide(study, study.evaluate(*place)) for study in studies)
        held, told = (decisions(study, *place, study.evaluate(*place)) for study in studies)
        assert isinstance(held, HeldDecisions)
        assert not isinstance(told, HeldDecisions)
        assert (told.cases, told.unscored) == (held.cases, held.unscored)
        for thresholds in SETS:
            for normal in (1, None):
                one, other = (each.at(thresholds, normal, ()) for each in (held, told))
                assert other.matrix.matrix.cells.tolist() == one.matrix.matrix.cells.tolist()
                assert other.matrix.no_prediction.tolist() == one.matrix.no_prediction.tolist()
                assert other.figures.keys() == one.figures.keys()
                for key, found in one.figures.items():
                    again = other.figures[key]
                    assert (again.value, again.method, again.note) == pytest.approx(
                        (found.value, found.method, found.note), nan_ok=True
                    )
                    if found.low is not None:
                        assert [again.low, again.high] == pytest.approx([found.low, found.high], abs=reach)


@pytest.mark.parametrize("has_predictions", [True, False])
def test_they_are_those_of_held_rows(opened: Opened, has_predictions: bool) -> None:
    """Some rows lack some scores."""
    given = columns()
    if not has_predictions:
        given.pop("y_pred")
    assert_alike(opened(None, **given))


def test_splits_and_frequencies(opened: Opened) -> None:
    given, generator = columns(), np.random.default_rng(2)
    many = len(given["y_true"])
    split, times = np.array(["test", "train"])[generator.integers(0, 2, many)], generator.integers(1, 4, many)
    assert_alike(opened(Mapping(weight="frequency"), **given, split=split, frequency=times))


@pytest.mark.parametrize("ids", [texts, np.asarray], ids=["texts", "integers"])
def test_patients_with_several_rows_have_patient_level_intervals(opened: Opened, ids: Any) -> None:
    given = made(5)
    assert_alike(opened(Mapping(missing=("unknown",)), patient_id=ids(given.pop("who")), **given), reach=0.02)


def test_where_patients_do_not_fit_rows_are_independent(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    given = made(5)
    told = opened(None, patient_id=given.pop("who"), **given)[1]
    monkeypatch.setattr(counts.Asked, "patients", too_many)
    found = decisions(told, 0, None, told.evaluate()).at(SETS[2], 1, ())
    assert found.figures["overall_accuracy"].method == "Wilson"


def test_weighted_rows_and_classes_without_scores_are_not_decided(opened: Opened) -> None:
    given = columns()
    weights = np.arange(len(given["y_true"])) % 7 + 0.5
    weighted = opened(Mapping(weight="weight"), **given, weight=weights)[1]
    assert not can_decide(weighted, weighted.evaluate())
    given.pop("score_VT")
    assert [can_decide(study, study.evaluate()) for study in opened(None, **given)] == [False, False]
