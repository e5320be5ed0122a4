"""Parquet to one plain table, every page and value validated before it is touched."""

from __future__ import annotations

import pyarrow as pa
from pyarrow import parquet

from predictions.formats.arrow_tables import plain_columns, validated
from predictions.limits import Limits, megabytes
from predictions.plain_table import PlainTable
from predictions.problems import Notes

LARGE_CELL = 1_000_000  # bytes: no label, score or id is that long, but a document is
REPEATS = 4  # fewer bytes than that per row: the texts stand once and are pointed to


def read_parquet(data: bytes, where: str, limits: Limits) -> PlainTable:
    """All columns in their own types, but for those of huge cells. Raises Problem for a damaged or oversized file."""
    notes = Notes()

    def read() -> pa.Table:
        file = parquet.ParquetFile(pa.BufferReader(data), page_checksum_verification=True)
        limits.check_rows(file.metadata.num_rows, where)
        limits.check_columns(file.metadata.num_columns, where)
        _check_chunks(data)
        sizes, rows = _sizes(file), file.metadata.num_rows
        repeated = [name for name in _texts(file) if sizes.get(name, 0) < REPEATS * rows]
        # As a dictionary, a text that repeats a million times takes its space once.
        file = parquet.ParquetFile(pa.BufferReader(data), page_checksum_verification=True, read_dictionary=repeated)
        huge = [name for name in file.schema_arrow.names if sizes.get(name, 0) > LARGE_CELL * max(rows, 1)]
        _say_huge(huge, sizes, notes)
        return file.read(columns=[name for name in file.schema_arrow.names if name not in huge] if huge else None)

    return plain_columns(validated(read, where, "Parquet", limits), "Parquet", where, notes, limits)


def _check_chunks(data: bytes) -> None:
    """Have the description of every column chunk read where errors are caught: asking for one ends the process.

    Beginning to read with `pre_buffer` looks at all of them; 5 ms for a million rows. Raises OSError.
    """
    file = parquet.ParquetFile(pa.BufferReader(data), page_checksum_verification=True, pre_buffer=True)
    next(file.iter_batches(batch_size=1), None)


def _texts(file: parquet.ParquetFile) -> list[str]:
    """pandas writes them as large ones."""
    kinds = pa.types.is_string, pa.types.is_large_string
    return [field.name for field in file.schema_arrow if any(is_kind(field.type) for is_kind in kinds)]


def _sizes(file: parquet.ParquetFile) -> dict[str, int]:
    """Top column -> bytes of its pages, unpacked."""
    sizes = dict.fromkeys(file.schema_arrow.names, 0)
    for group in range(file.metadata.num_row_groups):
        for position in range(file.metadata.num_columns):
            chunk = file.metadata.row_group(group).column(position)
            path = chunk.path_in_schema
            top = path if path in sizes else path.split(".")[0]
            sizes[top] = sizes.get(top, 0) + chunk.total_uncompressed_size
    return sizes


def _say_huge(huge: list[str], sizes: dict[str, int], notes: Notes) -> None:
    if huge:
        notes.warn("huge_cells", columns=huge, size=megabytes(max(sizes[name] for name in huge)))
