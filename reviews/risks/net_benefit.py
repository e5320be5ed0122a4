"""Net benefit of a class: the curve of the model that is looked at, and of all models on the same split."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto

import numpy as np

from metrics import Estimate, Evaluation
from metrics.definition import Values
from metrics.utility.decision_curve import DecisionCurve, decision_curve
from metrics.utility.patient_variances import PatientsByRisk
from reviews.models.comparison import Comparison
from reviews.risks.calibration import Recalibrated, calibration_of, can_be_recalibrated, recalibrated
from reviews.view import View
from words.findings.utility.net_benefit import Worth

GRID = np.arange(2, 199) / 200  # 1 to 99 % in steps of half a percent, for the picture
LISTED = np.array([1, 2, 5, 10, 15, 20, 30, 40, 50]) / 100  # in JSON
ROWS = 4  # of a table over the thresholds of a reader
LAST = 0.5  # the highest threshold that is drawn, unless the reader's lie above it
STEPS = np.arange(1, 100) / 100  # for the range where the model is worth using


@dataclass(frozen=True)
class Look:
    """setting: the lowest and the highest threshold of the reader, shaded where is_set. threshold: the chosen one.
    view: "benefit", "avoided" or "standardised"."""

    setting: tuple[float, float] = (0.05, 0.2)
    threshold: float = 0.1
    view: str = "benefit"
    is_set: bool = True

    @property
    def last(self) -> float:
        """The highest threshold that is drawn."""
        return min(0.99, max(LAST, self.setting[1], self.threshold))


class Lack(Enum):
    """Why a class has no decision curve."""

    SCORES = auto()
    PROBABILITIES = auto()
    CASES = auto()


def lack(evaluation: Evaluation, label: int) -> Lack | None:
    """What a class lacks for a decision curve; None where it has one."""
    table = evaluation.table(label)
    weighed = evaluation.curve(label)
    if table is None or weighed is None or not len(table.scores):
        return Lack.SCORES
    if not weighed.has_both:
        return Lack.CASES
    are_risks = table.holds_probabilities and evaluation.scores_sum_to_1
    return None if are_risks else Lack.PROBABILITIES


def can_change(view: View, label: int) -> bool:
    """Whether the class has recalibrated risks to look at; weighted cases are looked at as given."""
    return not view.evaluation.is_weighted and can_be_recalibrated(view, label)


def changed(view: View, label: int) -> Recalibrated | None:
    """Its recalibrated risks; None where no line can be fitted."""
    return recalibrated(view, label) if can_change(view, label) else None


def listed(low: float, high: float, chosen: float) -> Values:
    """The thresholds of a table, rising: from low to high in whole percent, and the chosen one."""
    return np.union1d(np.rint(np.linspace(low, high, ROWS) * 100) / 100, chosen)


@dataclass(frozen=True, eq=False)
class NetBenefit:
    """One class of a view that has a decision curve. harm: of one model run, in missed cases per person.

    is_shown: whether it is the model that is looked at. changed: recalibrated risks in place of the scores.
    """

    view: View
    label: int
    harm: float = 0.0
    is_shown: bool = True
    changed: Recalibrated | None = None

    @property
    def evaluation(self) -> Evaluation:
        """Of the scores as given, or with the recalibrated risks of the class in their place."""
        seen = self.view.evaluation
        if self.changed is None:
            return seen
        cases = self.changed.calibration.cases
        tables = tuple(cases.table if at == self.label else each for at, each in enumerate(seen.tables))
        return replace(seen, tables=tables, units=cases.units or seen.units)

    @property
    def drawn(self) -> DecisionCurve:
        return self.curve(GRID)

    def curve(self, risks: Values, prevalence: float | None = None) -> DecisionCurve:
        """At (g,) rising thresholds. prevalence: of another population; None for that of the study."""
        rows = np.searchsorted(GRID, risks).clip(max=len(GRID) - 1)
        if not np.array_equal(GRID[rows], risks):
            return self._made(risks, prevalence)
        return self._made(GRID, prevalence).at_rows(rows)

    def _made(self, risks: Values, prevalence: float | None) -> DecisionCurve:
        """The grid is counted once for the picture, the table and the ranges: of many patients it takes a while."""
        key = ("decision curve", self.label, self.view.level, risks.tobytes(), prevalence, self.changed is not None)
        of = self.evaluation, self.label, risks, prevalence
        made = self.view.cached(key, lambda: decision_curve(*of, self.patients(risks)))
        return made.with_harm(self.harm) if self.harm else made

    def patients(self, risks: Values) -> PatientsByRisk | None:
        """Of (g,) rising thresholds, where an engine tells of patients with several rows."""
        if self.view.evaluation.patients is None or not self._rises:
            return None
        place, scores = (self.view.model, self.view.split), self._scores_at(risks)
        key = ("patients by risk", self.label, scores.tobytes())
        return self.view.cached(key, lambda: self.view.study.patients_by_risk(place, self.label, scores.tolist()))

    @property
    def _rises(self) -> bool:
        """Whether risks rise with the scores that they were made of."""
        return self.changed is None or self.changed.line is None or self.changed.line.slope > 0

    def _scores_at(self, risks: Values) -> Values:
        """The lowest score as given of each recalibrated risk, which rises with it; inf for none."""
        if self.changed is None or self.changed.line is None:
            return risks
        given = self.view.evaluation.table(self.label)
        assert given is not None
        reached = np.searchsorted(-self.changed.line.risks(given.scores), -risks, side="right")
        return given.thresholds_at(reached)

    @property
    def told(self) -> NetBenefit:
        """The same; of independent rows where an engine counts patients with several and tells of none by risk."""
        is_told = self.view.evaluation.patients is None or self.patients(GRID) is not None
        return self if is_told else replace(self, view=self.view.by_rows)

    def at(self, risk: float, prevalence: float | None = None) -> DecisionCurve:
        """At one threshold."""
        return self.curve(np.array([risk]), prevalence)

    def worth(self, risk: float, prevalence: float | None = None) -> Worth:
        """What the model is worth at one threshold."""
        curve = self.at(risk, prevalence)
        tp, fp, fn, tn = (int(each[0]) for each in curve.counts)
        gain = curve.estimate(curve.gain, 0)
        return Worth(risk, gain, float(curve.everyone[0]), tp + fp, tp + fp + fn + tn)

    @property
    def worthwhile(self) -> tuple[tuple[float, float], ...]:
        """The thresholds, in steps of 1 %, at which the lower bound of the gain is above 0."""
        return self.curve(STEPS).worthwhile()

    @property
    def operating_points(self) -> dict[str, float]:
        """The delivered and the kept threshold of this class, where they are thresholds of the shown probability.

        "kept" where every page uses it, else "unused".
        """
        if self.changed is not None:
            return {}
        view, found = self.view, {}
        delivered, kept = view.delivered.evaluation.delivered(self.label), view.review.threshold_of(view.model)
        if delivered is not None and delivered.is_rule:
            found["delivered"] = delivered.threshold
        if kept is not None and kept.label == self.label:
            found["kept" if view.used_threshold else "unused"] = kept.threshold
        return {name: at for name, at in found.items() if 0 < at < 1}

    @property
    def observed_to_expected(self) -> float:
        """Observed cases for each that the probabilities let expect; nan where none is expected."""
        found = self.changed.calibration if self.changed else calibration_of(self.view, self.label)
        return found.oe_ratio.value if found else np.nan

    def over_reference(self, risk: float) -> dict[int, Estimate]:
        """What every other model adds to the one that is looked at, per person, on the cases that both have.

        By its position; the intervals hold together at the level of the view (Bonferroni).
        """
        found: dict[int, Estimate] = {}
        for rival in Comparison(self.view).quick_rivals:
            if lack(replace(self.view, model=rival.model).evaluation, self.label) is None:
                apart = rival.net_benefit(self.label, risk)
                found |= {} if apart is None else {rival.model: apart}
        return found

    @property
    def models(self) -> dict[int, NetBenefit]:
        """Every model with a decision curve for the class on this split, by its position, its scores as given."""
        found = {}
        for model in range(len(self.view.study.model_names)):
            if (model, self.view.split) in self.view.study.slices:
                own = replace(self.view, model=model)
                if lack(own.evaluation, self.label) is None:
                    found[model] = replace(self, view=own, is_shown=model == self.view.model, changed=None)
        return found
