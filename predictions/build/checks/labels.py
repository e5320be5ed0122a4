"""Labels that may not mean what they seem: look-alikes, missing markers, tiny classes. Said, never changed."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np

from predictions.problems import Notes, Problem

MISSING_WORDS = {
    "nan", "null", "none", "na", "n/a", "n.a.", "#n/a", "#ref!", "#value!", "#div/0!", "#name?", "#num!", "#null!",
    "nil", "missing", "unknown", "unscored", "unlabelled", "unlabeled", "undefined", "not available", "not scored", "?",
    "-", "--", ".", "<na>", "nat", "k.a.", "fehlend", "unbekannt", "manquant", "inconnu", "desconocido", "\\n",
    "<undefined>", "pending", "not done", "not performed", *(f".{letter}" for letter in "abcdefz"),
}  # fmt: skip
INVISIBLE = re.compile(r"[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
# Cyrillic and Greek letters that look like Latin ones.
LOOKALIKES = str.maketrans("асеорхуіјѕԁһԛԝАВСЕНІЈКМОРЅТХΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "aceopxyijsdhqwABCEHIJKMOPSTXABEZHIKMNOPTYXo")
# Every hyphen, dash and quotation mark.
BETWEEN_WORDS = re.compile(r"[\s_\-\u2010-\u2015\u2212\ufe58\ufe63\uff0d\"'\u2018-\u201f\u2039\u203a\xab\xbb]+")
DIRECTION = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # joiners are part of some scripts
UNSEEN = re.compile(rf"[{DIRECTION}\u00ad\u200b\u2060\ufeff]")
MONTHS = (
    r"(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz?|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?"
    r"|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)"
)
DATES = re.compile(
    rf"\d{{1,2}}[-. ]+{MONTHS}|{MONTHS}[-. ]+\d{{1,2}}|\d{{4}}-\d\d-\d\d(?:[T ].*)?"
    r"|\d{1,2}([./])\d{1,2}\1(?:\d\d|\d{4})",
    re.IGNORECASE,
)
UNKNOWN = {"255", *(f"{sign}{digit * times}" for sign in ("", "-") for digit in "789" for times in (1, 2, 3, 4))}
CODES = {"-1", *UNKNOWN}
ABSTAINED = {
    "no call", "no-call", "nocall", "no_call", "abstain", "abstained", "abstention", "rejected", "reject",
    "no prediction", "no answer", "not classified", "unclassified", "error", "failed", "timeout",
}  # fmt: skip
MARKERS = {"label_of_missing_values", "labels_like_missing_codes", "label_minus_one"}
LONG_LABEL = 200
MANY_CLASSES = 100
FEW_CASES = 5
FEW_ROWS = 10


def check_labels(labels: Sequence[str], models: Sequence[tuple[str | None, np.ndarray]], notes: Notes) -> None:
    """All label checks. labels: those of the study; models: the name and the (K, K) cells of each, over all splits.

    Raises Problem for codes that are counted from 0 in one column and from 1 in the other.
    """
    cells = models[0][1]
    support, predicted = cells.sum(1), cells.sum(0)
    _refuse_shifted(labels, cells)
    check_names(labels, notes)
    _single_labels(labels, support, notes)
    _unseen(labels, notes)
    _unknown_codes(labels, predicted, notes)
    _class_sizes(labels, support, notes)
    _say_never_predicted(labels, [(name, own.sum(0)) for name, own in models], notes)


def check_names(labels: Sequence[str], notes: Notes) -> None:
    """Labels that may be one class in two spellings, from whatever they were read."""
    _alike(labels, str.casefold, "labels_differ_in_case", notes)
    _alike(labels, lambda text: INVISIBLE.sub("", text), "labels_with_invisible_character", notes)
    _alike(labels, _folded, "labels_in_two_scripts", notes)
    _alike(labels, _spaced, "labels_differ_in_spaces", notes)
    _alike(labels, _without_leading_zeros, "labels_differ_in_zeros", notes)
    _mojibake(labels, notes)


def _alike(labels: Sequence[str], key: Callable[[str], str], code: str, notes: Notes) -> None:
    groups = defaultdict(list)
    for label in labels:
        groups[key(label)].append(label)
    for same in groups.values():
        if len(same) > 1:
            notes.warn(code, labels=same)


def _without_leading_zeros(label: str) -> str:
    digits = label.removeprefix("+")
    return digits.lstrip("0") or "0" if digits.isdecimal() else label


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


def may_be_missing(labels: Sequence[str]) -> list[str]:
    """The same, or codes such as -1 and 9 beside two other classes, of which a lone score would be."""
    codes = [label for label in labels if label in CODES]
    return missing_words(labels) or (codes if len(labels) - len(codes) == 2 else [])


def _are_several(label: str, known: set[str]) -> bool:
    """`a;b`, `a|b`, `[a, b]`; and `a, b` or `a + b` where both are labels of their own."""
    parts = re.split(r"\s*[,/+&]\s*", label)
    return bool(re.search(r"\S\s*[;|]\s*\S|^\[.+[\s,].+\]$", label)) or (len(parts) > 1 and known.issuperset(parts))


def _single_labels(labels: Sequence[str], support: np.ndarray, notes: Notes) -> None:
    never = [label for label, cases in zip(labels, support, strict=True) if not cases]
    if missing := [*missing_words(labels), *(label for label in never if label.casefold() in ABSTAINED)]:
        notes.warn("label_of_missing_values", labels=missing)
    if "-1" in labels and len(labels) > 2 and all(re.fullmatch(r"-1|\d+", label) for label in labels):
        notes.warn("label_minus_one")
    known = {*labels}
    several = [label for label in labels if _are_several(label, known)]
    if several:
        notes.warn("several_labels_in_a_cell", labels=several)
    long = [label for label in labels if len(label) > LONG_LABEL]
    if long:
        notes.warn("long_labels", labels=long, characters=max(map(len, long)))
    dates = [label for label in labels if DATES.fullmatch(label)]
    if dates:
        notes.warn("labels_as_dates", labels=dates)
    control = [label for label in labels if any(unicodedata.category(character) == "Cc" for character in label)]
    if control:
        notes.warn("control_characters_in_labels", labels=control)


def _unseen(labels: Sequence[str], notes: Notes) -> None:
    """Characters that nobody sees or that stand for lost ones, in labels that have no twin without them."""
    bare = [INVISIBLE.sub("", label) for label in labels]
    unseen = [label for label, own in zip(labels, bare, strict=True) if UNSEEN.search(label) and bare.count(own) == 1]
    if unseen:
        notes.warn("invisible_characters_in_labels", labels=unseen)
    lost = [label for label in labels if "\ufffd" in label]
    if lost:
        notes.warn("lost_characters_in_labels", labels=lost)


def _unknown_codes(labels: Sequence[str], predicted: np.ndarray, notes: Notes) -> None:
    """9, 99 or -999 among words or far from the other numbers, and -1 among words: often it marks an unknown class.

    Only where it is never predicted.
    """
    are_words = not any(re.fullmatch(r"\d+", label, re.ASCII) for label in labels)
    codes = CODES if are_words else UNKNOWN
    never = [label for label, rows in zip(labels, predicted, strict=True) if label in codes and not rows]
    if len(never) == len(labels):
        return
    others = [int(label) for label in labels if label not in never and re.fullmatch(r"-?\d+", label, re.ASCII)]
    found = [label for label in never if not others or not min(others) - 1 <= int(label) <= max(others) + 1]
    if found:
        notes.warn("labels_like_missing_codes", labels=found)


def _refuse_shifted(labels: Sequence[str], cells: np.ndarray) -> None:
    """True classes 1 to K beside predictions 0 to K - 1, or the other way round, that agree once one is added."""
    _refuse_signs(labels, cells)
    if not all(re.fullmatch(r"\d{1,4}", label, re.ASCII) for label in labels):
        return
    codes = np.array([int(label) for label in labels])
    true, predicted = (np.flatnonzero(sums) for sums in (cells.sum(1), cells.sum(0)))
    if len(true) != len(predicted) or len(true) < 2 or (np.diff(codes) != 1).any():
        return
    step = predicted[0] - true[0]
    if abs(step) != 1 or (predicted - true != step).any():
        return
    shifted, direct = int(cells[true, predicted].sum()), int(np.trace(cells))
    if shifted > 2 * direct:
        first, second = codes[true[0]], codes[predicted[0]]
        what = f"True classes are counted from {first}, predictions from {second}: with {second - first:+d} they agree "
        raise Problem(f"{what}in {shifted:,} rows, as written in {direct:,}. Write both with the same codes.")


def _refuse_signs(labels: Sequence[str], cells: np.ndarray) -> None:
    """Classes -1 and 1 on one side, 0 and 1 on the other: of which a row of -1 and 0 agrees, as nobody counted it."""
    sides = [{label for label, rows in zip(labels, sums, strict=True) if rows} for sums in (cells.sum(1), cells.sum(0))]
    if sides in ([{"-1", "1"}, {"0", "1"}], [{"0", "1"}, {"-1", "1"}]):
        first, second = (min(side, key=int) for side in sides)
        what = f"True classes are {first} and 1, predictions {second} and 1, so that {first} and {second} never agree"
        raise Problem(f"{what}. Write both with the same codes.")


def _say_never_predicted(labels: Sequence[str], models: Sequence[tuple[str | None, np.ndarray]], notes: Notes) -> None:
    """Classes that a model gives to no case, but for those that may mean missing; once where no model does."""
    if len(labels) < 2:
        return
    missing = {label for each in notes.notices if each.code in MARKERS for label in each.fields.get("labels", ["-1"])}
    never = [{label for label, rows in zip(labels, each, strict=True) if not rows} - missing for _, each in models]
    by_none = set.intersection(*never)
    if by_none:
        notes.warn("classes_never_predicted", labels=[label for label in labels if label in by_none], model=None)
    for (name, _), own in zip(models, never, strict=True):
        if own - by_none:
            found = [label for label in labels if label in own - by_none]
            notes.warn("classes_never_predicted", labels=found, model=name)


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
