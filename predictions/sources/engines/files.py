"""Files on this computer that hold rows: whether they changed, and what was in them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

BLOCK = 1 << 20  # bytes between two looks at whether somebody still waits
Version = tuple[tuple[str, int, int], ...]  # name, bytes and time of each file


def version_of(paths: Sequence[Path]) -> Version | None:
    """Names, sizes and times of files; None where one is gone."""
    try:
        return tuple((str(path), about.st_size, about.st_mtime_ns) for path in paths for about in [path.stat()])
    except OSError:
        return None


def digest_of(path: Path, tick: Callable[[], None]) -> str:
    """SHA-256 of a file. tick() runs before each block; what it raises ends it."""
    found, block = hashlib.sha256(), memoryview(bytearray(BLOCK))
    with path.open("rb", buffering=0) as file:
        while size := file.readinto(block):
            tick()
            found.update(block[:size])
    return found.hexdigest()


def digest_of_all(files: Sequence[tuple[str, Path]], tick: Callable[[], None]) -> str:
    """SHA-256 of the names and the checksums of files, as `digest_of`."""
    lines = (f"{digest_of(path, tick)}  {name}\n" for name, path in files)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


@dataclass(frozen=True)
class LocalFile:
    """A file on this computer, read by an engine of its own that opens nothing else and reaches no network."""

    name: str
    path: Path

    def version(self, seconds: int = 0) -> Version | None:
        return version_of([self.path])

    def digest(self, tick: Callable[[], None]) -> str:
        return digest_of(self.path, tick)
