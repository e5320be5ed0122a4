"""Data sets whose true numbers are known: a binormal score, read by two models, in single cases or in patients.

Healthy cases score N(0, 1), ill ones N(shift, 1); predicted ill at or above one threshold. Patients have 1 to
some 20 rows, 5 on average; their rows share a part of what makes them ill and of what the models score, apart from
that they are like single cases, so that the true numbers are the same.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from scipy.integrate import quad
from scipy.stats import norm

from benchmarks.coverage.counting import Counted, Family, note, nothing
from metrics import METRICS, Counts, Estimate, Evaluation, balanced_accuracy, kappa, macro, mcc
from metrics.paired.paired_auc import paired_auc_of_patients
from metrics.paired.paired_proportions import paired_proportion
from predictions.rows import Predictions, evaluation_of_rows

LABELS = ("Normal", "Ill")
NORMAL, ILL = 0, 1
THRESHOLD = float(norm.ppf(0.90))  # specificity 90 %
SHIFTS = (THRESHOLD + float(norm.ppf(0.80)), THRESHOLD + float(norm.ppf(0.70)))  # sensitivities 80 and 70 %
MODELS_SHARE = 0.5  # correlation of the two models' scores of one case
PATIENTS_SHARE = 0.3  # correlation of two rows of one patient, in what makes them ill and in each model's score
ROWS_OF_A_PATIENT, EVENNESS = 5, 2.0

NUMBERS = {
    "sensitivity": "Sensitivity", "specificity": "Specificity", "ppv": "PPV", "npv": "NPV",
    "lr_positive": "LR+", "lr_negative": "LR−", "auc": "AUC", "average_precision": "Average precision",
    "f1": "F1", "macro_f1": "Macro F1", "balanced_accuracy": "Balanced accuracy", "mcc": "MCC", "kappa": "Kappa",
    "jaccard": "Jaccard", "risk_score": "False reassurance", "sensitivity_difference": "Sensitivity difference",
    "auc_difference": "Difference of two AUCs",
}  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """How many rows, how many of them ill, and whether they come from patients with several rows."""

    rows: int
    prevalence: float
    in_patients: bool

    def __str__(self) -> str:
        return f"{self.rows:,} rows, {100 * self.prevalence:g} % ill"


@dataclass(frozen=True, eq=False)
class Cases:
    """One data set. is_ill: (n,) bool; scores: (2, n), a row per model; patients: (n,) codes, or None."""

    is_ill: np.ndarray
    scores: np.ndarray
    patients: np.ndarray | None

    @property
    def predicted(self) -> np.ndarray:
        """(2, n) bool."""
        return self.scores >= THRESHOLD


def draw(setting: Setting, generator: np.random.Generator) -> Cases:
    """One data set of this setting."""
    patients = patients_of(setting.rows, generator) if setting.in_patients else None
    is_ill = shared_in_patients(1, setting.rows, patients, generator)[0] < norm.ppf(setting.prevalence)
    common, *own = shared_in_patients(3, setting.rows, patients, generator)
    noise = math.sqrt(MODELS_SHARE) * common + math.sqrt(1 - MODELS_SHARE) * np.array(own)
    return Cases(is_ill, noise + np.array(SHIFTS)[:, None] * is_ill, patients)


def patients_of(rows: int, generator: np.random.Generator) -> np.ndarray:
    """(n,) whose row it is; every patient has one at least."""
    count = rows // ROWS_OF_A_PATIENT
    proportions = generator.dirichlet(np.full(count, EVENNESS))
    sizes = 1 + generator.multinomial(rows - count, proportions)
    return np.repeat(np.arange(count, dtype=np.int32), sizes)


def shared_in_patients(
    columns: int, rows: int, patients: np.ndarray | None, generator: np.random.Generator
) -> np.ndarray:
    """(columns, n) standard normal; rows of one patient correlate."""
    own = generator.standard_normal((columns, rows))
    if patients is None:
        return own
    of_patients = generator.standard_normal((columns, rows // ROWS_OF_A_PATIENT))[:, patients]
    return math.sqrt(PATIENTS_SHARE) * of_patients + math.sqrt(1 - PATIENTS_SHARE) * own


def as_predictions(cases: Cases) -> Predictions:
    """What a file with the first model's answers, its score and the patients' ids would have become."""
    return Predictions(
        model=None, labels=LABELS, truth=cases.is_ill.astype(np.int16), predicted=cases.predicted[0].astype(np.int16),
        scores=(None, np.ascontiguousarray(cases.scores[0])), clusters=cases.patients,
    )  # fmt: skip


# ------------------------------------------------------------------ what is true


def true_values(prevalence: float) -> dict[str, float]:
    """Every number of `NUMBERS` in the population: in closed form, the average precision by quadrature."""
    cells = _cells(prevalence)
    ill, normal = Counts(*(float(part) for part in _one_vs_rest(cells, ILL))), _one_vs_rest(cells, NORMAL)
    aucs = [float(norm.cdf(shift / math.sqrt(2))) for shift in SHIFTS]
    values = {key: float(METRICS[key](ill)) for key in NUMBERS if key in METRICS}
    return values | {
        "auc": aucs[0],
        "average_precision": _average_precision(prevalence),
        "macro_f1": float(macro([METRICS["f1"](each) for each in (ill, normal)])),
        "balanced_accuracy": float(balanced_accuracy(cells)),
        "mcc": float(mcc(cells)),
        "kappa": float(kappa(cells)),
        "risk_score": float(cells[ILL, NORMAL] / cells[:, NORMAL].sum()),
        "sensitivity_difference": float(np.subtract(*norm.sf(THRESHOLD - np.array(SHIFTS)))),
        "auc_difference": aucs[0] - aucs[1],
    }


def _cells(prevalence: float) -> np.ndarray:
    """(2, 2) proportions of all cases, rows = true class, of the first model."""
    predicted = norm.sf(THRESHOLD - np.array([0.0, SHIFTS[0]]))
    return np.array([1 - prevalence, prevalence])[:, None] * np.column_stack([1 - predicted, predicted])


def _one_vs_rest(cells: np.ndarray, label: int) -> Counts:
    tp, predicted, support = cells[label, label], cells[:, label].sum(), cells[label].sum()
    return Counts(tp, predicted - tp, support - tp, cells.sum() - predicted - support + tp)


def _average_precision(prevalence: float) -> float:
    """Precision over sensitivity."""

    def precision(found: float) -> float:
        threshold = SHIFTS[0] + norm.isf(found)
        right, wrong = prevalence * found, (1 - prevalence) * norm.sf(threshold)
        return right / (right + wrong)

    return float(quad(precision, 0, 1, limit=200)[0])


# ------------------------------------------------------------------ what is counted


def evaluated(cases: Cases) -> Evaluation:
    """The first model, as it is read from a file with a score of the ill; its mirror image would tell the same."""
    return replace(evaluation_of_rows(as_predictions(cases), None, positive=None), normal=NORMAL)


def compared(cases: Cases) -> dict[str, Estimate]:
    """First − second model."""
    ill, (first, second) = cases.is_ill, cases.predicted[:, cases.is_ill]
    patients = None if cases.patients is None else cases.patients[ill]
    return {
        "sensitivity_difference": paired_proportion(first, second, patients).difference,
        "auc_difference": paired_auc_of_patients(ill, *cases.scores, cases.patients).difference,
    }


def count(setting: Setting, generator: np.random.Generator, datasets: int) -> Counted:
    truth, counted = true_values(setting.prevalence), nothing(NUMBERS)
    for _ in range(datasets):
        cases = draw(setting, generator)
        evaluation = evaluated(cases)
        note(counted, {**evaluation.overall, **evaluation.classes[ILL], **compared(cases)}, truth)
    return counted


CASES = (
    (50, 0.5), (200, 0.5), (1_000, 0.5), (100, 0.1), (500, 0.1), (5_000, 0.1),
    (1_000, 0.01), (5_000, 0.01), (20_000, 0.01), (10_000, 0.001), (50_000, 0.001),
)  # fmt: skip
PATIENTS = ((200, 0.5), (1_000, 0.5), (500, 0.1), (2_000, 0.1), (5_000, 0.01), (20_000, 0.01))
FAMILIES = (
    Family(
        "Two classes, single cases",
        "Two models with 90 % specificity, sensitivities of 80 and 70 %, and areas of 0.933 and 0.899.",
        NUMBERS, tuple(Setting(*each, False) for each in CASES), count,
    ),
    Family(
        "Two classes, patients with several rows",
        "The same models. Each patient has 1 to some 20 rows, 5 on average. Two rows of a patient correlate by 0.3, in "
        "being ill and in each score.",
        NUMBERS, tuple(Setting(*each, True) for each in PATIENTS), count,
    ),
)  # fmt: skip
