"""Rows to recordings: each video, night or record in the order of its rows, and what is odd about that order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from metrics.kernels.codes import of_repeated
from predictions.columns.labels import BLANK
from predictions.problems import Notes, Notice
from predictions.rows import Predictions, rows_of_split
from predictions.study import Study

GAPS = frozenset({"gap_in_order", "missing_frames"})  # codes of notices about the file, excluded rows counted in


@dataclass(frozen=True, eq=False)
class Recording:
    """One sequence of rows in their order.

    truth, predicted: (n,) codes into the study's labels. order: (n,) float64 ascending, nan last; None without a
    column that orders rows, which then stand as in the file. rows: (n,) their positions in the file.
    """

    name: str
    truth: np.ndarray
    predicted: np.ndarray
    order: np.ndarray | None
    rows: np.ndarray

    def __len__(self) -> int:
        return len(self.truth)


def recordings(study: Study, model: int = 0, split: str | None = None) -> tuple[Recording, ...]:
    """The recordings of one model that have rows, in the order of Predictions.sequences; () without sequences.

    Rows are sorted by order inside each recording, equal ones as in the file. Rows without a sequence are in none.
    Raises Problem for a split that does not exist.
    """
    predictions = study.predictions_of(model)
    if predictions is None or predictions.sequence is None:
        return ()
    sequence, order = predictions.sequence, _positions(predictions)
    index = _in_order(sequence, order, _rows(predictions, sequence, split))
    truth, predicted = predictions.truth[index], predictions.predicted[index]
    ordered = None if order is None else order[index]
    return tuple(
        Recording(
            name=predictions.sequences[code],
            truth=truth[part],
            predicted=predicted[part],
            order=None if ordered is None else ordered[part],
            rows=index[part],
        )
        for code, part in _parts(sequence[index])
    )


def patients_of(study: Study, model: int, sequences: Sequence[Recording]) -> np.ndarray | None:
    """(n,) codes from 0 on of the patient of each recording; None where each has one, or a recording has several."""
    predictions = study.predictions_of(model)
    if predictions is None or predictions.clusters is None or not sequences:
        return None
    each = [predictions.clusters[recording.rows] for recording in sequences]
    if any((codes != codes[0]).any() for codes in each):
        return None
    return of_repeated([codes[0] for codes in each])


def _rows(predictions: Predictions, sequence: np.ndarray, split: str | None) -> np.ndarray:
    """Positions of the rows of a split that belong to a sequence."""
    named, rows = sequence != BLANK, rows_of_split(predictions, split)
    return np.flatnonzero(named if rows is None else named & rows)


def _in_order(sequence: np.ndarray, order: np.ndarray | None, index: np.ndarray) -> np.ndarray:
    """The same positions by sequence, then by order; a file that is sorted already costs no sorting."""
    codes = sequence[index]
    steps = np.diff(codes)
    if order is None:
        return index[np.argsort(codes, kind="stable")] if (steps < 0).any() else index
    places = order[index]
    sorted_already = ((steps > 0) | ((steps == 0) & (np.diff(places) >= 0))).all()
    return index if sorted_already else index[np.lexsort((places, codes))]


def _positions(predictions: Predictions) -> np.ndarray | None:
    """The order column, nan where it holds no finite number; None without one."""
    if predictions.order is None:
        return None
    finite = np.isfinite(predictions.order)
    return predictions.order if finite.all() else np.where(finite, predictions.order, np.nan)


def _parts(sequence: np.ndarray) -> Iterator[tuple[int, slice]]:
    """(code of the sequence, its slice) of sorted rows."""
    edges = np.flatnonzero(np.diff(sequence)) + 1
    starts, stops = np.append(0, edges)[: len(sequence)], np.append(edges, len(sequence))
    for start, stop in zip(starts.tolist(), stops.tolist(), strict=False):
        yield int(sequence[start]), slice(start, stop)


# ------------------------------------------------------------------ what is odd about the order


def recording_notices(study: Study, model: int = 0, split: str | None = None) -> tuple[Notice, ...]:
    """What is said about rows without a recording, unsorted, repeated or missing ones; nothing of it is repaired."""
    predictions, notes = study.predictions_of(model), Notes()
    if predictions is None or predictions.sequence is None:
        return ()
    sequence, order = predictions.sequence, _positions(predictions)
    rows = rows_of_split(predictions, split)
    outside = int((sequence[rows if rows is not None else ...] == BLANK).sum())
    if outside:
        notes.warn("rows_outside_recordings", rows=outside, column=study.mapping.sequence)
    if order is None:
        notes.warn("recording_without_order")
    else:
        index = _rows(predictions, sequence, split)
        each = _positions_of_each(sequence, order, index)
        _oddities(each, study.mapping.order or "", notes)
        _say_unsorted(sequence, order, index, study.mapping.order or "", notes)
        _say_gaps(study, predictions, each, notes)
    return tuple(notes.notices)


def _positions_of_each(sequence: np.ndarray, positions: np.ndarray, index: np.ndarray) -> list[np.ndarray]:
    """The positions of each sequence, sorted."""
    ordered = _in_order(sequence, positions, index)
    return [positions[ordered[part]] for _, part in _parts(sequence[ordered])]


def _say_gaps(study: Study, predictions: Predictions, order: list[np.ndarray], notes: Notes) -> None:
    missing, gaps = _missing(order)
    if missing:
        because, column = _why_missing(study, predictions), study.mapping.order or ""
        notes.fact("recording_gaps", rows=missing, units=study.unit, because=because, gaps=gaps, column=column)


def _why_missing(study: Study, predictions: Predictions) -> str:
    """Whether the rows that a gap lacks are excluded, or are missing in the file, as far as that is known."""
    if not study.excluded and predictions.unanswered is None:
        return "missing"
    is_whole = predictions.split is None and predictions is study.predictions_of(0)
    return "excluded" if is_whole and GAPS.isdisjoint(each.code for each in study.notices) else "either"


def _oddities(order: list[np.ndarray], column: str, notes: Notes) -> None:
    if lost := sum(int(np.isnan(each).sum()) for each in order):
        notes.warn("recording_without_position", rows=lost, column=column)
    if repeated := sum(int((np.diff(each) == 0).sum()) for each in order):
        notes.warn("recording_repeats", rows=repeated, column=column)


def _say_unsorted(sequence: np.ndarray, positions: np.ndarray, index: np.ndarray, column: str, notes: Notes) -> None:
    in_file = index[np.argsort(sequence[index], kind="stable")]
    if behind := _behind(sequence[in_file], positions[in_file]):
        notes.fact("recording_unsorted", rows=behind, column=column)


def _behind(sequence: np.ndarray, order: np.ndarray) -> int:
    """Rows in file order whose position is below one before it in the same sequence."""
    falls = (np.diff(order) < 0) & (np.diff(sequence) == 0)
    if not falls.any() and not np.isnan(order).any():
        return 0
    edges = np.flatnonzero(np.diff(sequence)) + 1
    return sum(int((part < np.fmax.accumulate(part)).sum()) for part in np.split(order, edges))


def row_step(order: list[np.ndarray]) -> float:
    """The usual distance of two neighbouring rows, in the unit of the order column; nan where none differ."""
    steps = np.concatenate([np.diff(each) for each in order] or [np.empty(0)])
    steps = steps[steps > 0]
    return float(np.median(steps)) if len(steps) else np.nan


def _missing(order: list[np.ndarray]) -> tuple[int, int]:
    """(rows, gaps) that the usual step would have filled."""
    step = row_step(order)
    gaps = [np.rint(np.diff(each) / step) - 1 for each in order]
    inside = np.concatenate([each[each > 0] for each in gaps] or [np.empty(0)])
    return int(inside.sum()), len(inside)
