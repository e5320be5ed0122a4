"""The finding of the Clinical risk page: one mistake from two sides, the patients' and the Normal predictions'."""

from __future__ import annotations

from metrics import Estimate, Evaluation, by_danger
from words.findings.finding import Finding
from words.findings.overview import called_normal, missed, reassurance
from words.text.numbers import NBSP, bounds, counted, of, percent_of, share, whole
from words.text.voice import Voice


def clinical_risk(evaluation: Evaluation, voice: Voice) -> Finding:
    """Which disease is missed, how much of it as Normal; and how many of the Normal predictions are wrong."""
    order = by_danger(evaluation.matrix, voice.normal)
    if not order:
        return Finding("There is no case of any disease, so nothing could be missed.", "")
    worst = order[0]
    estimate, (detail, named) = missed(evaluation, worst), _false_reassurance(evaluation, worst, voice)
    if not estimate.successes:
        return Finding(f"No {voice.unit[0]} of any class is missed.", detail, named)
    headline = _missed_in(estimate, worst, voice)
    if voice.normal is None or len(evaluation.labels) == 2:
        of_total = f"{share(estimate, True, evaluation.level)} of the {whole(estimate.trials or 0)}."
        return Finding(f"{headline}.", detail or f"{of_total} No class of this study means all clear.", named)
    part = _part_of(int(evaluation.matrix.cells[worst, voice.normal]), estimate.successes)
    return Finding(f"{headline}, and {part} called {voice.name(voice.normal)}.", detail, named)


def _missed_in(estimate: Estimate, label: int, voice: Voice) -> str:
    """ "VT is missed in 10 of 50 patients", "In 3 of 9 patients vT is missed", "5 of 17 malignant cases are missed"."""
    number, trials = estimate.successes or 0, estimate.trials or 0
    if not voice.preposition(label):
        return f"{voice.part_phrase(number, trials, label)} {'is' if number == 1 else 'are'} missed"
    of_these = f"all{NBSP}{whole(number)}" if number == trials != 1 else of(number, trials)
    of_these = f"{of_these} {voice.unit[trials != 1]}"
    title = voice.title(label)
    return f"In {of_these} {title} is missed" if title[0].islower() else f"{title} is missed in {of_these}"


def _part_of(part: int, total: int) -> str:
    """ "none of those is", "half of those are", "3 of those are"."""
    if part == 0:
        return "none of those is"
    if part == total:
        return "all of those are" if total > 1 else "that one is"
    if 2 * part == total:
        return "half of those are"
    return f"{whole(part)} of those {'is' if part == 1 else 'are'}"


def _false_reassurance(evaluation: Evaluation, worst: int, voice: Voice) -> tuple[str, tuple[str, ...]]:
    """How many Normal predictions are wrong, how many of them the worst class; and the keys of what this names."""
    if voice.normal is None:
        return "", ()
    matrix, name = evaluation.matrix, voice.name(voice.normal)
    estimate = called_normal(evaluation, voice.normal)
    if not estimate.trials:
        return f"The model never says {name}, so false reassurance cannot be estimated.", ("risk_score",)
    if len(matrix.labels) == 2:  # the other side of the mistake is the headline itself
        return reassurance(evaluation, voice), ()
    of_worst = int(matrix.cells[worst, voice.normal])
    said = (
        f"False reassurance: of {counted(estimate.trials, voice.unit)} called {name}, {whole(estimate.successes or 0)} "
        f"are not ({percent_of(estimate)}, {bounds(estimate, evaluation.level)}); "
        f"{whole(of_worst)} of them {voice.verb_phrase(of_worst, worst)}. The miss rate counts the same "
        f"{voice.unit[1]} from the other side: {voice.part_phrase(of_worst, int(matrix.support[worst]), worst)}."
    )
    return said, ("risk_score", "class_missed_as_normal")
