"""The ways to a requirement: a sentence, lists to choose from, a file. They are kept in the session, for any study."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import streamlit as st

from metrics.requirements import Requirement, is_proportion, metrics_for
from reviews.requirement_file import LARGEST, MOST, dumped, loaded
from reviews.requirement_text import NotUnderstood, example, parsed
from ui.state import session, widgets
from ui.state.uploads import taken
from words import distinct, markdown
from words.findings.finding import sentences

TYPED, ANSWER, FILES_READ = "requirement_text", "requirement_answer", "requirement_files_read"
ALL = -1
IN_THE_LIST = "This requirement is already in the list."
USUAL = {"lr_positive": 10.0, "lr_negative": 0.1}


def kept() -> tuple[Requirement, ...]:
    """What is required, in the order in which it was added."""
    return session.reader().requirements


def remove(requirement: Requirement) -> None:
    session.reader().requirements = tuple(each for each in kept() if each != requirement)


def add_one(requirement: Requirement) -> None:
    """Add one that was offered."""
    session.reader().requirements = (*kept(), requirement)


def _take(requirements: Iterable[Requirement]) -> int:
    """Add those that are new; how many these were. Raises NotUnderstood beyond the largest number of them."""
    together = tuple(dict.fromkeys([*kept(), *requirements]))
    if len(together) > MOST:
        raise NotUnderstood(f"These would be more than {MOST} requirements. Remove some first.")
    new = len(together) - len(kept())
    session.reader().requirements = together
    return new


# ------------------------------------------------------------------ adding one


def add(labels: Sequence[str]) -> None:
    """A field for a sentence; lists to choose from; a file."""
    with (
        st.form("requirement_form", border=False),
        st.container(horizontal=True, vertical_alignment="bottom", gap="small"),
    ):
        st.text_input("Type a requirement", key=widgets.key(TYPED), placeholder=example(labels), width="stretch")
        st.form_submit_button("Add", icon=":material/add:", on_click=_take_typed, args=(tuple(labels),))
    if answer := widgets.state.pop(ANSWER, None):
        text, refused = answer
        if refused:
            st.error(markdown(text, 600), icon=":material/block:")
        else:
            st.caption(markdown(text, 600))
    from_lists, file = st.tabs(["Choose from lists", "Save or load"])
    with from_lists:
        _lists(labels)
    with file:
        _save_and_load()


def _answer(text: str, refused: bool = True) -> None:
    widgets.state[ANSWER] = (text, refused)


def _take_typed(labels: tuple[str, ...]) -> None:
    """What was typed stays in the field where it is not understood."""
    try:
        new = _take([parsed(widgets.state.get(TYPED, ""), labels)])
    except NotUnderstood as refusal:
        _answer(str(refusal))
        return
    widgets.state[TYPED] = ""
    if not new:
        _answer(IN_THE_LIST, refused=False)


def _lists(labels: Sequence[str]) -> None:
    shown = distinct(labels)
    position = st.selectbox(
        "Class",
        range(ALL, len(labels)),
        index=min(1, len(labels)),
        key=widgets.key(f"requirement_class_{len(labels)}"),
        format_func=lambda i: "All classes together" if i == ALL else shown[i],
    )
    label = None if position == ALL else labels[position]
    scope, metrics = "all" if label is None else "class", metrics_for(label)
    key = st.selectbox(
        "Metric",
        list(metrics),
        key=widgets.key(f"requirement_metric_{scope}"),
        format_func=lambda each: metrics[each].name,
    )
    name = f"{scope}_{key}"
    at_most = st.selectbox(
        "Direction",
        (False, True),
        index=int(metrics[key].better == "lower"),
        key=widgets.key(f"requirement_direction_{name}"),
        format_func=("at least", "at most").__getitem__,
    )
    bound = _value(label, key, name)
    if st.button("Add this", icon=":material/add:"):
        try:
            new = _take([Requirement(label, key, bound, at_most)])
            _answer("Requirement added." if new else IN_THE_LIST, refused=False)
        except NotUnderstood as refusal:
            _answer(str(refusal))
        st.rerun()


def _value(label: str | None, key: str, name: str) -> float:
    """The bound; of a proportion it is asked in percent."""
    definition, proportion = metrics_for(label)[key], is_proportion(label, key)
    scale = 100 if proportion else 1
    usual = USUAL.get(key, {"higher": 0.95 if proportion else 0.9, "lower": 0.05}.get(definition.better, 0.9))
    limits: dict[str, Any] = {"min_value": definition.lowest * scale}
    if definition.highest <= 1:
        limits["max_value"] = definition.highest * scale
    given = st.number_input(
        "Value in %" if proportion else "Value",
        value=usual * scale,
        step=1.0 if proportion else 0.01,
        format="%.10g",
        key=widgets.key(f"requirement_value_{name}"),
        **limits,
    )
    return round(given / scale, 12)


# ------------------------------------------------------------------ the file


def _save_and_load() -> None:
    """All requirements as a small file, and those of such a file."""
    st.caption("A requirements file holds class names and bounds only.")
    if kept():
        st.download_button(
            "Save",
            dumped(kept()),
            file_name="rounds-requirements.json",
            mime="application/json",
            icon=":material/download:",
            on_click="ignore",
            key=widgets.key("requirements_json"),
        )
    key = f"requirements_upload_{st.session_state.get(FILES_READ, 0)}"  # a new one once its file was read
    st.file_uploader(
        "Load",
        type="json",
        key=key,
        on_change=_take_file,
        args=(key,),
        max_upload_size=1,
        help=f"A requirements file, at most {LARGEST // 1000} kB.",
    )
    if kept():
        st.button("Remove all", icon=":material/close:", on_click=_remove_all)


def _take_file(key: str) -> None:
    file = st.session_state[key]
    if file is None:
        return
    try:
        found, notice = loaded(taken(file))
        new = _take(found)
        known = f", {len(found) - new} of them already in the list" if new < len(found) else ""
        said = f"{len(found)} requirement{'s' if len(found) != 1 else ''} loaded{known}."
        _answer(sentences(said, notice), refused=False)
    except NotUnderstood as refusal:
        _answer(str(refusal))
    st.session_state[FILES_READ] = st.session_state.get(FILES_READ, 0) + 1


def _remove_all() -> None:
    session.reader().requirements = ()
