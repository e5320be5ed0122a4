"""How much a file, a tab and all tabs may ask for: ceilings that a hospital's server can move with its environment."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import TypeVar

from predictions.problems import Problem

PREFIX = "ROUNDS_LIMIT_"
CONTAINERS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
BOMB_BYTES = 100_000_000
Setting = TypeVar("Setting")
BOMB_RATIO = 200  # text of predictions shrinks five- to thirtyfold, what shrinks more is made to explode


@cache
def memory_here() -> int:
    """Bytes that this computer, or the container that it gives, has; 8 GB where it does not say."""
    told = [8_000_000_000]
    with contextlib.suppress(OSError, ValueError, AttributeError):
        told = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    for file in CONTAINERS:
        with contextlib.suppress(OSError, ValueError):
            told.append(int(Path(file).read_text()))
    return min(told)


@dataclass(frozen=True)
class Limits:
    """Ceilings of one file; each is a setting, such as ROUNDS_LIMIT_SECONDS=300.

    upload, inflated: bytes as they come and unpacked. seconds, memory (bytes): of the process that reads.
    members: files in an archive. at_once: files that are read at the same time, those of other sessions wait.
    tab, together: bytes that one tab of the browser, and all of them, may hold. tabs: how many may be open.
    """

    upload: int = 1_000_000_000
    inflated: int = 2_000_000_000
    rows: int = 20_000_000
    columns: int = 5_000
    classes: int = 500
    members: int = 1_000
    seconds: int = 180
    memory: int = 8_000_000_000
    at_once: int = 2
    tabs: int = 100
    tab: int = field(default_factory=lambda: memory_here() // 4)
    together: int = field(default_factory=lambda: memory_here() // 2)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Limits:
        """The defaults, but for what the environment sets. Raises ValueError for another name, and for what is no
        whole number above 0."""
        settings = {PREFIX + each.name.upper(): each.name for each in fields(cls)}
        given = {name: text for name, text in environment.items() if name.startswith(PREFIX)}
        if unknown := [name for name in given if name not in settings]:
            raise ValueError(f"{unknown[0]} is no limit. There are {', '.join(settings)}")
        texts = {settings[name]: text.strip() for name, text in given.items() if text}
        for name, text in texts.items():
            if not (text.isascii() and text.isdigit() and int(text)):
                raise ValueError(f"{PREFIX}{name.upper()} must be a whole number of at least 1")
        return cls(**{name: int(text) for name, text in texts.items()})

    def check_upload(self, size: int, where: str) -> None:
        """Raises Problem for a file of too many bytes."""
        if size > self.upload:
            limit = megabytes(self.upload)
            raise Problem(f"{where} is too large: {megabytes(size)}, the limit is {limit}. Remove columns or rows.")

    def check_inflated(self, size: int, packed: int, where: str, ratio: int = BOMB_RATIO) -> None:
        """Raises Problem for content that unpacks to too many bytes, or to suspiciously many for its size."""
        if size > self.inflated:
            what = f"unpacks to more than {megabytes(self.inflated)}, the size limit"
            raise Problem(f"{where} is too large: it {what}. Remove columns or rows.")
        if size > BOMB_BYTES and size > ratio * packed:
            what = f"unpacks to more than {ratio} times its size, as no table of predictions does"
            raise Problem(f"{where} is too large: it {what}. Save the table as CSV or Parquet.")

    def check_rows(self, rows: int, where: str) -> None:
        """Raises Problem for too many rows."""
        if rows > self.rows:
            raise Problem(f"{where} is too large: {rows:,} rows, the limit is {self.rows:,}. Evaluate a part of it.")

    def check_columns(self, columns: int, where: str) -> None:
        """Raises Problem for too many columns."""
        if columns > self.columns:
            what = f"{where} has {columns:,} columns, more than the limit of {self.columns:,}"
            raise Problem(f"{what}. Remove what is not a label, a score or an id.")


def megabytes(size: int) -> str:
    """`2,000 MB`."""
    return f"{size / 1e6:,.0f} MB"


def set_here(read: Callable[[Mapping[str, str]], Setting]) -> Setting:
    """What the environment sets. Where it cannot be that, the program ends with one message, before it begins."""
    try:
        return read(os.environ)
    except ValueError as refusal:
        sys.stderr.write(f"{refusal}\n")
        raise SystemExit(2) from refusal


LIMITS = set_here(Limits.from_environment)
