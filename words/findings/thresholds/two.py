"""Two lines through one score: who is ruled out, who is ruled in, and who is left to a clinician."""

from __future__ import annotations

import math

from metrics import Estimate
from metrics.thresholding.two_thresholds import Zone, Zones
from words.text.notes import why
from words.text.numbers import FEW, NBSP, bounds, counted, decimal, interval, of, percent, percent_of, threshold, whole
from words.text.voice import Voice

METHOD = (
    "“At most” is the upper end of the exact interval (Clopper-Pearson); other shares have Wilson's. Likelihood ratio: "
    "how much more often a score of this zone is seen with the class than without it (interval by the log method)."
)
ROWS_APART = "Some patients stand behind several rows here. These bounds take rows as independent: too narrow."
ONE_LINE = "One line does both, so that nobody is undecided."


def names(found: Zones) -> tuple[str, str, str]:
    """What the three zones are called, lowest scores first."""
    low, high = threshold(found.low), threshold(found.high)
    between = "no score" if found.low == found.high else f"{low} to below {high}"
    return f"Ruled out: below {low}", f"Undecided: {between}", f"Ruled in: from {high} on"


def spoken(found: Zones, label: int, voice: Voice) -> str:
    """The three zones in three sentences, what a rule-out misses first."""
    return " ".join((_ruled_out(found, label, voice), _between(found, voice), _ruled_in(found, label, voice)))


def _ruled_out(found: Zones, label: int, voice: Voice) -> str:
    start = f"Below {threshold(found.low)}: "
    if not found.missed.is_defined:
        return f"{start}nobody, so what a rule-out would miss is not estimable."
    return f"{start}{_who(found.ruled_out, label, voice)} ({_at_most(found.missed)})."


def _ruled_in(found: Zones, label: int, voice: Voice) -> str:
    start = f"From {threshold(found.high)} on: "
    if not found.found.is_defined:
        return f"{start}nobody, so what a rule-in is worth is not estimable."
    few = (found.found.trials or 0) < FEW
    share = f"{bounds(found.found)}{NBSP}%" if few else f"{percent_of(found.found)}, {bounds(found.found)}"
    return f"{start}{_who(found.ruled_in, label, voice)} ({share})."


def _between(found: Zones, voice: Voice) -> str:
    if not found.between.cases:
        return "Nobody falls between the lines."
    verb = "falls" if found.between.cases == 1 else "fall"
    return f"{counted(found.between.cases, voice.unit)} ({percent_of(found.undecided)}) {verb} in the undecided zone."


def _who(zone: Zone, label: int, voice: Voice) -> str:
    """ "35 patients, 7 have VT"."""
    number = whole(zone.positives) if zone.positives else "none"
    return f"{counted(zone.cases, voice.unit)}, {number} {voice.verb_phrase(zone.positives, label)}"


def _at_most(missed: Estimate) -> str:
    """ "20 %, at most 37 %"; below ten cases, or where none is missed, only the bound."""
    trials = missed.trials or 0
    most = f"at most {percent(missed.high or 0.0, trials)}"
    return most if trials < FEW or not missed.successes else f"{percent_of(missed)}, {most}"


def of_class(found: Zones, label: int, voice: Voice) -> str:
    """Of the cases with the class, how many each zone takes."""
    parts = (found.ruled_out.positives, found.between.positives, found.ruled_in.positives)
    group = voice.group_phrase(sum(parts), label)
    return f"Of {group}, {parts[0]:,} are ruled out, {parts[1]:,} undecided and {parts[2]:,} ruled in."


def handed_on(found: Zones, label: int, voice: Voice) -> str:
    """What follows if a clinician decides every undecided case: misses and alarms as shares of all cases."""
    out, into = found.ruled_out, found.ruled_in
    others = out.negatives + found.between.negatives + into.negatives
    every = out.positives + found.between.positives + into.positives
    missed = f"misses {voice.part_phrase(out.positives, every, label)} ({_at_most(found.missed_of_class)})"
    alarms = f"falsely alarms {of(into.negatives, others)} others ({percent(into.negatives / others, others)})"
    sees = f"sees {of(found.between.cases, every + others)} {voice.unit[1]} ({percent_of(found.undecided)})"
    return (
        f"If every undecided {voice.unit[0]} goes to a clinician, the model by itself {missed} and {alarms}; the "
        f"clinician {sees}. These are shares of all. Sensitivity and specificity over the decided alone would leave "
        "out the hard ones, and are not shown."
    )


def ratio(value: Estimate) -> tuple[str, str]:
    """A likelihood ratio and its interval, or that there is none and why; small ones with two digits."""
    if not value.is_defined:
        return "not estimable", why(value)
    small = 0 < value.value < 0.1
    places = min(1 - math.floor(math.log10(value.value)), 6) if small else 2
    found = interval(value, places)
    return decimal(value.value, places), f"CI{NBSP}{found}" if found else why(value) or "no interval"


def never(key: str, target: float, by_bound: bool, label: int, voice: Voice) -> str:
    """No line does what was asked for."""
    bound = " by the lower bound of its interval" if by_bound else ""
    return (
        f"No observed score of {voice.name(label)} has a {key} of at least {round(target * 100, 6):g}{NBSP}%{bound}; "
        "that line stays where it was."
    )
