"""One class cut at one threshold, with all that the Threshold page says about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from metrics import Corrected, Counts, Estimate, Evaluation, ThresholdTable
from predictions import Study
from ui.parts import my_prevalence, page
from ui.parts.my_prevalence import Mine
from ui.threshold import choice, rule
from ui.threshold.choice import Chosen
from words import Voice, distinct

__all__ = ["Line"]


@dataclass(frozen=True, eq=False)
class Line:
    """What was chosen for one class, and what follows; every number is made when it is asked for."""

    study: Study
    evaluation: Evaluation
    label: int
    table: ThresholdTable
    chosen: Chosen

    @property
    def at(self) -> float:
        return self.chosen.at

    @cached_property
    def counts(self) -> Counts:
        return self.table.at(self.at)

    @cached_property
    def found(self) -> Mapping[str, Estimate]:
        """Every rate with its interval."""
        return self.evaluation.at(self.label, self.at)

    @cached_property
    def corrected(self) -> Mapping[str, Corrected]:
        return choice.correction(self.chosen, self.study, self.evaluation.level)

    @cached_property
    def mine(self) -> Mine | None:
        return my_prevalence.mine(self.study, self.label, self.counts)

    @cached_property
    def voice(self) -> Voice:
        """With names for Markdown."""
        return page.voice(self.study)

    @cached_property
    def plain_voice(self) -> Voice:
        """With names as plain text."""
        return Voice(distinct(self.study.labels), self.study.unit, self.voice.normal)

    @property
    def why(self) -> str:
        """Why this threshold, in Markdown; "" by hand."""
        return choice.reason(self.chosen, self.study, self.evaluation, self.corrected, self.voice)

    def download(self) -> None:
        """The numbers of this rule as a table to take along."""
        frame = rule.frame(self.study.labels[self.label], self.at, self.counts, self.found, self.corrected)
        page.download(frame, "threshold", "Counts and rates at this threshold")
