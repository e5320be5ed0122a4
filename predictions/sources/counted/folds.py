"""The folds of a file that is counted where it lies: its groups of labels by fold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from metrics import ConfusionMatrix, Evaluation, ThresholdTable
from predictions.build.settled import Settled
from predictions.columns.labels import BLANK
from predictions.sources.counted.evaluate import Part, cells_of, weighted

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
    return tuple(_of_fold(settled, part, codes == fold, fold, tables) for fold in present)


def _of_fold(settled: Settled[str], part: Part, rows: np.ndarray, fold: int, tables: Tables) -> Evaluation:
    """rows: (g,) which groups of rows are in the fold."""
    inside = replace(part, rows=part.rows & rows)
    found = Evaluation(
        ConfusionMatrix(settled.labels, cells_of(inside, inside.rows, settled.kept)),
        tuple(None if each is None else each[fold] for each in tables) if any(tables) else (),
        model=part.output.model,
        split=part.place[1],
    )
    return weighted(inside, settled, found)
