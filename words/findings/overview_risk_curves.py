"""The finding of each page: one sentence that says what matters, and a paragraph that qualifies it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from metrics import (
    Counts,
    Estimate,
    Evaluation,
    NaturalFrequencies,
    by_danger,
)
from words.text.numbers import (
    FEW,
    NBSP,
    bounds,
    counted,
    decimal,
    decimals,
    of,
    percent,
    percent_of,
    share,
    threshold,
    whole,
)
from words.text.voice import Voice

__all__ = [
    "Finding",
    "called_normal",
    "confusion",
    "curves",
    "missed",
    "overview",
    "per_thousand",
    "risk",
    "threshold_finding",
]

LONGEST = 96  # characters of a headline that still fit one line of a wide page


class Finding(NamedTuple):
    headline: str
    detail: str


def missed(evaluation: Evaluation, label: int) -> Estimate:
    """Cases of a class that the model did not call it."""
    return evaluation.classes[label]["fnr"]


def called_normal(evaluation: Evaluation, normal: int) -> Estimate:
    """Cases called Normal that are not: the risk score with its counts."""
    return evaluation.classes[normal]["ppv"].complement()


def _seen(evaluation: Evaluation, voice: Voice) -> Evaluation:
    """The same with the all-clear class of the one who speaks."""
    return evaluation if evaluation.normal == voice.normal else replace(evaluation, normal=voice.normal)


def overview(evaluation: Evaluation, voice: Voice) -> Finding:
    """What the model misses most dangerously, and what its all-clear is worth."""
    order = by_danger(evaluation.matrix, voice.normal)
    if not order:
        return Finding("Every case is truly of one class, so nothing could be missed.", "")
    headline, rest = _missed_sentence(evaluation, order[0], voice)
    details = [rest, _expectation(evaluation, order[0], voice), _reassurance(evaluation, voice)]
    return Finding(headline, " ".join(part for part in details if part))


def _missed_sentence(evaluation: Evaluation, label: int, voice: Voice) -> tuple[str, str]:
    """The headline, and what had to move out of it because it grew too long."""
    matrix, estimate = evaluation.matrix, missed(evaluation, label)
    group, number = voice.group(int(matrix.support[label]), label), estimate.successes or 0
    if not number:
        return f"Of {group}, the model missed none.", ""
    start = f"Of {group}, the model missed {_how_many(estimate)}"
    if len(matrix.labels) == 2:  # a miss can only have been called the other class
        return f"{start}.", ""
    went = voice.called(matrix, label)
    if len(start) + len(went) + 3 <= LONGEST:
        return f"{start}: {went}.", ""
    return f"{start}.", f"Of these, {went}."


def _how_many(estimate: Estimate) -> str:
    """ "10 (20 %)", "3" of few cases, "all 70"."""
    number = whole(estimate.successes or 0)
    if estimate.successes == estimate.trials:
        return f"all{NBSP}{number}" if estimate.trials != 1 else "it"
    return f"{number} ({percent_of(estimate)})" if (estimate.trials or 0) >= FEW else number


def _expectation(evaluation: Evaluation, label: int, voice: Voice) -> str:
    estimate = missed(evaluation, label)
    if (estimate.trials or 0) < FEW:
        return f"These are too few {voice.unit[1]} for a percentage."
    if estimate.low is None or estimate.high is None:
        return f"{_capital(bounds(estimate))}."
    text = f"{bounds(estimate, evaluation.level)}{NBSP}%"
    low, high = round(estimate.low * 100), round(estimate.high * 100)
    if estimate.successes == 0:
        return f"{text}: among {voice.unit[1]} like these, up to {max(high, 1)} in 100 could still be missed."
    if low == high:
        return f"{text}."
    return f"{text}: of every 100 {voice.unit[1]} like these, expect {low} to {high} to be missed."


def _reassurance(evaluation: Evaluation, voice: Voice) -> str:
    if voice.normal is None:
        return ""
    estimate, name = called_normal(evaluation, voice.normal), voice.name(voice.normal)
    if not estimate.trials:
        return f"The model never says {name}."
    if not estimate.successes:
        return f"When the model says {name}, none of {whole(estimate.trials)} is anything else ({bounds(estimate)})."
    brackets = f"({percent_of(estimate)}, {bounds(estimate)})" if estimate.trials >= FEW else ""
    return f"When the model says {name}, {of(estimate.successes, estimate.trials)} are not {brackets}".rstrip() + "."


def risk(evaluation: Evaluation, voice: Voice) -> Finding:
    """Which disease is missed, how much of it as Normal; and the same from the side of the Normal calls."""
    matrix = evaluation.matrix
    order = by_danger(matrix, voice.normal)
    if not order:
        return Finding("There is no case of any disease, so nothing could be missed.", "")
    worst, estimate = order[0], missed(evaluation, order[0])
    total = whole(int(matrix.support[worst]))
    if not estimate.successes:
        return Finding(f"No {voice.unit[0]} of any class is missed.", _false_reassurance(evaluation, worst, voice))
    number, of_all = estimate.successes, estimate.trials or 0
    of_these = f"all{NBSP}{whole(number)}" if number == of_all != 1 else of(number, of_all)
    headline = f"{_capital(voice.name(worst))} is missed in {of_these} {voice.unit[of_all != 1]}"
    if headline[0].islower():
        headline = f"In {of_these} {voice.unit[of_all != 1]} {voice.name(worst)} is missed"
    if not voice.joins(worst):
        verb = "is" if number == 1 else "are"
        headline = f"{voice.of_group(number, of_all, worst)} {verb} missed"
    if voice.normal is None or len(matrix.labels) == 2:
        of_total = f"{share(estimate, True, evaluation.level)} of the {total}."
        detail = _false_reassurance(evaluation, worst, voice) or f"{of_total} No class of this study means all clear."
        return Finding(f"{headline}.", detail)
    part = _part_of(int(matrix.cells[worst, voice.normal]), estimate.successes)
    headline = f"{headline}, and {part} called {voice.name(voice.normal)}."
    return Finding(headline, _false_reassurance(evaluation, worst, voice))


def _capital(text: str) -> str:
    """A sentence may begin with "class 1" or "no interval", but with no name in another case than its own."""
    return f"{text[0].upper()}{text[1:]}" if text.startswith(("class ", "no interval")) else text


def _part_of(part: int, total: int) -> str:
    if part == 0:
        return "none of those is"
    if part == total:
        return "all of those are" if total > 1 else "that one is"
    if 2 * part == total:
        return "half of those are"
    return f"{whole(part)} of those {'is' if part == 1 else 'are'}"


def _false_reassurance(evaluation: Evaluation, worst: int, voice: Voice) -> str:
    """The two sides of one mistake: METRICS keeps apart what the calls say and what the patients suffer."""
    if voice.normal is None:
        return ""
    matrix = evaluation.matrix
    name, of_worst = voice.name(voice.normal), int(matrix.cells[worst, voice.normal])
    estimate = called_normal(evaluation, voice.normal)
    if not estimate.trials:
        return f"The model never says {name}, so false reassurance cannot be estimated."
    if len(matrix.labels) == 2:  # the other side of the same mistake is the headline itself
        return _reassurance(evaluation, voice)
    belong = voice.belong(of_worst, worst).replace(" ", " of them ", 1)
    of_patients = voice.of_group(of_worst, int(matrix.support[worst]), worst)
    brackets = f"({percent_of(estimate)}, {bounds(estimate, evaluation.level)})"
    return (
        f"False reassurance: of {counted(estimate.trials, voice.unit)} called {name}, "
        f"{whole(estimate.successes or 0)} are not {brackets}; {belong}. The miss rate counts "
        f"the same {voice.unit[1]} from the other side: {of_patients}."
    )


def confusion(evaluation: Evaluation, voice: Voice) -> Finding:
    """The most frequent error, and the one that hides most of a disease."""
    cells = evaluation.matrix.cells
    errors = cells - np.diag(cells.diagonal())
    if not errors.any():
        return Finding(f"The model made no error in {counted(evaluation.n, voice.unit)}.", "")
    truth, called = (int(i) for i in np.unravel_index(errors.argmax(), errors.shape))
    support = int(evaluation.matrix.support[truth])
    headline = (
        f"The most frequent error is {voice.name(truth)} called {voice.name(called)}: "
        f"{of(int(cells[truth, called]), support)}{_in_brackets(int(cells[truth, called]), support)}."
    )
    return Finding(headline, _most_reassured(_seen(evaluation, voice), (truth, called), voice))


def _in_brackets(part: int, total: int) -> str:
    return f" ({percent(part / total, total)})" if total >= FEW else ""


def _most_reassured(evaluation: Evaluation, frequent: tuple[int, int], voice: Voice) -> str:
    if voice.normal is None:
        return ""
    matrix, level = evaluation.matrix, evaluation.level
    shares = {
        label: evaluation.classes[label]["miss_rate"]
        for label in by_danger(matrix, voice.normal)
        if matrix.cells[label, voice.normal]
    }
    if not shares:
        return f"No other class is called {voice.name(voice.normal)}."
    label = max(shares, key=lambda i: shares[i].low or 0.0)
    if (label, voice.normal) == frequent:
        return f"No other class is called {voice.name(voice.normal)} more often: {share(shares[label], True, level)}."
    counts = of(shares[label].successes or 0, shares[label].trials or 0)
    few = (shares[label].trials or 0) < FEW
    brackets = "" if few else f" ({percent_of(shares[label])}, {bounds(shares[label], level)})"
    return f"The class most often called {voice.name(voice.normal)} is {voice.name(label)}: {counts}{brackets}."


def curves(evaluation: Evaluation, label: int, voice: Voice) -> Finding:
    """What the area under the curve means for two people, and what precision would be by chance."""
    table, figures, name = evaluation.table(label), evaluation.classes[label], voice.name(label)
    if table is None:
        return Finding(f"There are no scores for {name}.", "")
    estimate = figures["auc"]
    if not estimate.is_defined:
        return Finding(f"A curve for {name} cannot be drawn: {estimate.note}.", "")
    often = f"{estimate.value * 100:.{0 if estimate.value in (0, 1) else decimals(estimate.value, 0)}f}"
    other, first = ("one without", f"the one with {name}")
    if voice.joins(label) != "with":
        other, first = f"one other {voice.unit[0]}", "the first"
    headline = f"Given {voice.group('one', label)} and {other}, the model scores {first} higher {often} times in 100."
    auc_text = f"AUC {decimal(estimate.value)} ({bounds(estimate, evaluation.level, 3)})."
    total = table.n_positive + table.n_negative
    precision = figures["average_precision"]
    precise = f"{decimal(precision.value)} ({bounds(precision, places=3)})"
    ties = " Equal scores count half." if (table.positives * table.negatives).any() else ""
    return Finding(
        headline,
        f"{auc_text}{ties} Average precision {precise}; by chance it would be the share of {name}, "
        f"{of(table.n_positive, total)} ({decimal(table.n_positive / total)}).",
    )


def threshold_finding(counts: Counts, at: float, label: int, voice: Voice) -> Finding:
    """What one rule finds and misses; then its false alarms."""
    tp, fn, fp = int(counts.tp), int(counts.fn), int(counts.fp)
    group = voice.group(tp + fn, label)
    alarms = "is a false alarm" if fp == 1 else "are false alarms"
    calls = f"Of {whole(tp + fp)} {voice.name(label)} calls, {whole(fp)} {alarms}."
    if not tp + fp:
        calls = f"It calls no {voice.unit[0]} {voice.name(label)}."
    misses = f"misses {whole(fn)}" if fn else "misses none"
    where = f"At {threshold(at)}" if math.isfinite(at) else threshold(at).capitalize()
    return Finding(f"{where} the model finds {whole(tp)} of {group} and {misses}.", calls)


def per_thousand(people: NaturalFrequencies, label: int, voice: Voice) -> list[str]:
    """The five lines beside the picture of a thousand people."""
    name = voice.name(label)
    return [
        voice.belong(people.diseased, label),
        f":blue[■] **{whole(people.tp)}** found",
        f":red[✕] **{whole(people.fn)}** missed",
        f"{whole(people.healthy)} {_not(people.healthy, voice.joins(label))}",
        f":orange[◆] **{whole(people.fp)}** false alarm{'s' if people.fp != 1 else ''}",
        f":gray[●] **{whole(people.tn)}** correctly not called {name}",
    ]


def _not(number: int, joins: str) -> str:
    one, many = ("does not", "do not") if joins == "with" else ("is not", "are not")
    return one if number == 1 else many
