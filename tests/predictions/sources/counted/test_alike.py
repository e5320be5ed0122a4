"""At a kept threshold an engine counts groups and folds as they are of held rows."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from metrics import Evaluation
from predictions.groups.by import By, groups
from predictions.groups.lens import Lens, within
from predictions.mapping import Mapping
from predictions.rows import cases_of
from predictions.slices.at_threshold import at_threshold
from predictions.slices.folds import fold_evaluations
from predictions.study import Study
from reviews import Review, View
from reviews.groups.subgroups import subgroups
from tests.predictions.sources.counted.conftest import Opened, held_and_counted

pytestmark = pytest.mark.thorough

ROWS = 240
START = dt.datetime(2026, 1, 1, 3)
NAMES = ("site", "sex", "date")


def made(classes: int, seed: int = 0, **more: Any) -> dict[str, Any]:
    generator = np.random.default_rng(seed)
    truth, labels = generator.integers(0, classes, ROWS), np.array(["AF", "Normal", "VT"], object)[-classes:]
    scores = (generator.random((ROWS, classes)) + 0.5 * np.eye(classes)[truth]).round(1)
    columns: dict[str, Any] = {
        "y_true": labels[truth],
        "y_pred": labels[generator.integers(0, classes, ROWS)],
        "patient_id": [f"p{row // 4}" for row in range(ROWS)],
        "split": np.where(np.arange(ROWS) // 4 % 3, "test", "train"),
        "fold": np.arange(ROWS) // 4 % 4,
        "site": np.array(["Ghent", "Lyon", None, "unknown"], object)[np.arange(ROWS) // 4 % 4],
        "sex": np.array(["F", "M"])[np.arange(ROWS) // 4 % 2],
        "date": pa.array([START + dt.timedelta(days=row // 4) for row in range(ROWS)]),
    }
    each = {f"score_{label}": scores[:, at] for at, label in enumerate(labels)}
    return columns | ({"score": scores[:, 1]} if classes == 2 else each) | more


KINDS: dict[str, tuple[dict[str, Any], Mapping]] = {
    "two classes": (made(2), Mapping()),
    "three classes": (made(3), Mapping()),
    "frequencies": (made(3, frequency=np.arange(ROWS) % 3), Mapping(weight="frequency")),
    "weights": (made(2, weight=np.arange(ROWS) // 4 % 3 + 0.5), Mapping(weight="weight")),
    "without patients or splits": (
        {name: each for name, each in made(3).items() if name not in ("patient_id", "split")}, Mapping(),
    ),
}  # fmt: skip


@pytest.fixture(scope="module", params=KINDS)
def again(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Study, Study]:
    """Held and counted, once for all tests of a kind of file."""
    columns, mapping = KINDS[request.param]
    held, told = held_and_counted(tmp_path_factory.mktemp("alike"), mapping, columns)
    return at_threshold(held, 0, 1, 0.6), at_threshold(told, 0, 1, 0.6)


def counted(study: Study) -> Counter[tuple[Any, ...]]:
    """How many cases are alike, and what they weigh."""
    rows = study.rows_by(0, NAMES)
    at = np.arange(len(rows)) if rows.is_held is False else cases_of(rows, np.arange(len(rows)))
    assert at is not None
    details = [rows.details[name].to_pylist() for name in NAMES]
    found = Counter[tuple[Any, ...]]()
    for row in at.tolist():
        split = rows.splits[rows.split[row]] if rows.split is not None else None
        values = [each[row].date() if isinstance(each[row], dt.datetime) else each[row] for each in details]
        weight = (
            None if rows.weights is None or (rows.copies is not None and rows.is_held) else float(rows.weights[row])
        )
        number = 1 if rows.is_held or rows.copies is None else int(rows.copies[row])
        found[int(rows.truth[row]), int(rows.predicted[row]), split, *values, weight] += number
    return found


def same_cells(found: Evaluation, held: Evaluation) -> None:
    assert found.matrix.cells.tolist() == held.matrix.cells.tolist()
    values = [each.classes[1]["sensitivity"].value for each in (found.in_population, held.in_population)]
    assert values[0] == pytest.approx(values[1])


def test_rows_are_alike_as_held_ones(again: tuple[Study, Study]) -> None:
    held, told = again
    assert counted(told) == counted(held)


def test_folds_are_those_of_held_rows(again: tuple[Study, Study]) -> None:
    held, told = again
    for model, split in held.slices:
        whole, found = (dict(fold_evaluations(each, model, split)) for each in (held, told))
        assert [*found] == [*whole] == ["0", "1", "2", "3"]
        for name, each in found.items():
            same_cells(each, whole[name])


def test_subgroups_are_those_of_held_rows(again: tuple[Study, Study]) -> None:
    views = [View(study, Review.begin(study), *study.slices[0]) for study in again]
    assert [each[0] for each in groups(views[0].study, 0)] == [each[0] for each in groups(views[1].study, 0)]
    for by in ((By("site"),), (By("sex"), By("site")), (By("date", period="quarter"),)):
        held, told = (subgroups(view, by, 1) for view in views)
        assert len(held.groups) == len(told.groups) > 0
        for group in range(len(held.groups)):
            whole, found = held.rates(group), told.rates(group)
            for key, each in whole.items():
                assert found[key].value == pytest.approx(each.value, nan_ok=True)
                assert (found[key].successes, found[key].trials) == (each.successes, each.trials)


def test_a_lens_is_looked_through_before_predictions_are_made_again(opened: Opened) -> None:
    columns, mapping = KINDS["three classes"]
    lens = Lens((By("sex"),), ("F",))
    held, told = (at_threshold(within(study, lens), 0, 1, 0.6) for study in opened(mapping, **columns))
    assert counted(told) == counted(held)
    same_cells(told.evaluate(0, "test"), held.evaluate(0, "test"))
