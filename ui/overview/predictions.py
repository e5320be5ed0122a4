"""The picture of the Overview: predictions by true class, of many classes those to look at first."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

import charts
from metrics import Evaluation
from reviews import View
from ui.state import widgets
from ui.tables.layout import MOST_IN_A_TABLE
from words import Voice
from words.text.names import at_most
from words.text.numbers import FEW

SHOWN_OF_MANY = 8
DANGEROUS, MISSED, EVERY = range(3)


def show_predictions(view: View) -> None:
    """A bar per true class."""
    evaluation, voice = view.evaluation, view.plain_voice
    many = len(voice.names) > MOST_IN_A_TABLE
    st.subheader("Predictions by true class", anchor=False)
    which = _pick(len(voice.names), len(_enough(evaluation, voice)[:SHOWN_OF_MANY])) if many else EVERY
    chosen, has_percent = _chosen(evaluation, voice, which), not evaluation.is_weighted
    st.html(charts.outcomes(evaluation.matrix, voice, chosen, has_percent=has_percent))
    if evaluation.is_weighted:
        st.caption(f"Bars count each {voice.unit[0]} once, not by weight.")
    if many and which != EVERY and (few := few_cases(evaluation, view.voice)):
        st.caption(few)


def _pick(classes: int, shown: int) -> int:
    names = {
        DANGEROUS: f"{shown} most dangerous",
        MISSED: f"{shown} most missed",
        EVERY: f"all {classes}",
    }
    chosen = st.segmented_control(
        "Classes in the picture",
        list(names),
        format_func=names.__getitem__,
        required=True,
        wrap=True,
        label_visibility="collapsed",
        **widgets.keeping("overview_classes", DANGEROUS),
    )
    return int(chosen)


def _chosen(evaluation: Evaluation, voice: Voice, which: int) -> Sequence[int]:
    """The classes that have a bar, in their order; () for all."""
    if which == EVERY:
        return ()
    enough = _enough(evaluation, voice)
    if which == MISSED:
        worst = sorted(enough, key=lambda i: -evaluation.classes[i]["fnr"].value)[:SHOWN_OF_MANY]
        enough = [i for i in enough if i in worst]
    first = enough[:SHOWN_OF_MANY]
    return (*first, voice.normal) if voice.normal is not None else tuple(first)


def _enough(evaluation: Evaluation, voice: Voice) -> list[int]:
    return [i for i in voice.order if evaluation.matrix.support[i] >= FEW and i != voice.normal]


def few_cases(evaluation: Evaluation, voice: Voice) -> str:
    """The classes with too few cases for a bar; "" without any."""
    few = [voice.names[i] for i in voice.order if evaluation.matrix.support[i] < FEW]
    if not few:
        return ""
    shown = at_most(few, SHOWN_OF_MANY)
    return f":gray-badge[not assessable] Fewer than {FEW} {voice.unit[1]}, not in the bars: {shown}."
