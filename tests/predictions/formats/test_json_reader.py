import json
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from predictions.formats.readers import read
from predictions.opening import open_files
from predictions.plain_table import PlainTable
from predictions.problems import Problem
from tests.predictions.helpers import counted, said, warnings

FRAME = pd.DataFrame({"case_id": ["01", "2", "3"], "y_true": ["a", "b", "a"], "y_pred": ["a", "a", "b"]})
TABLE = FRAME.to_dict("list")
RECORDS = FRAME.to_dict("records")


def plain(document: Any) -> PlainTable:
    return read("a.json", document.encode() if isinstance(document, str) else json.dumps(document).encode())


@pytest.mark.parametrize("orient", ["records", "columns", "split", "table", "index"])
def test_pandas_writes_it_in_many_ways(orient: Any) -> None:
    found = plain(FRAME.to_json(orient=orient)).table.to_pydict()
    found.pop("index", None)  # the row numbers of a table schema
    assert found == TABLE


@pytest.mark.parametrize("orient", ["columns", "split", "index"])
def test_keys_that_are_ids_become_the_case_id(orient: Any) -> None:
    table = plain(FRAME.set_index("case_id").to_json(orient=orient))
    assert table.table.to_pydict() == TABLE
    assert "were taken as case_id, such as “01”" in said(table.notes.notices)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(map(json.dumps, RECORDS)),
        "\r\n\r\n".join(map(json.dumps, RECORDS)) + "\n",
        "".join(json.dumps(record, indent=2) for record in RECORDS),
        json.dumps([list(TABLE), *([*record.values()] for record in RECORDS)]),
        json.dumps({"meta": {"model": "x"}, "result": {"rows": RECORDS}}),
        json.dumps({"model": "x", "table": TABLE, "scores": [1, 2]}),
        json.dumps(TABLE | {"accuracy": 0.5}),
    ],
)
def test_records_lines_and_what_holds_one_table_are_read(text: str) -> None:
    assert plain(text).table.to_pydict() == TABLE


def test_values_are_matched_by_key_and_not_by_position() -> None:
    table = plain('{"y_true": {"x": "a", "y": "b", "z": "a"}, "y_pred": {"z": "c", "x": "a"}}')
    assert table.table.to_pydict() == {
        "case_id": ["x", "y", "z"],
        "y_true": ["a", "b", "a"],
        "y_pred": ["a", None, "c"],
    }
    assert "1 row without an entry for column “y_pred”" in said(table.notes.notices)


def test_numbers_keep_their_text_and_only_null_and_nan_are_blank() -> None:
    id_ = "1234567890123456789012345"
    table = plain(f'[{{"id": {id_}, "x": 1.0, "y": true, "z": NaN}}, {{"id": "007", "x": 1e1, "y": null, "z": "nan"}}]')
    assert table.table.to_pydict() == {"id": [id_, "007"], "x": ["1.0", "1e1"], "y": ["True", None], "z": [None, "nan"]}


def test_missing_keys_are_blank_and_said_and_nested_scores_are_columns() -> None:
    study = open_files([("a.json", json.dumps([
        {"y_true": "a", "y_pred": "a", "scores": {"a": 0.9, "b": 0.1}},
        {"y_true": "b", "scores": {"a": 0.2, "b": 0.8}},
        {"y_true": "b", "y_pred": "b", "scores": {"a": 0.3, "b": 0.7}},
    ]).encode())])  # fmt: skip
    assert "1 row without the key “y_pred”" in warnings(study)
    assert "“scores” holds nested values" in warnings(study)
    assert study.models[0].scores is not None
    assert study.models[0].scores[1].tolist() == [0.1, 0.7]  # type: ignore[union-attr]


def test_lists_of_codes_and_scores_take_their_names_from_labels() -> None:
    document = {
        "y_true": [1, 0, 1],
        "y_pred": [1, 0, 0],
        "labels": ["ill", "well"],
        "y_score": [[0, 1], [1, 0], [0.6, 0.4]],
    }
    study = open_files([("a.json", json.dumps(document).encode())])
    assert counted(study) == {("well", "well"): 1, ("ill", "ill"): 1, ("well", "ill"): 1}
    assert study.models[0].scores[0].tolist() == [0, 1, 0.6]  # type: ignore[index, union-attr]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[{"y_true": "a",}]', r"not valid JSON at line 1, column 1[67]\b"),
        ('{"y_true": "a"}\n{"y_true": ', r"line 2, column 12 \(after 1 complete"),
        ("[{'y_true': 'a'}]", "not valid JSON"),
        ('[{"y_true": "a", "y_true": "b"}]', "duplicate key .* “y_true”"),
        ('{"1": {"y_true": "a"}, "1": {"y_true": "b"}}', "duplicate key"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 20_000, "nested too deeply"),
        ('[["a", "b"], ["a", "a"]]', "without column names"),
        ("[1, 2]", "without column names"),
        ("[]", "empty list"),
        ("{}", "holds no table"),
        (json.dumps({"a": RECORDS, "b": RECORDS}), "several tables: “a”, “b”"),
        ('{"fold_0": {"y_true": [0], "y_pred": [1]}, "fold_1": {"y_true": [1]}}', "tables: “fold_0”, “fold_1”"),
        ('{"y_true": ["a", "b"], "y_pred": ["a"]}', r"“y_true” has \(2,\), “y_pred” has \(1,\)"),
        ('{"columns": ["y_true", "y_pred"], "data": [["a", "a"], ["b"]]}', "1.row not of 2 values .* row 2"),
        ('{"columns": ["y_true", "y_true"], "data": [["a", "a"]]}', "more than one column"),
        ('[{"y_true": "\\ud800"}]', "half a character"),
        ('[{"y_true": "a", "x": {"b": 1}}, {"y_true": "a", "x": 2}]', "a record in some rows"),
        ("[1] [2]", "several JSON values"),
    ],
)
def test_what_is_no_table_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(Problem, match=message):
        plain(text)


def test_a_text_that_begins_with_a_bracket_is_still_a_text() -> None:
    assert plain("[y_true],[y_pred]\na,b\n").table.to_pydict() == {"[y_true]": ["a"], "[y_pred]": ["b"]}


labels = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=6).filter(lambda text: text.strip())


@given(st.lists(st.tuples(labels, labels), min_size=1, max_size=8), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_any_text_comes_back(rows: list[tuple[str, str]], encoding: str) -> None:
    records = [{"y_true": truth, "y_pred": predicted} for truth, predicted in rows]
    table = read("a", json.dumps(records, ensure_ascii=False).encode(encoding)).table
    assert table.to_pydict() == {"y_true": [a for a, _ in rows], "y_pred": [b for _, b in rows]}


@pytest.mark.parametrize("several", [{"y_true": 1, "y_pred": 1, "obs": [1, 2]}, {"y_true": 1, "y_pred": 1, "gt": []}])
def test_a_list_among_the_details_of_a_case_makes_it_no_table(several: dict[str, Any]) -> None:
    document = {f"P{at}": several for at in range(4)}
    assert plain(json.dumps(document)).table.column("case_id").to_pylist() == [*document]


def test_one_case_with_several_classes_is_not_the_whole_table() -> None:
    document: dict[str, Any] = {f"P{at}": {"label": "SR", "pred": "SR"} for at in range(5)}
    document["P3"] = {"label": ["AF", "VT"], "pred": ["AF", "SR"]}
    with pytest.raises(Problem, match="nested"):
        open_files([("a.json", json.dumps(document).encode())])
