"""What the reader chose: model, split, all-clear class, class of interest, level. Kept over pages, shared as a link.

The address holds positions in lists, never a name from a file: a class or model name may tell about a patient.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from metrics.glossary import GLOSSARY
from predictions import Study
from ui.state import widgets
from words import distinct

__all__ = [
    "LEVELS", "fit", "forget", "level", "model", "model_names", "normal", "pick", "positive", "split", "to_link",
]  # fmt: skip

CHOICES = "choices"
NO_NORMAL = -1
NAMES = ("model", "split", "normal", "class", "level")
LEVELS = (0.90, 0.95, 0.99)
USUAL_LEVEL = 1


def _kept() -> dict[str, int]:
    if CHOICES not in st.session_state:
        st.session_state[CHOICES] = _from_link()
    return st.session_state[CHOICES]


def _from_link() -> dict[str, int]:
    """The positions in the address; anything that is not a small whole number is not there."""
    found = {}
    for name in NAMES:
        text = st.query_params.get(name, "")
        if text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() and len(text) < 5:
            found[name] = int(text)
    return found


def fit(study: Study, from_link: bool, of_interest: Callable[[], int]) -> None:
    """Start from what the study suggests; or, where its positions exist in this study, from the address.

    of_interest: the class to begin with, asked once model, split and Normal class are settled.
    """
    linked = _from_link() if from_link else {}
    splits = splits_of(study, linked.get("model", 0))
    allowed = {
        "model": range(max(1, len(study.model_names))),
        "split": range(max(1, len(splits))),
        "normal": range(NO_NORMAL, len(study.labels)),
        "class": range(len(study.labels)),
        "level": range(len(LEVELS)),
    }
    suggested = {
        "model": 0,
        "split": 0,
        "normal": NO_NORMAL if study.normal is None else study.normal,
        "level": st.session_state.get(CHOICES, {}).get("level", USUAL_LEVEL),  # of the reader, not of the study
    }
    forget()
    chosen = {name: linked[name] if linked.get(name) in allowed[name] else suggested[name] for name in suggested}
    st.session_state[CHOICES] = chosen
    chosen["class"] = linked["class"] if linked.get("class") in allowed["class"] else of_interest()


def forget() -> None:
    """Drop the choices and every widget of the study."""
    widgets.begin_anew()
    st.session_state.pop(CHOICES, None)


def splits_of(study: Study, model_: int) -> tuple[str, ...]:
    """The splits of one model, test first; () where the file has none."""
    return study.splits_of(model_)


def model_names(study: Study) -> tuple[str, ...]:
    """A name for every model, no two alike: plain text, as lists show it."""
    return distinct(name or f"Model {i + 1}" for i, name in enumerate(study.model_names))


def model() -> int:
    return _kept().get("model", 0)


def split(study: Study) -> str | None:
    splits = splits_of(study, model())
    return splits[min(_kept().get("split", 0), len(splits) - 1)] if splits else None


def normal() -> int | None:
    """The class that means all clear, or None."""
    chosen = _kept().get("normal", NO_NORMAL)
    return None if chosen == NO_NORMAL else chosen


def positive() -> int:
    """The class of interest."""
    return _kept().get("class", 0)


def level() -> float:
    """The confidence level of every interval on every page."""
    kept = _kept().get("level", USUAL_LEVEL)
    return LEVELS[kept] if 0 <= kept < len(LEVELS) else LEVELS[USUAL_LEVEL]


def pick(
    name: str, label: str, options: Sequence[int], show: Callable[[int], str], widget: Callable[..., Any], **more: Any
) -> int:
    """A widget over positions whose choice is remembered under `name`, whatever page shows it."""
    key, kept = f"pick_{name}", _kept()
    if kept.get(name) not in options:
        kept[name] = options[0]
    widgets.state[key] = kept[name]

    def remember() -> None:
        if (chosen := widgets.state.get(key)) in options:
            _kept()[name] = chosen

    widget(label, options, format_func=show, key=widgets.key(key), on_change=remember, **more)
    return kept[name]


def to_link(example: str | None) -> None:
    """Write the choices into the address. A study of the reader's own is not in it, only the positions."""
    wanted = {name: str(value) for name, value in _kept().items()}
    if (metric := st.query_params.get("metric", "")) in GLOSSARY:  # a link to one definition: the key is ours
        wanted["metric"] = metric
    if example:
        wanted["study"] = example
    if dict(st.query_params) != wanted:
        st.query_params.from_dict(wanted)
