"""Numbers over 2 to 50 classes: of 10 to 500 cases each, with sensitivities of 80 to 99 %; and unequal classes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from benchmarks.coverage.counting import Counted, Family, note, nothing
from metrics import METRICS, ConfusionMatrix, Evaluation, accuracy, balanced_accuracy, kappa, macro, mcc
from metrics.intervals.mean_of_proportions import mean_of_proportions
from metrics.measures.agreement import one_vs_rest

BALANCED = {"balanced_accuracy": "Balanced accuracy"}
NAMES = {
    "accuracy": "Accuracy", "balanced_accuracy": "Balanced accuracy", "macro_ppv": "Macro PPV", "macro_f1": "Macro F1",
    "mcc": "MCC", "kappa": "Kappa",
}  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """cases: of each class; detected: the sensitivity of each. Errors go to all other classes alike."""

    cases: tuple[int, ...]
    detected: float

    def __str__(self) -> str:
        sizes = sorted(set(self.cases))
        told = f"{sizes[0]} each" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]:,} each"
        return f"{len(self.cases)} classes, {told}, {100 * self.detected:g} %"


def count_balanced(setting: Setting, generator: np.random.Generator, datasets: int) -> Counted:
    counted = nothing(BALANCED)
    for hits in generator.binomial(setting.cases, setting.detected, (datasets, len(setting.cases))):
        found = mean_of_proportions(hits, setting.cases)
        note(counted, {"balanced_accuracy": found}, {"balanced_accuracy": setting.detected})
    return counted


def proportions(setting: Setting) -> np.ndarray:
    """(K, K) of all cases, rows = true class."""
    size = len(setting.cases)
    rows = np.full((size, size), (1 - setting.detected) / (size - 1))
    np.fill_diagonal(rows, setting.detected)
    return rows * (np.array(setting.cases) / sum(setting.cases))[:, None]


def true_values(cells: np.ndarray) -> dict[str, float]:
    counts = one_vs_rest(cells)
    return {
        "accuracy": float(accuracy(cells)), "balanced_accuracy": float(balanced_accuracy(cells)),
        "macro_ppv": float(macro(METRICS["ppv"](counts))), "macro_f1": float(macro(METRICS["f1"](counts))),
        "mcc": float(mcc(cells)), "kappa": float(kappa(cells)),
    }  # fmt: skip


def count(setting: Setting, generator: np.random.Generator, datasets: int) -> Counted:
    """Cases are drawn, so that their number varies in each class."""
    cells, counted = proportions(setting), nothing(NAMES)
    truth, labels = true_values(cells), tuple(map(str, range(len(cells))))
    for drawn in generator.multinomial(sum(setting.cases), cells.ravel(), datasets):
        found = Evaluation(ConfusionMatrix(labels, drawn.reshape(cells.shape)))
        note(counted, dict(found.overall) | {f"macro_{key}": each for key, each in found.macro.items()}, truth)
    return counted


UNEQUAL = (
    (10, 500), (20, 1_000), (10, 50, 200, 1_000), (10, 500, 500), (10,) * 5 + (500,) * 5, (20,) * 5 + (500,) * 15,
)  # fmt: skip
EQUAL = tuple((each,) * classes for classes, each in product((2, 5, 10, 20, 50), (10, 20, 50, 200, 500)))
DRAWN = tuple(Setting((each,) * k, p) for k, each, p in product((2, 5, 10, 50), (20, 100, 500), (0.8, 0.97)))
FAMILIES = (
    Family(
        "Balanced accuracy, 2 to 50 classes", "The cases of each class are given.", BALANCED,
        tuple(Setting(*each) for each in product(EQUAL + UNEQUAL, (0.8, 0.9, 0.97, 0.99))), count_balanced, 10,
    ),
    Family(
        "Numbers over 2 to 50 classes", "Cases are drawn, so that their number varies in each class.", NAMES, DRAWN,
        count,
    ),
)  # fmt: skip
