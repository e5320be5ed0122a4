"""AUC (0.75 to 0.99) and average precision, of few and many ill cases, in single cases or in patients."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product

import numpy as np
from scipy import optimize, special

from benchmarks.coverage.counting import Counted, Family, note, nothing
from metrics import ThresholdTable
from metrics.intervals.areas.areas import Areas
from metrics.intervals.resampling_units import ResamplingUnits

AREAS = (0.75, 0.9, 0.95, 0.99)
SIZES = ((10, 50), (10, 500), (20, 80), (20, 1_000), (40, 1_960), (50, 450), (100, 400), (500, 500), (500, 10))
KINDS = {  # what it says: standard deviation of the ill cases' scores
    "equal spread": 1.0, "ill spread twice as far": 2.0, "ill spread half as far": 0.5, "five levels": 1.0
}  # fmt: skip
LEVELS = special.ndtri([0.5, 0.75, 0.9, 0.97])  # of the well, above which a score is the next level
PATIENT_SIZES = ((40, 0.3), (100, 0.1), (100, 0.5), (400, 0.3))
SHARE, ROWS_OF_A_PATIENT = 0.3, 5
NAMES = {"auc": "AUC", "average_precision": "Average precision"}
POINTS = 20_001  # of the sensitivity, for the true average precision


@dataclass(frozen=True)
class Setting:
    """ill, well: cases of each group; kind: of KINDS."""

    area: float
    kind: str
    ill: int
    well: int

    def __str__(self) -> str:
        return f"{self.area:g}, {self.kind}, {self.ill:,} / {self.well:,}"

    @property
    def spread(self) -> float:
        return KINDS[self.kind]

    @property
    def shift(self) -> float:
        """How far the mean score of the ill lies above that of the well, which is 0 with a spread of 1."""
        if self.kind == "five levels":
            return float(optimize.brentq(lambda by: area_of_levels(by) - self.area, 0, 9))
        return binormal_shift(self.area, self.spread)

    @property
    def precision(self) -> float:
        """The true average precision at this prevalence."""
        prevalence = self.ill / (self.ill + self.well)
        if self.kind == "five levels":
            return true_precision_of_levels(self.shift, prevalence)
        return true_precision(self.shift, self.spread, prevalence)


@dataclass(frozen=True)
class PatientSetting:
    area: float
    spread: float
    patients: int
    prevalence: float

    def __str__(self) -> str:
        return f"{self.area:g}, spread {self.spread:g}, {self.patients} patients, {100 * self.prevalence:g} % ill"


def binormal_shift(area: float, spread: float) -> float:
    """The mean score of the ill, of this spread, above that of the well, of spread 1."""
    return math.sqrt(1 + spread**2) * float(special.ndtri(area))


def area_of_levels(shift: float) -> float:
    """The area of scores in five levels, ties counting half."""
    well, ill = (np.diff([0, *special.ndtr(LEVELS - by), 1]) for by in (0.0, shift))
    return float(ill @ (np.cumsum(well) - well / 2))


def true_precision(shift: float, spread: float, prevalence: float) -> float:
    """The average precision of normal scores."""
    sensitivity = (np.arange(POINTS) + 0.5) / POINTS
    alarms = special.ndtr(-special.ndtri(1 - sensitivity) * spread - shift)
    return float((prevalence * sensitivity / (prevalence * sensitivity + (1 - prevalence) * alarms)).mean())


def true_precision_of_levels(shift: float, prevalence: float) -> float:
    """That of scores in five levels."""
    well, ill = (np.diff([0, *special.ndtr(LEVELS - by), 1])[::-1] for by in (0.0, shift))
    found, alarms = prevalence * ill.cumsum(), (1 - prevalence) * well.cumsum()
    return float(ill @ (found / (found + alarms)))


def draw(setting: Setting, generator: np.random.Generator, datasets: int) -> np.ndarray:
    """(datasets, n) scores, those of the ill first."""
    scores = generator.standard_normal((datasets, setting.ill + setting.well))
    scores[:, : setting.ill] = setting.shift + setting.spread * scores[:, : setting.ill]
    return np.searchsorted(LEVELS, scores).astype(float) if setting.kind == "five levels" else scores


def count(setting: Setting, generator: np.random.Generator, datasets: int) -> Counted:
    is_ill, counted = np.arange(setting.ill + setting.well) < setting.ill, nothing(NAMES)
    truth = {"auc": setting.area, "average_precision": setting.precision}
    for scores in draw(setting, generator, datasets):
        areas = Areas((ThresholdTable.from_scores(scores, is_ill),), None)
        note(counted, {key: getattr(areas, key)(0) for key in NAMES}, truth)
    return counted


def count_of_patients(setting: PatientSetting, generator: np.random.Generator, datasets: int) -> Counted:
    counted, shift = nothing(NAMES), binormal_shift(setting.area, setting.spread)
    precision = true_precision(shift, setting.spread, setting.prevalence)
    truth = {"auc": setting.area, "average_precision": precision}
    for _ in range(datasets):
        is_ill, scores, patients = draw_patients(setting, generator)
        units = ResamplingUnits(is_ill.astype(int), is_ill.astype(int), 2, setting.patients, (None, scores), patients)
        areas = Areas((None, ThresholdTable.from_scores(scores, is_ill)), units)
        note(counted, {key: getattr(areas, key)(1) for key in NAMES}, truth)
    return counted


def draw_patients(setting: PatientSetting, generator: np.random.Generator) -> tuple[np.ndarray, ...]:
    """(n,) whether ill, score and patient; rows of one patient correlate in both."""
    count = setting.patients
    sizes = 1 + generator.multinomial((ROWS_OF_A_PATIENT - 1) * count, generator.dirichlet(np.full(count, 2.0)))
    patients = np.repeat(np.arange(count), sizes)
    shared, own = generator.standard_normal((2, count)), generator.standard_normal((2, len(patients)))
    tendency, noise = math.sqrt(SHARE) * shared[:, patients] + math.sqrt(1 - SHARE) * own
    is_ill = tendency < special.ndtri(setting.prevalence)
    shift = binormal_shift(setting.area, setting.spread)
    return is_ill, np.where(is_ill, shift + setting.spread * noise, noise), patients


def _possible(setting: Setting) -> bool:
    return setting.kind != "five levels" or setting.area < area_of_levels(9) - 0.01


SINGLE = tuple(each for parts in product(AREAS, KINDS, SIZES) if _possible(each := Setting(*parts[:2], *parts[2])))
OF_PATIENTS = tuple(PatientSetting(*each, *size) for *each, size in product(AREAS, (1.0, 2.0), PATIENT_SIZES))
FAMILIES = (
    Family("AUC, single cases", "Ill / well cases, their scores normal or in five levels.", NAMES, SINGLE, count, 2),
    Family(
        "AUC, patients with several rows", "Five rows of a patient on average; two of them correlate by 0.3, in being "
        "ill and in the score. Spread: of the scores of the ill, 1 that of the well.", NAMES, OF_PATIENTS,
        count_of_patients,
    ),
)  # fmt: skip
