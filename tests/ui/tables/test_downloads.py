"""Downloads say the numbers of the page, and no spreadsheet runs them."""

import csv
import io

import pandas as pd
import pytest
from openpyxl import load_workbook

from tests.support.data.hostile import NAMES
from ui.tables.downloads import as_csv, as_excel, without_ids

HOSTILE = ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "\tx", "plain, with a comma"]


def rows_of(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


def cells_of(content: bytes) -> list[list[tuple[object, str]]]:
    """(value, type) of every cell of the only sheet: "s" is text, "n" a number or nothing, "f" a formula."""
    (sheet,) = load_workbook(io.BytesIO(content)).worksheets
    return [[(cell.value, cell.data_type) for cell in row] for row in sheet.iter_rows()]


@pytest.mark.parametrize("text", HOSTILE[:5])
def test_text_that_would_start_a_formula_is_made_text(text: str) -> None:
    header, row = rows_of(as_csv(pd.DataFrame({text: [text], "n": [-3]})))
    assert header[0] == f"'{text}"
    assert row == [f"'{text}", "-3"]


def test_other_text_and_numbers_stay_as_they_are() -> None:
    frame = pd.DataFrame({"name": [HOSTILE[5]], "share": [0.1 + 0.2], "undefined": [None]})
    assert rows_of(as_csv(frame))[1] == [HOSTILE[5], repr(0.1 + 0.2), ""]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_workbook_holds_text_as_text_and_numbers_as_numbers(text: str) -> None:
    header, row = cells_of(as_excel(pd.DataFrame({text: [text], "n": [-3], "share": [0.1 + 0.2]})))
    assert header == [(text, "s"), ("n", "s"), ("share", "s")]
    assert row == [(text, "s"), (-3, "n"), (pytest.approx(0.1 + 0.2), "n")]


def test_a_workbook_leaves_the_undefined_empty_and_keeps_every_digit_of_a_large_count() -> None:
    values = [float("nan"), None, pd.NaT, 2**60 + 1, "x\x00y", True]
    _, *rows = cells_of(as_excel(pd.DataFrame({"value": values}, dtype=object)))
    assert [row[0][0] for row in rows] == [None, None, None, str(2**60 + 1), "x\ufffdy", True]


def test_ids_become_sequential_numbers_that_tell_the_same_cases_apart() -> None:
    frame = pd.DataFrame({"id": ["Miller", "Smith", "Miller"], "score": [0.1, 0.2, 0.3]})
    assert without_ids(frame, ["id", "other"]).to_dict("list") == {"id": [1, 2, 1], "score": [0.1, 0.2, 0.3]}
    assert frame["id"].tolist() == ["Miller", "Smith", "Miller"]


def test_no_hostile_name_is_run_or_lost_in_a_download() -> None:
    frame = pd.DataFrame({"class": NAMES})
    starts = {row[0][:1] for row in rows_of(as_csv(frame))}
    assert starts.isdisjoint("=+-@＝")
    assert [row[0].removeprefix("'") for row in rows_of(as_csv(frame))[1:]] == list(NAMES)
    assert [row[0] for row in cells_of(as_excel(frame))[1:]] == [(name, "s") for name in NAMES]
