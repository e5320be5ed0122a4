"""The order in which classes stand everywhere: the most dangerous first, Normal last; phases in order of time.

Guessed from what the file says, never from the alphabet, and changed by the reader in the title line.
"""

from __future__ import annotations

from enum import StrEnum

import numpy as np

from metrics import ConfusionMatrix, by_danger
from predictions.rows import Predictions, cases_of, chosen, rows_of_split
from predictions.study import Capability, Study
from words.text.numbers import FEW


class ClassOrder(StrEnum):
    """Where an order of classes comes from."""

    FILE = "file"
    TIME = "time"
    STAGES = "stages"
    SEVERITY = "severity"
    GRADE = "grade"
    RARITY = "rarity"
    READER = "reader"


# Words of a class name by how grave they are; a class with none of them stands between moderate and slight, a grave
# disease of a slight kind among the moderate ones: a benign tumour.
GRAVE = frozenset({
    "vf", "vfib", "vt", "vtach", "torsades", "asystole", "arrest", "ventricular", "chb", "death", "dead",
    "died", "fatal", "poor", "critical", "severe", "high", "emergency", "malignant", "malignancy", "cancer",
    "carcinoma", "adenocarcinoma", "melanoma", "mel", "sarcoma", "lymphoma", "leukemia", "leukaemia", "glioma",
    "glioblastoma", "tumor", "tumour", "metastasis", "metastases", "metastatic", "stemi", "nstemi", "infarct",
    "infarction", "mi", "sepsis", "septic", "stroke", "hemorrhage", "haemorrhage", "bleeding", "embolism",
    "tamponade", "pneumothorax", "proliferative",
})  # fmt: skip
NOT_GRAVE_BESIDE = frozenset({  # ventricular: a chamber of the heart, a pacemaker, single beats
    "left", "right", "hypertrophy", "paced", "pacing", "septal", "premature", "ectopic", "ectopy", "extrasystole",
    "extrasystoles", "escape",
})  # fmt: skip
COMPLETE, CONDUCTION = frozenset({"complete", "third", "3rd", "iii"}), frozenset({"av", "heart", "atrioventricular"})
MODERATE = frozenset({"moderate", "medium", "intermediate", "suspicious", "suspected", "positive", "abnormal", "yes"})
SLIGHT = frozenset({"mild", "minor", "low", "slight", "early", "benign", "good"})
UNUSABLE = frozenset({
    "artifact", "artifacts", "artefact", "artefacts", "noise", "noisy", "unreadable", "ungradable",
    "ungradeable", "unclassifiable", "unscorable", "unscored", "uninterpretable", "invalid", "unusable",
})  # fmt: skip
HYPNOGRAM = (  # from top to bottom
    ("w", "wake", "awake", "stage w", "sleep stage w"),
    ("r", "rem", "stage r", "sleep stage r"),
    ("n1", "s1", "stage n1", "stage 1", "sleep stage 1"),
    ("n2", "s2", "stage n2", "stage 2", "sleep stage 2"),
    ("n3", "s3", "stage n3", "stage 3", "sleep stage 3"),
    ("n4", "s4", "stage n4", "stage 4", "sleep stage 4"),
)
SLEEP = {name: depth for depth, names in enumerate(HYPNOGRAM) for name in names}


def guess_order(study: Study) -> tuple[tuple[int, ...], ClassOrder]:
    """Every class once, and what the order was guessed from; classes that are no disease stand last.

    Of equally grave ones the rarer comes first, those of fewer than ten cases last.
    """
    (keys, found), last = _key(study), not_diseases(study)
    normal = None if found in (ClassOrder.TIME, ClassOrder.STAGES) else study.normal

    def place(label: int) -> tuple[bool, bool, float]:
        return label == normal, label in last, keys[label]

    return tuple(sorted(range(len(study.labels)), key=place)), found


def not_diseases(study: Study) -> frozenset[int]:
    """Classes whose names say that nothing can be read from the case."""
    return frozenset(i for i, name in enumerate(study.labels) if i != study.normal and _words(name) & UNUSABLE)


def class_of_interest(study: Study, order: tuple[int, ...], found: ClassOrder, excluded: frozenset[int]) -> int:
    """The class of a lone score, else the most dangerous disease that has cases.

    Of phases one that is wholly missed in a recording, else the one missed most. A class of fewer than ten cases leads
    only where no other has ten.
    """
    if study.positive is not None:
        return study.positive
    matrix, diseases = _first_matrix(study), [i for i in order if i != study.normal and i not in excluded]
    leading = [i for i in diseases if matrix.support[i]]
    if found in (ClassOrder.TIME, ClassOrder.STAGES):
        leading = [i for i in by_danger(matrix, study.normal) if i not in excluded]
    if found is ClassOrder.TIME:
        missed = _wholly_missed(study)
        leading.sort(key=lambda label: -int(missed[label]))
    enough = [i for i in leading if matrix.support[i] >= FEW]
    return next(iter(enough or leading or diseases or order))


