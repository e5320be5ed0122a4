"""The words of a requirement and its verdict: the state, its reason, the counts, the cases needed for a verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from metrics import Evaluation
from metrics.definition import Definition
from metrics.planning import POWERS
from metrics.requirements import FEW, Assessment, Requirement, State, assessed, is_proportion
from words.findings.finding import Finding
from words.text.notes import reason, why
from words.text.numbers import (
    NBSP,
    ci,
    counted,
    decimal,
    decimals,
    minus,
    of,
    percent,
    percent_of,
    rounded_up,
    span_of,
    whole,
)
from words.text.phrases import enumeration, mid_sentence
from words.text.voice import CASES, Voice

MOST_IN_A_MIX = 3
NO_VERDICT = "no verdict"  # for want of a number or of its interval
STATES: tuple[State, ...] = ("not met", "inconclusive", "met")


@dataclass(frozen=True)
class Told:
    """requirement: "VT sensitivity at least 95 %". reason: why the state. value: "40 of 50 (80 %)", "" without one."""

    requirement: str
    state: State
    reason: str
    value: str
    notes: tuple[str, ...]


def told_each(
    requirements: Iterable[Requirement],
    evaluation: Evaluation,
    voice: Voice,
    safe: Callable[[str], str],
    is_decided: bool,
) -> Iterator[tuple[Assessment, Told]]:
    """Each requirement on an evaluation, and what is said of it; `safe` as for `told`, `is_decided` for `assessed`."""
    for each in requirements:
        found = assessed(each, evaluation, is_decided)
        yield found, told(found, evaluation, voice, safe)


def told(assessment: Assessment, evaluation: Evaluation, voice: Voice, safe: Callable[[str], str]) -> Told:
    """What is said of one requirement. safe: makes a class name that the voice does not know ready to be shown."""
    label = assessment.requirement.label
    name = None if label is None else safe(label)
    if label in evaluation.labels:
        name = voice.name(evaluation.labels.index(label))
    return Told(
        requirement_said(assessment.requirement, name),
        assessment.verdict.state,
        _reason(assessment),
        _value(assessment),
        tuple(filter(None, _notes(assessment, evaluation, voice))),
    )


def requirement_said(requirement: Requirement, name: str | None) -> str:
    """ "VT sensitivity at least 95 %", "Accuracy at least 85 %"."""
    return _bounded(requirement, name, f"at{NBSP}{'most' if requirement.at_most else 'least'}")


def bound_marked(requirement: Requirement, name: str | None) -> str:
    """The same as short as it can be: "VT sensitivity ≥ 95 %", "Accuracy ≥ 85 %"."""
    return _bounded(requirement, name, "≤" if requirement.at_most else "≥")


def _bounded(requirement: Requirement, name: str | None, sign: str) -> str:
    metric, bound = _name(requirement.definition), f"{sign}{NBSP}{bound_said(requirement)}"
    return f"{metric} {bound}" if name is None else f"{name} {mid_sentence(metric)} {bound}"


def _name(definition: Definition) -> str:
    """Beside the name of a class, "by disease" need not be said."""
    return definition.name.partition(",")[0]


def bound_said(requirement: Requirement) -> str:
    """ "95 %", or "0.9" for what is not a proportion."""
    if not is_proportion(requirement.label, requirement.key):
        return _digits(Decimal(repr(requirement.bound)))
    return f"{_digits(Decimal(repr(requirement.bound)) * 100)}{NBSP}%"


def _digits(number: Decimal) -> str:
    return minus(f"{number.normalize():f}")


def tally(states: Iterable[State], level: float) -> Finding:
    """ "3 requirements: 1 not met, 2 met.", and how the intervals of this level decide."""
    given = list(states)
    parts = [f"{number}{NBSP}{state}" for state in STATES if (number := given.count(state))]
    many = f"{len(given)}{NBSP}requirement{'s' if len(given) != 1 else ''}"
    return Finding(
        f"{many}: {', '.join(parts)}." if given else "No requirement is set yet.",
        f"Met: the whole {ci(level)} satisfies it. Not met: none of the CI does. Inconclusive: the CI includes the "
        "limit.",
    )


# ------------------------------------------------------------------ why


def _reason(assessment: Assessment) -> str:
    """ "whole CI below: 67–89 %", "CI includes 75 %: 64–81 %", or why there is no CI."""
    verdict, requirement = assessment.verdict, assessment.requirement
    if verdict.why is not None:
        said = reason(verdict.why)
        return said if assessment.estimate.is_defined else f"not estimable: {said}"
    bounds = _bounds(assessment)
    if verdict.state == "inconclusive":
        return f"CI includes {bound_said(requirement)}: {bounds}"
    above = (verdict.state == "met") != requirement.at_most
    return f"whole CI {'above' if above else 'below'}: {bounds}"


def _bounds(assessment: Assessment) -> str:
    """The interval with as many decimals as it takes to be on its own side of the bound."""
    estimate, requirement = assessment.estimate, assessment.requirement
    proportion = estimate.trials is not None or is_proportion(requirement.label, requirement.key)
    scale, places = (100, decimals(estimate.value, estimate.trials or 0)) if proportion else (1, 3)
    ends, bound = [(estimate.low or 0.0) * scale, (estimate.high or 0.0) * scale], requirement.bound * scale
    while places < 6 and any(_misleads(end, bound, places) for end in ends):
        places += 1
    low, high = ends
    return f"{span_of(low, high, places)}{f'{NBSP}%' if proportion else ''}"


def _misleads(end: float, bound: float, places: int) -> bool:
    """Whether rounding moves an end of the interval onto the bound, or over it."""
    return end != bound and (round(end, places) - bound) * (end - bound) <= 0


def _value(assessment: Assessment) -> str:
    estimate = assessment.estimate
    if not estimate.is_defined:
        return ""
    if estimate.trials is None:
        proportion = is_proportion(assessment.requirement.label, assessment.requirement.key)
        return percent(estimate.value, 0) if proportion else decimal(estimate.value)
    counts = of(estimate.successes or 0, estimate.trials)
    return counts if assessment.few else f"{counts} ({percent_of(estimate)})"


def _notes(assessment: Assessment, evaluation: Evaluation, voice: Voice) -> Iterable[str]:
    """What qualifies the verdict: few cases, the prevalence it holds for, what would settle it."""
    yield _few(assessment)
    yield _settling(assessment, evaluation, voice)
    yield _of_other_style(assessment, evaluation)
    yield _prevalence(assessment, evaluation, voice)
    estimate, definition = assessment.estimate, assessment.requirement.definition
    yield f"{_name(definition)}: {why(estimate)}." if estimate.low is not None and why(estimate) else ""
    if assessment.requirement.is_unusual:
        yield f"Check the direction: {definition.better} values of {mid_sentence(_name(definition))} are better."


def _few(assessment: Assessment) -> str:
    if not assessment.few or not assessment.cases:
        return ""
    group = " in the smaller group" if assessment.estimate.trials is None else ""
    return f"Based on only {counted(assessment.cases, CASES)}{group}."


def _settling(assessment: Assessment, evaluation: Evaluation, voice: Voice) -> str:
    """How many cases would give a verdict with the usual power, if the true rate is the observed one."""
    requirement, trials = assessment.requirement, assessment.estimate.trials
    straddles = assessment.verdict.state == "inconclusive" and assessment.verdict.why is None
    if straddles and requirement.bound in (0, 1) and is_proportion(requirement.label, requirement.key):
        return f"No number of cases can show {bound_said(requirement)}."
    if not assessment.needed or trials is None:
        return ""
    needed, *others = map(rounded_up, assessment.needed)
    whom, more = _whom(needed, requirement, evaluation, voice), whole(needed - trials)
    start = f"At this rate about {whom} ({more} more) would be needed for a verdict"
    first, *rest = (f"{power * 100:.0f}{NBSP}%" for power in POWERS)
    beside = "".join(f", {whole(number)} with {power}" for number, power in zip(others, rest, strict=False))
    return f"{start} with {first} power{beside}." if others else f"{start}."


def _of_other_style(assessment: Assessment, evaluation: Evaluation) -> str:
    """ "Judged on Wilson, via Jaccard; conventional CI: inconclusive (0.94–0.99)."; "" where both agree."""
    if assessment.otherwise is None:
        return ""
    verdict, estimate = assessment.otherwise
    other = "default" if evaluation.intervals == "conventional" else "conventional"
    bounds = f" ({_bounds(replace(assessment, estimate=estimate))})" if estimate.low is not None else ""
    return f"Judged on {assessment.estimate.method}; {other} CI: {verdict.state}{bounds}."


def _whom(number: int, requirement: Requirement, evaluation: Evaluation, voice: Voice) -> str:
    """The cases that a rate counts: "340 patients with VT", "90 VT predictions"."""
    people, normal = counted(number, voice.unit), voice.normal
    if requirement.key == "risk_score" and normal is not None:
        return f"{people} classified as {voice.name(normal)}"
    if requirement.label is None or requirement.label not in evaluation.labels:
        return f"{people} with disease" if requirement.key == "missed_as_normal" else people
    label = evaluation.labels.index(requirement.label)
    match requirement.key:
        case "sensitivity" | "fnr" | "missed_as_normal":
            return voice.group_phrase(number, label)
        case "specificity" | "fpr":
            return f"{people} of other classes"
        case "ppv":
            return f"{whole(number)}{NBSP}{voice.name(label)} predictions"
        case "npv":
            return f"{people} not classified as {voice.name(label)}"
        case "jaccard":
            return f"{people} with true or predicted class {voice.names[label]}"
    return people


def _prevalence(assessment: Assessment, evaluation: Evaluation, voice: Voice) -> str:
    """The mix that the number holds for, where it would be another with another mix."""
    requirement = assessment.requirement
    if not requirement.definition.by_prevalence or not assessment.estimate.is_defined:
        return ""
    if requirement.label is None or requirement.label not in evaluation.labels:
        if len(evaluation.labels) > MOST_IN_A_MIX:
            return "Valid at the class mix of these cases."
        parts = [_prevalence_of(label, evaluation, voice) for label in voice.order]
        return f"Valid at this class mix: {enumeration(parts)}."
    label = evaluation.labels.index(requirement.label)
    return f"Valid at this prevalence: {_prevalence_of(label, evaluation, voice)}."


def _prevalence_of(label: int, evaluation: Evaluation, voice: Voice) -> str:
    support = int(evaluation.matrix.support[label])
    counts = of(support, evaluation.n)
    if evaluation.n < FEW:
        return f"{voice.name(label)} {counts}"
    return f"{voice.name(label)} {percent(support / evaluation.n, evaluation.n)} ({counts})"
