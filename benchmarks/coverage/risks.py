"""Calibration and net benefit of predicted risks that are correct, too extreme or too low, in cases or in patients.

The log odds of the true risk are normal; the model says a line of them. Rows of one patient share a part of both.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from scipy import optimize, special

from benchmarks.coverage.counting import Counted, Family, note, nothing
from benchmarks.coverage.two_classes import (
    ILL,
    Cases,
    as_predictions,
    patients_of,
    shared_in_patients,
)
from metrics import Estimate
from metrics.utility.decision_curve import decision_curve
from predictions.rows import evaluation_of_rows

SPREAD, ACT = 1.3, 0.1  # of the log odds of the true risks; the risk from which on one acts
KINDS = {"correct": (0.0, 1.0), "too extreme": (-0.3, 0.7), "too low": (0.7, 1.0)}  # intercept, slope
NODES = special.ndtri((np.arange(20_000) + 0.5) / 20_000)  # of a standard normal number, equally often
DISTANCES = {"ici": "ICI", "e50": "E50", "e90": "E90"}
NAMES = {
    "slope": "Calibration slope", "intercept": "Intercept", "citl": "Calibration in the large", "oe_ratio": "O:E",
    "brier": "Brier score", "scaled_brier": "Scaled Brier score", **DISTANCES, "net_benefit": "Net benefit at 10 %",
    "over_everyone": "Net benefit at 10 %, difference to acting on everybody",
}  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """prevalence: of the class. kind: of KINDS."""

    rows: int
    prevalence: float
    kind: str
    in_patients: bool

    def __str__(self) -> str:
        return f"{self.kind}, {self.rows:,} rows, {100 * self.prevalence:g} % ill"

    @property
    def middle(self) -> float:
        """The mean log odds of the true risks."""
        return float(optimize.brentq(lambda at: special.expit(at + SPREAD * NODES).mean() - self.prevalence, -12, 12))

    def predicted(self, true_log_odds: np.ndarray) -> np.ndarray:
        """The risks that the model says."""
        intercept, slope = KINDS[self.kind]
        return special.expit((true_log_odds - intercept) / slope)


def draw(setting: Setting, generator: np.random.Generator) -> Cases:
    patients = patients_of(setting.rows, generator) if setting.in_patients else None
    tendency, own = shared_in_patients(2, setting.rows, patients, generator)
    true = setting.middle + SPREAD * own
    is_ill = special.ndtr(tendency) < special.expit(true)
    return Cases(is_ill, np.stack([setting.predicted(true)] * 2), patients)


def true_values(setting: Setting) -> dict[str, float]:
    log_odds = setting.middle + SPREAD * NODES
    true, said = special.expit(log_odds), setting.predicted(log_odds)
    apart, (intercept, slope) = np.abs(true - said), KINDS[setting.kind]
    brier = float((true * (1 - said) ** 2 + (1 - true) * said**2).mean())
    ill, well = ((said >= ACT) * true).mean(), ((said >= ACT) * (1 - true)).mean()
    acted = float(ill - well * ACT / (1 - ACT))
    share = float(true.mean())
    shift = optimize.brentq(lambda by: special.expit(special.logit(said) + by).mean() - share, -5, 5)
    return {
        "slope": slope, "intercept": intercept, "citl": float(shift), "oe_ratio": share / float(said.mean()),
        "brier": brier, "scaled_brier": 1 - brier / (share * (1 - share)),
        "ici": float(apart.mean()), "e50": float(np.quantile(apart, 0.5)), "e90": float(np.quantile(apart, 0.9)),
        "net_benefit": acted, "over_everyone": acted - (share - (1 - share) * ACT / (1 - ACT)),
    }  # fmt: skip


def found_in(cases: Cases) -> dict[str, Estimate]:
    evaluation = evaluation_of_rows(as_predictions(cases), None, positive=None)
    risks, curve = evaluation.calibration(ILL), decision_curve(evaluation, ILL, [ACT])
    assert risks is not None
    intercept, slope = risks.line
    return {
        "slope": slope, "intercept": intercept, "citl": risks.citl, "oe_ratio": risks.oe_ratio, "brier": risks.brier,
        "scaled_brier": risks.scaled_brier, **risks.distances,
        "net_benefit": curve.estimate(curve.model, 0), "over_everyone": curve.estimate(curve.over_everyone, 0),
    }  # fmt: skip


def count(setting: Setting, generator: np.random.Generator, datasets: int) -> Counted:
    truth, counted = true_values(setting), nothing(NAMES)
    for _ in range(datasets):
        note(counted, found_in(draw(setting, generator)), truth)
    return counted


SIZES = ((200, 0.3), (500, 0.1), (1_000, 0.3), (5_000, 0.02), (5_000, 0.1))
SINGLE, OF_PATIENTS = (
    tuple(Setting(*size, kind, in_patients) for kind, size in product(KINDS, SIZES)) for in_patients in (False, True)
)
FAMILIES = (
    Family(
        "Risks, single cases",
        f"The log odds of the true risks are normal, with a standard deviation of {SPREAD}. The model says these "
        "risks, or too extreme ones (slope 0.7), or too low ones (intercept 0.7).",
        NAMES, SINGLE, count,
    ),
    Family(
        "Risks, patients with several rows",
        "The same risks. Five rows of a patient on average; two of them correlate by 0.3, in risk and in being ill.",
        NAMES, OF_PATIENTS, count,
    ),
)  # fmt: skip
