"""The models of one split on the same cases: every number of each beside that of the reference."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeVar

import numpy as np

from metrics import Estimate, PairedAUC
from metrics.interval_methods import Style
from metrics.intervals.patient_counts import KnownBy, Patients, known_by
from metrics.paired.counted_pairs import THE_CLASS, CountedPairs
from metrics.paired.multiplicity import simultaneous_level
from metrics.paired.paired_auc import matching_threshold
from metrics.paired.paired_proportions import PairedProportion
from metrics.paired.predictive_ratios import PredictiveRatio, predictive_ratio
from predictions.problems import Problem
from predictions.rows import cases_of, row_numbers
from predictions.slices.paired_models import Pair, join
from predictions.study import Study
from reviews.compared import Compared, Drawn, Scored, among, risks_met
from reviews.view import View
from words import distinct

T = TypeVar("T")
Mode = Literal["delivered", "sensitivity", "specificity"]
LONGEST_NAME = 32  # characters of a model
MODES: tuple[Mode, ...] = ("delivered", "sensitivity", "specificity")


@dataclass(frozen=True, eq=False)
class Comparison:
    """The model that is looked at as the reference, and every other model of the same split."""

    view: View

    @property
    def study(self) -> Study:
        return self.view.study

    @property
    def level(self) -> float:
        """Of each interval of a difference: all of them together hold at the level of the view (Bonferroni)."""
        return simultaneous_level(self.view.level, len(self.rivals))

    @property
    def others(self) -> tuple[int, ...]:
        """The other models with cases of the split, as splits are never mixed."""
        return tuple(
            model for model, split in self.study.slices if split == self.view.split and model != self.view.model
        )

    @cached_property
    def rivals(self) -> tuple[Rival, ...]:
        """The other models whose cases are known to be those of the reference."""
        return tuple(Rival(self, model, found) for model, found in self._joined if isinstance(found, Pair))

    @property
    def scored_rivals(self) -> tuple[Rival, ...]:
        """Those whose scores of single cases are known; an engine that counts is not asked for common cases."""
        return () if self.study.without_cases else self.rivals

    @property
    def unmatched(self) -> tuple[tuple[int, Problem], ...]:
        """The other models that have no case in common with the reference, and why."""
        return tuple((model, found) for model, found in self._joined if isinstance(found, Problem))

    @property
    def _joined(self) -> tuple[tuple[int, Pair | Problem], ...]:
        return tuple((model, self._join(model)) for model in self.others)

    def _join(self, model: int) -> Pair | Problem:
        def joined() -> Pair | Problem:
            try:
                return join(self.study, model, self.view.model, self.view.split).as_cases()
            except Problem as problem:
                return problem

        return self.view.cached(("joined", model), joined)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A short plain name for each model of the study, no two alike."""
        return distinct(self.full_names, LONGEST_NAME)

    @property
    def full_names(self) -> tuple[str, ...]:
        """A plain name for each model of the study."""
        return distinct(name or f"Model {i + 1}" for i, name in enumerate(self.study.model_names))

    @property
    def is_assumed(self) -> bool:
        """Whether the file gives lone scores and no predicted classes, so that predictions rest on an assumption."""
        return self.study.mapping.gives_scores_only

    @property
    def modes(self) -> tuple[Mode, ...]:
        """How predictions can be compared: not at all where every one of them is assumed.

        At a kept threshold of the reference the others are moved to meet it.
        """
        if self.is_assumed:
            kept = self.view.before is not None and any(
                each.applied and each.model == self.view.model for each in self.view.review.thresholds
            )
            return MODES[1:] if kept else ()
        return MODES if any(each.scored(self.view.interest) for each in self.rivals) else MODES[:1]

    def compared(self, label: int) -> tuple[tuple[Rival, Compared], ...]:
        """Every rival with its numbers of a class, as delivered."""
        return tuple((each, found) for each in self.rivals if (found := each.compared(label)))

    def leading(self, label: int) -> tuple[Rival, Compared] | None:
        """Whom the headline speaks of: the highest sensitivity, clearly higher ones first. None without rivals."""
        return max(self.compared(label), key=lambda each: _place(each[1].sensitivity), default=None)

    def leading_by_area(self, label: int) -> tuple[Rival, Compared] | None:
        """Whom the headline speaks of where only scores are compared: the highest AUC, clearly higher ones first."""
        found = [each for each in self.compared(label) if each[1].auc]
        return max(found, key=lambda each: _place_by_area(each[1]), default=None)

    def has_missed_as_normal(self, label: int) -> bool:
        """Only a disease can be missed as Normal; with two classes it is the miss rate."""
        return self.view.normal is not None and label in self.view.voice.diseases and len(self.study.labels) > 2

    def observed_to_expected(self, label: int) -> Estimate | None:
        """O:E of the reference; None where its scores are no probabilities."""
        model = self.study.predictions_of(self.view.model)
        if model is None:
            return None
        at = cases_of(model, row_numbers(model, self.view.split))
        assert at is not None
        return self.view.cached(("O:E", label, self.view.level), lambda: risks_met(model, at, label, self.view.level))


def _place(found: PairedProportion) -> tuple[bool, float]:
    value = found.difference.value
    return found.verdict == "first", value if value == value else -2.0


