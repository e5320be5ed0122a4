import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from metrics import ConfusionMatrix, Counts, ThresholdTable, accuracy, edit_score, mcc, weighted

TRUTH, PREDICTED = ["VT", "Normal", "VT", "NA"], ["Normal", "Normal", "VT", "VT"]
CELLS = [[0, 0, 1], [0, 1, 0], [0, 1, 1]]  # NA, Normal, VT


@pytest.mark.parametrize("dtype", ["str", "object", "category", "string[pyarrow]", "string[python]"])
def test_text_columns_of_every_kind_are_counted(dtype: str) -> None:
    truth, predicted = pd.Series(TRUTH, dtype=dtype), pd.Series(PREDICTED, dtype=dtype)
    for columns in ((truth, predicted), (truth, PREDICTED), (truth[::-1], predicted[::-1].array)):
        matrix = ConfusionMatrix.from_labels(*columns)
        assert matrix.labels == ("NA", "Normal", "VT")
        assert matrix.cells.tolist() == CELLS


@pytest.mark.parametrize("dtype", ["int64", "int8", "Int64", "uint16", "int64[pyarrow]", "float64", "category"])
def test_number_columns_of_every_kind_are_counted(dtype: str) -> None:
    truth, predicted = pd.Series([3, 1, 3, 1], dtype=dtype), pd.Series([1, 1, 3, 3], dtype=dtype)
    matrix = ConfusionMatrix.from_labels(truth, predicted)
    assert matrix.labels == (1, 3)
    assert matrix.cells.tolist() == [[1, 1], [1, 1]]


@pytest.mark.parametrize("dtype", ["bool", "boolean"])
def test_yes_and_no_are_counted(dtype: str) -> None:
    column = pd.Series([True, False, True], dtype=dtype)
    assert ConfusionMatrix.from_labels(column, column).cells.tolist() == [[1, 0], [0, 2]]


def test_categories_without_cases_come_only_with_the_labels() -> None:
    column = pd.Series(["a", "b"], dtype=pd.CategoricalDtype(["c", "b", "a"]))
    assert ConfusionMatrix.from_labels(column, column).labels == ("a", "b")
    matrix = ConfusionMatrix.from_labels(column, column, labels=column.cat.categories)
    assert matrix.labels == ("c", "b", "a")
    assert matrix.cells.tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 1]]


@pytest.mark.parametrize("dtype", ["str", "object", "category", "Int64", "float64"])
def test_missing_values_are_refused(dtype: str) -> None:
    values = [1, None] if dtype in ("Int64", "float64") else ["a", None]
    with pytest.raises(ValueError, match="missing"):
        ConfusionMatrix.from_labels(pd.Series(values, dtype=dtype), pd.Series(values[:1] * 2, dtype=dtype))


def test_an_index_that_was_shuffled_does_not_reorder_the_pairs() -> None:
    truth = pd.Series(TRUTH, index=[3, 2, 1, 0])
    assert ConfusionMatrix.from_labels(truth, pd.Series(PREDICTED)).cells.tolist() == CELLS


def test_arrow_columns_are_counted() -> None:
    assert ConfusionMatrix.from_labels(pa.array(TRUTH), pa.array(PREDICTED)).cells.tolist() == CELLS


def test_scores_of_a_data_frame_are_tallied() -> None:
    frame = pd.DataFrame({"score": [0.1, 0.9, 0.9], "truth": ["n", "y", "n"]})
    table = ThresholdTable.from_scores(frame.score, frame.truth == "y")
    assert (table.scores.tolist(), table.positives.tolist()) == ([0.9, 0.1], [1, 0])
    with pytest.raises(ValueError, match="finite"):
        ThresholdTable.from_scores(pd.Series([0.1, np.nan]), [True, False])


@pytest.mark.thorough
def test_a_long_column_of_text_is_counted_in_blocks_like_a_short_one() -> None:
    """Each block meets other names, in another order, and the two columns are cut up differently in memory."""
    draw = np.random.default_rng(0)
    names = np.array(["Normal", "VT", "Ectopic", "é"])
    codes = np.sort(draw.integers(0, 4, 300_000)), draw.integers(0, 3, 300_000)
    truth, predicted = (pd.Series(names[each], dtype="str") for each in codes)
    pieces = pd.concat([predicted[:70_001], predicted[70_001:70_002], predicted[70_002:]])
    expected = pd.crosstab(truth, predicted).reindex(columns=sorted(names), fill_value=0)
    matrix = ConfusionMatrix.from_labels(truth, pieces)
    assert matrix.labels == tuple(expected.index)
    assert matrix.cells.tolist() == expected.to_numpy().tolist()
    truth[299_999] = None
    with pytest.raises(ValueError, match="missing"):
        ConfusionMatrix.from_labels(truth, predicted)


def test_text_columns_of_different_length_are_refused() -> None:
    with pytest.raises(ValueError, match="differ in length"):
        ConfusionMatrix.from_labels(pd.Series(TRUTH), pd.Series(PREDICTED[:3]))


def test_counts_and_matrices_of_pandas_are_taken_as_they_are() -> None:
    counts = Counts([1, 2], 1, pd.Series([1, 2], index=[7, 3]), 5)
    assert [part.tolist() for part in counts] == [[1, 2], [1, 1], [1, 2], [5, 5]]
    assert weighted(pd.Series([1.0, None, 0.0]), pd.Series([1, 2, 3], index=[7, 3, 5])) == 0.25
    cells = pd.DataFrame([[5, 2], [1, 3]])
    assert (accuracy(cells), mcc(cells)) == (8 / 11, mcc([[5, 2], [1, 3]]))


def test_the_missing_value_of_pandas_is_refused() -> None:
    table = ThresholdTable.from_scores([0.2, 0.7], [False, True])
    for refused in (
        lambda: ThresholdTable.from_scores([0.1, 0.2], pd.Series([True, pd.NA], dtype="boolean")),
        lambda: table.at(pd.NA),
        lambda: Counts(1, pd.NA, 1, 1),
        lambda: weighted([1.0, pd.NA], [1, 1]),
        lambda: ConfusionMatrix.from_labels(["a", pd.NA], ["a", "a"]),
        lambda: edit_score(["a", pd.NA], ["a", "a"]),
    ):
        with pytest.raises(ValueError, match=r"."):
            refused()
