"""The value of a definition in the open study, and what other conventions would give."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from metrics import Counts, Estimate, Evaluation, ThresholdTable, natural_frequencies
from metrics.calibration.calibration import Calibration
from metrics.definition import AlternativeDefinition, Definition
from metrics.glossary.matrix import PARTS
from metrics.kernels.cached import cached_property
from metrics.measures.averages import AVERAGES
from metrics.notes import Code, Note, note
from metrics.utility.decision_curve import Line
from predictions.slices.row_metrics import row_metrics
from predictions.slices.sequences import recordings
from predictions.slices.whole_scores import KEYS as OF_ROWS
from predictions.slices.whole_scores import with_intervals_of_a_class
from reviews import View
from reviews.risks.calibration import of_all_classes
from reviews.risks.net_benefit import NetBenefit, lack
from reviews.risks.selective import can_be_selective, selective_prediction

CALIBRATED: Mapping[str, Callable[[Calibration], Estimate]] = {
    "calibration_slope": lambda found: found.line[1],
    "calibration_intercept": lambda found: found.line[0],
    "calibration_in_the_large": lambda found: found.citl,
    "oe_ratio": lambda found: found.oe_ratio,
    "ici": lambda found: found.distances["ici"],
}
COMPLEMENTS = {"false_discovery_rate": "ppv", "false_omission_rate": "npv"}  # 1 minus the other one
OF_PHASES = ("start_error", "stop_error", "length_error")
ACT_AT = 0.10  # the risk at which the net benefit is shown
AREA, LOSS = "risk_coverage", "log_loss"
NOT_HERE = {
    "sequence": "no sequences", "folds": "no folds", "groups": "given on the Subgroups page",
    "comparison": "given for two models, on the Compare models page",
}  # fmt: skip
AT_RISK = {"net_benefit": "model", "standardised_net_benefit": "standardised", "actions_avoided": "avoided"}
WITHOUT_SCORES = dict.fromkeys(AT_RISK, "no probabilities of this class") | {AREA: "no score of every class"}


@dataclass(frozen=True, eq=False)
class StudyValues:
    """One slice of the open study, seen from one class."""

    view: View
    label: int

    @property
    def evaluation(self) -> Evaluation:
        return self.view.evaluation

    @property
    def normal(self) -> int | None:
        return self.view.normal

    def value(self, definition: Definition) -> Estimate | None:
        """With its counts and interval where it has them; None where the study lacks what it needs."""
        block, _, name = definition.path.partition(".")
        found = self._of_normal.get(definition.key) if definition.needs_normal else self._blocks(block).get(name)
        if found is None and not definition.needs_normal and block not in AVERAGES:
            found = self._computed(definition)
        if found is not None and not found.is_defined and not found.note:
            return replace(found, note=definition.undefined_note)
        return found

    def other(self, reading: AlternativeDefinition, definition: Definition) -> Any:
        """The number that the other convention gives, or two between which it lies; None where it has none."""
        given = self._given(definition)
        if reading.of is None or given is None:
            return None
        found = reading.of(*given)
        if isinstance(found, tuple):
            return found
        values = np.asarray(found, np.float64)
        return float(values[self.label] if values.ndim else values)

    def why_not(self, definition: Definition) -> str:
        """What the study lacks for a definition that has no value on it."""
        if definition.needs_normal:
            return self._no_disease()
        match definition.level:
            case "sequence" if self._pairs and definition.key in OF_PHASES:
                return "given for one phase of one recording, on the Timeline page"
            case "sequence" | "folds" | "comparison" | "groups":
                return NOT_HERE[definition.level]
            case "practice" if definition.key == "risk_score_elsewhere" and not self._is_disease:
                return self._no_disease()
            case "practice" if definition.key not in (*AT_RISK, AREA):
                return "cases with and without the class are needed"
        return WITHOUT_SCORES.get(definition.key, "no such scores")

    @property
    def _is_disease(self) -> bool:
        return self.normal is not None and self.label in self.view.voice.diseases

    def _no_disease(self) -> str:
        if self.normal is None:
            return "no Normal class is set"
        return "the chosen class is Normal" if self.label == self.normal else "the chosen class is not a disease"

    @property
    def counts(self) -> Counts:
        """Of the cases, also where these are weighted."""
        return self.evaluation.counts(self.label)

    def is_of_counts(self, definition: Definition) -> bool:
        """Whether the value follows from the counts that are shown: of weighted cases only a plain count does."""
        return definition.key in PARTS or not self.evaluation.is_weighted

    @property
    def table(self) -> ThresholdTable | None:
        return self.evaluation.curve(self.label)

    def _blocks(self, block: str) -> Mapping[str, Estimate]:
        """What an evaluation already holds; the intervals of averages are asked for once their part is unfolded."""
        if block == "classes":
            return self.evaluation.classes[self.label]
        if block == "overall":
            return self.evaluation.overall
        return getattr(self.view.asking.evaluation, block) if block in AVERAGES else {}

    def _computed(self, definition: Definition) -> Estimate | None:
        """By the function of the definition itself."""
        if definition.key in OF_ROWS or (definition.level == "sequence" and definition.path):
            return self._row_numbers.get(definition.key)
        if definition.key in CALIBRATED:
            found = self.evaluation.calibration(self.label)
            return None if found is None else CALIBRATED[definition.key](found)
        if definition.key == AREA:
            return self._area()
        if definition.key == LOSS:
            loss, _ = of_all_classes(self.view)
            return None if math.isnan(loss) else Estimate(loss)
        given = self._given(definition)
        if given is None:
            return None
        if definition.key in COMPLEMENTS:
            return self.evaluation.classes[self.label][COMPLEMENTS[definition.key]].complement()
        if definition.key in AT_RISK and lack(self.evaluation, self.label) is None:
            curve = NetBenefit(self.view, self.label).at(ACT_AT)
            line: Line = getattr(curve, AT_RISK[definition.key])
            return replace(curve.estimate(line, 0), scope=self._how(definition))
        value = np.asarray(definition.rule(*given)).item()  # a plain count stays a whole number
        if math.isnan(value):
            return Estimate(value, note=definition.undefined_note)
        return Estimate(value, scope=self._how(definition))

    def _area(self) -> Estimate | None:
        """Under the risk-coverage curve, where cases have a confidence."""
        if not can_be_selective(self.view):
            return None
        return Estimate(selective_prediction(self.view, self.label).curve.area)

    def _how(self, definition: Definition) -> Note | None:
        """What stands beside a number that needs a choice of its own."""
        return {
            "fold_mean": Note(Code.OF_ACCURACY),
            "fold_sd": Note(Code.OF_ACCURACY),
            "ppv_elsewhere": Note(Code.AT_THIS_PREVALENCE),
            "npv_elsewhere": Note(Code.AT_THIS_PREVALENCE),
            "risk_score_elsewhere": Note(Code.AT_THIS_PREVALENCE),
            **dict.fromkeys(AT_RISK, note(Code.ACTING_AT_RISK, risk=ACT_AT * 100)),
            "natural_frequencies": self._people(),
        }.get(definition.key)

    def _people(self) -> Note | None:
        proportions = self._proportions()
        if proportions is None:
            return None
        people = natural_frequencies(*proportions, whole=True)
        return note(Code.PEOPLE, fn=people.fn, fp=people.fp, tn=people.tn)

    def _given(self, definition: Definition) -> tuple[Any, ...] | None:
        """What the function of the definition takes; None where the study has none of it."""
        if definition.needs_normal:
            apart = sorted(self.evaluation.not_diseases)
            return None if self.normal is None else (self.evaluation.in_population.matrix.cells, self.normal, apart)
        match definition.level:
            case "class":
                seen = self.evaluation if definition.key in PARTS else self.evaluation.in_population
                return (seen.counts(self.label),)
            case "matrix" | "average":
                return (self.evaluation.in_population.matrix.cells,)
            case "scores":
                known = definition.key not in OF_ROWS and self.table is not None and len(self.table.scores)
                return (self.table,) if known else None
            case "sequence":
                missing = self._pairs is None or definition.key in OF_PHASES
                return None if missing else (self._pairs, self.view.review.not_diseases)
            case "folds":
                return self._folds
            case "practice":
                own = {**dict.fromkeys(AT_RISK, self._at_risk), "risk_score_elsewhere": self._of_disease}
                return own.get(definition.key, self._proportions)()
        return None

    def _proportions(self) -> tuple[float, float, float] | None:
        """Sensitivity, specificity and prevalence, where there are cases of both kinds."""
        figures = self.evaluation.classes[self.label]
        proportions = tuple(figures[key].value for key in ("sensitivity", "specificity", "prevalence"))
        return None if any(map(math.isnan, proportions)) else proportions  # type: ignore[return-value]

    def _of_disease(self) -> tuple[Any, ...] | None:
        """The matrix, the Normal class, this class, its prevalence, and the classes that are not a disease."""
        proportions = self._proportions()
        if proportions is None or not self._is_disease:
            return None
        return (
            self.evaluation.in_population.matrix.cells,
            self.normal,
            self.label,
            proportions[2],
            sorted(self.evaluation.not_diseases),
        )

    def _at_risk(self) -> tuple[Counts, float] | None:
        """The counts at score >= ACT_AT, where the scores are probabilities."""
        table = self.table
        return (table.at(ACT_AT), ACT_AT) if table is not None and table.holds_probabilities else None

    @property
    def _row_numbers(self) -> dict[str, Estimate]:
        """Asked for once their part of the page is unfolded: an engine takes some seconds."""
        view = self.view
        level, style = self.evaluation.level, self.evaluation.intervals
        aside = view.review.not_diseases
        key = ("row numbers", level, style, aside)

        def found() -> dict[str, Estimate]:
            of_rows = row_metrics(view.study, view.model, view.split, level, style, aside)
            return with_intervals_of_a_class(of_rows, self.evaluation)

        return view.cached(key, found)

    @cached_property
    def _pairs(self) -> list[tuple[np.ndarray, np.ndarray]] | None:
        found = recordings(self.view.study, self.view.model, self.view.split)
        return [(each.truth, each.predicted) for each in found] or None

    @property
    def _folds(self) -> tuple[np.ndarray, ...] | None:
        folds = self.view.folds
        if folds is None:
            return None
        cells = folds.each.cells
        return (np.trace(cells, axis1=-2, axis2=-1) / cells.sum((-2, -1)),)

    @cached_property
    def _of_normal(self) -> dict[str, Estimate]:
        """The disease quantities; none without a Normal class, and those of a disease only for one."""
        if self.normal is None:
            return {}
        seen = self.evaluation
        found = {"risk_score": seen.overall["risk_score"], "missed_as_normal": seen.overall["missed_as_normal"]}
        if seen.predicted_normal is not None:
            found["predicted_normal"] = seen.predicted_normal
        of_class = seen.classes[self.label]
        if "risk_score" in of_class:
            found |= {
                "class_risk_score": of_class["risk_score"],
                "class_missed_as_normal": of_class["missed_as_normal"],
            }
        return found
