"""From files to a Study: read, recognise, encode, say everything on the way."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

from predictions.build.build import build
from predictions.formats.readers import read
from predictions.large.duckdb_file import is_large
from predictions.large.open import open_large
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.plain_table import PlainTable
from predictions.problems import Gathered, Problem, quoted
from predictions.sandbox.client import Guard
from predictions.study import SourceFile, Study

__all__ = ["Files", "open_files"]

Files = Sequence[tuple[str, bytes | Path]]
MOST_TALLIED = 3
TALLIED: dict[Hashable, Study] = {}


def open_files(files: Files, mapping: Mapping | None = None, guard: Guard | None = None) -> Study:
    """Open (name, content) pairs as one study; several files are several models.

    A content is bytes, or the path of a file on this computer, read where it lies.
    guard: read in a process of its own, as files of strangers should be; None: in this one.
    Raises NeedsMapping when a person must say which column is which, Problem for what cannot be read.
    """
    if not files:
        raise Problem("No file was given. Choose at least one file.")
    reader, wanted = guard or Guard(), mapping or Mapping()
    large = _large(files, reader.limits)
    if large is not None:
        return _once(*large, wanted, reader)
    return _open(_contents(files, reader.limits), wanted, guard)


def _open(files: Sequence[tuple[str, bytes]], wanted: Mapping, guard: Guard | None) -> Study:
    with ThreadPoolExecutor(1) as beside:
        digests = beside.map(_digest, [data for _, data in files])
        tables = guard.read(files) if guard else _read_here(files)
    sources = tuple(
        SourceFile(name, digest, plain.kind, len(plain))
        for (name, _), digest, plain in zip(files, digests, tables, strict=True)
    )
    return build(_key(sources, wanted), sources, tables, wanted)


def _large(files: Files, limits: Limits) -> tuple[str, Path] | None:
    """The name and path of a file that is tallied without holding its rows. Raises Problem for one beside others."""
    for name, content in files:
        with contextlib.suppress(OSError):  # said when it is read
            if isinstance(content, Path) and is_large(content, limits):
                if len(files) > 1:
                    raise Problem(f"{quoted(name)} is too large to be opened beside other files. Start with it alone.")
                return name, content
    return None


def _once(name: str, path: Path, wanted: Mapping, reader: Guard) -> Study:
    """A file of the start command is the same for every session: tallied once, until it or the mapping changes."""
    about = path.stat()
    key = (name, path.resolve(), about.st_size, about.st_mtime_ns, repr(wanted), reader.limits)
    study = TALLIED.pop(key, None) or open_large(name, path, wanted, reader.limits, reader.tick)
    TALLIED[key] = study
    while len(TALLIED) > MOST_TALLIED:
        TALLIED.pop(next(iter(TALLIED)), None)
    return study


def _contents(files: Files, limits: Limits) -> list[tuple[str, bytes]]:
    together = Gathered()
    contents = [together.run(_content, name, content, limits) for name, content in files]
    together.settle()
    return [(name, content) for (name, _), content in zip(files, contents, strict=True) if content is not None]


def _content(name: str, content: bytes | Path, limits: Limits) -> bytes:
    if isinstance(content, bytes):
        return content
    try:
        limits.check_upload(content.stat().st_size, quoted(name))
        return content.read_bytes()
    except FileNotFoundError:
        text = f"There is no file {quoted(name)} where the start command says. Correct the path"
    except OSError:
        text = f"{quoted(name)} of the start command cannot be read. Check that it is a file that you may open"
    raise Problem(f"{text}, and start Rounds again.") from None


def _read_here(files: Sequence[tuple[str, bytes]]) -> list[PlainTable]:
    together = Gathered()
    tables = [together.run(read, name, data) for name, data in files]
    together.settle()
    return [table for table in tables if table is not None]


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _key(sources: Sequence[SourceFile], mapping: Mapping) -> str:
    parts = [f"{source.name}\0{source.sha256}" for source in sources]
    return hashlib.sha256("\0".join([*parts, repr(asdict(mapping))]).encode("utf-8", "replace")).hexdigest()
