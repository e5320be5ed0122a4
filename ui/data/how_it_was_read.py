"""How a file was read: what is used, what was noticed, what each column was taken for."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from predictions.problems import NeedsMapping
from predictions.study import Study, WithoutCases
from ui.parts.tables import MOST_IN_A_TABLE
from words import counted, markdown, whole
from words.findings.finding import Finding
from words.findings.methods import rows_used
from words.notices import Kind, kind_of, worded

INVITATION = Finding(
    "Drop a file of predictions, and read what the model gets wrong.",
    "One row per case: the true class, the predicted class, and scores if you have them. Rounds finds the columns "
    "by name, says how it understood them, and lets you correct it.",
)
ICONS: dict[Kind, str] = {
    "repeated": ":material/group:",
    "duplicate": ":material/content_copy:",
    "left out": ":material/filter_alt_off:",
    "other": ":material/rule:",
}
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")


def unclear(needed: NeedsMapping) -> Finding:
    """A table whose columns a person must name."""
    return Finding("Which column is the truth?", markdown(str(needed), 600))


def summary(study: Study) -> Finding:
    """How much of the file is used, and what is in it."""
    what = _what_is_in_it(study)
    if study.without_cases is WithoutCases.MATRIX:
        return Finding(f"A matrix of {counted(study.rows, study.unit)}.", what)
    said = rows_used(study.rows, study.used, [(markdown(part.reason, 200), part.rows) for part in study.excluded])
    return Finding(said.headline, f"{said.detail} {what}".strip())


def _what_is_in_it(study: Study) -> str:
    parts = []
    if study.model_names:
        parts.append(_number(len(study.model_names), "model"))
    parts.append(_number(len(study.labels), "class", "classes").lower())
    if study.model_names:
        if all(study.scored) and study.scored:
            parts.append("scores for each class")
        else:
            parts.append("scores for some classes" if any(study.scored) else "no scores")
    text = f"{markdown(study.name, 120)}: {', '.join(parts)}."
    if study.normal is None:
        return f"{text} No class name means all clear; choose one at the top of the page if there is one."
    return f"{text} All clear is {markdown(study.labels[study.normal], 40)}: {markdown(study.normal_reason, 200)}."


def _number(number: int, one: str, many: str = "") -> str:
    word = NUMBERS[number] if number < len(NUMBERS) else whole(number)
    return f"{word} {one if number == 1 else many or one + 's'}"


def show_notices(study: Study) -> None:
    """Every warning in full; facts that change no number in small print."""
    for notice in study.notices:
        if notice.level == "warning":
            st.warning(markdown(worded(notice), 1200), icon=ICONS[kind_of(notice.code)])
    facts = [markdown(worded(notice), 1200) for notice in study.notices if notice.level == "info"]
    if facts:
        st.caption("  \n".join(facts))


def show_columns(study: Study) -> None:
    """What each column was taken for, and why."""
    if not study.columns:
        return
    st.subheader("How the columns were read", anchor=False)
    rows = [(each.column, each.meaning, each.because, ", ".join(each.examples)) for each in study.columns]
    titles = ["Column", "Meaning", "Because", "Example"]
    if len(rows) > 2 * MOST_IN_A_TABLE:
        st.dataframe(pd.DataFrame(rows, columns=titles), hide_index=True)
        return
    cells = [(f"**{markdown(name, 40)}**", *(markdown(text, 80) for text in rest)) for name, *rest in rows]
    st.table(pd.DataFrame(cells, columns=titles), border="horizontal", hide_index=True)


def show_first_rows(study: Study) -> None:
    """The beginning of the file as it was read, or the matrix."""
    if study.preview.num_columns:
        st.subheader("The first rows", anchor=False)
        st.dataframe(study.preview.to_pandas(), hide_index=True)
    elif study.without_cases is WithoutCases.MATRIX:
        st.subheader("The matrix", anchor=False)
        frame = pd.DataFrame(study.evaluate().matrix.cells, columns=list(study.labels))
        frame.insert(0, "truth", list(study.labels), allow_duplicates=True)
        st.dataframe(frame, hide_index=True)
