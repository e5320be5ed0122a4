import codecs

import numpy as np
import pyarrow as pa
import pytest

from predictions.columns.scores import read_scores
from predictions.formats.readers import read
from predictions.formats.text import text_reader
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.plain_table import PlainTable
from predictions.problems import Notes, Problem
from tests.predictions.helpers import csv_bytes
from words.notices import worded

ROWS = {"y_true": ["a", "b", "a"], "y_pred": ["a", "b", "b"], "note": ["x", "y", "z"], "site": ["1", "2", "3"]}


def table(text: str | bytes, name: str = "a.csv") -> dict[str, list[str]]:
    return read(name, text if isinstance(text, bytes) else text.encode()).table.to_pydict()


def said(text: str | bytes, name: str = "a.csv") -> str:
    notices = read(name, text if isinstance(text, bytes) else text.encode()).notes.notices
    return " ".join(worded(notice) for notice in notices).replace("\xa0", " ")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_although_cells_hold_others(delimiter: str) -> None:
    rows = ROWS | {"note": ["1,5", "a;b", "c|d\te"]}
    assert table(csv_bytes(rows, delimiter)) == rows


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_quoted_cells_hold_line_ends_quotes_and_separators(line_end: str) -> None:
    rows = ROWS | {"note": [f"one{line_end}two, three", 'say "so"', ""]}
    assert table(csv_bytes(rows, lineterminator=line_end, quoting=1)) == rows


def test_a_blank_before_a_quotation_mark_matters_only_between_cells() -> None:
    rows = ROWS | {"y_true": [" a", "b", " a"], "note": ['x, "y"', 'one, "two", three', "z"]}
    assert table(csv_bytes(rows)) == rows
    assert table('y_true, "note"\na, "x, y"\n') == {"y_true": ["a"], "note": ["x, y"]}


@pytest.mark.parametrize("formula", ['="{}"', '"=""{}"""'])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_formula_of_text_for_excel_is_the_text(formula: str, delimiter: str) -> None:
    """Classes were named `="healthy"` and lost their scores."""
    lines = [["id", "y_true", "score"], ["007", "healthy, well", "0.5"], ["008", "", "0.1"]]
    text = "\n".join(delimiter.join(map(formula.format, line)) for line in lines)
    assert table(text) == {"id": ["007", "008"], "y_true": ["healthy, well", ""], "score": ["0.5", "0.1"]}
    assert "9 cells written as a formula of text for Excel" in said(text)
    others = {"y_true": ['="a', 'x="c"'], "note": ['y="2"', "=x"]}
    assert table(csv_bytes(others)) == others


def test_every_cell_stays_the_text_that_it_is() -> None:
    rows = {"id": ["007", "7", "1" * 25, "1.0", "NA", ""], "y": ["01", "None", "1e1", "nan", "TRUE", "#N/A"]}
    assert table(csv_bytes(rows)) == rows


def test_blank_lines_are_no_rows() -> None:
    assert table("\n\na,b\n\n1,2\n  \n3,4\n\n") == {"a": ["1", "3"], "b": ["2", "4"]}


def test_short_rows_are_filled_and_their_lines_named() -> None:
    assert table("a,b,c\n1,2,3\n4\n5,6,7\n") == {"a": ["1", "4", "5"], "b": ["2", "", "6"], "c": ["3", "", "7"]}
    assert "1 row with fewer fields than the 3 columns (line 3)" in said("a,b,c\n1,2,3\n4\n5,6,7\n")


def test_trailing_separators_are_dropped_and_said() -> None:
    assert table("a,b\n1,2,\n3,4,\n") == {"a": ["1", "3"], "b": ["2", "4"]}
    assert "2 rows with extra blank fields" in said("a,b\n1,2,\n3,4,\n")


def test_unnamed_columns_get_their_position_as_name() -> None:
    assert table(",a,\n0,x,y\n") == {"column 1": ["0"], "a": ["x"], "column 3": ["y"]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("\n \n", "empty"),
        ("a,b\n", "no rows"),
        ("a,b\n\n", "no rows"),
        ("a\n1\n2\n", "one column"),
        ("a,b,a\n1,2,3\n", "more than one column named “a”"),
        ("a,b\n1,2\n3,4,5\n", "line 3 has 3 fields"),
        ("p1,a,0.71\np2,b,0.2\n", "no header"),
        ('a,b\n1,"2\n3,4\n5,6\n', "quotation mark opened in line 2"),
        ('a,b,c,d\n1,2,"3,4\n1,2,3,4\n1,2,3,4\n1,2,3",4\n', "holds whole lines"),
        ("a,b\n1,\0\n", "line 2 holds a NUL"),
        (b"a,b\n1,\x81\n", "encoding of line 2"),
        ("a,b\n1,é".encode()[:-1], "middle of a character"),
        (codecs.BOM_UTF16_LE + b"a\0,\0b\0\n\0\1", "UTF-16"),
        (",".join(f"c{i}" for i in range(6000)) + "\n1\n", "6,000 columns"),
    ],
)
def test_a_table_that_would_be_misread_is_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(Problem, match=message):
        table(text)


