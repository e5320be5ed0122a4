"""What two models decide about the cases that both have a score for, each as it predicts or at a threshold."""

from __future__ import annotations

import math

import narwhals as nw
import numpy as np
import pyarrow as pa

from metrics.paired.counted_pairs import ANOTHER, OUTCOMES, THE_CLASS, place_of
from predictions.counted import Decided, Thresholds
from predictions.sources.counted.case_columns import BOTH, TRUTH, at_once_or_by_ids, id_in
from predictions.sources.counted.pairs.matched import KEY, PairedRows, same_cases
from predictions.sources.counted.patients.areas import SCORE, SCORES, TIMES
from predictions.sources.counted.patients.counts import CELL, Asked
from predictions.sources.counted.patients.ids import PATIENT, ROWS, patient_column, with_known_id
from predictions.sources.counted.weights import are_weights
from predictions.sources.engines.engine import Frame


def decided(
    paired: PairedRows, by: tuple[str, ...], label: int, thresholds: Thresholds, has_patients: bool
) -> Decided | None:
    """As `PairCounter.decided`. by: as `Together` has it. Raises TooManyGroups."""
    scores = [score for part in paired.parts if (score := paired.score(part, label)) is not None]
    if len(scores) < len(paired.parts) or are_weights(paired.mapping):
        return None
    rows = _matched(paired, by, scores) if by else _beside(paired, scores, has_patients)
    rows = rows.filter(*(~nw.col(name).is_null() for name in SCORES))
    is_class = nw.when(nw.col(TRUTH) == label).then(nw.lit(1)).otherwise(nw.lit(0))
    place = place_of(is_class, *map(_saying, BOTH, SCORES, (label, label), thresholds))
    placed = rows.select(PATIENT, TIMES, place.alias(CELL))
    cells = _cells(paired, placed)
    if not cells.any() or not has_patients or not paired.tells_patients(by):
        return Decided(cells, None)
    in_cells = with_known_id(placed, paired.mapping).group_by(PATIENT, CELL)
    of_patients = in_cells.agg(nw.col(TIMES).sum().cast(nw.Int64).alias(ROWS))
    found = Asked(paired.file, of_patients, OUTCOMES, cells.reshape(1, -1)).patients()
    return Decided(cells, found[0] if found else None)


def _saying(said: str, score: str, label: int, threshold: float | None) -> nw.Expr:
    """What a model says of a case: whether it is of the class. threshold: None as it predicts."""
    if threshold == math.inf:
        return nw.lit(ANOTHER)
    says = nw.col(said) == label if threshold is None else nw.col(score) >= threshold
    return nw.when(says).then(nw.lit(THE_CLASS)).otherwise(nw.lit(ANOTHER))


def _cells(paired: PairedRows, placed: Frame) -> np.ndarray:
    """(OUTCOMES * OUTCOMES,) of all cases."""
    counted = nw.col(TIMES).sum().cast(nw.Int64).alias(ROWS)
    answers = at_once_or_by_ids(
        placed, nw.col(PATIENT), lambda some: paired.file.answer(some.group_by(CELL).agg(counted))
    )
    answer, found = pa.concat_tables(answers), np.zeros(OUTCOMES**2, np.int64)
    np.add.at(found, answer[CELL].to_numpy().astype(np.int64), answer[ROWS].to_numpy().astype(np.int64))
    return found


def _beside(paired: PairedRows, scores: list[nw.Expr], has_patients: bool) -> Frame:
    """`PATIENT`, `TRUTH`, `BOTH`, `SCORES` and `TIMES` of models in columns of one table."""
    file, times = paired.file, paired.times
    first, second = paired.columns(0), paired.columns(1)
    patient = id_in(file.column(str(patient_column(paired.mapping)))) if has_patients else nw.lit(None, nw.String)
    named = [score.alias(name) for score, name in zip(scores, SCORES, strict=True)]
    further = [patient.alias(PATIENT), *named, (nw.lit(1) if times is None else times).alias(TIMES)]
    return first.with_both(second, paired.of_both, further)


def _matched(paired: PairedRows, by: tuple[str, ...], scores: list[nw.Expr]) -> Frame:
    """The same of models in rows of their own."""
    same = same_cases(paired, by, ({SCORE: scores[0]}, {SCORE: scores[1]}))
    patient = nw.col(KEY.format(0)).cast(nw.String).alias(PATIENT)
    return same.select(patient, TRUTH, *BOTH, *SCORES, nw.lit(1).alias(TIMES))
