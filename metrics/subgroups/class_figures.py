"""The numbers of one class in a group of cases, each with the interval that an evaluation of these cases gives it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.catalog import FPR, PPV, SENSITIVITY
from metrics.counts import Counts
from metrics.definition import Proportion
from metrics.evaluation import Evaluation
from metrics.intervals.analytic import Estimate, of_cases, proportion_interval
from metrics.intervals.bootstrap import Resamples, Stack
from metrics.intervals.observed_to_expected import expected_ratio
from metrics.intervals.patient_counts import of_cell
from metrics.intervals.too_few import FEWEST_CASES, few_cases
from metrics.notes import Code

Parts = tuple[Any, Any]
Codes = NDArray[np.integer[Any]]


# Key -> Counts -> successes and trials. The gap in what is missed and in what is falsely flagged come first.
PROPORTIONS: Mapping[str, Callable[[Counts], Parts]] = {
    "sensitivity": SENSITIVITY.parts, "fpr": FPR.parts, "ppv": PPV.parts,
    "alarm_rate": Proportion("tp fp", "tp fp fn tn").parts,
}  # fmt: skip
WITHOUT_TRIALS = {"sensitivity": Code.NO_TRUE_CASES, "fpr": Code.ONLY_TRUE_CASES, "ppv": Code.NO_PREDICTIONS}


def parts_of_rows(key: str, truth: Codes, predicted: Codes, label: int) -> Parts:
    """Of rows with these classes whether each is a success, and whether a trial, of one of `PROPORTIONS`."""
    flagged, positive = predicted == label, truth == label
    return PROPORTIONS[key](Counts(flagged & positive, flagged & ~positive, ~flagged & positive, ~flagged & ~positive))


def told_by(key: str, counts: Counts) -> int:
    """How many cases of a group a number of one class is about: those of the class, the others, or the predictions."""
    ill, well = int(counts.tp + counts.fn), int(counts.fp + counts.tn)
    of_scores = {"auc": min(ill, well), "oe_ratio": ill}
    return of_scores[key] if key in of_scores else int(PROPORTIONS[key](counts)[1])


def assessable(key: str, counts: Counts) -> bool:
    """Whether these are ten or more; on every page, in the report and in JSON alike."""
    return told_by(key, counts) >= FEWEST_CASES


def proportions_of_counts(counts: Counts, level: float) -> dict[str, Estimate]:
    """The proportions of independent cases from their counts alone."""
    found = {key: proportion_of_counts(key, counts, level) for key in PROPORTIONS}
    return {key: guarded(key, each, counts) for key, each in found.items()}


def proportion_of_counts(key: str, counts: Counts, level: float) -> Estimate:
    """One of `PROPORTIONS` of independent cases from their counts alone, however few there are."""
    successes, trials = (int(each) for each in PROPORTIONS[key](counts))
    return proportion_interval(successes, trials, level, WITHOUT_TRIALS.get(key, Code.NO_CASES))


def proportions_of(evaluation: Evaluation, label: int) -> dict[str, Estimate]:
    """Sensitivity, false positive rate, PPV and alarm rate of one class, each where it is assessable."""
    counts = evaluation.counts(label)
    return {key: guarded(key, each, counts) for key, each in unguarded_of(evaluation, label).items()}


def unguarded_of(evaluation: Evaluation, label: int) -> dict[str, Estimate]:
    """The same however few cases there are, from one draw of the patients."""
    drawn = _drawn(evaluation, label)
    return {key: _proportion(evaluation, label, key, drawn) for key in PROPORTIONS}


def figures_of(evaluation: Evaluation, label: int, has_risks: bool = False) -> dict[str, Estimate]:
    """Sensitivity, false positive rate, PPV and alarm rate of one class; AUC and O:E where it has scores.

    evaluation: of the cases of a group. has_risks: whether the scores are probabilities, so that there is O:E.
    A number that is not assessable is undefined, and keeps its counts; see `assessable`.
    """
    counts, found = evaluation.counts(label), proportions_of(evaluation, label)
    if evaluation.table(label) is not None:
        keys = ("auc", "oe_ratio") if has_risks else ("auc",)
        found |= {key: guarded(key, OF_SCORES[key](evaluation, label), counts) for key in keys}
    return found


def guarded(key: str, found: Estimate, counts: Counts) -> Estimate:
    """The number where it is assessable; undefined, with its counts and the reason, where it is not."""
    if assessable(key, counts) or not found.is_defined:
        return found
    few = few_cases(told_by(key, counts), Code.NOT_ASSESSABLE)
    return Estimate(math.nan, note=few, successes=found.successes, trials=found.trials)


def proportion_of(evaluation: Evaluation, label: int, key: str) -> Estimate:
    """One of `PROPORTIONS`, however few cases there are. Undefined without any that it is about."""
    return _proportion(evaluation, label, key, _drawn(evaluation, label))


def _drawn(evaluation: Evaluation, label: int) -> Resamples | None:
    """What is drawn for the class; None where cases are independent and each counts once."""
    seen = evaluation.in_population
    drawn = of_cell(seen.patients or seen.units, label, label)
    return drawn and drawn.in_style(seen.intervals)


def _proportion(evaluation: Evaluation, label: int, key: str, drawn: Resamples | None) -> Estimate:
    counts = evaluation.counts(label)
    if drawn is None:
        return proportion_of_counts(key, counts, evaluation.level)
    parts, seen = PROPORTIONS[key], evaluation.in_population

    def of_label(stack: Stack) -> Parts:
        return parts(Counts.worked_out(*(each[:, 0] for each in stack.counts)))

    hits, cases = parts(seen.counts(label))
    undefined = WITHOUT_TRIALS.get(key, Code.NO_CASES)
    given = proportion_interval(int(hits), int(cases), seen.level, undefined)
    found = drawn.proportion_interval(given, of_label, seen.level)
    found = found if evaluation.is_clustered else of_cases(found)
    successes, trials = (int(each) for each in parts(counts))
    return replace(found, successes=successes, trials=trials)


def area_of(evaluation: Evaluation, label: int) -> Estimate:
    """Its AUC, where it has scores."""
    found = evaluation.in_population.areas(label)["auc"]
    return found if evaluation.is_clustered or not evaluation.is_weighted else of_cases(found)


def expected_of(evaluation: Evaluation, label: int) -> Estimate:
    """Its O:E, where its scores are probabilities."""
    seen = evaluation.in_population
    seen = replace(seen, patients=None) if seen.sums is None else seen  # several groups that share patients
    return expected_ratio(seen.scored_cases(label), seen.level)


OF_SCORES: Mapping[str, Callable[[Evaluation, int], Estimate]] = {"auc": area_of, "oe_ratio": expected_of}
