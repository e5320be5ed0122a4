"""A list of scores in a cell is read by its places, as an array is; what is no such list is refused with its row."""

import io
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from predictions.opening import open_files
from predictions.problems import Problem
from tests.predictions.helpers import opened, warnings

T, PAIRS = ["0", "1", "0", "1"], [(0.7, 0.3), (0.2, 0.8), (0.4, 0.6), (0.1, 0.9)]


@pytest.mark.parametrize(
    "shape",
    [
        "[{} {}]",
        "[{}, {}]",
        "[[{} {}]]",
        "[ {}  {} ]",
        "[{}\n {}]",
        "array([{}, {}], dtype=float32)",
        "tensor([{}, {}])",
        "[np.float64({}), np.float64({})]",
        "[tensor({}), tensor({})]",
    ],
)
@pytest.mark.parametrize("name", ["probs", "y_score", "y_prob"])
def test_a_list_is_a_score_for_each_class(shape: str, name: str) -> None:
    study = opened({"y_true": T, name: [shape.format(*each) for each in PAIRS]})
    (model,) = study.models
    assert model.predicted.tolist() == [0, 1, 1, 1]
    assert model.scores is not None
    assert [list(each) for each in zip(*model.scores, strict=True)] == [list(each) for each in PAIRS]
    assert f"Column “{name}” holds a list of scores in each row" in warnings(study)


def test_a_list_of_one_number_is_a_number() -> None:
    study = opened({"y_true": T, "y_score": [f"[{each[1]}]" for each in PAIRS]})
    assert study.models[0].predicted.tolist() == [0, 1, 1, 1]


@pytest.mark.parametrize("name", ["score", "prob_1"])
def test_a_tensor_among_numbers_is_a_number(name: str) -> None:
    """Its row had no score."""
    study = opened({"y_true": T, name: ["0.3", " 0.8 ", "tensor(0.6)", "[0.9]"]})
    assert study.models[0].predicted.tolist() == [0, 1, 1, 1]
    study = opened({"y_true": T, name: ["0.3", "NA", "tensor(0.6)", "0.9"]})
    assert "2 rows where the score is not a number" in warnings(study)


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (["[0.7 0.3]", "[0.2 0.8]", "[0.4 0.6]", "[0.1 0.5 0.4]"], "“\\[0.1 0.5 0.4\\]” in row 4"),
        (["[0.7 0.3]", "[0.2 ... 0.8]", "[0.4 0.6]", "[0.1 0.9]"], "“\\[0.2 ... 0.8\\]” in row 2"),
        (["[0.7 0.3]", "0.8", "[0.4 0.6]", "[0.1 0.9]"], "“0.8” in row 2"),
    ],
)
def test_another_cell_beside_lists_is_refused_with_its_row(cells: list[str], said: str) -> None:
    with pytest.raises(Problem, match=f"“probs” holds lists of scores, but {said}, .* score_<class>"):
        opened({"y_true": T, "probs": cells})


def test_lists_of_other_classes_say_how_to_name_them() -> None:
    with pytest.raises(
        Problem, match=r"scores of none of its classes “a”, “b”: “probs_0”, “probs_1”. Name them score_"
    ):
        opened({"y_true": ["a", "b", "a", "b"], "probs": [f"[{a} {b}]" for a, b in PAIRS]})


def test_lists_of_another_kind_say_what_to_do() -> None:
    with pytest.raises(Problem, match=r"“{'0': 0.7}”. Give each class a column of its own, such as score_<class>"):
        opened({"y_true": T, "probs": ["{'0': 0.7}"] * 4})


def parquet(cells: pa.Array, name: str = "probs") -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table({"y_true": T, name: cells}), sink)
    return sink.getvalue()


