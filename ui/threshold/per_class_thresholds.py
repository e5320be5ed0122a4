"""A threshold for every class on the Threshold page, beside the delivered predictions."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from metrics.glossary import GLOSSARY
from metrics.thresholding.per_class_thresholds import ThresholdedMatrix
from predictions.problems import Problem
from predictions.slices.per_class import Decisions, Figures, can_decide, decisions
from reviews import View
from ui.parts import inputs, page
from ui.parts.help import header_of
from ui.tables.downloads import download
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from ui.threshold import manual
from ui.threshold.operating_point import table_of
from words import Voice, ci, distinct, markdown
from words.findings.methods import WEIGHTED
from words.findings.thresholds import per_class as said

TITLE = "One threshold per class"
MOST_CLASSES = 12
OPEN, KEPT = "several_lines_open", "pick_several_lines"
DELIVERED, THRESHOLDS = "As delivered", "With these thresholds"


def show_per_class_thresholds(view: View) -> tuple[str, ...]:
    """The section, for 3 to 12 classes that all have scores; the keys of the numbers that it shows where unfolded."""
    many = len(view.evaluation.labels)
    if not 3 <= many <= MOST_CLASSES or not can_decide(view.study, view.evaluation):
        return ()
    return page.when_unfolded(TITLE, OPEN, _show, view) or ()


def _show(view: View) -> tuple[str, ...]:
    place = view.study, view.model, view.split
    try:
        found = view.cached(("decisions", view.level), lambda: decisions(*place, view.evaluation))
        if not found.cases:
            st.markdown("No case has scores for all classes.")
            return ()
        return _show_thresholds(view, found)
    except Problem as problem:  # the file that an engine counts is gone
        st.error(markdown(str(problem), 300))
        return ()


def _pick_threshold(view: View, label: int) -> float:
    """One number box for this class and model; it begins where every score reaches it, so that argmax decides."""
    table, kept, name = table_of(view.evaluation, label), inputs.kept(KEPT, {}), (view.model, label)
    lowest = 0.0 if table.holds_probabilities else float(table.scores[-1])
    title = f"{view.voice.title(label)} at or above"
    manual.threshold_box(title, kept, f"several_lines_{label}", table, name=name, usual=lowest)
    return float(kept.get(name, lowest))


def _show_thresholds(view: View, of: Decisions) -> tuple[str, ...]:
    evaluation, voice = view.evaluation, view.voice
    with st.grid(min(len(voice.names), 4), min_column_width=150):
        picked = {i: _pick_threshold(view, i) for i in voice.order}
    st.caption(said.RULE)
    chosen = {DELIVERED: None, THRESHOLDS: tuple(picked[i] for i in range(len(evaluation.labels)))}
    review = voice.normal, frozenset(voice.not_diseases)
    decided = {
        name: view.cached(("decided", view.level, each, *review), partial(of.at, each, *review))
        for name, each in chosen.items()
    }
    beside = {name: each.matrix for name, each in decided.items()}
    figures = {name: each.figures for name, each in decided.items()}
    st.markdown(f"**{said.difference(beside[THRESHOLDS], beside[DELIVERED], voice.normal, voice)}**")
    with st.grid(2, min_column_width=320):
        markdown_table(_detected(beside, voice))
        markdown_table(_rates(figures, voice))
    drawn_so = WEIGHTED if evaluation.is_weighted else said.OF_PATIENTS if evaluation.is_clustered else ""
    left = said.excluded(of.unscored, voice.unit)
    st.caption(" ".join(part for part in (f"Intervals: {ci(evaluation.level)}.", drawn_so, left) if part))
    download(
        _frame(beside, view.plain_voice), "per-class-thresholds", "True class by prediction: thresholds and delivered"
    )
    return tuple(key for key in figures[DELIVERED] if key in GLOSSARY)


def _detected(beside: dict[str, ThresholdedMatrix], voice: Voice) -> pd.DataFrame:
    """Correct predictions of each class, and its cases without a prediction."""
    shown = {header("Correct"): [f"**{voice.numbered(i)}**" for i in voice.order]}
    shown |= {name: [said.detected(each, i) for i in voice.order] for name, each in beside.items()}
    without = beside[THRESHOLDS].no_prediction
    return pd.DataFrame(shown | {"No prediction": [f"{without[i]:,}" for i in voice.order]})


def _rates(figures: dict[str, Figures], voice: Voice) -> pd.DataFrame:
    normal = "" if voice.normal is None else voice.name(voice.normal)
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
