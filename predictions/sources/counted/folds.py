"""The folds of a file that is counted where it lies: its groups of labels by fold, and who has rows in several."""

from __future__ import annotations

from collections.abc import Sequence

import narwhals as nw
import numpy as np

from metrics import ConfusionMatrix, Evaluation, ThresholdTable
from predictions.build.settled import Settled
from predictions.columns.labels import BLANK
from predictions.problems import TooManyGroups
from predictions.sources.counted.case_columns import has_known_texts
from predictions.sources.counted.evaluate import Part, cells_of
from predictions.sources.counted.patients import PATIENT, known_ids, patient_column
from predictions.sources.counted.table import CountedTable
from predictions.sources.engines.engine import number_of

FOLD, FOLDS = "fold", "folds"
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


def shared_by_folds(file: CountedTable, part: Part, fold: nw.Expr) -> int:
    """How many patients have rows in several folds; 0 where an engine does not know. fold: null for none."""
    mapping = part.output.table.understood.mapping
    if not has_known_texts(file, patient_column(mapping)):
        return 0
    rows = known_ids(file, mapping, file.where(part.conditions), [fold.alias(FOLD)])
    pairs = rows.filter(~nw.col(FOLD).is_null()).group_by(PATIENT, FOLD).agg(nw.len())
    try:
        (found,) = file.numbers(pairs.group_by(PATIENT).agg(nw.len().alias(FOLDS)), [number_of(nw.col(FOLDS) > 1)])
    except TooManyGroups:
        return 0
    return int(found)
