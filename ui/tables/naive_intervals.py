"""Beside the patient-level intervals: those that ignore clustering, and how much narrower they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pandas as pd
import streamlit as st

from metrics import Estimate, Evaluation
from metrics.glossary import GLOSSARY
from metrics.interval_methods import CLUSTER_ROBUST
from metrics.intervals.patient_counts import KnownBy, known_by
from metrics.intervals.resampling_units import FEWEST_UNITS
from ui.parts.page import when_unfolded
from ui.tables.class_table import NUMBERS
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from words import Voice, counted, interval, whole
from words.findings.methods import ignoring_clusters, times_wider

NAIVE = "naive_intervals"
DRAWN = "patient-level bootstrap"
MADE: Mapping[KnownBy, str] = {"rows": DRAWN, "counts": DRAWN, "sums": f"patient-level ({CLUSTER_ROBUST} SE)"}


def key_line(evaluation: Evaluation, figures: Mapping[str, str], unit: tuple[str, str]) -> str:
    """The naive intervals of the key figures in one line; "" where rows are independent. figures: name -> key."""
    if not evaluation.is_clustered:
        return ""
    needs_scores = "macro_auc" in figures.values()  # drawn from all scores, which takes by far the longest
    shown, naive = evaluation.overall, (evaluation.naive if needs_scores else evaluation.naive_without_scores).overall
    return beside(evaluation, [(name, shown[key], naive[key]) for name, key in figures.items()], unit)


def beside(evaluation: Evaluation, pairs: Iterable[tuple[str, Estimate, Estimate]], unit: tuple[str, str]) -> str:
    """Name, shown and naive estimate of each number in one line; "" where rows are independent."""
    if not evaluation.is_clustered:
        return ""
    said = " · ".join(text for each in pairs if (text := ignoring_clusters(*each)))
    patients = evaluation.clusters or 0
    few = (
        f", too few for a CI ({FEWEST_UNITS} needed)"
        if patients < FEWEST_UNITS
        else f"; {MADE[known_by(evaluation.patients)]}"
    )
    start = f"{counted(evaluation.n, unit)} from {whole(patients)} patients{few}."
    return f"{start} Ignoring clustering: {said}." if said else start


def show_classes(evaluation: Evaluation, voice: Voice, figures: Mapping[str, str]) -> None:
    """The intervals that ignore clustering, of key figures and classes; nothing where rows are independent."""
    if evaluation.is_clustered:
        st.fragment(when_unfolded)("CIs ignoring clustering", NAIVE, _show, evaluation, voice, figures)


def _show(evaluation: Evaluation, voice: Voice, figures: Mapping[str, str]) -> None:
    st.caption(key_line(evaluation, figures, voice.unit))
    markdown_table(class_table(evaluation, voice))


def class_table(evaluation: Evaluation, voice: Voice) -> pd.DataFrame:
    """A row per class in Markdown: of each number the naive interval, and how many times wider the shown one is."""
    keys = [key for key in NUMBERS if any(key in figures for figures in evaluation.classes)]
    rows = []
    for label in voice.order:
        shown, naive = evaluation.classes[label], evaluation.naive.classes[label]
        cells = {GLOSSARY[key].name: _cell(shown[key], naive[key]) if key in shown else "" for key in keys}
        rows.append({header("Class"): f"**{voice.numbered(label)}**", **cells})
    return pd.DataFrame(rows)


def _cell(shown: Estimate, naive: Estimate) -> str:
    found = interval(naive, None if naive.trials is not None else 2)
    if not found:
        return ":gray[no interval]"
    return f"{found}  \n:small[{times_wider(shown, naive) or 'too narrow'}]"
