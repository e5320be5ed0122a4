"""The choices that apply to every page: model, split, Normal class, class of interest, intervals; shared as a link.

The address holds positions in lists, never a name from a file: a class or model name may tell about a patient.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from metrics.glossary import GLOSSARY
from metrics.interval_methods import STYLES
from predictions.study import Study
from reviews import Kind
from ui.state import session, widgets
from ui.state.session import LEVELS, OpenStudy

NO_NORMAL = -1
NAMES = ("model", "split", "normal", "class", "level", "intervals")
CELL = "cell"  # of the confusion matrix, in a link to its page: true and predicted class, "0-2"


def positions(opened: OpenStudy) -> dict[str, int]:
    """Every choice by its name in the address, as a position in its list."""
    normal = opened.review.normal
    return {
        "model": opened.model,
        "split": opened.split,
        "normal": NO_NORMAL if normal is None else normal,
        "class": opened.review.interest or 0,
        "level": opened.reader.level,
        "intervals": opened.reader.intervals,
    }


def choose(opened: OpenStudy, name: str, position: int) -> None:
    """Decide one choice by its name in the address. position: one of those that its list has."""
    match name:
        case "model":
            _choose_model(opened, position)
        case "split":
            opened.split = position
        case "normal":
            without = replace(opened.review, normal=None)
            opened.review = without if position == NO_NORMAL else without.with_kind(position, Kind.NORMAL)
        case "class":
            opened.review = replace(opened.review, interest=position)
        case "level":
            opened.reader.level = position
        case "intervals":
            opened.reader.intervals = position


def _choose_model(opened: OpenStudy, position: int) -> None:
    """Another model on the split that is shown, where it has it, else on its first."""
    shown, splits = opened.view.split, opened.study.splits_of(position)
    opened.model, opened.split = position, splits.index(shown) if shown in splits else 0


def _options(study: Study, model: int) -> dict[str, range]:
    """The positions that each choice may have."""
    return {
        "model": range(max(1, len(study.model_names))),
        "split": range(max(1, len(study.splits_of(model)))),
        "normal": range(NO_NORMAL, len(study.labels)),
        "class": range(len(study.labels)),
        "level": range(len(LEVELS)),
        "intervals": range(len(STYLES)),
    }


def follow_link(opened: OpenStudy) -> None:
    """Take from the address what this study has; nothing where an example is open and the address names none."""
    linked = opened.reader.linked | _from_link()
    opened.reader.linked = {}
    if opened.example and st.query_params.get("study") != opened.example:
        return
    for name in NAMES:
        if linked.get(name) in _options(opened.study, opened.model)[name]:
            choose(opened, name, linked[name])


def note_link() -> None:
    """Remember the choices of the address in a new session: the way to the page that opens a file loses them."""
    if session.reader().is_new:
        session.reader().linked |= _from_link()


def are_linked() -> bool:
    """Whether the session began with choices for a file that its address does not name."""
    reader = session.reader()
    return reader.is_new and bool(reader.linked) and "study" not in st.query_params


def _from_link() -> dict[str, int]:
    """The positions in the address; anything that is not a small whole number is not there."""
    found = {}
    for name in NAMES:
        text = st.query_params.get(name, "")
        if text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() and len(text) < 5:
            found[name] = int(text)
    return found


def link_to_cell(truth: int, predicted: int) -> dict[str, str]:
    """What a link to the Confusion page adds to its address."""
    return {CELL: f"{truth}-{predicted}"}


def take_linked_cell(classes: int) -> tuple[int, int] | None:
    """The cell in the address, which then names it no more; None where there is none, or the study lacks it."""
    truth, _, predicted = str(st.query_params.pop(CELL, "")).partition("-")
    positions = [str(each) for each in range(classes)]
    both = truth in positions and predicted in positions
    return (int(truth), int(predicted)) if both else None


def pick(
    opened: OpenStudy, name: str, label: str, options: Sequence[int], show: Callable[[int], str],
    widget: Callable[..., Any], **more: Any,
) -> None:  # fmt: skip
    """A widget over positions whose choice is remembered under `name`, whatever page shows it."""
    if positions(opened)[name] not in options:
        choose(opened, name, options[0])
    key = f"pick_{name}"
    widgets.state[key] = positions(opened)[name]

    def remember() -> None:
        chosen = widgets.state.get(key)
        if isinstance(chosen, int) and chosen in options:
            choose(opened, name, chosen)

    widget(label, options, format_func=show, key=widgets.key(key), on_change=remember, **more)


def to_link(opened: OpenStudy) -> None:
    """Write the choices into the address. A study of the reader's own is not in it, only the positions."""
    wanted = {name: str(value) for name, value in positions(opened).items()}
    if (metric := st.query_params.get("metric", "")) in GLOSSARY:  # a link to one definition: the key is ours
        wanted["metric"] = metric
    if cell := st.query_params.get(CELL):
        wanted[CELL] = cell
    if opened.example:
        wanted["study"] = opened.example
    if dict(st.query_params) != wanted:
        st.query_params.from_dict(wanted)
