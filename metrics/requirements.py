"""What a reader requires of the model, judged on the whole interval: met, not met, or inconclusive."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from metrics.catalog import CATALOG, METRICS, OFFERED, RANKED
from metrics.definition import Definition, Proportion
from metrics.evaluation import Evaluation
from metrics.glossary import defined_at
from metrics.interval_methods import CLOPPER_PEARSON, CLOPPER_PEARSON_OF_PATIENTS, LOG, WILSON
from metrics.intervals.analytic import Estimate
from metrics.notes import Code, Note
from metrics.planning import POWERS, cases_for_bound

State = Literal["met", "not met", "inconclusive"]
FEW = 10  # below so many cases a verdict is said in words, without a colour
MOST_NEEDED = 1_000_000  # beyond that a number of cases is of no use
WHOLE = ("accuracy", "balanced_accuracy", "mcc", "kappa", "risk_score", "missed_as_normal")
PROPORTIONS_OF_ALL = ("accuracy", "risk_score", "missed_as_normal")
OF_BOTH_STYLES = (WILSON, CLOPPER_PEARSON, CLOPPER_PEARSON_OF_PATIENTS, LOG)
RISKS = ("risk_score", "missed_as_normal")


def _defined(paths: Mapping[str, str]) -> Mapping[str, Definition]:
    """The definitions that say which direction is better."""
    found = {key: each for key, path in paths.items() if (each := defined_at(path))}
    return MappingProxyType({key: each for key, each in found.items() if each.better != "neither"})


OF_A_CLASS = _defined({key: f"classes.{key}" for key in (*CATALOG, *RISKS)})
OF_ALL = _defined(
    {key: f"overall.{key}" for key in WHOLE} | {f"macro_{key}": f"macro.{key}" for key in OFFERED}
)  # fmt: skip


@dataclass(frozen=True)
class Requirement:
    """A bound on one metric: at least it, or at most it where `at_most`; the bound itself suffices.

    label: the class it is about, None for all classes together. key: of OF_A_CLASS, or of OF_ALL without a class.
    Raises ValueError for a key that is none of these, and for a bound that the metric cannot reach.
    """

    label: str | None
    key: str
    bound: float
    at_most: bool = False

    def __post_init__(self) -> None:
        if self.key not in metrics_for(self.label):
            raise ValueError(f"{self.key} is no metric of {'a class' if self.label is not None else 'all classes'}")
        if not (math.isfinite(self.bound) and self.definition.lowest <= self.bound <= self.definition.highest):
            raise ValueError(f"{self.key} never is {self.bound}")

    @property
    def definition(self) -> Definition:
        return metrics_for(self.label)[self.key]

    @property
    def is_unusual(self) -> bool:
        """Whether it limits a metric on the side that is better: sensitivity at most, miss rate at least."""
        return self.at_most == (self.definition.better == "higher")


@dataclass(frozen=True)
class Verdict:
    """state, and where it is inconclusive for want of a number or of an interval, why."""

    state: State
    why: Note | None = None


@dataclass(frozen=True)
class Assessment:
    """A requirement on one evaluation. cases: the denominator, of an AUC the smaller group; None for others.
    needed: how many would give a verdict, for each of POWERS; () for no such number, one where the power is no matter.

    otherwise: the verdict that the other style of intervals gives, and its estimate, where it is another one.
    """

    requirement: Requirement
    estimate: Estimate
    verdict: Verdict
    cases: int | None
    needed: tuple[int, ...]
    otherwise: tuple[Verdict, Estimate] | None = None

    @property
    def few(self) -> bool:
        return self.cases is not None and self.cases < FEW


def metrics_for(label: str | None) -> Mapping[str, Definition]:
    """What can be required of a class, or of all classes together."""
    return OF_ALL if label is None else OF_A_CLASS


def is_proportion(label: str | None, key: str) -> bool:
    """Whether the metric is a proportion of cases, said in percent."""
    if label is None:
        return key in PROPORTIONS_OF_ALL
    return key in RISKS or (key in METRICS and isinstance(METRICS[key].rule, Proportion))


def judged(requirement: Requirement, estimate: Estimate) -> Verdict:
    """Met where the whole interval satisfies the bound, not met where none of it does, else inconclusive."""
    if not estimate.is_defined:
        return Verdict("inconclusive", estimate.note or requirement.definition.undefined_note)
    if estimate.low is None or estimate.high is None:
        return Verdict("inconclusive", estimate.note or Note(Code.NO_INTERVAL))
    low, high, bound = estimate.low, estimate.high, requirement.bound
    kept, broken = (high <= bound, low > bound) if requirement.at_most else (low >= bound, high < bound)
    return Verdict("met" if kept else "not met" if broken else "inconclusive")


def assessed(requirement: Requirement, evaluation: Evaluation, is_decided: bool = True) -> Assessment:
    """The verdict on an evaluation, with the estimate that it rests on.

    is_decided: False where no threshold was chosen, so that only what needs none can be judged.
    """
    estimate = estimated(requirement, evaluation)
    if not is_decided and requirement.key.removeprefix("macro_") not in RANKED:
        estimate = Estimate(math.nan, note=Note(Code.NO_THRESHOLD))
    verdict = judged(requirement, estimate)
    few = _fewest(requirement, evaluation, estimate)
    simple = (few or 0) >= FEW and not evaluation.is_clustered
    each = [cases_needed(requirement, estimate, evaluation.level, power) for power in POWERS if simple]
    needed = tuple(dict.fromkeys(cases for cases in each if cases is not None)) if None not in each else ()
    return Assessment(
        requirement, estimate, verdict, few, needed, _otherwise(requirement, estimate, verdict, evaluation)
    )


def _otherwise(
    requirement: Requirement, estimate: Estimate, verdict: Verdict, evaluation: Evaluation
) -> tuple[Verdict, Estimate] | None:
    if estimate.low is None or estimate.method in OF_BOTH_STYLES:
        return None
    other = estimated(requirement, evaluation.other_style)
    found = judged(requirement, other)
    return None if found.state == verdict.state else (found, other)


def estimated(requirement: Requirement, evaluation: Evaluation) -> Estimate:
    """The number that is required; undefined, with the reason, where the evaluation has none."""
    label, key = requirement.label, requirement.key
    if label is None:
        found = evaluation.macro.get(key.removeprefix("macro_")) if key.startswith("macro_") else None
        return found or evaluation.overall.get(key) or Estimate(math.nan, note=Note(_missing(key, None, evaluation)))
    if label not in evaluation.labels:
        return Estimate(math.nan, note=Note(Code.NO_SUCH_CLASS))
    position = evaluation.labels.index(label)
    missing = Estimate(math.nan, note=Note(_missing(key, position, evaluation)))
    return evaluation.classes[position].get(key, missing)


def _missing(key: str, label: int | None, evaluation: Evaluation) -> Code:
    if key not in RISKS:
        return Code.NO_SCORES
    if label is None or evaluation.normal is None:
        return Code.NO_NORMAL_CLASS
    return Code.NORMAL_CLASS_ITSELF if label == evaluation.normal else Code.NOT_A_DISEASE


def _fewest(requirement: Requirement, evaluation: Evaluation, estimate: Estimate) -> int | None:
    """Of a proportion its denominator; of an area under a curve the smaller group."""
    if estimate.trials is not None or requirement.key not in RANKED or requirement.label not in evaluation.labels:
        return estimate.trials
    support = int(evaluation.matrix.support[evaluation.labels.index(requirement.label)])
    return min(support, evaluation.n - support)


def cases_needed(
    requirement: Requirement, estimate: Estimate, level: float = 0.95, power: float = POWERS[0]
) -> int | None:
    """How many cases in all would give a verdict with this power, if the true rate is the observed one.

    For Wilson's interval see `cases_for_bound`; that of Clopper and Pearson at 0 or 1 excludes a bound once the tail
    (1−level)/2 exceeds the probability of as many, whatever the power. None where the interval gives a verdict already,
    for other intervals, for a bound of 0 or 1, for a rate that equals the bound, and beyond a million.
    """
    rate, bound = estimate.value, requirement.bound
    settled = judged(requirement, estimate).state != "inconclusive"
    if settled or estimate.trials is None or not 0 < bound < 1 or rate == bound:
        return None
    needed: int | None = None
    if estimate.method == WILSON:
        needed = cases_for_bound(rate, bound, power, level)
    elif estimate.method == CLOPPER_PEARSON and rate in (0, 1):
        needed = math.ceil(math.log((1 - level) / 2) / math.log(bound if rate else 1 - bound))
    return needed if needed is not None and estimate.trials < needed <= MOST_NEEDED else None
