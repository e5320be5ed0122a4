"""The matrix that follows from one class's own threshold agrees with a decision made row by row."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from predictions.slices.one_class_threshold import best_of_the_others, matrix_at
from tests.predictions.helpers import opened

LABELS = "abc"
rows = st.lists(st.tuples(st.sampled_from(LABELS), *[st.integers(0, 4)] * 3), min_size=4, max_size=30)


def by_hand(frame: pd.DataFrame, label: str, threshold: float) -> np.ndarray:
    others = [f"score_{name}" for name in LABELS if name != label]
    counts = pd.DataFrame(0, list(LABELS), list(LABELS))
    for _, row in frame.iterrows():
        best = max(others, key=lambda column: row[column])  # the first of equal scores
        counts.loc[row.y_true, label if row[f"score_{label}"] >= threshold else best.removeprefix("score_")] += 1
    return counts.to_numpy()


@given(rows, st.sampled_from(LABELS), st.integers(0, 5))
def test_every_row_is_called_the_class_or_the_best_of_the_others(
    values: list[tuple[str, int, int, int]], label: str, fourths: int
) -> None:
    anchors = [(name, 1, 1, 1) for name in LABELS]
    frame = pd.DataFrame(anchors + values, columns=["y_true", *(f"score_{name}" for name in LABELS)])
    frame[[f"score_{name}" for name in LABELS]] /= 4
    study = opened({name: frame[name].tolist() for name in frame} | {"y_pred": ["a"] * len(frame)})
    found = matrix_at(study, 0, None, LABELS.index(label), fourths / 4)
    assert found is not None
    assert found.cells.tolist() == by_hand(frame, label, fourths / 4).tolist()
    others = best_of_the_others(study, 0, None, LABELS.index(label))
    kept = matrix_at(study, 0, None, LABELS.index(label), fourths / 4, others)
    assert kept is not None
    assert kept.cells.tolist() == found.cells.tolist()


def test_rows_without_a_score_are_left_out() -> None:
    scores = {
        "score_a": ["0.9", "", "0.1", "0.2"],
        "score_b": ["0.1", "0.5", "0.9", ""],
        "score_c": ["0", "0.5", "0", "0.1"],
    }
    study = opened({"y_true": list("abca"), "y_pred": list("abcb")} | scores)
    found = matrix_at(study, 0, None, 0, 0.5)
    assert found is not None
    assert (found.total, found.cells[0, 0], found.cells[2, 1]) == (2, 1, 1)


@pytest.mark.parametrize("label", [0, 1])
def test_with_one_score_for_one_of_two_classes_only_that_class_has_a_line(label: int) -> None:
    study = opened({"y_true": ["no", "yes", "yes"], "score": ["0.2", "0.5", "0.9"]})
    found = matrix_at(study, 0, None, label, 0.5)
    if study.labels[label] == "yes":
        assert found is not None
        assert found.cells.tolist() == [[1, 0], [0, 2]]
    else:
        assert found is None


def test_labels_alone_have_no_line() -> None:
    study = opened({"y_true": ["a", "b"], "y_pred": ["a", "b"]})
    assert matrix_at(study, 0, None, 0, 0.5) is None
