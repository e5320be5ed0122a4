"""Numbers that counts alone cannot give: they need every row's scores, or the order of the rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from metrics import Estimate, edit_score, hand_till, multiclass_brier, overlap_score, segmental_f1
from metrics.measures.averages import defined, macro
from predictions.build.score_checks import SUM_TOLERANCE
from predictions.rows import Predictions, rows_of_split
from predictions.slices.sequences import Recording, recordings
from predictions.study import Study

__all__ = ["row_numbers"]

IOUS = {"segmental_f1_10": 0.10, "segmental_f1_25": 0.25, "segmental_f1_50": 0.50}
SLACK = 1e-9  # the tolerance itself is still within
ONE_CLASS = "fewer than two classes have cases"
NOT_ALL_SCORED = "not every class has scores"


def row_numbers(study: Study, model: int = 0, split: str | None = None) -> dict[str, Estimate]:
    """With scores `auc_hand_till` and `brier`; with sequences the overlap, edit and segmental F1 scores.

    `overlap_score_any_class` is the literal formula that ignores the class of a segment. The overlap and edit scores
    are means over the sequences, the F1 scores count the segments of all of them together. None carries an interval.
    {} for a matrix. Raises Problem for a split that does not exist.
    """
    predictions = study.predictions_of(model)
    if predictions is None:
        return {}
    found: dict[str, Estimate] = {}
    if predictions.scores is not None:
        found |= _of_scores(predictions, rows_of_split(predictions, split), study.positive)
    if predictions.sequence is not None:
        found |= _of_sequences(recordings(study, model, split))
    return found


def _of_scores(predictions: Predictions, rows: np.ndarray | None, positive: int | None) -> dict[str, Estimate]:
    assert predictions.scores is not None
    columns = [None if each is None else each if rows is None else each[rows] for each in predictions.scores]
    lone = _fill_in(columns, positive)
    given = [column for column in columns if column is not None]
    if len(given) < len(columns):
        return {key: Estimate(math.nan, note=NOT_ALL_SCORED) for key in ("auc_hand_till", "brier")}
    truth, scores = predictions.truth if rows is None else predictions.truth[rows], np.column_stack(given)
    complete = ~np.isnan(scores).any(axis=1)
    if not complete.all():
        truth, scores = truth[complete], scores[complete]
    note = None if complete.all() else f"over {len(truth):,} of {len(complete):,} cases, which have every score"
    pairs = _pairs(truth, scores, note)
    if lone is not None:
        scores[:, lone] += 1
    return {"auc_hand_till": pairs, "brier": _brier(truth, scores, note)}


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


def _pairs(truth: np.ndarray, scores: np.ndarray, note: str | None) -> Estimate:
    """Hand and Till's mean over the pairs of classes that have cases."""
    value, (size, present) = hand_till(truth, scores), (scores.shape[1], len(np.unique(truth)))
    if math.isnan(value):
        return Estimate(value, note=ONE_CLASS)
    of = f"mean over the pairs of {present} of {size} classes" if present < size else None
    return Estimate(value, note="; ".join(part for part in (of, note) if part) or None)


def _brier(truth: np.ndarray, scores: np.ndarray, note: str | None) -> Estimate:
    """Of two classes the mean squared error of one, as usual; of more the sum over the classes."""
    why = _not_probabilities(scores)
    if why:
        return Estimate(math.nan, note=why)
    value = multiclass_brier(truth, scores)
    return Estimate(value / 2 if scores.shape[1] == 2 else value, note=note)


def _not_probabilities(scores: np.ndarray) -> str | None:
    if not len(scores):
        return "no case has every score"
    if scores.min() < 0 or scores.max() > 1:
        return "the scores are no probabilities: some lie outside 0 to 1"
    if np.abs(scores.sum(axis=1) - 1).max() > SUM_TOLERANCE + SLACK:
        return "the scores are no probabilities: over these classes they do not add up to 1"
    return None


def _of_sequences(sequences: Sequence[Recording]) -> dict[str, Estimate]:
    pairs = [(each.truth, each.predicted) for each in sequences]
    found = {
        "overlap_score": _mean([overlap_score(*pair) for pair in pairs]),
        "overlap_score_any_class": _mean([overlap_score(*pair, same_class=False) for pair in pairs]),
        "edit_score": _mean([edit_score(*pair) for pair in pairs]),
    }
    note = f"segments of {len(pairs):,} sequence{'s' if len(pairs) != 1 else ''} counted together"
    for key, iou in IOUS.items():
        value = segmental_f1(pairs, iou)
        found[key] = Estimate(value, note="there is no segment" if math.isnan(value) else note)
    return found


def _mean(values: Sequence[float]) -> Estimate:
    """Over the sequences where it is defined."""
    used = defined(values)
    if not used:
        return Estimate(math.nan, note="there is no sequence with a segment")
    of = f"{used:,}" if used == len(values) else f"{used:,} of {len(values):,}"
    return Estimate(float(macro(values)), note=f"mean of {of} sequence{'s' if len(values) != 1 else ''}")
