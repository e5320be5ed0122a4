"""How a requirement and its verdict are said: the state, the reason in words, the counts, and what would settle it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from metrics import Evaluation
from metrics.requirements import FEW, Assessment, Requirement, State, assessed, is_share
from words.findings.finding import Finding
from words.text.notes import reason, why
from words.text.numbers import JOINER, NBSP, counted, decimal, decimals, minus, of, percent, percent_of, whole
from words.text.phrases import enumeration
from words.text.voice import Voice

MOST_IN_A_MIX = 3
PROPER = ("Jaccard", "Cohen")
STATES: tuple[State, ...] = ("not met", "cannot tell", "met")


@dataclass(frozen=True)
class Told:
    """requirement: "VT sensitivity at least 95 %". reason: why the state. value: "40 of 50 (80 %)", "" without one."""

    requirement: str
    state: State
    reason: str
    value: str
    notes: tuple[str, ...]


def told_each(
    requirements: Iterable[Requirement], evaluation: Evaluation, voice: Voice, safe: Callable[[str], str]
) -> Iterator[tuple[Assessment, Told]]:
    """Each requirement on an evaluation, and what is said of it; `safe` as for `told`."""
    for each in requirements:
        found = assessed(each, evaluation)
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
    metric = requirement.definition.name
    bound = f"at{NBSP}{'most' if requirement.at_most else 'least'}{NBSP}{bound_said(requirement)}"
    return f"{metric} {bound}" if name is None else f"{name} {_lowered(metric)} {bound}"


def bound_marked(requirement: Requirement, name: str | None) -> str:
    """The same as short as it can be: "VT sensitivity ≥ 95 %", "Accuracy ≥ 85 %"."""
    metric, sign = requirement.definition.name, "≤" if requirement.at_most else "≥"
    bound = f"{sign}{NBSP}{bound_said(requirement)}"
    return f"{metric} {bound}" if name is None else f"{name} {_lowered(metric)} {bound}"


def _lowered(name: str) -> str:
    """As it stands within a sentence: abbreviations and names of people keep their capitals."""
    keeps = name.startswith(PROPER) or not name[1:2].islower()
    return name if keeps else name[0].lower() + name[1:]


def bound_said(requirement: Requirement) -> str:
    """ "95 %", or "0.9" for what is no share."""
    if not is_share(requirement.label, requirement.key):
        return _digits(Decimal(repr(requirement.bound)))
    return f"{_digits(Decimal(repr(requirement.bound)) * 100)}{NBSP}%"


def _digits(number: Decimal) -> str:
    return minus(f"{number.normalize():f}")


def tally(states: Iterable[State], level: float) -> Finding:
    """ "3 requirements: 1 not met, 2 met.", and that only whole intervals of this level decide."""
    given = list(states)
    parts = [f"{number}{NBSP}{state}" for state in STATES if (number := given.count(state))]
    many = f"{len(given)}{NBSP}requirement{'s' if len(given) != 1 else ''}"
    return Finding(
        f"{many}: {', '.join(parts)}." if given else "No requirement is typed yet.",
        f"Met: the whole {level * 100:g}{NBSP}% interval keeps to it. Not met: none of it does. Otherwise these cases "
        "cannot tell.",
    )


# ------------------------------------------------------------------ why


def _reason(assessment: Assessment) -> str:
    """ "whole interval below: 67–89", "interval contains 75 %: 64–81", or why there is no interval."""
    verdict, requirement = assessment.verdict, assessment.requirement
    if verdict.why is not None:
        said = reason(verdict.why)
        return said if assessment.estimate.is_defined else f"not estimable: {said}"
    bounds = _bounds(assessment)
    if verdict.state == "cannot tell":
        return f"interval contains {bound_said(requirement)}: {bounds}"
    above = (verdict.state == "met") != requirement.at_most
    return f"whole interval {'above' if above else 'below'}: {bounds}"


def _bounds(assessment: Assessment) -> str:
    """The interval with as many decimals as it takes to stand on the right side of the bound."""
    estimate, requirement = assessment.estimate, assessment.requirement
    share = estimate.trials is not None or is_share(requirement.label, requirement.key)
    scale, places = (100, decimals(estimate.value, estimate.trials or 0)) if share else (1, 3)
    ends, bound = [(estimate.low or 0.0) * scale, (estimate.high or 0.0) * scale], requirement.bound * scale
    while places < 6 and any(_misleads(end, bound, places) for end in ends):
        places += 1
    low, high = (minus(f"{end:z.{places}f}") for end in ends)
    return f"{low}{JOINER}–{JOINER}{high}"


def _misleads(end: float, bound: float, places: int) -> bool:
    """Whether rounding moves an end of the interval onto the bound, or over it."""
    return end != bound and (round(end, places) - bound) * (end - bound) <= 0


def _value(assessment: Assessment) -> str:
    estimate = assessment.estimate
    if not estimate.is_defined:
        return ""
    if estimate.trials is None:
        share = is_share(assessment.requirement.label, assessment.requirement.key)
        return percent(estimate.value, 0) if share else decimal(estimate.value)
    counts = of(estimate.successes or 0, estimate.trials)
    return counts if assessment.few else f"{counts} ({percent_of(estimate)})"


def _notes(assessment: Assessment, evaluation: Evaluation, voice: Voice) -> Iterable[str]:
    """What qualifies the verdict: few cases, the prevalence it holds for, what would settle it."""
    yield _few(assessment)
    yield _narrow(assessment.requirement, voice)
    yield _settling(assessment, evaluation, voice)
    yield _prevalence(assessment, evaluation, voice)
    estimate, definition = assessment.estimate, assessment.requirement.definition
    yield f"{definition.name}: {why(estimate)}." if estimate.low is not None and why(estimate) else ""
    if assessment.requirement.is_unusual:
        yield f"For {_lowered(definition.name)} {definition.better} is better; this requirement asks for the opposite."


def _narrow(requirement: Requirement, voice: Voice) -> str:
    """A miss rate sounds like all misses, and is the weaker demand."""
    if requirement.key != "missed_as_normal" or requirement.label is None or voice.normal is None:
        return ""
    return f"The miss rate counts those called {voice.name(voice.normal)} only; the missed share counts every miss."


def _few(assessment: Assessment) -> str:
    if not assessment.few or not assessment.cases:
        return ""
    cases = f"Only {assessment.cases}{NBSP}case{'s' if assessment.cases != 1 else ''}"
    kind = " of the rarer kind" if assessment.estimate.trials is None else ""
    return f"{cases}{kind} stand{'s' if assessment.cases == 1 else ''} behind it: that is few, whatever the verdict."


def _settling(assessment: Assessment, evaluation: Evaluation, voice: Voice) -> str:
    """How many cases it might take, at the same share."""
    requirement, trials = assessment.requirement, assessment.estimate.trials
    straddles = assessment.verdict.state == "cannot tell" and assessment.verdict.why is None
    if straddles and requirement.bound in (0, 1) and is_share(requirement.label, requirement.key):
        return f"No number of cases can show {bound_said(requirement)}."
    if assessment.needed is None or trials is None:
        return ""
    needed = _rounded_up(assessment.needed)
    whom, more = _whom(needed, requirement, evaluation, voice), whole(needed - trials)
    return f"If the share stays as it is, it would take about {whom} to tell, {more} more than here."


def _rounded_up(number: int) -> int:
    """To two digits: what it would take is a rough guess."""
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return -(-number // unit) * unit


def _whom(number: int, requirement: Requirement, evaluation: Evaluation, voice: Voice) -> str:
    """Those whom a share counts: "340 patients with VT", "90 VT calls"."""
    people, normal = counted(number, voice.unit), voice.normal
    if requirement.key == "risk_score" and normal is not None:
        return f"{people} called {voice.name(normal)}"
    if requirement.label is None or requirement.label not in evaluation.labels:
        return f"{people} of any disease" if requirement.key == "missed_as_normal" else people
    label = evaluation.labels.index(requirement.label)
    match requirement.key:
        case "sensitivity" | "fnr" | "missed_as_normal":
            return voice.group_phrase(number, label)
        case "specificity" | "fpr":
            return f"{people} of other classes"
        case "ppv":
            return f"{whole(number)}{NBSP}{voice.name(label)} calls"
        case "npv":
            return f"{people} not called {voice.name(label)}"
        case "jaccard":
            return f"{people} that are {voice.name(label)} or were called it"
    return people


def _prevalence(assessment: Assessment, evaluation: Evaluation, voice: Voice) -> str:
    """The mix that the number holds for, where it would be another with another mix."""
    requirement = assessment.requirement
    if not requirement.definition.by_prevalence or not assessment.estimate.is_defined:
        return ""
    if requirement.label is None or requirement.label not in evaluation.labels:
        if len(evaluation.labels) > MOST_IN_A_MIX:
            return "Holds where the classes are as common as in these cases."
        parts = [_share_of(label, evaluation, voice) for label in range(len(evaluation.labels))]
        return f"Holds for this mix of classes: {enumeration(parts)}."
    label = evaluation.labels.index(requirement.label)
    return f"Holds where the class is as common as here: {_share_of(label, evaluation, voice)}."


def _share_of(label: int, evaluation: Evaluation, voice: Voice) -> str:
    support = int(evaluation.matrix.support[label])
    brackets = f" ({percent(support / evaluation.n, evaluation.n)})" if evaluation.n >= FEW else ""
    return f"{voice.name(label)} {of(support, evaluation.n)}{brackets}"
