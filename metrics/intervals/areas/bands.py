"""How far the ROC and the precision-recall curve of a class could lie elsewhere: pointwise bands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.definition import Values, divided
from metrics.intervals.areas.areas import Areas
from metrics.intervals.bootstrap import MOST_UNDEFINED, expanded
from metrics.intervals.resampling_units import FEWEST_UNITS
from metrics.intervals.too_few import FEWEST_CASES
from metrics.thresholds import ThresholdTable

STEPS = 100
TOUCHING = 1e-9  # cases: a grid's rate times a number of cases may be rounded


@dataclass(frozen=True, eq=False)
class Bands:
    """At each false positive rate the bounds of sensitivity, and at each sensitivity those of precision: (101,) each.

    Each bound holds for its own point; the whole curve leaves the band more often than the level says.
    """

    fpr: Values
    tpr_low: Values
    tpr_high: Values
    recall: Values
    precision_low: Values
    precision_high: Values
    note: str | None = None


def bands(areas: Areas, label: int, level: float = 0.95) -> Bands | None:
    """Percentiles of the curves of the replicates; None where units are too few or replicates lose a group."""
    drawn = areas.of(label) if areas.is_clustered else areas.alone(label)
    fewest = FEWEST_UNITS if areas.is_clustered else FEWEST_CASES
    tp, fp = drawn.found()
    complete = (tp[:, -1] > 0) & (fp[:, -1] > 0)
    if drawn.n_informative < fewest or (~complete).mean() > MOST_UNDEFINED:
        return None
    reach = level if areas.style == "conventional" else expanded(level, drawn.n_informative)
    grid = np.linspace(0, 1, STEPS + 1)
    of_roc, of_pr = (make(tp[complete], fp[complete], grid) for make in (_sensitivity_at, _precision_at))
    exact = [make(drawn.table, grid) for make in (_exact_sensitivity, _exact_precision)]
    near_tp, near_fp = (part[None] for part in drawn.coarse)
    coarse = [make(near_tp, near_fp, grid)[0] for make in (_sensitivity_at, _precision_at)]
    roc, pr = (
        np.clip(np.quantile(of, [(1 - reach) / 2, (1 + reach) / 2], axis=0) + (true - near), 0, 1)
        for of, true, near in zip((of_roc, of_pr), exact, coarse, strict=True)
    )
    return Bands(grid, roc[0], roc[1], grid, pr[0], pr[1])


def _exact_sensitivity(table: ThresholdTable, grid: Values) -> Values:
    """`_sensitivity_at` of the whole table, of which only the rows around each point are read."""
    wanted = grid * table.n_negative
    after = table.first_rows("negatives", np.floor(wanted + TOUCHING) + 1)
    (tp, fp), (next_tp, next_fp) = table.flagged_at(after - 1), table.flagged_at(after)
    way = np.nan_to_num(divided(wanted - fp, next_fp - fp), nan=1)  # without a row after it, the last
    return (tp + way * (next_tp - tp)) / table.n_positive


def _exact_precision(table: ThresholdTable, grid: Values) -> Values:
    """`_precision_at` of the whole table."""
    tp, fp = table.flagged_at(table.first_rows("positives", np.maximum(grid * table.n_positive - TOUCHING, 1)))
    return divided(tp, tp + fp)


def _sensitivity_at(tp: Values, fp: Values, grid: Values) -> Values:
    """(R, len(grid)) sensitivity where the curves, straight between thresholds, reach each false positive rate."""
    found = np.empty((len(tp), len(grid)))
    for row, up, across in zip(found, _from_zero(tp), _from_zero(fp), strict=True):
        row[:] = np.interp(grid, across, up)
    return found


def _from_zero(flagged: Values) -> Values:
    """(R, g + 1) rates of the last column, behind one of 0."""
    rates = np.zeros((len(flagged), flagged.shape[1] + 1))
    np.divide(flagged, flagged[:, -1:], out=rates[:, 1:])
    return rates


def _precision_at(tp: Values, fp: Values, grid: Values) -> Values:
    """(R, len(grid)) precision of the first threshold that reaches each sensitivity."""
    precision = divided(tp, tp + fp)
    found = np.empty((len(tp), len(grid)))
    for row, up, falling in zip(found, tp / tp[:, -1:], precision, strict=True):
        row[:] = falling[up.searchsorted(np.maximum(grid, up[up.searchsorted(0, side="right")]) - 1e-12)]
    return found
