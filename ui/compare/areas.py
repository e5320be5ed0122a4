"""The ROC curves of two models over one another, and the difference of their areas."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import streamlit as st

import charts
from metrics import Counts, Estimate, PairedAUC, ThresholdTable
from metrics.paired.paired_auc import paired_auc_of_patients
from predictions.slices.paired_models import Pair
from ui.compare.common_scores import common_scores
from ui.compare.comparison import Comparison
from ui.parts.help import header_of, help_of
from ui.parts.tables import header
from words import bounds, decimal, markdown
from words.findings.compare import area_said, small_lines
from words.text.legends import area_legend

NO_SCORES = (
    "Areas under the curve need a score of this class from both models, and there are only labels here. A label is one "
    "point: it says nothing about the other thresholds."
)
NO_GROUP = "Curves need common cases with the class and without it, each with a score of both models."


@dataclass(frozen=True, eq=False)
class Areas:
    """Both areas with their curves and the points of the predictions; the compared model first."""

    paired: PairedAUC
    tables: tuple[ThresholdTable, ThresholdTable]
    points: tuple[Counts, Counts]
    cases: int


def show_areas(pair: Pair, now: Comparison) -> None:
    """Curves, areas and their difference; or what they would need."""
    st.subheader("How well the scores order the cases", anchor=False, help=help_of("auc_difference"))
    found = now.cached(("areas", now.label, now.level), lambda: _areas(pair, now))
    if isinstance(found, str):
        st.markdown(found)
        return
    left, right = st.columns([3, 2], gap="medium")
    with left:
        curves = _curves(found, now)
        st.plotly_chart(
            charts.roc(curves, legend=True), config=charts.CONFIG, alt=charts.roc_alt(curves), key="compare_roc"
        )
    with right:
        _show_table(found, len(pair), now)


def _areas(pair: Pair, now: Comparison) -> Areas | str:
    common = common_scores(pair, now)
    if common is None or not common.has_both_groups:
        return NO_SCORES if common is None else NO_GROUP
    paired = paired_auc_of_patients(common.truth, *common.scores, common.patients, now.level, common.tables)
    first, second = (_counts(common.truth, called) for called in common.calls)
    return Areas(paired, common.tables, (first, second), len(common.truth))


def _counts(truth: np.ndarray, called: np.ndarray) -> Counts:
    tp, support, calls = int((truth & called).sum()), int(truth.sum()), int(called.sum())
    return Counts(tp, calls - tp, support - tp, len(truth) - support - calls + tp)


def _curves(found: Areas, now: Comparison) -> list[charts.Curve]:
    """The reference first."""
    label = now.study.labels[now.label]
    style = charts.class_styles(len(now.study.labels), now.view.normal)[now.label]
    reference = charts.Curve(
        label,
        found.tables[1],
        charts.model_style(style, 0),
        area_legend(found.paired.second),
        found.points[1],
        now.names.reference,
    )
    model = charts.Curve(
        label,
        found.tables[0],
        charts.model_style(style, 1),
        area_legend(found.paired.first),
        found.points[0],
        now.names.model,
    )
    return [reference, model]


def _show_table(found: Areas, common_cases: int, now: Comparison) -> None:
    areas = ((now.names.reference, found.paired.second), (now.names.model, found.paired.first))
    rows = [{header("Model"): f"**{markdown(name, 32)}**", header_of("auc"): _area_cell(area)} for name, area in areas]
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)
    st.markdown(area_said(found.paired.difference, found.paired.p, now.safe, now.level))
    known = "" if found.cases == common_cases else f" {found.cases:,} common cases have a score of both models."
    name = now.view.voice.name(now.label)
    st.caption(f"Marks: what each model called. Everything here is about {name}.{known}")


def _area_cell(area: Estimate) -> str:
    return small_lines(f"**{decimal(area.value)}**", bounds(area, places=3))
