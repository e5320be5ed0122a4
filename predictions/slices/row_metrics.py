"""Numbers that counts alone cannot give: they need every row's scores, or the order of the rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from metrics import Counts, Estimate, ResamplingUnits, edit_score, hand_till, multiclass_brier, overlap_score
from metrics.interval_methods import Style
from metrics.intervals.areas.over_folds import FEWEST_FOLDS
from metrics.intervals.weighted_scores import weighted_brier, weighted_hand_till, weighted_units
from metrics.measures.averages import defined
from metrics.measures.segments import segment_counts
from metrics.notes import Code, Note, note
from metrics.recordings.recording_intervals import mean_of_recordings, pooled_segmental_f1
from predictions.columns.scores import SUM_TOLERANCE
from predictions.rows import Predictions, cases_of, chosen, rows_of_split, weights_of
from predictions.slices.sequences import Recording, patients_of, recordings
from predictions.study import Study

IOUS = {"segmental_f1_10": 0.10, "segmental_f1_25": 0.25, "segmental_f1_50": 0.50}
Intervals = tuple[float, Style]  # their level and style
SLACK = 1e-9  # the tolerance itself is still within


def row_metrics(
    study: Study, model: int = 0, split: str | None = None, level: float = 0.95, style: Style = "default"
) -> dict[str, Estimate]:
    """With scores `auc_hand_till` and `brier`; with sequences the overlap, edit and segmental F1 scores.

    Of a cross-validated file `auc_hand_till` is the mean of the folds, and `auc_hand_till_pooled` that of all rows; of
    weighted rows both are the pooled one.

    `overlap_score_any_class` is the literal formula that ignores the class of a segment. The overlap and edit scores
    are means over the sequences, the F1 scores count the segments of all of them together; their intervals resample
    the sequences, or the patients of them. Of weighted rows, which are no sequences, both numbers of the scores have an
    interval, too. {} for a matrix. Raises Problem for a split that does not exist.
    """
    predictions = study.predictions_of(model)
    if predictions is None:
        return {}
    found: dict[str, Estimate] = {}
    if predictions.scores is not None:
        rows = cases_of(predictions, rows_of_split(predictions, split))
        found |= _of_scores(predictions, predictions.scores, rows, study.positive, (level, style))
    if predictions.sequence is not None:
        sequences = recordings(study, model, split)
        found |= _of_sequences(sequences, patients_of(study, model, sequences), level, style)
    return found


def _of_scores(
    predictions: Predictions, scored: Sequence[np.ndarray | None], rows: np.ndarray | None, positive: int | None,
    intervals: Intervals,
) -> dict[str, Estimate]:  # fmt: skip
    """rows: each as often as it is a case."""
    columns = [None if each is None else chosen(each, rows) for each in scored]
    lone = _fill_in(columns, positive)
    given = [column for column in columns if column is not None]
    if len(given) < len(columns):
        return {key: Estimate(math.nan, note=Note(Code.NOT_ALL_SCORED)) for key in ("auc_hand_till", "brier")}
    scores, weights = np.column_stack(given), weights_of(predictions, rows)
    complete = ~np.isnan(scores).any(axis=1)
    part = None if complete.all() else note(Code.FULLY_SCORED, used=int(complete.sum()), total=len(complete))
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
    if lone is not None:
        scores[:, lone] += 1
    return pairs | {"brier": _brier(truth, scores, part, units, intervals)}


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


def _pairs(
    truth: np.ndarray, scores: np.ndarray, part: Note | None, units: ResamplingUnits | None, intervals: Intervals
) -> Estimate:
    """One-vs-one (Hand–Till) over the classes that have cases."""
    found = Estimate(hand_till(truth, scores)) if units is None else weighted_hand_till(units, scores, *intervals)
    size, present = scores.shape[1], len(np.unique(truth))
    if not found.is_defined:
        return Estimate(math.nan, note=Note(Code.FEW_CLASSES))
    pairs = note(Code.MEAN_OF_PAIRS, used=present, total=size) if present < size else None
    return replace(found, note=found.note or part, scope=pairs)


def _over_folds(
    truth: np.ndarray, scores: np.ndarray, folds: np.ndarray | None, pooled: Estimate, units: ResamplingUnits | None
) -> dict[str, Estimate]:
    """The mean of the folds first, as of an AUC: their models need not score on one scale. folds: (n,), -1 for none."""
    each = [] if folds is None else [folds == fold for fold in np.unique(folds[folds >= 0])]
    if len(each) < FEWEST_FOLDS or not pooled.is_defined:
        return {"auc_hand_till": pooled}
    weights = np.ones(len(truth)) if units is None or units.case_weights is None else units.case_weights
    areas = np.array([hand_till(truth[rows], scores[rows], None if units is None else weights[rows]) for rows in each])
    apart = replace(pooled, scope=Note(Code.POOLED_OUT_OF_FOLD))
    if defined(areas) < FEWEST_FOLDS:
        return {"auc_hand_till": apart}
    scope = note(Code.MEAN_OF_FOLDS, used=defined(areas), total=len(areas))
    mean = Estimate(float(np.nanmean(areas)), note=pooled.note, scope=scope)
    return {"auc_hand_till": mean, "auc_hand_till_pooled": apart}


def _brier(
    truth: np.ndarray, scores: np.ndarray, part: Note | None, units: ResamplingUnits | None, intervals: Intervals
) -> Estimate:
    """Of two classes the mean squared error of one, as usual; of more the sum over the classes."""
    why = _not_probabilities(scores)
    if why:
        return Estimate(math.nan, note=Note(why))
    if units is not None:
        found = weighted_brier(units, scores, *intervals)
        return replace(found, note=found.note or part)
    value = multiclass_brier(truth, scores)
    return Estimate(value / 2 if scores.shape[1] == 2 else value, note=part)


def _not_probabilities(scores: np.ndarray) -> Code | None:
    if not len(scores):
        return Code.NO_CASE_FULLY_SCORED
    if scores.min() < 0 or scores.max() > 1:
        return Code.SCORES_OUTSIDE_RANGE
    if np.abs(scores.sum(axis=1) - 1).max() > SUM_TOLERANCE + SLACK:
        return Code.SCORES_NOT_SUMMING
    return None


def _of_sequences(
    sequences: Sequence[Recording], patients: np.ndarray | None, level: float, style: Style
) -> dict[str, Estimate]:
    pairs = [(each.truth, each.predicted) for each in sequences]
    of_each = {
        "overlap_score": [overlap_score(*pair) for pair in pairs],
        "overlap_score_any_class": [overlap_score(*pair, same_class=False) for pair in pairs],
        "edit_score": [edit_score(*pair) for pair in pairs],
    }
    found = {}
    for key, values in of_each.items():
        scope = note(Code.MEAN_OF_SEQUENCES, used=defined(values), total=len(values))
        found[key] = _over(mean_of_recordings(values, patients, level, style), scope)
    pooled = note(Code.POOLED_SEGMENTS, sequences=len(pairs))
    for key, iou in IOUS.items():
        counts = Counts(*np.array([tuple(segment_counts(*pair, iou)) for pair in pairs], np.int64).reshape(-1, 4).T)
        found[key] = _over(pooled_segmental_f1(counts, patients, level, style), pooled)
    return found


def _over(given: Estimate, scope: Note) -> Estimate:
    return replace(given, scope=scope) if given.is_defined else given
