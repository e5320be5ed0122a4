"""One case whole: true and predicted class, scores, other models, and its other columns."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import streamlit as st

import charts
from predictions.cases.case_list import CaseList
from ui.cases.selection import Selection, open_case
from ui.parts import pictures
from ui.state import widgets
from words import Voice, markdown, whole
from words.findings.cases.one_case import case_outcome, case_said
from words.text.names import names_of_models


def show_heading(selection: Selection, place: int, number: int) -> None:
    """Which case of the list, by its place from 0, and the way to the ones beside it."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.subheader(f"Case {whole(place + 1)} of {whole(number)}", anchor=False, width="content")
        with st.container(horizontal=True, width="content", gap="small"):
            for label, step, icon in (("Previous case", -1, "arrow_back"), ("Next case", 1, "arrow_forward")):
                there = 0 <= place + step < number
                st.button(
                    label,
                    icon=f":material/{icon}:",
                    disabled=not there,
                    type="tertiary",
                    key=widgets.key(f"case_{step}"),
                    on_click=open_case,
                    args=(selection, place + step),
                )


def show_case(cases: CaseList, row: int, voice: Voice, are_probabilities: bool) -> None:
    """One of the rows that a list holds. are_probabilities: whether all scores of the study are, not only these."""
    truth, predicted = int(cases.predictions.truth[row]), int(cases.predictions.predicted[row])
    scores = _scores(cases, row)
    known = {label: score for label, score in enumerate(scores) if not math.isnan(score)}
    st.markdown(case_said(truth, predicted, voice, _case_id(cases, row)))
    if known:
        labels = cases.labels
        pictures.show(
            charts.case_scores(labels, scores, truth, predicted, voice.normal, are_probabilities),
            "Scores of a case",
            alt=charts.case_scores_alt(labels, scores, truth, predicted),
            key="case_scores",
        )
        if len(known) > charts.MOST_SCORES:
            st.caption(f"The {charts.MOST_SCORES} classes of {whole(len(known))} that matter most here.")
    _other_models(cases, row, truth, predicted, voice)
    _other_columns(cases, row)


def _case_id(cases: CaseList, row: int) -> str:
    ids = cases.predictions.case_ids
    return "" if ids is None else markdown(str(ids[row].as_py()), 40)


def _scores(cases: CaseList, row: int) -> list[float]:
    columns = cases.predictions.scores or [None] * len(cases.study.labels)
    return [math.nan if column is None else float(column[row]) for column in columns]


def _other_models(cases: CaseList, row: int, truth: int, predicted: int, voice: Voice) -> None:
    """A line per model of the study that has this case."""
    if not cases.elsewhere:
        return
    names, labels = names_of_models(cases.study.model_names), cases.labels
    said = {cases.model: predicted} | {
        each.model: int(each.predicted[row]) for each in cases.elsewhere if each.predicted[row] >= 0
    }
    lines = [
        {"Model": names[model], "Predicted": labels[answer], "Outcome": case_outcome(truth, answer, voice)}
        for model, answer in sorted(said.items())
    ]
    st.dataframe(pd.DataFrame(lines), hide_index=True)


def _other_columns(cases: CaseList, row: int) -> None:
    """Every other column of the file, as plain text; an ID alone was said above."""
    found = {name: _as_text(value) for name, value in cases.others(row).items()}
    if found.keys() - {cases.study.mapping.case_id}:
        st.dataframe(pd.DataFrame({"Column": list(found), "Value": list(found.values())}), hide_index=True)


def _as_text(value: Any) -> str:
    if value is None or value != value:
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value)
