"""Patients of the cases that two models have in common: an engine tells how many have exactly these."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

import narwhals as nw
import numpy as np

from metrics.intervals.patient_counts import Patients
from metrics.paired.counted_pairs import ANOTHER, AS_NORMAL, OUTCOMES, THE_CLASS, place_of
from predictions.problems import Problem
from predictions.sources.counted.case_columns import BOTH, TRUTH, CaseColumns, id_in
from predictions.sources.counted.pairs.counted import HIGH, LOW
from predictions.sources.counted.pairs.matched import KEY, PairedRows
from predictions.sources.counted.patients.areas import TIMES
from predictions.sources.counted.patients.counts import CELL, Asked
from predictions.sources.counted.patients.ids import PATIENT, ROWS, patient_column, with_known_id
from predictions.sources.counted.table import CountedTable
from predictions.sources.engines.engine import Frame

Opened = Callable[[], AbstractContextManager[tuple[CountedTable, Frame]]]


@dataclass(frozen=True, eq=False)
class SharedCases:
    """opened: the file, and the common cases of somebody known, with `PATIENT`, `TRUTH`, `BOTH` and `TIMES`."""

    opened: Opened

    def patients(self, label: int | None, normal: int | None, cells: np.ndarray) -> Patients | None:
        """As `PairCounter` has it."""
        first, second = (_saying(said, label, normal) for said in BOTH)
        place = place_of(_is_class(label), first, second)
        try:
            with self.opened() as (file, rows):
                placed = rows.select(PATIENT, place.alias(CELL), TIMES).group_by(PATIENT, CELL)
                in_cells = placed.agg(nw.col(TIMES).sum().cast(nw.Int64).alias(ROWS))
                found = Asked(file, in_cells, OUTCOMES, cells.reshape(1, -1)).patients()
        except Problem:
            return None
        return found[0] if found else None


def _is_class(label: int | None) -> nw.Expr:
    return nw.lit(1) if label is None else nw.when(nw.col(TRUTH) == label).then(nw.lit(1)).otherwise(nw.lit(0))


def _saying(said: str, label: int | None, normal: int | None) -> nw.Expr:
    """What a model says of a case."""
    if label is None:
        return nw.when(nw.col(said) == nw.col(TRUTH)).then(nw.lit(THE_CLASS)).otherwise(nw.lit(ANOTHER))
    is_missed = (nw.col(TRUTH) == label) & (nw.col(said) == normal) if normal is not None else nw.lit(False)
    otherwise = nw.when(is_missed).then(nw.lit(AS_NORMAL)).otherwise(nw.lit(ANOTHER))
    return nw.when(nw.col(said) == label).then(nw.lit(THE_CLASS)).otherwise(otherwise)


def rows_of_both(paired: PairedRows) -> Frame:
    """The rows that two models in columns of one table have in common, as `SharedCases` takes them."""
    file, parts, mapping = paired.file, paired.parts, paired.mapping
    times = parts[0].times(file)
    first, second = (CaseColumns(file, paired.settled, part, part, None) for part in parts)
    further = [
        id_in(file.column(str(patient_column(mapping)))).alias(PATIENT),
        (nw.lit(1) if times is None else times).alias(TIMES),
    ]
    common = file.where(condition for part in parts for condition in part.conditions)
    return with_known_id(first.with_both(second, common, further), mapping)


def rows_matched(paired: PairedRows, by: tuple[str, ...]) -> Frame:
    """The cases of two models in rows of their own, as `SharedCases` takes them. by: columns that tell them.

    The first of these tells patients.
    """
    size = len(paired.settled.labels)
    both = paired.cases(by).filter(nw.col(LOW) < size**2, nw.col(HIGH) >= size**2)
    cells = [nw.col(LOW), nw.col(HIGH) - size**2]
    truth = [(each // nw.lit(size, nw.Int64)).cast(nw.Int64) for each in cells]
    said = [(each - size * of).alias(name) for each, of, name in zip(cells, truth, BOTH, strict=True)]
    same = both.filter(truth[0] == truth[1])
    patient = id_in(nw.col(KEY.format(0))).alias(PATIENT)
    return with_known_id(same.select(patient, truth[0].alias(TRUTH), *said, nw.lit(1).alias(TIMES)), paired.mapping)