def test_utf16_without_a_mark_is_read_and_said() -> None:
    data = csv_bytes(ROWS, encoding="utf-16-le")
    assert table(data) == ROWS
    assert "encoding; it was read as UTF-16-LE" in said(data)


@pytest.mark.thorough
def test_a_cell_may_be_longer_than_a_block() -> None:
    rows = {"y": ["a", "b"], "note": ["x" * 3_000_000, "y"]}
    assert table(csv_bytes(rows)) == rows


@pytest.mark.thorough
def test_a_ragged_row_is_found_behind_the_sniffed_ones() -> None:
    rows = "".join(f"{i},x\n" for i in range(200_000))
    with pytest.raises(Problem, match="line 200,002 has 3 fields"):
        table("a,b\n" + rows + "1,2,3\n")


DRAWN = np.random.default_rng(0).normal(0, 1, 200).tolist()
CELLS = {
    "as Python writes them": [repr(each) for each in DRAWN],
    "rounded": [repr(round(each, 4)) for each in DRAWN],
    "two decimals": [f"{each:.2f}" for each in DRAWN],  # also 0.10
    "whole": [str(each) for each in range(200)],
    "perhaps thousands": ["1200", *(repr(1 + each / 1000) for each in range(199))],
}
LATE = (
    "",
    "nan",
    "inf",
    "-0.0",
    "1e-05",
    " 0.5",
    "0.5 ",
    "+0.5",
    ".5",
    "5",
    "50%",
    "n/a",
    "1'000",
    "٣",
    "0x1p3",
    "1_0",
)


@pytest.mark.parametrize("cells", CELLS.values(), ids=CELLS)
@pytest.mark.parametrize("late", ["0.25", *LATE])
def test_fractions_of_a_long_table_are_the_numbers_that_their_texts_are(
    cells: list[str], late: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = {"y_true": ["a", "b"] * 100 + ["a"], "score": [*cells, late]}
    plain = read("a.csv", csv_bytes(columns))
    assert plain.table.to_pydict() == columns
    monkeypatch.setattr(text_reader, "LONG", 0)
    found = read("a.csv", csv_bytes(columns))
    assert found.table["y_true"] == plain.table["y_true"]
    assert scores_of(found) == scores_of(plain)


def scores_of(plain: PlainTable) -> tuple[object, ...]:
    """The numbers and what is said of them, or why they are refused."""
    notes = Notes()
    try:
        (found,) = read_scores(plain, ["score"], np.ones(len(plain), bool), notes)
    except Problem as problem:
        return (str(problem),)
    return [repr(each) for each in found.tolist()], [vars(each) for each in notes.notices]


def test_what_is_written_like_no_program_s_number_stays_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_reader, "LONG", 0)
    for name, cells in CELLS.items():
        columns = {"id": [f"{each:04}" for each in range(200)], "label": ["0.5", "1.5"] * 100, "score": cells}
        found = read("a.csv", csv_bytes(columns)).table
        is_number = name in ("as Python writes them", "rounded")
        assert found.schema.field("score").type == (pa.float64() if is_number else pa.string())
        assert found.select(["id", "label"]).to_pydict() == {"id": columns["id"], "label": columns["label"]}


NAMES_OF_NUMBERS = ("score", "Prob a", "p_b", "a", "sepsis_score", "y_prob")
NAMES_OF_TEXTS = ("case_id", "record", "fold", "split", "model", "y_pred", "pred_patient_id", "p_id", "ward", "bed")


def test_only_columns_named_like_scores_or_classes_are_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_reader, "LONG", 0)
    fractions = [repr(round(each, 4)) for each in DRAWN]
    columns = {"y_true": ["a", "b"] * 100} | dict.fromkeys((*NAMES_OF_NUMBERS, *NAMES_OF_TEXTS), fractions)
    schema = read("a.csv", csv_bytes(columns)).table.schema
    assert {name: str(schema.field(name).type) for name in schema.names[1:]} == (
        dict.fromkeys(NAMES_OF_NUMBERS, "double") | dict.fromkeys(NAMES_OF_TEXTS, "string")
    )


def test_ids_of_a_long_table_that_are_one_number_stay_different(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_reader, "LONG", 0)
    ids = [*(f"0.{each}" for each in range(1, 300) if each % 10), "5.1", "5.10", "05.1", "5.100"]
    for name in ("case_id", "ward"):  # the second is named by the mapping
        columns = {name: ids, "y_true": ["a", *["b"] * (len(ids) - 1)], "y_pred": ["a"] * len(ids)}
        study = open_files([("a.csv", csv_bytes(columns))], Mapping(case_id=name))
        assert study.evaluate(0, None).clusters == len(ids)


def test_a_long_table_hides_no_rows_in_a_cell_and_repeats_no_header(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_reader, "LONG", 0)
    head, rows = "y_true,score,note,site", [f"{'ab'[each % 2]},{score!r},x,y" for each, score in enumerate(DRAWN)]
    with pytest.raises(Problem, match="whole lines"):
        read("a.csv", "\n".join([head, *rows, 'a,0.5,"x,y', "b,0.25,x,y", 'a,0.5,x",y', ""]).encode())
    again = read("a.csv", "\n".join([head, *rows, head, "a,0.5,x,y", ""]).encode())
    assert (len(again), again.table["score"][-1].as_py()) == (201, "0.5")
