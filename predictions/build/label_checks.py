"""Labels that may not mean what they seem: look-alikes, missing markers, tiny classes. Said, never changed."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np

from predictions.problems import Notes, listed, quoted

__all__ = ["check_labels"]

MISSING_WORDS = {
    "nan", "null", "none", "na", "n/a", "n.a.", "#n/a", "#ref!", "#value!", "#div/0!", "#name?", "#num!", "#null!",
    "nil", "missing", "unknown", "unscored", "unlabelled", "unlabeled", "undefined", "not available", "not scored", "?",
    "-", "--", ".", "<na>", "nat", "k.a.", "fehlend", "unbekannt", "manquant", "inconnu", "desconocido",
}  # fmt: skip
INVISIBLE = re.compile(r"[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
# Cyrillic and Greek letters that look like Latin ones.
LOOKALIKES = str.maketrans("асеорхуіјѕԁһԛԝАВСЕНІЈКМОРЅТХΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "aceopxyijsdhqwABCEHIJKMOPSTXABEZHIKMNOPTYXo")
LONG_LABEL = 200
MANY_CLASSES = 100
FEW_CASES = 5
FEW_ROWS = 10


def check_labels(labels: Sequence[str], support: np.ndarray, notes: Notes) -> None:
    """All label checks. labels: those of the study; support: (K,) true cases of each in the first model."""
    _alike(labels, str.casefold, "differ only in upper and lower case (spelling)", notes)
    _alike(labels, lambda text: INVISIBLE.sub("", text), "look the same; one holds an invisible character", notes)
    _alike(labels, _folded, "look the same but use characters of different scripts or widths", notes)
    _alike(labels, _spaced, "differ only in spaces, hyphens or underscores (spelling)", notes)
    _alike(labels, _without_leading_zeros, "differ only in leading zeros", notes)
    _mojibake(labels, notes)
    _single_labels(labels, notes)
    _class_sizes(labels, support, notes)


def _alike(labels: Sequence[str], key: Callable[[str], str], why: str, notes: Notes) -> None:
    groups = defaultdict(list)
    for label in labels:
        groups[key(label)].append(label)
    for same in groups.values():
        if len(same) > 1:
            notes.warn(f"The classes {listed(same)} {why}: they are kept apart, not merged.")


def _without_leading_zeros(label: str) -> str:
    return label.lstrip("0") or "0" if label.isdecimal() else label


def _folded(label: str) -> str:
    return unicodedata.normalize("NFKC", label).translate(LOOKALIKES)


def _spaced(label: str) -> str:
    """Single spaces for all that stands between words; a label of marks only stays as it is."""
    return " ".join(re.sub(r"[\s_\-]+", " ", label).split()) or label


def _mojibake(labels: Sequence[str], notes: Notes) -> None:
    """A UTF-8 word that was once read as Windows-1252."""
    for label in labels:
        try:
            meant = label.encode("cp1252").decode("utf-8")
        except UnicodeError:
            continue
        if meant != label:
            notes.warn(f"The class {quoted(label)} looks like a wrongly decoded {quoted(meant)}: it is kept as it is.")


def _single_labels(labels: Sequence[str], notes: Notes) -> None:
    missing = [label for label in labels if label.casefold() in MISSING_WORDS]
    if "+" in labels:  # then - is the other finding
        missing = [label for label in missing if label != "-"]
    if missing:
        text = f"{listed(missing)} is counted as a class, though it often marks a missing value"
        notes.warn(f"{text}: list it as a missing marker in the mapping if it does.")
    if "-1" in labels and len(labels) > 2 and all(re.fullmatch(r"-1|\d+", label) for label in labels):
        notes.warn(
            "“-1” is counted as a class, though it often marks rows without a label: leave it out in the mapping."
        )
    several = [label for label in labels if re.search(r"\S\s*[;|]\s*\S", label)]
    if several:
        notes.warn(f"{listed(several)} looks like several labels in one cell: it is counted as one class of its own.")
    long = [label for label in labels if len(label) > LONG_LABEL]
    if long:
        notes.warn(f"The label {listed(long)} is very long ({max(map(len, long)):,} characters): it is cut on screen.")
    control = [label for label in labels if any(unicodedata.category(character) == "Cc" for character in label)]
    if control:
        notes.warn(f"{listed(control)} holds a control character, such as a tab or a line break.")


def _class_sizes(labels: Sequence[str], support: np.ndarray, notes: Notes) -> None:
    n = int(support.sum())
    if n < FEW_ROWS:
        notes.warn(f"Only {n} rows are used: so few cases say very little.")
    if len(labels) == 1:
        notes.warn(f"There is only one class, {quoted(labels[0])}: what needs a second class is undefined.")
    if len(labels) > MANY_CLASSES:
        notes.warn(f"There are {len(labels)} classes: pictures show only some of them at once.")
    never = [label for label, cases in zip(labels, support, strict=True) if not cases]
    if never:
        notes.warn(f"{listed(never)} is never the true class: its sensitivity is undefined, and averages leave it out.")
    few = [f"{quoted(label)} {cases}" for label, cases in zip(labels, support, strict=True) if 0 < cases < FEW_CASES]
    if few and n >= FEW_ROWS and len(labels) > 1:
        more = f" and {len(few) - 5} more" if len(few) > 5 else ""
        notes.warn(f"Very few true cases of {', '.join(few[:5])}{more}: their rates rest on single cases.")
