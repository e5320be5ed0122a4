"""The metric log: `{split}_{metric}` and `{split}_{metric}_class_{i}`, one row per model and fold.

Overall values are macro averages, and `accuracy` is the mean of the one-against-the-rest accuracies, so that a log
of a training run compares like with like; the plain accuracy is `{split}_overall_accuracy`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from report.results import FoldResults, Report, Result

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
    for result in report.results:
        model, split = result.evaluation.model, result.evaluation.split or UNSPLIT
        for fold, values in _parts(result):
            row = rows.setdefault((model, fold), LogRow(model, fold))
            row.values |= {f"{split}_{name}": value for name, value in values.items()}
    return list(rows.values())


def _parts(result: Result) -> Iterator[tuple[str | None, dict[str, float]]]:
    yield None, _of_whole(result)
    for fold, name in enumerate(result.folds.names if result.folds else ()):
        assert result.folds is not None
        yield name, _of_fold(result.folds, fold)


def _of_whole(result: Result) -> dict[str, float]:
    evaluation = result.evaluation
    values = {name: evaluation.macro[key].value for name, key in LOGGED.items() if key in evaluation.macro}
    values["overall_accuracy"] = evaluation.overall["accuracy"].value
    for name in list(values)[:-1]:
        for label, figures in enumerate(evaluation.classes):
            estimate = figures.get(LOGGED[name])
            values[f"{name}_class_{label}"] = estimate.value if estimate else math.nan
    return values


def _of_fold(folds: FoldResults, fold: int) -> dict[str, float]:
    macro = folds.blocks["macro"]
    values = {name: macro[key][fold].value for name, key in LOGGED.items() if key in macro}
    values["overall_accuracy"] = folds.blocks["overall"]["accuracy"][fold].value
    for name in list(values)[:-1]:
        for label, value in enumerate(folds.classes[LOGGED[name]][fold].tolist()):
            values[f"{name}_class_{label}"] = value
    return values
