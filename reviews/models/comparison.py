"""The models of one split on the same cases: every number of each beside that of the reference."""

from __future__ import annotations

import math
from dataclasses import dataclass

from metrics import Estimate
from metrics.kernels.cached import cached_property
from metrics.paired.multiplicity import simultaneous_level
from metrics.paired.paired_proportions import PairedProportion
from predictions.problems import Problem
from predictions.rows import cases_of, row_numbers
from predictions.slices.paired_models import Pair, join
from predictions.study import Capability, Study
from reviews.models.compared import Compared, risks_met, risks_met_by_all
from reviews.models.rival import Mode, Rival
from reviews.view import View
from words import distinct
from words.text.names import names_of_models

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
        pairs = [(model, found) for model, found in self._joined if isinstance(found, Pair)]
        return tuple(Rival(self.view, *each, len(pairs)) for each in pairs)

    @property
    def quick_rivals(self) -> tuple[Rival, ...]:
        """Those for a page that is about something else: () where an engine would have to match cases."""
        has_to_match = bool(self.study.mapping.model or self.study.mapping.reader)
        return self.rivals if Capability.LOADED in self.study.capabilities or not has_to_match else ()

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
        return names_of_models(self.study.model_names)

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
        return MODES if any(each.has_scores(self.view.interest) for each in self.rivals) else MODES[:1]

    def compared(self, label: int, mode: Mode = "delivered") -> tuple[tuple[Rival, Compared], ...]:
        """Every rival with its numbers of a class; moved to meet the reference only those with scores."""
        return tuple((each, found) for each in self.rivals if (found := each.compared(label, mode)))

    def leading(self, label: int, mode: Mode = "delivered") -> tuple[Rival, Compared] | None:
        """Whom the headline speaks of: the highest sensitivity, clearly higher ones first. None without rivals."""
        return max(self.compared(label, mode), key=lambda each: _place(each[1].sensitivity), default=None)

    def leading_by_area(self, label: int) -> tuple[Rival, Compared] | None:
        """Whom the headline speaks of where only scores are compared: the highest AUC, clearly higher ones first."""
        found = [each for each in self.compared(label) if each[1].auc]
        return max(found, key=lambda each: _place_by_area(each[1]), default=None)

    def observed_to_expected(self, label: int) -> Estimate | None:
        """O:E of the reference; None where its scores are no probabilities."""
        model = self.study.predictions_of(self.view.model)
        if model is None:
            return risks_met_by_all(self.view.asking.evaluation, label)
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
