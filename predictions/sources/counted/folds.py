"""The folds of a file that is counted where it lies: its groups of labels by fold."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from metrics import ConfusionMatrix, Evaluation, ThresholdTable
from predictions.build.settled import Settled
from predictions.columns.labels import BLANK
from predictions.sources.counted.evaluate import Part, cells_of

Tables = Sequence[Sequence[ThresholdTable] | None]  # of each class, of each fold


def scored_labels(settled: Settled[str], part: Part) -> list[int]:
    """The positions of the labels that have threshold tables."""
    own = [int(settled.final[code]) for code in part.output.scores]
    is_lone = settled.positive is not None and len(settled.labels) == 2
    return [0, 1] if is_lone else sorted(label for label in own if label != BLANK)


def evaluations_of_folds(
    settled: Settled[str], part: Part, codes: np.ndarray, present: Sequence[int], tables: Tables
) -> tuple[Evaluation, ...]:
    """Of each fold that has rows. codes: (g,) the fold of each group of rows."""
    return tuple(
        Evaluation(
            ConfusionMatrix(settled.labels, cells_of(part, part.rows & (codes == fold), settled.kept)),
            tuple(None if each is None else each[fold] for each in tables) if any(tables) else (),
            model=part.output.model,
            split=part.place[1],
        )
        for fold in present
    )