def test_lists_of_other_formats_are_read_alike() -> None:
    records = [{"y_true": t, "probs": list(each)} for t, each in zip(T, PAIRS, strict=True)]
    kinds = (pa.list_(pa.float64()), pa.large_list(pa.float64()), pa.list_(pa.float64(), 2))  # polars, datasets
    named = [[{"label": "1", "score": b}, {"label": "0", "score": a}] for a, b in PAIRS]
    written = [[{name: str(value) for name, value in pair.items()} for pair in row] for row in named]
    files = [json.dumps(records).encode(), *(parquet(pa.array([list(each) for each in PAIRS], kind)) for kind in kinds)]
    for data in (*files, parquet(pa.array(named)), parquet(pa.array(written))):
        (model,) = open_files([("a", data)]).models
        assert model.predicted.tolist() == [0, 1, 1, 1]
        assert model.scores is not None
        assert model.scores[1].tolist() == [b for _, b in PAIRS]


SPARK = [{"type": 1, "values": list(each)} for each in PAIRS]
LINES = [json.dumps({"y_true": t, "probs": each}) for t, each in zip(T, SPARK, strict=True)]
PAIRED = pa.array([[{"label": "1", "prob": b}, {"label": "0", "prob": a}] for a, b in PAIRS])


@pytest.mark.parametrize(
    "data",
    [
        "\n".join(LINES).encode(),
        parquet(pa.array([{**each, "size": None, "indices": None} for each in SPARK])),
        parquet(pa.array([[("0", a), ("1", b)] for a, b in PAIRS], pa.map_(pa.string(), pa.float64()))),
        parquet(PAIRED, "predicted_outcome_probs"),
    ],
    ids=["a vector of Spark", "a vector of Spark in Parquet", "a map", "pairs of BigQuery"],
)
def test_what_other_systems_write_for_a_list_is_one(data: bytes) -> None:
    """They were left aside, and with them every curve."""
    (model,) = open_files([("a", data)]).models
    assert model.scores is not None
    assert model.scores[1].tolist() == [b for _, b in PAIRS]


def test_other_vectors_and_maps_are_no_scores() -> None:
    sparse = [{"type": 0, "size": 2, "indices": [1], "values": [0.5]}] * 4
    kind = pa.map_(pa.string(), pa.float64())
    other = pa.array([[("0", 1.0)], [("1", 1.0)]] * 2, kind)
    twice = pa.array([[("0", 0.3), ("0", 0.4)], [("0", 0.3), ("1", 0.7)]] * 2, kind)
    for cells in (pa.array(sparse), other, twice):
        with pytest.raises(Problem):
            open_files([("a", parquet(cells))])


@pytest.mark.parametrize(
    ("truth", "columns"),
    [
        (["1", "2", "3", "2"], ["probs_1", "probs_2", "probs_3"]),
        (["1.0", "2.0", "3.0", "2.0"], ["probs_1", "probs_2", "probs_3"]),
        (["0", "2", "1", "2"], ["probs_0", "probs_1", "probs_2"]),
        (["1", "2", "1", "2"], ["probs_0", "probs_1", "probs_2"]),  # of three classes, of which none is 0
    ],
)
def test_places_are_counted_from_1_where_classes_are_counted_up_to_their_number(
    truth: list[str], columns: list[str]
) -> None:
    lists = ["[0.7 0.2 0.1]", "[0.2 0.7 0.1]", "[0.1 0.3 0.6]", "[0.3 0.4 0.3]"]
    study = opened({"y_true": truth, "y_pred": truth, "probs": lists})
    (notice,) = (each for each in study.notices if each.code == "scores_in_lists")
    assert notice.fields["columns"] == columns


def test_pairs_in_a_column_that_is_named_like_no_score_are_none() -> None:
    """Votes and soft labels took the place of the scores."""
    votes = [[{"label": "0", "score": own}, {"label": "1", "score": 1 - own}] for own in (0.1, 0.4, 0.9, 0.2)]
    table = pa.table({"y_true": T, "score": [each[1] for each in PAIRS], "votes": votes})
    file = io.BytesIO()
    pq.write_table(table, file)
    assert open_files([("a.parquet", file.getvalue())]).mapping.score == "score"
