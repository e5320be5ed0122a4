"""How well the scores of one class order the cases: all models on the same split, and each patient for itself."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from metrics import Bands, Estimate, Evaluation, ThresholdTable, auc, average_precision
from metrics.definition import Values
from metrics.intervals.resampling_units import FEWEST_UNITS
from metrics.thresholding.operating_points import target_specificity
from reviews.models.comparison import Comparison
from reviews.view import View

LOW_FPR = 0.05  # the false positive rate at which models are compared


@dataclass(frozen=True)
class ModelAreas:
    """One model and one class.

    model: its position. sensitivity: at the threshold with a false positive rate of at most LOW_FPR, set on the same
    cases. difference: AUC minus that of the model that is looked at, on the cases of both; None for that model itself,
    and where the cases cannot be paired. Its interval is one of as many as there are differences (Bonferroni).
    """

    model: int
    auc: Estimate
    average_precision: Estimate
    sensitivity: Estimate
    difference: Estimate | None


def league(view: View, label: int) -> tuple[ModelAreas, ...]:
    """Every model with a curve for the class on the split that is looked at, in the order of the study."""
    rivals = Comparison(view).quick_rivals
    differences = {rival.model: both.difference for rival in rivals if (both := rival.areas(label))}
    found = [(model, seen) for model in range(len(view.study.model_names)) if (seen := _with_curve(view, model, label))]
    return tuple(_areas(view, model, seen, label, differences.get(model)) for model, seen in found)


def has_curve(evaluation: Evaluation, label: int) -> bool:
    """Whether there are scored cases of the class and of others that weigh anything."""
    table = evaluation.curve(label)
    return table is not None and table.has_both


def bands(view: View, label: int) -> Bands | None:
    """Pointwise bands around the curves of one class, made once; None where none can be given."""
    return view.cached(("bands", label, view.level), lambda: view.evaluation.bands(label))


def make_ready(view: View) -> None:
    """AUC and average precision of every class that has a curve, and the bands of the class that leads."""
    drawable = [label for label in view.voice.order if has_curve(view.evaluation, label)]
    for label in drawable:
        figures = view.evaluation.classes[label]
        _ = figures["auc"], figures["average_precision"]
    if drawable:
        bands(view, view.interest_among(drawable))


def _with_curve(view: View, model: int, label: int) -> Evaluation | None:
    if (model, view.split) not in view.study.slices:
        return None
    seen = replace(view, model=model).evaluation
    return seen if has_curve(seen, label) else None


def _areas(view: View, model: int, seen: Evaluation, label: int, difference: Estimate | None) -> ModelAreas:
    figures = seen.areas(label)
    own = replace(view, model=model)
    at_low = own.cached(("at low fpr", label, view.level), lambda: _sensitivity(seen, label))
    return ModelAreas(model, figures["auc"], figures["average_precision"], at_low, difference)


def _sensitivity(seen: Evaluation, label: int) -> Estimate:
    table = seen.curve(label)
    assert table is not None
    return seen.at(label, target_specificity(table, 1 - LOW_FPR))["sensitivity"]


def by_patient(evaluation: Evaluation, label: int) -> tuple[Values, Values]:
    """(AUC, average precision) of each patient where they are too few for an interval; empty where they are not.

    nan for a patient without cases of the class, AUC also without others.
    """
    units = evaluation.units
    if units is None or units.patients is None or not 1 < units.count < FEWEST_UNITS:
        return np.empty(0), np.empty(0)
    scores = units.scores[label] if units.scores else None
    if scores is None:
        return np.empty(0), np.empty(0)
    truth = units.truth == label
    rows = [np.flatnonzero((units.patients == each) & ~np.isnan(scores)) for each in np.unique(units.patients)]
    tables = [ThresholdTable.from_scores(scores[each], truth[each]) for each in rows if len(each)]
    return np.array([auc(each) for each in tables]), np.array([average_precision(each) for each in tables])
