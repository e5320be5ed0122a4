"""One class over time: its numbers by month or quarter, control limits, and before and from a date on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from metrics import Counts, Estimate, Evaluation
from metrics.definition import Values
from metrics.evaluation import Figures
from metrics.intervals.too_few import FEWEST_CASES
from metrics.kernels.once import Once, once
from metrics.measures.case_weights import effective_n
from metrics.subgroups.class_figures import PROPORTIONS, proportion_of_counts, unguarded_of
from metrics.subgroups.control_limits import ControlLimits, control_limits
from metrics.subgroups.differences import difference_to_rest
from metrics.subgroups.divided import Divided
from metrics.subgroups.periods import NO_PERIOD, Cases, Days, Months, Periods, periods_of, usual_months
from predictions.counted import Way
from predictions.groups.dates import date_columns, days_with_unlabelled
from predictions.rows import Predictions, cases_of, evaluation_of_rows, row_numbers, weights_of
from reviews.groups.counted import CountedGroups, compared_by
from reviews.review import Marker
from reviews.view import View
from words.findings.groups.over_time import Marked

Day = np.datetime64
BEFORE, SINCE = range(2)
ROUNDED = 1e-9  # relative; what floating point may add or take
TOLD = ("alarm_rate", "sensitivity", "fpr", "ppv")  # of each period; drawn are the first three


def dated_columns(view: View) -> tuple[str, ...]:
    """The kept columns of dates of the model that is looked at."""
    return view.cached(("date columns",), lambda: date_columns(view.study, view.model))


@dataclass(frozen=True, eq=False)
class OverTime:
    """One class of a view by the dates of a column.

    months: in a period; None for as many as suit the cases. until: the first day that is no longer of the baseline of
    the control limits; None for the day of the marker, and without one for all periods.
    """

    view: View
    label: int
    column: str
    months: Months | None = None
    until: Day | None = None
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @property
    def predictions(self) -> Predictions:
        return self.view.study.rows_by(self.view.model, (self.column,))

    @property
    def rows(self) -> NDArray[np.intp]:
        """Row numbers of the cases of the split, each as often as it is a case; once where it is in `cases`."""
        numbers = row_numbers(self.predictions, self.view.split)
        found = None if self.view.counts_alike else cases_of(self.predictions, numbers)
        return numbers if found is None else found

    @property
    def cases(self) -> Cases:
        """(n,) how many cases each of the rows is; None where each is one."""
        copies = self.predictions.copies
        return copies[self.rows] if self.view.counts_alike and copies is not None else None

    @property
    def days(self) -> Days:
        """(n,) of the rows, NaT without a date. Raises Problem for a column that is not kept."""
        return self._all_days[0]

    @property
    def _all_days(self) -> tuple[Days, Days, Cases]:
        """The same, (m,) of the predictions whose true class is not known, and how many cases each of these is."""
        return self.view.cached(("days", self.column), self._read_days)

    def _read_days(self) -> tuple[Days, Days, Cases]:
        predictions, split = self.predictions, self.view.split
        days, unlabelled = days_with_unlabelled(predictions, self.column)
        waiting, cases = predictions.unlabelled, None
        if waiting is not None:
            code = None if split is None else predictions.splits.index(split)
            own = waiting.rows(code) if self.view.counts_alike else waiting.numbers(code)
            cases = waiting.copies[own] if self.view.counts_alike and waiting.copies is not None else None
            unlabelled = unlabelled[own]
        return days[self.rows], unlabelled, cases

    @once
    def periods(self) -> Periods:
        (days, unlabelled, waiting), cases = self._all_days, self.cases
        months = self.months or usual_months(days, cases)
        return self.view.cached(
            ("periods", self.column, months), lambda: periods_of(days, months, unlabelled, cases, waiting)
        )

    @property
    def marker(self) -> Marker | None:
        return self.view.review.marker

    @property
    def marked_day(self) -> np.datetime64:
        assert self.marker is not None
        return np.datetime64(self.marker.day)

    @property
    def counts(self) -> Counts:
        """(g,) of each period."""
        return self._by_period.counts

    def estimates(self, key: str) -> tuple[Estimate, ...]:
        """(g,) one number of the class in each period with its interval, undefined without cases."""
        return tuple(each[key] for each in self._each_period)

    @once
    def _each_period(self) -> tuple[Figures, ...]:
        return self._estimates(self._by_period)

    def are_judged(self, key: str) -> NDArray[np.bool_]:
        """(g,) the periods that are complete and have ten or more cases that the number is about.

        And so many that by the proportion of all of them one or more is expected of either outcome: where 0.1 to 0.4
        are, 3 to 5 in 100 periods are outside limits without a change, and one case can be enough; from 1 on 1 in 100.
        """
        found: NDArray[np.bool_] = ~self.periods.are_incomplete & (self._trials(key) >= FEWEST_CASES)
        hits, sizes = self._hits(key)
        part, total = hits[found].sum(), sizes[found].sum()
        rarer = min(part, total - part)
        return found & (sizes * rarer >= total * (1 - ROUNDED)) if rarer > total * ROUNDED else found

    @property
    def are_baseline(self) -> NDArray[np.bool_]:
        """(g,) the periods that the limits are from, as far as they are judged."""
        if self.until is not None:
            return self.periods.before(self.until)
        return np.ones(len(self.periods), bool) if self.marker is None else self.periods.before(self.marked_day)

    def limits(self, key: str) -> ControlLimits:
        """Control limits of all periods, from those of the baseline."""
        return self._once.get(("limits", key), lambda: self._limits(key))

    def marked(self, key: str) -> Marked | None:
        """One number before the marker and from it on; None without a marker, or where one side has no cases."""
        return self._once.get(("marked", key), lambda: self._marked(key))

    @property
    def is_marked_by_rows(self) -> bool:
        """Whether the difference of `marked` takes rows as independent, of patients whom an engine counts."""
        return self.view.evaluation.patients is not None and self._sides.patients is None

    def _limits(self, key: str) -> ControlLimits:
        return control_limits(*self._hits(key), self.are_baseline, self.are_judged(key))

    def _hits(self, key: str) -> tuple[Values, Values]:
        """(g,) of how many cases a number is true, and (g,) of how many it is about, as `_effective` counts them."""
        values, sizes = np.array([each.value for each in self.estimates(key)]), self._effective(key)
        return np.where(sizes > 0, np.nan_to_num(values) * sizes, 0.0), sizes

    def _trials(self, key: str) -> NDArray[np.int64]:
        return np.asarray(PROPORTIONS[key](self.counts)[1], np.int64)

    def _effective(self, key: str) -> Values:
        """(g,) the cases that a number is about; of weighted ones, how many of equal weight would tell as much."""
        weights = weights_of(self.predictions, self.rows)
        if weights is None:
            return self._trials(key).astype(np.float64)
        told, codes, cases = self._told(key), self.periods.codes, self.cases
        inside = (told & (codes == at) for at in range(len(self.periods)))
        return np.array([effective_n(weights[own], None if cases is None else cases[own]) for own in inside])

    def _told(self, key: str) -> NDArray[np.bool_]:
        """(n,) the cases that a number is about."""
        is_class, is_predicted = (
            np.equal(codes[self.rows], self.label) for codes in (self.predictions.truth, self.predictions.predicted)
        )
        about = {"sensitivity": is_class, "fpr": ~is_class, "ppv": is_predicted}
        return about[key] if key in about else np.ones(len(is_class), bool)

    def _marked(self, key: str) -> Marked | None:
        if self.marker is None:
            return None
        codes = self._side_codes
        if not ((codes == BEFORE).any() and (codes == SINCE).any()):
            return None
        before, since = self._both_sides
        apart = difference_to_rest(self._sides, SINCE, key, self.view.level)
        return Marked(self.marker.day, self.marker.name, before[key], since[key], apart)

    @once
    def _both_sides(self) -> tuple[Figures, ...]:
        return self._estimates(self._sides)

    @once
    def _sides(self) -> Divided:
        return self._divided(self._side_codes, 2, True)

    @property
    def _side_codes(self) -> NDArray[np.int64]:
        """(n,) of each row, before or since the marked day; those of late periods are on no side."""
        side = np.where(self.days >= self.marked_day, SINCE, BEFORE)
        return np.where(self._in_late | np.isnat(self.days), NO_PERIOD, side)

    @property
    def _in_late(self) -> NDArray[np.bool_]:
        """(n,) the cases of periods in which many true classes are not known yet: those that are may differ."""
        periods = self.periods
        return np.append(periods.are_late, False)[periods.codes]  # the code of no period is the last

    @once
    def _by_period(self) -> Divided:
        return self._divided(self.periods.codes, len(self.periods), False)

    def _divided(self, codes: NDArray[np.int64], size: int, compared: bool) -> Divided:
        """compared: whether one is compared with the others."""
        if self.view.counts_alike:
            return self._counted(codes, size, compared)
        rows = self.rows

        def of(mask: NDArray[np.bool_]) -> Evaluation:
            own = rows[mask]
            return self._evaluated(own[np.diff(own, prepend=-1) > 0])  # a row of several cases once

        return Divided(
            self.view.evaluation, codes, size, self.label,
            lambda at, _: of(codes == at), lambda at, _: of((codes >= 0) & (codes != at)),
        )  # fmt: skip

    def _counted(self, codes: NDArray[np.int64], size: int, compared: bool) -> Divided:
        """Where an engine counts the rows."""
        view, own, rows = self.view, self.predictions, self.rows
        days = Way(self.column, own.details[self.column].take(pa.array(rows)), codes)
        asked = view.study.in_groups((view.model, view.split), [days])
        groups = CountedGroups(own, view.split, rows, codes, size, asked.patients, asked.patients_across)
        whole, patients = compared_by(view, groups.patients_of(self.label) if compared else groups.patients)
        return Divided(
            whole, codes, size, self.label,
            lambda at, _: self.view.with_intervals(groups.together([at])),
            lambda at, _: self.view.with_intervals(groups.together(groups.others(at))), groups.alike, patients,
        )  # fmt: skip

    def _evaluated(self, rows: NDArray[np.intp]) -> Evaluation:
        """Of the predictions of some rows, without their scores."""
        without = replace(self.predictions, scores=None)
        return self.view.with_intervals(evaluation_of_rows(without, rows, None, self.view.split))

    def _estimates(self, divided: Divided) -> tuple[Figures, ...]:
        if self.view.evaluation.in_population.is_clustered:
            return tuple(unguarded_of(divided.group(at, False), self.label) for at in range(divided.size))
        level, counts = self.view.level, divided.counts
        return tuple(
            {key: proportion_of_counts(key, counts[at], level) for key in PROPORTIONS} for at in range(divided.size)
        )


def over_time(view: View, label: int, column: str, months: Months | None = None, until: Day | None = None) -> OverTime:
    """The same, made once."""
    key = ("over time", label, column, months, until, view.review.marker, view.level)
    return view.cached_as_said(key, lambda: OverTime(view, label, column, months, until))
