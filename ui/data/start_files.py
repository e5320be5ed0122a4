"""Files that the start command names: `streamlit run app.py -- predictions.parquet [more files]`.

They are read in place, for every new session, and never copied. Only their names leave this module, not their folders.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

APP = Path(__file__).parents[2] / "app.py"


class StartFiles(list[tuple[str, Path]]):
    """(name, path) of each file, so that a page can tell them from uploaded ones."""


def files(arguments: Sequence[str] | None = None) -> StartFiles:
    """What follows the two dashes; nothing where something else than `streamlit run app.py` was started."""
    program, *paths = sys.argv if arguments is None else arguments
    if not program or Path(program).resolve() != APP:
        return StartFiles()
    return StartFiles((Path(path).name or path, Path(path).expanduser()) for path in paths)
