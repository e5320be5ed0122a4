"""From uploaded files to a Study: read, recognise, encode, say everything on the way."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict

from predictions.build import build
from predictions.columns import Mapping
from predictions.problems import Problem
from predictions.readers import read
from predictions.study import SourceFile, Study

__all__ = ["open_files"]


def open_files(files: Sequence[tuple[str, bytes]], mapping: Mapping | None = None) -> Study:
    """Open (name, bytes) pairs as one study; several files are several models.

    Raises NeedsMapping when a person must say which column is which, Problem for what cannot be read.
    """
    if not files:
        raise Problem("No file was given. Choose at least one file.")
    wanted = mapping or Mapping()
    sources, tables = [], []
    for name, data in files:
        plain = read(name, data)
        sources.append(SourceFile(name, hashlib.sha256(data).hexdigest(), plain.kind, len(plain)))
        tables.append(plain)
    return build(_key(sources, wanted), tuple(sources), tables, wanted)


def _key(sources: Sequence[SourceFile], mapping: Mapping) -> str:
    parts = [f"{source.name}\0{source.sha256}" for source in sources]
    return hashlib.sha256("\0".join([*parts, repr(asdict(mapping))]).encode("utf-8", "replace")).hexdigest()
