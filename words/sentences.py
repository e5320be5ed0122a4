"""The finding of each page: one sentence that says what matters, and a paragraph that qualifies it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from metrics import (
    ConfusionMatrix,
    Counts,
    Estimate,
    Evaluation,
    NaturalFrequencies,
    by_danger,
    wilson,
)
from words.numbers import (
    FEW,
    NBSP,
    counted,
    decimal,
    decimals,
    interval,
    of,
    percent,
    percent_of,
    share,
    threshold,
    whole,
)
from words.voice import Voice

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


def missed(matrix: ConfusionMatrix, label: int) -> Estimate:
    """Cases of a class that the model did not call it."""
    support = int(matrix.support[label])
    return wilson(support - int(matrix.cells[label, label]), support)


def called_normal(matrix: ConfusionMatrix, normal: int) -> Estimate:
    """Cases called Normal that are not: the risk score with its counts."""
    called = int(matrix.called[normal])
    return wilson(called - int(matrix.cells[normal, normal]), called)


def overview(evaluation: Evaluation, voice: Voice) -> Finding:
    """What the model misses most dangerously, and what its all-clear is worth."""
    matrix = evaluation.matrix
    order = by_danger(matrix, voice.normal)
    if not order:
        return Finding("Every case is truly of one class, so nothing could be missed.", "")
    headline, rest = _missed_sentence(matrix, order[0], voice)
    details = [rest, _expectation(missed(matrix, order[0]), voice, evaluation), _reassurance(matrix, voice)]
    return Finding(headline, " ".join(part for part in details if part))


def _missed_sentence(matrix: ConfusionMatrix, label: int, voice: Voice) -> tuple[str, str]:
    """The headline, and what had to move out of it because it grew too long."""
    estimate = missed(matrix, label)
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


def _expectation(estimate: Estimate, voice: Voice, evaluation: Evaluation) -> str:
    if (estimate.trials or 0) < FEW:
        return f"These are too few {voice.unit[1]} for a percentage."
    text = f"95{NBSP}%{NBSP}CI{NBSP}{interval(estimate)}{NBSP}%"
    if evaluation.clusters is not None and evaluation.clusters < evaluation.n:
        return f"{text}, counted as if every {voice.unit[0]} were independent, which they are not here."
    low, high = round((estimate.low or 0) * 100), round((estimate.high or 0) * 100)
    if estimate.successes == 0:
        return f"{text}: among {voice.unit[1]} like these, up to {max(high, 1)} in 100 could still be missed."
    if low == high:
        return f"{text}."
    return f"{text}: of every 100 {voice.unit[1]} like these, expect {low} to {high} to be missed."


def _reassurance(matrix: ConfusionMatrix, voice: Voice) -> str:
    if voice.normal is None:
        return ""
    estimate, name = called_normal(matrix, voice.normal), voice.name(voice.normal)
    if not estimate.trials:
        return f"The model never says {name}."
    if not estimate.successes:
        return (
            f"When the model says {name}, none of {whole(estimate.trials)} is anything else (CI {interval(estimate)})."
        )
    brackets = f"({percent_of(estimate)}, CI{NBSP}{interval(estimate)})" if estimate.trials >= FEW else ""
    return f"When the model says {name}, {of(estimate.successes, estimate.trials)} are not {brackets}".rstrip() + "."


def risk(evaluation: Evaluation, voice: Voice) -> Finding:
    """Which disease is missed, how much of it as Normal; and the same from the side of the Normal calls."""
    matrix = evaluation.matrix
    order = by_danger(matrix, voice.normal)
    if not order:
        return Finding("There is no case of any disease, so nothing could be missed.", "")
    worst, estimate = order[0], missed(matrix, order[0])
    total = whole(int(matrix.support[worst]))
    if not estimate.successes:
        return Finding(f"No {voice.unit[0]} of any class is missed.", _false_reassurance(matrix, worst, voice))
    number, of_all = estimate.successes, estimate.trials or 0
    of_these = f"all{NBSP}{whole(number)}" if number == of_all != 1 else of(number, of_all)
    headline = f"{_capital(voice.name(worst))} is missed in {of_these} {voice.unit[of_all != 1]}"
    if headline[0].islower():
        headline = f"In {of_these} {voice.unit[of_all != 1]} {voice.name(worst)} is missed"
    if not voice.joins(worst):
        verb = "is" if number == 1 else "are"
        headline = f"{voice.of_group(number, of_all, worst)} {verb} missed"
    if voice.normal is None or len(matrix.labels) == 2:
        of_total = f"{share(estimate, first=True)} of the {total}."
        detail = _false_reassurance(matrix, worst, voice) or f"{of_total} No class of this study means all clear."
        return Finding(f"{headline}.", detail)
    part = _part_of(int(matrix.cells[worst, voice.normal]), estimate.successes)
    headline = f"{headline}, and {part} called {voice.name(voice.normal)}."
    return Finding(headline, _false_reassurance(matrix, worst, voice))


def _capital(text: str) -> str:
    return f"Class{text[5:]}" if text.startswith("class ") else text


def _part_of(part: int, total: int) -> str:
    if part == 0:
        return "none of those is"
    if part == total:
        return "all of those are" if total > 1 else "that one is"
    if 2 * part == total:
        return "half of those are"
    return f"{whole(part)} of those {'is' if part == 1 else 'are'}"


def _false_reassurance(matrix: ConfusionMatrix, worst: int, voice: Voice) -> str:
    """The two sides of one mistake: METRICS keeps apart what the calls say and what the patients suffer."""
    if voice.normal is None:
        return ""
    name, of_worst = voice.name(voice.normal), int(matrix.cells[worst, voice.normal])
    estimate = called_normal(matrix, voice.normal)
    if not estimate.trials:
        return f"The model never says {name}, so false reassurance cannot be estimated."
    if len(matrix.labels) == 2:  # the other side of the same mistake is the headline itself
        return _reassurance(matrix, voice)
    belong = voice.belong(of_worst, worst).replace(" ", " of them ", 1)
    bounds = f"95{NBSP}%{NBSP}CI{NBSP}{interval(estimate)}"
    of_patients = voice.of_group(of_worst, int(matrix.support[worst]), worst)
    return (
        f"False reassurance: of {counted(estimate.trials, voice.unit)} called {name}, "
        f"{whole(estimate.successes or 0)} are not ({percent_of(estimate)}, {bounds}); {belong}. The miss rate counts "
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
    return Finding(headline, _most_reassured(evaluation.matrix, (truth, called), voice))


def _in_brackets(part: int, total: int) -> str:
    return f" ({percent(part / total, total)})" if total >= FEW else ""


def _most_reassured(matrix: ConfusionMatrix, frequent: tuple[int, int], voice: Voice) -> str:
    if voice.normal is None:
        return ""
    shares = {
        label: wilson(int(matrix.cells[label, voice.normal]), int(matrix.support[label]))
        for label in by_danger(matrix, voice.normal)
        if matrix.cells[label, voice.normal]
    }
    if not shares:
        return f"No other class is called {voice.name(voice.normal)}."
    label = max(shares, key=lambda i: shares[i].low or 0.0)
    if (label, voice.normal) == frequent:
        return f"No other class is called {voice.name(voice.normal)} more often: {share(shares[label], first=True)}."
    counts = of(shares[label].successes or 0, shares[label].trials or 0)
    few = (shares[label].trials or 0) < FEW
    brackets = "" if few else f" ({percent_of(shares[label])}, 95{NBSP}%{NBSP}CI{NBSP}{interval(shares[label])})"
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
    bounds = interval(estimate, 3)
    auc_text = f"AUC {decimal(estimate.value)} ({f'95{NBSP}%{NBSP}CI{NBSP}{bounds}' if bounds else estimate.note})."
    total = table.n_positive + table.n_negative
    precision = decimal(figures["average_precision"].value)
    ties = " Equal scores count half." if (table.positives * table.negatives).any() else ""
    return Finding(
        headline,
        f"{auc_text}{ties} Average precision {precision}; by chance it would be the share of {name}, "
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
    return Finding(f"At {threshold(at)} the model finds {whole(tp)} of {group} and {misses}.", calls)


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
