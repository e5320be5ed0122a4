"""`dataclasses.replace` works on whatever `metrics` holds: it makes an object anew from the fields of another."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace

import numpy as np
import pytest

import metrics
from metrics import ConfusionMatrix, Evaluation, ThresholdTable
from metrics.intervals.resampling_units import ResamplingUnits

TRUTH, CALLED, SCORES = np.arange(60) % 2, np.arange(60) // 2 % 2, np.arange(60) % 7 / 7


def made() -> Evaluation:
    table = ThresholdTable.from_scores(SCORES, TRUTH == 1)
    units = ResamplingUnits(TRUTH, CALLED, 2, 60, (None, SCORES))
    return Evaluation(ConfusionMatrix.from_codes(TRUTH, CALLED, ("a", "b")), (None, table), units=units)


def dataclasses_of_metrics() -> list[type]:
    modules = [importlib.import_module(found.name) for found in pkgutil.walk_packages(metrics.__path__, "metrics.")]
    held = {kind for module in modules for kind in vars(module).values() if isinstance(kind, type)}
    return sorted((kind for kind in held if is_dataclass(kind)), key=lambda kind: kind.__qualname__)


def test_every_dataclass_is_made_from_its_fields_and_frozen() -> None:
    """Subclasses that hide another way to be made would fail here, too."""
    kinds = dataclasses_of_metrics()
    assert {ThresholdTable, Evaluation, metrics.Counts, metrics.Estimate} <= set(kinds)
    for kind in kinds:
        assert set(inspect.signature(kind).parameters) == {field.name for field in fields(kind) if field.init}, kind
        assert kind.__dataclass_params__.frozen, kind  # type: ignore[attr-defined]


def test_what_a_study_holds_is_of_the_named_classes_and_can_be_changed() -> None:
    evaluation = made()
    table = evaluation.table(1)
    for held in (evaluation, evaluation.matrix, table, table.counts, evaluation.units, evaluation.classes[1]["auc"]):
        same = replace(held)
        assert type(same) is type(held)
        assert type(held).__name__ in metrics.__all__
        for field in fields(held):
            if field.init:
                np.testing.assert_equal(getattr(same, field.name), getattr(held, field.name))


def test_a_changed_table_is_counted_anew() -> None:
    table = made().table(1)
    assert table.counts.tp[-1] == 30
    twice = replace(table, positives=2 * table.positives)
    assert twice.counts.tp.tolist() == (2 * table.counts.tp).tolist()
    assert twice.counts.fp.tolist() == table.counts.fp.tolist()
    assert replace(table, scores=table.scores - 1).at(table.scores[2] - 1).tp == table.at(table.scores[2]).tp
    assert "scores=array" in repr(table)
    with pytest.raises(FrozenInstanceError):
        table.positives = table.negatives
