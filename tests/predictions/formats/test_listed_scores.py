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


def test_lists_of_other_formats_are_read_alike() -> None:
    records = [{"y_true": t, "probs": list(each)} for t, each in zip(T, PAIRS, strict=True)]
    sink = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(records), sink)
    for data in (json.dumps(records).encode(), sink.getvalue()):
        (model,) = open_files([("a", data)]).models
        assert model.predicted.tolist() == [0, 1, 1, 1]
