"""The metric log: `{split}_{metric}` and `{split}_{metric}_class_{i}`, one row per model and fold.

Overall values are macro averages, and `accuracy` is the mean of the one-against-the-rest accuracies, so that a log
of a training run compares like with like; the plain accuracy is `{split}_overall_accuracy`. Classes are numbered in the
order that the reader chose, so that it can be that of the training run; else as the labels of the document stand.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from report.results import FoldResults, Report, Result
from reviews.class_order import ClassOrder

# Its name in the log -> the key of the metric.
LOGGED = {key: key for key in ("accuracy", "sensitivity", "specificity", "ppv", "f1")} | {"AUC": "auc"}
UNSPLIT = "test"  # what a study without splits is, as nothing else is said


@dataclass
class LogRow:
    """One model, whole (fold None) or on one fold. values: name -> number, nan where undefined."""

    model: str | None
    fold: str | None
    values: dict[str, float] = field(default_factory=dict)


def log_rows(report: Report) -> list[LogRow]:
    """The whole of each model, then its folds, all splits of it in one row."""
    rows: dict[tuple[str | None, str | None], LogRow] = {}
    order = _numbered(report)
    for result in report.results:
        model, split = result.evaluation.model, result.evaluation.split or UNSPLIT
        for fold, values in _parts(result, order):
            row = rows.setdefault((model, fold), LogRow(model, fold))
            row.values |= {f"{split}_{name}": value for name, value in values.items()}
    return list(rows.values())


def _numbered(report: Report) -> Sequence[int]:
    """The classes from number 0 on; a guessed order is none that a training run has."""
    review = report.review
    return review.order if review.ordered_by is ClassOrder.READER else range(len(report.study.labels))


def _parts(result: Result, order: Sequence[int]) -> Iterator[tuple[str | None, dict[str, float]]]:
    yield None, _of_whole(result, order)
    for fold, name in enumerate(result.folds.names if result.folds else ()):
        assert result.folds is not None
        yield name, _of_fold(result.folds, fold, order)


def _of_whole(result: Result, order: Sequence[int]) -> dict[str, float]:
    evaluation = result.evaluation
    values = {name: evaluation.macro[key].value for name, key in LOGGED.items() if key in evaluation.macro}
    values["overall_accuracy"] = evaluation.overall["accuracy"].value
    for name in list(values)[:-1]:
        for number, label in enumerate(order):
            estimate = evaluation.classes[label].get(LOGGED[name])
            values[f"{name}_class_{number}"] = estimate.value if estimate else math.nan
    return values


def _of_fold(folds: FoldResults, fold: int, order: Sequence[int]) -> dict[str, float]:
    macro = folds.blocks["macro"]
    values = {name: macro[key][fold].value for name, key in LOGGED.items() if key in macro}
    values["overall_accuracy"] = folds.blocks["overall"]["accuracy"][fold].value
    for name in list(values)[:-1]:
        for number, value in enumerate(folds.classes[LOGGED[name]][fold, list(order)].tolist()):
            values[f"{name}_class_{number}"] = value
    return values
