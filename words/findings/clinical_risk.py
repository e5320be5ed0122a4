"""The finding of the Clinical risk page: disease among the Normal predictions; and what each panel says."""

from __future__ import annotations

from collections.abc import Sequence

from metrics import Estimate, Evaluation
from words.findings.finding import Finding, sentences
from words.findings.prevalence import proportion_with_disease
from words.text.numbers import (
    FEW,
    NBSP,
    bounds_beside_counts,
    counted,
    in_brackets,
    of,
    percent_or_counts,
    percent_said,
    proportion,
    whole,
)
from words.text.phrases import enumeration, sentence_case
from words.text.voice import Voice

MOST_NAMED = 3
NO_NORMAL = "No Normal class is set. With one, disease classified as Normal is reported separately."


def clinical_risk(evaluation: Evaluation, voice: Voice) -> Finding:
    """How many patients classified as Normal have disease; without a Normal class how many cases are missed."""
    matrix = evaluation.matrix
    if not any(matrix.support[i] for i in voice.diseases):
        return Finding("No case has a disease; missed cases cannot be assessed.", "")
    if voice.normal is None:
        return Finding(_missed(evaluation, voice), f"{_miss_rate(evaluation, voice)}. {NO_NORMAL}")
    found = evaluation.overall["risk_score"]
    if not found.trials:
        never = f"{voice.who} never predicted {voice.name(voice.normal)}; false reassurance is not estimable."
        return Finding(never, f"{_missed(evaluation, voice)} {_miss_rate(evaluation, voice)}.", ("risk_score",))
    return Finding(_diseased(evaluation, found, voice), _at_prevalence(evaluation, found, voice), ("risk_score",))


def _missed(evaluation: Evaluation, voice: Voice) -> str:
    estimate = evaluation.classes[voice.interest]["fnr"]
    return f"{voice.who} missed {voice.part_phrase(estimate.successes or 0, estimate.trials or 0, voice.interest)}."


def _miss_rate(evaluation: Evaluation, voice: Voice) -> str:
    return proportion(evaluation.classes[voice.interest]["fnr"], evaluation.level)


def _diseased(evaluation: Evaluation, found: Estimate, voice: Voice) -> str:
    """ "23 of 945 patients classified as Normal have disease: 5 VT, 18 Ectopic."""
    assert voice.normal is not None
    number, normal = found.successes or 0, voice.name(voice.normal)
    classified = f"{voice.unit[1]} classified as {normal}"
    so_many = of(number, found.trials or 0) if number else f"None of {whole(found.trials or 0)}"
    if len(voice.names) == 2:
        verb = voice.verb_phrase(number or 1, voice.diseases[0])
        return f"{so_many} {classified} {verb}."
    if not number:
        return f"{so_many} {classified} has disease."
    into = evaluation.matrix.cells[:, voice.normal]
    missed = [i for i in voice.diseases if into[i]]
    named = [f"{whole(into[i])}{NBSP}{voice.name(i)}" for i in missed[:MOST_NAMED]]
    if rest := int(sum(into[i] for i in missed[MOST_NAMED:])):
        named.append(f"{whole(rest)} other")
    return f"{so_many} {classified} {'has' if number == 1 else 'have'} disease: {', '.join(named)}."


def _at_prevalence(evaluation: Evaluation, found: Estimate, voice: Voice) -> str:
    support = evaluation.matrix.support
    ill = int(sum(support[i] for i in voice.diseases))
    total = ill + int(support[voice.normal or 0])
    what = "disease" if len(voice.names) > 2 else voice.name(voice.diseases[0])
    brackets = in_brackets(ill, total, proportion_with_disease(evaluation, voice))
    prevalence = f"{what} in {of(ill, total)} {voice.unit[1]}{brackets}"
    neither = [voice.names[i] for i in voice.order if i in voice.not_diseases]
    apart = enumeration(neither) if neither else ""
    return sentences(
        f"{sentence_case(proportion(found, evaluation.level))} at the observed prevalence: {prevalence}."
        if (found.trials or 0) >= FEW
        else f"Too few cases for a percentage (fewer than {FEW}). Prevalence: {prevalence}.",
        f"{apart}: neither Normal nor a disease, not counted here." if apart else "",
    )


# ------------------------------------------------------------------ one panel per disease


def group(evaluation: Evaluation, label: int, voice: Voice) -> str:
    """ "50 of 1,150 patients (4.3 %)"."""
    cases = int(evaluation.matrix.support[label])
    brackets = in_brackets(cases, evaluation.n, evaluation.classes[label]["prevalence"].value)
    return f"{of(cases, evaluation.n)} {voice.unit[1]}{brackets}"


def missed(estimate: Estimate) -> str:
    """ "**Missed: 10 of 50** · 20 % (CI 11–33)"."""
    if not estimate.trials:
        return "**Missed:** no cases"
    return f"**Missed: {of(estimate.successes or 0, estimate.trials)}** · {_percent(estimate)}"


def ppv(estimate: Estimate) -> str:
    """ "**PPV: 40 of 79** · 51 % (CI 40–61)"."""
    if not estimate.trials:
        return "**PPV:** not estimable, never predicted"
    return f"**PPV: {of(estimate.successes or 0, estimate.trials)}** · {_percent(estimate)}"


def missed_as_normal(estimate: Estimate, normal: str) -> str:
    """ "5 missed as Normal · 10 % (CI 4–21)"."""
    return f"{whole(estimate.successes or 0)} missed as {normal}{NBSP}· {_percent(estimate)}"


def _percent(estimate: Estimate) -> str:
    said = f"n < {FEW}" if (estimate.trials or 0) < FEW else percent_said(estimate)
    return f"{said} ({bounds_beside_counts(estimate)})"


def in_cell(estimate: Estimate) -> str:
    """ "32 % (17 of 53; CI 21–46)", of fewer than ten cases "3 of 7 (CI 16–75 %)"."""
    if not estimate.trials:
        return percent_or_counts(estimate)
    counts = of(estimate.successes or 0, estimate.trials)
    first, *beside = [counts] if estimate.trials < FEW else [percent_said(estimate), counts]
    beside += [bounds_beside_counts(estimate)] if estimate.low is not None else []  # the title line says why it is not
    return f"{first} ({'; '.join(beside)})" if beside else first


# ------------------------------------------------------------------ classes that are not a disease


def not_a_disease(evaluation: Evaluation, label: int, voice: Voice) -> str:
    """What became of the Normal cases, or of a class that is neither; plain of clinical words that would not hold."""
    estimate, name = evaluation.classes[label]["sensitivity"], voice.name(label)
    if not estimate.trials:
        return f"**{voice.title(label)}**: no cases."
    known = voice.part_phrase(estimate.successes or 0, estimate.trials, label)
    said = f"**{voice.title(label)}**: {known} classified as {name}, {_percent(estimate)}"
    row = evaluation.matrix.cells[label]
    others = [i for i in voice.order if i != label and row[i]]
    alarms = [i for i in others if label == voice.normal and i in voice.diseases]
    if alarms:
        number = counted(int(sum(row[i] for i in alarms)), ("false alarm", "false alarms"))
        said += f"; {number} ({_listed(alarms, row, voice)})" if len(voice.names) > 2 else f"; {number}"
    rest = [i for i in others if i not in alarms]
    return f"{said}; the others as {_listed(rest, row, voice)}." if rest else f"{said}."


def _listed(labels: Sequence[int], row: Sequence[int], voice: Voice) -> str:
    """ "8 VT, 2 Artifact", the first six."""
    return ", ".join(f"{whole(row[i])}{NBSP}{voice.name(i)}" for i in labels[:6])
