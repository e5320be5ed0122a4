"""The figure behind the name of a curve in a legend."""

from __future__ import annotations

from metrics import Estimate
from words.text.numbers import NBSP, decimal, interval, key_number

SHADES = "Rows: true classes. Shade and percentages: of the true class."
DOTTED = "Dotted: chance."
HOLLOW = f"Hollow marks: as delivered. {DOTTED}"


def area_legend(estimate: Estimate) -> str:
    """ "AUC 0.955 (0.925–0.975)"."""
    bounds = interval(estimate, 3)
    return f"AUC{NBSP}{key_number(estimate)}" + (f" ({bounds})" if bounds else "")


def precision_legend(estimate: Estimate, by_chance: float) -> str:
    """ "AP 0.601 (chance 0.043)"; the chance level is the prevalence."""
    return f"AP{NBSP}{decimal(estimate.value)} (chance{NBSP}{decimal(by_chance)})"
