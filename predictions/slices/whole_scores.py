"""Numbers of all scores of a row together: the one-vs-one (Hand–Till) AUC, and the Brier score of all classes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from metrics import Estimate, Evaluation, ResamplingUnits, ThresholdTable, hand_till
from metrics.interval_methods import Style
from metrics.intervals.areas.over_folds import FEWEST_FOLDS
from metrics.intervals.resampling_units import SUM_TOLERANCE
from metrics.intervals.weighted_scores import weighted_brier, weighted_hand_till, weighted_units
from metrics.measures.averages import defined
from metrics.measures.calibration import multiclass_brier_of_tables
from metrics.notes import Code, Note, note
from metrics.ranking import hand_till_of_tables
from predictions.counted import FullyScored
from predictions.rows import Predictions, chosen, weights_of

KEYS = ("auc_hand_till", "brier")
ALIKE = 1e-12  # two sums of the same numbers
Intervals = tuple[float, Style]  # their level and style


def of_scores(
    predictions: Predictions, rows: np.ndarray | None, positive: int | None, intervals: Intervals
) -> dict[str, Estimate]:
    """rows: each as often as it is a case. positive: the class of a lone score."""
    columns = [None if each is None else chosen(each, rows) for each in predictions.scores or ()]
    filled = _fill_in(columns, positive)
    given = [column for column in columns if column is not None]
    if len(given) < len(columns):
        return undefined(Code.NOT_ALL_SCORED)
    scores, weights = np.column_stack(given), weights_of(predictions, rows)
    complete = ~np.isnan(scores).any(axis=1)
    part = _fully_scored(int(complete.sum()), len(complete))
    kept = complete if weights is None else complete & (weights > 0)
    truth = chosen(predictions.truth, rows)
    if not kept.all():
        truth, scores = truth[kept], scores[kept]
    units = None
    if weights is not None:
        patients = None if predictions.clusters is None else chosen(predictions.clusters, rows)[kept]
        units = weighted_units(truth, scores.shape[1], weights[kept], patients)
    folds = None if predictions.fold is None else chosen(predictions.fold, rows)[kept]
    pairs = _over_folds(truth, scores, folds, _pairs(truth, scores, part, units, intervals), units)
    if filled is not None:
        scores[:, filled] += 1
    return pairs | {"brier": _brier(truth, scores, part, units, intervals, filled)}


def have_numbers(evaluation: Evaluation) -> bool:
    """Whether rows that an engine counts have these numbers: not without scores, and not where they are weighted."""
    return evaluation.has_scores and not evaluation.is_weighted


def of_counted_scores(evaluation: Evaluation, found: FullyScored | None) -> dict[str, Estimate]:
    """The same of rows that an engine counts. found: None where not every class has scores."""
    if found is None:
        return undefined(Code.NOT_ALL_SCORED)
    part = _fully_scored(found.cases, found.total)
    size, folds = len(evaluation.labels), [each for each in found.by_class[:-1] if any(map(_has_cases, each[0]))]
    pooled = [
        [ThresholdTable.pooled([each[i][j] for each in found.by_class]) for j in range(size)] for i in range(size)
    ]
    present = sum(_has_cases(pooled[label][label]) for label in range(size))
    whole = _of_pairs(Estimate(hand_till_of_tables(pooled)), present, size, part)
    over = _mean_of_folds([hand_till_of_tables(each) for each in folds] if whole.is_defined else [], whole)
    why = _not_probabilities(found.cases, found.lowest, found.highest, found.are_whole)
    if why:
        return over | {"brier": Estimate(math.nan, note=Note(why))}
    tables = [_one_vs_rest(each, label) for label, each in enumerate(pooled) if found.lone in (None, label)]
    return over | {"brier": Estimate(_brier_of(tables, size), note=part)}


def with_intervals_of_a_class(found: Mapping[str, Estimate], evaluation: Evaluation) -> dict[str, Estimate]:
    """Of two classes these are the AUC and the Brier score of either: one number has one interval."""
    if len(evaluation.labels) != 2:
        return {**found}
    return {key: _with_interval(each, _of_a_class(key, evaluation)) for key, each in found.items()}


def _of_a_class(key: str, evaluation: Evaluation) -> Iterator[Estimate]:
    for label, figures in enumerate(evaluation.classes):
        if key == "auc_hand_till" and "auc" in figures:
            yield figures["auc"]
        elif key == "auc_hand_till_pooled" and (pooled := evaluation.pooled_auc(label)) is not None:
            yield pooled
        elif key == "brier" and (risks := evaluation.calibration(label)) is not None:
            yield risks.brier


def _with_interval(found: Estimate, candidates: Iterator[Estimate]) -> Estimate:
    """That of the first candidate that is the same number, with its reason where it has none."""
    if not found.is_defined:
        return found
    own = next((each for each in candidates if abs(each.value - found.value) <= ALIKE), found)
    return replace(found, low=own.low, high=own.high, method=own.method, note=found.note or own.note)


def undefined(why: Code) -> dict[str, Estimate]:
    """Both numbers."""
    return {key: Estimate(math.nan, note=Note(why)) for key in KEYS}


def _fully_scored(used: int, total: int) -> Note | None:
    return None if used == total else note(Code.FULLY_SCORED, used=used, total=total)


def _fill_in(columns: list[np.ndarray | None], positive: int | None) -> int | None:
    """The other of two classes scores the negative of a lone score, which orders alike; its code, or None.

    One minus the score could round two scores into one and invent a tie.
    """
    if positive is None or len(columns) != 2:
        return None
    score, other = columns[positive], 1 - positive
    if score is None or columns[other] is not None:
        return None
    columns[other] = -score
    return other


# ------------------------------------------------------------------ one-vs-one


def _pairs(
    truth: np.ndarray, scores: np.ndarray, part: Note | None, units: ResamplingUnits | None, intervals: Intervals
) -> Estimate:
    found = Estimate(hand_till(truth, scores)) if units is None else weighted_hand_till(units, scores, *intervals)
    return _of_pairs(found, len(np.unique(truth)), scores.shape[1], part)


def _of_pairs(found: Estimate, present: int, size: int, part: Note | None) -> Estimate:
    """Over the classes that have cases."""
    if not found.is_defined:
        return Estimate(math.nan, note=Note(Code.FEW_CLASSES))
    pairs = note(Code.MEAN_OF_PAIRS, used=present, total=size) if present < size else None
    return replace(found, note=found.note or part, scope=pairs)


def _over_folds(
    truth: np.ndarray, scores: np.ndarray, folds: np.ndarray | None, pooled: Estimate, units: ResamplingUnits | None
) -> dict[str, Estimate]:
    """folds: (n,), -1 for none."""
    each = [] if folds is None or not pooled.is_defined else [folds == fold for fold in np.unique(folds[folds >= 0])]
    areas = [hand_till(truth[rows], scores[rows], None if units is None else units.weights[rows]) for rows in each]
    return _mean_of_folds(areas, pooled)


def _mean_of_folds(areas: Sequence[float], pooled: Estimate) -> dict[str, Estimate]:
    """The mean of the folds first, as of an AUC: their models need not score on one scale."""
    if len(areas) < FEWEST_FOLDS:
        return {"auc_hand_till": pooled}
    used, apart = defined(np.array(areas)), replace(pooled, scope=Note(Code.POOLED_OUT_OF_FOLD))
    if used < FEWEST_FOLDS:
        return {"auc_hand_till": apart}
    scope = note(Code.MEAN_OF_FOLDS, used=used, total=len(areas))
    mean = Estimate(float(np.nanmean(areas)), note=pooled.note, scope=scope)
    return {"auc_hand_till": mean, "auc_hand_till_pooled": apart}


# ------------------------------------------------------------------ Brier score


def _brier(
    truth: np.ndarray, scores: np.ndarray, part: Note | None, units: ResamplingUnits | None, intervals: Intervals,
    filled: int | None,
) -> Estimate:  # fmt: skip
    """filled: the class that has the complement of the other's score."""
    ends = (scores.min(initial=math.inf), scores.max(initial=-math.inf))
    off_one = np.abs(scores.sum(axis=1) - 1).max(initial=0)
    if why := _not_probabilities(len(scores), *ends, bool(off_one <= SUM_TOLERANCE)):
        return Estimate(math.nan, note=Note(why))
    if units is not None:
        found = weighted_brier(units, scores, *intervals)
        return replace(found, note=found.note or part)
    own = [label for label in range(scores.shape[1]) if label != filled]
    tables = [ThresholdTable.from_scores(scores[:, label], truth == label) for label in own]
    return Estimate(_brier_of(tables, scores.shape[1]), note=part)


def _brier_of(tables: Sequence[ThresholdTable], size: int) -> float:
    """Of two classes the mean squared error of one, as usual; of more the sum over the classes."""
    total = multiclass_brier_of_tables(tables)
    return total / len(tables) if size == 2 else total


def _one_vs_rest(by_class: Sequence[ThresholdTable], label: int) -> ThresholdTable:
    """The cases of a class, and all others, by its score. by_class: those of each."""
    parts = [
        ThresholdTable(each.scores, *(each.cases * (kind == (at == label)) for kind in (True, False)))
        for at, each in enumerate(by_class)
    ]
    return ThresholdTable.pooled(parts)


def _has_cases(table: ThresholdTable) -> bool:
    return len(table.scores) > 0


def _not_probabilities(cases: int, lowest: float, highest: float, are_whole: bool) -> Code | None:
    """are_whole: whether the scores of each row add up to 1."""
    if not cases:
        return Code.NO_CASE_FULLY_SCORED
    if lowest < 0 or highest > 1:
        return Code.SCORES_OUTSIDE_RANGE
    return None if are_whole else Code.SCORES_NOT_SUMMING
