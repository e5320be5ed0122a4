"""The rows of one model, and the Evaluation of some of them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from metrics import ConfusionMatrix, Evaluation, ResamplingUnits, ThresholdTable
from metrics.kernels.codes import distinct
from metrics.weighted_evaluation import weighted_evaluation
from predictions.problems import Problem
from words.text.names import quoted


@dataclass(frozen=True, eq=False)
class Unanswered:
    """The rows of one model that have a true class and no prediction, with their kept columns.

    (m,) codes of the true class and the split, None without splits.
    """

    truth: np.ndarray
    split: np.ndarray | None
    details: pa.Table

    def __len__(self) -> int:
        return len(self.truth)

    def of(self, rows: np.ndarray) -> Unanswered:
        """Those of a mask."""
        split = None if self.split is None else self.split[rows]
        return Unanswered(self.truth[rows], split, self.details.filter(pa.array(rows)))

    def counts(self, split: int | None, classes: int) -> tuple[int, ...]:
        """(K,) of each true class in a split, None for all that are in one; () where there are none."""
        is_in = (
            np.ones(len(self), bool)
            if self.split is None
            else self.split >= 0
            if split is None
            else self.split == split
        )
        found = np.bincount(self.truth[is_in], minlength=classes)
        return tuple(found.tolist()) if found.any() else ()


@dataclass(frozen=True, eq=False)
class Unlabelled:
    """The rows of one model that have a prediction and no true class yet, with their kept columns.

    split: (m,) codes; None without splits. copies: (m,) how many cases a row is; None: each is one.
    """

    split: np.ndarray | None
    copies: np.ndarray | None
    details: pa.Table

    def __len__(self) -> int:
        return len(self.details)

    def of(self, rows: np.ndarray) -> Unlabelled:
        """Those of a mask."""
        split, copies = (None if each is None else each[rows] for each in (self.split, self.copies))
        return Unlabelled(split, copies, self.details.filter(pa.array(rows)))

    def numbers(self, split: int | None) -> np.ndarray:
        """Their row numbers in a split, None for all, each as often as it is a case."""
        rows = self.rows(split)
        return rows if self.copies is None else np.repeat(rows, self.copies[rows])

    def rows(self, split: int | None) -> np.ndarray:
        """Their row numbers in a split, None for all."""
        return np.arange(len(self)) if self.split is None or split is None else np.flatnonzero(self.split == split)


@dataclass(frozen=True, eq=False)
class Predictions:
    """One model's answers; every array is aligned and holds only the rows that are used.

    truth, predicted: (n,) int16 codes into labels. scores: per class a contiguous float64 (n,) array with nan
    where a row has no score, or None for a class without one; None altogether: labels only.
    clusters: (n,) int32 codes of the independent units (patients), a blank id being one of its own.
    split, fold, sequence: (n,) codes into splits, folds, sequences; -1 where the cell was blank.
    order: (n,) float64. unanswered: rows that are excluded because they have no prediction; None where there are none.
    weights: (n,) float64, how much each case weighs; copies: (n,) how many cases a row is; None: each counts once.
    unlabelled: rows that are excluded because they have no true class; None where there are none.
    reader: who predicted; None without a column of readers. modality: the model without its reader.
    is_held: False where a row stands for `copies` rows of a file that an engine counts.
    is_whole: whether no score is that of a class that no row uses, so that those of a row may be asked to add up to 1.
    Models of one wide file share their arrays.
    """

    model: str | None
    labels: tuple[str, ...]
    truth: np.ndarray
    predicted: np.ndarray
    scores: tuple[np.ndarray | None, ...] | None = None
    case_ids: pa.ChunkedArray | None = None
    clusters: np.ndarray | None = None
    split: np.ndarray | None = None
    splits: tuple[str, ...] = ()
    fold: np.ndarray | None = None
    folds: tuple[str, ...] = ()
    sequence: np.ndarray | None = None
    sequences: tuple[str, ...] = ()
    order: np.ndarray | None = None
    details: pa.Table = field(default_factory=lambda: pa.table({}))
    unanswered: Unanswered | None = None
    reader: str | None = None
    modality: str | None = None
    weights: np.ndarray | None = None
    copies: np.ndarray | None = None
    unlabelled: Unlabelled | None = None
    is_held: bool = True
    is_whole: bool = True

    def __len__(self) -> int:
        return len(self.truth)


def evaluation_of_rows(
    predictions: Predictions, rows: np.ndarray | None, positive: int | None, split: str | None = None
) -> Evaluation:
    """The matrix and threshold tables of some rows of one model.

    rows: (n,) mask, or row numbers, or None for all; positive: that of the study. Rows without a score of a class
    are excluded from that class's table.
    """
    rows = cases_of(predictions, rows)
    rows = np.flatnonzero(rows) if rows is not None and rows.dtype == np.bool_ else rows  # up to 4 times as fast
    truth, predicted = chosen(predictions.truth, rows), chosen(predictions.predicted, rows)
    scores = [None if each is None else chosen(each, rows) for each in predictions.scores or ()]
    patients = patients_of(predictions, rows)
    count = len(truth) if patients is None else distinct(patients)
    folds = None if predictions.fold is None else chosen(predictions.fold, rows)
    found = Evaluation(
        matrix=ConfusionMatrix.from_codes(truth, predicted, predictions.labels),
        tables=_tables(scores, truth, positive),
        clusters=None if patients is None else count,
        model=predictions.model,
        split=split,
        units=ResamplingUnits(
            truth,
            predicted,
            len(predictions.labels),
            count,
            _of_both(scores, positive),
            patients if count < len(truth) else None,  # else rows are independent
            folds=folds,
            is_whole=predictions.is_whole,
        ),
    )
    weights = weights_of(predictions, rows)
    return found if weights is None else weighted_evaluation(found, weights)


def cases_of(predictions: Predictions, rows: np.ndarray | None) -> np.ndarray | None:
    """Row numbers, each as often as it is a case; the rows themselves where each is one."""
    copies = predictions.copies
    if copies is None:
        return rows
    numbers = np.arange(len(copies)) if rows is None else np.flatnonzero(rows) if rows.dtype == np.bool_ else rows
    return np.repeat(numbers, copies[numbers])


def patients_of(predictions: Predictions, rows: np.ndarray | None) -> np.ndarray | None:
    """(n,) codes of the patients of some cases; None without ids. A case of a frequency without an id is a patient."""
    if predictions.clusters is None:
        return None
    codes, ids = chosen(predictions.clusters, rows), predictions.case_ids
    if predictions.copies is None or ids is None:
        return codes
    blank = np.flatnonzero(chosen(blank_ids(ids), rows))
    codes = codes.copy()
    codes[blank] = int(predictions.clusters.max(initial=0)) + 1 + np.arange(len(blank))
    return codes


def blank_ids(ids: pa.ChunkedArray) -> np.ndarray:
    """(n,) True where a row has none."""
    return np.asarray(pc.fill_null(pc.equal(ids, ""), True).to_numpy())


def weights_of(predictions: Predictions, rows: np.ndarray | None) -> np.ndarray | None:
    """(n,) of some cases, or of rows that an engine counts; None where each counts once, as cases of a frequency do."""
    are_cases = predictions.copies is not None and predictions.is_held
    return None if predictions.weights is None or are_cases else chosen(predictions.weights, rows)


def _of_both(scores: list[np.ndarray | None], positive: int | None) -> tuple[np.ndarray | None, ...]:
    """With the complement of a lone score of two classes."""
    if positive is None or len(scores) != 2 or (lone := scores[positive]) is None:
        return tuple(scores)
    return (lone, 0.0 - lone) if positive == 0 else (0.0 - lone, lone)


def unanswered_in(predictions: Predictions, split: str | None) -> tuple[int, ...]:
    """(K,) rows of each true class without a prediction in a split, None for all; () where there are none."""
    if predictions.unanswered is None:
        return ()
    code = None if split is None else predictions.splits.index(split)
    return predictions.unanswered.counts(code, len(predictions.labels))


def patients_in_order(clusters: np.ndarray, ids: pa.ChunkedArray | None) -> np.ndarray:
    """(n,) the same units, numbered as they first stand in these rows, blank ids last: resampling follows the numbers.

    So no number depends on rows that are not used. ids: (n,); None where units are recordings, ordered by their names.
    """
    if ids is None or not len(clusters):
        return clusters
    rows = np.arange(len(clusters), dtype=np.int32)
    first = np.empty(int(clusters.max()) + 1, np.int32)
    first[clusters[::-1]] = rows[::-1]  # what is written last is the first row
    is_first, blank = first[clusters] == rows, blank_ids(ids)
    order = np.concatenate([clusters[is_first & ~blank], clusters[is_first & blank]])
    ranks = np.empty(len(first), np.int32)
    ranks[order] = rows[: len(order)]
    found: np.ndarray = ranks[clusters]
    return found


def rows_of_split(predictions: Predictions, split: str | None) -> np.ndarray | None:
    """(n,) mask of the rows of a split; None for all rows. Raises Problem for a split that does not exist."""
    if split is None:
        return None
    if split not in predictions.splits or predictions.split is None:
        raise Problem(f"There is no split {quoted(split)} in this study.")
    rows: np.ndarray = predictions.split == predictions.splits.index(split)
    return rows


def number_of_cases(predictions: Predictions, split: str | None) -> int:
    """Those of a split, of all rows for None; of a model that does not have the split none."""
    if split is not None and split not in predictions.splits:
        return 0
    rows = rows_of_split(predictions, split)
    if predictions.copies is not None:
        return int(chosen(predictions.copies, rows).sum())
    return len(predictions) if rows is None else int(np.count_nonzero(rows))


def row_numbers(predictions: Predictions, split: str | None) -> np.ndarray:
    """Those of a split, of all rows for None."""
    rows = rows_of_split(predictions, split)
    return np.arange(len(predictions)) if rows is None else np.flatnonzero(rows)


def chosen(values: np.ndarray, rows: np.ndarray | None) -> np.ndarray:
    """Those of a mask, all of them for None."""
    return values if rows is None else values[rows]


def _tables(
    scores: list[np.ndarray | None], truth: np.ndarray, positive: int | None
) -> tuple[ThresholdTable | None, ...]:
    tables = [None if each is None else _table(each, truth == code) for code, each in enumerate(scores)]
    if positive is not None and len(tables) == 2 and (lone := tables[positive]) is not None:
        tables[1 - positive] = lone.complement()
    return tuple(tables)


def _table(scores: np.ndarray, is_class: np.ndarray) -> ThresholdTable:
    missing = np.isnan(scores)
    if missing.any():
        scores, is_class = scores[~missing], is_class[~missing]
    return ThresholdTable.from_scores(scores, is_class)
