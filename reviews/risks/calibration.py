"""The predicted risks of a class as they are given, of every model, and recalibrated on other cases."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from metrics import Evaluation, ThresholdTable
from metrics.calibration.calibration import Calibration, calibration
from metrics.calibration.recalibrated import Line, cross_fitted, line_through
from metrics.intervals.linearised import ScoredCases
from metrics.intervals.too_few import FEWEST_EVENTS
from metrics.kernels.threads import at_once
from metrics.measures.calibration import brier, log_loss
from reviews.view import View

VALIDATION = "valid"
RISKS = (0.2, 0.1, 0.05, 0.5, 0.02, 0.01, 0.8, 0.005, 0.002, 0.001)  # that a headline can be about, the first that fits
EDGES = ((0.05, (0.5, 0.2, 0.05)), (0.01, (0.2, 0.05, 0.01)), (0.0, (0.05, 0.01, 0.001)))  # by mean risk, see `edges`
GROUPS = 20  # of equal size, as marks
MOST = 0.995  # of the cases have a risk of at most the end of the curve, and as many of at least its start


@dataclass(frozen=True, eq=False)
class Recalibrated:
    """Calibration of recalibrated risks. line, split: where it was fitted to a split; None by cross-fitting."""

    calibration: Calibration
    line: Line | None
    split: str | None


def calibration_of(view: View, label: int) -> Calibration | None:
    """Of the given scores; None without scores, or where they are no probabilities."""
    evaluation = view.evaluation
    return evaluation.calibration(label) if evaluation.curve(label) is not None else None


def of_all_classes(view: View) -> tuple[float, float]:
    """Log loss and Brier score of the probabilities of all classes together; nan where a class has none.

    Of two classes the Brier score is that of one, as usual.
    """
    tables = [table for table in view.evaluation.in_population.tables if table is not None]
    if len(tables) < len(view.study.labels) or not view.evaluation.scores_sum_to_1:
        return math.nan, math.nan
    return log_loss(tables), sum(map(brier, tables)) / (2 if len(tables) == 2 else 1)


def make_ready(view: View, labels: Sequence[int], drawn: int) -> None:
    """What a table says of these classes, and the curves of the first ones, by two threads: 1.7 times as fast."""
    found = [calibration_of(view, label) for label in labels]

    def work(at: int) -> None:
        if (each := found[at]) is not None:
            _ = each.line, each.oe_ratio, each.curve if at < drawn else None

    at_once(work, len(found))


def classes_with_risks(view: View) -> list[int]:
    """The classes whose scores are probabilities, in order; those with scores where none are."""
    scored = [label for label in view.voice.order if view.evaluation.curve(label) is not None]
    return [label for label in scored if calibration_of(view, label) is not None] or scored


def of_models(view: View, label: int) -> tuple[tuple[int, Calibration], ...]:
    """The other models on this split that have risks of the class."""
    others = [each for each, split in view.study.slices if split == view.split and each != view.model]
    found = ((each, calibration_of(replace(view, model=each), label)) for each in others)
    return tuple((each, own) for each, own in found if own is not None)


def can_be_recalibrated(view: View, label: int) -> bool:
    """Whether there are as many cases of both kinds as a slope needs, and rows or a validation split to fit it to.

    The fit itself may still fail.
    """
    seen = view.evaluation.table(label)
    if seen is None or (view.evaluation.units is None and _validation(view) is None):
        return False
    return seen.fewer >= FEWEST_EVENTS


def recalibrated(view: View, label: int) -> Recalibrated | None:
    """On the validation split where there is one, else by cross-fitting; None where neither can be fitted."""
    return view.cached(("recalibrated", label, view.level), lambda: _recalibrated(view, label))


def _validation(view: View) -> str | None:
    """The split that a line is fitted to; None where that is the one looked at, or there is none."""
    return VALIDATION if view.split != VALIDATION and (view.model, VALIDATION) in view.study.slices else None


def _recalibrated(view: View, label: int) -> Recalibrated | None:
    seen = view.evaluation.in_population
    table = seen.table(label)
    if table is None or not table.has_both:
        return None
    split = _validation(view)
    line = _line_of(replace(view, split=split).evaluation, label, table.holds_probabilities) if split else None
    cases = _cases(seen, label, table, line)
    found = None if cases is None else calibration(cases, view.level)
    return None if found is None else Recalibrated(found, line, split if line else None)


def _cases(seen: Evaluation, label: int, table: ThresholdTable, line: Line | None) -> ScoredCases | None:
    """With the risks of the line, without one by cross-fitting; None where that takes rows, or fails."""
    if line is not None:
        return seen.scored_cases(label).with_risks(line.risks)
    units = seen.units
    if units is None or not units.scores:
        return None
    return cross_fitted(units, label, table.holds_probabilities, units.patients is not None)


def _line_of(evaluation: Evaluation, label: int, of_log_odds: bool) -> Line | None:
    table = evaluation.in_population.table(label)
    if table is None or (of_log_odds and not table.holds_probabilities):
        return None
    return line_through(table, of_log_odds)


def farthest(found: Calibration) -> float:
    """The risk up to which the curve is drawn: all but one in 200 cases lie below."""
    return _risk_of(found, 1 - MOST)


def nearest(found: Calibration) -> float:
    """The risk from which on the curve is drawn: all but one in 200 cases lie above; below, a few bend it at will."""
    return _risk_of(found, MOST)


def _risk_of(found: Calibration, part: float) -> float:
    """The risk that this part of the cases has at least, the highest first."""
    table = found.cases.table
    place = table.first_rows("all", [max(1, round(part * found.cases.total))])[0]
    return float(table.scores[max(0, int(place) - 1)])


def usual_risk(found: Calibration) -> float:
    """A round risk that some cases have and others exceed."""
    table = found.cases.table
    lowest, highest = float(table.scores[-1]), farthest(found)
    return next((each for each in RISKS if lowest <= each <= highest), round(highest, 4) or highest)


def edges(found: Calibration) -> tuple[float, ...]:
    """Where the ranges of the small table begin, falling to 0: lower ones for a rare class."""
    return (*next(each for least, each in EDGES if found.mean_risk >= least), 0.0)
