"""The numbers of the Overview: four key figures, and every class with its intervals as marks."""

from __future__ import annotations

import streamlit as st

from metrics import Estimate, Evaluation
from reviews import View
from ui.parts.figures import key_figures
from ui.requirements.panel import required
from ui.tables import naive_intervals
from ui.tables.class_table import area_scale, classes_heading, show_classes, shown_numbers
from ui.tables.layout import MOST_IN_A_TABLE
from words import Voice
from words.findings.methods import without_ci
from words.findings.overview import below_the_table

OF_ALL = {"Accuracy": "accuracy", "Balanced accuracy": "balanced_accuracy", "MCC": "mcc"}


def key_names(evaluation: Evaluation) -> dict[str, str]:
    """The name of each key figure with its key."""
    return OF_ALL | ({"Macro AUC": "macro_auc"} if evaluation.has_scores else {"Macro F1": "macro_f1"})


def show_key_figures(evaluation: Evaluation, columns: int | None = None) -> None:
    """Four of all classes. columns: side by side, all of them unless given."""
    figures: list[tuple[str, Estimate, str | None]]
    figures = [(name, evaluation.overall[key], None) for name, key in key_names(evaluation).items()]
    key_figures(figures, columns)


def show_reasons(evaluation: Evaluation, voice: Voice, has_classes: bool) -> None:
    """Why key figures have no CI, and the numbers in the table of classes, where that stands below them."""
    keys = shown_numbers(evaluation) if has_classes else ()
    if lacking := without_ci(evaluation, voice, key_names(evaluation), keys):
        st.caption(lacking)


def show_numbers(view: View) -> None:
    """Key figures, then the table of classes; among many classes the figures stand beside the picture."""
    evaluation, voice = view.evaluation, view.voice
    asked = required(evaluation.labels)
    classes_heading(view, "All classes")
    if len(voice.names) <= MOST_IN_A_TABLE:
        show_key_figures(evaluation)
    show_classes(evaluation, voice, view.plain_voice, asked)
    if len(voice.names) <= MOST_IN_A_TABLE:
        show_reasons(evaluation, voice, has_classes=True)
    st.caption(below_the_table(evaluation, voice, bool(asked), area_scale(evaluation)[0]))
    naive_intervals.show_classes(evaluation, voice, key_names(evaluation))
