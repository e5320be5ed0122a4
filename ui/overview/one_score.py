"""The Overview of a file with one score and no predicted class: what is assumed, and what another threshold does."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from charts.figures.score_histogram import score_histogram, score_histogram_alt
from reviews import View
from reviews.assumed import Assumed
from ui.parts import pictures
from ui.parts.figures import key_figures
from ui.parts.page import PAGES
from ui.tables.class_table import classes_heading
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from words import of, whole
from words.findings.methods import lacking_ci
from words.findings.overview import of_one_score
from words.text.numbers import minus

KEYS = {"AUC": "auc", "Specificity": "specificity", "PPV": "ppv", "NPV": "npv"}


def show_scores(view: View, found: Assumed) -> None:
    """Scores by true class, with the assumed threshold."""
    voice = view.plain_voice
    name, other = voice.name(found.label), voice.name(1 - found.label)
    st.subheader("Scores by true class", anchor=False)
    picture = score_histogram(found.table, name, other, found.threshold)
    alt = score_histogram_alt(found.table, name, other, found.threshold)
    pictures.show(picture, "Scores by true class", alt=alt, key="scores")
    st.caption("Bars: square root of the count, each class to its own maximum.")


def show_thresholds(found: Assumed) -> None:
    """Missed and false alarms at some thresholds, and the way to choose one."""
    other = "another" if found.threshold is not None else "a"
    st.subheader(f"What {other} threshold does", anchor=False)
    markdown_table(threshold_table(found))
    st.page_link(PAGES / "threshold.py", label="Choose a threshold", icon=":material/arrow_forward:")


def threshold_table(found: Assumed) -> pd.DataFrame:
    """Markdown: a row per threshold, the assumed one in bold; the denominators in the first row."""
    rows: list[list[str]] = []
    totals = found.table.n_positive, found.table.n_negative
    for each in found.others:
        _, fp, fn, _ = found.table.at(each)
        counts = [of(int(n), total) if not rows else whole(int(n)) for n, total in zip((fn, fp), totals, strict=True)]
        parts = [minus(f"{each:.4g}"), *counts]
        rows.append([f"**{part}**" for part in parts] if each == found.threshold else parts)
    return pd.DataFrame(rows, columns=[header("Score ≥"), "Missed", "False positives"])


def show_numbers(view: View, found: Assumed) -> None:
    """AUC, and at the assumed threshold specificity, PPV and NPV of the class of the score."""
    evaluation = view.evaluation
    figures = evaluation.classes[found.label]
    classes_heading(view, "Numbers")
    shown = KEYS if found.threshold is not None else {"AUC": "auc", "Average precision": "average_precision"}
    key_figures([(name, figures[key], None) for name, key in shown.items()])
    if lacking := lacking_ci(evaluation, ((name, figures[key]) for name, key in shown.items())):
        st.caption(lacking)
    st.caption(of_one_score(evaluation, view.voice, found.label))
