"""Files that the start command names: `streamlit run app.py -- predictions.parquet [more files]`.

They are read in place, for every new session, and never copied. Only their names leave this module, not their folders.
Whatever else the command line takes is taken here: a folder of Parquet files, a table of a database or a cluster.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from predictions.opening import Content, named
from predictions.problems import Problem

APP = Path(__file__).parents[2] / "app.py"


class StartFiles(list[tuple[str, Content]]):
    """(name, where it lies) of each, so that a page can tell them from uploaded ones."""


def files(arguments: Sequence[str] | None = None) -> StartFiles:
    """What follows the two dashes; nothing where something else than `streamlit run app.py` was started."""
    program, *paths = sys.argv if arguments is None else arguments
    if not program or Path(program).resolve() != APP:
        return StartFiles()
    return StartFiles(map(named, paths))


def stop_unless_understood() -> None:
    """End the program with one message where it was given what is no address of a table."""
    try:
        files()
    except Problem as problem:
        sys.stderr.write(f"{problem}\n")
        sys.exit(2)
