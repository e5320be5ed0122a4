"""What patients, or weighted cases, drawn again give: the logistic recalibration of each draw.

The cases are counted in narrow ranges of the risk, so that a draw is one sum of counts, whatever the number of rows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special

from metrics.calibration.ranges import lowest_of_ranges
from metrics.definition import Values
from metrics.intervals.linearised import ScoredCases
from metrics.measures.calibration import log_odds
from metrics.measures.logistic import Groups

RANGES = 128  # of equal size, and as many of equal width in the log odds
STEPS, PRECISE = 12, 1e-3  # of Newton's method from the coefficients of all cases; the next step would be its square
SINGULAR = 1e-10  # a determinant of the information, by the product of its diagonal


@dataclass(frozen=True, eq=False)
class DrawnRisks:
    """x: (g,) mean log odds of the cases in each range. groups: (2000, g) of each kind in each draw."""

    x: Values
    groups: Groups

    @classmethod
    def of(cls, cases: ScoredCases) -> DrawnRisks:
        """Of cases with units."""
        assert cases.units is not None
        lowest = narrow_ranges(cases)
        ends = cases.table.rows_at(lowest)
        starts = np.append(0, ends[:-1])
        many = cases.table.cases.astype(np.float64)
        x = np.add.reduceat(many * log_odds(cases.table.scores), starts) / np.add.reduceat(many, starts)
        own, rest = cases.units.ranked(cases.label, lowest)
        drawn = (np.asarray(cases.units.resample_sums(each), np.float64) for each in (own, rest))
        return cls(x, Groups(*drawn))

    def fitted(self, columns: Values, start: Values, offset: Values | float = 0.0) -> Values:
        """(2000, q) coefficients of (q, g) columns that fit each draw best; nan where none do, or no fit is found.

        start: (q,) of all cases. offset: what is added to the log odds.
        """
        found = np.tile(start, (len(self.groups.ill), 1))
        left, size = np.arange(len(found)), len(start)
        products = (columns[:, None] * columns).reshape(size * size, -1)
        observed, cases = self.groups.ill @ columns.T, self.groups.ill + self.groups.well
        for _ in range(STEPS):
            chance = special.expit(found[left] @ columns + offset)
            expected = cases[left] * chance
            information = ((expected * (1 - chance)) @ products.T).reshape(-1, size, size)
            with np.errstate(divide="ignore"):  # now and then, of a singular one
                volume = np.linalg.det(information)
            is_well_posed = volume > SINGULAR * np.prod(np.einsum("rii->ri", information), axis=1)
            found[left[~is_well_posed]] = np.nan
            gradient, left = (observed[left] - expected @ columns.T)[is_well_posed], left[is_well_posed]
            step = np.linalg.solve(information[is_well_posed], gradient[:, :, None])[:, :, 0]
            found[left] += step
            left = left[np.abs(step).max(1) > PRECISE]
            if not len(left):
                break
        found[left] = np.nan
        return found


def narrow_ranges(cases: ScoredCases) -> Values:
    """(g,) falling: the lowest risk of each range; every risk where they are few."""
    return lowest_of_ranges(cases, (RANGES,), RANGES)
