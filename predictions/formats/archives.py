"""Gzip and zip around one table: unpacked in memory, counted while it grows, and never written anywhere."""

from __future__ import annotations

import gzip
import io
import stat
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import IO

from predictions.limits import Limits
from predictions.problems import Problem
from words.text.names import listed, quoted

PIECE = 1 << 20
UNPACK = "Unpack it and open the table itself."
AGAIN = "Export or download it again."
ARCHIVES = (".zip", ".gz", ".tgz", ".tar", ".bz2", ".xz", ".zst", ".7z", ".rar")
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError, KeyError)
# What a zip archive is when it holds one of these.
OTHER_KINDS = (
    ("xl/workbook.bin", "a binary Excel workbook (.xlsb)"),
    ("word/", "a Word document"),
    ("ppt/", "a PowerPoint presentation"),
    ("mimetype", "an OpenDocument file (.ods)"),
    (".iwa", "an Apple Numbers, Pages or Keynote document"),
    ("META-INF/", "a Java archive"),
    ("data.pkl", "a PyTorch or pickle archive, a format that is never opened because it can run code"),
)


def unpack_gzip(data: bytes, where: str, limits: Limits) -> bytes:
    """All members of a gzip file, one after the other. Raises Problem for a damaged, truncated or exploding one."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            return b"".join(_bounded(stream, len(data), where, limits))
    except EOFError:
        raise Problem(f"{where} is an incomplete gzip file: its end is missing. {AGAIN}") from None
    except (OSError, zlib.error):
        raise Problem(f"{where} is a damaged gzip file: its content or its checksum is incorrect. {AGAIN}") from None


def open_zip(data: bytes, where: str, what: str = "zip archive") -> zipfile.ZipFile:
    """Raises Problem for what is no readable archive."""
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except DAMAGED:
        raise Problem(f"{where} is a damaged or incomplete {what}. {AGAIN}") from None


def zip_kind(data: bytes) -> str:
    """`Excel`, `NPZ`, `zip`, the name of another kind of file, or nothing when it is no zip archive at all."""
    if not data.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")):
        return ""
    try:
        names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    except DAMAGED:
        return _damaged_kind(data)
    other = [kind for mark, kind in OTHER_KINDS if any(name.startswith(mark) or name.endswith(mark) for name in names)]
    if other:
        return other[0]
    if any(name.startswith("xl/") for name in names):
        return "Excel"
    return "NPZ" if any(name.endswith(".npy") for name in names) else "zip"


def _damaged_kind(data: bytes) -> str:
    """A truncated archive still shows the names of its first members."""
    head = data[:100_000]
    return "Excel" if b"xl/" in head or b"[Content_Types]" in head else "NPZ" if b".npy" in head else "zip"


def members(archive: zipfile.ZipFile, where: str, limits: Limits) -> list[zipfile.ZipInfo]:
    """The files of an archive. Raises Problem for too many, for encrypted ones, and for none."""
    found = [info for info in archive.infolist() if not info.filename.endswith("/")]
    if not found:
        raise Problem(f"{where} is an empty archive: it holds no file. It needs one table.")
    if len(found) > limits.members:
        what = f"holds {len(found):,} files, more than the limit of {limits.members:,}"
        raise Problem(f"{where} is an archive that {what}. Open the table itself.")
    if any(info.flag_bits & 0x1 for info in found):
        raise Problem(f"{where} is encrypted with a password. {UNPACK}")
    return found


def read_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, where: str, limits: Limits) -> bytes:
    """One file of an archive in one piece."""
    return b"".join(pieces(archive, info, where, limits))


def pieces(archive: zipfile.ZipFile, info: zipfile.ZipInfo, where: str, limits: Limits) -> Iterator[bytes]:
    """One file of an archive piece by piece, counted on the way: the sizes that an archive states may lie."""
    limits.check_inflated(info.file_size, info.compress_size, where)
    try:
        with archive.open(info) as stream:
            yield from _bounded(stream, info.compress_size, where, limits)
    except DAMAGED:
        what = f"{where} is damaged: the checksum or content of its member {quoted(info.filename)} is incorrect"
        raise Problem(f"{what}. {AGAIN}") from None


def _bounded(stream: IO[bytes] | gzip.GzipFile, packed: int, where: str, limits: Limits) -> Iterator[bytes]:
    size = 0
    while piece := stream.read(PIECE):
        size += len(piece)
        limits.check_inflated(size, packed, where)
        yield piece


def unpack_zip(data: bytes, where: str, limits: Limits) -> tuple[str, bytes]:
    """(name, content) of the only table in an archive. Raises Problem when there are several, or another archive."""
    with open_zip(data, where) as archive:
        found = [info for info in members(archive, where, limits) if not _is_litter(info.filename)]
        if len(found) != 1:
            names = listed([info.filename for info in found]) if found else "no table"
            raise Problem(f"{where} is an archive that holds {names}. Open the one table to review by itself.")
        (info,) = found
        if _leaves_the_folder(info.filename):
            name = quoted(info.filename)
            raise Problem(f"{where} is an unsafe archive: the name {name} is a path that leaves its folder. {UNPACK}")
        if stat.S_ISLNK(info.external_attr >> 16):
            raise Problem(f"{where} is an archive that holds a link, {quoted(info.filename)}, and no table. {UNPACK}")
        if info.filename.casefold().endswith(ARCHIVES):
            raise Problem(f"{where} is an archive that holds another archive, {quoted(info.filename)}. {UNPACK}")
        return info.filename, read_member(archive, info, where, limits)


def _is_litter(name: str) -> bool:
    """What operating systems leave in archives."""
    path = PurePosixPath(name)
    return "__MACOSX" in path.parts or path.name in {".DS_Store", "Thumbs.db", "desktop.ini"}


def _leaves_the_folder(name: str) -> bool:
    parts = PurePosixPath(name.replace("\\", "/")).parts
    return ".." in parts or name.startswith(("/", "\\")) or (len(name) > 1 and name[1] == ":")
