"""Time the core beside scikit-learn and np.sort on the same arrays, alternating in one process.

    .venv/bin/python -m benchmarks.core [rows]

Prints medians and ratios. Only ratios of one run can be compared: machines are noisy.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

import numpy as np
from sklearn import metrics as reference

from metrics import ConfusionMatrix, ThresholdTable, auc, average_precision, delong

RUNS = 7


def medians(contestants: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Seconds by contestant; each is warmed up once, then all take turns."""
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for run in contestants.values():
        run()
    for _ in range(RUNS):
        for name, run in contestants.items():
            start = time.perf_counter()
            run()
            times[name].append(time.perf_counter() - start)
    return {name: statistics.median(values) for name, values in times.items()}


def show(title: str, times: dict[str, float]) -> None:
    print(f"\n{title}")
    ours = times["metrics"]
    for name, seconds in times.items():
        print(f"  {name:<28}{seconds * 1e3:10.2f} ms{seconds / ours:10.1f} times as long as metrics")


def curves(truth: np.ndarray, scores: np.ndarray) -> dict[str, Callable[[], object]]:
    """Every ROC and PR point, AUC and AP."""

    def ours() -> object:
        table = ThresholdTable.from_scores(scores, truth)
        return table.counts, auc(table), average_precision(table)

    def theirs() -> object:
        points = reference.roc_curve(truth, scores), reference.precision_recall_curve(truth, scores)
        return points, reference.roc_auc_score(truth, scores), reference.average_precision_score(truth, scores)

    return {"metrics": ours, "scikit-learn": theirs, "np.sort of the scores": lambda: np.sort(scores)}


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    generator = np.random.default_rng(1)
    truth = generator.random(rows) < 0.3
    logits = 1.2 * truth - 1 + generator.standard_normal(rows)
    probabilities = 1 / (1 + np.exp(-logits))
    codes, called = generator.integers(0, 5, (2, rows)).astype(np.int8)
    table = ThresholdTable.from_scores(probabilities, truth)

    show(f"ROC, PR, AUC, AP of {rows:,} probabilities", medians(curves(truth, probabilities)))
    show(f"the same of {rows:,} scores of both signs", medians(curves(truth, logits)))
    show(
        f"confusion matrix of {rows:,} codes, 5 classes",
        medians(
            {
                "metrics": lambda: ConfusionMatrix.from_labels(codes, called),
                "scikit-learn": lambda: reference.confusion_matrix(codes, called),
            }
        ),
    )
    show("DeLong interval from the table", medians({"metrics": lambda: delong(table)}))


if __name__ == "__main__":
    main()
