"""What the reader requires of the model: typed, chosen or loaded, kept over pages and studies, judged everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import streamlit as st

from metrics import Evaluation
from metrics.requirements import Assessment, Requirement, State, assessed
from ui.requirements import forms
from ui.requirements.forms import kept
from ui.state import widgets
from words import Voice, markdown
from words.requirements.told import Told, tally, told_each

ANCHOR = "requirements"
LOOKS: dict[State, tuple[str, str]] = {
    "not met": ("close", "red"),
    "cannot tell": ("question_mark", "gray"),
    "met": ("check", "blue"),
}
Judged = tuple[Assessment, Told]


def headline(evaluation: Evaluation) -> None:
    """One line under the finding: how many requirements are in which state, and the way to them."""
    states = [assessed(each, evaluation).verdict.state for each in kept()]
    if not states:
        st.markdown(
            f":small[[Type what you require](#{ANCHOR}) of the model, and read here whether these cases show it.]"
        )
        return
    badges = [_badge(state, f"{number} {state}") for state in LOOKS if (number := states.count(state))]
    st.markdown(f"[Requirements](#{ANCHOR}) {' '.join(badges)}")


def panel(evaluation: Evaluation, voice: Voice) -> None:
    """Every requirement with its state and reason; then the ways to add one, and to save and load all."""
    found = list(_judged(kept(), evaluation, voice))
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.subheader("Requirements", anchor=ANCHOR)
        forms.save_and_load()
    said = tally([assessment.verdict.state for assessment, _ in found], evaluation.level)
    st.caption(f"{said.headline} {said.detail}")
    for position, judged in enumerate(found):
        _row(judged, position)
    forms.add(evaluation.labels)


def _judged(requirements: Sequence[Requirement], evaluation: Evaluation, voice: Voice) -> Iterable[Judged]:
    return told_each(requirements, evaluation, voice, lambda name: markdown(name, 80))


def _row(judged: Judged, position: int | None = None, notes: bool = True) -> None:
    """State, requirement and reason in one line, what qualifies it below; with a position also the way to drop it."""
    assessment, said = judged
    parts = filter(None, (f"**{said.requirement}**", said.value, said.reason))
    text = f"{_badge(said.state, said.state, assessment.few)} {' · '.join(parts)}"
    if notes and said.notes:
        text += f"  \n:gray[:small[{' '.join(said.notes)}]]"
    if position is None:
        st.markdown(text)
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
        st.markdown(text, width="stretch")
        st.button(
            "Remove",
            key=widgets.key(f"remove_requirement_{position}"),
            icon=":material/close:",
            type="tertiary",
            on_click=forms.remove,
            args=(assessment.requirement,),
        )


def _badge(state: State, text: str, muted: bool = False) -> str:
    icon, colour = LOOKS[state]
    return f":{'gray' if muted else colour}-badge[:material/{icon}: {text}]"
