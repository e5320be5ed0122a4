"""The folds of a cross-validation: each as an evaluation of its own, all of them together, and what misleads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from metrics import ConfusionMatrix, Evaluation, MetricChoice, Slices, Spread, ThresholdTable
from metrics.counted_weights import CountedWeightedEvaluation, WeightedScores
from metrics.intervals.areas.over_folds import LARGEST_GAP
from metrics.kernels.codes import unlike_others
from metrics.weighted_cells import WeightedCells
from predictions.columns.labels import BLANK
from predictions.counted import CountedFolds
from predictions.problems import Notice
from predictions.rows import Predictions, evaluation_of_rows, row_numbers
from predictions.study import Study

UNLIKE = 3  # times as many rows in one fold as in another
Part = TypeVar("Part", ThresholdTable, WeightedScores)
MOST_SENTENCES = 3  # classes that are named one by one before they are counted


@dataclass(frozen=True, eq=False)
class Folds:
    """One model on one split, fold by fold: everything a page compares, without a row.

    names, each, clusters: F folds that have rows, in the order of the file's names; clusters: different ids in each,
    None without ids. pooled, pooled_clusters: the same for all rows with a fold, as one slice. shared: ids that have
    rows in more than one fold.
    """

    names: tuple[str, ...]
    each: Slices
    pooled: Slices
    clusters: tuple[int, ...] | None
    pooled_clusters: int | None
    shared: int
    warnings: tuple[Notice, ...]

    def spread(self, reading: MetricChoice) -> Spread:
        """One number of every fold, and of all of them pooled."""
        used, pooled_used = self.each.classes_used(reading), self.pooled.classes_used(reading)
        return Spread(
            reading=reading,
            folds=self.names,
            sizes=self.each.n,
            values=self.each.values(reading),
            pooled=float(self.pooled.values(reading)[0]),
            classes=self.each.cells.shape[-1],
            classes_used=used,
            pooled_classes=None if pooled_used is None else int(pooled_used[0]),
        )


def fold_evaluations(study: Study, model: int = 0, split: str | None = None) -> tuple[tuple[str, Evaluation], ...]:
    """(name, evaluation) of every fold that has rows in the split (None: all rows), in the order of the folds.

    Rows with a blank fold belong to none; () for a study without a fold column, and for a matrix.
    Raises Problem for a split that does not exist.
    """
    predictions = study.predictions_of(model)
    if (told := study.counted_folds(model, split)) is not None:
        return tuple(zip(told.names, told.evaluations, strict=True))
    if predictions is None:
        return ()
    return tuple(
        (predictions.folds[fold], evaluation_of_rows(predictions, rows, study.positive, split))
        for fold, rows in _rows_by_fold(predictions, split)
    )


def read_folds(study: Study, whole: Evaluation, model: int = 0, split: str | None = None) -> Folds | None:
    """The folds of one model on one split, or None without any. whole: its evaluation, to spare a second count."""
    if (told := study.counted_folds(model, split)) is not None:
        return _of_counts(told, whole)
    found, predictions = fold_evaluations(study, model, split), study.predictions_of(model)
    if not found or predictions is None:
        return None
    names, evaluations = zip(*found, strict=True)
    every = row_numbers(predictions, split)
    rows = _rows_with_fold(predictions, every)
    if len(rows) < len(every):
        whole = evaluation_of_rows(predictions, rows, study.positive, split)
    return Folds(
        names=names,
        each=Slices.of(evaluations),
        pooled=Slices.of((whole,)),
        clusters=None if predictions.clusters is None else tuple(each.clusters or 0 for each in evaluations),
        pooled_clusters=whole.clusters,
        shared=_shared(predictions, rows),
        warnings=fold_warnings(study, model, split),
    )


def _of_counts(told: CountedFolds, whole: Evaluation) -> Folds:
    """Where an engine counted them."""
    cells = np.sum([each.matrix.cells for each in told.evaluations], axis=0)
    tables = [_pooled([each.table(label) for each in told.evaluations]) for label in range(len(whole.labels))]
    pooled = replace(whole, matrix=ConfusionMatrix(whole.labels, cells), tables=tuple(tables) if whole.tables else ())
    if isinstance(pooled, CountedWeightedEvaluation):
        each = [fold for fold in told.evaluations if isinstance(fold, CountedWeightedEvaluation)]
        weighed = WeightedCells.pooled([fold.weighed for fold in each])
        by_class = zip(*(fold.scored for fold in each), strict=True)
        pooled = replace(pooled, weighed=weighed).with_scores(tuple(map(_pooled, by_class)))
    support = np.array([each.matrix.support for each in told.evaluations])
    warnings = about_support(told.names, whole.labels, support, told.shared, by_id=True)
    return Folds(
        names=told.names,
        each=Slices.of(told.evaluations),
        pooled=Slices.of((pooled,)),
        clusters=None,
        pooled_clusters=None,
        shared=told.shared,
        warnings=(*warnings, *_without_fold(told.blank, int(support.sum()))),
    )


def _pooled(parts: Sequence[Part | None]) -> Part | None:
    there = [each for each in parts if each is not None]
    return type(there[0]).pooled(there) if there else None


def fold_warnings(study: Study, model: int = 0, split: str | None = None) -> tuple[Notice, ...]:
    """What misleads about the folds of one model on one split; () without a fold column."""
    predictions = study.predictions_of(model)
    if predictions is None or predictions.fold is None:
        return ()
    rows = row_numbers(predictions, split)
    used = len(_rows_with_fold(predictions, rows))
    return (*about_folds(predictions, rows), *_without_fold(len(rows) - used, used))


def _without_fold(blank: int, used: int) -> tuple[Notice, ...]:
    return (_warning("rows_without_fold", rows=blank),) if blank and used else ()


def pooled_auc_differs(evaluation: Evaluation) -> Notice | None:
    """The class whose pooled AUC lies farthest from the mean of its folds, where that is farther than is usual."""
    gaps = {}
    for label, figures in enumerate(evaluation.classes):
        if (pooled := evaluation.pooled_auc(label)) is not None and pooled.is_defined:
            gaps[label] = (abs(figures["auc"].value - pooled.value), figures["auc"], pooled.value)
    if max((gap for gap, _, _ in gaps.values()), default=0.0) <= LARGEST_GAP:
        return None
    label = max(gaps, key=lambda each: (round(gaps[each][0], 6), each != evaluation.normal))
    _, mean, value = gaps[label]
    folds = mean.scope.fields["used"] if mean.scope else 0
    return _warning(
        "pooled_auc_differs", model=evaluation.model, label=evaluation.labels[label], folds=folds, mean=mean.value,
        pooled=value,
    )  # fmt: skip


def _warning(code: str, **fields: Any) -> Notice:
    return Notice("warning", code, fields)


def about_folds(predictions: Predictions, rows: np.ndarray | None = None) -> Iterator[Notice]:
    """Only one fold, ids in several, classes without cases, among some rows (their numbers; None: all)."""
    if predictions.fold is None:
        return
    rows = _rows_with_fold(predictions, np.arange(len(predictions)) if rows is None else rows)
    folds, classes = len(predictions.folds), len(predictions.labels)
    places = predictions.fold[rows].astype(np.int64) * classes + predictions.truth[rows]
    support = np.bincount(places, minlength=folds * classes).reshape(folds, classes)
    present = np.flatnonzero(support.any(1))
    names, by_id = tuple(predictions.folds[fold] for fold in present), predictions.case_ids is not None
    yield from about_support(names, predictions.labels, support[present], _shared(predictions, rows), by_id)


def about_support(
    names: Sequence[str], labels: Sequence[str], support: np.ndarray, shared: int, by_id: bool
) -> Iterator[Notice]:
    """The same of folds that have cases. support: (F, K) of each class. shared: ids, or recordings, in several."""
    if len(names) < 2:
        yield from (_warning("one_fold", fold=name) for name in names)
        return
    yield from _unlike_sizes(names, support.sum(1))
    if shared:
        yield _warning("ids_in_several_folds" if by_id else "sequences_in_several_folds", units=shared)
    yield from _classes_missing(names, labels, support > 0)


def _unlike_sizes(names: Sequence[str], rows: np.ndarray) -> Iterator[Notice]:
    """The largest fold and the smallest, where one is many times the other. rows: (F,) of each fold."""
    large, small = int(rows.argmax()), int(rows.argmin())
    if rows[large] > UNLIKE * rows[small]:
        yield _warning("folds_of_different_size", rows={names[fold]: int(rows[fold]) for fold in (large, small)})


def _classes_missing(names: Sequence[str], labels: Sequence[str], has: np.ndarray) -> Iterator[Notice]:
    """One for each class that has cases, but not in every fold; one for all where there are many. has: (F, K)."""
    lacking = {
        label: [names[fold] for fold in np.flatnonzero(~has[:, code]).tolist()]
        for code, label in enumerate(labels)
        if has[:, code].any() and not has[:, code].all()
    }
    if len(lacking) > MOST_SENTENCES:
        label, folds = next(iter(lacking.items()))
        yield _warning("classes_missing_in_folds", classes=len(lacking), label=label, folds=folds)
        return
    for label, folds in lacking.items():
        yield _warning("class_missing_in_folds", label=label, folds=folds)


def _shared(predictions: Predictions, rows: np.ndarray) -> int:
    """How many ids have some of these rows in more than one fold."""
    if predictions.clusters is None or predictions.fold is None:
        return 0
    return ids_in_several(predictions.clusters[rows], predictions.fold[rows])


def ids_in_several(ids: np.ndarray, groups: np.ndarray) -> int:
    """How many ids have rows in more than one group; a blank group is none."""
    rows = groups != BLANK
    ids, groups = ids[rows], groups[rows]
    return len(np.unique(ids[unlike_others(ids, groups)]))


def _rows_with_fold(predictions: Predictions, rows: np.ndarray) -> np.ndarray:
    return rows[:0] if predictions.fold is None else rows[predictions.fold[rows] != BLANK]


def _rows_by_fold(predictions: Predictions, split: str | None) -> Iterator[tuple[int, np.ndarray]]:
    """(fold, numbers of its rows): one sort of small numbers, where a comparison per fold would read all rows again."""
    rows = _rows_with_fold(predictions, row_numbers(predictions, split))
    if predictions.fold is None or not len(rows):
        return
    codes = predictions.fold[rows]
    if len(predictions.folds) < np.iinfo(np.int16).max:
        codes = codes.astype(np.int16)  # sorted by radix
    rows = rows[np.argsort(codes, kind="stable")]
    ends = np.bincount(codes, minlength=len(predictions.folds)).cumsum().tolist()
    yield from ((fold, rows[start:end]) for fold, (start, end) in enumerate(pairwise([0, *ends])) if end > start)
