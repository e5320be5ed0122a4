"""The finding of the Overview page: what the model misses most dangerously, and what a Normal prediction is worth."""

from __future__ import annotations

from metrics import Estimate, Evaluation, by_danger
from words.findings.finding import LONGEST, Finding, sentences
from words.text.numbers import FEW, NBSP, bounds, of, percent_of, whole
from words.text.phrases import sentence_case
from words.text.voice import Voice


def missed(evaluation: Evaluation, label: int) -> Estimate:
    """Cases of a class that are predicted as another one: 1 − sensitivity."""
    return evaluation.classes[label]["fnr"]


def called_normal(evaluation: Evaluation, normal: int) -> Estimate:
    """Cases predicted Normal that are not: the risk score, 1 − PPV of Normal, with its counts."""
    return evaluation.classes[normal]["ppv"].complement()


def overview(evaluation: Evaluation, voice: Voice) -> Finding:
    """What the model misses most dangerously, and what its Normal predictions are worth."""
    order = by_danger(evaluation.matrix, voice.normal)
    if not order:
        return Finding("Every case is truly of one class, so nothing could be missed.", "")
    headline, rest = _missed_sentence(evaluation, order[0], voice)
    return Finding(headline, sentences(rest, _expectation(evaluation, order[0], voice), reassurance(evaluation, voice)))


def _missed_sentence(evaluation: Evaluation, label: int, voice: Voice) -> tuple[str, str]:
    """The headline, and what had to move out of it because it grew too long."""
    matrix, estimate = evaluation.matrix, missed(evaluation, label)
    group = voice.group_phrase(int(matrix.support[label]), label)
    if not estimate.successes:
        return f"Of {group}, the model missed none.", ""
    start = f"Of {group}, the model missed {_how_many(estimate)}"
    if len(matrix.labels) == 2:  # a miss can only have been called the other class
        return f"{start}.", ""
    went = voice.misses_phrase(matrix, label)
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
    """What the interval of the miss rate says of a hundred cases, or why there is none."""
    estimate = missed(evaluation, label)
    if (estimate.trials or 0) < FEW:
        return f"These are too few {voice.unit[1]} for a percentage."
    if estimate.low is None or estimate.high is None:
        return f"{sentence_case(bounds(estimate))}."
    text = f"{bounds(estimate, evaluation.level)}{NBSP}%"
    low, high = round(estimate.low * 100), round(estimate.high * 100)
    if estimate.successes == 0:
        return f"{text}: among {voice.unit[1]} like these, up to {max(high, 1)} in 100 could still be missed."
    if low == high:
        return f"{text}."
    return f"{text}: of every 100 {voice.unit[1]} like these, expect {low} to {high} to be missed."


def reassurance(evaluation: Evaluation, voice: Voice) -> str:
    """How many of the Normal predictions are wrong; "" without a Normal class."""
    if voice.normal is None:
        return ""
    estimate, name = called_normal(evaluation, voice.normal), voice.name(voice.normal)
    if not estimate.trials:
        return f"The model never says {name}."
    if not estimate.successes:
        return f"When the model says {name}, none of {whole(estimate.trials)} is anything else ({bounds(estimate)})."
    brackets = f" ({percent_of(estimate)}, {bounds(estimate)})" if estimate.trials >= FEW else ""
    return f"When the model says {name}, {of(estimate.successes, estimate.trials)} are not{brackets}."
