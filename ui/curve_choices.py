"""Which curves are drawn: classes, models, the macro average; and what stands beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
import streamlit as st

import charts
from metrics import Evaluation
from predictions import Study
from ui import choices, session
from ui.tables import header
from words import NBSP, Voice, decimal, interval, markdown, of

__all__ = ["Chosen", "chosen", "drawn", "frame", "how_drawn", "left_out", "show", "table"]

MOST = 8  # more curves than this cannot be told apart
MACRO = -1
CLASSES, MODELS, BASE = "pick_curve_classes", "pick_curve_models", "pick_curve_base"


@dataclass(frozen=True)
class Chosen:
    """Positions of classes and models, and everything that could be chosen."""

    classes: list[int]
    models: list[int]
    with_macro: bool
    drawable: list[int]
    voice: Voice
    study: Study


def chosen(study: Study, drawable: list[int], voice: Voice) -> Chosen:
    """What was picked, or to begin with every class (the class of interest where there are many)."""
    begin = (
        drawable if len(drawable) <= MOST else [choices.positive() if choices.positive() in drawable else drawable[0]]
    )
    picked = st.session_state.get(CLASSES) or begin
    classes = [i for i in picked if i in drawable][:MOST] or begin
    if choices.positive() in classes:  # the finding speaks of the class of interest
        classes = [choices.positive(), *(i for i in classes if i != choices.positive())]
    if st.session_state.get(BASE) != choices.model():  # another model was chosen for all pages
        st.session_state[BASE], st.session_state[MODELS] = choices.model(), [choices.model()]
    models = st.session_state.get(MODELS) or [choices.model()]
    return Chosen(classes, models, MACRO in picked, drawable, voice, study)


def show(what: Chosen) -> None:
    """The pickers: pills for a few classes, a list for many."""
    names = what.voice.names
    st.session_state[CLASSES] = sorted(what.classes) + ([MACRO] if what.with_macro else [])
    st.session_state[MODELS] = what.models
    options = [*what.drawable, *([MACRO] if len(what.drawable) > 1 else [])]
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        few = len(what.drawable) <= MOST
        label = f"Classes: {len(what.classes)} of {len(what.drawable)}, {MOST} at most"
        with st.container() if few else st.popover(label, key="more_classes"):
            st.pills(
                "Classes", options, selection_mode="multi", key=CLASSES, wrap=True,
                format_func=lambda i: "macro average" if i == MACRO else names[i],
            )  # fmt: skip
        if len(what.study.models) > 1:
            models = [markdown(name, 80) for name in choices.model_names(what.study)]
            st.pills(
                "Models", range(len(models)), selection_mode="multi", key=MODELS, wrap=True,
                format_func=models.__getitem__,
            )  # fmt: skip


def drawn(
    study: Study, evaluation: Evaluation, what: Chosen
) -> tuple[list[charts.Curve], list[charts.Curve], tuple[charts.Line | None, str]]:
    """The curves of both pictures, and the macro average of the ROC with its legend."""
    roc, pr = [], []
    several = len(what.models) > 1
    styles = charts.class_styles(len(study.labels), choices.normal())
    for place, model in enumerate(what.models):
        this = _evaluation(study, model)
        for label in what.classes if this else ():
            table = this.table(label)
            if table is None or not table.n_positive or not table.n_negative:
                continue
            style = charts.model_style(styles[label], place) if several else styles[label]
            name = (study.models[model].model or "") if several else ""
            auc_text, ap_text = _legends(this, label)
            point = this.counts(label)
            roc.append(charts.Curve(study.labels[label], table, style, auc_text, point, name))
            pr.append(charts.Curve(study.labels[label], table, style, ap_text, point, name))
    return roc, pr, _macro(evaluation, what)


def _evaluation(study: Study, model: int) -> Evaluation | None:
    """Another model on the chosen split; None where it has no such split: splits are never mixed."""
    split = choices.split(study)
    if (split or None) not in (choices.splits_of(study, model) or (None,)):
        return None
    return session.evaluation_of(study, model, split)


def left_out(study: Study, what: Chosen) -> list[str]:
    """Names of picked models without cases in the chosen split."""
    names = choices.model_names(study)
    return [names[model] for model in what.models if _evaluation(study, model) is None]


def _legends(evaluation: Evaluation, label: int) -> tuple[str, str]:
    figures, table = evaluation.classes[label], evaluation.table(label)
    bounds, precision = interval(figures["auc"], 3), decimal(figures["average_precision"].value)
    prevalence = table.n_positive / (table.n_positive + table.n_negative) if table else 0.0
    return (
        f"AUC{NBSP}{decimal(figures['auc'].value)}" + (f" ({bounds})" if bounds else ""),
        f"AP{NBSP}{precision}, by chance{NBSP}{decimal(prevalence)}",
    )


def _macro(evaluation: Evaluation, what: Chosen) -> tuple[charts.Line | None, str]:
    if not what.with_macro:
        return None, ""
    tables = [table for i in what.drawable if (table := evaluation.table(i)) is not None]
    estimate = evaluation.overall["macro_auc"]
    return charts.macro_roc(tables), f"AUC{NBSP}{decimal(estimate.value)}, {estimate.note}"


def frame(study: Study, what: Chosen) -> pd.DataFrame:
    """AUC with its interval, AP and prevalence, for every drawn curve."""
    rows = []
    for model in what.models:
        this = _evaluation(study, model)
        for label in what.classes if this else ():
            table = this.table(label)
            if table is None:
                continue
            figures, total = this.classes[label], table.n_positive + table.n_negative
            estimate = figures["auc"]
            row = {"Model": study.models[model].model} if len(study.models) > 1 else {}
            rows.append(
                row
                | {
                    "Class": study.labels[label],
                    "Cases": table.n_positive,
                    "Others": table.n_negative,
                    "AUC": _rounded(estimate.value),
                    "AUC from": _rounded(estimate.low),
                    "AUC to": _rounded(estimate.high),
                    "Average precision": _rounded(figures["average_precision"].value),
                    "Prevalence": _rounded(table.n_positive / total) if total else None,
                }
            )
    return pd.DataFrame(rows)


def table(study: Study, what: Chosen) -> pd.DataFrame:
    """The same for reading: AUC with its interval below it, AP with what chance would give."""
    rows = []
    for each in frame(study, what).to_dict("records"):
        total = each["Cases"] + each["Others"]
        bounds = f"{each['AUC from']:.3f}–{each['AUC to']:.3f}" if each["AUC from"] == each["AUC from"] else ""
        by_chance = decimal(each["Prevalence"])
        name = {"**Model**": markdown(str(each["Model"]), 48)} if "Model" in each else {}
        rows.append(
            {
                header("Class"): f"**{markdown(each['Class'], 48)}**",
                **name,
                "Cases": of(each["Cases"], total),
                "**AUC**": f"**{decimal(each['AUC'])}**  \n:small[{bounds or 'no interval'}]",
                "**Average precision**": f"**{decimal(each['Average precision'])}**  \n:small[by chance {by_chance}]",
            }
        )
    return pd.DataFrame(rows)


def _rounded(value: float | None) -> float | None:
    return None if value is None or value != value else round(value, 6)


def how_drawn(roc: Sequence[charts.Curve], pr: Sequence[charts.Curve]) -> str:
    """How far the drawn lines are from the full ones; the figures never come from them."""
    worst = max([charts.thin_roc(each.table).error for each in roc], default=0.0)
    worst_pr = max([charts.thin_pr(each.table).error for each in pr], default=0.0)
    return (
        "One class against the rest. Marks: the operating point of the predicted label. Drawn with at most "
        f"{charts.MAX_POINTS:,} points per curve (farthest from the full curve: ROC {worst:.4f}, PR {worst_pr:.4f}); "
        "AUC and average precision come from all scores; average precision carries no interval."
    )
