"""Rule-out and rule-in thresholds of one class, and the indeterminate zone between them."""

from __future__ import annotations

import math

from metrics import Estimate
from metrics.thresholding.two_thresholds import Zone, Zones
from words.text.notes import why
from words.text.numbers import (
    FEW,
    NBSP,
    bounds_beside_counts,
    counted,
    decimal,
    interval,
    of,
    percent,
    percent_said,
    threshold,
    whole,
)
from words.text.voice import Voice

RATIO = "Zone likelihood ratio: P(zone | class) ÷ P(zone | not class)"
METHOD = f"Upper bounds: Clopper–Pearson. Other proportions: Wilson. {RATIO}, log-method CI."
OF_WEIGHTED = (
    f"Bootstrap of the cases, or of the patients where IDs repeat. Percentages are weighted, counts are not. {RATIO}."
)
OF_PATIENTS = f"Patient-level bootstrap; Clopper–Pearson over patients at 0 and 100{NBSP}%. {RATIO}."
ROWS_APART = "Some patients have several rows; these bounds ignore clustering and are too narrow."
ONE_THRESHOLD = "One threshold: no indeterminate zone."


def names(found: Zones) -> tuple[str, str, str]:
    """The names of the three zones, lowest scores first."""
    low, high = threshold(found.low), threshold(found.high)
    between = "no score" if found.low == found.high else f"{low} to below {high}"
    return f"Ruled out: below {low}", f"Indeterminate: {between}", f"Ruled in: {high} or above"


def spoken(found: Zones, label: int, voice: Voice) -> str:
    """The three zones in three sentences, what a rule-out misses first."""
    return " ".join((_ruled_out(found, label, voice), _between(found, voice), _ruled_in(found, label, voice)))


def _ruled_out(found: Zones, label: int, voice: Voice) -> str:
    start = f"Ruled out (<{NBSP}{threshold(found.low)}): "
    if not found.missed.is_defined:
        return f"{start}none."
    return f"{start}{_who(found.ruled_out, label, voice)} ({_at_most(found.missed)})."


def _ruled_in(found: Zones, label: int, voice: Voice) -> str:
    start = f"Ruled in (≥{NBSP}{threshold(found.high)}): "
    if not found.detected.is_defined:
        return f"{start}none."
    value = "" if (found.detected.trials or 0) < FEW else f"{percent_said(found.detected)}, "
    proportion = f"{value}{bounds_beside_counts(found.detected)}"
    return f"{start}{_who(found.ruled_in, label, voice)} ({proportion})."


def _between(found: Zones, voice: Voice) -> str:
    if not found.between.cases:
        return "Indeterminate: none."
    return f"Indeterminate: {counted(found.between.cases, voice.unit)} ({percent_said(found.indeterminate)})."


def _who(zone: Zone, label: int, voice: Voice) -> str:
    """ "35 patients, 7 have VT"."""
    number = whole(zone.positives) if zone.positives else "none"
    return f"{counted(zone.cases, voice.unit)}, {number} {voice.verb_phrase(zone.positives or 1, label)}"


def _at_most(missed: Estimate) -> str:
    """ "20 %, upper bound 37 %"; below ten cases, or where none is missed, only the bound."""
    trials = missed.trials or 0
    if missed.high is None:
        return f"{percent_said(missed)}, {why(missed)}"
    most = f"upper bound {percent(missed.high, trials)}"
    return most if trials < FEW or not missed.successes else f"{percent_said(missed)}, {most}"


def handed_on(found: Zones, label: int, voice: Voice) -> str:
    """What follows if a clinician decides every indeterminate case: misses and false positives of all cases."""
    out, into = found.ruled_out, found.ruled_in
    others = out.negatives + found.between.negatives + into.negatives
    every = out.positives + found.between.positives + into.positives
    missed = f"misses {voice.part_phrase(out.positives, every, label)} ({_at_most(found.missed_of_class)})"
    false = f"has {counted(into.negatives, ('false positive', 'false positives'))} among {whole(others)}"
    passed = f"{voice.unit[1]} go to a clinician ({of(found.between.cases, every + others)})"
    return f"If all indeterminate {passed}, the model {missed} and {false}. Denominators include indeterminate cases."


def set_on_same(voice: Voice) -> str:
    """What these thresholds promise too much, where they were found among the cases that are looked at."""
    return f"Thresholds set on the same {voice.unit[1]}: misses and false positives are underestimated."


def ratio(value: Estimate) -> tuple[str, str]:
    """A likelihood ratio and its interval, or that there is none and why; small ones with two digits."""
    if not value.is_defined:
        return "not estimable", why(value)
    small = 0 < value.value < 0.1
    places = min(1 - math.floor(math.log10(value.value)), 6) if small else 2
    found = interval(value, places)
    return decimal(value.value, places), f"CI{NBSP}{found}" if found else why(value) or "no interval"


def never(key: str, target: float, by_bound: bool, label: int, voice: Voice) -> str:
    """No threshold reaches the target."""
    value = f"a lower CI bound of the {key}" if by_bound else f"a {key}"
    wanted = f"{round(target * 100, 6):g}{NBSP}%"
    return f"No score for {voice.name(label)} has {value} ≥ {wanted}; that threshold is unchanged."
