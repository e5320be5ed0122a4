"""Files that the report writes: whole or not at all, and never over what it reads."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from predictions.problems import Problem
from words.text.names import quoted


def check_targets(files: Iterable[Path | None], folder: Path | None, inputs: Iterable[Path]) -> None:
    """Raises Problem for a place that cannot be written to, before anything is computed."""
    wanted = [path for path in files if path is not None]
    for path in wanted:
        if path.is_dir():
            raise Problem(f"{quoted(path)} is a folder. Name the file to write in it.")
        if not path.parent.is_dir():
            raise Problem(f"There is no folder {quoted(path.parent)} to write {quoted(path.name)} into. Make it first.")
        if any(_same(path, each) for each in inputs):
            raise Problem(f"{quoted(path)} is read and would be written over. Choose another name.")
    if len({path.resolve() for path in wanted}) < len(wanted):
        raise Problem(f"{quoted(wanted[0])} is to be written twice. Choose a name for each file.")
    if folder is not None and folder.exists() and not folder.is_dir():
        raise Problem(f"{quoted(folder)} is a file. Name a folder for the TensorBoard events.")


def _same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def write_whole(path: Path, content: bytes) -> None:
    """Write beside the target and put it in its place at the end. Raises OSError."""
    if path.exists() and not path.is_file():  # a pipe or a terminal has no place to be taken
        path.write_bytes(content)
        return
    target = path.resolve()
    draft = target.with_name(f".{target.name[:80]}.{os.getpid()}.part")
    try:
        draft.write_bytes(content)
        draft.replace(target)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
