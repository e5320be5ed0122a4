"""One cell of the confusion matrix, as a part of its row and of its column; and one zone of the scores."""

from __future__ import annotations

from collections.abc import Mapping

from metrics.catalog import METRICS
from metrics.counts import ConfusionMatrix, Counts
from metrics.definition import Values
from metrics.interval_methods import Style
from metrics.intervals.analytic import Estimate, proportion_interval
from metrics.intervals.bootstrap import Resamples, Stack
from metrics.intervals.patient_counts import Patients, of_cell
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.notes import Code
from metrics.summary.classes import rates


def parts_of_cell(
    matrix: ConfusionMatrix,
    cell: tuple[int, int],
    units: ResamplingUnits | Patients | None,
    level: float,
    style: Style,
) -> tuple[Estimate, Estimate]:
    """What part of its true class, and of its predictions, a cell (true, predicted) is. units: that may be drawn."""
    truth, predicted = cell
    number = int(matrix.cells[cell])
    of_class = proportion_interval(number, int(matrix.support[truth]), level, Code.NO_TRUE_CASES)
    of_predictions = proportion_interval(number, int(matrix.predicted[predicted]), level, Code.NO_PREDICTIONS)
    drawn = of_cell(units, truth, predicted)
    if drawn is None:
        return of_class, of_predictions
    drawn = drawn.in_style(style)
    (of_class,) = drawn.class_metric_intervals(METRICS["sensitivity"], [of_class], level)
    (of_predictions,) = drawn.class_metric_intervals(METRICS["ppv"], [of_predictions], level)
    return of_class, of_predictions


def rates_in_zone(counts: Counts, level: float, drawn: Resamples) -> Mapping[str, Estimate]:
    """`rates` of one 2 x 2 table; and `inside`: of all cases, those that are flagged."""
    flagged, total = int(counts.tp + counts.fp), int(sum(counts))
    inside = proportion_interval(flagged, total, level)
    return rates(counts[None], level, drawn)[0] | {"inside": drawn.proportion_interval(inside, _flagged, level)}


def _flagged(stack: Stack) -> tuple[Values, Values]:
    """Cases that are flagged, of all, of the one class that was counted."""
    tp, fp, fn, tn = (part[:, 0] for part in stack.counts)
    return tp + fp, tp + fp + fn + tn
