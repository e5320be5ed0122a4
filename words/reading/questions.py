"""The questions about a file, their answers, and what each answer would make of it.

Questions and what a model gave come as the values of `Asked` and `Gave`, in a room above this one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from words.findings.finding import Finding
from words.text.escape import markdown
from words.text.numbers import FEW, decimal, of, percent, table_places, whole
from words.text.phrases import enumeration

HEADLINES = {
    "truth": "Which column contains the true class?",
    "label": "Which label is evaluated?",
    "gave": "What did the model give?",
    "positive": "Which class does a high score mean?",
    "readers": "Is each reader a model?",
    "missing": "Do true classes mark missing values?",
}
CHOICES = {
    "truth": "The true class is in",
    "label": "The label is",
    "gave": "The model gave",
    "positive": "A high score means",
    "readers": "Each reader is",
    "missing": "Rows with such a class are",
}
GAVE = {
    "class and score": "a class and one score",
    "class": "a class",
    "classes": "classes of {} models",
    "score": "one score",
    "scores": "scores of {} models",
}
UNPAIRED = "Several labels per row, and no predictions"
MOST_CLASSES, MOST_AREAS, LONGEST = 3, 4, 300


class EffectLike(Protocol):
    """What an answer makes of a file; see `reviews.previews.Effect`."""

    @property
    def problem(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def cases(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def missed(self) -> int | None: ...
    @property
    def areas(self) -> tuple[float, ...]: ...
    @property
    def is_probability(self) -> bool: ...


def question(asked: str, file: str, truth: str, columns: Sequence[str], labels: Sequence[str]) -> Finding:
    """What is asked, and what is known already. columns: of the first answer. labels: several a row, as it seems."""
    headline = UNPAIRED if asked == "label" and not columns else HEADLINES[asked]
    return Finding(headline, _known(asked, markdown(file, 80), truth, columns, labels))


def _known(asked: str, file: str, truth: str, columns: Sequence[str], labels: Sequence[str]) -> str:
    if labels:
        return _several_labels(asked, file, columns, labels)
    if asked == "truth":
        return f"No column of {file} is named like a true class, such as y\\_true."
    known = f"The true class is {_bold(truth)}."
    if asked == "gave":
        return f"{known} No name says which column is the model's."
    if asked == "readers":
        return f"{known} Column {_bold(columns[0])} names several readers of the same cases."
    if asked == "missing":
        return f"{known} No score belongs to {enumeration([_bold(each) for each in columns])}."
    which = "Columns" if len(columns) > 1 else "Column"
    holds = "hold one score per case each" if len(columns) > 1 else "holds one score per case"
    return f"{known} {which} {enumeration([_bold(each) for each in columns])} {holds}."


def _several_labels(asked: str, file: str, columns: Sequence[str], labels: Sequence[str]) -> str:
    more = [f"{whole(len(labels) - MOST_CLASSES)} more"] if len(labels) > MOST_CLASSES else []
    named = enumeration([*(_bold(each) for each in labels[:MOST_CLASSES]), *more])
    what = "labels per row" if asked == "label" and columns else "yes/no columns"
    return f"{whole(len(labels))} {what} in {file} ({named}){_about_labels(asked, columns)}"


def _about_labels(asked: str, columns: Sequence[str]) -> str:
    if asked != "label":
        read = "Several labels per row are not read"
        return f". {read}: choose one label as the true class, or make one file per label."
    if columns:
        return ", each with a column of predictions or scores. One label is read at a time."
    seem = " seem to be labels, not predictions of each other."
    return f"{seem} Put a prediction or score beside each, as prob\\_AF beside AF, or make one file per label."


def _bold(name: str) -> str:
    return f"**{markdown(name, 40)}**"


def choice(asked: str, columns: Sequence[str], label: str, gave: str | None) -> str:
    """An answer, in Markdown."""
    if asked == "positive":
        return markdown(label, 60)
    if asked == "label":
        return f"{markdown(label, 40)}: {enumeration([markdown(each, 40) for each in columns])}"
    named = enumeration([markdown(each, 40) for each in columns]) if columns else ""
    if asked == "missing":
        return f"excluded (missing: {named})"
    if asked == "readers" and len(columns) > 1:
        return f"a model with each value of {markdown(columns[1], 40)}, compared on the same cases"
    if asked == "readers":
        return "a model, compared on the same cases" if label else f"no model: {named} is an additional column"
    if gave is None:
        return named
    return f"{GAVE[gave].format(whole(len(columns)))}: {named}"


def _area(auc: float) -> str:
    return decimal(auc, table_places(auc))


def effect(asked: str, gave: str | None, classes: dict[str, int], found: EffectLike | None) -> str:
    """What an answer would make of the file, in Markdown; "" where that is not known."""
    if found is None or (not found.name and not found.problem):
        return _classes(classes)
    if not found.name:
        return f"{_classes(classes)}; no column fits as its prediction" if classes else markdown(found.problem, LONGEST)
    areas = [each for each in found.areas if not math.isnan(each)]
    known = f"AUC {_area(areas[0])}" if areas else ""
    missed = known if found.missed is None else f"{of(found.missed, found.cases)} missed"
    if asked in ("truth", "label", "missing"):
        told = f"{of(found.cases, found.total)} {'positive' if asked == 'label' else found.name}"
        told += f" ({percent(found.cases / found.total, found.total)})" if found.total >= FEW else ""
        return f"{told}; {missed}" if missed else told
    if gave == "scores":
        return f"AUC {', '.join(map(_area, areas[:MOST_AREAS]))}"
    if not areas:
        return f"{missed}; no Curves, no Threshold" if gave == "class" else missed
    area = f"AUC {_area(areas[0])}"
    if gave == "class and score":
        return f"{missed}; {area}"
    return (
        f"{area}; at 0.5 or more, {missed}"
        if found.is_probability
        else f"{area}; not between 0 and 1, so no threshold yet"
    )


def _classes(classes: dict[str, int]) -> str:
    shown = [f"{whole(rows)} {markdown(label, 30)}" for label, rows in list(classes.items())[:MOST_CLASSES]]
    rest = len(classes) - MOST_CLASSES
    return ", ".join([*shown, f"{whole(rest)} more classes"] if rest > 0 else shown)


class AgreementLike(Protocol):
    """How two columns agree; see `predictions.question.Agreement`."""

    @property
    def columns(self) -> tuple[str, str]: ...
    @property
    def both(self) -> int: ...
    @property
    def only_first(self) -> int: ...
    @property
    def only_second(self) -> int: ...
    @property
    def neither(self) -> int: ...


def agreement_titles(label: str, other: str) -> tuple[str, ...]:
    """Heads of the table of agreement, in Markdown; the first is a link, so that a keyboard reaches the table."""
    name, pairs = markdown(label, 24), '[Columns](#agreement "Pairs of columns")'
    only = (f"{name} in the {which} only" for which in ("first", "second"))
    return pairs, f"Both {name}", *only, f"Both {markdown(other, 24)}"


def agreement(found: AgreementLike) -> tuple[str, ...]:
    """One row of that table."""
    named = f"**{enumeration([markdown(each, 40) for each in found.columns])}**"
    return named, whole(found.both), whole(found.only_first), whole(found.only_second), whole(found.neither)


def place(number: int, further: int) -> str:
    """Which of how many questions this is, as far as is known."""
    total = number + further
    known = "" if further else " Everything else is known."
    return f"Question {whole(number)} of {whole(total)}.{known}"
