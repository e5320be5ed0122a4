"""What is said where the model decides only the cases it is most confident in."""

from __future__ import annotations

import math
from dataclasses import dataclass

from metrics import Estimate
from words.findings.finding import sentences
from words.text.amounts import ONE_BY_ONE, Amounts
from words.text.numbers import FEW, NBSP, bounds, counted, decimal, of, percent, percent_of, percent_said, whole
from words.text.voice import Voice

EXPANDER = "Leaving the least confident to a clinician"
COVERAGE = "Decided by the model (%)"
CONFIDENT = 0.9


@dataclass(frozen=True)
class Choice:
    """What is decided at a coverage, and without a choice. left: cases that go to a clinician; own_left: of the class.

    coverage: of all cases. accuracy, miss_rate: then; each: (at the coverage, of all).
    """

    coverage: float
    left: int
    own_left: int
    accuracy: tuple[Estimate, Estimate]
    miss_rate: tuple[Estimate, Estimate]
    level: float
    amounts: Amounts = ONE_BY_ONE


def decided(choice: Choice, label: int, voice: Voice) -> str:
    """ "If the model decides only the 80 % of patients it is most confident in, it misses 4 of 41 patients with VT
    (10 %; 95 % CI …) instead of 10 of 50 (20 %); 230 patients go to a clinician, 9 of them with VT."""
    then, all_of_them = choice.miss_rate
    start = f"If the model decides only the {_coverage(choice)} of {voice.unit[1]} it is most confident in, "
    if not all_of_them.trials:
        return f"{start}{_left(choice, voice)}."
    before = f"{choice.amounts.part(all_of_them.successes or 0, all_of_them.trials)}{_alone(all_of_them)}"
    if not then.trials:
        return f"{start}it decides no {voice.cases(label, 1)} instead of missing {before}; {_left(choice, voice)}."
    part = choice.amounts.part_of_group(then.successes or 0, then.trials, label, voice)
    among = f", {choice.amounts.group(choice.own_left, label, voice)} among them"
    return (
        f"{start}it misses {part}{_with_bounds(then, choice.level)} instead of {before}; "
        f"{_left(choice, voice)}{among if choice.own_left else ''}."
    )


def accuracy_said(choice: Choice, without_score: int, voice: Voice) -> str:
    """The accuracy over all classes, and how many cases have no score."""
    then, all_of_them = choice.accuracy
    lacking = f"{counted(without_score, voice.unit)} without a score of every class excluded." if without_score else ""
    accuracy = f"Accuracy {percent_of(then)}{_brackets(bounds(then))} instead of {percent_of(all_of_them)}."
    return sentences(accuracy, lacking)


def none_decided(coverage: float, voice: Voice) -> str:
    """Where even the cases of the highest confidence are more than was asked for."""
    highest = f"More than {coverage * 100:g}{NBSP}% of {voice.unit[1]} have the highest confidence"
    return f"{highest}: none can be decided alone."


def how(area: float, error_rate: float, is_weighted: bool) -> str:
    """What the picture shows, and the area under it."""
    weights = "Percentages are weighted. " if is_weighted else ""
    places = 3 if not 0 < area < 0.001 else 1 - math.floor(math.log10(area))  # an area of 0.00004 is not 0.000
    return (
        f"Confidence: highest score; ties stay together. {weights}Area under the risk–coverage curve of all classes "
        f"(AURC) {decimal(area, places)}; without any order {decimal(error_rate, places)}."
    )


def confident_errors(number: int) -> str:
    """The link to the cases."""
    errors = "confident error" if number == 1 else f"{whole(number)}{NBSP}confident errors"
    return f"Read the {errors} (confidence at least {CONFIDENT:g})"


def names(label: int, voice: Voice) -> tuple[str, str]:
    """Of the two lines in the picture, plain text."""
    return f"Miss rate for {voice.name(label)}", "Error rate, all classes"


def point_said(name: str, coverage: float, errors: float, cases: float) -> str:
    """ "Miss rate for VT 10 % (4 of 41) at 80 % decided"; plain text. Numbers by weight."""
    rate = percent(errors / cases, int(cases))
    return f"{name} {rate} ({of(round(errors), round(cases))}) at {coverage * 100:.0f}{NBSP}% decided"


def _coverage(choice: Choice) -> str:
    value = choice.coverage * 100
    return f"{value:.{0 if abs(value - round(value)) < 0.05 else 1}f}{NBSP}%"


def _left(choice: Choice, voice: Voice) -> str:
    goes = "goes" if choice.left == 1 else "go"
    return f"{choice.amounts.counted(choice.left, voice.unit)} {goes} to a clinician"


def _alone(found: Estimate) -> str:
    return f" ({percent_said(found)})" if (found.trials or 0) >= FEW else ""


def _with_bounds(found: Estimate, level: float) -> str:
    return f" ({percent_said(found)}; {bounds(found, level)})" if (found.trials or 0) >= FEW else ""


def _brackets(text: str) -> str:
    return f" ({text})" if text else ""
