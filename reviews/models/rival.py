"""One model beside the reference: every number of both on the cases that they share."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

import numpy as np

from metrics import Estimate, PairedAUC, ThresholdTable
from metrics.interval_methods import Style
from metrics.intervals.patient_counts import KnownBy, Patients, known_by
from metrics.paired.counted_areas import CountedAreas
from metrics.paired.counted_pairs import THE_CLASS, CountedPairs
from metrics.paired.multiplicity import simultaneous_level
from metrics.paired.paired_auc import Held, matching_threshold
from metrics.paired.paired_proportions import PairedProportion
from metrics.paired.predictive_ratios import PredictiveRatio, predictive_ratio
from metrics.utility.paired_difference import net_benefit_difference, net_benefit_difference_of_counts
from predictions.counted import Decided, Thresholds
from predictions.slices.paired_models import Pair
from reviews.models.compared import Compared, Drawn, Scored, among, at_places, risks_met, risks_met_by_all
from reviews.view import View

T = TypeVar("T")
Mode = Literal["delivered", "sensitivity", "specificity"]


def has_missed_as_normal(view: View, label: int) -> bool:
    """Only a disease can be missed as Normal; with two classes it is the miss rate."""
    return view.normal is not None and label in view.voice.diseases and len(view.study.labels) > 2


@dataclass(frozen=True, eq=False)
class Rival:
    """Another model on the cases that it shares with the reference, which `view` looks at.

    count: of all rivals, whose intervals hold together (Bonferroni).
    """

    view: View
    model: int
    pair: Pair
    count: int = 1

    @property
    def level(self) -> float:
        return simultaneous_level(self.view.level, self.count)

    def compared(self, label: int, mode: Mode = "delivered", comparisons: int | None = None) -> Compared | None:
        """One class; None where a threshold would have to be moved and a model has no scores, or there are no cases.

        comparisons: how many intervals are simultaneous; without it one for each rival.
        """
        level = simultaneous_level(self.view.level, comparisons or self.count)
        key = ("compared", label, mode, level, self.view.normal, has_missed_as_normal(self.view, label))
        return self._cached(key, lambda: self._compared(label, mode, level))

    def observed_to_expected(self, label: int) -> Estimate | None:
        """O:E of the class with an interval of its own; None where its scores are no probabilities."""
        pair, level = self.pair, self.view.level
        if pair.counter is not None:
            is_whole = not (pair.only_first or pair.differing or pair.blank)
            return risks_met_by_all(replace(self.view, model=self.model).asking.evaluation, label) if is_whole else None
        return self._cached(("O:E", label, level), lambda: risks_met(pair.first, pair.rows[0], label, level))

    def accuracy(self) -> PairedProportion:
        """Correct predictions over all classes, the interval simultaneous for the rivals."""
        level = self.level
        return self._cached(("accuracy", level), lambda: self._accuracy(level))

    def _accuracy(self, level: float) -> PairedProportion:
        if known := self._of_patients(None, level):
            return known.proportion(known.of_class, *known.saying(THE_CLASS))
        first, second = (codes == self.pair.truth for codes in self.pair.predicted)
        return among(slice(None), first, second, self._drawn(level))

    def npv(self, label: int) -> PredictiveRatio:
        """The NPV of a class as delivered, the interval simultaneous for the rivals."""
        level = self.level
        return self._cached(("npv", label, level), lambda: self._npv(label, level))

    def _npv(self, label: int, level: float) -> PredictiveRatio:
        if known := self._of_patients(label, level):
            first, second = known.saying(THE_CLASS)
            return known.ratio(~known.of_class, ~first, ~second)
        first, second = (codes != label for codes in self.pair.predicted)
        return predictive_ratio(self.pair.truth != label, first, second, *self._drawn(level))

    def areas(self, label: int) -> PairedAUC | None:
        """Both AUCs of a class, the interval simultaneous for the rivals; None where one has no curve."""
        return self._areas(label, self.level)

    def _areas(self, label: int, level: float) -> PairedAUC | None:
        return self._cached(("areas", label, level), lambda: self._paired_areas(label, level))

    def _paired_areas(self, label: int, level: float) -> PairedAUC | None:
        scored = self.scored(label) or self._counted_areas(label)
        return scored.areas(level, self._style) if scored else None

    def _counted_areas(self, label: int) -> CountedAreas | None:
        """The same as `scored` where an engine holds the cases."""
        view = self.view
        first, second = (replace(view, model=model).evaluation for model in (self.model, view.model))
        if first.table(label) is None or second.table(label) is None:
            return None
        return self._cached(("counted areas", label), lambda: self.pair.counted_areas(label, (first, second)))

    def net_benefit(self, label: int, risk: float) -> Estimate | None:
        """Of this model less that of the reference at a threshold of risk; None where one has no probabilities."""
        if (scored := self.scored(label)) is not None:
            first, second = (scores >= risk for scores in scored.scores)
            each_of = scored.patients, scored.weights
            return net_benefit_difference(scored.is_class, first, second, risk, self.level, *each_of)
        decided = self._decided(label, (risk, risk))
        return decided and net_benefit_difference_of_counts(*decided, risk, self.level)

    def has_scores(self, label: int) -> bool:
        """Whether both have scores of the class by which cases can be told apart."""
        if self.pair.counter is None:
            return self.scored(label) is not None
        each_of = [replace(self.view, model=model).evaluation for model in (self.model, self.view.model)]
        return all(each.table(label) is not None and not each.is_weighted for each in each_of)

    def scored(self, label: int) -> Scored | None:
        """The common cases with a score of the class from both; None where a model has none."""
        return self._cached(("scored", label), lambda: Scored.of(self.pair, label))

    def _compared(self, label: int, mode: Mode, level: float) -> Compared | None:
        scored = self.scored(label)
        if mode == "delivered" and (known := self._of_patients(label, level)):
            has_normal = has_missed_as_normal(self.view, label)
            return Compared.of_patients(known, has_normal, self._areas(label, level))
        if mode == "delivered":
            predicted = tuple(codes == label for codes in self.pair.predicted)
            return self._numbers(label, predicted, None, scored, level)
        if scored is None:
            return self._moved(label, mode, level)
        standing = self.pair.predicted[1][scored.places] == label
        threshold = matching_threshold(mode, scored.is_class, standing, scored.tables[0], scored.weights)
        if threshold is None:
            return None
        return self._numbers(label, (scored.scores[0] >= threshold, standing), threshold, scored, level)

    def _moved(self, label: int, mode: Held, level: float) -> Compared | None:
        """The same where an engine holds the cases."""
        table, standing = self._counted_table(label), self._decided(label, (None, None))
        if table is None or standing is None:
            return None
        places = at_places(len(standing.cells))
        threshold = matching_threshold(mode, places[0], places[2], table, standing.cells)
        decided = None if threshold is None else self._decided(label, (threshold, None))
        if threshold is None or decided is None:
            return None
        areas = self._areas(label, level)
        if decided.patients is None:
            drawn = Drawn(None, level, self._style, weights=None, copies=decided.cells)
            return Compared.of_decisions(*places, threshold, None, areas, drawn)
        known = CountedPairs(decided.patients, level, self._style)
        return replace(Compared.of_patients(known, False, areas), threshold=threshold)

    def _counted_table(self, label: int) -> ThresholdTable | None:
        own = replace(self.view, model=self.model).evaluation
        return self._cached(("counted table", label), lambda: self.pair.counted_table(label, own))

    def _decided(self, label: int, thresholds: Thresholds) -> Decided | None:
        return self._cached(("decided", label, thresholds), lambda: self.pair.decided(label, thresholds))

    def _numbers(
        self,
        label: int,
        predicted: tuple[np.ndarray, ...],
        threshold: float | None,
        scored: Scored | None,
        level: float,
    ) -> Compared:
        """predicted: (m,) whether the model, and the reference, predict the class."""
        places = slice(None) if threshold is None or scored is None else scored.places
        is_class, drawn = self.pair.truth[places] == label, self._drawn(level, places)
        first, second = predicted
        as_normal = None
        if threshold is None and has_missed_as_normal(self.view, label):
            one, other = (codes == self.view.normal for codes in self.pair.predicted)
            as_normal = among(is_class, one, other, drawn)
        return Compared.of_decisions(is_class, first, second, threshold, as_normal, self._areas(label, level), drawn)

    @property
    def units(self) -> int | None:
        """Distinct patients of the common cases; None where nothing tells them apart."""
        known = self.patients(self.view.interest)
        return known.count if known else self.pair.units

    @property
    def known_by(self) -> KnownBy | None:
        """How patients with several of the common cases are known; None where cases are independent."""
        known = self.patients(self.view.interest)
        if known and known.repeated:
            return known_by(known)
        return None if self.pair.patients is None else "rows"

    def patients(self, label: int | None) -> Patients | None:
        """What an engine tells of those of a class, of all classes for None; None where it tells nothing."""
        normal = self.view.normal
        if label is None or not has_missed_as_normal(self.view, label):
            normal = None
        return self._cached(("patients", label, normal), lambda: self.pair.counted_patients(label, normal))

    def _of_patients(self, label: int | None, level: float) -> CountedPairs | None:
        known = self.patients(label)
        return CountedPairs(known, level, self._style) if known else None

    def disagreeing(self, label: int) -> int:
        """Cases of the class that only one of the two predicts."""
        found = self.compared(label)
        return found.sensitivity.first_only + found.sensitivity.second_only if found else 0

    def _drawn(self, level: float, places: slice | np.ndarray = slice(None)) -> Drawn:
        """How intervals of some common cases are made."""
        each_of = (self.pair.patients, self.pair.weights, self.pair.copies)
        patients, weights, copies = (None if each is None else each[places] for each in each_of)
        return Drawn(patients, level, self._style, weights, copies)

    @property
    def _style(self) -> Style:
        return self.view.intervals

    def _cached(self, key: tuple[Hashable, ...], make: Callable[[], T]) -> T:
        return self.view.cached(("rival", self.model, *key), make)
