"""From bytes of text to UTF-8: the encoding is told by its mark or its bytes, and said when it was guessed."""

from __future__ import annotations

import codecs
import re

from predictions.problems import Notes, Problem

# UTF-32 first: its little-endian mark begins with that of UTF-16.
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
WHOLE_LETTER = re.compile(rb"(?<![\x80-\xff])(?:[\xc3-\xdf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2})(?![\x80-\xff])")
HIGH_RUN = re.compile(rb"[\x80-\xff]*[\xc0-\xff][\x80-\xff]*")
LOOKED_AT = 10_000_000
SAVE_AS_UTF8 = "Save it as UTF-8 and open it again."


def _without_inner_marks(data: bytes, where: str, notes: Notes) -> bytes:
    """A mark at the start of a later line comes from files that were joined."""
    data = data.removeprefix(codecs.BOM_UTF8)
    if data.isascii() or b"\n" + codecs.BOM_UTF8 not in data:  # the first is far quicker to say
        return data
    notes.warn("inner_encoding_marks", where=where)
    return data.replace(b"\n" + codecs.BOM_UTF8, b"\n")


def as_utf8(data: bytes, where: str, notes: Notes) -> bytes:
    """The same text as UTF-8 without its mark. Raises Problem for bytes that are no text."""
    return _without_inner_marks(_without_mark(data, where, notes), where, notes)


def _refuse_nul(data: bytes, where: str) -> None:
    nul = data.find(b"\0")
    if nul >= 0:
        line = data.count(b"\n", 0, nul) + 1
        raise Problem(f"{where}: line {line:,} holds a NUL character, so it is not plain text. Export it again.")


def _without_mark(data: bytes, where: str, notes: Notes) -> bytes:
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return _recode(data[len(mark) :], encoding, where)
    wide = wide_by_zeros(data)
    if wide:
        notes.warn("unnamed_encoding", where=where, encoding=wide.upper())
        return _recode(data, wide, where)
    _refuse_nul(data, where)
    return _utf8_or_western(data, where, notes)


def _recode(data: bytes, encoding: str, where: str) -> bytes:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        what = f"is not valid {encoding.upper()} at byte {error.start:,}: it has another encoding or is truncated"
        raise Problem(f"{where} {what}. {SAVE_AS_UTF8}") from None
    found = data if encoding == "utf-8" else text.encode()
    _refuse_nul(found, where)
    return found


def wide_by_zeros(data: bytes) -> str | None:
    """UTF-16 or UTF-32 without a mark: nearly every second byte of Western text is zero, or three of four."""
    head = data[:4096]
    if len(head) >= 8 and head[0] and not any(head[1:4]) and not any(head[3::4]):
        return "utf-32-le"
    if len(head) >= 8 and not any(head[:3]) and head[3] and not any(head[::4]):
        return "utf-32-be"
    pairs = len(head) // 2
    if pairs and head[1::2].count(0) > 0.7 * pairs and head[::2].count(0) == 0:
        return "utf-16-le"
    if pairs and head[::2].count(0) > 0.7 * pairs and head[1::2].count(0) == 0:
        return "utf-16-be"
    return None


def _utf8_or_western(data: bytes, where: str, notes: Notes) -> bytes:
    if data.isascii():
        return data
    try:
        data.decode("utf-8")
        return data
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":
            message = f"{where} ends in the middle of a character: it is incomplete, or its encoding is not UTF-8"
            raise Problem(f"{message}. Export it again.") from None
        _refuse_mixture(data, error.start, where)
    return _western(data, where, notes)


def _refuse_mixture(data: bytes, wrong: int, where: str) -> None:
    """Text of two encodings in one file: one of them would be misread, and a class become two."""
    lines = [data.count(b"\n", 0, at) + 1 for at in (_utf8_letter(data), wrong) if at is not None]
    if len(lines) > 1:
        message = f"{where} mixes two encodings: line {lines[0]:,} is UTF-8, line {lines[1]:,} is not"
        raise Problem(f"{message}. {SAVE_AS_UTF8}")


def _utf8_letter(data: bytes) -> int | None:
    """Where the first character of several bytes stands that is whole in UTF-8; Western text has practically none."""
    found = WHOLE_LETTER.search(data)
    return found.start() if found else None


def _refuse_other_scripts(data: bytes, where: str) -> None:
    """Western words have single accents; words of accents only are Cyrillic, Greek, Chinese and so on."""
    runs = set(HIGH_RUN.findall(data[:LOOKED_AT])) or set(HIGH_RUN.findall(data))
    long = [run for run in runs if len(run) > 2]
    if 2 * len(long) > len(runs):
        line = data.count(b"\n", 0, min(map(data.find, long))) + 1
        message = f"{where}: the encoding of line {line:,} is neither UTF-8 nor Windows-1252"
        raise Problem(f"{message}, but perhaps one for another script. {SAVE_AS_UTF8}")


def _western(data: bytes, where: str, notes: Notes) -> bytes:
    _refuse_other_scripts(data, where)
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"{where}: the encoding of line {line:,} is neither UTF-8 nor Windows-1252"
        raise Problem(f"{message}. {SAVE_AS_UTF8}") from None
    notes.warn("western_encoding", where=where)
    return text.encode()
