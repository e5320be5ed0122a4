"""Rows without a prediction, per true class, with the sensitivity that is left if all of them were incorrect."""

from __future__ import annotations

from metrics import Evaluation
from words.findings.finding import Finding, sentences
from words.text.numbers import FEW, NBSP, ci, interval, of, percent_of, whole
from words.text.voice import Voice

MOST_NAMED = 3


def unanswered(evaluation: Evaluation, voice: Voice) -> Finding | None:
    """A sentence for each class that has such rows, the most first, Normal last; None without any.

    "No prediction for 3 of 53 patients with VT: sensitivity 80 %, at worst 75 % (40 of 53, 95 % CI 62–85)."
    """
    known = [label for label in voice.order if evaluation.unanswered and evaluation.unanswered[label]]
    ranked = sorted(known, key=lambda label: (label == voice.normal, -evaluation.unanswered[label]))
    if not ranked:
        return None
    first, *said = [_of_class(evaluation, label, voice) for label in ranked[:MOST_NAMED]]
    rest = sum(evaluation.unanswered[label] for label in ranked[MOST_NAMED:])
    more = f"{whole(rest)} more of other classes." if rest else ""
    return Finding(first, sentences(*said, more))


def _of_class(evaluation: Evaluation, label: int, voice: Voice) -> str:
    silent, total = evaluation.unanswered[label], int(evaluation.matrix.support[label]) + evaluation.unanswered[label]
    start = f"No prediction for {voice.part_phrase(silent, total, label)}"
    worst = evaluation.if_unanswered_wrong(label)
    if worst is None:
        return f"{start}."
    here, counts = evaluation.classes[label]["sensitivity"], of(worst.successes or 0, worst.trials or 0)
    if not here.is_defined:
        return f"{start}: sensitivity not estimable, {counts} at worst."
    if (here.trials or 0) < FEW:
        return f"{start}: sensitivity {of(here.successes or 0, here.trials or 0)}, {counts} if all were incorrect."
    found = interval(worst)
    bounds = f", {ci(evaluation.level)}{NBSP}{found}" if found else ""
    return f"{start}: sensitivity {percent_of(here)}, {percent_of(worst)} ({counts}{bounds}) if all were incorrect."
