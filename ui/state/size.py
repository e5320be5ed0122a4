"""How much memory an open study takes, roughly, and whether there is room for it."""

from __future__ import annotations

from dataclasses import fields

from streamlit.runtime.scriptrunner import get_script_run_ctx

from predictions.limits import LIMITS, megabytes
from predictions.opening import Files
from predictions.problems import Problem
from predictions.study import Study
from ui.state.shelf import SHELF
from words.reading.server import no_room, too_large_for_a_tab
from words.text.names import listed

OF_TABLES = 3  # how many times as large as its rows a study becomes, once every page has been looked at


def own_id() -> str:
    """Of the session that asks."""
    context = get_script_run_ctx()
    return context.session_id if context else ""


def held_size(study: Study | None, files: Files | None) -> int:
    """In bytes, roughly: the files as they came, and the study with what its pages work out."""
    came = sum(len(content) for _, content in files or () if isinstance(content, bytes))
    return came + OF_TABLES * (_rows_size(study) if study else 0)


def check_room(study: Study, files: Files) -> None:
    """Raises Problem for a study that is more than one tab, or all together, may hold."""
    size = held_size(study, files)
    if size > LIMITS.tab:
        names = listed([name for name, _ in files])
        raise Problem(too_large_for_a_tab(names, megabytes(size), megabytes(LIMITS.tab)))
    if not SHELF.has_room(own_id(), size):
        raise Problem(no_room(megabytes(LIMITS.together)))


def _rows_size(study: Study) -> int:
    """Of the arrays that its models hold; models of one file share some."""
    arrays: dict[int, int] = {}
    for model in range(len(study.model_names)):
        if (rows := study.predictions_of(model)) is not None:
            for each in fields(rows):
                value = getattr(rows, each.name)
                parts = value if isinstance(value, tuple) else (value,)
                arrays |= {id(part): part.nbytes for part in parts if hasattr(part, "nbytes")}
    return sum(arrays.values())
