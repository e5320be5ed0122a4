"""Cases by calendar months or quarters, those between that have no case included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from metrics.definition import divided
from metrics.intervals.analytic import wilson
from metrics.intervals.too_few import FEWEST_CASES

Days = NDArray[np.datetime64]
Months = Literal[1, 3]
Cases = NDArray[np.int64] | None
MONTH: Months = 1
QUARTER: Months = 3
MOST_PERIODS = 120  # ten years of months; of more, the latest
SEEN_WHOLE = 0.9  # of its days: less between the first and the last case is an incomplete period
LATE = 0.1  # more of its cases without a true class than in most periods: an incomplete period
NO_PERIOD = -1
ONE_DAY = np.timedelta64(1, "D")
NONE = np.empty(0, "datetime64[D]")


@dataclass(frozen=True, eq=False)
class Periods:
    """(g,) months or quarters in a row, the first and the last with cases; () where no case has a date.

    months: in each. starts: (g,) datetime64[D], the first day of each. codes: (n,) the period of each case, -1 for a
    case without a date, or before the first period. first, last: the days of the earliest and the latest case with a
    date, also of one before the first period. earlier, undated: cases before the first period, and without a date.
    unlabelled: (g,) predictions in each period whose true class is not known, which are no cases; unlabelled_later:
    those after the last period. cases: (n,) how many each row of `codes` is; None: one.
    """

    months: Months
    starts: Days
    codes: NDArray[np.int64]
    first: np.datetime64
    last: np.datetime64
    earlier: int
    undated: int
    unlabelled: NDArray[np.int64]
    unlabelled_later: int = 0
    cases: Cases = None

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def ends(self) -> Days:
        """(g,) the last day of each period."""
        nexts = np.add(self.starts.astype("datetime64[M]"), np.timedelta64(self.months, "M"))
        found: Days = nexts.astype("datetime64[D]") - ONE_DAY
        return found

    @property
    def sizes(self) -> NDArray[np.int64]:
        """(g,) cases in each period."""
        return _cases_by(self.codes, self.cases, len(self))

    @property
    def are_incomplete(self) -> NDArray[np.bool_]:
        """(g,) the periods that do not hold all of their cases yet, by their days or by their true classes."""
        return self.are_cut | self.are_late

    @property
    def are_late(self) -> NDArray[np.bool_]:
        """(g,) whether many more predictions have no true class yet than in most periods with any.

        By over ten points, and by more than chance: the 95 % Wilson interval lies above the (lower) median.
        """
        trials = self.sizes + self.unlabelled
        shares = divided(self.unlabelled, trials)
        if not self.unlabelled.any():
            return np.zeros(len(self), np.bool_)
        usual = np.nanquantile(shares, 0.5, method="lower")
        pairs = zip(self.unlabelled.tolist(), trials.tolist(), strict=True)
        lows = np.array([wilson(missing, total).low or 0.0 for missing, total in pairs])
        found: NDArray[np.bool_] = (shares - usual > LATE) & (lows > usual)
        return found

    @property
    def are_cut(self) -> NDArray[np.bool_]:
        """(g,) whether the data begin or end within the period, so that more than a tenth of its days are not seen."""
        seen = np.minimum(self.ends, self.last) - np.maximum(self.starts, self.first) + ONE_DAY
        whole = self.ends - self.starts + ONE_DAY
        found: NDArray[np.bool_] = seen / whole < SEEN_WHOLE
        return found

    def before(self, day: np.datetime64) -> NDArray[np.bool_]:
        """(g,) the periods that are over before a day."""
        return np.less(self.ends, day)

    def place(self, day: np.datetime64) -> float:
        """Where a day begins on an axis on which the period at i lies between i and i + 1; may lie outside."""
        months = day.astype("datetime64[M]")
        start = months - np.timedelta64(int(months.astype(np.int64)) % self.months, "M")
        length = (start + np.timedelta64(self.months, "M")).astype("datetime64[D]") - start.astype("datetime64[D]")
        periods = (start - self.starts[0].astype("datetime64[M]")).astype(np.int64) / self.months
        return float(periods + (day - start.astype("datetime64[D]")) / length)


def periods_of(
    days: Days, months: Months, unlabelled: Days = NONE, cases: Cases = None, of_unlabelled: Cases = None
) -> Periods:
    """days: (n,) of the cases, NaT for one without a date; unlabelled: (m,) of the predictions without a true class.

    cases, of_unlabelled: how many each of these days stands for; None: one.
    """
    known = ~np.isnat(days)
    number = months_of(days) // months
    undated = _number(~known, cases)
    if not known.any():
        nothing = np.datetime64("NaT", "D")
        nobody = np.empty(0, np.int64)
        return Periods(months, NONE, np.full(len(days), NO_PERIOD), nothing, nothing, 0, undated, nobody, cases=cases)
    last, earliest = int(number.max()), int(number.min())
    first = max(earliest, last - MOST_PERIODS + 1)
    if first > earliest:  # the first period that is shown has cases
        first = int(number[known & (number >= first)].min())
    shown = known & (number >= first)
    starts = (np.arange(first, last + 1) * months).astype("datetime64[M]").astype("datetime64[D]")
    codes = np.where(shown, number - first, NO_PERIOD)
    places = np.where(np.isnat(unlabelled), NO_PERIOD, months_of(unlabelled) // months - first)
    within = _cases_by(np.where(places < len(starts), places, NO_PERIOD), of_unlabelled, len(starts))
    later, earlier = _number(places >= len(starts), of_unlabelled), _number(known & ~shown, cases)
    ends = np.fmin.reduce(days), np.fmax.reduce(days)
    return Periods(months, starts, codes, *ends, earlier, undated, within, later, cases)


def _cases_by(codes: NDArray[np.int64], cases: Cases, size: int) -> NDArray[np.int64]:
    """(size,) of each code; those below 0 are of none."""
    known = codes >= 0
    return np.bincount(codes[known], None if cases is None else cases[known], size).astype(np.int64)


def _number(rows: NDArray[np.bool_], cases: Cases) -> int:
    return int(np.count_nonzero(rows) if cases is None else cases[rows].sum())


def usual_months(days: Days, cases: Cases = None) -> Months:
    """Months; quarters where half of the months with cases have fewer than ten. cases: as of `periods_of`."""
    known = ~np.isnat(days)
    months = months_of(days)[known]
    sizes = _cases_by(months - months.min(initial=0), None if cases is None else cases[known], 0)
    sizes = sizes[sizes > 0]
    return QUARTER if len(sizes) and np.median(sizes) < FEWEST_CASES else MONTH


def months_of(days: Days) -> NDArray[np.int64]:
    """(n,) months since 1970, the first of all for NaT; looked up in a calendar, as many cases share a day.

    3 times as fast as by the date of each of 1,000,000 cases in two years.
    """
    known = ~np.isnat(days)
    if not known.any():
        return np.zeros(len(days), np.int64)
    first, last = np.fmin.reduce(days), np.fmax.reduce(days)
    calendar = np.arange(first, last + ONE_DAY).astype("datetime64[M]").astype(np.int64)
    found: NDArray[np.int64] = calendar[np.where(known, (days - first).astype(np.int64), 0)]
    return found
