"""The finding of the Curves page, and how its pictures and tables are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from metrics import Estimate, Evaluation
from metrics.definition import Values
from words.findings.finding import Finding, sentences
from words.text.notes import reason, why
from words.text.numbers import NBSP, bounds, ci, counted, decimal, decimals, key_number, span_of, threshold
from words.text.phrases import before_a_number, sentence_case
from words.text.voice import Voice

DELIVERED, ASSUMED = "as delivered", "assumed"
NOT_TOLD = "the file is too large to load, and its cases are weighted, in different folds or too many"


@dataclass(frozen=True)
class Each:
    """A number in each of a few videos, nights or patients, where they are too few for an interval.

    noun: one and several of them. values: (n,) nan where it is undefined.
    """

    noun: tuple[str, str]
    values: Values

    @property
    def said(self) -> str:
        """ "12 videos: 0.47–1.00"; "" without a value."""
        known = self.values[~np.isnan(self.values)]
        return f"{counted(len(self.values), self.noun)}: {self.range}" if len(known) else ""

    @property
    def range(self) -> str:
        """ "0.47–1.00", the lowest and the highest; "" without a value."""
        known = self.values[~np.isnan(self.values)]
        return span_of(float(known.min()), float(known.max()), 2) if len(known) else ""


def curves(evaluation: Evaluation, label: int, voice: Voice, each: Each | None = None) -> Finding:
    """AUC with its interval, then what it means for one case with the class and one without.

    each: the AUC of each video or patient, said where there is no interval. Of a cross-validated file the AUC is the
    mean of the folds, and the pooled one stands beside it.
    """
    auc = evaluation.classes[label].get("auc")
    if auc is None:
        return Finding(f"No scores for {voice.name(label)}.", "")
    if not auc.is_defined:
        return Finding(f"AUC for {voice.name(label)} is not estimable.", f"{sentence_case(why(auc))}.")
    beside = bounds(auc, evaluation.level, 3) if auc.low is not None else each.said if each else ""
    lacking = "" if auc.low is not None or each or not auc.note else f"{sentence_case(reason(auc.note))}."
    folds = f", {reason(auc.scope)}" if auc.scope else ""
    headline = (
        f"AUC for {before_a_number(voice.name(label))} {key_number(auc)}{folds}{f' ({beside})' if beside else ''}."
    )
    pooled = _pooled(evaluation.pooled_auc(label))
    turned = REVERSED if auc.high is not None and auc.high < 0.5 else ""
    return Finding(headline, sentences(pooled, _two_cases(auc.value, label, voice), turned, lacking), ("auc",))


def _pooled(pooled: Estimate | None) -> str:
    """ "Pooled out-of-fold: 0.615, which mixes the score scales of the models."; "" without."""
    if pooled is None or not pooled.is_defined:
        return ""
    return f"Pooled out-of-fold: {decimal(pooled.value)}, which mixes the score scales of the models."


def _two_cases(auc: float, label: int, voice: Voice) -> str:
    often = f"{auc * 100:.{0 if auc in (0, 1) else decimals(auc, 0)}f}"
    unit, preposition = voice.unit[0], voice.preposition(label)
    one = f"one{NBSP}{voice.cases(label, 1)}"
    if preposition == "of":
        return f"Of {one} and one other {unit}, the model gives the higher score to the first {often} times in 100."
    other = "one without" if preposition else "one other"
    return (
        f"Of {one} and {other}, the model gives the higher score to the {voice.cases(label, 1)} {often} times in 100."
    )


def lowest(evaluation: Evaluation, labels: Sequence[int], voice: Voice) -> str:
    """ "Lowest: Cleaning and coagulation, 0.897.", of the classes that have a curve; "" for one."""
    areas = {label: evaluation.classes[label]["auc"].value for label in labels}
    if len(areas) < 2:
        return ""
    least = min(areas, key=areas.__getitem__)
    return f"Lowest: {voice.name(least)}, {decimal(areas[least])}."


def point_name(name: str, at: float) -> str:
    """The points of the predicted labels: "as delivered", or "0.500, assumed" for a lone score; "" without a name."""
    return f"{threshold(at)}, {name}" if name == ASSUMED else name


REVERSED = "Scores may be in reverse order."
POOLED_CURVES = "Curves and average precision: pooled out-of-fold."


def class_marks(level: float, scale: tuple[float, float], each: Each | None) -> str:
    """How the marks of the table of classes are read."""
    area = "AUC and" if not scale[0] else f"AUC from {scale[0]:g} to 1,"
    scales = f"{area} average precision from 0 to 1"
    if each is None:
        return f"Marks: {ci(level)}; {scales} (dashed: prevalence)."
    one, many = each.noun
    return f"One tick per {one}, in brackets the lowest and the highest; square: all {many} together. {scales}."


def league_marks(others: int, unit: tuple[str, str]) -> str:
    """How the table of models is read. others: models beside the one that is looked at."""
    several = f"CI simultaneous for {others} models; " if others > 1 else ""
    low = f"Sensitivity at 5{NBSP}% false positives: threshold set on the same {unit[1]}."
    return f"Differences: {several}filled where the CI excludes 0. {low}" if others else low


def not_compared(has_cases: bool) -> str:
    """Why two areas have no difference here. has_cases: whether single cases are loaded."""
    return "not the same cases" if has_cases else "see Compare models"
