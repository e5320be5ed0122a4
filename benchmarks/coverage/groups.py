"""A group of patients and the rest: its disease is detected less often, in single cases or in patients.

The binormal score of `two_classes`: ill cases of the group stand nearer to the others. Groups are of patients, or of
rows, so that a patient stands on both sides.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special
from scipy.stats import norm

from benchmarks.coverage.counting import Counted, Family, note, nothing
from benchmarks.coverage.two_classes import (
    ILL,
    SHIFTS,
    THRESHOLD,
    Cases,
    as_predictions,
    patients_of,
    shared_in_patients,
)
from metrics import Estimate
from metrics.subgroups.differences import difference_of_scores, difference_to_rest
from metrics.subgroups.divided import Divided
from predictions.rows import evaluation_of_rows

PART = 0.4  # of the patients, or of the rows
NODES = special.ndtri((np.arange(20_000) + 0.5) / 20_000)
NAMES = {
    "sensitivity": "Sensitivity, difference to the rest", "fpr": "False positive rate, difference to the rest",
    "ppv": "PPV, difference to the rest", "alarm_rate": "Predicted, difference to the rest",
    "auc": "AUC, difference to the rest", "oe_ratio": "O:E, difference to the rest",
}  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """by_rows: whether patients stand on both sides."""

    rows: int
    prevalence: float
    in_patients: bool
    by_rows: bool = False

    def __str__(self) -> str:
        return f"{self.rows:,} rows, {100 * self.prevalence:g} % ill{', rows in groups' if self.by_rows else ''}"


def draw(setting: Setting, generator: np.random.Generator) -> tuple[Cases, np.ndarray]:
    """The cases, and the group of each: 0, or 1 for the rest."""
    patients = patients_of(setting.rows, generator) if setting.in_patients else None
    drawn_by = np.arange(setting.rows) if patients is None or setting.by_rows else patients
    group = (generator.random(int(drawn_by.max()) + 1) >= PART)[drawn_by].astype(np.int16)
    ill, noise = shared_in_patients(2, setting.rows, patients, generator)
    is_ill = ill < norm.ppf(setting.prevalence)
    score = noise + np.array(SHIFTS[::-1])[group] * is_ill
    risks = special.ndtr(score - 2)  # rising, and within 0 and 1
    return Cases(is_ill, np.stack([risks, risks]), patients), group


def true_values(prevalence: float) -> dict[str, float]:
    """Of the group less those of the rest."""
    own, rest = (_of_side(shift, prevalence) for shift in SHIFTS[::-1])
    return {key: own[key] - rest[key] for key in NAMES}


def _of_side(shift: float, prevalence: float) -> dict[str, float]:
    hit, false = float(norm.sf(THRESHOLD - shift)), float(norm.sf(THRESHOLD))
    flagged = prevalence * hit + (1 - prevalence) * false
    said = [float(special.ndtr(NODES + at - 2).mean()) for at in (shift, 0.0)]
    return {
        "sensitivity": hit, "fpr": false, "ppv": prevalence * hit / flagged, "alarm_rate": flagged,
        "auc": float(norm.cdf(shift / np.sqrt(2))),
        "oe_ratio": prevalence / (prevalence * said[0] + (1 - prevalence) * said[1]),
    }  # fmt: skip


def found_in(cases: Cases, group: np.ndarray) -> dict[str, Estimate]:
    predictions = as_predictions(cases)
    predictions.predicted[:] = cases.scores[0] >= special.ndtr(THRESHOLD - 2)
    sides = [evaluation_of_rows(predictions, np.flatnonzero(group == at), positive=None) for at in (0, 1)]
    whole = evaluation_of_rows(predictions, None, positive=None)
    divided = Divided(whole, group, 2, ILL, lambda at, _: sides[at], lambda at, _: sides[1 - at])
    found = {key: difference_to_rest(divided, 0, key) for key in ("sensitivity", "fpr", "ppv", "alarm_rate")}
    return found | {key: difference_of_scores(divided, 0, key) for key in ("auc", "oe_ratio")}


def count(setting: Setting, generator: np.random.Generator, datasets: int) -> Counted:
    truth, counted = true_values(setting.prevalence), nothing(NAMES)
    for _ in range(datasets):
        note(counted, found_in(*draw(setting, generator)), truth)
    return counted


SIZES = ((200, 0.3), (500, 0.1), (1_000, 0.1), (1_000, 0.3), (5_000, 0.02))
SINGLE = tuple(Setting(*size, in_patients=False) for size in SIZES)
OF_PATIENTS = tuple(Setting(*size, in_patients=True, by_rows=by_rows) for by_rows in (False, True) for size in SIZES)
FAMILIES = (
    Family(
        "Groups, single cases",
        "Two fifths of the cases are a group with a sensitivity of 70 %, the rest has 80 %.",
        NAMES, SINGLE, count,
    ),
    Family(
        "Groups, patients with several rows",
        "The same, five rows of a patient on average. Groups are of patients, or of rows: then a patient has rows on "
        "both sides.",
        NAMES, OF_PATIENTS, count,
    ),
)  # fmt: skip
