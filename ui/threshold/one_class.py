"""One class at one threshold: the picker or the plain page, and below either what both have in common."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from metrics import Corrected, Counts
from ui.parts import my_prevalence, page
from ui.parts.help import help_of
from ui.parts.my_prevalence import Prevalence
from ui.state.browser import can_follow
from ui.tables.shown import markdown_table
from ui.threshold import criterion, every_class, fallback, threshold_picker
from ui.threshold.operating_point import OperatingPoint, is_drawn, validation
from words.findings.prevalence import ASSUMED
from words.findings.thresholds import chosen as chosen_threshold

CHOICE = "Choose on validation, judge on test"
CHOICE_ON_ONE = "How the threshold is chosen"
PREVALENCE = "Prevalence in your setting"
OPEN = "prevalence_open"
NOT_CORRECTED = "A threshold by the lower bound of a bootstrap CI is not corrected for optimism."


def show_one_class(point: OperatingPoint) -> None:
    """The class at its threshold."""
    if can_follow():
        threshold_picker.show_picker(point)
    else:
        fallback.show_plain_page(point)


def show_choice(point: OperatingPoint) -> None:
    """Whether all classes are counted, on which cases a threshold is chosen, and what its rates promise too much."""
    every_class.show_wish(point.view, point.label)
    elsewhere, seen = validation(point.view, point.label) is not None, point.evaluation
    with st.expander(CHOICE if elsewhere else CHOICE_ON_ONE):
        split = point.shown_split() if elsewhere else None
        criterion.pick_cases_and_target(point.table.holds_probabilities, split, seen.level)
        if point.is_by_drawn_bound:
            st.caption(NOT_CORRECTED)
        if point.corrected:
            _show_corrected(point.corrected, point.counts, by_rows=seen.is_clustered and not is_drawn(seen))


def _show_corrected(corrected: Mapping[str, Corrected], counts: Counts, by_rows: bool) -> None:
    """Observed and corrected value of each rate side by side. by_rows: whether rows of one patient were drawn apart."""
    rows = chosen_threshold.compared(corrected, counts)
    columns = {
        "Chosen and evaluated on the same cases": [f"**{name}**" for name, _, _ in rows],
        "Observed": [apparent for _, apparent, _ in rows],
        "Corrected for optimism": [f"**{expected}**" for _, _, expected in rows],
    }
    markdown_table(pd.DataFrame(columns))
    drawn = f" {chosen_threshold.ROWS_DRAWN}" if by_rows else ""
    st.caption(f"{chosen_threshold.HOW_CORRECTED}{drawn}", help=help_of("optimism"))


def show_prevalence(point: OperatingPoint) -> None:
    """PPV and NPV where the class is as common as the reader says."""
    if point.prevalence is not None:
        page.when_unfolded(PREVALENCE, OPEN, _show_prevalence, point, point.prevalence)


def _show_prevalence(point: OperatingPoint, prevalence: Prevalence) -> None:
    my_prevalence.control(prevalence)
    left, right = st.columns(2, gap="large")
    with left:
        my_prevalence.curve(point.evaluation, prevalence, point.rate_counts)
    with right:
        if not prevalence.is_own:
            at = point.rate_counts, point.at, point.patients
            my_prevalence.show_figures(prevalence, my_prevalence.figures(point.evaluation, prevalence, *at))
        st.caption(ASSUMED)
