"""What the reader requires: every requirement with its verdict, and the ways to add, change, save and load them."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from metrics import Evaluation
from metrics.requirements import Assessment, Requirement, State
from reviews import View
from reviews.assumed import waits_for_threshold
from ui.requirements import forms
from ui.requirements.forms import kept
from ui.state import widgets
from ui.tables.class_table import Required
from words import Voice, markdown
from words.requirements.told import NO_VERDICT, Told, bound_marked, told_each

LOOKS: dict[State, tuple[str, str, str]] = {
    "not met": ("close", "red", "not met"),
    "inconclusive": ("question_mark", "gray", "inconclusive"),
    "met": ("check", "blue", "met"),
}
OFFERED = 0.9
PANEL = 560  # px
Judged = tuple[Assessment, Told]


def verdicts(view: View) -> None:
    """Each requirement with its verdict and reason; to begin with, one is offered."""
    evaluation, voice = view.evaluation, view.voice
    st.subheader("Requirements", anchor=False)
    for judged in told_each(kept(), evaluation, voice, _safe, not waits_for_threshold(view)):
        _row(judged, voice, evaluation.labels)
    if not kept():
        _offer(evaluation, voice)
    label = "Change requirements" if kept() else "Other requirements"
    panel = st.popover(label, icon=":material/edit:", type="tertiary", key=widgets.key("requirements"))
    with panel, st.container(width=PANEL):
        _list(evaluation, voice)
        forms.add(evaluation.labels)


def required(labels: Sequence[str]) -> Required:
    """(class, metric) -> the bound it should at least reach, for the marks of a table."""
    asked = [each for each in kept() if each.label in labels and not each.at_most]
    return {(labels.index(each.label or ""), each.key): each.bound for each in asked}


def _offer(evaluation: Evaluation, voice: Voice) -> None:
    """The sensitivity of the class of interest, one click away."""
    offered = Requirement(evaluation.labels[voice.interest], "sensitivity", OFFERED)
    st.markdown(f"{bound_marked(offered, voice.title(voice.interest))}?")
    st.button(
        "Add this requirement",
        key=widgets.key("offered_requirement"),
        icon=":material/add:",
        type="tertiary",
        on_click=forms.add_one,
        args=(offered,),
    )


def _list(evaluation: Evaluation, voice: Voice) -> None:
    """Each requirement with the way to drop it."""
    for position, each in enumerate(kept()):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
            st.markdown(bound_marked(each, _name(each, voice, evaluation.labels)), width="stretch")
            st.button(
                "Remove",
                key=widgets.key(f"remove_requirement_{position}"),
                icon=":material/close:",
                type="tertiary",
                on_click=forms.remove,
                args=(each,),
            )


def _safe(name: str) -> str:
    return markdown(name, 80)


def _name(requirement: Requirement, voice: Voice, labels: Sequence[str]) -> str | None:
    """The class as the study speaks of it; None for all classes together."""
    if requirement.label is None:
        return None
    return voice.name(labels.index(requirement.label)) if requirement.label in labels else _safe(requirement.label)


def _row(judged: Judged, voice: Voice, labels: Sequence[str]) -> None:
    """Requirement and badge in one line, the reason below it; what qualifies it where it is pointed at."""
    assessment, said = judged
    text = bound_marked(assessment.requirement, _name(assessment.requirement, voice, labels))
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="top", gap="small"):
        st.markdown(text, width="content", help="\n\n".join(said.notes) or None)
        st.markdown(_badge(assessment), width="content")
    st.caption(_reason(assessment, said))


def _reason(assessment: Assessment, said: Told) -> str:
    if _has_verdict(assessment):
        return said.reason
    return f"{said.value}; a verdict needs a CI" if said.value else said.reason


def _has_verdict(assessment: Assessment) -> bool:
    return assessment.verdict.why is None


def _badge(assessment: Assessment) -> str:
    if not _has_verdict(assessment):
        return f":gray-badge[:material/question_mark: {NO_VERDICT}]"
    icon, colour, text = LOOKS[assessment.verdict.state]
    return f":{'gray' if assessment.few else colour}-badge[:material/{icon}: {text}]"
