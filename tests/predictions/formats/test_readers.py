import gzip
import io
import pickle
import zipfile
from collections.abc import Callable

import numpy as np
import openpyxl
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import feather, parquet

from predictions.formats.readers import READERS, detect, read
from predictions.problems import Problem, SeveralSheets
from tests.predictions.helpers import csv_bytes
from words.notices import worded

COLUMNS = {"case_id": ["01", "2"], "y_true": ["a", "b"], "y_pred": ["a", "a"]}


def workbook(**sheets: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def rows_of(columns: dict[str, list[str]]) -> list[list[object]]:
    return [list(columns), *map(list, zip(*columns.values(), strict=True))]


def parquet_bytes(columns: dict[str, list[str]]) -> bytes:
    file = io.BytesIO()
    parquet.write_table(pa.table(columns), file)
    return file.getvalue()


def written(write: Callable[[io.BytesIO], object]) -> bytes:
    file = io.BytesIO()
    write(file)
    return file.getvalue()


def zipped(**members: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


RECORDS = np.array([*zip(*COLUMNS.values(), strict=True)], [(name, "U9") for name in COLUMNS])
FILES = {
    "text": csv_bytes(COLUMNS),
    "Excel": workbook(one=rows_of(COLUMNS)),
    "Parquet": parquet_bytes(COLUMNS),
    "Feather": written(lambda file: feather.write_feather(pa.table(COLUMNS), file)),
    "JSON": pd.DataFrame(COLUMNS).to_json(orient="records").encode(),
    "NPZ": written(lambda file: np.savez(file, **{name: np.array(values) for name, values in COLUMNS.items()})),
    "NPY": written(lambda file: np.save(file, RECORDS)),
    "gzip": gzip.compress(csv_bytes(COLUMNS)),
    "zip": zipped(**{"one.csv": csv_bytes(COLUMNS)}),
}
PACKED = ("gzip", "zip")


@pytest.mark.parametrize("kind", READERS)
def test_content_decides_the_format_and_another_name_is_said(kind: str) -> None:
    for suffix in (".csv", ".xlsx", ".parquet", ".npy", ".json", ""):
        plain = read("file" + suffix, FILES[kind])
        assert plain.kind == ("text" if kind in PACKED else kind)
        assert plain.table.to_pydict() == COLUMNS
        misnamed = bool(suffix) and suffix not in READERS[kind].suffixes
        assert any("extension" in worded(notice) for notice in plain.notes.notices) == misnamed


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (pickle.dumps(pd.DataFrame(COLUMNS), protocol=4), "pickle"),
        (b"\x89PNG\r\n\x1a\n" + bytes(20), "PNG image"),
        (b"<html><table>", "HTML"),
        (b"@relation x\n@attribute y_true {a,b}\n", "ARFF"),
        (b"% 1. Title: Heart\n%\n\n@Relation heart\n@attribute y_true {a,b}\n@data\na\n", "ARFF"),
        (b"$FL3@(#) SPSS DATA FILE" + bytes(30), "SPSS"),
        (b"ASCII SPSS PORT FILE".ljust(40) * 5, "SPSS"),
        (b"PK\x03\x04" + bytes(30), "zip archive"),
        (bytes(257) + b"ustar", "tar archive"),
        (bytes(128) + b"DICM\x02\0", "DICOM image"),
        (b"FEA1" + bytes(30), "old Feather"),
        (b"\xd0\xcf\x11\xe0" + bytes(30), "old Excel"),
        (b"{\\rtf1 }", "RTF"),
        (b"", "empty"),
        (b"PAR1", "damaged or incomplete Parquet"),
        (parquet_bytes(COLUMNS)[:-20], "damaged or incomplete Parquet"),
        (workbook(one=rows_of(COLUMNS))[:3000] + b"xl/", "damaged or incomplete Excel workbook"),
        (workbook(one=[]), "empty workbook"),
        (workbook(one=[["y_true", "y_pred"]]), "no rows"),
    ],
)
def test_other_and_damaged_content_is_refused_by_name(data: bytes, message: str) -> None:
    with pytest.raises(Problem, match=message):
        read("file.csv", data)


def test_no_byte_of_a_pickle_is_loaded() -> None:
    class Bomb:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return exec, ("raise SystemExit",)

    with pytest.raises(Problem):
        detect(pickle.dumps(Bomb()), "x")


def test_excel_takes_the_sheet_with_the_true_class_and_says_so() -> None:
    plain = read("a.xlsx", workbook(readme=[["About these data"], ["Ask Jo"]], data=rows_of(COLUMNS)))
    assert plain.table.to_pydict() == COLUMNS
    assert "Sheet “data” was read" in worded(plain.notes.notices[0])


def test_two_sheets_with_predictions_are_refused_by_their_names_and_one_can_be_chosen() -> None:
    other = COLUMNS | {"y_pred": ["b", "b"]}
    book = workbook(**{"model A": rows_of(COLUMNS), "notes": [["Ask Jo"]], "model B": rows_of(other)})
    for wanted, said in ((None, "holds several tables"), ("model C", "has no sheet “model C”, but several tables")):
        with pytest.raises(SeveralSheets, match=f"{said}.* “model A”, “model B”") as refusal:
            read("a.xlsx", book, sheet=wanted)
        assert refusal.value.sheets == ("model A", "model B")
    assert read("a.xlsx", book, sheet="model B").table.to_pydict() == other


def test_a_sheet_that_is_not_there_changes_nothing_where_one_is_clear() -> None:
    plain = read("a.xlsx", workbook(readme=[["About these data"], ["Ask Jo"]], data=rows_of(COLUMNS)), sheet="other")
    assert plain.table.to_pydict() == COLUMNS


def test_a_table_below_a_title_and_beside_empty_columns_is_found() -> None:
    shifted = [["Results of 2024"], [], *[[None, None, *row] for row in rows_of(COLUMNS)]]
    plain = read("a.xlsx", workbook(one=shifted))
    assert plain.table.to_pydict() == COLUMNS
    assert "excluded" in worded(plain.notes.notices[0])


def test_excel_numbers_and_booleans_read_as_they_are_shown() -> None:
    plain = read("a.xlsx", workbook(one=[["y_true", "x"], [1, 0.1], [True, 2.0], ["01", None]]))
    assert plain.table.to_pydict() == {"y_true": ["1", "True", "01"], "x": ["0.1", "2", ""]}
