"""Which curves are drawn: classes, models, the macro average; and what stands beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pandas as pd
import streamlit as st

import charts
from metrics import Bands, Estimate, Evaluation, ThresholdTable
from predictions.study import Study, WithoutCases
from reviews import View
from ui.parts.help import header_of
from ui.parts.tables import header
from ui.state import choices, widgets
from words import NBSP, Voice, ci, decimal, interval, markdown, of, percent
from words.findings.methods import BANDS
from words.text.legends import area_legend, precision_legend
from words.text.notes import why

__all__ = ["HOW_DRAWN", "Chosen", "about_bands", "bands", "chosen", "drawn", "frame", "left_out", "show", "table"]

HOW_DRAWN = (
    "One class against the rest. Marks: the operating point of the predicted label. Lines are drawn at most "
    f"{charts.TOLERANCE:g} from the full curve; AUC and average precision come from all scores."
)

MOST = 8  # more curves than this cannot be told apart
MOST_WITH_BANDS = 3
MACRO = -1
CLASSES, MODELS, BASE = "pick_curve_classes", "pick_curve_models", "pick_curve_base"


@dataclass(frozen=True)
class Chosen:
    """Positions of classes and models, and everything that could be chosen."""

    classes: list[int]
    models: list[int]
    with_macro: bool
    drawable: list[int]
    view: View

    @property
    def study(self) -> Study:
        return self.view.study

    @property
    def voice(self) -> Voice:
        return self.view.voice


def chosen(view: View, drawable: list[int]) -> Chosen:
    """What was picked, or to begin with every class (the class of interest where there are many)."""
    begin = drawable if len(drawable) <= MOST else [view.positive if view.positive in drawable else drawable[0]]
    picked = widgets.state.get(CLASSES) or begin
    classes = [i for i in picked if i in drawable][:MOST] or begin
    if view.positive in classes:  # the finding speaks of the class of interest
        classes = [view.positive, *(i for i in classes if i != view.positive)]
    if widgets.state.get(BASE) != view.model:  # another model was chosen for all pages
        widgets.state[BASE], widgets.state[MODELS] = view.model, [view.model]
    models = widgets.state.get(MODELS) or [view.model]
    return Chosen(classes, models, MACRO in picked, drawable, view)


def show(what: Chosen) -> None:
    """The pickers: pills for a few classes, a list for many."""
    names = what.voice.names
    widgets.state[CLASSES] = sorted(what.classes) + ([MACRO] if what.with_macro else [])
    widgets.state[MODELS] = what.models
    options = [*what.drawable, *([MACRO] if len(what.drawable) > 1 else [])]
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        few = len(what.drawable) <= MOST
        label = f"Classes: {len(what.classes)} of {len(what.drawable)}, {MOST} at most"
        with st.container() if few else st.popover(label, key=widgets.key("more_classes")):
            st.pills(
                "Classes",
                options,
                selection_mode="multi",
                key=widgets.key(CLASSES),
                wrap=True,
                format_func=lambda i: "macro average" if i == MACRO else names[i],
            )
        if len(what.study.model_names) > 1:
            models = [markdown(name, 80) for name in choices.model_names(what.study)]
            st.pills(
                "Models",
                range(len(models)),
                selection_mode="multi",
                key=widgets.key(MODELS),
                wrap=True,
                format_func=models.__getitem__,
            )


def drawn(what: Chosen) -> tuple[list[charts.Curve], list[charts.Curve], tuple[charts.Line | None, str]]:
    """The curves of both pictures, and the macro average of the ROC with its legend."""
    roc, pr = [], []
    several = len(what.models) > 1
    styles = charts.class_styles(len(what.study.labels), what.view.normal)
    for model, label, this, table_ in _each(what):
        style = charts.model_style(styles[label], what.models.index(model)) if several else styles[label]
        name = (what.study.model_names[model] or "") if several else ""
        auc_text, ap_text = _legends(this, label, table_)
        point = this.counts(label)
        roc.append(charts.Curve(what.study.labels[label], table_, style, auc_text, point, name))
        pr.append(charts.Curve(what.study.labels[label], table_, style, ap_text, point, name))
    return _with_bands(what, roc), _with_bands(what, pr), _macro(what)


def _with_bands(what: Chosen, curves: list[charts.Curve]) -> list[charts.Curve]:
    """The first curve, of which the finding speaks, with its bands; among many curves none has any."""
    found = bands(what)
    if not curves or found is None:
        return curves
    return [replace(curves[0], bands=found), *curves[1:]]


def bands(what: Chosen) -> Bands | None:
    """Pointwise bands of the first class and model, made once; None among many curves, and where none can be given."""
    first = next(_each(what), None)
    if first is None or len(what.models) * len(what.classes) > MOST_WITH_BANDS:
        return None
    model, label, this, _ = first
    return what.view.cached(("bands", model, label, this.level), lambda: this.bands(label))


def about_bands(what: Chosen) -> str:
    """What the shading is, or why there is none; Markdown."""
    found, level = bands(what), percent(what.view.level, 0)
    name = what.voice.names[what.classes[0]]
    if found is None and len(what.models) * len(what.classes) > MOST_WITH_BANDS:
        return f"Bands are drawn with up to {MOST_WITH_BANDS} curves: choose fewer to see the one of {name}."
    if found is None and what.study.without_cases is WithoutCases.TOO_MANY_ROWS:
        return f"No band around {name}: it is drawn from single cases, and this file has too many rows to hold them."
    if found is None:
        first = next(_each(what), None)
        said = why(first[2].classes[first[1]]["auc"]) if first else ""
        return f"No band around {name}: {said or 'too few cases'}."
    return (
        f"Shaded: the {level} interval around {name} at each single point (pointwise; {BANDS}). The whole curve "
        "leaves such a band more often than that."
    )


def _each(what: Chosen) -> Iterator[tuple[int, int, Evaluation, ThresholdTable]]:
    """(model, class, evaluation, table) of every curve that can be drawn."""
    for model in what.models:
        this = _evaluation(what.view, model)
        if this is None:
            continue
        for label in what.classes:
            found = this.table(label)
            if found is not None and found.n_positive and found.n_negative:
                yield model, label, this, found


def _evaluation(view: View, model: int) -> Evaluation | None:
    """Another model on the chosen split; None where it has no such split: splits are never mixed."""
    is_there = (model, view.split) in view.study.slices
    return replace(view, model=model).evaluation if is_there else None


def left_out(what: Chosen) -> list[str]:
    """Names of picked models without cases in the chosen split."""
    names = choices.model_names(what.study)
    return [names[model] for model in what.models if _evaluation(what.view, model) is None]


def _legends(evaluation: Evaluation, label: int, table_: ThresholdTable) -> tuple[str, str]:
    figures = evaluation.classes[label]
    return area_legend(figures["auc"]), precision_legend(figures["average_precision"], _prevalence(table_))


def _prevalence(table_: ThresholdTable) -> float:
    return table_.n_positive / (table_.n_positive + table_.n_negative)


def _macro(what: Chosen) -> tuple[charts.Line | None, str]:
    if not what.with_macro:
        return None, ""
    evaluation = what.view.evaluation
    tables = [table for i in what.drawable if (table := evaluation.table(i)) is not None]
    estimate = evaluation.overall["macro_auc"]
    return charts.macro_roc(tables), f"{area_legend(estimate)}, {why(estimate)}"


def frame(what: Chosen) -> pd.DataFrame:
    """AUC with its interval, AP and prevalence, for every drawn curve."""
    rows: list[dict[str, object]] = []
    level = ci(what.view.level).replace(NBSP, " ")
    for model, label, this, table_ in _each(what):
        estimate, precision = this.classes[label]["auc"], this.classes[label]["average_precision"]
        row: dict[str, object] = {"Model": what.study.model_names[model]} if len(what.study.model_names) > 1 else {}
        rows.append(
            row
            | {
                "Class": what.study.labels[label],
                "Cases": table_.n_positive,
                "Others": table_.n_negative,
                "AUC": _rounded(estimate.value),
                f"AUC {level} from": _rounded(estimate.low),
                f"AUC {level} to": _rounded(estimate.high),
                "Average precision": _rounded(precision.value),
                f"Average precision {level} from": _rounded(precision.low),
                f"Average precision {level} to": _rounded(precision.high),
                "Prevalence": _rounded(_prevalence(table_)),
            }
        )
    return pd.DataFrame(rows)


def table(what: Chosen) -> pd.DataFrame:
    """The same for reading: AUC with its interval below it, AP with what chance would give."""
    rows = []
    for model, label, this, table_ in _each(what):
        estimate, precision = this.classes[label]["auc"], this.classes[label]["average_precision"]
        by_chance = f"by chance{NBSP}{decimal(_prevalence(table_))}"
        name = (
            {"**Model**": markdown(choices.model_names(what.study)[model], 80)}
            if len(what.study.model_names) > 1
            else {}
        )
        rows.append(
            {
                header("Class"): f"**{what.voice.names[label]}**",
                **name,
                "Cases": of(table_.n_positive, table_.n_positive + table_.n_negative),
                header_of("auc"): f"**{decimal(estimate.value)}**  \n:small[{_small(estimate)}]",
                header_of("average_precision"): (
                    f"**{decimal(precision.value)}**  \n:small[{_small(precision)}]  \n:small[{by_chance}]"
                ),
            }
        )
    return pd.DataFrame(rows)


def _small(estimate: Estimate) -> str:
    return interval(estimate, 3) or "no interval"


def _rounded(value: float | None) -> float | None:
    return None if value is None or value != value else round(value, 6)
