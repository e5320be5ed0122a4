"""The current study of this browser session. Nothing here is shared with another session or written to disk."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import TypeVar

import streamlit as st

from metrics import Evaluation, by_danger
from predictions import Folds, Study, read_folds
from ui.state import choices

__all__ = [
    "at_level",
    "close",
    "count_beside",
    "current",
    "evaluation",
    "evaluation_of",
    "example",
    "folds_of",
    "is_new",
    "open_study",
    "remembered",
]

STUDY, EVALUATIONS, EXAMPLE = "study", "evaluations", "example"
T = TypeVar("T")
MANY = 100_000  # rows from which on a person would notice the counting
LINK_USED = "link_used"  # a link speaks for the first study of a session only


def current() -> Study | None:
    """The study that is open, or None."""
    return st.session_state.get(STUDY)


def open_study(study: Study, example: str | None = None) -> None:
    """Put a study in the place of the one before. `example` names a bundled one, so that links can open it."""
    is_first = is_new()
    st.session_state[LINK_USED] = True
    st.session_state[STUDY] = study
    st.session_state[EVALUATIONS] = {}
    st.session_state[EXAMPLE] = example
    choices.fit(study, is_first, lambda: _class_of_interest(study))


def _class_of_interest(study: Study) -> int:
    """The class of a single score column, else the one that the overview's finding is about."""
    if study.positive is not None:
        return study.positive
    matrix = evaluation_of(study, choices.model(), choices.split(study)).matrix
    return next(iter(by_danger(matrix, choices.normal())), 0)


def example() -> str | None:
    """The key of the bundled example that is open, or None."""
    return st.session_state.get(EXAMPLE)


def is_new() -> bool:
    """Whether nothing was opened or closed yet, so that the address may say what to open."""
    return not st.session_state.get(LINK_USED)


def close() -> None:
    """Forget the study and everything computed from it."""
    for key in (STUDY, EVALUATIONS, EXAMPLE):
        st.session_state.pop(key, None)
    st.session_state[LINK_USED] = True
    st.query_params.clear()
    choices.forget()


def evaluation_of(study: Study, model: int, split: str | None) -> Evaluation:
    """Tallied once per model and split, and kept with the study in this session only."""
    kept: dict[tuple[str, int, str | None], Evaluation] = st.session_state.setdefault(EVALUATIONS, {})
    key = (study.key, model, split)
    if key not in kept:
        kept[key] = study.evaluate(model, split)
    return kept[key]


def at_level(study: Study, model: int, split: str | None) -> Evaluation:
    """The same with the level of all intervals, and the all-clear class, that the reader chose for every page."""
    normal, level = choices.normal(), choices.level()
    whole = evaluation_of(study, model, split)
    seen = remembered(study, ("seen", model, split, normal), lambda: replace(whole, normal=normal))
    if level == seen.level:
        return seen
    return remembered(study, ("seen", model, split, normal, level), lambda: seen.at_level(level))


def folds_of(study: Study, model: int, split: str | None) -> Folds | None:
    """The folds of one model on one split, counted once and kept like its evaluation; None without folds."""
    whole = evaluation_of(study, model, split)
    return remembered(study, ("folds", model, split), lambda: read_folds(study, whole, model, split))


def remembered(study: Study, name: tuple[Hashable, ...], make: Callable[[], T]) -> T:
    """What `make` gives, made once and kept like the evaluations until another study is opened."""
    store: dict[tuple[Hashable, ...], T] = st.session_state.setdefault(EVALUATIONS, {})
    key = (study.key, *name)
    if key not in store:
        store[key] = make()
    return store[key]


def evaluation(study: Study) -> Evaluation:
    """The chosen model on the chosen split, at the chosen level."""
    return at_level(study, choices.model(), choices.split(study))


def count_beside(study: Study) -> None:
    """Begin with the numbers of the pages to come while the reader looks at what was read; once for a study."""
    if study.rows >= MANY:
        remembered(study, ("counted beside",), lambda: _begin(evaluation(study)))


def _begin(asked: Evaluation) -> threading.Thread:
    def count() -> None:
        with contextlib.suppress(Exception):  # the page that asks meets it again, and says so
            for each in (asked, asked.naive):
                _ = each.overall  # which takes the classes and their means along

    beside = threading.Thread(target=count, name="counting", daemon=True)
    beside.start()
    return beside