def _place_by_area(found: Compared) -> tuple[bool, float]:
    apart = found.difference("auc")
    value = apart.value if apart else math.nan
    return found.is_clear("auc") and value > 0, value if value == value else -2.0


@dataclass(frozen=True, eq=False)
class Rival:
    """Another model on the cases that it shares with the reference."""

    comparison: Comparison
    model: int
    pair: Pair

    def compared(self, label: int, mode: Mode = "delivered", comparisons: int | None = None) -> Compared | None:
        """One class; None where a threshold would have to be moved and a model has no scores, or there are no cases.

        comparisons: how many intervals are simultaneous; without it one for each rival.
        """
        level = simultaneous_level(self.comparison.view.level, comparisons or len(self.comparison.rivals))
        key = ("compared", label, mode, level, self.comparison.view.normal, self.comparison.has_missed_as_normal(label))
        return self._cached(key, lambda: self._compared(label, mode, level))

    def observed_to_expected(self, label: int) -> Estimate | None:
        """O:E of the class with an interval of its own; None where its scores are no probabilities."""
        pair, level = self.pair, self.comparison.view.level
        return self._cached(("O:E", label, level), lambda: risks_met(pair.first, pair.rows[0], label, level))

    def accuracy(self) -> PairedProportion:
        """Correct predictions over all classes, the interval simultaneous for the rivals."""
        level = self.comparison.level
        return self._cached(("accuracy", level), lambda: self._accuracy(level))

    def _accuracy(self, level: float) -> PairedProportion:
        if known := self._of_patients(None, level):
            return known.proportion(known.of_class, *known.saying(THE_CLASS))
        first, second = (codes == self.pair.truth for codes in self.pair.predicted)
        return among(slice(None), first, second, self._drawn(level))

    def npv(self, label: int) -> PredictiveRatio:
        """The NPV of a class as delivered, the interval simultaneous for the rivals."""
        level = self.comparison.level
        return self._cached(("npv", label, level), lambda: self._npv(label, level))

    def _npv(self, label: int, level: float) -> PredictiveRatio:
        if known := self._of_patients(label, level):
            first, second = known.saying(THE_CLASS)
            return known.ratio(~known.of_class, ~first, ~second)
        first, second = (codes != label for codes in self.pair.predicted)
        return predictive_ratio(self.pair.truth != label, first, second, *self._drawn(level))

    def areas(self, label: int) -> PairedAUC | None:
        """Both AUCs of a class, the interval simultaneous for the rivals; None where one has no curve."""
        return self._areas(label, self.comparison.level)

    def _areas(self, label: int, level: float) -> PairedAUC | None:
        return self._cached(("areas", label, level), lambda: self._paired_areas(label, level))

    def _paired_areas(self, label: int, level: float) -> PairedAUC | None:
        scored = self.scored(label)
        return scored.areas(level, self._style) if scored else None

    def scored(self, label: int) -> Scored | None:
        """The common cases with a score of the class from both; None where a model has none."""
        return self._cached(("scored", label), lambda: Scored.of(self.pair, label))

    def _compared(self, label: int, mode: Mode, level: float) -> Compared | None:
        scored = self.scored(label)
        if mode == "delivered" and (known := self._of_patients(label, level)):
            has_normal = self.comparison.has_missed_as_normal(label)
            return Compared.of_patients(known, has_normal, self._areas(label, level))
        if mode == "delivered":
            predicted = tuple(codes == label for codes in self.pair.predicted)
            return self._numbers(label, predicted, None, scored, level)
        if scored is None:
            return None
        standing = self.pair.predicted[1][scored.places] == label
        threshold = matching_threshold(mode, scored.is_class, standing, scored.tables[0], scored.weights)
        if threshold is None:
            return None
        return self._numbers(label, (scored.scores[0] >= threshold, standing), threshold, scored, level)

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
        if threshold is None and self.comparison.has_missed_as_normal(label):
            one, other = (codes == self.comparison.view.normal for codes in self.pair.predicted)
            as_normal = among(is_class, one, other, drawn)
        return Compared(
            threshold,
            among(is_class, first, second, drawn),
            among(~is_class, ~first, ~second, drawn),
            as_normal,
            predictive_ratio(is_class, first, second, *drawn),
            self._areas(label, level),
        )

    @property
    def units(self) -> int | None:
        """Distinct patients of the common cases; None where nothing tells them apart."""
        known = self.patients(self.comparison.view.interest)
        return known.count if known else self.pair.units

    @property
    def known_by(self) -> KnownBy | None:
        """How patients with several of the common cases are known; None where cases are independent."""
        known = self.patients(self.comparison.view.interest)
        if known and known.repeated:
            return known_by(known)
        return None if self.pair.patients is None else "rows"

    def patients(self, label: int | None) -> Patients | None:
        """What an engine tells of those of a class, of all classes for None; None where it tells nothing."""
        normal = self.comparison.view.normal
        if label is None or not self.comparison.has_missed_as_normal(label):
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
        return self.comparison.view.intervals

    def _cached(self, key: tuple[Hashable, ...], make: Callable[[], T]) -> T:
        return self.comparison.view.cached(("rival", self.model, *key), make)
