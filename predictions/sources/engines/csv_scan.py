"""A text that is not held, read through once, piece by piece: how it begins, and what no engine tells of its bytes."""

from __future__ import annotations

import codecs
import contextlib
import gzip
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from predictions.formats.archives import AGAIN
from predictions.formats.readers import detect
from predictions.formats.text.encodings import MARKS, SAVE_AS_UTF8, wide_by_zeros
from predictions.limits import BOMB_BYTES, BOMB_RATIO, Limits
from predictions.problems import Problem
from words.text.names import quoted

Bytes = gzip.GzipFile | BinaryIO
PIECE = 1 << 22  # bytes
HEAD = 5_000_000  # bytes that surely hold the header and the first rows
GZIP = b"\x1f\x8b"
ENDS = (b"\n", b"\r")
MOST_TIMES = 1_100  # bytes that gzip makes of one
INNER_MARK = b"\n" + codecs.BOM_UTF8


@dataclass(frozen=True)
class Ends:
    """Ends of lines: how many of each kind."""

    returns: int = 0
    feeds: int = 0
    both: int = 0

    @property
    def are_mixed(self) -> bool:
        return len({self.returns, self.feeds, self.both}) > 1 and self.returns > 0 and self.feeds > 0


def is_packed(path: Path) -> bool:
    """Whether a file is gzip. Raises OSError."""
    with path.open("rb") as file:
        return file.read(len(GZIP)) == GZIP


@contextlib.contextmanager
def unpacked(path: Path) -> Iterator[Bytes]:
    """The text of a file, also of one that is packed. Raises Problem for a damaged one."""
    where = quoted(path.name)
    try:
        with gzip.open(path, "rb") if is_packed(path) else path.open("rb") as file:
            yield file
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise Problem(f"{where} is a damaged or incomplete gzip file. {AGAIN}") from None
    except OSError as error:
        raise Problem(f"{where} cannot be read: {error.strerror}.") from None


def is_large_text(path: Path, limits: Limits) -> bool:
    """Whether a file is delimited text, packed or not, and larger than what is read whole.

    What unpacks to far more than a table does is left to the reader, which refuses it.
    """
    with contextlib.suppress(Problem, OSError):  # said when it is read
        packed = path.stat().st_size if path.is_file() else 0
        is_gzip = packed > 0 and is_packed(path)
        if not packed or packed * (MOST_TIMES if is_gzip else 1) <= min(limits.upload, 2 * limits.rows):
            return False
        with unpacked(path) as file:
            first = file.read(PIECE)
            if detect(first, quoted(path.name)) != "text":
                return False
            if not is_gzip:
                return packed > limits.upload or _is_longer(file, first, limits.upload, limits.rows)
            return _is_longer(file, first, limits.inflated, limits.rows, packed)
    return False


def _is_longer(file: Bytes, first: bytes, most: int, rows: int, packed: int = 0) -> bool:
    """Whether a text has more bytes than `most`, or more lines than a header and `rows`."""
    size, lines, piece, last = 0, 0, first, b""
    while piece:
        size, lines, last = size + len(piece), lines + max(map(piece.count, ENDS)), piece
        if packed and size > max(BOMB_BYTES, BOMB_RATIO * packed):
            return False
        if size > most or lines > rows + 1:
            return True
        piece = file.read(PIECE)
    return lines + (not last.endswith(ENDS)) > rows + 1


def beginning(path: Path) -> bytes:
    """The first bytes without their mark. Raises Problem for a text that is not UTF-8."""
    with unpacked(path) as file:
        head = file.read(HEAD)
    mark = next((encoding for mark, encoding in MARKS if head.startswith(mark)), None) or wide_by_zeros(head)
    if mark not in (None, "utf-8"):
        raise _not_utf8(path, f"is {str(mark).upper()}")
    return head.removeprefix(codecs.BOM_UTF8)


def _not_utf8(path: Path, what: str) -> Problem:
    return Problem(f"{quoted(path.name)} {what}, and a file of this size must be UTF-8. {SAVE_AS_UTF8}")


def counts(path: Path, start: int, asked: Sequence[bytes], tick: Callable[[], None]) -> tuple[list[int], Ends]:
    """How often each byte stands in the text from `start` on (without its mark), and how its lines end.

    Raises Problem for bytes that are no text, and for marks of other texts that were joined to it.
    """
    found, ends, at = [0] * len(asked), Ends(), 0
    decoder, before = codecs.getincrementaldecoder("utf-8")(), b""
    with unpacked(path) as file:
        while piece := file.read(PIECE):
            tick()
            _check(path, decoder, before, piece)
            skipped = 0 if at else start + len(codecs.BOM_UTF8) * piece.startswith(codecs.BOM_UTF8)
            found = [number + piece.count(byte, skipped) for number, byte in zip(found, asked, strict=True)]
            both = piece.count(b"\r\n") + (before.endswith(b"\r") and piece.startswith(b"\n"))
            ends = Ends(ends.returns + piece.count(b"\r"), ends.feeds + piece.count(b"\n"), ends.both + both)
            at, before = at + len(piece), piece[-4:]
    try:
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        raise _not_utf8(path, "ends in the middle of a character") from None
    return found, ends


def _check(path: Path, decoder: codecs.IncrementalDecoder, before: bytes, piece: bytes) -> None:
    if b"\0" in piece:
        raise Problem(f"{quoted(path.name)} holds a NUL character, so it is not plain text. Export it again.")
    if piece.isascii() and before.isascii():  # by far quicker to say
        return
    try:
        decoder.decode(piece)
    except UnicodeDecodeError:
        raise _not_utf8(path, "holds characters of another encoding") from None
    if INNER_MARK in before + piece:
        what = f"{quoted(path.name)} has a byte-order mark in the middle, as files have that were joined"
        raise Problem(f"{what}. Join them without their marks.")
