"""The folds of a file that is counted where it lies: its groups of labels by fold."""

from __future__ import annotations

from collections.abc import Mapping as FrozenMapping
from collections.abc import Sequence
from dataclasses import replace

import narwhals as nw
import numpy as np

from metrics import ConfusionMatrix, Evaluation, ThresholdTable
from metrics.counted_weights import CountedWeightedEvaluation, WeightedScores
from metrics.intervals.areas.over_folds import FEWEST_FOLDS
from predictions.build.row_fields import in_natural_order
from predictions.build.settled import Settled
from predictions.columns.labels import BLANK
from predictions.counted import Cut, Way
from predictions.problems import Notes
from predictions.slices.folds import about_support
from predictions.sources.counted.cases.columns import TRUTH, CaseColumns
from predictions.sources.counted.evaluate import OfClass, Part, cells_of, weighted
from predictions.sources.counted.patients.ids import shared_by
from predictions.sources.counted.table import CountedTable
from predictions.sources.counted.ways import code_of
from predictions.sources.counted.weights import are_weights

Tables = FrozenMapping[int, Sequence[ThresholdTable]]  # of each class that has scores, of each fold
Weighted = FrozenMapping[int, Sequence[WeightedScores]]  # the same of rows with weights


FOLD, ROWS = "fold", "rows"
MOST_FOLDS = 100  # by which scores are told apart
MOST_COUNTED = 20_000  # folds times classes


def folds_in(file: CountedTable, settled: Settled[str], notes: Notes) -> Way | None:
    """The folds whose mean an AUC is; None without several. Of weights and of too many folds it is pooled: said."""
    mapping = settled.first.mapping
    name = mapping.fold
    if not name or name not in file.names:
        return None
    cells, rows = file.grouped({name: file.kept(name)}, most=MOST_FOLDS)
    codes, names = in_natural_order(cells[name], name)
    is_whole = len(cells) <= MOST_FOLDS
    if is_whole and (blank := int(rows[codes == BLANK].sum())):
        notes.warn("blank_groups", rows=blank, role="fold", column=name)
    if not any(output.scores for output in settled.outputs):
        return None
    if are_weights(mapping) or not is_whole:
        notes.warn("large_folds_pooled", column=name)
        return None
    return Way(name, cells[name], codes) if len(names) >= FEWEST_FOLDS else None


def check_folds(columns: CaseColumns, notes: Notes) -> None:
    """What misleads about folds, as `about_folds` says it: one question of their classes and one of their ids.

    columns: of a model on all splits. Nothing is said of too many folds and classes.
    """
    file, name = columns.file, columns.part.mapping.fold
    if not name or name not in file.names:
        return
    rows = columns.with_classes(file.where(columns.part.conditions), [file.kept(name).alias(FOLD)])
    found = file.answer(rows.group_by(FOLD, TRUTH).agg(nw.len().alias(ROWS)).head(MOST_COUNTED + 1))
    if len(found) > MOST_COUNTED:
        return
    codes, names = in_natural_order(found[FOLD], name)
    support = np.zeros((len(names) + 1, len(columns.settled.labels)), np.int64)  # a code of -1 finds the last place
    np.add.at(support, (codes, found[TRUTH].to_numpy()), found[ROWS].to_numpy())
    present = np.flatnonzero(support[:-1].any(1))
    shared = 0
    if len(present) > 1:
        fold = code_of(file, Way(name, found[FOLD], codes))
        shared = shared_by(file, columns.part.mapping, file.where(columns.part.conditions), fold)
    told = tuple(names[fold] for fold in present), columns.settled.labels, support[present], shared
    notes.extend(about_support(*told, bool(columns.part.mapping.case_id)))


def scored_labels(settled: Settled[str], part: Part) -> list[int]:
    """The positions of the labels that have threshold tables."""
    own = [int(settled.final[code]) for code in part.output.scores]
    is_lone = settled.positive is not None and len(settled.labels) == 2
    return [0, 1] if is_lone else sorted(label for label in own if label != BLANK)


def evaluations_of_folds(
    settled: Settled[str], part: Part, codes: np.ndarray, present: Sequence[int], tables: Tables, by_weight: Weighted
) -> tuple[Evaluation, ...]:
    """Of each fold that has rows. codes: (g,) the fold of each group of rows."""
    return tuple(_of_fold(settled, part, codes == fold, fold, tables, by_weight) for fold in present)


def made_again(evaluation: Evaluation, cut: Cut, cells: np.ndarray) -> Evaluation:
    """With the predictions that a threshold makes. cells: (K, K) of them."""
    if isinstance(evaluation, CountedWeightedEvaluation):
        evaluation = evaluation.predicted_again(cut.label, cut.threshold)
    return replace(evaluation, matrix=ConfusionMatrix(evaluation.labels, cells))


def _of_fold(
    settled: Settled[str], part: Part, rows: np.ndarray, fold: int, tables: Tables, by_weight: Weighted
) -> Evaluation:
    """rows: (g,) which groups of rows are in the fold."""
    inside, size = replace(part, rows=part.rows & rows), len(settled.labels)
    found = Evaluation(
        ConfusionMatrix(settled.labels, cells_of(inside, inside.rows, settled.kept)),
        _in_fold(tables, fold, size),
        model=part.output.model,
        split=part.place[1],
    )
    return weighted(inside, settled, found, _in_fold(by_weight, fold, size))


def _in_fold(scores: FrozenMapping[int, Sequence[OfClass]], fold: int, size: int) -> tuple[OfClass | None, ...]:
    """(size,) of each class in a fold; () where none has scores."""
    return tuple(scores[label][fold] if label in scores else None for label in range(size)) if scores else ()
