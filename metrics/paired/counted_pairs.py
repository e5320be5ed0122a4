"""Two models on the same cases where an engine counts these: what it tells of patients with several of them.

A case has one of 18 places: whether it is of the class, and what each model says of it. Where it is known how many
patients have exactly these cases, the numbers are those of cases that are held; of sums over patients see
`linearised_pairs`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.interval_methods import Style
from metrics.intervals.patient_counts import PatientCounts, Patients
from metrics.kernels.cached import cached_property
from metrics.paired.linearised_pairs import linearised_proportion, linearised_ratio
from metrics.paired.paired_proportions import PairedProportion, proportion_of_patients
from metrics.paired.predictive_ratios import PredictiveRatio, ratio_of_patients

Flags = NDArray[np.bool_]
ANOTHER, THE_CLASS, AS_NORMAL = range(3)  # what a model says of a case
SAYINGS = 3
OUTCOMES = SAYINGS**2  # what two models say of a case


def place_of(is_class: Any, first: Any, second: Any) -> Any:
    """Of a case that is of the class, 1, or not, 0, by what each model says of it.

    As a cell of a matrix of `OUTCOMES` classes, of which only two are true ones.
    """
    return is_class * OUTCOMES + first * SAYINGS + second


@dataclass(frozen=True, eq=False)
class CountedPairs:
    """known: patients by the places of their cases, see `place_of`, in rising order."""

    known: Patients
    level: float = 0.95
    style: Style = "default"

    @cached_property
    def of_class(self) -> Flags:
        """(c,) whether the cases of a place are of the class."""
        found: Flags = self.known.cells >= OUTCOMES
        return found

    def saying(self, what: int) -> tuple[Flags, Flags]:
        """(c,) whether the first model, and the second, says so of the cases of a place."""
        first, second = np.divmod(self.known.cells % OUTCOMES, SAYINGS)
        return first == what, second == what

    def proportion(self, among: Flags, first: Flags, second: Flags) -> PairedProportion:
        """Of cases at some places: which model is correct there."""
        if not isinstance(self.known, PatientCounts):
            return linearised_proportion(self.known, among, first, second, self.level)
        kinds = np.eye(4, dtype=np.int64)[2 * first + second] * among[:, None]
        own, patients = self._histogram(self.known)
        return proportion_of_patients(own @ kinds, self.level, self.style, patients)

    def ratio(self, truth: Flags, first: Flags, second: Flags) -> PredictiveRatio:
        """Of the PPV; of the NPV where all three are negated."""
        if not isinstance(self.known, PatientCounts):
            return linearised_ratio(self.known, truth, first, second, self.level)
        own, patients = self._histogram(self.known)
        return ratio_of_patients(truth, first, second, own, self.level, self.style, patients)

    @staticmethod
    def _histogram(known: PatientCounts) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(v, c) cases at each place, and (v,) how many patients have them."""
        return known.vectors.astype(np.int64, copy=False), known.patients.astype(np.int64, copy=False)
