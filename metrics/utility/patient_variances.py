"""How far net benefit could lie elsewhere where patients have several rows: drawn again, or linearised from sums."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.counts import Counts
from metrics.definition import Values
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.measures.placements import PlacedSums
from metrics.utility.net_benefit import odds

Variances = tuple[Values, Values, Values]


@dataclass(frozen=True, eq=False)
class PatientsByRisk:
    """Sums over patients at each of g rising risks, which tell none of them apart.

    products: (g, 4, 4) of any two of what a patient has: cases of the class that reach the risk, others that do, all
    cases of the class, all others. count: patients; with_it, without: those with a case of the class, and with another.
    """

    products: NDArray[np.integer[Any]]
    count: int
    with_it: int
    without: int

    @classmethod
    def in_two_ranges(
        cls, products: NDArray[np.int64], known: NDArray[np.int64], counts: Counts, placed: PlacedSums
    ) -> PatientsByRisk:
        """At one risk, from products of patients' rows on either side of it, see `PatientsInRanges`.

        known: (4,) sums of these rows. counts: of all rows at the risk, each of the others a patient of its own.
        """
        alone = np.array([counts.tp, counts.fn, counts.fp, counts.tn], np.int64) - known
        every = products + np.diag(np.maximum(alone, 0))  # an engine may tell scores apart that are one in a table
        into = np.array([[1, 0, 0, 0], [0, 0, 1, 0], [1, 1, 0, 0], [0, 0, 1, 1]])
        return cls((into @ every @ into.T)[None], placed.count, placed.with_it, placed.without)


def linearised(known: PatientsByRisk, counts: Counts, risks: Values, prevalence: float | None) -> Variances:
    """Of the model, of its difference to acting on everybody, and of it by prevalence: each (g,).

    counts: at each risk. Huber 1967, Williams 2000; without the factor of few patients.
    """
    tp, fp, fn, tn = (np.asarray(each, np.float64) for each in counts)
    cases, others, weight = tp + fn, fp + tn, odds(risks)
    sums = np.stack([tp, fp, cases, others], axis=1)
    away = known.products - sums[:, :, None] * sums[:, None] / known.count

    def variance(*slopes: Values) -> Values:
        """slopes: how much a number moves with each of the four."""
        by = np.stack(np.broadcast_arrays(*slopes), axis=1)
        return np.asarray(np.maximum(np.einsum("gi,gij,gj->g", by, away, by), 0))

    if prevalence is not None:  # acting on everybody is then worth a fixed number
        hit, alarm = prevalence / cases, (1 - prevalence) * weight / others
        own = variance(hit, -alarm, -hit * tp / cases, alarm * fp / others)
        return own, own, own / prevalence**2
    total, worth = cases + others, tp - weight * fp
    model, over, share = worth / total, (weight * tn - fn) / total, worth / cases
    return (
        variance(*(each / total for each in (1, -weight, -model, -model))),
        variance(*(each / total for each in (1, -weight, -1 - over, weight - over))),
        variance(*(each / cases for each in (1, -weight, -share, 0 * share))),
    )


def drawn(units: ResamplingUnits, label: int, risks: Values, prevalence: float | None) -> Variances:
    """The same of patients drawn with all their rows; of very many, of random groups of them."""
    borders, weight = np.union1d(0.0, risks)[::-1], odds(risks)
    place = len(borders) - 1 - np.searchsorted(borders[::-1], risks)
    both = (np.cumsum(each, axis=1)[:, np.append(place, -1)] for each in units.ranked(label, borders))
    (tp, positives), (fp, negatives) = ((each[:, :-1], each[:, -1:]) for each in map(_sums_of(units), both))
    if prevalence is not None:
        own = prevalence * tp / positives - (1 - prevalence) * weight * fp / negatives
        return own.var(0), own.var(0), own.var(0) / prevalence**2
    own, spared = tp - weight * fp, weight * (negatives - fp) - (positives - tp)
    total = positives + negatives
    return (own / total).var(0), (spared / total).var(0), (own / positives).var(0)


def _sums_of(units: ResamplingUnits) -> Callable[[NDArray[np.int64]], Values]:
    return lambda counts: np.asarray(units.resample_sums(counts), np.float64)
