"""What the two processes say to each other: JSON headers with lengths, raw bytes, Arrow streams. Nothing is pickled."""

from __future__ import annotations

import json
import struct
from typing import IO, Any

import pyarrow as pa

from predictions.matrix.parse import Matrix
from predictions.plain_table import PlainTable
from predictions.problems import Notes, Notice
from words.notices import worded

LENGTH = struct.Struct("<Q")
LONGEST_HEADER = 1 << 26
PIECE, ROWS = 1 << 20, 1 << 16


class _Open:
    """A stream that Arrow cannot close when it is done with it: more will follow."""

    closed = False

    def __init__(self, stream: IO[bytes]) -> None:
        self.read, self.write, self.flush = stream.read, stream.write, stream.flush

    def close(self) -> None:
        """Stay open."""


def send(stream: IO[bytes], header: dict[str, Any], content: bytes = b"") -> None:
    """A header and the bytes that go with it."""
    text = json.dumps(header | {"size": len(content)}).encode()
    stream.write(LENGTH.pack(len(text)) + text)
    for start in range(0, len(content), PIECE):
        stream.write(memoryview(content)[start : start + PIECE])
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[dict[str, Any], bytes]:
    """The next header and its bytes. Raises EOFError when the other side is gone."""
    (length,) = LENGTH.unpack(_exactly(stream, LENGTH.size))
    if length > LONGEST_HEADER:
        raise ValueError("no header")
    header = json.loads(_exactly(stream, length))
    return header, _exactly(stream, header["size"])


def _exactly(stream: IO[bytes], size: int) -> bytes:
    content = stream.read(size)
    if len(content) < size:
        raise EOFError
    return content


def send_answer(stream: IO[bytes], answer: PlainTable | Matrix) -> None:
    """A table or a matrix with everything that was said about it."""
    notes = [[notice.level, notice.code, notice.fields] for notice in answer.notes.notices]
    if isinstance(answer, Matrix):
        send(stream, {"notes": notes, "names": answer.names, "counts": answer.counts})
    else:
        send(stream, {"notes": notes, "kind": answer.kind, "where": answer.where, "sheet": answer.sheet})
        _send_table(stream, answer)


def _send_table(stream: IO[bytes], plain: PlainTable) -> None:
    table = plain.table.unify_dictionaries()
    with pa.ipc.new_stream(pa.PythonFile(_Open(stream), "w"), table.schema) as writer:
        writer.write_table(table, max_chunksize=ROWS)
    stream.flush()


def receive_answer(stream: IO[bytes], header: dict[str, Any]) -> PlainTable | Matrix:
    """The table or matrix whose header this is. Raises LookupError for a notice that nobody could word."""
    notes = Notes([Notice(*each) for each in header["notes"]])
    for notice in notes.notices:
        worded(notice)
    if "counts" in header:
        return Matrix(tuple(header["names"]), header["counts"], notes)
    return PlainTable(_receive_table(stream), header["kind"], header["where"], notes, header["sheet"])


def _receive_table(stream: IO[bytes]) -> pa.Table:
    with pa.ipc.open_stream(pa.PythonFile(_Open(stream), "r")) as reader:
        batches = []
        for batch in reader:
            batch.validate(full=True)  # while the other side writes the next one
            batches.append(batch)
        return pa.Table.from_batches(batches, reader.schema)
