"""Rule-out and rule-in thresholds of one class, and the indeterminate zone between them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from metrics.intervals.analytic import Estimate, clopper_pearson, likelihood_ratios, proportion_interval, unless_few
from metrics.notes import Code, Note
from metrics.thresholds import ThresholdTable

Figures = Mapping[str, Estimate]


@dataclass(frozen=True)
class Zone:
    """The cases of one zone: how many have the class, and how many do not.

    likelihood_ratio: by what factor lying here changes the odds of the class, P(zone | with) / P(zone | without).
    """

    positives: int
    negatives: int
    likelihood_ratio: Estimate

    @property
    def cases(self) -> int:
        return self.positives + self.negatives


@dataclass(frozen=True)
class Zones:
    """Rule out `score < low`, rule in `score >= high`, indeterminate between.

    missed: of the cases ruled out, those that have the class, with the exact bounds of Clopper and Pearson, whose upper
    one says how unsafe the rule-out may be. detected: of the cases ruled in, those that have it (PPV of the rule-in).
    missed_of_class, indeterminate: of the cases with the class, and of all cases.
    """

    low: float
    high: float
    ruled_out: Zone
    between: Zone
    ruled_in: Zone
    missed: Estimate
    detected: Estimate
    missed_of_class: Estimate
    indeterminate: Estimate


def zones(table: ThresholdTable, low: float, high: float, level: float = 0.95) -> Zones:
    """What two thresholds do. Raises ValueError unless low <= high, or for a number that is nan.

    A proportion of no cases is undefined, with the reason in its note.
    """
    if not low <= high:
        raise ValueError("the rule-out threshold cannot lie above the rule-in threshold")
    each = (table.inside(*ends) for ends in ((-math.inf, low), (low, high), (high, math.inf)))
    out, between, into = ((zone.tp, zone.fp) for zone in each)
    total = table.n
    return Zones(
        low,
        high,
        ruled_out=_zone(table, *out, level),
        between=_zone(table, *between, level),
        ruled_in=_zone(table, *into, level),
        missed=_exact(out[0], sum(out), level),
        detected=proportion_interval(into[0], sum(into), level, Code.EMPTY_ZONE),
        missed_of_class=_exact(out[0], table.n_positive, level, Code.NO_TRUE_CASES),
        indeterminate=proportion_interval(sum(between), total, level),
    )


def with_figures(found: Zones, out: Figures, between: Figures, into: Figures) -> Zones:
    """The same with the numbers of weighted cases, or of patients; counts stay.

    out, between, into: `Evaluation.in_zone` of each zone.
    """

    def known(own: Estimate, figures: Figures, key: str) -> Estimate:
        return figures[key] if own.is_defined else own

    each = ((found.ruled_out, out), (found.between, between), (found.ruled_in, into))
    zones = [
        replace(zone, likelihood_ratio=known(zone.likelihood_ratio, figures, "lr_positive")) for zone, figures in each
    ]
    return replace(
        found,
        ruled_out=zones[0],
        between=zones[1],
        ruled_in=zones[2],
        missed=known(found.missed, out, "ppv"),
        detected=known(found.detected, into, "ppv"),
        missed_of_class=known(found.missed_of_class, out, "sensitivity"),
        indeterminate=known(found.indeterminate, between, "inside"),
    )


def _zone(table: ThresholdTable, positives: int, negatives: int, level: float) -> Zone:
    """A case in the zone counts as a positive prediction: the zone's ratio is its positive likelihood ratio."""
    inside = table.cells_of(positives, negatives)
    if not positives + negatives:
        return Zone(0, 0, Estimate(math.nan, note=Note(Code.EMPTY_ZONE)))
    ratio = likelihood_ratios(inside, level)[0]
    if ratio.is_defined:
        return Zone(positives, negatives, unless_few(ratio, inside))
    why = Note(Code.ONLY_TRUE_CASES_IN_ZONE) if positives else ratio.note
    return Zone(positives, negatives, Estimate(math.nan, note=why))


def _exact(successes: int, trials: int, level: float, undefined: Code = Code.EMPTY_ZONE) -> Estimate:
    """Bounds that are never too narrow, as safety asks."""
    return clopper_pearson(successes, trials, level) if trials else proportion_interval(0, 0, level, undefined)
