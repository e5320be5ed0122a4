"""A threshold for every class on the Threshold page, beside the delivered predictions."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from metrics.glossary import GLOSSARY
from metrics.thresholding.per_class_thresholds import ThresholdedMatrix, decide
from metrics.weighted_evaluation import drawn_decisions
from predictions.slices.scored_rows import ScoredRows, all_scored, scored_rows
from reviews import View
from ui.parts import inputs
from ui.parts.downloads import download
from ui.parts.help import header_of
from ui.parts.tables import header
from ui.state import widgets
from ui.threshold import manual
from ui.threshold.operating_point import table_of
from words import Voice, ci, distinct
from words.findings.methods import WEIGHTED
from words.findings.thresholds import per_class as said

TITLE = "One threshold per class"
MOST_CLASSES = 12
OPEN, KEPT = "several_lines_open", "pick_several_lines"
DELIVERED, THRESHOLDS = "As delivered", "With these thresholds"
Figures = dict[str, dict[str, Any]]


def show_per_class_thresholds(view: View) -> tuple[str, ...]:
    """The section, for 3 to 12 classes that all have scores; its content is made only when it is open.

    Gives the keys of the numbers that it then shows.
    """
    evaluation = view.evaluation
    if not 3 <= len(evaluation.labels) <= MOST_CLASSES or not all_scored(evaluation):
        return ()
    section = st.expander(TITLE, key=widgets.key(OPEN), on_change="rerun")
    if not section.open:
        return ()
    with section:
        rows = view.cached(("rows with all scores",), lambda: scored_rows(evaluation))
        if not len(rows.truth):
            st.markdown("No case has scores for all classes.")
            return ()
        return _show_thresholds(view, rows)


def _pick_threshold(view: View, label: int) -> float:
    """One number box; it begins where every score reaches it, so that argmax decides."""
    table, kept = table_of(view.evaluation, label), inputs.kept(KEPT, {})
    lowest = 0.0 if manual.is_probability(table) else float(table.scores[-1])
    kept.setdefault(label, lowest)
    title = f"{view.voice.names[label]} at or above"
    manual.threshold_box(title, kept, f"several_lines_{label}", table, name=label)
    return float(kept[label])


def _show_thresholds(view: View, rows: ScoredRows) -> tuple[str, ...]:
    evaluation, voice, labels = view.evaluation, view.voice, view.evaluation.labels
    with st.grid(min(len(voice.names), 4), min_column_width=150):
        picked = {i: _pick_threshold(view, i) for i in voice.order}
    st.caption(said.RULE)
    decided = {DELIVERED: rows.predicted, THRESHOLDS: decide(rows.scores, [picked[i] for i in range(len(labels))])}
    beside = {name: ThresholdedMatrix.of(rows.truth, each, labels) for name, each in decided.items()}
    found = beside[THRESHOLDS]
    st.markdown(f"**{said.difference(found, beside[DELIVERED], voice.normal, voice)}**")
    review = voice.normal, evaluation.level, voice.not_diseases
    if rows.weights is None and rows.patients is None:
        figures = {name: each.figures(*review) for name, each in beside.items()}
    else:
        drawn = rows.weights, rows.patients, *review
        figures = {name: dict(drawn_decisions(rows.truth, each, labels, *drawn)) for name, each in decided.items()}
    with st.grid(2, min_column_width=320):
        st.table(_detected(beside, voice), border="horizontal", hide_index=True)
        st.table(_rates(figures, voice), border="horizontal", hide_index=True)
    drawn_so = WEIGHTED if evaluation.is_weighted else said.OF_PATIENTS if evaluation.is_clustered else ""
    left = said.excluded(rows.unscored, voice.unit)
    st.caption(" ".join(part for part in (f"Intervals: {ci(evaluation.level)}.", drawn_so, left) if part))
    download(
        _frame(beside, view.plain_voice), "per-class-thresholds", "True class by prediction: thresholds and delivered"
    )
    return tuple(key for key in figures[DELIVERED] if key in GLOSSARY)


def _detected(beside: dict[str, ThresholdedMatrix], voice: Voice) -> pd.DataFrame:
    """Correct predictions of each class, and its cases without a prediction."""
    shown = {header("Detected"): [f"**{voice.names[i]}**" for i in voice.order]}
    shown |= {name: [said.detected(each, i) for i in voice.order] for name, each in beside.items()}
    without = beside[THRESHOLDS].no_prediction
    return pd.DataFrame(shown | {"No prediction": [f"{without[i]:,}" for i in voice.order]})


def _rates(figures: Figures, voice: Voice) -> pd.DataFrame:
    normal = "" if voice.normal is None else voice.names[voice.normal]
    keys = next(iter(figures.values()))
    shown = {header("All classes"): [_measure(key, normal) for key in keys]}
    return pd.DataFrame(shown | {name: [said.cell(found[key]) for key in keys] for name, found in figures.items()})


def _measure(key: str, normal: str) -> str:
    told = f":small[{said.MEASURES[key].format(normal=normal)}]"
    return header_of(key, told) if key in GLOSSARY else f"**No prediction**  \n{told}"


def _frame(beside: dict[str, ThresholdedMatrix], voice: Voice) -> pd.DataFrame:
    """A line per set of thresholds and true class: how many got each prediction, and how many none."""
    names, rows = distinct(voice.names), []
    for rule, each in beside.items():
        for i in voice.order:
            predicted = {f"predicted {names[j]}": int(each.matrix.cells[i, j]) for j in voice.order}
            rows.append(
                {"rule": rule, "true class": names[i], **predicted, "no prediction": int(each.no_prediction[i])}
            )
    return pd.DataFrame(rows)
