"""Parquet to one plain table, every page and value validated before it is touched."""

from __future__ import annotations

import pyarrow as pa
from pyarrow import parquet

from predictions.plain import PlainTable, column_names
from predictions.problems import Problem

__all__ = ["MAX_ROWS", "read_parquet"]

MAX_ROWS = 20_000_000


def read_parquet(data: bytes, where: str) -> PlainTable:
    """All columns in their own types. Raises Problem for a damaged or oversized file."""
    try:
        file = parquet.ParquetFile(pa.BufferReader(data), page_checksum_verification=True)
        rows = file.metadata.num_rows
        if rows > MAX_ROWS:
            raise Problem(f"{where} is too large: {rows:,} rows, the limit is {MAX_ROWS:,}.")
        table = file.read()
        table.validate(full=True)
    except (pa.ArrowException, OSError, ValueError):
        raise Problem(f"{where} is a damaged or incomplete Parquet file. Export it again.") from None
    table = table.rename_columns(column_names(table.column_names, where))
    return PlainTable(_without_pandas_index(table), "Parquet", where)


def _without_pandas_index(table: pa.Table) -> pa.Table:
    """pandas stores its row numbers as a column of its own."""
    index = [name for name in table.column_names if name.startswith("__index_level_")]
    return table.drop_columns(index).replace_schema_metadata(None)
