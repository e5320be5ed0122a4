"""Several classes with lines of their own on the Threshold page, beside the rule that the highest score wins."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, TypeVar

import numpy as np
import pandas as pd
import streamlit as st

import charts
from charts.figures.per_class_matrix import per_class_matrix, per_class_matrix_alt
from metrics.glossary import GLOSSARY
from metrics.thresholding.per_class_thresholds import Sweep, ThresholdedMatrix, decide
from predictions.slices.scored_rows import ScoredRows, all_scored, scored_rows
from predictions.study import Study
from reviews import View
from ui.parts import inputs
from ui.parts.downloads import download
from ui.parts.help import header_of
from ui.parts.tables import header
from ui.state import widgets
from ui.threshold import manual
from ui.threshold.operating_point import table_of
from words import Voice, ci, distinct, threshold
from words.findings.thresholds import per_class as per_class_thresholds

TITLE = "Several lines: what if each class had to reach a line of its own?"
MOST_CLASSES = 12
MOST_SIDE_BY_SIDE = 5
OPEN, KEPT, WAY = "several_lines_open", "pick_several_lines", "several_lines_way"
SAFETY, OWN = range(2)
FILE = "the file's own calls"
T = TypeVar("T")


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
        rows = _cached(view, lambda: scored_rows(evaluation), "rows")
        if not len(rows.truth):
            st.markdown("No case has a score of every class, so that the lines have nothing to cut.")
            return ()
        return _show_thresholds(view, rows)


def _cached(view: View, make: Callable[[], T], *name: Hashable) -> T:
    """Made once for the chosen model and split."""
    return view.cached(("several lines", *name), make)


# ------------------------------------------------------------------ picking


def _kept() -> inputs.Kept:
    return inputs.kept(KEPT, {WAY: SAFETY})


def _pick_way(voice: Voice) -> int:
    """Which of the two rules; without an all-clear class there is only the second."""
    if voice.normal is None:
        st.caption("Choose a class that means all clear at the top of the page for the safety rule.")
        return OWN
    names = (f"{voice.names[voice.normal]} only from its line on", "a line for every class")
    inputs.segments("Rule", _kept(), WAY, names)
    return int(_kept()[WAY])


def _pick_threshold(view: View, way: int, label: int, title: str) -> float:
    """One number box; it begins where the file's threshold or the middle is, or where every score reaches it."""
    table, kept, name = table_of(view.evaluation, label), _kept(), (way, label)
    lowest = 0.0 if manual.is_probability(table) else float(table.scores[-1])
    kept.setdefault(name, manual.threshold_of(view.study, label, table) if way == SAFETY else lowest)
    width = 320 if way == SAFETY else "stretch"
    manual.threshold_box(title, kept, f"several_lines_{way}_{label}", table, name=name, width=width)
    return float(kept[name])


def _decided(view: View, rows: ScoredRows, way: int) -> ThresholdedMatrix:
    """Boxes for the lines, the rule in words, and what it gives."""
    voice, labels = view.voice, view.evaluation.labels
    if way == SAFETY:
        normal = voice.normal
        assert normal is not None
        at = _pick_threshold(view, way, normal, f"Call {voice.names[normal]} only from")
        st.markdown(per_class_thresholds.safety_rule(normal, threshold(at), voice))
        make = partial(Sweep.first, rows.truth, rows.scores, normal, labels)
        return _cached(view, make, "sweep", normal).at(at)
    with st.grid(min(len(voice.names), 4), min_column_width=150):
        lines = [_pick_threshold(view, way, i, f"{name} from") for i, name in enumerate(voice.names)]
    st.markdown(per_class_thresholds.own_rule())
    return ThresholdedMatrix.of(rows.truth, decide(rows.scores, lines), labels)


# ------------------------------------------------------------------ what follows


def _show_thresholds(view: View, rows: ScoredRows) -> tuple[str, ...]:
    study, evaluation, voice = view.study, view.evaluation, view.voice
    found = _decided(view, rows, _pick_way(voice))
    plain = _cached(view, lambda: _plain(rows, evaluation.labels), "plain")
    own = _cached(view, lambda: ThresholdedMatrix.of(rows.truth, rows.predicted, evaluation.labels), "own")
    st.markdown(f"**{per_class_thresholds.difference(found, plain, voice.normal, voice)}**")
    beside = {"these lines": found, per_class_thresholds.PLAIN: plain}
    _show_matrices(study, beside)
    if said := per_class_thresholds.no_calls(found, voice):
        st.markdown(said)
    if not np.array_equal(own.matrix.cells, plain.matrix.cells):
        beside[FILE] = own
    figures = {name: each.figures(voice.normal, evaluation.level) for name, each in beside.items()}
    st.table(_rates_table(figures, voice), border="horizontal", hide_index=True)
    apart = per_class_thresholds.ROWS_APART if evaluation.is_clustered else ""
    left = per_class_thresholds.left_out(rows.left_out, voice.unit)
    st.caption(" ".join(part for part in (f"Intervals: {ci(evaluation.level)} of each share.", apart, left) if part))
    download(_frame(beside, study.labels), "several-lines", "True class by call for each rule")
    return tuple(key for key in figures[per_class_thresholds.PLAIN] if key in GLOSSARY)


def _plain(rows: ScoredRows, labels: tuple[str, ...]) -> ThresholdedMatrix:
    return ThresholdedMatrix.of(rows.truth, decide(rows.scores, np.full(len(labels), -math.inf)), labels)


def _show_matrices(study: Study, beside: dict[str, ThresholdedMatrix]) -> None:
    few = len(study.labels) <= MOST_SIDE_BY_SIDE
    with st.grid(2 if few else 1, min_column_width=420 if few else "auto"):
        for place, (name, each) in enumerate(beside.items()):
            with st.container():
                st.markdown(f"**{name[0].upper()}{name[1:]}**")
                _show_matrix(each, study, f"several_lines_matrix_{place}")


def _show_matrix(found: ThresholdedMatrix, study: Study, key: str) -> None:
    st.plotly_chart(
        per_class_matrix(found, study.unit), config=charts.CONFIG, alt=per_class_matrix_alt(found, study.unit), key=key
    )


def _rates_table(figures: dict[str, dict[str, Any]], voice: Voice) -> pd.DataFrame:
    normal = "" if voice.normal is None else voice.names[voice.normal]
    keys = next(iter(figures.values()))
    shown = {header("Rule"): [_measure(key, normal) for key in keys]}
    shown |= {name: [per_class_thresholds.cell(found[key]) for key in keys] for name, found in figures.items()}
    return pd.DataFrame(shown)


def _measure(key: str, normal: str) -> str:
    told = f":small[{per_class_thresholds.MEASURES[key].format(normal=normal)}]"
    return header_of(key, told) if key in GLOSSARY else f"**No call**  \n{told}"


def _frame(beside: dict[str, ThresholdedMatrix], labels: tuple[str, ...]) -> pd.DataFrame:
    """A line per rule and true class: how many got each call, and how many none."""
    rows = []
    for name, each in beside.items():
        for i, label in enumerate(distinct(labels)):
            calls = dict(zip(distinct(labels), each.matrix.cells[i].tolist(), strict=True))
            called = {f"called {other}": count for other, count in calls.items()}
            rows.append({"rule": name, "true class": label, **called, "no call": int(each.no_call[i])})
    return pd.DataFrame(rows)
