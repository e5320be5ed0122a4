"""What it is to act on a class: to work up a disease, to classify as Normal, to predict a phase; and its errors."""

from __future__ import annotations

import math
from dataclasses import dataclass

from words.findings.prevalence import common
from words.text.escape import JOINER
from words.text.numbers import NBSP
from words.text.voice import Voice

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
VIEWS = {"benefit": "net benefit", "avoided": "{avoided}", "standardised": "standardised"}


@dataclass(frozen=True)
class Acts:
    """What is done to a case that the model flags, and what one error of each kind is.

    everyone, nobody: the two defaults; drawn: beside their lines. unit: what is counted as worth. missed: one and
    several cases that are not flagged. needless: those that are flagged without need, short: in a cell. avoided: at
    the head of a column.
    """

    everyone: str
    nobody: str
    unit: str
    missed: tuple[str, str]
    needless: tuple[str, str]
    short: tuple[str, str]
    avoided: str
    drawn: tuple[str, str]

    @classmethod
    def of(cls, label: int, voice: Voice, in_time: bool = False) -> Acts:
        """in_time: whether rows are pieces of recordings, which nobody works up."""
        if label == voice.normal:
            return cls._of_normal(label, voice)
        name, is_plain = voice.name(label), voice.preposition(label) == "with"
        one, many = (f"missed {name if is_plain else voice.cases(label, number)}" for number in (1, 2))
        missed = one, many
        if label in voice.diseases and not in_time:
            unneeded = ("unnecessary work-up", "unnecessary work-ups")
            ups = ("work-up", "work-ups")
            default = "working up everyone", "working up nobody"
            drawn = "work up everyone", "work up nobody"
            return cls(*default, "true positives", missed, unneeded, ups, "Work-ups avoided", drawn)
        wrong = ("false positive", "false positives")
        every = f"always predicting {name}", f"never predicting {name}"
        return cls(*every, "true positives", missed, wrong, wrong, "False positives avoided", ("always", "never"))

    @classmethod
    def _of_normal(cls, label: int, voice: Voice) -> Acts:
        """A patient without disease is not missed; the error that counts is disease classified as Normal."""
        name, others = voice.name(label), others_said(voice)
        one, many = (f"{each} {others}" for each in voice.unit)
        return cls(
            f"classifying everyone as {name}",
            f"classifying nobody as {name}",
            f"correct {name} predictions",
            not_as_normal(label, voice),
            as_normal(label, voice),
            (one, many),
            "Errors avoided",
            (f"all as {name}", f"none as {name}"),
        )


def others_said(voice: Voice) -> str:
    """Whom a Normal class is told from: those "with disease", or "of another class" where some class is neither."""
    return "of another class" if voice.not_diseases else "with disease"


def as_normal(label: int, voice: Voice) -> tuple[str, str]:
    """One and several "patients with disease classified as Normal"."""
    one, many = (f"{each} {others_said(voice)} classified as {voice.name(label)}" for each in voice.unit)
    return one, many


def not_as_normal(label: int, voice: Voice) -> tuple[str, str]:
    """One and several "Normal patients not classified as Normal"."""
    one, many = (f"{voice.cases(label, number)} not classified as {voice.name(label)}" for number in (1, 2))
    return one, many


def exchange(risk: float, acts: Acts) -> str:
    """ "At 10 % one missed VT weighs as much as nine unnecessary work-ups." """
    ratio = (1 - risk) / risk
    if ratio >= 1:
        return f"At {common(risk)} one {acts.missed[0]} weighs as much as {_many(ratio, acts.needless)}."
    return f"At {common(risk)} one {acts.needless[0]} weighs as much as {_many(1 / ratio, acts.missed)}."


def counts_as(risk: float, acts: Acts) -> str:
    """ "9 work-ups": how many a missed case counts as, in a cell."""
    ratio = (1 - risk) / risk
    said = f"{_digits(ratio)}{NBSP}{acts.short[_digits(ratio) != '1']}"
    return said.replace("-", f"-{JOINER}")  # a narrow column would break "work-ups"


def _many(ratio: float, noun: tuple[str, str]) -> str:
    said = _amount(ratio)
    return f"{said} {noun[said != 'one']}"


def _amount(ratio: float) -> str:
    """A small whole number as a word, others with one decimal below 10."""
    nearest = round(ratio)
    is_whole = math.isclose(ratio, nearest, rel_tol=1e-9)
    return NUMBERS[nearest] if is_whole and nearest < len(NUMBERS) else _digits(ratio)


def _digits(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 10 or math.isclose(ratio, round(ratio), rel_tol=1e-9) else f"{ratio:.2g}"


def views(acts: Acts) -> dict[str, str]:
    """The three ways to show the curve, by key."""
    return {key: name.format(avoided=acts.avoided.lower()) for key, name in VIEWS.items()}


def axis(view: str, acts: Acts, voice: Voice) -> str:
    """What the vertical axis shows."""
    if view == "standardised":
        return "Net benefit, % of the highest possible"
    what = "Net benefit" if view == "benefit" else acts.avoided
    return f"{what} per 100 {voice.unit[1]}"
