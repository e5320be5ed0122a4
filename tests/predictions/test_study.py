"""Rows, a matrix, and counts of an engine answer the same questions; nobody outside has to ask which it is."""

import re
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from predictions.limits import Limits
from predictions.opening import open_files
from predictions.opening_matrix import open_matrix
from predictions.problems import Problem
from predictions.sandbox.client import Guard
from predictions.study import Capability, Study
from tests.predictions.helpers import csv_bytes, opened, warnings

ROOMS = ("pages", "ui", "reviews", "report", "charts", "words", "benchmarks")
COLUMNS = {
    "y_true": ["b", "a", "b", "a"] * 6,
    "y_pred": ["b", "a", "a", "a"] * 6,
    "score_b": [0.9, 0.1, 0.4, 0.2] * 6,
    "split": (["test"] * 3 + ["train"]) * 6,
}


@pytest.fixture(params=["rows", "matrix", "counted"])
def study(request: pytest.FixtureRequest, tmp_path: Path) -> Study:
    if request.param == "matrix":
        return open_matrix("12 6\n0 6", ["a", "b"])
    if request.param == "rows":
        return opened(COLUMNS)
    path = tmp_path / "counted.parquet"
    parquet.write_table(pa.table(COLUMNS), path)
    return open_files([("counted.parquet", path)], guard=Guard(limits=Limits(rows=1)))


def test_models_of_files_with_one_name_are_told_apart() -> None:
    first, second = csv_bytes(COLUMNS), csv_bytes(COLUMNS | {"y_pred": COLUMNS["y_true"]})
    study = open_files([("cnn/answers.csv", first), ("other.csv", first), ("rnn\\answers.csv", second)])
    assert study.model_names == ("answers (1)", "other", "answers (2)")
    assert "the same content were opened as models: “cnn/answers.csv”, “other.csv”" in warnings(study)


@pytest.mark.parametrize(
    ("names", "is_said"),
    [
        (("train.csv", "test.csv"), True),
        (("preds_test.csv", "preds_val.csv"), True),
        (("Test set.csv", "Training set.csv"), True),
        (("cnn_fold_0.csv", "cnn_fold_1.csv"), True),
        (("fold1.csv", "fold2.csv"), True),
        (("cnn_test.csv", "rnn_test.csv"), False),
        (("model_1.csv", "model_2.csv"), False),
        (("cnn.csv", "test.csv"), False),
        (("test.csv", "site/test.csv"), False),
    ],
)
def test_files_that_are_named_like_splits_or_folds_are_said_to_be_models(names: tuple[str, str], is_said: bool) -> None:
    """Those of train stood first, without a word."""
    study = open_files([(name, csv_bytes(COLUMNS | {"row": [at] * 24})) for at, name in enumerate(names)])
    assert len(study.model_names) == 2
    assert ("named like splits or folds" in warnings(study)) == is_said
    assert "named like" not in warnings(open_files([(names[0], csv_bytes(COLUMNS))]))


def test_every_slice_is_an_evaluation_of_its_model_and_split(study: Study) -> None:
    names = study.model_names or (None,)
    assert len(set(study.slices)) == len(study.slices) > 0
    for model, split in study.slices:
        found = study.evaluate(model, split)
        assert (found.labels, found.model, found.split) == (study.labels, names[model], split)
    assert sum(study.evaluate(*place).n for place in study.slices if place[0] == 0) == study.used == study.rows == 24


def test_splits_are_those_of_the_slices_and_another_model_has_none(study: Study) -> None:
    for model in range(len(study.model_names)):
        assert [split for each, split in study.slices if each == model] == list(study.splits_of(model) or (None,))
    assert study.splits_of(7) == ()


def test_scores_are_told_of_where_a_table_is(study: Study) -> None:
    assert (Capability.SCORES in study.capabilities) == any(study.scored) == study.evaluate(*study.slices[0]).has_scores
    assert study.scored in ((), (False, True))


def test_cases_are_held_or_fetched_or_not_there(study: Study) -> None:
    held, fetched = study.predictions_of(0), study.case_counter(0, None)
    assert (held is not None) == (Capability.LOADED in study.capabilities)
    assert (Capability.CASES in study.capabilities) == (held is not None or fetched is not None)
    assert held is None or fetched is None
    if held is not None:
        assert len(study.cases_of(0)) == len(held) == 24
        return
    with pytest.raises(Problem, match="no single cases"):
        study.cases_of(0)


def test_what_it_lacks_is_empty_and_not_absent(study: Study) -> None:
    """No page asks for None before it asks what a column means."""
    assert study.folds_of(0) is None
    assert not {Capability.FOLDS, Capability.RECORDINGS, Capability.SEVERAL_MODELS} & study.capabilities
    assert (study.mapping.case_id or "", study.identifiers, study.steps) == ("", frozenset(), None)
    assert (study.preview.num_columns == 0) == (study.columns == ()) == (Capability.CASES not in study.capabilities)


def test_an_unknown_split_is_refused_where_there_are_splits(study: Study) -> None:
    if study.splits_of(0):
        with pytest.raises(Problem, match="no split “dev”"):
            study.evaluate(0, "dev")


def test_a_study_can_be_renamed(study: Study) -> None:
    renamed = replace(study, name="another")
    assert (renamed.name, renamed.slices, type(renamed)) == ("another", study.slices, type(study))


def test_folds_recordings_and_models_are_capabilities() -> None:
    columns = {"y_true": "abab", "pred_x": "abba", "pred_y": "abab", "fold": "1122", "video_id": "uuvv"}
    both = opened(columns | {"frame": [1, 2, 1, 2]})
    assert (both.capabilities, both.folds_of(1)) == ({*Capability} - {Capability.SCORES}, ("1", "2"))


def test_nobody_outside_asks_for_the_kind() -> None:
    asked = re.compile(r"study\.(models|matrix|evaluations)\b|\b(RowStudy|MatrixStudy|CountedStudy)\b")
    files = [path for room in ROOMS for path in (Path(__file__).parents[2] / room).rglob("*.py")]
    assert len(files) > 100
    assert [path.name for path in files if asked.search(path.read_text("utf-8"))] == []
