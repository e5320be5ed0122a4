"""Delivered predictions beside a score: another threshold than 0.5, none, or a copy of the true class."""

from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from predictions.limits import Limits
from predictions.opening import open_files
from predictions.sandbox.client import Guard
from tests.predictions.helpers import opened, said

SCORES = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95]
TRUTH = ["no", "yes", "no", "no", "yes", "no", "yes", "yes", "yes", "no"]
COPY = "equals the true class in every row"
OTHER = "follow a threshold other than 0.5"
NONE = "follow no single threshold"


def by(threshold: float) -> list[str]:
    return ["yes" if score >= threshold else "no" for score in SCORES]


def kinds(text: str) -> set[str]:
    return {words for words in (COPY, OTHER, NONE) if words in text}


CASES = [
    (by(0.5), SCORES, set()),
    (by(0.3), SCORES, {OTHER}),
    (by(0.9), SCORES, {OTHER}),
    (by(2), SCORES, set()),  # never predicted: the threshold is not known
    (TRUTH, SCORES, {COPY}),
    (by(0.5), [1 - score for score in SCORES], {NONE}),
    (["yes", *by(0.5)[1:]], SCORES, {NONE}),
    (by(0.5), [round(score, 0) for score in SCORES], set()),
    (by(0.5), [0.1, 0.1, 0.2, 0.3, 0.5, 0.5, 0.6, 0.7, 0.8, 0.9], set()),  # 0.499 was rounded to 0.5
    (by(0.3), [None, *SCORES[1:]], {OTHER}),
    (by(0.5), [score * 8 - 4 for score in SCORES], {OTHER}),  # logits
]


@pytest.mark.parametrize(("predicted", "scores", "expected"), CASES)
@pytest.mark.thorough
def test_predictions_that_the_score_does_not_give_are_said_by_every_engine(
    tmp_path: Path, predicted: list[str], scores: list[float | None], expected: set[str]
) -> None:
    path = tmp_path / "a.parquet"
    parquet.write_table(pa.table({"y_true": TRUTH, "y_pred": predicted, "score_yes": scores}), path)
    held, counted = (open_files([("a.parquet", path)], None, guard) for guard in (None, Guard(limits=Limits(rows=1))))
    assert held.predictions_of(0) is not None
    assert counted.predictions_of(0) is None
    for study in (held, counted):
        assert kinds(said(study.notices)) == expected


def test_the_edges_of_the_threshold_are_named() -> None:
    study = opened({"y_true": TRUTH, "y_pred": by(0.3), "score_yes": SCORES})
    (notice,) = [each for each in study.notices if each.code == "predictions_from_score"]
    assert (notice.fields["lowest"], notice.fields["highest"], notice.level) == (0.35, 0.25, "info")


def test_a_perfect_model_is_no_copy() -> None:
    study = opened({"y_true": by(0.5), "y_pred": by(0.5), "score_yes": SCORES})
    assert kinds(said(study.notices)) == set()


def test_predictions_from_the_score_itself_follow_it() -> None:
    assert kinds(said(opened({"y_true": TRUTH, "score_yes": SCORES}).notices)) == set()


@pytest.mark.thorough
def test_each_part_of_a_large_file_counts(tmp_path: Path) -> None:
    """A model whose predictions are the true class in one split only has made errors."""
    path = tmp_path / "a.parquet"
    columns = {
        "y_true": TRUTH * 2,
        "y_pred": [*TRUTH, *by(0.3)],
        "score_yes": SCORES * 2,
        "split": ["train"] * 10 + ["test"] * 10,
    }
    parquet.write_table(pa.table(columns), path)
    for guard in (None, Guard(limits=Limits(rows=1))):
        assert kinds(said(open_files([("a.parquet", path)], None, guard).notices)) == {NONE}


def test_a_copy_of_the_true_class_beside_a_score_per_class_is_said() -> None:
    columns = {"y_true": ["a", "b", "c"] * 4, "y_pred": ["a", "b", "c"] * 4}
    scores = {f"score_{label}": [each] * 12 for label, each in (("a", 0.5), ("b", 0.3), ("c", 0.2))}
    text = said(opened(columns | scores).notices)
    assert COPY in text
    assert "differs from the highest score" not in text
