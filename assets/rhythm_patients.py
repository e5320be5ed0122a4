"""Who the simulated patients of the heart rhythm example are: drawn given what Model A predicted, by stated rates.

Only what the constants say differs between groups: all else is dealt evenly among patients of the same outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

VT = 2  # its class code
AGES = ((18, 50), (50, 65), (65, 80), (80, 98))  # from, below
AGE_SHARES, AGE_SHARES_OF_VT = (0.2, 0.3, 0.35, 0.15), (0.08, 0.34, 0.46, 0.12)
SITE_SHARES = {"North": 0.46, "South": 0.47, "West": 0.07}
# Model A detects VT less often in women; neither age nor site makes a difference.
WOMEN, WOMEN_OF_VT = 0.48, 0.42
VT_SENSITIVITY = {"F": 0.62, "M": 0.93}
# Share of patients predicted VT by Model A, month by month of 2026: a software update on 1 September, in part mended.
VT_PREDICTIONS = (*[0.046] * 8, 0.145, 0.125, 0.105, 0.085)
UNREAD_FROM = np.datetime64("2026-12-29")


@dataclass(frozen=True, eq=False)
class Outcomes:
    """split: (n,) its name; truth, predicted: (n,) class codes; is_read: (n,) whether the true class is known."""

    split: np.ndarray
    truth: np.ndarray
    predicted: np.ndarray
    is_read: np.ndarray


def patients_of(given: Outcomes) -> list[list[str]]:
    """Id, split, age, sex, site and date of every patient."""
    rng = np.random.default_rng(20173)
    outcome = list(zip(given.split.tolist(), given.truth.tolist(), given.predicted.tolist(), strict=True))
    site = _dealt(rng, outcome, lambda *_: [*SITE_SHARES.values()])
    band = _dealt(rng, outcome, lambda true, _: AGE_SHARES_OF_VT if true == VT else AGE_SHARES)
    sex = _dealt(rng, outcome, _women_and_men)
    age = rng.integers(*np.array(AGES)[band].T)
    date = _dates(rng, given.predicted == VT, given.is_read)
    places = list(SITE_SHARES)
    return [
        [f"SIM{i + 1:04d}", given.split[i], str(age[i]), "FM"[sex[i]], places[site[i]], str(date[i])]
        for i in range(len(outcome))
    ]


def _women_and_men(true: int, predicted: int) -> tuple[float, float]:
    """Their shares among patients with VT of whom the model detected, or missed, the VT, by Bayes' theorem."""
    if true != VT:
        return WOMEN, 1 - WOMEN
    rates = [rate if predicted == VT else 1 - rate for rate in VT_SENSITIVITY.values()]
    women, men = WOMEN_OF_VT * rates[0], (1 - WOMEN_OF_VT) * rates[1]
    return women / (women + men), men / (women + men)


def _dealt(
    rng: np.random.Generator, outcome: list[tuple[str, int, int]], shares: Callable[[int, int], Sequence[float]]
) -> np.ndarray:
    """A code for each patient; among those of one outcome each as often as its share says, to the nearest patient."""
    codes, kinds = np.empty(len(outcome), dtype=int), sorted(set(outcome))
    numbers = np.array([kinds.index(each) for each in outcome])
    for number, (_, true, predicted) in enumerate(kinds):
        rows = np.flatnonzero(numbers == number)
        borders = np.rint(np.cumsum(shares(true, predicted)) * len(rows)).astype(int)
        codes[rng.permutation(rows)] = np.repeat(np.arange(len(borders)), np.diff(borders, prepend=0))
    return codes


def _dates(rng: np.random.Generator, is_vt: np.ndarray, is_read: np.ndarray) -> np.ndarray:
    """A day of 2026; months hold as many patients, and as many of them predicted VT as VT_PREDICTIONS says."""
    rates = np.array(VT_PREDICTIONS)
    uniform, months = rng.random(len(is_vt)), np.empty(len(is_vt), dtype=int)
    for answer, weights in ((True, rates), (False, 1 - rates)):
        rows = is_vt == answer
        months[rows] = np.searchsorted(np.cumsum(weights / weights.sum())[:-1], uniform[rows], side="right")
    starts = np.arange("2026-01", "2027-02", dtype="datetime64[M]").astype("datetime64[D]")
    length = np.diff(starts).astype(int)
    days = starts[months] + np.floor(rng.random(len(is_vt)) * length[months]).astype(int)
    return np.where(is_read, days, UNREAD_FROM)
