"""How far net benefit could lie elsewhere where patients have several rows: drawn again, or linearised from sums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from metrics.counts import Counts
from metrics.definition import Values
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.measures.placements import PlacedSums
from metrics.utility.case_variances import satterthwaite
from metrics.utility.net_benefit import odds


class Spread(NamedTuple):
    """(g,) variance of a number, and the degrees of freedom of it; nan where these are not known."""

    variance: Values
    freedom: Values


Spreads = tuple[Spread, Spread, Spread]
Part = tuple[Any, Any]  # (R, g) rows that reach each threshold, and (R, 1) all


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


def linearised(known: PatientsByRisk, counts: Counts, risks: Values, prevalence: float | None) -> Spreads:
    """Of the model, of its difference to acting on everybody, and of it by prevalence: each (g,).

    counts: at each risk. Huber 1967, Williams 2000; without the factor of few patients.
    """
    tp, fp, fn, tn = (np.asarray(each, np.float64) for each in counts)
    cases, others, weight = tp + fn, fp + tn, odds(risks)
    sums = np.stack([tp, fp, cases, others], axis=1)
    away = known.products - sums[:, :, None] * sums[:, None] / known.count

    def spread(*slopes: Values) -> Spread:
        """slopes: how much a number moves with each of the four."""
        by = np.stack(np.broadcast_arrays(*slopes), axis=1)
        variance = np.maximum(np.einsum("gi,gij,gj->g", by, away, by), 0)
        return Spread(variance, np.full(len(variance), np.nan))

    if prevalence is not None:  # acting on everybody is then worth a fixed number
        hit, alarm = prevalence / cases, (1 - prevalence) * weight / others
        own = spread(hit, -alarm, -hit * tp / cases, alarm * fp / others)
        return own, own, Spread(own.variance / prevalence**2, own.freedom)
    total, worth = cases + others, tp - weight * fp
    model, over, share = worth / total, (weight * tn - fn) / total, worth / cases
    return (
        spread(*(each / total for each in (1, -weight, -model, -model))),
        spread(*(each / total for each in (1, -weight, -1 - over, weight - over))),
        spread(*(each / cases for each in (1, -weight, -share, 0 * share))),
    )


def drawn(units: ResamplingUnits, label: int, risks: Values, prevalence: float | None) -> Spreads:
    """The same of patients drawn with all their rows; of very many, of random groups of them."""
    borders, weight = np.union1d(0.0, risks)[::-1], odds(risks)
    place = len(borders) - 1 - np.searchsorted(borders[::-1], risks)
    each = [np.cumsum(part, axis=1)[:, np.append(place, -1)] for part in units.ranked(label, borders)]
    again = [np.asarray(units.resample_sums(part), np.float64) for part in each]
    numbers = _numbers(_parts(again[0]), _parts(again[1]), weight, prevalence)
    moved = _moved(_parts(each[0]), _parts(each[1]), weight, prevalence)
    model, over, standardised = (
        Spread(number.var(0), _freedom(moves)) for number, moves in zip(numbers, moved, strict=True)
    )
    return model, over, standardised


def _parts(counts: NDArray[Any]) -> Part:
    return counts[:, :-1], counts[:, -1:]


def _numbers(own: Part, others: Part, weight: Values, prevalence: float | None) -> tuple[Values, Values, Values]:
    """(R, g) each, of what reaches the threshold and all there is, of the class and of the others."""
    (tp, positives), (fp, negatives) = own, others
    if prevalence is not None:
        worth = prevalence * tp / positives - (1 - prevalence) * weight * fp / negatives
        return worth, worth, worth / prevalence
    worth, spared = tp - weight * fp, weight * (negatives - fp) - (positives - tp)
    total = positives + negatives
    return worth / total, spared / total, worth / positives


def _moved(own: Part, others: Part, weight: Values, prevalence: float | None) -> tuple[Values, Values, Values]:
    """(units, g) how far each unit moves these numbers: to first order, what its rows add less their part of it."""
    (tp, positives), (fp, negatives) = own, others
    hits, cases, alarms, rest = (each.sum(0, keepdims=True) for each in (tp, positives, fp, negatives))
    model, over, standardised = _numbers((hits, cases), (alarms, rest), weight, prevalence)
    if prevalence is not None:
        hit, alarm = tp - hits / cases * positives, fp - alarms / rest * negatives
        moves = prevalence * hit / cases - (1 - prevalence) * weight * alarm / rest
        return moves, moves, moves
    worth, spared = tp - weight * fp, weight * (negatives - fp) - (positives - tp)
    rows, total = positives + negatives, cases + rest
    return (worth - model * rows) / total, (spared - over * rows) / total, (worth - standardised * positives) / cases


def _freedom(moves: Values) -> Values:
    """(g,) of (units, g)."""
    return satterthwaite((moves**2).sum(0), (moves**4).sum(0), len(moves))
