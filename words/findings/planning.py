"""How many cases a study needs, for a CI of a half-width or for a requirement."""

from __future__ import annotations

from collections.abc import Sequence

from metrics.planning import Size
from words.text.numbers import NBSP, ci, counted, decimal, rounded_up, whole
from words.text.voice import Voice

NAMES = {"sensitivity": "Sensitivity", "specificity": "Specificity", "ppv": "PPV", "npv": "NPV", "auc": "AUC"}
SOURCES = (
    "Wilson's interval for proportions; Newcombe's standard error for AUC (Riley 2021, external validation). One case "
    "per patient. Power: the probability that the whole CI satisfies the requirement."
)
NOTHING = "No number of cases shows this: the expected value must lie beyond the required one."


def share_name(key: str, voice: Voice, label: int) -> str:
    """The label of the box for the proportion of all cases that a number counts."""
    return f"{voice.title(label)} predictions (%)" if key in ("ppv", "npv") else "Prevalence (%)"


def width_said(
    key: str, expected: float, half_width: float, sizes: Sequence[Size], level: float, voice: Voice, label: int
) -> str:
    """ "Sensitivity 80 % with a 95 % CI of ±5 points: 250 patients with VT, 5,700 patients in all." """
    if not sizes:
        return "No number of cases gives such a CI."
    size = sizes[0]
    reach = decimal(half_width, 2) if key == "auc" else _points(half_width)
    start = f"**{NAMES[key]} {_value(key, expected)} with a {ci(level)} of ±{reach}:**"
    return f"{start} {_size(key, size, voice, label)}."


def bound_said(key: str, expected: float, bound: float, sizes: Sequence[Size], voice: Voice, label: int) -> str:
    """ "Sensitivity at least 75 % where it is 80 %: 570 patients with VT, 13,000 in all with 80 % power; ..." """
    if not sizes:
        return NOTHING
    most = "at least" if bound < expected else "at most"
    start = f"**{NAMES[key]} {most} {_value(key, bound)}, expected {_value(key, expected)}:**"
    each = (f"{_size(key, size, voice, label)} with {100 * (size.power or 0):.0f}{NBSP}% power" for size in sizes)
    return f"{start} {'; '.join(each)}."


def _size(key: str, size: Size, voice: Voice, label: int) -> str:
    number = rounded_up(size.cases)
    return f"{_group(key, number, voice, label)}, {counted(rounded_up(size.total), voice.unit)} in all"


def _group(key: str, number: int, voice: Voice, label: int) -> str:
    match key:
        case "specificity":
            return f"{counted(number, voice.unit)} of other classes"
        case "ppv":
            return f"{whole(number)}{NBSP}{voice.name(label)} predictions"
        case "npv":
            return f"{counted(number, voice.unit)} not classified as {voice.name(label)}"
    return voice.group_phrase(number, label)


def _value(key: str, value: float) -> str:
    return decimal(value, 2) if key == "auc" else f"{_number(100 * value)}{NBSP}%"


def _points(half_width: float) -> str:
    number = _number(100 * half_width)
    return f"{number}{NBSP}point{'' if number == '1' else 's'}"


def _number(value: float) -> str:
    return f"{round(value, 2):g}"
