"""What one threshold finds and misses, how it was chosen, on which cases, and what its rates promise too much."""

from __future__ import annotations

import math
from collections.abc import Mapping

from metrics import METRICS, Corrected, Counts, cost_threshold, estimate
from metrics.thresholding.optimism import REPLICATES, SEED
from words.findings.finding import Finding
from words.text.numbers import NBSP, counted, percent, threshold, whole
from words.text.phrases import sentence_case
from words.text.voice import Voice

HOW_CORRECTED = (
    f"The choice is made again on {REPLICATES} resamples of the cases (bootstrap, seed {SEED}), and what it then "
    "promises too much is taken off. How large this gets: a true 84 % reads about 90 % in 40 cases and 86 % in 200 "
    "(Leeflang 2008)."
)
OTHERS = ("other", "others")
ROWS_DRAWN = "Rows of one patient were drawn as if they were independent, so the correction is too small here."
ROWS_APART = "That bound takes every row as independent, which the intervals shown here do not."
YOUDEN_WARNING = "Youden's index treats a miss and a false alarm as equally bad, which is rarely true."


def threshold_finding(counts: Counts, at: float, label: int, voice: Voice) -> Finding:
    """What one threshold finds and misses; then its false alarms."""
    tp, fn, fp = int(counts.tp), int(counts.fn), int(counts.fp)
    alarms = f"{whole(fp)} {'is a false alarm' if fp == 1 else 'are false alarms'}"
    calls = f"Of {whole(tp + fp)} {voice.name(label)} calls, {alarms}."
    if not tp + fp:
        calls = f"It calls no {voice.unit[0]} {voice.name(label)}."
    where = f"At {threshold(at)}" if math.isfinite(at) else sentence_case(threshold(at))
    found = f"finds {whole(tp)} of {voice.group_phrase(tp + fn, label)}"
    return Finding(f"{where} the model {found} and misses {whole(fn) if fn else 'none'}.", calls)


def by_target(at: float, key: str, target: float, by_bound: bool, where: str, label: int, voice: Voice) -> str:
    """Why this score: the best one that reaches a sensitivity or specificity. where: the split it was chosen on."""
    reached = f"at least {_target(target)}"
    bound = " by the lower bound of the interval" if by_bound else ""
    if key == "sensitivity":
        said = f"is the largest score at which {reached} of the {voice.unit[1]} {_with(label, voice)} are found"
    else:
        said = f"is the smallest score at which {reached} of the others are not called {voice.name(label)}"
    return f"{_score(at)} {said}{bound}{where}."


def _with(label: int, voice: Voice) -> str:
    preposition = voice.preposition(label)
    return f"{preposition} {voice.name(label)}" if preposition else f"that are {voice.names[label]}"


def by_youden(at: float, where: str) -> str:
    """Why this score: Youden's index, with what is wrong about it."""
    return f"{_score(at)} gives the largest sum of sensitivity and specificity{where}. {YOUDEN_WARNING}"


def by_cost(at: float, ratio: float, where: str) -> str:
    """Why this score: the lowest cost of misses and false alarms together."""
    return f"{_score(at)} costs least{where}, where one miss is as bad as {times(ratio)}."


def by_formula(ratio: float, empirical: float | None = None) -> str:
    """Why this score: the risk from which acting is cheaper, which no data were searched for."""
    at = cost_threshold(ratio, 1)
    found = (
        ""
        if empirical is None or math.isnan(empirical)
        else f" Searched for on the cases it is {threshold(empirical)}."
    )
    return (
        f"Where one miss is as bad as {times(ratio)}, acting pays from a risk of 1 / (1 + {ratio:g}) = {at:.3g} on. "
        f"No data were searched for it, but it holds only if the scores are probabilities that come true.{found}"
    )


def times(ratio: float) -> str:
    """ "1 false alarm", "2.5 false alarms"."""
    return f"{ratio:g}{NBSP}false alarm{'s' if ratio != 1 else ''}"


def _target(target: float) -> str:
    return f"{round(target * 100, 6):g}{NBSP}%"


def _score(at: float) -> str:
    return f"A line {threshold(at)}" if math.isinf(at) else threshold(at)


def chosen_elsewhere(split: str, cases: int, positives: int, shown: str, label: int, voice: Voice) -> str:
    """Chosen on one split, reported on another: nothing to correct."""
    group = f"{counted(cases, voice.unit)}, {voice.count_phrase(positives, label)}"
    return f"Chosen on {split} ({group}), reported on {shown}."


def chosen_here(corrected: Mapping[str, Corrected], counts: Counts, wished: str, voice: Voice) -> str:
    """Chosen on the cases that it is judged by: what the main rate reads, and what to expect of new ones."""
    start = f"Chosen on the same {counted(int(sum(counts)), voice.unit)} that it is judged by"
    read = {name: (apparent, expected) for name, apparent, expected in compared(corrected, counts)}
    name, (apparent, expected) = METRICS[wished].name.lower(), read[METRICS[wished].name]
    optimism = corrected[wished].optimism * (1 if METRICS[wished].better == "higher" else -1)
    if math.isnan(optimism):
        return f"{start}, which promises too much; there are too few {voice.unit[1]} to say by how much."
    if apparent == expected:
        return f"{start}; corrected for that, the {name} stays {apparent}."
    if optimism < 0:
        return f"{start}; corrected for that, the {name} of {apparent} becomes {expected}."
    return f"{start}, which promises too much: the {name} reads {apparent}, of new {voice.unit[1]} expect {expected}."


def compared(corrected: Mapping[str, Corrected], counts: Counts) -> list[tuple[str, str, str]]:
    """(name, on these cases, expected of new ones) of each rate, in the decimals of its own cases."""
    return [
        (METRICS[key].name, _percent(each.apparent, key, counts), _percent(each.value, key, counts))
        for key, each in corrected.items()
    ]


def _percent(share: float, key: str, counts: Counts) -> str:
    trials = int(estimate(key, counts).trials or 0)
    return "not estimable" if math.isnan(share) else percent(share, trials)


def never_reached(
    key: str, target: float, cases: int, low: float | None, where: str, label: int, voice: Voice
) -> Finding:
    """No score proves so much: even calling everybody, or nobody, leaves less possible."""
    name, all_of = voice.name(label), counted(cases, voice.unit)
    what = f"all {all_of} {_with(label, voice)}" if key == "sensitivity" else f"all {counted(cases, OTHERS)}"
    done = "found" if key == "sensitivity" else "cleared"
    if low is None:
        return Finding(f"A {key} needs {voice.unit[1]} to be counted of, and there are none here.", "")
    return Finding(
        f"No threshold proves a {key} of {_target(target)} for {name}{where or ' here'}.",
        f"Even with {what} {done}, the lower bound of the interval is {percent(low, cases)}. "
        "Lower the target, or let the observed share reach it.",
    )


def calls_nobody(positives: int, label: int, voice: Voice) -> Finding:
    """The threshold that does best flags nobody at all."""
    group = voice.group_phrase(positives, label)
    return Finding(
        f"By this wish nobody is called {voice.name(label)}: of {group} none is found.",
        f"No score of these {voice.unit[1]} does better than a line above every one of them "
        f"({whole(positives)} missed, no false alarm).",
    )
