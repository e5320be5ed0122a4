import datetime
import io
import re
import zipfile
from collections.abc import Callable
from typing import Any

import openpyxl
import pytest
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from predictions.formats.excel.sheet import column_letter
from predictions.formats.excel.workbook import is_date_format, unescaped
from predictions.formats.readers import read
from predictions.problems import Problem
from tests.predictions.formats.test_readers import workbook
from tests.predictions.helpers import said

HEADER: list[object] = ["case_id", "y_true", "y_pred", "note"]
ROWS: list[list[object]] = [HEADER, ["01", "a", "a", "x"], ["2", "b", "a", "y"], ["3", "a", "b", "z"]]
TABLE = {str(name): [str(row[at]) for row in ROWS[1:]] for at, name in enumerate(HEADER)}
SHEET = "xl/worksheets/sheet1.xml"


def changed(change: Callable[[Any], object], rows: list[list[object]] = ROWS) -> bytes:
    """The workbook after a change to its sheet."""
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    change(book.active)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def patched(part: str, old: str, new: str, data: bytes = workbook(one=ROWS)) -> bytes:
    """The workbook with a text of one part replaced."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(file, "w") as copy:
        for name in archive.namelist():
            content = archive.read(name)
            copy.writestr(name, re.sub(old, new, content.decode()).encode() if name == part else content)
    return file.getvalue()


def test_the_table_is_found_whatever_stands_around_it() -> None:
    def clutter(sheet: Any) -> None:
        sheet.insert_rows(1, 2)
        sheet.insert_cols(1, 2)
        sheet["A1"] = "Results"
        sheet.merge_cells("A1:F1")
        sheet["XFD1048576"] = "a stray cell at the far end"

    table = read("a.xlsx", changed(clutter))
    assert table.table.to_pydict() == TABLE
    assert "header was taken from row 3" in said(table.notes.notices)
    assert "1 cell outside the table, such as XFD1048576, excluded" in said(table.notes.notices)


def test_the_size_and_places_that_a_sheet_states_are_not_believed() -> None:
    for old, new in (
        ('<dimension ref="[^"]*"', '<dimension ref="A1:B2"'),
        (r' r="[A-Z]+\d+"', ""),
        ("<dimension[^>]*/>", ""),
    ):
        assert read("a.xlsx", patched(SHEET, old, new)).table.to_pydict() == TABLE


def test_a_header_of_two_rows_is_joined() -> None:
    rows: list[list[object]] = [
        ["case_id", "y_true", "y_pred", "score", None],
        [None, None, None, "a", "b"],
        ["1", "a", "a", 0.9, 0.1],
    ]

    def merge(sheet: Any) -> None:
        for area in ("A1:A2", "B1:B2", "C1:C2", "D1:E1"):
            sheet.merge_cells(area)

    assert read("a.xlsx", changed(merge, rows)).names == ["case_id", "y_true", "y_pred", "score_a", "score_b"]


def test_names_that_come_again_under_each_model_have_its_name() -> None:
    """They were refused as duplicates, although the row above tells them apart."""
    rows: list[list[object]] = [
        ["Patient", "Reference", "CNN", None, "SVM", None],
        ["id", "y_true", "pred", "prob", "pred", "prob"],
        ["1", "a", "a", 0.9, "b", 0.1],
    ]
    names = ["id", "y_true", "CNN_pred", "CNN_prob", "SVM_pred", "SVM_prob"]
    merged = changed(lambda sheet: (sheet.merge_cells("C1:D1"), sheet.merge_cells("E1:F1")), rows)
    assert read("a.xlsx", merged).names == names
    with pytest.raises(Problem, match="more than one column named “pred”, “prob”"):
        read("a.xlsx", changed(lambda sheet: None, rows))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda sheet: sheet.merge_cells("B2:B4"), r"merged cells in column “y_true” \(rows 2 to 4\)"),
        (lambda sheet: sheet.merge_cells("A2:A3"), "merged cells in column “case_id”"),
        (lambda sheet: sheet.merge_cells("B2:C2"), "merged cells in column “y_pred”"),
        (lambda sheet: sheet.__setitem__("C2", "=B2"), "without a saved result in column “y_pred” .1.cell"),
        (lambda sheet: sheet.__setitem__("D1", "y_true"), "more than one column named “y_true”"),
        (lambda sheet: sheet.delete_rows(2, 9), "no rows"),
        (lambda sheet: sheet.delete_rows(1, 9), "empty workbook"),
    ],
)
def test_what_would_lose_values_is_refused(change: Callable[[Any], object], message: str) -> None:
    with pytest.raises(Problem, match=message):
        read("a.xlsx", changed(change))


def test_what_loses_only_details_is_said() -> None:
    def loss(sheet: Any) -> None:
        sheet.merge_cells("D2:D3")
        sheet["D4"] = "=A4"
        sheet.row_dimensions[3].hidden = True
        sheet["C3"].value, sheet["C3"].data_type = "#N/A", "e"

    table = read("a.xlsx", changed(loss))
    assert table.table.to_pydict() == TABLE | {"y_pred": ["a", "", "b"], "note": ["x", "", ""]}
    for words in ("“note” has merged cells", "formulas without a saved", "1 row hidden in Excel", r"#N/A) in “y_pred”"):
        assert words in said(table.notes.notices)


def test_section_titles_are_no_rows() -> None:
    def title(sheet: Any) -> None:
        sheet.insert_rows(3)
        sheet["A3"] = "Site B"
        sheet.merge_cells("A3:D3")

    table = read("a.xlsx", changed(title))
    assert table.table.to_pydict() == TABLE
    assert "1 row of one merged cell, such as row 3, excluded as titles" in said(table.notes.notices)


def test_a_visible_sheet_is_preferred_and_hidden_ones_are_said() -> None:
    book = openpyxl.load_workbook(io.BytesIO(workbook(old=ROWS[:2], new=ROWS)))
    book["old"].sheet_state = "hidden"
    book.save(file := io.BytesIO())
    table = read("a.xlsx", file.getvalue())
    assert (len(table), "Sheet “new” was read" in said(table.notes.notices)) == (3, True)
    assert len(read("a.xlsx", workbook(notes=[["Ask Jo"]], data=ROWS))) == 3


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "1"), (1.0, "1"), (-0.5, "-0.5"), (0.25, "0.25"), (True, "True"), ("1.0", "1.0"),
        (datetime.date(2024, 2, 29), "2024-02-29"), (datetime.datetime(2024, 2, 29, 13, 5), "2024-02-29T13:05:00"),
        (datetime.time(13, 5), "13:05:00"), ("tab\there", "tab\there"), ("<&>", "<&>"),
    ],
)  # fmt: skip
def test_cells_read_as_they_are_shown(value: object, text: str) -> None:
    rows: list[list[object]] = [["y_true", "x"], ["a", value], ["b", "filler"]]
    assert read("a.xlsx", changed(lambda sheet: None, rows)).table["x"][0].as_py() == text


def test_days_may_count_from_1904_and_codes_are_unescaped() -> None:
    book = openpyxl.Workbook()
    book.epoch = CALENDAR_MAC_1904
    for row in (["y_true", "x"], ["a", datetime.date(2024, 1, 2)]):
        book.active.append(row)
    book.save(file := io.BytesIO())
    assert read("a.xlsx", file.getvalue()).table["x"][0].as_py() == "2024-01-02"
    assert unescaped("a_x000D_b_x005F_x0041_") == "a\rb_x0041_"
    assert [column_letter(number) for number in (1, 26, 27, 16384)] == ["A", "Z", "AA", "XFD"]


@pytest.mark.parametrize(
    ("code", "is_date"),
    [("yyyy-mm-dd", True), ("[h]:mm:ss", True), ("[$-409]d-mmm;@", True), ("General", False), ("0.00%", False)]
    + [('0 "days"', False), ("[Red]0.00", False), (r"#,##0\ \d", False), ("_-* #,##0_-", False), ("@", False)],
)
def test_date_formats_are_told_from_others(code: str, is_date: bool) -> None:
    assert is_date_format(code) is is_date


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        (SHEET, "<worksheet", '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet'),
        (SHEET, "<worksheet", '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet'),
        (SHEET, "</sheetData>", "</sheetdata>"),
        (SHEET, 'r="A1"', 'r="A0"'),
        (SHEET, 'r="A1"', 'r="AAAA1"'),
        (SHEET, 'r="B2"', 'r="B9999999"'),
        ("xl/workbook.xml", "<sheets>.*</sheets>", ""),
        ("xl/workbook.xml", '<sheet ([^>]*)name="', r'<sheet \1nawe="'),
        ("xl/_rels/workbook.xml.rels", "worksheets/sheet1.xml", "worksheets/other.xml"),
    ],
)
def test_damaged_and_unsafe_parts_are_refused(part: str, old: str, new: str) -> None:
    with pytest.raises(Problem, match=r"damaged or incomplete Excel|unsafe Excel"):
        read("a.xlsx", patched(part, old, new))


def test_shared_texts_are_found_by_their_position() -> None:
    runs = "<si><r><t>a</t></r><r><t> b</t></r><rPh><t>reading</t></rPh></si>"
    shared = f'<sst>{runs}<si><t xml:space="preserve"> c </t></si></sst>'
    cell = '<c r="B2" t="s"><v>{}</v></c>'
    for position, text in ((0, "a b"), (1, " c ")):
        data = patched(SHEET, r'<c r="B2"[^>]*>.*?</c>', cell.format(position))
        with zipfile.ZipFile(file := io.BytesIO(data), "a") as archive:
            archive.writestr("xl/sharedStrings.xml", shared)
        assert read("a.xlsx", file.getvalue()).table["y_true"][0].as_py() == text
    for position in (2, -1):
        data = patched(SHEET, r'<c r="B2"[^>]*>.*?</c>', cell.format(position))
        with zipfile.ZipFile(file := io.BytesIO(data), "a") as archive:
            archive.writestr("xl/sharedStrings.xml", shared)
        with pytest.raises(Problem, match="damaged"):
            read("a.xlsx", file.getvalue())


def test_what_stands_above_several_names_alike_tells_them_not_apart() -> None:
    rows: list[list[object]] = [["Results", None, None], ["y_true", "pred", "pred"], ["a", "a", "b"]]
    with pytest.raises(Problem, match="more than one column named “pred”"):
        read("a.xlsx", changed(lambda sheet: sheet.merge_cells("A1:C1"), rows))
