"""How many standard errors a two-sided interval reaches, and the two-sided p of so many."""

from __future__ import annotations

import math

from scipy import special


def normal_quantile(level: float) -> float:
    """Of the normal distribution. Raises ValueError unless the level lies between 0 and 1."""
    if not 0 < level < 1:
        raise ValueError("the level of an interval lies between 0 and 1")
    return float(special.ndtri((1 + level) / 2))


def t_quantile(freedom: float, level: float) -> float:
    """Of Student's t; freedom: its degrees, inf for the normal distribution."""
    return float(special.stdtrit(freedom, (1 + level) / 2))


def two_sided_p(z: float) -> float:
    """Of a standard normal number; nan for nan."""
    return math.erfc(abs(z) / math.sqrt(2))