def _wholly_missed(study: Study) -> np.ndarray:
    """(K,) recordings that have the class and in which no row of it is detected; of the first model and split."""
    (model, split), classes = study.slices[0], len(study.labels)
    rows = study.predictions_of(model)
    if rows is None or rows.sequence is None:
        return np.zeros(classes, np.int64)
    place, inside = rows.sequence * np.int64(classes) + rows.truth, rows.sequence >= 0
    if (shown := rows_of_split(rows, split)) is not None:
        inside &= shown
    size = len(rows.sequences) * classes
    there = np.bincount(place[inside], minlength=size) > 0
    detected = np.bincount(place[inside & (rows.truth == rows.predicted)], minlength=size) > 0
    missed: np.ndarray = (there & ~detected).reshape(-1, classes).sum(axis=0)
    return missed


def sleep_depth(name: str) -> int | None:
    """0 for a name of wake, 1 for REM, 2 to 5 for N1 to N4; None for what is no stage of sleep."""
    return SLEEP.get(_plain(name))


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace("_", " ").split())


def _key(study: Study) -> tuple[list[float], ClassOrder]:
    names = [_plain(name) for name in study.labels]
    if sum(name in SLEEP for name in names) >= 3:
        return [float(SLEEP.get(name, len(SLEEP))) for name in names], ClassOrder.STAGES
    rows = study.predictions_of(0) if Capability.RECORDINGS in study.capabilities else None
    grades = [_grade(name) for i, name in enumerate(names) if i != study.normal]
    if rows is not None and study.normal is None:
        numbered = [each for each in grades if each is not None]
        in_time = numbered if len(numbered) == len(names) else _mean_place(rows).tolist()
        return in_time, ClassOrder.TIME
    if len(grades) > 1 and None not in grades:
        return [-(_grade(name) or 0.0) for name in names], ClassOrder.GRADE
    severity, cases = [_severity(name) for name in study.labels], _first_matrix(study).support
    places = np.where(cases < FEW, cases + cases.max(), cases) / (2.0 * cases.max() + FEW)  # too few come last
    by = ClassOrder.SEVERITY if len(set(severity)) > 1 else ClassOrder.RARITY
    return [rank + place for rank, place in zip(severity, places.tolist(), strict=True)], by


def _words(name: str) -> frozenset[str]:
    return frozenset("".join(each if each.isalnum() else " " for each in name.casefold()).split())


def _severity(name: str) -> int:
    words = _words(name)
    grave = words & GRAVE - ({"ventricular"} if words & NOT_GRAVE_BESIDE else set())
    if grave or _is_complete_heart_block(words):
        return 1 if words & SLIGHT - {"early"} else 0  # early sepsis is sepsis
    return 3 if words & SLIGHT else 1 if words & MODERATE else 2


def _is_complete_heart_block(words: frozenset[str]) -> bool:
    """Of the conduction to the ventricles; a complete block of one bundle branch is none."""
    return "block" in words and bool(words & CONDUCTION) and bool(words & COMPLETE)


def _grade(name: str) -> float | None:
    """3 of "3", "grade 3", "stage 3"."""
    number = name.removeprefix("grade").removeprefix("stage").removeprefix("class").strip()
    return float(number) if number.isascii() and number.removeprefix("-").isdigit() and len(number) < 5 else None


def _first_matrix(study: Study) -> ConfusionMatrix:
    """The matrix of the first slice; of rows without their threshold tables, which a page counts later."""
    model, split = study.slices[0]
    held = study.predictions_of(model)
    if held is None:
        return study.evaluate(model, split).matrix
    rows = cases_of(held, rows_of_split(held, split))
    return ConfusionMatrix.from_codes(chosen(held.truth, rows), chosen(held.predicted, rows), held.labels)


def _mean_place(rows: Predictions) -> np.ndarray:
    """(K,) where in a recording the frames of each class lie: 0 to 1, the mean over all frames; inf without any."""
    assert rows.sequence is not None
    order = np.arange(len(rows), dtype=np.float64) if rows.order is None else rows.order
    sorted_rows = np.lexsort((order, rows.sequence))
    sequence = rows.sequence[sorted_rows]
    starts = np.flatnonzero(np.r_[True, sequence[1:] != sequence[:-1]])
    sizes = np.diff(np.r_[starts, len(rows)])
    place = (np.arange(len(rows)) - np.repeat(starts, sizes)) / np.repeat(sizes, sizes)
    truth = rows.truth[sorted_rows]
    cases = np.bincount(truth, minlength=len(rows.labels))
    total = np.bincount(truth, place, minlength=len(rows.labels))
    place_of_class: np.ndarray = np.divide(total, cases, out=np.full(len(cases), np.inf), where=cases > 0)
    return place_of_class
