"""Labels that may not mean what they seem: look-alikes, missing markers, tiny classes. Said, never changed."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np

from predictions.problems import Notes

MISSING_WORDS = {
    "nan", "null", "none", "na", "n/a", "n.a.", "#n/a", "#ref!", "#value!", "#div/0!", "#name?", "#num!", "#null!",
    "nil", "missing", "unknown", "unscored", "unlabelled", "unlabeled", "undefined", "not available", "not scored", "?",
    "-", "--", ".", "<na>", "nat", "k.a.", "fehlend", "unbekannt", "manquant", "inconnu", "desconocido",
}  # fmt: skip
INVISIBLE = re.compile(r"[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
# Cyrillic and Greek letters that look like Latin ones.
LOOKALIKES = str.maketrans("асеорхуіјѕԁһԛԝАВСЕНІЈКМОРЅТХΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "aceopxyijsdhqwABCEHIJKMOPSTXABEZHIKMNOPTYXo")
BETWEEN_WORDS = re.compile(r"[\s_\-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]+")  # every hyphen and dash
LONG_LABEL = 200
MANY_CLASSES = 100
FEW_CASES = 5
FEW_ROWS = 10


def check_labels(labels: Sequence[str], support: np.ndarray, notes: Notes) -> None:
    """All label checks. labels: those of the study; support: (K,) true cases of each in the first model."""
    _alike(labels, str.casefold, "labels_differ_in_case", notes)
    _alike(labels, lambda text: INVISIBLE.sub("", text), "labels_with_invisible_character", notes)
    _alike(labels, _folded, "labels_in_two_scripts", notes)
    _alike(labels, _spaced, "labels_differ_in_spaces", notes)
    _alike(labels, _without_leading_zeros, "labels_differ_in_zeros", notes)
    _mojibake(labels, notes)
    _single_labels(labels, notes)
    _class_sizes(labels, support, notes)


def _alike(labels: Sequence[str], key: Callable[[str], str], code: str, notes: Notes) -> None:
    groups = defaultdict(list)
    for label in labels:
        groups[key(label)].append(label)
    for same in groups.values():
        if len(same) > 1:
            notes.warn(code, labels=same)


def _without_leading_zeros(label: str) -> str:
    return label.lstrip("0") or "0" if label.isdecimal() else label


def _folded(label: str) -> str:
    return unicodedata.normalize("NFKC", label).translate(LOOKALIKES)


def _spaced(label: str) -> str:
    """Single spaces for all that stands between words; a label of marks only stays as it is."""
    if re.fullmatch(r"-\d+(?:\.\d+)?", label):  # a minus sign is no hyphen
        return label
    return " ".join(BETWEEN_WORDS.sub(" ", label).split()) or label


def _mojibake(labels: Sequence[str], notes: Notes) -> None:
    """A UTF-8 word that was once read as Windows-1252."""
    for label in labels:
        try:
            meant = label.encode("cp1252").decode("utf-8")
        except UnicodeError:
            continue
        if meant != label:
            notes.warn("label_incorrectly_decoded", label=label, meant=meant)


def missing_words(labels: Sequence[str]) -> list[str]:
    """The labels that usually mark a missing value."""
    found = [label for label in labels if label.casefold() in MISSING_WORDS]
    return [label for label in found if label != "-"] if "+" in labels else found  # then - is the other finding


def _single_labels(labels: Sequence[str], notes: Notes) -> None:
    if missing := missing_words(labels):
        notes.warn("label_of_missing_values", labels=missing)
    if "-1" in labels and len(labels) > 2 and all(re.fullmatch(r"-1|\d+", label) for label in labels):
        notes.warn("label_minus_one")
    several = [label for label in labels if re.search(r"\S\s*[;|]\s*\S", label)]
    if several:
        notes.warn("several_labels_in_a_cell", labels=several)
    long = [label for label in labels if len(label) > LONG_LABEL]
    if long:
        notes.warn("long_labels", labels=long, characters=max(map(len, long)))
    control = [label for label in labels if any(unicodedata.category(character) == "Cc" for character in label)]
    if control:
        notes.warn("control_characters_in_labels", labels=control)


def _class_sizes(labels: Sequence[str], support: np.ndarray, notes: Notes) -> None:
    n = int(support.sum())
    if n < FEW_ROWS:
        notes.warn("few_rows", rows=n)
    if len(labels) == 1:
        notes.warn("one_class", label=labels[0])
    if len(labels) > MANY_CLASSES:
        notes.warn("many_classes", classes=len(labels))
    never = [label for label, cases in zip(labels, support, strict=True) if not cases]
    if never:
        notes.warn("classes_never_true", labels=never)
    few = {label: int(cases) for label, cases in zip(labels, support, strict=True) if 0 < cases < FEW_CASES}
    if few and n >= FEW_ROWS and len(labels) > 1:
        notes.warn("classes_with_few_cases", cases=few)
