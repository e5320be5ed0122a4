"""Whether delivered predictions follow the scores beside them, at another threshold, or are a copy of the true class.

Only said: the predictions of a file are used as they are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from predictions.mapping import Mapping
from predictions.problems import Notes

USUAL = Mapping().threshold


@dataclass(frozen=True)
class Delivered:
    """Predictions of two classes beside the score of `label`.

    lowest: score of the rows predicted as `label`, highest: of those predicted as `other`; nan for none.
    copied: the number of rows where every prediction is the true class, else 0.
    """

    label: str
    other: str
    lowest: float
    highest: float
    copied: int
    model: str | None = None


def lone_edges(score: np.ndarray, predicted: np.ndarray, positive: int) -> tuple[float, float]:
    """`lowest` and `highest` of a `Delivered`. score, predicted: (n,), nan where a row has no score."""
    known = ~np.isnan(score)
    own, others = score[known & (predicted == positive)], score[known & (predicted != positive)]
    return (own.min() + 0.0 if len(own) else math.nan), (others.max() + 0.0 if len(others) else math.nan)  # no -0


def say_delivered(delivered: Delivered, notes: Notes) -> None:
    """Nothing for the usual threshold, and none is known where a class is never predicted."""
    lowest, highest = delivered.lowest + 0.0, delivered.highest + 0.0  # a zero with a sign is a zero
    if math.isnan(lowest) or math.isnan(highest):
        return
    fields = {"label": delivered.label, "other": delivered.other, "lowest": lowest, "highest": highest}
    if highest <= lowest:  # rounded scores may be equal
        if not (highest < USUAL <= lowest or highest == lowest == USUAL):
            notes.fact("predictions_from_score", **fields, model=delivered.model)
    elif delivered.copied:
        say_copied(delivered.copied, delivered.model, notes)
    else:
        notes.warn("predictions_follow_no_score", **fields, model=delivered.model)


def say_copied(rows: int, model: str | None, notes: Notes) -> None:
    """Predictions that are the true class in all rows, beside scores that are not."""
    notes.warn("predictions_equal_truth", rows=rows, model=model)
