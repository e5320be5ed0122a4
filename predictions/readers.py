"""Which format a file has, by its content, and the one function that reads it. A format is one line of READERS."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath

from predictions.excel_reader import read_excel
from predictions.parquet_reader import read_parquet
from predictions.plain import PlainTable
from predictions.problems import Problem, quoted
from predictions.text_reader import read_text

__all__ = ["READERS", "Format", "detect", "read"]


@dataclass(frozen=True)
class Format:
    """How content is recognised, which file names belong to it, and how it is read."""

    begins: Callable[[bytes], bool]
    suffixes: tuple[str, ...]
    read: Callable[[bytes, str], PlainTable]


def _is_workbook(data: bytes) -> bool:
    return data.startswith(b"PK") and b"xl/" in data


# The order is the order of asking; text takes what is left.
READERS: dict[str, Format] = {
    "Parquet": Format(lambda data: data.startswith(b"PAR1"), (".parquet", ".pq"), read_parquet),
    "Excel": Format(_is_workbook, (".xlsx", ".xlsm"), read_excel),
    "text": Format(lambda data: not _unreadable(data), (".csv", ".tsv", ".txt", ".tab", ".dat"), read_text),
}

PICKLE = "a Python pickle, a format that is never opened because it can run code"
# Formats that are named when they are refused.
REFUSED = (
    *((bytes([0x80, protocol]), PICKLE) for protocol in range(2, 6)),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"%PDF", "a PDF document"),
    (b"{", "a JSON document"),
    (b"[", "a JSON document"),
    (b"\xff\xff\xff\xff", "an Arrow stream"),
    (b"\x1f\x8b", "a gzip-compressed file"),
    (b"PK", "a zip archive"),
    (b"ARROW1", "a Feather/Arrow file"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"\xd0\xcf\x11\xe0", "an old Excel (.xls) or Office file"),
    (b"SQLite format 3", "an SQLite database"),
    (b"\x89HDF", "an HDF5 file"),
    (b"<html", "an HTML page"),
    (b"<!doctype html", "an HTML page"),
)


def _unreadable(data: bytes) -> str | None:
    head = data[:32].lstrip().lower() if data[:1].isspace() or data[:1] == b"<" else data[:32]
    return next((what for mark, what in REFUSED if head.startswith(mark)), None)


def detect(data: bytes, where: str) -> str:
    """The key of READERS that fits the bytes. Raises Problem for a format that is not read."""
    for kind, format_ in READERS.items():
        if format_.begins(data):
            return kind
    raise Problem(f"{where} is {_unreadable(data)}. Save the table as CSV, Excel .xlsx or Parquet.")


def read(name: str, data: bytes) -> PlainTable:
    """One file as a plain table. Raises Problem, never another exception, for a file that cannot be read."""
    where = quoted(name)
    if not data:
        raise Problem(f"{where} is empty. It needs a header row and one row per case.")
    kind = detect(data, where)
    plain = READERS[kind].read(data, where)
    _say_misnamed(plain, name, kind)
    if not len(plain):
        raise Problem(f"{where} has a header but no rows. It needs one row per case below the header.")
    return plain


def _say_misnamed(plain: PlainTable, name: str, kind: str) -> None:
    suffix = PurePath(name).suffix.casefold()
    belongs = next((other for other, format_ in READERS.items() if suffix in format_.suffixes), kind)
    if belongs != kind:
        meant = "CSV text" if kind == "text" else kind
        plain.notes.warn(f"{plain.where} holds {meant}, whatever its extension says; it was read as that.")
