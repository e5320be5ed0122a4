"""Bounds on a scale on which a bounded number spreads evenly: log odds, or the logarithm of one without an upper end.

Symmetric bounds of a number near its end reach beyond it on one side and not far enough on the other.
"""

from __future__ import annotations

import math

from metrics.intervals.quantiles import t_quantile

FARTHEST = 700.0  # exp of more is no number


def bounds_of(
    value: float, error: float, units: float, level: float = 0.95, lowest: float = 0.0, highest: float = 1.0
) -> tuple[float, float]:
    """Low and high of a number strictly between its ends, from its standard error and the units that it rests on.

    Student's t of units − 1 (units inf: normal quantiles) on the log odds of where it stands between the ends
    (logarithm where highest is inf), with the delta method. For AUCs: Pepe 2003, *The statistical evaluation of medical
    tests*, section 5.2.

    >>> low, high = bounds_of(0.9, 0.04, 1000)
    >>> round(low, 3), round(high, 3)
    (0.79, 0.956)
    """
    above, below = value - lowest, highest - value
    reach = t_quantile(units - 1, level) * error * (1 / above + 1 / below)
    return tuple(_moved(by, lowest, above, below) for by in (-reach, reach))  # type: ignore[return-value]


def _moved(by: float, lowest: float, above: float, below: float) -> float:
    grown = above * math.exp(max(-FARTHEST, min(FARTHEST, by)))
    return lowest + (grown if math.isinf(below) else grown * (above + below) / (below + grown))
