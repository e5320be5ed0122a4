"""Which numbers of the folds are looked at: the rates of a class, four averages, or any one metric."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from metrics import MetricChoice
from metrics.catalog import FLATTERING, OFFERED, RANKED
from metrics.definition import Definition
from reviews import View
from ui.parts.help import help_of
from ui.state import widgets
from words.findings.folds import definition_of

SHOWN, METRIC, AVERAGE = "pick_fold_shown", "pick_fold_metric", "pick_fold_average"
CLASS, ALL, ONE = "class", "all classes", "one metric"
RATES = ("sensitivity", "specificity", "ppv", "npv")
FOUR = (
    MetricChoice("sensitivity", "macro"),
    MetricChoice("specificity", "micro"),
    MetricChoice("f1", "weighted"),
    MetricChoice("auc", "macro"),
)
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


def shown() -> str:
    """What was picked: the class of interest, all classes, or one metric."""
    return str(widgets.remembered(SHOWN, CLASS))


def picked_metrics(view: View, has_scores: bool) -> list[MetricChoice]:
    """To begin with, the four rates of the class of interest."""
    match shown():
        case "all classes":
            return [each for each in FOUR if has_scores or each.key not in RANKED]
        case "one metric":
            return [_one(view, has_scores)]
    return [MetricChoice(key, view.interest) for key in RATES]


def beside(view: View, has_scores: bool, picked: list[MetricChoice]) -> list[MetricChoice]:
    """The numbers of the table of models: what is picked; of a class its sensitivity and its AUC."""
    if shown() != CLASS:
        return picked
    return [picked[0], *([MetricChoice("auc", view.interest)] if has_scores else [])]


def _one(view: View, has_scores: bool) -> MetricChoice:
    key, by_class = OPTIONS[_metric(has_scores)]
    if not by_class:
        return MetricChoice(key)
    average = _average(view, key)
    return MetricChoice("f1_of_means") if average == OF_MEANS else MetricChoice(key, AVERAGES.get(average, average))


def _metric(has_scores: bool) -> int:
    picked = widgets.remembered(METRIC, 0)
    return picked if picked in _metrics(has_scores) else 0


def _metrics(has_scores: bool) -> list[int]:
    return [i for i, (key, _) in enumerate(OPTIONS) if has_scores or key not in RANKED]


def _average(view: View, key: str) -> int:
    picked = widgets.remembered(AVERAGE, MACRO)
    return picked if picked in _averages(view, key) else MACRO


def _averages(view: View, key: str) -> list[int]:
    averages = [MACRO, WEIGHTED] if key in RANKED else [MACRO, MICRO, WEIGHTED]
    return [*averages, *([OF_MEANS] if key == "f1" else []), view.interest]


def pick_shown(view: View) -> None:
    """The class of interest, which the title line chooses, all classes, or one metric."""
    name = view.voice.name(view.interest)
    st.segmented_control(
        "Shown", (CLASS, ALL, ONE), required=True, wrap=True, label_visibility="collapsed",
        format_func=lambda option: name if option == CLASS else option, **widgets.keeping(SHOWN, CLASS),
    )  # fmt: skip


def pick_metric(view: View, has_scores: bool) -> None:
    """Two lists, where one metric is looked at."""
    if shown() != ONE:
        return
    metric = _metric(has_scores)
    key, by_class = OPTIONS[metric]
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        _list("Metric", METRIC, metric, _metrics(has_scores), _metric_name, help_of(_definition(metric).key))
        if by_class:
            names = SAID | dict(enumerate(view.plain_voice.names))
            told = help_of(definition_of(_one(view, has_scores)).key)
            _list("Class or average", AVERAGE, _average(view, key), _averages(view, key), names.__getitem__, told)


def _list(label: str, key: str, now: int, options: list[int], name: Callable[[int], str], told: str) -> None:
    st.selectbox(label, options, format_func=name, width=300, help=told, **widgets.keeping(key, now, options))


def _metric_name(option: int) -> str:
    return _definition(option).name


def _definition(option: int) -> Definition:
    key, by_class = OPTIONS[option]
    return definition_of(MetricChoice(key, 0 if by_class else "overall"))
