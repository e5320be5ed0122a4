"""From uploaded files to a Study: read, recognise, encode, say everything on the way."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

from predictions.build import build
from predictions.columns import Mapping
from predictions.guard import Guard
from predictions.plain import PlainTable
from predictions.problems import Gathered, Problem
from predictions.readers import read
from predictions.study import SourceFile, Study

__all__ = ["open_files"]


def open_files(files: Sequence[tuple[str, bytes]], mapping: Mapping | None = None, guard: Guard | None = None) -> Study:
    """Open (name, bytes) pairs as one study; several files are several models.

    guard: read in a process of its own, as files of strangers should be; None: in this one.
    Raises NeedsMapping when a person must say which column is which, Problem for what cannot be read.
    """
    if not files:
        raise Problem("No file was given. Choose at least one file.")
    wanted = mapping or Mapping()
    with ThreadPoolExecutor(1) as beside:
        digests = beside.map(_digest, [data for _, data in files])
        tables = guard.read(files) if guard else _read_here(files)
    sources = tuple(
        SourceFile(name, digest, plain.kind, len(plain))
        for (name, _), digest, plain in zip(files, digests, tables, strict=True)
    )
    return build(_key(sources, wanted), sources, tables, wanted)


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
