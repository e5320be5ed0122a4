"""Which format a file has, by its content, and the one function that reads it. A format is one line of READERS."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath

from predictions.formats.archives import AGAIN, unpack_gzip, unpack_zip, zip_kind
from predictions.formats.excel.excel_reader import read_excel
from predictions.formats.feather_reader import FILE, STREAM, read_feather
from predictions.formats.json_reader import begins_json, read_json
from predictions.formats.listed_scores import with_scores_from_lists
from predictions.formats.non_case_rows import without_headers_and_units
from predictions.formats.numpy_reader import MAGIC, read_npy, read_npz
from predictions.formats.parquet_reader import read_parquet
from predictions.formats.text.text_reader import read_text
from predictions.limits import LIMITS, Limits
from predictions.plain_table import PlainTable
from predictions.problems import Notes, Problem
from words.text.names import quoted


@dataclass(frozen=True)
class Format:
    """How content is recognised, which file names belong to it, and how it is read."""

    begins: Callable[[bytes], bool]
    suffixes: tuple[str, ...]
    read: Callable[[bytes, str, Limits], PlainTable]


def _begins(*marks: bytes) -> Callable[[bytes], bool]:
    return lambda data: data.startswith(marks)


def _is_zip(kind: str) -> Callable[[bytes], bool]:
    return lambda data: zip_kind(data) == kind


def _read_gzip(data: bytes, where: str, limits: Limits) -> PlainTable:
    return _read_packed(unpack_gzip(data, where, limits), f"{where}, unpacked,", "a gzip file", limits)


def _read_zip(data: bytes, where: str, limits: Limits) -> PlainTable:
    name, content = unpack_zip(data, where, limits)
    return _read_packed(content, f"{where}, {quoted(name)},", "an archive", limits)


def _read_packed(data: bytes, where: str, outside: str, limits: Limits) -> PlainTable:
    """A table of text in a gzip or zip file. Raises Problem for every other content."""
    kind = detect(data, where)
    if kind not in PACKED:
        raise Problem(f"{where} is a {kind} file compressed in {outside}. Unpack it and open the file itself.")
    return READERS[kind].read(data, where, limits)


# The order is the order of asking; text takes what is left.
READERS: dict[str, Format] = {
    "Parquet": Format(_begins(b"PAR1"), (".parquet", ".pq", ".parq"), read_parquet),
    "Feather": Format(_begins(FILE, STREAM), (".feather", ".arrow", ".ipc", ".arrows"), read_feather),
    "Excel": Format(_is_zip("Excel"), (".xlsx", ".xlsm"), read_excel),
    "NPZ": Format(_is_zip("NPZ"), (".npz",), read_npz),
    "NPY": Format(_begins(MAGIC), (".npy",), read_npy),
    "zip": Format(_is_zip("zip"), (".zip",), _read_zip),
    "gzip": Format(_begins(b"\x1f\x8b"), (".gz", ".gzip"), _read_gzip),
    "JSON": Format(begins_json, (".json", ".jsonl", ".ndjson"), read_json),
    "text": Format(lambda data: not _unreadable(data), (".csv", ".tsv", ".txt", ".tab", ".dat"), read_text),
}
PACKED = ("text", "JSON")
ADVICE = "Save the table as CSV, Excel .xlsx or Parquet."
ARFF = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s*%[^\n]*\n)*\s*@relation\s", re.IGNORECASE)
PICKLE = "a Python pickle, a format that is never opened because it can run code"
SAS = bytes.fromhex("c2ea8160b31411cfbd92080009c7318c181f1011")
OLD_STATA = {bytes([version, order, 1]) for version in (0x71, 0x72, 0x73) for order in (1, 2)}
# Formats that are named when they are refused.
REFUSED = (
    *((bytes([0x80, protocol]), PICKLE) for protocol in range(2, 6)),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"II*\0", "a TIFF image"),
    (b"MM\0*", "a TIFF image"),
    (b"%PDF", "a PDF document"),
    (b"{\\rtf", "an RTF document"),
    (b"BZh", "a bzip2-compressed file"),
    (b"\xfd7zXZ", "an xz-compressed file"),
    (b"\x28\xb5\x2f\xfd", "a zstd-compressed file"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"Rar!", "a RAR archive"),
    (b"FEA1", "an old Feather file (version 1)"),
    (b"PARE", "an encrypted Parquet file"),
    (b"ORC", "an ORC file"),
    (b"Obj\x01", "an Avro file"),
    (b"$FL2", "an SPSS file"),
    (b"$FL3", "an SPSS file"),
    (b"ASCII SPSS PORT FILE", "an SPSS file"),
    (b"<stata_dta>", "a Stata file"),
    (b"RDX", "an R data file"),
    (b"X\n\0\0", "an R data file"),
    (b"MATLAB", "a MATLAB file"),
    (b"\xd0\xcf\x11\xe0", "an old Excel (.xls), encrypted Excel or other Office file"),
    (b"SQLite format 3", "an SQLite database"),
    (b"\x89HDF", "an HDF5 file"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"<html", "an HTML page"),
    (b"<!doctype html", "an HTML page"),
    (b"<table", "an HTML table"),
    (b"<?xml", "an XML document"),
    (b"HEADER RECORD*******LIB", "a SAS transport file"),
)


def _unreadable(data: bytes) -> str | None:
    archive = zip_kind(data)
    if archive:
        return archive
    head = data[:64].removeprefix(b"\xef\xbb\xbf")
    head = head.lstrip().lower() if head[:1].isspace() or head[:1] == b"<" else head
    if data[257:262] == b"ustar":
        return "a tar archive"
    if data[128:132] == b"DICM":
        return "a DICOM image"
    if data[12:32] == SAS:
        return "a SAS file"
    if data[:3] in OLD_STATA:
        return "a Stata file"
    if ARFF.match(data[:8192]):
        return "an ARFF file of Weka"
    if data[8:12] == b"DUCK":
        return "a DuckDB database, which is opened from the start command or the command line"
    return next((what for mark, what in REFUSED if head.startswith(mark)), None)


def detect(data: bytes, where: str) -> str:
    """The key of READERS that fits the bytes. Raises Problem for a format that is not read."""
    for kind, format_ in READERS.items():
        if format_.begins(data):
            return kind
    raise Problem(f"{where} is {_unreadable(data)}. {ADVICE}")


def read(name: str, data: bytes, limits: Limits = LIMITS, sheet: str | None = None) -> PlainTable:
    """One file as a plain table. Raises Problem, never another exception, for a file that cannot be read.

    sheet: which one of a workbook is to be read, where it has one of this name: other files may stand beside it.
    """
    where = quoted(name)
    if not data:
        raise Problem(f"{where} is empty. It needs a header row and one row per case.")
    limits.check_upload(len(data), where)
    kind = detect(data, where)
    plain = _read_as(kind, name, data, limits, sheet)
    plain.where = where
    without_headers_and_units(plain)
    with_scores_from_lists(plain)
    say_misnamed(plain.notes, name, kind)
    limits.check_rows(len(plain), where)
    if not plain.names:
        raise Problem(f"{where} has no columns. It needs a header row and one row per case.")
    if not len(plain):
        raise Problem(f"{where} has a header but no rows. It needs one row per case below the header.")
    return plain


def _read_as(kind: str, name: str, data: bytes, limits: Limits, sheet: str | None) -> PlainTable:
    """A binary file that begins like none of its kind was taken for text: where it is none, its name is told, too."""
    where, belongs = quoted(name), _belongs(name, kind)
    try:
        return read_excel(data, where, limits, sheet) if kind == "Excel" else READERS[kind].read(data, where, limits)
    except Problem as problem:
        if kind != "text" or belongs in ("text", "JSON"):
            raise
        article = "an" if belongs in ("Excel", "NPZ", "NPY") else "a"
        raise Problem(f"{where} is not {article} {belongs} file, or its beginning is damaged. {AGAIN}") from problem


def _belongs(name: str, kind: str) -> str:
    """The format that the extension stands for; `kind` for an unknown one."""
    suffix = PurePath(name).suffix.casefold()
    return next((other for other, format_ in READERS.items() if suffix in format_.suffixes), kind)


def say_misnamed(notes: Notes, name: str, kind: str) -> None:
    """A file whose extension stands for another format than it has."""
    if _belongs(name, kind) != kind:
        notes.warn("other_extension", where=quoted(name), format="CSV text" if kind == "text" else kind)
