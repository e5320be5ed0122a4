"""The cases that two models have in common: an engine tells their patients, and where both scores place them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

import narwhals as nw
import numpy as np

from metrics import Evaluation, ThresholdTable
from metrics.intervals.patient_counts import Patients
from metrics.paired.counted_areas import CountedAreas
from metrics.paired.counted_pairs import ANOTHER, AS_NORMAL, THE_CLASS, place_of
from predictions.counted import Decided, Evaluations, Thresholds
from predictions.problems import Notes, noting_why
from predictions.sources.counted.cases.columns import BOTH, TIMES, TRUTH
from predictions.sources.counted.pairs.decided import decided, patients_at_places, rows_of_cases
from predictions.sources.counted.pairs.matched import PairedRows
from predictions.sources.counted.pairs.scored import areas_of_pair, table_of_first
from predictions.sources.counted.patients.counts import CELL
from predictions.sources.counted.patients.ids import PATIENT
from predictions.sources.engines.engine import one_where


@dataclass(frozen=True, eq=False)
class SharedCases:
    """opened: the file. by: columns that tell the cases, () for models in columns of one table.

    most: distinct scores of a class that are told apart. not_answered: of the study, which notes why a question has
    no answer.
    """

    opened: Callable[[], AbstractContextManager[PairedRows]]
    by: tuple[str, ...]
    most: int
    not_answered: Notes

    def patients(self, label: int | None, normal: int | None, cells: np.ndarray) -> Patients | None:
        """As `PairCounter` has it."""
        first, second = (_saying(said, label, normal) for said in BOTH)
        place = place_of(_is_class(label), first, second)
        with noting_why(self.not_answered), self.opened() as paired:
            if paired.tells_patients(self.by):
                placed = rows_of_cases(paired, self.by).select(PATIENT, place.alias(CELL), TIMES)
                return patients_at_places(paired, placed, cells)
        return None

    def areas(self, label: int, evaluations: Evaluations, has_patients: bool) -> CountedAreas | None:
        """As `PairCounter` has it."""
        with noting_why(self.not_answered), self.opened() as paired:
            return areas_of_pair(paired, self.by, label, evaluations, has_patients, self.most)
        return None

    def table(self, label: int, evaluation: Evaluation) -> ThresholdTable | None:
        """As `PairCounter` has it."""
        with noting_why(self.not_answered), self.opened() as paired:
            return table_of_first(paired, self.by, label, evaluation, self.most)
        return None

    def decided(self, label: int, thresholds: Thresholds, has_patients: bool) -> Decided | None:
        """As `PairCounter` has it."""
        with noting_why(self.not_answered), self.opened() as paired:
            return decided(paired, self.by, label, thresholds, has_patients)
        return None


def _is_class(label: int | None) -> nw.Expr:
    return nw.lit(1) if label is None else one_where(nw.col(TRUTH) == label)


def _saying(said: str, label: int | None, normal: int | None) -> nw.Expr:
    """What a model says of a case."""
    if label is None:
        return nw.when(nw.col(said) == nw.col(TRUTH)).then(nw.lit(THE_CLASS)).otherwise(nw.lit(ANOTHER))
    is_missed = (nw.col(TRUTH) == label) & (nw.col(said) == normal) if normal is not None else nw.lit(False)
    otherwise = nw.when(is_missed).then(nw.lit(AS_NORMAL)).otherwise(nw.lit(ANOTHER))
    return nw.when(nw.col(said) == label).then(nw.lit(THE_CLASS)).otherwise(otherwise)
