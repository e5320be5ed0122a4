"""Feather and Arrow files and streams to one plain table, every value validated before it is touched."""

from __future__ import annotations

import pyarrow as pa

from predictions.formats.arrow_tables import plain_columns, validated
from predictions.limits import Limits
from predictions.plain_table import PlainTable
from predictions.problems import Notes, Problem

FILE, STREAM = b"ARROW1", b"\xff\xff\xff\xff"


def read_feather(data: bytes, where: str, limits: Limits) -> PlainTable:
    """All columns in their own types. Raises Problem for a damaged or oversized file."""
    table = validated(lambda: _table(data, where, limits), where, "Feather or Arrow", limits)
    if data.startswith(STREAM) and not data.endswith(STREAM + bytes(4)):
        raise Problem(f"{where} is an incomplete Arrow stream: it does not say where it ends. Export it again.")
    return plain_columns(table, "Feather", where, Notes(), limits)


def _table(data: bytes, where: str, limits: Limits) -> pa.Table:
    """Batch by batch, so that one that explodes is noticed before the next."""
    buffer = pa.py_buffer(data)
    reader = pa.ipc.open_file(buffer) if data.startswith(FILE) else pa.ipc.open_stream(buffer)
    limits.check_columns(len(reader.schema), where)
    batches, rows, size = [], 0, 0
    for batch in _batches(reader):
        batch.validate(full=True)
        rows, size = rows + batch.num_rows, size + batch.nbytes
        limits.check_rows(rows, where)
        limits.check_inflated(size, len(data), where)
        batches.append(batch)
    return pa.Table.from_batches(batches, reader.schema)


def _batches(reader: pa.ipc.RecordBatchFileReader | pa.ipc.RecordBatchStreamReader) -> list[pa.RecordBatch]:
    if isinstance(reader, pa.ipc.RecordBatchFileReader):
        return [reader.get_batch(index) for index in range(reader.num_record_batches)]
    return list(reader)
