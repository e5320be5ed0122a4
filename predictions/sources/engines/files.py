"""Files on this computer that hold rows: whether they changed, and what was in them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

Version = tuple[tuple[str, int, int], ...]  # name, bytes and time of each file


def version_of(paths: Sequence[Path]) -> Version | None:
    """Names, sizes and times of files; None where one is gone."""
    try:
        return tuple((str(path), about.st_size, about.st_mtime_ns) for path in paths for about in [path.stat()])
    except OSError:
        return None


def digest_of(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def digest_of_all(files: Sequence[tuple[str, Path]]) -> str:
    """SHA-256 of the names and the checksums of files."""
    lines = (f"{digest_of(path)}  {name}\n" for name, path in files)
    return hashlib.sha256("".join(lines).encode()).hexdigest()
