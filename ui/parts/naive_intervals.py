"""Beside the intervals that draw whole patients: those that take every row as independent, and how much narrower."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pandas as pd
import streamlit as st

from metrics import METRICS, Estimate, Evaluation
from metrics.intervals.resampling_units import FEWEST_UNITS
from ui.parts.help import header_of
from ui.parts.tables import NUMBERS, header
from words import Voice, counted, interval, whole
from words.findings.naive_intervals import if_independent, times_wider


def key_line(evaluation: Evaluation, figures: Mapping[str, str], unit: tuple[str, str]) -> str:
    """The naive intervals of the key figures in one line; "" where rows are independent. figures: name -> key."""
    shown, naive = evaluation.overall, evaluation.naive.overall
    return beside(evaluation, [(name, shown[key], naive[key]) for name, key in figures.items()], unit)


def threshold_line(evaluation: Evaluation, label: int, at: float, keys: Iterable[str], unit: tuple[str, str]) -> str:
    """The naive intervals of some rates of one class at a threshold in one line; "" where rows are independent."""
    if not evaluation.is_clustered:
        return ""
    shown, naive = evaluation.at(label, at), evaluation.naive.at(label, at)
    return beside(evaluation, [(METRICS[key].name, shown[key], naive[key]) for key in keys], unit)


def beside(evaluation: Evaluation, pairs: Iterable[tuple[str, Estimate, Estimate]], unit: tuple[str, str]) -> str:
    """Name, shown and naive estimate of each number in one line; "" where rows are independent."""
    if not evaluation.is_clustered:
        return ""
    said = " · ".join(text for each in pairs if (text := if_independent(*each)))
    patients = evaluation.clusters or 0
    few = f", too few for an interval ({FEWEST_UNITS} are needed)" if patients < FEWEST_UNITS else ""
    start = f"Intervals draw whole patients: {whole(patients)} stand behind these {counted(evaluation.n, unit)}{few}."
    return f"{start} If each {unit[0]} stood for itself: {said}." if said else start


def show_classes(evaluation: Evaluation, voice: Voice) -> None:
    """The naive intervals of the class table, for who wants them; nothing where rows are independent."""
    if not evaluation.is_clustered:
        return
    with st.expander(f"Intervals if each {voice.unit[0]} stood for itself"):
        st.caption("First the interval as if every row were independent; then how much wider the one shown above is.")
        st.table(class_table(evaluation, voice), border="horizontal", hide_index=True)


def class_table(evaluation: Evaluation, voice: Voice) -> pd.DataFrame:
    """A row per class in Markdown: of each number the naive interval, and how many times wider the shown one is."""
    keys = [key for key in NUMBERS if any(key in figures for figures in evaluation.classes)]
    rows = []
    for name, shown, naive in zip(voice.names, evaluation.classes, evaluation.naive.classes, strict=True):
        cells = {header_of(key): _cell(shown[key], naive[key]) if key in shown else "" for key in keys}
        rows.append({header("Class"): f"**{name}**", **cells})
    return pd.DataFrame(rows)


def _cell(shown: Estimate, naive: Estimate) -> str:
    found = interval(naive, None if naive.trials is not None else 2)
    if not found:
        return ":gray[no interval]"
    return f"{found}  \n:small[{times_wider(shown, naive) or 'too narrow'}]"
