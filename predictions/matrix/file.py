"""A file with a confusion matrix: text of any kind, JSON, or the cells of a workbook."""

from __future__ import annotations

from predictions.formats.archives import unpack_gzip, unpack_zip
from predictions.formats.excel.excel_reader import sheet_grid
from predictions.formats.readers import detect
from predictions.formats.text.encodings import as_utf8
from predictions.limits import Limits
from predictions.matrix.parse import Matrix, matrix_of
from predictions.problems import Notes, Problem
from words.text.names import quoted

LARGEST_FILE = 40_000_000  # bytes: 500 classes take less than two million


def read_matrix(name: str, data: bytes, limits: Limits) -> Matrix:
    """The matrix of a file. Raises Problem for a file of another kind, and for what is no matrix of counts."""
    where = quoted(name)
    if not data:
        raise Problem(f"{where} is empty. It needs a row and a column for each class.")
    limits.check_upload(len(data), where)
    kind = detect(data, where)
    if kind in ("gzip", "zip"):
        data = unpack_gzip(data, where, limits) if kind == "gzip" else unpack_zip(data, where, limits)[1]
        kind = detect(data, where)
    if kind == "Excel":
        return matrix_of(sheet_grid(data, where, limits), None, limits)
    if kind not in ("text", "JSON"):
        raise Problem(f"{where} is a {kind} file, which holds no confusion matrix. Save the matrix as text.")
    if len(data) > LARGEST_FILE:
        raise Problem(f"{where} is too large for a confusion matrix of at most {limits.classes} classes.")
    notes = Notes()
    text = as_utf8(data, where, notes).decode("utf-8")
    matrix = matrix_of(text, None, limits)
    return Matrix(matrix.names, matrix.counts, Notes([*notes.notices, *matrix.notes.notices]))
