"""One class of two models on the same cases: every number of the league table with its difference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from metrics import Estimate, Evaluation, PairedAUC, ThresholdTable
from metrics.interval_methods import Style
from metrics.intervals.observed_to_expected import observed_to_expected
from metrics.kernels.cached import cached_property
from metrics.kernels.codes import distinct
from metrics.measures.case_weights import that_weigh, weighted_table
from metrics.paired.areas_over_folds import paired_auc_over_folds
from metrics.paired.counted_pairs import AS_NORMAL, OUTCOMES, SAYINGS, THE_CLASS, CountedPairs
from metrics.paired.paired_auc import paired_auc_of_patients, paired_auc_of_weights
from metrics.paired.paired_proportions import PairedProportion, paired_proportion
from metrics.paired.predictive_ratios import PredictiveRatio, predictive_ratio
from predictions.rows import Predictions, patients_of, weights_of
from predictions.slices.paired_models import Pair, probabilities


@dataclass(frozen=True, eq=False)
class Scored:
    """Cases with a score of the class from both models; the model stands before the reference.

    places: (m,) among the common cases. tables: of `is_class` and the scores, weighted where cases are. folds: of a
    cross-validation, None where one of the models has none. weights: None where each case counts once.
    """

    places: np.ndarray
    is_class: np.ndarray
    scores: tuple[np.ndarray, np.ndarray]
    patients: np.ndarray | None
    folds: tuple[np.ndarray, np.ndarray] | None
    weights: np.ndarray | None

    @classmethod
    def of(cls, pair: Pair, label: int) -> Scored | None:
        """Those of a pair; None where a model has no scores."""
        found = pair.scores(label)
        if found is None:
            return None
        scores, places = found
        weights = None if pair.weights is None else pair.weights[places]
        if weights is not None:  # what weighs nothing is not there
            kept = that_weigh(weights)
            scores, places, weights = (scores[0][kept], scores[1][kept]), places[kept], weights[kept]
        patients = None if pair.patients is None else pair.patients[places]
        return cls(places, pair.truth[places] == label, scores, patients, pair.folds(places), weights)

    @cached_property
    def tables(self) -> tuple[ThresholdTable, ThresholdTable]:
        first, second = (self._table(each) for each in self.scores)
        return first, second

    def areas(self, level: float, style: Style) -> PairedAUC | None:
        """Both areas; None without a case of the class, or without another one."""
        if self.is_class.all() or not self.is_class.any():
            return None
        found = None
        if self.folds is not None:
            found = paired_auc_over_folds(
                self.is_class, self.scores, self.folds, self.patients, level, self.tables, style, self.weights
            )
        if self.weights is not None:
            return found or paired_auc_of_weights(self.is_class, self.scores, self.weights, self.patients, level, style)
        return found or paired_auc_of_patients(self.is_class, *self.scores, self.patients, level, self.tables, style)

    def _table(self, scores: np.ndarray) -> ThresholdTable:
        if self.weights is None:
            return ThresholdTable.from_scores(scores, self.is_class)
        return weighted_table(scores, self.is_class, self.weights)


class Drawn(NamedTuple):
    """How the interval of a difference is made: of which patients, in which style, and how often each case counts.

    copies: how many cases each row is.
    """

    patients: np.ndarray | None
    level: float
    style: Style
    weights: np.ndarray | None
    copies: np.ndarray | None


@dataclass(frozen=True)
class Compared:
    """One class of a model against the reference on the same cases: differences are model − reference.

    threshold: of the model where it is moved to meet the reference, None for the predictions as delivered.
    missed_as_normal: None without a Normal class, for that class itself, and where a model is moved.
    """

    threshold: float | None
    sensitivity: PairedProportion
    specificity: PairedProportion
    missed_as_normal: PairedProportion | None
    ppv: PredictiveRatio
    auc: PairedAUC | None

    @classmethod
    def of_patients(cls, known: CountedPairs, has_normal: bool, auc: PairedAUC | None) -> Compared:
        """As delivered, of cases that are not held. has_normal: whether they tell who is missed as Normal."""
        is_class, (first, second) = known.of_class, known.saying(THE_CLASS)
        return cls(
            None,
            known.proportion(is_class, first, second),
            known.proportion(~is_class, ~first, ~second),
            known.proportion(is_class, *known.saying(AS_NORMAL)) if has_normal else None,
            known.ratio(is_class, first, second),
            auc,
        )

    @classmethod
    def of_decisions(
        cls, is_class: np.ndarray, first: np.ndarray, second: np.ndarray, threshold: float | None,
        missed_as_normal: PairedProportion | None, auc: PairedAUC | None, drawn: Drawn,
    ) -> Compared:  # fmt: skip
        """Of (n,) cases or places of them, by whether each model predicts the class."""
        return cls(
            threshold,
            among(is_class, first, second, drawn),
            among(~is_class, ~first, ~second, drawn),
            missed_as_normal,
            predictive_ratio(is_class, first, second, *drawn),
            auc,
        )

    def proportion(self, key: str) -> PairedProportion | None:
        """The paired proportion of that name; None for any other number."""
        return {
            "sensitivity": self.sensitivity,
            "specificity": self.specificity,
            "missed_as_normal": self.missed_as_normal,
        }.get(key)

    def difference(self, key: str) -> Estimate | None:
        """model − reference of any number of the league table; None where there is none."""
        match key:
            case "ppv":
                return self.ppv.difference
            case "auc":
                return self.auc.difference if self.auc else None
        found = self.proportion(key)
        return found.difference if found else None

    def is_clear(self, key: str) -> bool:
        """Whether the interval of the difference excludes 0, with enough discordant cases."""
        if key not in ("ppv", "auc"):
            found = self.proportion(key)
            return found is not None and found.verdict in ("first", "second")
        apart = self.difference(key)
        return apart is not None and apart.excludes_0


def at_places(places: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(places,) whether a case is of the class, and whether each model says so, see `place_of`."""
    is_class, said = np.divmod(np.arange(places), OUTCOMES)
    first, second = np.divmod(said, SAYINGS)
    return is_class > 0, first == THE_CLASS, second == THE_CLASS


def among(group: np.ndarray | slice, first: np.ndarray, second: np.ndarray, drawn: Drawn) -> PairedProportion:
    """Both models among the cases of a group; all arrays are (n,)."""
    each_of = (drawn.patients, drawn.weights, drawn.copies)
    patients, weights, copies = (None if each is None else each[group] for each in each_of)
    units = 0 if drawn.patients is None else distinct(drawn.patients)
    return paired_proportion(first[group], second[group], patients, drawn.level, drawn.style, weights, copies, units)


def risks_met(model: Predictions, rows: np.ndarray, label: int, level: float) -> Estimate | None:
    """O:E of a class on these rows, with its interval; None where the scores are no probabilities."""
    risks = probabilities(model, label)
    if risks is None:
        return None
    rows = rows[~np.isnan(risks[rows])]
    patients, weights = patients_of(model, rows), weights_of(model, rows)
    found = observed_to_expected(model.truth[rows] == label, risks[rows], patients, level, weights)
    return found if found.is_defined else None


def risks_met_by_all(evaluation: Evaluation, label: int) -> Estimate | None:
    """The same of all cases of a model, which an engine counted."""
    found = evaluation.calibration(label)
    return found.oe_ratio if found is not None and found.oe_ratio.is_defined else None
