"""Which two models are compared, about which class, and by how much the one may be worse: kept as positions."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from predictions import Study
from ui.state import choices, session, widgets
from words import distinct, markdown
from words.findings.compare import Names, told_apart

__all__ = ["Asked", "asked", "comparable", "show"]

REFERENCE, MODEL, MARGIN = "pick_compare_reference", "pick_compare_model", "pick_compare_margin"
MOST_PILLS = 5
NAME_LIMIT = 32


@dataclass(frozen=True)
class Asked:
    """Positions of the reference, of the compared model and of the class; margin: a share, or None."""

    study: Study
    reference: int
    model: int
    label: int
    margin: float | None
    able: tuple[int, ...]

    @property
    def split(self) -> str | None:
        return session.view().split

    def names(self, model: int | None = None) -> Names:
        """Plain short names of a compared model (else the chosen one) and of the reference."""
        every = told_apart(choices.model_names(self.study), NAME_LIMIT)
        return Names(every[self.model if model is None else model], every[self.reference])

    def safe(self, model: int | None = None) -> Names:
        """The same for Markdown."""
        return Names(*(markdown(name, NAME_LIMIT) for name in self.names(model)))

    @property
    def others(self) -> tuple[int, ...]:
        """Every model that can be compared with the reference."""
        return tuple(model for model in self.able if model != self.reference)


def comparable(study: Study) -> tuple[int, ...]:
    """The models that have the chosen split: splits are never mixed."""
    split = session.view().split
    return tuple(model for model, each in study.slices if each == split)


def asked(study: Study, able: tuple[int, ...]) -> Asked:
    """What was picked; to begin with the first model as the reference, and the next one or the one chosen for all."""
    reference = widgets.state.get(REFERENCE)
    reference = reference if reference in able else able[0]
    others = [model for model in able if model != reference]
    picked = widgets.state.get(MODEL)
    begin = session.view().model if session.view().model in others else others[0]
    margin = widgets.state.get(MARGIN) or 0.0
    model = picked if picked in others else begin
    return Asked(study, reference, model, session.view().positive, margin / 100 or None, able)


def show(now: Asked) -> None:
    """Class, reference, model and margin."""
    labels = distinct(now.study.labels)
    names = choices.model_names(now.study)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        choices.pick("class", "Class", range(len(labels)), labels.__getitem__, st.selectbox, width=220)
        widgets.state[REFERENCE], widgets.state[MODEL] = now.reference, now.model
        st.selectbox(
            "Reference", now.able, format_func=names.__getitem__, key=widgets.key(REFERENCE), width=240,
            help="The model that every other one is compared with.",
        )  # fmt: skip
        st.selectbox("Compared with it", now.others, format_func=names.__getitem__, key=widgets.key(MODEL), width=240)
        widgets.state[MARGIN] = (now.margin or 0) * 100 or None
        st.number_input(
            "May be worse by, in points", min_value=0.0, max_value=99.0, step=1.0, key=widgets.key(MARGIN), width=220,
            format="%g",
            placeholder="no margin",
            help="How many percentage points worse than the reference a model may be and still count as not inferior: "
            "a clinical decision, made before looking. The whole interval must stay above it.",
        )  # fmt: skip
