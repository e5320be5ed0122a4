"""The JSON document of the contract. Undefined numbers are null with their reason; nothing in it is not finite."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from metrics import Estimate, Evaluation
from metrics.calibration.calibration import Calibration
from metrics.intervals.resampling_units import REPLICATES, SEED
from metrics.measures.averages import AVERAGES
from metrics.notes import Code, Note
from report.formats.over_time import months_of
from report.formats.requirements import entries
from report.formats.subgroups import groups_of
from report.results import AVERAGES_AGAIN, FoldResults, Report, Result, cells_of
from report.software import NAME, VERSION
from reviews import View
from reviews.risks.net_benefit import LISTED, NetBenefit, lack
from words.notices import worded
from words.text.notes import why

SCHEMA = 2
Json = dict[str, Any]
CURVE_AT = (0.01, 0.02, 0.05, *(each / 10 for each in range(1, 10)), 0.95, 0.98, 0.99)
UNDEFINED = Estimate(math.nan, note=Note(Code.UNDEFINED))


def document(report: Report) -> Json:
    """The whole study. Keys that do not apply (no scores, no sequences, no folds, no Normal class) are absent."""
    study, review = report.study, report.review
    required = [shown | {"estimate": _estimate(each.estimate)} for shown, each in entries(report)]
    evaluations = [_evaluation(result) for result in report.results]  # before the notices: an engine may not answer
    return {
        "schema": SCHEMA,
        "software": {"name": NAME, "version": VERSION},
        "intervals": {"style": report.intervals, "level": report.level, "replicates": REPLICATES, "seed": SEED}
        | ({"conditional_on": "fitted models"} if report.is_cross_validated else {}),
        "source": {
            "files": [{"name": file.name, "sha256": file.sha256} for file in study.files],
            "rows": study.rows,
            "used": study.used,
            "excluded": [{"reason": part.reason, "rows": part.rows} for part in study.excluded],
        },
        "settings": {"undefined_as_zero": report.undefined_as_zero},
        "notices": [{"level": notice.level, "code": notice.code, "text": worded(notice)} for notice in report.notices],
        "labels": list(study.labels),
        "names": {label: name for label, name in zip(study.labels, review.names, strict=True) if name != label},
        "normal": None if review.normal is None else study.labels[review.normal],
        "not_diseases": [study.labels[label] for label in sorted(review.not_diseases)],
        "positive": None if review.interest is None else study.labels[review.interest],
        "requirements": required,
        "evaluations": evaluations,
    }


def _evaluation(result: Result) -> Json:
    evaluation = result.evaluation
    found = {
        "model": evaluation.model,
        "split": evaluation.split,
        "n": evaluation.n,
        "clusters": evaluation.clusters,
        "sequences": result.sequences,
        "confusion_matrix": evaluation.matrix.cells.tolist(),
        "overall": _figures({key: each for key, each in result.overall.items() if key not in AVERAGES_AGAIN}),
        "macro": _average(evaluation, evaluation.macro),
        "micro": _figures(evaluation.micro),
        "weighted": _average(evaluation, evaluation.weighted),
        "classes": {
            label: _class(evaluation, i) | _decision_curve(result.view, i) for i, label in enumerate(evaluation.labels)
        },
    }
    if evaluation.effective_n is not None:
        found["effective_n"] = evaluation.effective_n
    if result.ways:
        found["subgroups"] = groups_of(result, _estimate)
    if result.dates:
        found["over_time"] = months_of(result, _estimate)
    if result.folds is not None:
        found["folds"] = [_fold(result.folds, i) for i in range(len(result.folds.names))]
        found["fold_summary"] = {block: _summaries(result.folds, block) for block in (*AVERAGES, "overall")}
    return found


def _figures(figures: Mapping[str, Estimate], it: str = "the class") -> Json:
    return {key: _estimate(each, it) for key, each in figures.items()}


def _estimate(estimate: Estimate, it: str = "the class") -> Json:
    """value, and what there is of bounds with their method and of a note; null with a note where undefined.

    it: how the class of the number is named in its note.
    """
    if not math.isfinite(estimate.value):
        return {"value": None} | _noted(estimate if estimate.note else UNDEFINED, it)
    found: Json = {"value": estimate.value}
    if estimate.low is not None and estimate.high is not None and math.isfinite(estimate.low + estimate.high):
        found |= {"low": estimate.low, "high": estimate.high, "method": estimate.method}
    return found | _noted(estimate, it)


def _noted(estimate: Estimate, it: str) -> Json:
    """The code of what qualifies a number, with its words; the reason goes before the scope."""
    note = estimate.note or estimate.scope
    return {} if note is None else {"code": note.code.value, "note": why(estimate, it)}


def _average(evaluation: Evaluation, figures: Mapping[str, Estimate]) -> Json:
    """Averages whose note also names the classes that are excluded."""
    found = _figures(figures)
    for key, shown in found.items():
        absent = [evaluation.labels[i] for i in evaluation.excluded_from(key)]
        scope = figures[key].scope
        if absent and scope is not None and scope.code is Code.MEAN_OF_CLASSES:
            shown["note"] += f", without {', '.join(absent)}"
    return found


def _class(evaluation: Evaluation, label: int) -> Json:
    found: Json = cells_of(evaluation.counts(label)) | _figures(evaluation.classes[label], evaluation.labels[label])
    if (worst := evaluation.if_unanswered_wrong(label)) is not None:
        wrong = _estimate(worst, evaluation.labels[label])
        found["unanswered"] = {"rows": evaluation.unanswered[label], "sensitivity_if_all_wrong": wrong}
    if (pooled := evaluation.pooled_auc(label)) is not None:
        found["auc_pooled"] = _estimate(pooled, evaluation.labels[label])
    if (risks := evaluation.calibration(label)) is not None:
        found["calibration"] = _calibration(risks, evaluation.labels[label])
    return found


def _calibration(risks: Calibration, it: str) -> Json:
    """Its numbers, and the curve as [predicted, observed, low, high] at round risks between those of the cases."""
    (intercept, slope), curve = risks.line, risks.curve
    numbers = {
        "intercept": intercept, "slope": slope, "citl": risks.citl, "oe_ratio": risks.oe_ratio,
        "ici": risks.distances["ici"], "brier": risks.brier,
    }  # fmt: skip
    scores = risks.cases.table.scores
    along = [each for each in CURVE_AT if scores[-1] <= each <= scores[0]]
    if curve is None or not along:
        return _figures(numbers, it)
    points = zip(along, curve.at(along), *curve.band(along, risks.level), strict=True)
    return _figures(numbers, it) | {"curve": [[_finite(float(each)) for each in point] for point in points]}


def _decision_curve(view: View, label: int) -> Json:
    """Net benefit per person at a few thresholds, where the scores of the class are probabilities."""
    if lack(view.evaluation, label) is not None:
        return {}
    curve = NetBenefit(view, label).told.curve(LISTED)
    name = view.evaluation.labels[label]
    entries = [
        {
            "threshold": float(risk),
            "model": _estimate(curve.estimate(curve.model, at), name),
            "all": _estimate(Estimate(float(curve.everyone[at])), name),
            "avoided_per_100": _estimate(curve.estimate(curve.avoided, at), name),
        }
        for at, risk in enumerate(LISTED)
    ]
    return {"decision_curve": entries}


def _fold(folds: FoldResults, fold: int) -> Json:
    blocks = {
        block: {key: _estimate(each[fold]) for key, each in figures.items()} for block, figures in folds.blocks.items()
    }
    return {"fold": folds.names[fold], "n": folds.sizes[fold], **blocks}


def _summaries(folds: FoldResults, block: str) -> Json:
    found = {}
    for key in folds.blocks[block]:
        summary = folds.summary(block, key)
        mean, sd = _finite(summary.mean), _finite(summary.sd)
        found[key] = {"mean": mean, "sd": sd, "used": summary.used, "total": summary.total}
    return found


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
