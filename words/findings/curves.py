"""The finding of the Curves page: what the area under the ROC curve means for two people."""

from __future__ import annotations

from metrics import Evaluation, ThresholdTable
from words.findings.finding import Finding
from words.text.notes import why
from words.text.numbers import bounds, decimal, decimals, of
from words.text.voice import Voice


def curves(evaluation: Evaluation, label: int, voice: Voice) -> Finding:
    """AUC as a comparison of two people; then AUC and average precision with their intervals."""
    table, auc = evaluation.table(label), evaluation.classes[label].get("auc")
    if table is None or auc is None:
        return Finding(f"There are no scores for {voice.name(label)}.", "")
    if not auc.is_defined:
        return Finding(f"A curve for {voice.name(label)} cannot be drawn: {why(auc)}.", "")
    detail = _in_numbers(evaluation, table, label, voice)
    return Finding(_two_people(auc.value, label, voice), detail, ("auc", "average_precision"))


def _two_people(auc: float, label: int, voice: Voice) -> str:
    often = f"{auc * 100:.{0 if auc in (0, 1) else decimals(auc, 0)}f}"
    other, first = "one without", f"the one with {voice.name(label)}"
    if voice.preposition(label) != "with":
        other, first = f"one other {voice.unit[0]}", "the first"
    one = f"one\u00a0{voice.cases(label, 1)}"
    return f"Given {one} and {other}, the model scores {first} higher {often} times in 100."


def _in_numbers(evaluation: Evaluation, table: ThresholdTable, label: int, voice: Voice) -> str:
    auc, precision = (evaluation.classes[label][key] for key in ("auc", "average_precision"))
    cases = table.n_positive + table.n_negative
    ties = " Equal scores count half." if (table.positives * table.negatives).any() else ""
    return (
        f"AUC {decimal(auc.value)} ({bounds(auc, evaluation.level, 3)}).{ties} Average precision "
        f"{decimal(precision.value)} ({bounds(precision, places=3)}); by chance it would be the share of "
        f"{voice.name(label)}, {of(table.n_positive, cases)} ({decimal(table.n_positive / cases)})."
    )
