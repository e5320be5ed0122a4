"""Time the core beside scikit-learn and np.sort on the same arrays, alternating in one process.

    .venv/bin/python -m benchmarks.core [rows]

Prints medians and ratios; a contestant that takes more than ten seconds runs once. Only ratios of one run can be
compared: machines are noisy.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable

import numpy as np
import pandas as pd
from sklearn import metrics as reference

from benchmarks.shared import turns
from metrics import ConfusionMatrix, ThresholdTable, auc, average_precision, delong

RUNS, ONCE = 7, 10.0
CLASSES = 5
NAMES = np.array(["Artefact", "Ectopic", "Murmur", "Normal", "Tachycardia"])
Contestants = dict[str, Callable[[], object]]


def show(title: str, contestants: Contestants) -> None:
    print(f"\n{title}")
    times = {name: statistics.median(each) for name, each in turns(contestants, RUNS, ONCE).items()}
    ours = times["metrics"]
    for name, taken in times.items():
        print(f"  {name:<28}{taken * 1e3:10.2f} ms{taken / ours:10.1f} times as long as metrics", flush=True)


def ours(truth: np.ndarray, scores: np.ndarray) -> object:
    """Every ROC and PR point, AUC and AP."""
    table = ThresholdTable.from_scores(scores, truth)
    return table.counts.tp, table.counts.fp, auc(table), average_precision(table)


def theirs(truth: np.ndarray, scores: np.ndarray) -> object:
    points = reference.roc_curve(truth, scores), reference.precision_recall_curve(truth, scores)
    return points, reference.roc_auc_score(truth, scores), reference.average_precision_score(truth, scores)


def curves(truth: np.ndarray, scores: np.ndarray) -> Contestants:
    return {
        "metrics": lambda: ours(truth, scores),
        "scikit-learn": lambda: theirs(truth, scores),
        "np.sort of the scores": lambda: np.sort(scores),
    }


def one_vs_rest(codes: np.ndarray, scores: np.ndarray) -> Contestants:
    return {
        name: lambda count=count: [count(codes == k, scores[:, k]) for k in range(CLASSES)]
        for name, count in (("metrics", ours), ("scikit-learn", theirs))
    }


def matrices(truth: np.ndarray, predicted: np.ndarray) -> Contestants:
    return {
        "metrics": lambda: ConfusionMatrix.from_labels(truth, predicted),
        "scikit-learn": lambda: reference.confusion_matrix(truth, predicted),
    }


def text(truth: np.ndarray, predicted: np.ndarray) -> Contestants:
    """Text as each gets it at its best: a column of a data frame here, an array of Python's own strings there."""
    columns = [pd.Series(NAMES[codes]) for codes in (truth, predicted)]
    objects = [NAMES[codes].astype(object) for codes in (truth, predicted)]
    return {
        "metrics": lambda: ConfusionMatrix.from_labels(*columns),
        "scikit-learn": lambda: reference.confusion_matrix(*objects),
    }


def intervals(truth: np.ndarray, scores: np.ndarray) -> Contestants:
    table = ThresholdTable.from_scores(scores, truth)
    return {"metrics": lambda: delong(table), "making the table": lambda: ThresholdTable.from_scores(scores, truth)}


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    generator = np.random.default_rng(1)
    truth = generator.random(rows) < 0.3
    logits = 1.2 * truth - 1 + generator.standard_normal(rows)
    probabilities = 1 / (1 + np.exp(-logits))
    codes, predicted = generator.integers(0, CLASSES, (2, rows)).astype(np.int8)
    show(f"ROC, PR, AUC, AP of {rows:,} probabilities", curves(truth, probabilities))
    show(f"the same of {rows:,} scores of both signs", curves(truth, logits))
    each = generator.random((rows, CLASSES)) + (codes[:, None] == np.arange(CLASSES)) / 2
    show(f"the same for each of {CLASSES} classes of {rows:,} rows", one_vs_rest(codes, each))
    show(f"confusion matrix of {rows:,} codes, {CLASSES} classes", matrices(codes, predicted))
    show(f"confusion matrix of {rows:,} texts", text(codes, predicted))
    show("DeLong interval from the table", intervals(truth, probabilities))


if __name__ == "__main__":
    main()
