"""What two models decide about the cases that both have a score for, each as it predicts or at a threshold."""

from __future__ import annotations

import math
from collections.abc import Sequence

import narwhals as nw
import numpy as np
import pyarrow as pa

from metrics.intervals.patient_counts import Patients
from metrics.paired.counted_pairs import ANOTHER, OUTCOMES, THE_CLASS, place_of
from predictions.counted import Decided, Thresholds
from predictions.sources.counted.cases.columns import BOTH, TIMES, TRUTH, at_once_or_by_ids, id_in
from predictions.sources.counted.pairs.matched import KEY, PairedRows, same_cases
from predictions.sources.counted.patients.areas import SCORE, SCORES
from predictions.sources.counted.patients.counts import CELL, Asked
from predictions.sources.counted.patients.ids import PATIENT, ROWS, patient_column, with_known_id
from predictions.sources.counted.weights import are_weights, as_cases
from predictions.sources.engines.engine import Frame, added_up, one_where, whole


def decided(
    paired: PairedRows, by: tuple[str, ...], label: int, thresholds: Thresholds, has_patients: bool
) -> Decided | None:
    """As `PairCounter.decided`. by: as `Together` has it. Raises TooManyGroups."""
    scores = [score for part in paired.parts if (score := paired.score(part, label)) is not None]
    if len(scores) < len(paired.parts) or are_weights(paired.mapping):
        return None
    rows = rows_of_cases(paired, by, scores).filter(*(~nw.col(name).is_null() for name in SCORES))
    is_class = one_where(nw.col(TRUTH) == label)
    place = place_of(is_class, *map(_saying, BOTH, SCORES, (label, label), thresholds))
    placed = rows.select(PATIENT, TIMES, place.alias(CELL))
    cells = _cells(paired, placed)
    if not cells.any() or not has_patients or not paired.tells_patients(by):
        return Decided(cells, None)
    return Decided(cells, patients_at_places(paired, placed, cells))


def _saying(said: str, score: str, label: int, threshold: float | None) -> nw.Expr:
    """What a model says of a case: whether it is of the class. threshold: None as it predicts."""
    if threshold == math.inf:
        return nw.lit(ANOTHER)
    says = nw.col(said) == label if threshold is None else nw.col(score) >= threshold
    return nw.when(says).then(nw.lit(THE_CLASS)).otherwise(nw.lit(ANOTHER))


def _cells(paired: PairedRows, placed: Frame) -> np.ndarray:
    """(OUTCOMES * OUTCOMES,) of all cases."""
    counted = added_up(nw.col(TIMES)).alias(ROWS)
    answers = at_once_or_by_ids(
        placed, nw.col(PATIENT), lambda some: paired.file.answer(some.group_by(CELL).agg(counted))
    )
    answer, found = pa.concat_tables(answers), np.zeros(OUTCOMES**2, np.int64)
    np.add.at(found, whole(answer[CELL]), whole(answer[ROWS]))
    return found


def rows_of_cases(paired: PairedRows, by: tuple[str, ...], scores: Sequence[nw.Expr] = ()) -> Frame:
    """`PATIENT`, `TRUTH`, `BOTH` and `TIMES` of the common cases; of scores, one of each model, `SCORES`, too.

    by: columns that tell the cases, the first one patients; () for models in columns of one table.
    """
    return _matched(paired, by, scores) if by else _beside(paired, scores)


def patients_at_places(paired: PairedRows, placed: Frame, cells: np.ndarray) -> Patients | None:
    """Of cases with `PATIENT`, `CELL` and `TIMES`. cells: all of them, also of nobody known. Raises TooManyGroups."""
    in_cells = with_known_id(placed, paired.mapping).group_by(PATIENT, CELL)
    of_patients = in_cells.agg(added_up(nw.col(TIMES)).alias(ROWS))
    found = Asked(paired.file, of_patients, OUTCOMES, cells.reshape(1, -1)).patients()
    return found[0] if found else None


def _beside(paired: PairedRows, scores: Sequence[nw.Expr]) -> Frame:
    file, times, ids = paired.file, paired.times, patient_column(paired.mapping)
    further = [
        (id_in(file.column(ids)) if ids and paired.tells_patients(()) else nw.lit(None, nw.String)).alias(PATIENT),
        *(score.alias(name) for name, score in zip(SCORES, scores, strict=False)),
        as_cases(times).alias(TIMES),
    ]
    return paired.columns(0).with_both(paired.columns(1), paired.of_both, further)


def _matched(paired: PairedRows, by: tuple[str, ...], scores: Sequence[nw.Expr]) -> Frame:
    first, second = ({SCORE: scores[at]} if scores else {} for at in (0, 1))
    patient = nw.col(KEY.format(0)).cast(nw.String).alias(PATIENT)  # trimmed already; a text is asked for in parts
    same = same_cases(paired, by, (first, second))
    return same.select(patient, TRUTH, *BOTH, *(SCORES if scores else ()), nw.lit(1).alias(TIMES))
