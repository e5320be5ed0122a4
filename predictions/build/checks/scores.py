"""What a reader must know about the scores of one model: range, spread, direction, row sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from metrics import ThresholdTable, delong
from metrics.intervals.resampling_units import SUM_TOLERANCE
from metrics.kernels.threads import at_once, in_blocks
from predictions.build.checks.predicted_classes import Delivered, lone_edges, say_copied, say_delivered
from predictions.columns.scores import FLOAT32
from predictions.problems import Notes

FEW_ROWS = 10
PERCENT_FROM = 20  # a marker or a rating ends below
CODES = (-1, -9, -99, -999, -9999, 9, 99, 999, 9999)  # what often marks a missing number
LEFT_OUT = {"score_columns_of_unused_classes", "scores_of_unused_classes"}  # the rest of a row may miss 1
MIXED = 4  # times: as many scores in the half below 1 as in the one above are percentages, many more are both
Scores = tuple[np.ndarray | None, ...]


@dataclass(frozen=True, eq=False)
class Scored:
    """One model's scores beside what is true and what it said.

    given: the classes do not come from the scores. positive: the class of a lone score, None for other scores.
    """

    scores: Scores
    truth: np.ndarray
    predicted: np.ndarray
    labels: Sequence[str]
    model: str | None
    given: bool
    positive: int | None


def check_scores(scored: Scored, complete: bool, notes: Notes) -> None:
    """Say what a reader must know: range, spread, direction, row sums, and predictions unlike the highest score.

    complete: every class has a score and every score its class.
    """
    scores, predicted, model = scored.scores, scored.predicted, scored.model
    present = [column for column in scores if column is not None and not np.isnan(column).all()]
    if not present:
        return
    _check_range(present, model, notes)
    _check_spread(scored, notes)
    _check_direction(scored, notes)
    if scored.given:
        _check_lone(scored, notes)
    if not complete or len(present) < len(scores):
        return
    if not are_left_out(notes):
        say_sums(sum(in_blocks(len(predicted), lambda rows: _off_one([c[rows] for c in present]))), model, notes)
    if scored.given:
        lower = in_blocks(len(predicted), lambda rows: _not_highest([c[rows] for c in present], predicted[rows]))
        say_not_highest(sum(lower), _copied(scored), model, notes)


def are_left_out(notes: Notes) -> bool:
    """Whether there are scores of classes that no row uses: the others need not add up to 1."""
    return any(each.code in LEFT_OUT for each in notes.notices)


def _copied(scored: Scored) -> int:
    """The rows where all predictions are the true class, else 0."""
    return len(scored.truth) if np.array_equal(scored.truth, scored.predicted) else 0


def _check_lone(scored: Scored, notes: Notes) -> None:
    """Predictions beside a lone score of one of two classes."""
    positive = scored.positive
    if positive is None or len(scored.labels) != 2 or (column := scored.scores[positive]) is None:
        return
    label, other = scored.labels[positive], scored.labels[1 - positive]
    lowest, highest = lone_edges(column, scored.predicted, positive)
    say_delivered(Delivered(label, other, lowest, highest, _copied(scored), scored.model), notes)


def _off_one(scores: Sequence[np.ndarray]) -> int:
    """Rows whose scores do not add up to 1."""
    total = scores[0].copy()
    with np.errstate(over="ignore", invalid="ignore"):  # scores as large as numbers can be
        for column in scores[1:]:
            total += column
    return int((np.abs(total - 1) > SUM_TOLERANCE).sum())


def say_sums(rows: int, model: str | None, notes: Notes) -> None:
    """Rows whose scores over all classes do not add up to 1; nothing for none."""
    if rows:
        notes.warn("scores_sum_not_1", rows=rows, model=model)


@dataclass(frozen=True)
class Range:
    """Scores of one model. rows: with one outside 0 to 1; low, top: the ends of all.

    coded: of these rows, those with one of CODES. below, above: scores in (0.5, 1) and in (1, 1.5]; 1 may be 1 %.
    """

    rows: int
    low: float
    top: float
    coded: int
    below: int
    above: int


def _check_range(present: Sequence[np.ndarray], model: str | None, notes: Notes) -> None:
    ends = [_ends(column) for column in present]
    outside, coded = np.zeros((2, len(present[0])), bool)
    below = above = 0
    for column, (low, top) in zip(present, ends, strict=True):
        if low < -FLOAT32 or top > 1 + FLOAT32:
            outside |= (column < -FLOAT32) | (column > 1 + FLOAT32)
            coded |= np.isin(column, CODES)
            below += int(((column > 0.5) & (column < 1)).sum())
            above += int(((column > 1) & (column <= 1.5)).sum())
    low, top = min(low for low, _ in ends), max(top for _, top in ends)
    say_outside(Range(int(outside.sum()), low, top, int((outside & coded).sum()), below, above), model, notes)


def _ends(column: np.ndarray) -> tuple[float, float]:
    """The lowest and the highest score; those that leave nan out are several times slower."""
    low, top = float(column.min()), float(column.max())
    return (float(np.nanmin(column)), float(np.nanmax(column))) if np.isnan(low) else (low, top)


def say_outside(found: Range, model: str | None, notes: Notes) -> None:
    """Rows with a score that is no probability; nothing for none."""
    rows, low, top = found.rows, found.low, found.top
    if not rows:
        return
    if found.coded == rows:
        notes.warn("scores_like_missing_codes", rows=rows, example=low if low < 0 else top, model=model)
    elif low < 0:
        notes.warn("negative_scores", rows=rows, model=model)
    elif PERCENT_FROM < top <= 100:
        is_mixed = found.below > 1 and found.below > MIXED * found.above
        notes.warn("scores_mix_percent" if is_mixed else "scores_like_percent", rows=rows, model=model)
    else:
        notes.warn("scores_outside_0_and_1", rows=rows, model=model)


def _check_spread(scored: Scored, notes: Notes) -> None:
    """Scores that hardly tell cases apart: one value for all, or two as a prediction has."""
    constant, two_values = [], []
    for label, column in zip(scored.labels, scored.scores, strict=True):
        if column is None or len(column) < FEW_ROWS or np.isnan(column).all():
            continue
        low, high = _ends(column)
        if low == high:
            constant.append(label)
        elif _has_only(column, low, high):
            two_values.append(label)
    say_spread(constant, two_values, scored.model, notes)


def _has_only(column: np.ndarray, low: float, high: float) -> bool:
    """Whether no score lies between the two; the first few rows mostly answer."""
    parts = column[:FEW_ROWS], column[FEW_ROWS:]
    return all(((part == low) | (part == high) | np.isnan(part)).all() for part in parts)


def say_spread(constant: list[str], two_values: list[str], model: str | None, notes: Notes) -> None:
    """Classes whose scores have one value, or two; nothing for none."""
    if constant:
        notes.warn("constant_scores", labels=constant, model=model)
    if two_values:
        notes.warn("scores_of_two_values", labels=two_values, model=model)


def _check_direction(scored: Scored, notes: Notes) -> None:
    """Scores that are lower for the cases of their class, beyond chance."""
    seem = at_once(lambda code: _seems_reversed(scored, code), len(scored.labels))
    for code, column in enumerate(scored.scores):
        if column is not None and seem[code]:
            table = ThresholdTable.from_scores(*_own_and_others(column, scored.truth, code))
            say_reversed(table, scored.labels[code], scored.model, notes)


def _own_and_others(column: np.ndarray, truth: np.ndarray, code: int) -> tuple[np.ndarray, np.ndarray]:
    """The scores of one class without gaps, and which of them are of its own cases."""
    known = ~np.isnan(column)
    return (column, truth == code) if known.all() else (column[known], truth[known] == code)


def _seems_reversed(scored: Scored, code: int) -> bool:
    column = scored.scores[code]
    if column is None:
        return False
    scores, own = _own_and_others(column, scored.truth, code)
    if _is_higher(scores, own):
        return False
    return _seems_lower(scores[own], scores[~own])


def _is_higher(scores: np.ndarray, own: np.ndarray) -> bool:
    """Whether a class has the higher scores in the mean, as most have: then nothing need be parted from the rest."""
    number, chosen = len(scores) - np.count_nonzero(own), scores[own]
    with np.errstate(over="ignore", invalid="ignore"):
        total = chosen.sum()
        return bool(len(chosen) and number and total / len(chosen) > (scores.sum() - total) / number)


def say_reversed(table: ThresholdTable, label: str, model: str | None, notes: Notes) -> None:
    """A class whose cases have lower scores than the others beyond chance; nothing else."""
    area = delong(table)
    if area.value == 0 or (area.high is not None and area.high < 0.5):
        notes.warn("reversed_scores", label=label, model=model, auc=area.value)


def _seems_lower(own: np.ndarray, others: np.ndarray) -> bool:
    """Whether a closer look is worth its time: the mean is lower by more than a standard error."""
    if not len(own) or not len(others):
        return False
    with np.errstate(over="ignore", invalid="ignore"):
        error = np.sqrt(own.var() / len(own) + others.var() / len(others))
        return bool(own.mean() < others.mean() - error)


def _not_highest(scores: Sequence[np.ndarray], predicted: np.ndarray) -> int:
    """Rows whose predicted class has not the highest score."""
    best, own = scores[0], np.where(predicted == 0, scores[0], np.nan)
    for index, column in enumerate(scores[1:], 1):
        best = np.maximum(best, column)
        np.copyto(own, column, where=predicted == index)
    return int((own < best).sum())


def say_not_highest(rows: int, copied: int, model: str | None, notes: Notes) -> None:
    """Rows whose predicted class has not the highest score; nothing for none. copied: as of `Delivered`."""
    if rows and copied:
        say_copied(copied, model, notes)
    elif rows:
        notes.warn("prediction_not_highest_score", rows=rows, model=model)
