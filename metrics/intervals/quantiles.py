"""How many standard errors a two-sided interval reaches, the two-sided p of so many, and quantiles of proportions."""

from __future__ import annotations

import math

from scipy import special

from metrics.kernels.given import number


def normal_quantile(level: float) -> float:
    """Of the normal distribution. Raises ValueError unless the level lies between 0 and 1."""
    inside = number("level", level)
    if not 0 < inside < 1:
        raise ValueError("`level`, that of an interval, must lie between 0 and 1")
    return float(special.ndtri((1 + inside) / 2))


def t_quantile(freedom: float, level: float) -> float:
    """Of Student's t; freedom: its degrees, inf for the normal distribution."""
    return float(special.stdtrit(freedom, (1 + level) / 2))


def two_sided_p(z: float) -> float:
    """Of a standard normal number; nan for nan."""
    return math.erfc(abs(z) / math.sqrt(2))


def beta_quantile(first: float, second: float, below: float) -> float:
    """Of the beta distribution with these parameters.

    SciPy's inverse takes a wrong way where one is exactly 1,000 and the other one large: off by 4e-8 at 10^7, by 0.6 %
    at 3 · 10^8, and 14 times too high at 10^12. At the number next to 1,000 it is exact.
    """
    parameters = (math.nextafter(each, 0) if each == 1000 else each for each in (first, second))
    return float(special.betaincinv(*parameters, below))
