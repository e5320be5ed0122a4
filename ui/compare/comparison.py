"""Which two models are compared, about which class and by how much the one may be worse; and the cases they share."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NoReturn, TypeVar

import streamlit as st

from predictions.problems import Problem
from predictions.slices.paired_models import Pair, join
from predictions.study import Capability, Study
from reviews import View
from ui.parts import page
from ui.state import choices, widgets
from words import markdown, whole
from words.findings.compare import Names, comparison_made, joined_said, told_apart
from words.findings.finding import Finding
from words.findings.methods import independence

REFERENCE, MODEL, MARGIN = "pick_compare_reference", "pick_compare_model", "pick_compare_margin"
NAME_LIMIT = 32
NEEDS = (
    "A comparison needs the answers of two models to the same cases: a file with a column `model` and a case id, a "
    "file with a prediction column for each model (`pred_A`, `pred_B`), or one file for each model."
)
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Comparison:
    """One model against a reference, in what is said the first against the second.

    view: of the compared model. reference: the position of the other. margin: a share, or None. able: every model that
    has cases of the split, as splits are never mixed.
    """

    view: View
    reference: int
    margin: float | None
    able: tuple[int, ...]

    @property
    def study(self) -> Study:
        return self.view.study

    @property
    def label(self) -> int:
        """The class of interest."""
        return self.view.interest

    @property
    def level(self) -> float:
        return self.view.level

    @property
    def others(self) -> tuple[int, ...]:
        """Every model that can be compared with the reference."""
        return tuple(model for model in self.able if model != self.reference)

    def of(self, model: int) -> Comparison:
        """Another model against the same reference."""
        return replace(self, view=replace(self.view, model=model))

    @cached_property
    def full_names(self) -> Names:
        """Plain names of the compared model and the reference, in full."""
        every = choices.model_names(self.study)
        return Names(every[self.view.model], every[self.reference])

    @cached_property
    def names(self) -> Names:
        """Short plain names, which no other model of the study shares."""
        every = told_apart(choices.model_names(self.study), NAME_LIMIT)
        return Names(every[self.view.model], every[self.reference])

    @cached_property
    def safe(self) -> Names:
        """The short names for Markdown."""
        return Names(*(markdown(name, NAME_LIMIT) for name in self.names))

    @property
    def pair(self) -> Pair | Problem:
        """The cases that both answered, the compared model first; or why there are none."""
        return self.cached(("pair",), self._join)

    def _join(self) -> Pair | Problem:
        try:
            return join(self.study, self.view.model, self.reference, self.view.split)
        except Problem as problem:
            return problem

    def cached(self, key: tuple[Hashable, ...], make: Callable[[], T]) -> T:
        """What `make` gives for these two models on this split, made once. key: everything else it depends on."""
        return self.view.cached(("compared with", self.reference, *key), make)


# ------------------------------------------------------------------ what can be compared


def comparison_or_stop(view: View) -> Comparison:
    """What was picked, to begin with the first model as the reference; with fewer than two models the page stops."""
    page.cases_or_stop(view)
    able = tuple(model for model, split in view.study.slices if split == view.split)
    if view.study.without_cases:
        page.nothing_to_show("A matrix of counts holds no cases to compare.", NEEDS)
    if Capability.SEVERAL_MODELS not in view.study.capabilities:
        page.nothing_to_show("This study has one model, and a comparison needs two.", NEEDS)
    if len(able) < 2:
        page.nothing_to_show(
            "No other model has cases of the chosen split.",
            "Models are compared on one split only. Choose another split or model at the top of the page.",
        )
    picked, chosen = widgets.state.get(REFERENCE), widgets.state.get(MODEL)
    reference = picked if picked in able else able[0]
    others = [model for model in able if model != reference]
    model = next((each for each in (chosen, view.model) if each in others), others[0])
    margin = (widgets.state.get(MARGIN) or 0.0) / 100 or None
    return Comparison(replace(view, model=model), reference, margin, able)


def pair_or_stop(now: Comparison) -> Pair:
    """The chosen pair; where it cannot be joined the page says why, and lets another one be chosen."""
    found = now.pair
    if isinstance(found, Problem):
        _refuse(now, str(found))
    return found


def _refuse(now: Comparison, problem: str) -> NoReturn:
    headline, why = "These two models cannot be compared case by case.", markdown(problem, 600)
    if len(now.able) == 2:
        page.nothing_to_show(headline, why)
    page.finding(Finding(headline, why))
    pick(now)
    st.stop()


def pick(now: Comparison) -> None:
    """Class, reference, model and margin."""
    names = choices.model_names(now.study)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        _pick_model("Reference", REFERENCE, now.reference, now.able, names, REFERENCE_HELP)
        _pick_model("Compared with it", MODEL, now.view.model, now.others, names)
        widgets.state[MARGIN] = (now.margin or 0) * 100 or None
        st.number_input(
            "May be worse by, in points",
            min_value=0.0,
            max_value=99.0,
            step=1.0,
            key=widgets.key(MARGIN),
            width=220,
            format="%g",
            placeholder="no margin",
            help="How many percentage points worse than the reference a model may be and still count as not inferior: "
            "a clinical decision, made before looking. The whole interval must stay above it.",
        )


REFERENCE_HELP = "The model that every other one is compared with."


def _pick_model(
    label: str, key: str, model: int, options: tuple[int, ...], names: tuple[str, ...], explanation: str | None = None
) -> None:
    widgets.state[key] = model
    named = names.__getitem__
    st.selectbox(label, options, format_func=named, key=widgets.key(key), width=240, help=explanation)


# ------------------------------------------------------------------ what was compared


def show_joined(pair: Pair, now: Comparison) -> None:
    """Which cases were compared, and why others were not."""
    by = tuple(markdown(name, 40) for name in pair.by)
    alone = (pair.only_first, pair.only_second)
    said = joined_said(len(pair), alone, pair.blank, pair.differing, by, now.safe, now.study.unit)
    if left_out := len(now.study.model_names) - len(now.able):
        said += f" {whole(left_out)} more model{'s have' if left_out > 1 else ' has'} no case of this split."
    for short, full in zip(now.names, now.full_names, strict=True):
        said += f" {markdown(short)}: {markdown(full)}." if short != full else ""
    st.caption(said)


def how_made(pair: Pair, now: Comparison) -> str:
    """The methods, and what they assume."""
    mapping, names = now.study.mapping, now.safe
    column = markdown(mapping.case_id or mapping.sequence or "id", 40)
    assumed = independence(len(pair), pair.units, now.study.unit, column)
    made = comparison_made(now.level, pair.patients is not None)
    return f"Differences are {names.model} − {names.reference}. {made} {assumed}"
