"""Which numbers of the folds are looked at: a metric and how its classes are averaged, or four numbers at once."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from metrics import MetricChoice
from metrics.catalog import FLATTERING, OFFERED, RANKED
from metrics.definition import Definition
from reviews import View
from ui.parts.help import help_of
from ui.state import widgets
from words import distinct
from words.findings.folds import definition_of

METRIC, AVERAGE, TOGETHER = "pick_fold_metric", "pick_fold_average", "pick_fold_together"
FOUR = (
    MetricChoice("sensitivity", "macro"),
    MetricChoice("specificity", "micro"),
    MetricChoice("f1", "weighted"),
    MetricChoice("auc", "macro"),
)
FOUR_SAID = "Macro sensitivity, micro specificity, weighted F1, macro AUC"
ALL_FOUR, ONE_AT_A_TIME = "Show these four", "One metric at a time"
OVERALL = ("accuracy", "balanced_accuracy", "mcc", "kappa")
OPTIONS = (
    *((key, True) for key in OFFERED),
    *((key, False) for key in OVERALL),
    *((key, True) for key in FLATTERING),
)
MACRO, MICRO, WEIGHTED, OF_MEANS = range(-1, -5, -1)
AVERAGES = {MACRO: "macro", MICRO: "micro", WEIGHTED: "weighted"}
SAID = {
    MACRO: "Macro average",
    MICRO: "Micro average",
    WEIGHTED: "Weighted average",
    OF_MEANS: "Macro, from mean PPV and mean sensitivity",
}


def picked_metrics(view: View, has_scores: bool) -> list[MetricChoice]:
    """What was picked; to begin with, the sensitivity for the class of interest."""
    if widgets.state.get(TOGETHER):
        return list(FOUR)
    key, by_class = OPTIONS[_metric(has_scores)]
    if not by_class:
        return [MetricChoice(key)]
    average = _average(view, key)
    return [MetricChoice("f1_of_means") if average == OF_MEANS else MetricChoice(key, AVERAGES.get(average, average))]


def _metric(has_scores: bool) -> int:
    picked = widgets.state.get(METRIC, 0)
    return picked if picked in _metrics(has_scores) else 0


def _metrics(has_scores: bool) -> list[int]:
    return [i for i, (key, _) in enumerate(OPTIONS) if has_scores or key not in RANKED]


def _average(view: View, key: str) -> int:
    picked = widgets.state.get(AVERAGE, view.interest)
    return picked if picked in _averages(view, key) else MACRO


def _averages(view: View, key: str) -> list[int]:
    averages = [MACRO, WEIGHTED] if key in RANKED else [MACRO, MICRO, WEIGHTED]
    return [*averages, *([OF_MEANS] if key == "f1" else []), *range(len(view.study.labels))]


def pick_metrics(view: View, has_scores: bool) -> None:
    """Two lists and, in one click, the four numbers that are often reported together."""
    together = bool(widgets.state.get(TOGETHER))
    metric = _metric(has_scores)
    key, by_class = OPTIONS[metric]
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        if not together:
            _list("Metric", METRIC, metric, _metrics(has_scores), _metric_name, help_of(_definition(metric).key))
        if not together and by_class:
            names = SAID | dict(enumerate(distinct(view.study.labels)))
            told = help_of(definition_of(picked_metrics(view, has_scores)[0]).key)
            _list("Class or average", AVERAGE, _average(view, key), _averages(view, key), names.__getitem__, told)
        with st.container(width="content", gap="xsmall"):
            if not together:  # in place of a label: a button would cut so long a text on a phone
                st.caption(FOUR_SAID)
            st.button(ONE_AT_A_TIME if together else ALL_FOUR, on_click=_set, args=(not together,))


def _set(together: bool) -> None:
    widgets.state[TOGETHER] = together


def _list(label: str, key: str, now: int, options: list[int], name: Callable[[int], str], told: str) -> None:
    widgets.state[key] = now
    st.selectbox(label, options, format_func=name, key=widgets.key(key), persist_state="session", width=300, help=told)


def _metric_name(option: int) -> str:
    return _definition(option).name


def _definition(option: int) -> Definition:
    key, by_class = OPTIONS[option]
    return definition_of(MetricChoice(key, 0 if by_class else "overall"))
