"""A requirement as people type it, "VT sensitivity at least 95 %", read against the classes of a study."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from metrics.definition import Definition
from metrics.requirements import OF_A_CLASS, OF_ALL, Requirement, is_proportion, metrics_for
from words.text.apart import distinct
from words.text.escape import short, visible

LONGEST = 2_000  # characters of a sentence
MOST_NAMED = 12  # classes in a message
AT_LEAST = (
    r">=|≥|⩾|=>|>|(?<!\w)(?:at\s+least|not?\s+less\s+than|not\s+below|more\s+than|above|over|min(?:imum|\.)?(?:\s+of)?)"
)
AT_MOST = (
    r"<=|≤|⩽|=<|<|(?<!\w)(?:at\s+most|not?\s+more\s+than|not\s+above|less\s+than|below|under|up\s+to"
    r"|max(?:imum|\.)?(?:\s+of)?)"
)
NUMBER = r"(?P<number>[-−+]?(?:[0-9]+(?:[.,][0-9]+)?|[.,][0-9]+))\s*(?P<percent>%|per\s?cent)?"
SENTENCE = re.compile(rf"(?P<head>.*?)\s*(?:(?P<least>{AT_LEAST})|(?P<most>{AT_MOST}))\s*{NUMBER}\s*\.?", re.I | re.S)
NO_BREAK = dict.fromkeys((0xA0, 0x202F, 0x2009), " ") | {0x2060: None}
MUST = re.compile(r"\s*[,:]?\s*(?:(?:must|should|shall|has\s+to|needs\s+to)(?:\s+be)?|is|of)\s*$", re.I)
LINK = re.compile(r"^(?:[:,]|(?:of|for|in|on|with)\s)\s*", re.I)
ALSO = {
    "sensitivity": ("sens",), "specificity": ("spec",), "fnr": ("missed", "misses", "missed share"),
    "fpr": ("false alarm rate",), "f1": ("F1-score", "F-score"), "auc": ("ROC AUC", "AUC ROC"),
    "missed_as_normal": ("missed disease",), "risk_score": ("false reassurance",),
}  # fmt: skip


class NotUnderstood(ValueError):
    """What was written is not a requirement; the message says which part, in plain text, with an example."""


class _Reading(NamedTuple):
    """One way to split the words before the bound: a metric of a class or of all, and what else was written."""

    of_class: bool
    key: str
    rest: str


def parsed(text: str, labels: Sequence[str]) -> Requirement:
    """The requirement that a sentence states about these classes. Raises NotUnderstood."""
    sentence = _spaced(text)
    if not sentence or len(sentence) > LONGEST:
        raise NotUnderstood(f"A requirement is one sentence. Write it like “{example(labels)}”.")
    found = SENTENCE.fullmatch(sentence)
    if found is None:
        raise NotUnderstood(
            f"{quoted(sentence)} does not end in “at least” or “at most” and a number. "
            f"Write it like “{example(labels)}”."
        )
    label, key = _subject(found["head"].strip(), labels)
    bound = _bound(found["number"], bool(found["percent"]), label, key)
    return Requirement(label, key, bound, at_most=found["most"] is not None)


def example(labels: Sequence[str]) -> str:
    """A sentence that is understood, about a class of the study where one is short."""
    short_ones = [shown for shown in distinct(labels) if len(shown) <= 24 and not shown[:1].isdigit()]
    name = short_ones[-1] if short_ones else ""
    return f"{name} sensitivity at least 95 %" if name else "accuracy at least 85 %"


def quoted(text: str) -> str:
    return f"“{short(visible(text), 60)}”"


# ------------------------------------------------------------------ which metric of which class


def _subject(head: str, labels: Sequence[str]) -> tuple[str | None, str]:
    """The class, or None for all together, and the key of the metric."""
    for words in dict.fromkeys((head, MUST.sub("", head), re.sub(r"^the\s+", "", MUST.sub("", head), flags=re.I))):
        readings = list(_readings(words))
        subjects = dict.fromkeys(each for reading in readings for each in _resolved(reading, labels))
        if len(subjects) == 1:
            return next(iter(subjects))
        if subjects:
            raise NotUnderstood(f"{quoted(words)} could mean more than one thing. Choose it from the lists instead.")
    raise NotUnderstood(_why_not(words, readings, labels))


def _readings(words: str) -> Iterator[_Reading]:
    """Every way in which the words begin or end with the name of a metric."""
    for of_class, key, first, last in _patterns():
        for pattern in (first, last):
            if found := pattern.fullmatch(words):
                yield _Reading(of_class, key, found["rest"].strip())


@cache
def _patterns() -> tuple[tuple[bool, str, re.Pattern[str], re.Pattern[str]], ...]:
    """(of a class?, key, the name first, the name last) for every name of every metric, the longest names first."""
    named = [
        (name, metrics is OF_A_CLASS, key)
        for metrics in (OF_A_CLASS, OF_ALL)
        for key, definition in metrics.items()
        for name in dict.fromkeys(_names(key, definition))
    ]
    found = []
    for name, of_class, key in sorted(named, key=lambda each: -len(each[0])):
        words = r"\s+".join(re.escape(re.sub("[−–]", "-", word)).replace(r"\-", "[-−–]") for word in name.split())
        first = re.compile(rf"{words}(?!\w)(?P<rest>.*)", re.I | re.S)
        found.append((of_class, key, first, re.compile(rf"(?P<rest>.*?)(?<!\w){words}", re.I | re.S)))
    return tuple(found)


def _names(key: str, definition: Definition) -> Iterator[str]:
    yield from (key.replace("_", " "), definition.name, *definition.aliases)
    yield from ALSO.get(key, ())


def _resolved(reading: _Reading, labels: Sequence[str]) -> Iterator[tuple[str | None, str]]:
    if not reading.of_class and not reading.rest:
        yield None, reading.key
    elif reading.of_class and reading.rest:
        yield from ((label, reading.key) for label in _classes(reading.rest, labels))


def _classes(written: str, labels: Sequence[str]) -> list[str]:
    """The classes that are written so: exactly, else apart from capitals, else without what surrounds the name."""
    shown = distinct(labels)
    linked = LINK.sub("", written)
    bare = re.sub(r"^class\s+", "", linked, flags=re.I).strip(" \"'“”‘’()[]:,;")
    for form in dict.fromkeys((written, linked, linked.rstrip(":, "), bare)):
        for fold in (_spaced, lambda text: _spaced(text).casefold()):
            found = [label for label, cut in zip(labels, shown, strict=True) if fold(form) in (fold(label), fold(cut))]
            if found:
                return found
    return []


def _spaced(text: str) -> str:
    return " ".join(text.translate(NO_BREAK).split())


def _why_not(words: str, readings: Sequence[_Reading], labels: Sequence[str]) -> str:
    """Which part was not understood: a class is missing, unknown or superfluous, or there is no such metric."""
    like = f"Write it like “{example(labels)}”."
    for reading in readings:  # the longest name first
        name = metrics_for("" if reading.of_class else None)[reading.key].name
        if reading.of_class and not reading.rest:
            return f"{name} belongs to one class, and none is named. {like}"
        if not reading.of_class and _classes(reading.rest, labels):
            return f"{name} is a number of all classes together. Remove {quoted(LINK.sub('', reading.rest))}."
        if reading.of_class:
            names = distinct(labels, 24)
            more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
            written = quoted(LINK.sub("", reading.rest))
            return f"No class is named {written}. The classes are {', '.join(names[:MOST_NAMED])}{more}."
        return f"{quoted(reading.rest)} was not understood beside {name}. {like}"
    if not words:
        return f"No metric is given. {like}"
    return f"No metric is named in {quoted(words)}, such as sensitivity, PPV or accuracy. {like}"


# ------------------------------------------------------------------ the bound


def _bound(number: str, percent: bool, label: str | None, key: str) -> float:
    """0.95, 95 and 95 % are the same proportion; what could be two numbers is asked."""
    definition = metrics_for(label)[key]
    if re.search(r",\d{3}$", number) and not re.match(r"[-−+]?0?,", number):
        raise NotUnderstood(f"“{number}” could be a thousand or a fraction. Write it with a decimal point.")
    value = Decimal(number.replace("−", "-").replace(",", "."))
    if definition.highest <= 1:
        value = _as_proportion(value, percent, is_proportion(label, key))
    elif percent:
        raise NotUnderstood(f"{definition.name} is not a percentage. Remove the percent sign.")
    if not definition.lowest <= value <= definition.highest:
        raise NotUnderstood(
            f"“{number}” is out of range: {definition.name} {_reach(definition, is_proportion(label, key))}."
        )
    if not math.isfinite(float(value)):
        raise NotUnderstood(f"{quoted(number)} is too large. Write a smaller number.")
    return float(value)


def _as_proportion(value: Decimal, percent: bool, proportion: bool) -> Decimal:
    if not percent and value == 1 and proportion:
        raise NotUnderstood("“1” could be 1 % or all. Write 1 % or 100 %.")
    if percent or (1 < value <= 100 and (proportion or value >= 10)):
        return value / 100
    return value


def _reach(definition: Definition, proportion: bool) -> str:
    low, high = f"{definition.lowest:g}".replace("-", "−"), f"{definition.highest:g}"
    if proportion:
        return "lies between 0 and 100 %"
    return f"is {low} or more" if definition.highest > 1 else f"lies between {low} and {high}"
