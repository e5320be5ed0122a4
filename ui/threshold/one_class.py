"""One class at one threshold: the picker or the plain page, and below either what both have in common."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pandas as pd
import streamlit as st

import charts
from metrics import Corrected, Counts
from predictions.slices.one_class_threshold import best_of_the_others, matrix_at
from ui.parts import my_prevalence
from ui.parts.downloads import download
from ui.parts.help import help_of
from ui.parts.my_prevalence import Prevalence
from ui.state.browser import can_follow
from ui.threshold import fallback, threshold_picker
from ui.threshold.operating_point import OperatingPoint
from words import threshold
from words.findings.prevalence import ASSUMED
from words.findings.thresholds import one_class as one_class_threshold


def show_one_class(point: OperatingPoint) -> None:
    """The class at its threshold; then its download, what the choice promises too much, and other prevalences."""
    if can_follow():
        threshold_picker.show_picker(point)
    else:
        fallback.show_plain_page(point)
    with st.container(horizontal=True, horizontal_alignment="right"):
        download(point.frame(), "threshold", "Counts and rates at this threshold")
    if point.corrected:
        with st.container(width=720):
            _show_corrected(point.corrected, point.counts, point.study.unit, point.evaluation.is_clustered)
    if point.prevalence is not None:
        _show_prevalence(point, point.prevalence)


def _show_corrected(
    corrected: Mapping[str, Corrected], counts: Counts, unit: tuple[str, str], is_clustered: bool
) -> None:
    """Apparent and corrected value of each rate side by side."""
    st.markdown("**Chosen and judged on the same cases**", help=help_of("optimism"))
    rows = one_class_threshold.compared(corrected, counts)
    columns = {
        "Rate": [f"**{name}**" for name, _, _ in rows],
        f"on these {unit[1]}": [apparent for _, apparent, _ in rows],
        f"to expect of new {unit[1]}": [f"**{expected}**" for _, _, expected in rows],
    }
    st.table(pd.DataFrame(columns), border="horizontal", hide_index=True)
    drawn = f" {one_class_threshold.ROWS_DRAWN}" if is_clustered else ""
    st.caption(f"{one_class_threshold.HOW_CORRECTED}{drawn}")


def _show_prevalence(point: OperatingPoint, prevalence: Prevalence) -> None:
    """How common the class is where the reader works, and what PPV and NPV become."""
    st.subheader("At my prevalence", anchor=False, help=help_of("natural_frequencies"))
    my_prevalence.control(prevalence, point.voice)
    left, right = st.columns(2, gap="large")
    with left:
        my_prevalence.curve(point.evaluation, prevalence, point.counts)
    with right:
        if not prevalence.is_own:
            my_prevalence.show_figures(
                prevalence, my_prevalence.figures(point.evaluation, prevalence, point.counts, point.at)
            )
        st.caption(ASSUMED)


def show_other_classes(point: OperatingPoint) -> None:
    """The whole matrix that follows when this class gets its threshold and the others share the rest."""
    study, labels = point.study, point.study.labels
    if len(labels) < 3 or math.isinf(point.at):
        return
    seen = point.view.model, point.view.split, point.label
    others = point.view.cached(("others", point.label), lambda: best_of_the_others(study, *seen))
    matrix = matrix_at(study, *seen, point.at, others)
    if matrix is None:
        return
    st.subheader("What this does to the other classes", anchor=False)
    st.markdown(
        f"Call {point.voice.names[point.label]} when its score is at least {threshold(point.at)}; otherwise the class "
        f"with the highest score among the others. Moving this line moves {study.unit[1]} into and out of every other "
        "class."
    )
    with st.container(width=820 if len(labels) <= charts.MOST_WITH_TEXT else "stretch"):
        st.plotly_chart(
            charts.confusion(matrix, "counts", None, study.unit),
            config=charts.CONFIG,
            alt=charts.confusion_alt(matrix, study.unit),
            key="matrix_at",
        )
