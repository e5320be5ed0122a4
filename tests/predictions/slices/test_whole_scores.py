"""Hand–Till AUC and Brier score of all classes: rows that an engine counts have the digits of held ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from metrics.notes import Code
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.sandbox.client import Guard
from predictions.slices.row_metrics import row_metrics
from predictions.sources.counted import fully_scored
from predictions.study import Study

pytestmark = pytest.mark.thorough

KEYS = {"auc_hand_till", "brier"}
NAMES = np.array(["Normal", "VT", "AF"])


def made(rows: int = 400, blank: float = 0.0) -> dict[str, Any]:
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 3, rows)
    scores = rng.random((rows, 3)) + np.eye(3)[truth]
    scores = (100 * scores / scores.sum(1, keepdims=True)).round() / 100
    scores[rng.random(scores.shape) < blank] = np.nan
    columns = {"y_true": NAMES[truth], "y_pred": NAMES[np.nan_to_num(scores).argmax(1)]}
    return columns | {f"score_{name}": scores[:, at] for at, name in enumerate(NAMES)}


def lone(name: str) -> dict[str, Any]:
    columns = made()
    truth = np.where(columns["y_true"] == "VT", "VT", "Normal")
    return {"y_true": truth, f"score_{name}": columns["score_VT" if name == "VT" else "score_Normal"]}


def with_folds(rows: int = 400) -> dict[str, Any]:
    """A fold with one class, and rows without a fold."""
    columns = made(rows)
    fold = np.resize(["a", "b", "c", None], rows).astype(object)
    fold[(columns["y_true"] != "Normal") & (fold == "c")] = "b"
    return columns | {"fold": fold}


def both(tmp_path: Path, columns: dict[str, Any], mapping: Mapping | None = None) -> tuple[Study, Study]:
    path = tmp_path / "a.parquet"
    parquet.write_table(pa.table(columns), path)
    guards = (None, Guard(limits=Limits(rows=1)))
    held, counted = (open_files([("a.parquet", path)], mapping, guard) for guard in guards)
    assert counted.predictions_of(0) is None
    return held, counted


CASES: dict[str, dict[str, Any]] = {
    "three classes": made(),
    "rows that lack a score": made(blank=0.05),
    "scores of two classes only": {name: each for name, each in made().items() if name != "score_AF"},
    "scores that do not add up to 1": made() | {"score_AF": np.resize([0.2, 0.9], 400)},
    "scores beyond 1": made() | {"score_AF": np.resize([0.2, 1.5], 400)},
    "two classes": lone("VT") | {"score_Normal": 1 - lone("VT")["score_VT"]},
    "a lone score of one": lone("VT"),
    "a lone score of the other": lone("Normal"),
    "a class without a case": made() | {"y_true": np.where(made()["y_true"] == "AF", "VT", made()["y_true"])},
    "folds": with_folds(),
    "splits": made() | {"split": np.resize(["test", "train"], 400)},
    "single precision": {name: each.astype("f4") if "score" in name else each for name, each in made().items()},
}


@pytest.mark.parametrize("name", CASES)
def test_they_are_those_of_held_rows(tmp_path: Path, name: str) -> None:
    held, counted = both(tmp_path, CASES[name])
    for model, split in held.slices:
        one, other = (row_metrics(study, model, split) for study in (held, counted))
        assert set(one) >= KEYS
        assert repr(other) == repr(one)


def test_a_frequency_is_as_many_rows(tmp_path: Path) -> None:
    held, counted = both(tmp_path, made() | {"frequency": np.resize([0, 1, 3], 400)}, Mapping(weight="frequency"))
    assert repr(row_metrics(counted)) == repr(row_metrics(held))


def test_weights_have_none_where_they_are_counted(tmp_path: Path) -> None:
    held, counted = both(tmp_path, made() | {"weight": np.resize([0.5, 1.0, 3.0], 400)}, Mapping(weight="weight"))
    assert set(row_metrics(held)) >= KEYS
    assert row_metrics(counted) == {}


def test_without_scores_there_are_none(tmp_path: Path) -> None:
    columns = made()
    _, counted = both(tmp_path, {name: columns[name] for name in ("y_true", "y_pred")})
    assert row_metrics(counted) == {}


def test_what_is_lacking_is_said(tmp_path: Path) -> None:
    _, counted = both(tmp_path, CASES["scores of two classes only"])
    assert reasons(counted) == dict.fromkeys(KEYS, Code.NOT_ALL_SCORED)


def test_what_cannot_be_counted_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, counted = both(tmp_path, made())
    with monkeypatch.context() as patch:
        patch.setattr(fully_scored, "MOST_HELD", 50)
        assert reasons(counted) == dict.fromkeys(KEYS, Code.TOO_MANY_SCORES)
    parquet.write_table(pa.table(made(300)), tmp_path / "a.parquet")
    assert reasons(counted) == dict.fromkeys(KEYS, Code.NOT_COUNTED)


def reasons(study: Study) -> dict[str, Code]:
    return {key: each.note.code for key, each in row_metrics(study).items() if each.note and not each.is_defined}
