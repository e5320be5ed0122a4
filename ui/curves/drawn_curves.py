"""The curves of both pictures with their bands and legends, and what is said about the bands."""

from __future__ import annotations

from dataclasses import replace

import charts
from metrics import Bands, Evaluation, ThresholdTable
from predictions.study import WithoutCases
from ui.curves.pick_curves import PickedCurves, each_curve, prevalence_of
from words import percent
from words.findings.methods import BANDS
from words.text.legends import area_legend, precision_legend
from words.text.notes import why

HOW_DRAWN = (
    "One class against the rest. Marks: the operating point of the predicted label. Lines are drawn at most "
    f"{charts.TOLERANCE:g} from the full curve; AUC and average precision come from all scores."
)

MOST_WITH_BANDS = 3


def drawn_curves(picked: PickedCurves) -> tuple[list[charts.Curve], list[charts.Curve], tuple[charts.Line | None, str]]:
    """The curves of both pictures, and the macro average of the ROC with its legend."""
    roc, pr = [], []
    several = len(picked.models) > 1
    styles = charts.class_styles(len(picked.study.labels), picked.view.normal)
    for model, label, this, table_ in each_curve(picked):
        style = charts.model_style(styles[label], picked.models.index(model)) if several else styles[label]
        name = (picked.study.model_names[model] or "") if several else ""
        auc_text, ap_text = _legends(this, label, table_)
        point = this.counts(label)
        roc.append(charts.Curve(picked.study.labels[label], table_, style, auc_text, point, name))
        pr.append(charts.Curve(picked.study.labels[label], table_, style, ap_text, point, name))
    return _with_bands(picked, roc), _with_bands(picked, pr), _macro(picked)


def _with_bands(picked: PickedCurves, curves: list[charts.Curve]) -> list[charts.Curve]:
    """The first curve, of which the finding speaks, with its bands; among many curves none has any."""
    found = bands(picked)
    if not curves or found is None:
        return curves
    return [replace(curves[0], bands=found), *curves[1:]]


def bands(picked: PickedCurves) -> Bands | None:
    """Pointwise bands of the first class and model, made once; None among many curves, and where none can be given."""
    first = next(each_curve(picked), None)
    if first is None or len(picked.models) * len(picked.classes) > MOST_WITH_BANDS:
        return None
    model, label, this, _ = first
    return picked.view.cached(("bands", model, label, this.level), lambda: this.bands(label))


def about_bands(picked: PickedCurves) -> str:
    """What the shading is, or why there is none; Markdown."""
    found, level = bands(picked), percent(picked.view.level, 0)
    name = picked.voice.names[picked.classes[0]]
    if found is None and len(picked.models) * len(picked.classes) > MOST_WITH_BANDS:
        return f"Bands are drawn with up to {MOST_WITH_BANDS} curves: choose fewer to see the one of {name}."
    if found is None and picked.study.without_cases is WithoutCases.TOO_MANY_ROWS:
        return f"No band around {name}: it is drawn from single cases, and this file has too many rows to hold them."
    if found is None:
        first = next(each_curve(picked), None)
        said = why(first[2].classes[first[1]]["auc"]) if first else ""
        return f"No band around {name}: {said or 'too few cases'}."
    return (
        f"Shaded: the {level} interval around {name} at each single point (pointwise; {BANDS}). The whole curve "
        "leaves such a band more often than that."
    )


def _legends(evaluation: Evaluation, label: int, table_: ThresholdTable) -> tuple[str, str]:
    figures = evaluation.classes[label]
    return area_legend(figures["auc"]), precision_legend(figures["average_precision"], prevalence_of(table_))


def _macro(picked: PickedCurves) -> tuple[charts.Line | None, str]:
    if not picked.with_macro:
        return None, ""
    evaluation = picked.view.evaluation
    tables = [table for i in picked.drawable if (table := evaluation.table(i)) is not None]
    estimate = evaluation.overall["macro_auc"]
    return charts.macro_roc(tables), f"{area_legend(estimate)}, {why(estimate)}"
