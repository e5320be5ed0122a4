"""Prevalence in the reader's setting, kept over pages, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

import charts
from metrics import (
    METRICS,
    Counts,
    Estimate,
    Evaluation,
    NaturalFrequencies,
    estimate,
    natural_frequencies,
    people_per,
    predictive_values_at_prevalence,
)
from metrics.intervals.patient_counts import Patients
from predictions.study import Study
from ui.parts import inputs, pictures
from ui.parts.figures import figure_box
from ui.parts.help import help_of
from ui.state import widgets
from words import NBSP, interval, percent_of
from words.findings.prevalence import ASSUMED, as_proportion, here
from words.text.notes import why

PREVALENCES = "pick_prevalences"
BOX = "prevalence_box"
METHOD = "logit for another prevalence (Mercaldo 2007)"
LOWEST, HIGHEST = 0.01, 99.0  # percent


@dataclass(frozen=True)
class Prevalence:
    """The prevalence of one class: the one in use, the sample's own, and whether the reader chose another one.

    cases, total: as they were counted, without weights.
    """

    study: Study
    label: int
    proportion: float
    here: float
    cases: int
    total: int
    is_own: bool


def prevalence_in_use(study: Study, label: int, counts: Counts, rates: Counts) -> Prevalence | None:
    """The prevalence in use for a class: as it was set, else the sample's own; None without cases of both kinds that
    have any weight.

    rates: the counts that rates are read from, which are others where cases are weighted.
    """
    (cases, others), (of_class, rest) = ((int(each.tp + each.fn), int(each.fp + each.tn)) for each in (counts, rates))
    if not (cases and others and of_class and rest):
        return None
    kept, here = _kept().get(label), of_class / (of_class + rest)
    return Prevalence(study, label, here if kept is None else kept, here, cases, cases + others, kept is None)


def _kept() -> dict[int, float]:
    kept: dict[int, float] = inputs.kept(PREVALENCES, {})
    return kept


def _take(key: int) -> None:
    if BOX in widgets.state:
        _kept()[key] = widgets.state[BOX] / 100


def _forget(key: int) -> None:
    _kept().pop(key, None)


def control(prevalence: Prevalence) -> None:
    """A number box in percent; the prevalence of the study beside it, and the way back to it."""
    key = prevalence.label
    widgets.state[BOX] = min(HIGHEST, max(LOWEST, round(prevalence.proportion * 100, 6)))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        st.number_input(
            "Prevalence in your setting (%)",
            LOWEST,
            HIGHEST,
            step=_step(prevalence.proportion),
            format=_format(prevalence),
            key=widgets.key(BOX),
            on_change=_take,
            args=(key,),
            width=260,
            help=f"PPV, NPV and false reassurance depend on prevalence. {ASSUMED} If this is a case–control sample, "
            "its prevalence does not apply to your patients.",
        )
        with st.container(width="content", horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(here(prevalence.cases, prevalence.total, prevalence.here), width="content")
            if not prevalence.is_own:
                st.button(
                    "Reset to study prevalence",
                    key=widgets.key("prevalence_reset"),
                    on_click=_forget,
                    args=(key,),
                    type="tertiary",
                    icon=":material/undo:",
                )


def _step(proportion: float) -> float:
    """Percentage points: finer where it is rare."""
    return next(step for below, step in ((0.001, 0.01), (0.02, 0.1), (0.1, 0.5), (2, 1.0)) if proportion < below)


def _format(prevalence: Prevalence) -> str:
    return "%.2f" if prevalence.proportion < 0.01 else "%.1f"


# ------------------------------------------------------------------ what follows


def people(prevalence: Prevalence, counts: Counts) -> NaturalFrequencies:
    """Whole people that add up: 1,000 of them, or 10,000 where a kind would have less than one."""
    tp, fp, fn, tn = (int(each) for each in counts)
    rates = tp / (tp + fn), tn / (tn + fp)
    return natural_frequencies(*rates, prevalence.proportion, people_per(*rates, prevalence.proportion), whole=True)


def figures(
    evaluation: Evaluation,
    prevalence: Prevalence,
    counts: Counts,
    threshold: float | None = None,
    patients: Patients | None = None,
) -> list[tuple[str, Estimate, Estimate]]:
    """(name, in the setting, here) of PPV and NPV. patients: as `predictive_values_at_prevalence`."""
    at = prevalence.label, prevalence.proportion, threshold, patients
    elsewhere = predictive_values_at_prevalence(evaluation, *at)
    return [
        (key, there, estimate(METRICS[key], counts, evaluation.level))
        for key, there in zip(("ppv", "npv"), elsewhere, strict=True)
    ]


def show_figures(prevalence: Prevalence, found: list[tuple[str, Estimate, Estimate]]) -> None:
    """Each number at the reader's prevalence in a box, with its interval, and what it is in this study."""
    with st.grid(min(2, len(found)), min_column_width=200):
        for key, there, own in found:
            beside = f"here{NBSP}{percent_of(as_proportion(own, prevalence.total))}"
            figure_box(NAMES[key], *_said(there, prevalence.total), help_of(f"{key}_elsewhere"), beside)


NAMES = {"ppv": "PPV in your setting", "npv": "NPV in your setting"}


def _said(found: Estimate, cases: int) -> tuple[str, str]:
    """Value and chip."""
    if not found.is_defined:
        return "–", why(found) or "not estimable"
    bounds = interval(as_proportion(found, cases)) if found.low is not None else ""
    return percent_of(as_proportion(found, cases)), f"CI{NBSP}{bounds}" if bounds else why(found) or "no interval"


def curve(evaluation: Evaluation, prevalence: Prevalence, counts: Counts) -> None:
    """PPV and NPV against the prevalence of the class, with the reader's place."""
    pictures.show(
        charts.by_prevalence(
            counts, prevalence.proportion, prevalence.here, evaluation.level, not evaluation.in_population.is_clustered
        ),
        "PPV and NPV by prevalence",
        alt=charts.by_prevalence_alt(counts, prevalence.proportion, prevalence.here),
        key="by_prevalence",
    )
