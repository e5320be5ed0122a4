"""Bytes around a table: encodings, line ends, archives, JSON, workbooks and files that end early."""

from __future__ import annotations

import gzip
import io
import json
import stat
import tarfile
import zipfile
from typing import Any

import numpy as np
import openpyxl
import pyarrow as pa
from pyarrow import feather, parquet

from tests.predictions.odd.expected import ANYTHING, HEADER, Odd, rows, text

TABLE = text()
RECORDS = [dict(zip(HEADER, row, strict=True)) for row in rows()]
COLUMNS = {name: [record[name] for record in RECORDS] for name in HEADER}


def zipped(members: dict[str, str | bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def linked() -> bytes:
    info = zipfile.ZipInfo("a.csv")
    info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(info, "/etc/passwd")
    return file.getvalue()


def tarred() -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        info = tarfile.TarInfo("a.csv")
        info.size = len(TABLE)
        archive.addfile(info, io.BytesIO(TABLE.encode()))
    return file.getvalue()


def written(table: pa.Table, kind: str) -> bytes:
    file = io.BytesIO()
    (parquet.write_table if kind == "parquet" else feather.write_feather)(table, file)
    return file.getvalue()


def workbook(table: list[list[Any]], name: str = "Sheet1") -> bytes:
    book = openpyxl.Workbook()
    book.active.title = name
    for row in table:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def coded(truth: list[Any], predicted: list[Any]) -> list[list[Any]]:
    return [
        ["case_id", "y_true", "y_pred"],
        *([n, t, p] for n, (t, p) in enumerate(zip(truth, predicted, strict=True))),
    ]


PARQUET, FEATHER = (written(pa.table(COLUMNS), kind) for kind in ("parquet", "feather"))
ONES, TEXTS = [0, 1, 1, 0, 1, 0, 0, 1], ["0", "1", "0", "0", "1", "1", "0", "1"]
MIXED = [TEXTS[0], *ONES[1:]]
BOOK = workbook([list(HEADER), *map(list, rows())])

CONTAINERS = [
    Odd("a mark at the start", "\ufeff" + TABLE),
    Odd("two marks", "\ufeff\ufeff" + TABLE),
    Odd("UTF-16 with its mark", TABLE.encode("utf-16")),
    Odd("UTF-16 from the other end", b"\xfe\xff" + TABLE.encode("utf-16-be")),
    Odd("UTF-16 without a mark", TABLE.encode("utf-16-be"), says="encoding|UTF-16"),
    Odd("UTF-16 cut within a character", TABLE.encode("utf-16")[:-1], refused="UTF-16"),
    Odd("a mainframe's letters", TABLE.encode("cp500"), refused="encoding|column|text"),
    Odd("UTF-7", TABLE.replace("healthy", "ges\u00fcnd").encode("utf-7"), says=ANYTHING, cells=None, auc=None),
    Odd("twice encoded", TABLE.replace("healthy", "ges\u00c3\u00bcnd"), says="another encoding", cells=None, auc=None),
    Odd(
        "letters that were lost",
        TABLE.replace("healthy", "ges\ufffdnd"),
        says="replacement character",
        cells=None,
        auc=None,
    ),
    Odd(
        "ends of lines of three systems",
        TABLE.replace("P03", "\rP03").replace("\n\rP03", "\rP03").replace("\nP07", "\r\nP07"),
    ),
    Odd("ends of lines twice", TABLE.replace("\n", "\r\r\n")),
    Odd("line separators of Unicode", TABLE.replace("\n", "\u2028"), refused="column|rows|line"),
    Odd("the last line without its end", TABLE.rstrip("\n")),
    Odd("NUL at the end", TABLE + "\0" * 512, refused="NUL"),
    Odd("NUL in a cell", TABLE.replace("P05", "P\x0005"), refused="line 6 holds a NUL"),
    Odd("an empty file", b"", refused="empty"),
    Odd("blanks alone", b" \n \n", refused="empty"),
    Odd("a mark alone", b"\xef\xbb\xbf", refused="empty"),
    Odd(
        "random bytes",
        bytes(np.random.default_rng(0).integers(0, 256, 4000, np.uint8)),
        refused="text|encoding|column|NUL",
        file="a.csv",
    ),
    Odd(
        "random bytes named Parquet",
        bytes(np.random.default_rng(0).integers(0, 256, 4000, np.uint8)),
        refused="not a Parquet",
        file="a.parquet",
    ),
    Odd("text named Parquet", TABLE, says="CSV text", file="a.parquet"),
    Odd("gzip", gzip.compress(TABLE.encode())),
    Odd("gzip cut off", gzip.compress(TABLE.encode())[:-9], refused="incomplete gzip"),
    Odd("gzip of two parts", gzip.compress(TABLE[:100].encode()) + gzip.compress(TABLE[100:].encode())),
    Odd("gzip with litter behind it", gzip.compress(TABLE.encode()) + b"litter", says=ANYTHING, refused="gzip"),
    Odd("a tar archive in gzip", tarred(), refused="tar archive"),
    Odd("a zip archive of a Mac", zipped({"data/a.csv": TABLE, "__MACOSX/data/._a.csv": "x"})),
    Odd(
        "a zip archive with a note", zipped({"a.csv": TABLE, "README.txt": "see a.csv"}), refused="“README.txt”|“a.csv”"
    ),
    Odd("a zip archive of a link", linked(), refused="holds a link"),
    Odd("a zip archive of nothing", zipped({}), refused="empty archive"),
    Odd("a zip archive in a zip archive", zipped({"a.zip": zipped({"a.csv": TABLE})}), refused="archive"),
    Odd("a zip archive of a workbook", zipped({"a.xlsx": BOOK}), refused="Excel"),
    Odd("a zip archive cut off", zipped({"a.csv": TABLE})[:-30], refused="damaged or incomplete"),
    Odd("Parquet", PARQUET),
    Odd("Parquet cut off", PARQUET[:-20], refused="damaged or incomplete Parquet"),
    Odd("Parquet without columns", written(pa.table({}), "parquet"), refused="no columns"),
    Odd("Parquet without rows", written(pa.table(COLUMNS).slice(0, 0), "parquet"), refused="no rows"),
    Odd("Feather", FEATHER),
    Odd("Feather cut off", FEATHER[:-50], refused="damaged or incomplete Feather"),
    Odd(
        "numbers beside texts in Parquet",
        written(pa.table({"y_true": ONES, "y_pred": TEXTS}), "parquet"),
        says="as text and as number",
        auc=None,
        cells=None,
    ),
    Odd(
        "numbers beside texts in a workbook",
        workbook(coded(MIXED, ONES)),
        says="as text and as number",
        auc=None,
        cells=None,
    ),
    Odd(
        "numbers beside texts in JSON",
        json.dumps({"y_true": MIXED, "y_pred": ONES}),
        says="as text and as number",
        auc=None,
        cells=None,
    ),
    Odd(
        "numbers alone in JSON",
        json.dumps({"y_true": ONES, "y_pred": ONES[::-1]}),
        auc=None,
        cells=None,
        says=r"(?s)^(?!.*as text and as number)",
    ),
    Odd(
        "true beside the text TRUE in a workbook",
        workbook(coded([True, False] * 4, ["TRUE", "FALSE"] * 4)),
        refused="differ in case, “False” and “FALSE”",
    ),
    Odd("a workbook", BOOK),
    Odd(
        "a workbook with a total", workbook([list(HEADER), *map(list, rows()), ["Total", 12, None, 5.15]]), says="total"
    ),
    Odd(
        "a workbook with half of the names on the row above",
        workbook([["patient_id", "Labels", "", "score_sepsis"], ["", "y_true", "y_pred", ""], *map(list, rows())]),
        says="row 2",
    ),
    Odd(
        "a workbook with groups above names that are known like them",
        workbook([["", "Reference", "Model", ""], ["id", "truth", "class", "probability"], *map(list, rows())]),
        says="row 2",
    ),
    Odd(
        "a workbook with groups above the names",
        workbook([["", "Reference", "Model", "Model"], list(HEADER), *map(list, rows())]),
        says="row 2",
    ),
    Odd(
        "a workbook with dates for grades",
        workbook(coded(["02-Jan"] * 4 + ["03-Apr"] * 4, ["02-Jan", "03-Apr"] * 4)),
        says="dates",
        auc=None,
        cells=None,
    ),
    Odd(
        "SAS data",
        b"\0" * 12 + bytes.fromhex("c2ea8160b31411cfbd92080009c7318c181f1011") + b"\0" * 200,
        refused="SAS",
        file="a.sas7bdat",
    ),
    Odd(
        "SAS transport",
        b"HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!000000000000000000000000000000  ",
        refused="SAS",
        file="a.xpt",
    ),
    Odd("old Stata data", b"\x72\x02\x01\x00" + b"\0" * 100, refused="Stata|NUL|binary", file="a.dta"),
    Odd("a Word file", zipped({"word/document.xml": "<a/>"}), refused="Word"),
]
