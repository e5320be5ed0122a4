"""Locally weighted regression of the outcome on the predicted risk, as R's `lowess` without robustness iterations."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from metrics.definition import Values
from metrics.thresholds import ThresholdTable

FRACTION, DELTA = 2 / 3, 0.01  # of the cases in each window; of the range, over which the curve is straight
NEAR, FAR = 0.001, 0.999  # of the window's half-width: weights of 1 and of 0


def lowess(table: ThresholdTable, at: ArrayLike) -> Values:
    """(m,) how often cases of the class occur at predicted risks, between those of the cases; nan outside.

    Cleveland 1979 with windows of two thirds of the cases, 0 iterations, and a straight line between fits at most
    1 % of the range apart: the curve of val.prob in R's rms. nan without cases.
    """
    ill = table.positives[::-1]
    many = ill + table.negatives[::-1]
    risks = np.repeat(table.scores[::-1], many)
    wanted = np.asarray(at, np.float64)
    if not len(risks):
        return np.full(wanted.shape, np.nan)
    is_class = np.repeat(ill / many, many)  # ties share the mean outcome, which no fit can tell
    places, fits = _fitted(risks, is_class)
    return np.interp(wanted, risks[places], fits, left=np.nan, right=np.nan)


def _fitted(risks: Values, outcome: Values) -> tuple[list[int], list[float]]:
    """The places that are fitted, rising, and the curve there."""
    n = len(risks)
    size = max(min(int(FRACTION * n + 1e-7), n), 2)
    step, left = DELTA * (risks[-1] - risks[0]), 0
    place, places, fits = 0, [], []
    while True:
        right = left + size - 1
        while right < n - 1 and risks[place] - risks[left] > risks[right + 1] - risks[place]:
            left, right = left + 1, right + 1
        places.append(place)
        fits.append(_local(risks, outcome, place, left, right))
        if place == n - 1:
            return places, fits
        same = int(np.searchsorted(risks, risks[place], side="right"))
        beyond = int(np.searchsorted(risks, risks[place] + step, side="right"))
        place = n - 1 if same >= n else max(same, beyond - 1)


def _local(risks: Values, outcome: Values, place: int, left: int, right: int) -> float:
    """The value there of the line fitted to the window, nearer cases weighing more."""
    here = risks[place]
    reach = max(here - risks[left], risks[right] - here)
    stop = int(np.searchsorted(risks, here + FAR * reach, side="right"))
    window = slice(left, max(stop, place + 1))
    apart = np.abs(risks[window] - here)
    weight = np.where(apart <= NEAR * reach, 1.0, (1 - (apart / reach) ** 3) ** 3 if reach else 1.0)
    weight[apart > FAR * reach] = 0
    weight /= weight.sum()
    middle = float(weight @ risks[window])
    spread = float(weight @ (risks[window] - middle) ** 2)
    if reach > 0 and np.sqrt(spread) > NEAR * (risks[-1] - risks[0]):
        weight = weight * ((here - middle) / spread * (risks[window] - middle) + 1)
    return float(weight @ outcome[window])
