"""Is a period outside what the periods before let expect: the control limits of a proportion over time.

A p-chart has limits three standard errors around the proportion of the baseline. The standard error is that of a
binomial proportion with the cases of each period, so the limits step where periods differ in size. Where the periods
of the baseline differ by more than that, so that large periods would be outside for no reason, they are Laney's p′.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.definition import Values, divided
from metrics.notes import Code, Note, note

P_CHART, LANEY = "p-chart", "Laney’s p′"
FEWEST_PERIODS = 6  # of a baseline: below, over 1 in 100 months without any change are outside
REACH = 3  # standard errors
OVERDISPERSED = 1.1  # of sigma-z, from which on limits are Laney's
EXPECTED_RANGE = 1.128  # of two standard normal numbers: their distance, on average
ROUNDING = 1e-12  # a proportion that is less beyond a limit is on it


@dataclass(frozen=True, eq=False)
class ControlLimits:
    """Limits of (g,) periods, nan for a period without cases, and everywhere where `note` says why there are none.

    proportions: (g,), nan without cases. judged: (g,) the periods that may be outside, or in a run. centre: the
    proportion of the baseline, nan without cases in it. sigma_z: how many times as far as binomial proportions those
    of the baseline vary; usual: the proportion of the judged periods within limits; both nan where there are none.
    """

    proportions: Values
    judged: NDArray[np.bool_]
    centre: float
    low: Values
    high: Values
    sigma_z: float
    usual: float = np.nan
    method: str | None = None
    note: Note | None = None

    @property
    def sides(self) -> NDArray[np.int8]:
        """(g,) 1 above the upper limit, -1 below the lower one, 0 within, on a limit, and for what is not judged."""
        above, below = self.proportions > self.high + ROUNDING, self.proportions < self.low - ROUNDING
        return (above.astype(np.int8) - below.astype(np.int8)) * self.judged

    @property
    def longest_run(self) -> int:
        """Most judged periods in a row on one side of what is usual; those on it are passed over.

        About the centre of a baseline of 6 of 18 periods, which is off itself, one study in eight without a change had
        a shift; about what is usual one in forty.
        """
        sides = np.sign(self._distances)
        sides = sides[sides != 0]
        starts = np.flatnonzero(np.diff(sides, prepend=0))
        return int(np.diff(starts, append=len(sides)).max(initial=0))

    @property
    def longest_expected(self) -> int:
        """The run that a proportion without any change rarely exceeds."""
        return longest_expected(int(np.count_nonzero(self._distances)))

    @property
    def has_shift(self) -> bool:
        """Whether a run is too long to be chance; False without limits."""
        return self.method is not None and self.longest_run > self.longest_expected

    @property
    def _distances(self) -> Values:
        """Of the judged periods to what is usual, 0 for those on it."""
        distances = (self.proportions - self.usual)[self.judged]
        return np.where(np.abs(distances) > ROUNDING, distances, 0.0)


def control_limits(
    successes: ArrayLike, trials: ArrayLike, baseline: ArrayLike, judged: ArrayLike = True
) -> ControlLimits:
    """Limits for (g,) proportions in order of time from the periods of a (g,) mask.

    Counts may be fractions, as weighted ones are. judged: a mask of the periods that count for the baseline and may
    be outside; a period without cases never does. No limits for fewer than FEWEST_PERIODS periods in the baseline, nor
    where all of its cases are alike. Raises ValueError unless 0 <= successes <= trials.

    >>> found = control_limits([8, 12, 9, 11, 10, 10, 30], [100] * 7, [True] * 6 + [False])
    >>> found.method, found.centre, found.high[-1].round(3).item(), found.sides[-1].item()
    ('p-chart', 0.1, 0.19, 1)
    """
    counted, cases = np.asarray(successes, np.float64), np.asarray(trials, np.float64)
    if not ((counted >= 0) & (counted <= cases)).all():
        raise ValueError("successes lie between 0 and the trials")
    proportions, known = divided(counted, cases), np.asarray(judged, np.bool_) & (cases > 0)
    base = np.asarray(baseline, np.bool_) & known
    centre = float(divided(counted[base].sum(), cases[base].sum()))
    lacking = _lacking(int(base.sum()), centre)
    if lacking is not None:
        none = np.full(len(cases), np.nan)
        return ControlLimits(proportions, known, centre, none, none, np.nan, note=lacking)
    scores = divided(proportions - centre, reach_of(centre, cases) / REACH)[base]
    sigma_z = sigma_z_of(scores)
    is_laney = sigma_z > OVERDISPERSED
    reach = reach_of(centre, cases, sigma_z if is_laney else 1.0)
    low, high = np.maximum(centre - reach, 0.0), np.minimum(centre + reach, 1.0)
    within = known & (proportions >= low - ROUNDING) & (proportions <= high + ROUNDING)
    usual = float(divided(counted[within].sum(), cases[within].sum()))
    return ControlLimits(proportions, known, centre, low, high, sigma_z, usual, LANEY if is_laney else P_CHART)


def longest_expected(periods: int) -> int:
    """Anhøj and Olesen 2014, after Schilling 2012: a longer run of so many periods off the centre is a shift."""
    return round(np.log2(periods)) + 3 if periods else 0


def reach_of(centre: float, cases: ArrayLike, sigma_z: float = 1.0) -> Values:
    """How far limits lie from the centre in a period with so many cases; nan for none."""
    return REACH * sigma_z * np.sqrt(divided(centre * (1 - centre), cases))


def sigma_z_of(scores: ArrayLike) -> float:
    """Laney 2002: the standard deviation of standardised proportions, from the distances of one to the next.

    scores: (m,) proportions less the centre, in standard errors. nan for fewer than two.
    """
    if np.size(scores) < 2:
        return float("nan")
    return float(np.abs(np.diff(scores)).mean()) / EXPECTED_RANGE


def _lacking(periods: int, centre: float) -> Note | None:
    """Why a baseline gives no limits."""
    if periods < FEWEST_PERIODS:
        return note(Code.FEW_BASELINE_PERIODS, periods=periods, needed=FEWEST_PERIODS)
    return Note(Code.BASELINE_ALIKE) if centre in (0, 1) else None
