"""The panels of the clinical risk page, and their numbers as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st

import charts
from metrics import ConfusionMatrix, Evaluation
from reviews import View
from ui.cases.selection import link_to_missed
from ui.parts.help import help_of
from words import Voice
from words.findings.clinical_risk import group, in_cell, missed, missed_as_normal, ppv
from words.text.numbers import FEW
from words.text.phrases import sentence_case

MOST_PANELS = 6


def shown_matrix(view: View) -> ConfusionMatrix:
    """The matrix under the names that classes have in a sentence, for pictures: "36 class 0", not "36 0"."""
    voice = view.plain_voice
    return replace(view.evaluation.matrix, labels=tuple(map(voice.name, range(len(voice.names)))))


def with_panel(matrix: ConfusionMatrix, diseases: Sequence[int]) -> Sequence[int]:
    """Of many diseases the first with enough cases for a percentage: one of a single case would fill a panel."""
    if len(diseases) <= MOST_PANELS:
        return diseases
    enough = [i for i in diseases if matrix.support[i] >= FEW]
    return (enough or diseases)[:MOST_PANELS]


def show_disease(view: View, label: int) -> None:
    """One disease: how many of its cases are missed and as what, how many of its predictions are correct."""
    study, evaluation, voice = view.study, view.evaluation, view.voice
    matrix, numbers, has_percent = shown_matrix(view), evaluation.classes[label], not evaluation.is_weighted
    with st.container(border=True):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content"):
                st.subheader(voice.title(label), anchor=False, width="content")
                st.markdown(group(evaluation, label, voice), width="content")
            link_to_missed(study, label, int(matrix.support[label] - matrix.cells[label, label]))
        with st.grid(2, min_column_width=300, gap="medium"):
            with st.container():
                st.markdown(missed(numbers["fnr"]), help=help_of("fnr"))
                key = charts.missed_legend(matrix, label, voice.normal, _as_normal(view, label))
                st.html(charts.missed_strip(matrix, label, voice.normal, voice.unit, has_percent) + key)
            with st.container():
                st.markdown(ppv(numbers["ppv"]), help=help_of("ppv"))
                key = charts.predictions_legend(matrix, label, voice.normal)
                st.html(charts.predictions_strip(matrix, label, voice.normal, has_percent) + key)


def _as_normal(view: View, label: int) -> str:
    """What the legend says of the cases classified as Normal; with two classes they are all that are missed."""
    voice = view.plain_voice
    if voice.normal is None or len(voice.names) == 2:
        return ""
    return missed_as_normal(view.evaluation.classes[label]["missed_as_normal"], voice.name(voice.normal))


def without_panel(evaluation: Evaluation, voice: Voice, labels: Sequence[int]) -> pd.DataFrame:
    """A line for each of these classes, with what a panel says of one. voice: with names as plain text."""
    return pd.DataFrame(
        {"Class": voice.names[i], sentence_case(voice.unit[1]): int(evaluation.matrix.support[i])}
        | {name: in_cell(evaluation.classes[i][key]) for key, name in _in_a_line(voice).items()}
        for i in labels
    )


def _in_a_line(voice: Voice) -> dict[str, str]:
    """The numbers of a class without a panel, and their names."""
    if voice.normal is None:
        return {"fnr": "Miss rate", "ppv": "PPV"}
    as_normal = f"Missed as {voice.name(voice.normal)}"
    of_normal = {"missed_as_normal": as_normal, "ppv": "PPV", "risk_score": "False reassurance, by disease"}
    return {"fnr": "Miss rate"} | of_normal


def risk_frame(evaluation: Evaluation, voice: Voice) -> pd.DataFrame:
    """The numbers of the panels, for a spreadsheet. voice: with names as plain text."""
    matrix, diseases = evaluation.matrix, list(voice.diseases)
    correct = matrix.cells.diagonal()
    frame = pd.DataFrame(
        {
            "class": [voice.names[i] for i in diseases],
            "cases": matrix.support[diseases],
            "missed": (matrix.support - correct)[diseases],
            "predictions": matrix.predicted[diseases],
            "incorrect_predictions": (matrix.predicted - correct)[diseases],
        }
    )
    if voice.normal is not None:
        frame["classified_as_normal"] = matrix.cells[diseases, voice.normal]
        for name, key in (("false_reassurance", "risk_score"), ("missed_as_normal", "missed_as_normal")):
            frame[name] = [evaluation.classes[i][key].value for i in diseases]
    return frame
