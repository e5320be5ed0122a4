"""Bootstrap intervals for any number of the matrix, by resampling counts and never rows.

Resampling n independent cases is one multinomial draw of the cells, whatever n is. Where cases belong to
patients, patients are resampled: their matrices are added up with the weights of the draw.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from metrics.counts import Counts
from metrics.definition import Metric, Values
from metrics.interval_methods import BOOTSTRAP, PATIENT_BOOTSTRAP, Style, expanded_percentiles, of_linear, on_odds_scale
from metrics.intervals.analytic import Estimate
from metrics.intervals.logit_bounds import bounds_of
from metrics.intervals.quantiles import normal_quantile, t_quantile
from metrics.intervals.resampling_units import FEWEST_UNITS, REPLICATES, SEED, drawn_in_blocks
from metrics.intervals.too_few import FEWEST_CASES, few_cases, few_patients
from metrics.kernels.given import count
from metrics.measures.agreement import matrices
from metrics.notes import Code, Note, note

Statistic = Callable[[Any], Any]
MOST_UNDEFINED, ROUNDING = 0.05, 1e-12
MOST_DRAWS = 4_000_000  # cells drawn for one interval: about half a second
FEWEST_REPLICATES = 200
NONE_VANISHED = np.zeros((0, 0), bool)
BLOCK = 1 << 21  # weights or cells drawn at a time


def bootstrap(
    statistic: Statistic, clusters: ArrayLike, replicates: int = REPLICATES, seed: int = SEED, level: float = 0.95
) -> Estimate:
    """A number of the pooled matrix with its cluster bootstrap interval (Efron 1979, percentile).

    statistic: (..., K, K) cells -> (...) values, nan where undefined. clusters: (m, K, K) cells per patient.
    No interval for fewer than 15 clusters, nor where over 5 % of the replicates are undefined; the note says so.
    Raises ValueError for clusters that are no stack of counts, no replicates, and a level that is none.
    """
    normal_quantile(level)  # refuses a level that is none
    cells = matrices(clusters, "clusters").astype(np.float64, copy=False)
    if cells.ndim != 3:
        raise ValueError(f"`clusters` must be one matrix per patient, not of shape {cells.shape}")
    replicates, seed = count("replicates", replicates), count("seed", seed)
    if not replicates:
        raise ValueError("`replicates` must be above 0")
    value = float(statistic(cells.sum(0)))
    if len(cells) < FEWEST_UNITS:
        return Estimate(value, note=few_patients(len(cells)))
    flat = cells.reshape(len(cells), -1)
    at_once = max(1, BLOCK // max(flat.shape))
    draws = drawn_in_blocks(len(cells), replicates, at_once, np.random.default_rng(seed))
    weighed = (often.astype(np.float64) @ flat for often in draws)
    drawn = [statistic(pooled.reshape(-1, *cells.shape[1:])) for pooled in weighed]
    return percentile(value, np.concatenate(drawn), level)


@dataclass(frozen=True, eq=False)
class Stack:
    """What was counted in each of R replicates, or of R units: each class, one-vs-rest, (R, K).

    reassured: (R, K) cases of each class that are classified as Normal, where there is a Normal class.
    """

    counts: Counts
    reassured: NDArray[Any] | None = None


Parts = Callable[[Stack], tuple[Any, Any]]


@dataclass(frozen=True, eq=False)
class Resamples:
    """Intervals of independent cases: a number's own where it has one, else from one set of replicates.

    `PatientResamples` is the same where patients have several rows. drawn: the replicates, None where none were drawn,
    and then `note` says why. class_vanished: (R, K) where a class that has cases has none in the replicate. units: how
    many are drawn from. n_per_class: (K,) units with cases of each class. n_outside_largest: units with cases outside
    the largest class.
    """

    drawn: Stack | None
    class_vanished: NDArray[np.bool_]
    note: Note | None = None
    units: int = 0
    n_per_class: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    n_outside_largest: int = 0
    method: str = field(default=BOOTSTRAP, kw_only=True)
    style: Style = field(default="default", kw_only=True)

    @classmethod
    def of(cls, cells: ArrayLike, replicates: int = REPLICATES, seed: int = SEED) -> Resamples:
        """One multinomial draw of the (K, K) cells per replicate, however many cases there are.

        Only what all numbers are made of is kept, never the matrices. None for fewer than 15 cases; fewer than
        asked for where very many cells are occupied, and none at last.
        """
        observed = np.asarray(cells)
        held, total = np.flatnonzero(observed), int(observed.sum())
        if total < FEWEST_UNITS:
            return cls(None, NONE_VANISHED, note(Code.FEW_CASES, needed=FEWEST_UNITS))
        drawn = min(replicates, MOST_DRAWS // len(held))
        if drawn < min(replicates, FEWEST_REPLICATES):
            return cls(None, NONE_VANISHED, note(Code.TOO_MANY_CELLS, cells=len(held)))
        counts = _redrawn(observed, held, drawn, np.random.default_rng(seed))
        support = observed.sum(-1)
        class_vanished = (counts.tp + counts.fn == 0) & (support > 0)
        return cls(Stack(counts), class_vanished, None, total, support, total - int(support.max()))

    def in_style(self, style: Style) -> Self:
        """The same with intervals of another style."""
        return self if style == self.style else replace(self, style=style)

    def bootstrap_interval(
        self, value: float, statistic: Statistic, level: float = 0.95, lowest: float = 0.0,
        classes: NDArray[np.bool_] | None = None,
    ) -> Estimate:  # fmt: skip
        """A number of all classes. statistic: (R, K) counts -> (R,). classes: (K,) over which it is a mean: each must
        have enough cases, and a replicate that loses a class counts as undefined, so that the set stays fixed. Without
        them (MCC, kappa) enough must lie outside the largest class."""
        if self.drawn is None:
            return Estimate(value, note=self.note)
        if few := self._lacks(classes):
            return Estimate(value, note=few)
        lost = False if classes is None else self.class_vanished.any(-1)
        replicates = np.where(lost, np.nan, statistic(self.drawn.counts))
        return from_draws(value, replicates, self.units, level, lowest, method=self.method, style=self.style)

    @property
    def fewest(self) -> int:
        """How many units must tell something about a number."""
        return FEWEST_CASES

    def _lacks(self, classes: NDArray[np.bool_] | None) -> Note | None:
        """Why too few units tell something about a number of these classes; None where enough do."""
        n_informative = self.n_outside_largest if classes is None else int(self.n_per_class[classes].min())
        return self._too_few(n_informative, classes is not None) if n_informative < self.fewest else None

    def _too_few(self, n_informative: int, by_class: bool) -> Note:
        return few_cases(n_informative, Code.FEW_CASES_OF_CLASS if by_class else Code.FEW_CASES_OUTSIDE_LARGEST)

    def matrix_interval(
        self, given: Estimate, statistic: Statistic, level: float, lowest: float,
        classes: NDArray[np.bool_] | None = None,
    ) -> Estimate:  # fmt: skip
        """A number that has an interval of its own where cases are independent; else see `bootstrap_interval`."""
        return given

    def proportion_interval(self, given: Estimate, parts: Parts, level: float) -> Estimate:
        """A proportion; its interval is its own where cases are independent. parts: Stack -> (R,) successes, trials."""
        return given

    def class_metric_intervals(self, metric: Metric, given: list[Estimate], level: float) -> list[Estimate]:
        """One metric of each class, whose interval is its own where its formula gives one and cases are independent."""
        if not metric.is_resampled and (self.style == "default" or metric.through is None):
            return given
        if self.drawn is None:
            return [Estimate(each.value, note=self.note) if each.is_defined else each for each in given]
        drawn = metric(self.drawn.counts)
        return [self._of_class(metric, each, i, drawn[:, i], level) for i, each in enumerate(given)]

    def _of_class(self, metric: Metric, given: Estimate, label: int, drawn: Values, level: float) -> Estimate:
        """From (R,) replicates of one class; the smaller of it and the others must have enough cases."""
        fewer = int(min(self.n_per_class[label], self.units - self.n_per_class[label]))
        if not given.is_defined:
            return given
        if fewer < FEWEST_CASES:
            return Estimate(given.value, note=few_cases(fewer, Code.FEW_CASES_OF_GROUP))
        return from_draws(given.value, drawn, fewer, level, metric.lowest, metric.highest, self.method, self.style)


def _redrawn(observed: NDArray[Any], held: NDArray[np.intp], replicates: int, generator: np.random.Generator) -> Counts:
    """(replicates, K) counts, drawn in blocks that fit the memory."""
    total = int(observed.sum())
    proportions = observed.ravel()[held] / total
    proportions /= proportions.sum()
    at_once = max(1, BLOCK // len(held))
    sizes = [min(at_once, replicates - start) for start in range(0, replicates, at_once)]
    parts = [_one_vs_rest(generator.multinomial(total, proportions, size), held, len(observed)) for size in sizes]
    tp, support, predicted = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Counts.worked_out(tp, predicted - tp, support - tp, total - support - predicted + tp)


def _one_vs_rest(drawn: NDArray[np.int64], held: NDArray[np.intp], size: int) -> tuple[NDArray[np.int64], ...]:
    """(rows, K) correct, support and predictions of (rows, occupied) drawn cells, without the matrices between."""
    truth, predicted = held // size, held % size
    by_prediction = np.argsort(predicted, kind="stable")
    tp = np.zeros((len(drawn), size), np.int64)
    tp[:, truth[truth == predicted]] = drawn[:, truth == predicted]
    return tp, _added_up(drawn, truth, size), _added_up(drawn[:, by_prediction], predicted[by_prediction], size)


def _added_up(drawn: NDArray[np.int64], codes: NDArray[np.intp], size: int) -> NDArray[np.int64]:
    """Columns of one code, which stand side by side, as one column."""
    starts = np.flatnonzero(np.diff(codes, prepend=-1))
    total = np.zeros((len(drawn), size), np.int64)
    total[:, codes[starts]] = np.add.reduceat(drawn, starts, axis=1)
    return total


def expanded(level: float, units: int) -> float:
    """The level whose percentiles reach as far as Student's t: plain ones are too narrow for few units.

    Hesterberg 2015, *What teachers should know about the bootstrap*, section 4.2.
    """
    reach = math.sqrt(units / (units - 1)) * t_quantile(units - 1, level)
    return 2 * float(special.ndtr(reach)) - 1


def percentile(value: float, replicates: NDArray[np.float64], level: float = 0.95) -> Estimate:
    """A number with the interval between the outer percentiles of its (R,) replicates, nan where undefined.

    No interval where over 5 % of them are undefined, nor where all are equal up to rounding: without width it would
    claim certainty. The note says so.
    """
    is_lost = np.isnan(replicates)
    defined, lost = replicates[~is_lost], float(is_lost.mean())
    if lost > MOST_UNDEFINED:
        return Estimate(value, note=note(Code.UNDEFINED_REPLICATES, percent=lost * 100))
    if defined.max() - defined.min() <= ROUNDING * np.abs(defined).max():
        return Estimate(value, note=Note(Code.ALL_REPLICATES_EQUAL))
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    return Estimate(value, float(low), float(high), BOOTSTRAP)


def of_percentiles(
    value: float, replicates: NDArray[np.float64], patients: int, level: float, style: Style
) -> Estimate:
    """A number with the percentiles of its patient-level replicates, which reach as far as Student's t; see `expanded`.

    In the conventional style the plain percentiles.
    """
    is_plain = style == "conventional"
    found = percentile(value, replicates, level if is_plain else expanded(level, patients))
    name = PATIENT_BOOTSTRAP if is_plain else expanded_percentiles(patients)
    return found if found.method is None else replace(found, method=name)


def spread(replicates: NDArray[np.float64], units: int) -> float:
    """The standard error from (R,) replicates, nan where undefined. units: that tell something about the number."""
    return math.sqrt(units / (units - 1)) * float(np.nanstd(replicates))


def plain_from_draws(value: float, replicates: NDArray[np.float64], units: int, level: float, method: str) -> Estimate:
    """A number without ends with the interval that the spread of its (R,) replicates gives, as `from_draws`."""
    found = percentile(value, replicates, level)
    return found if found.method is None else around(value, spread(replicates, units), units, level, method)


def around(value: float, error: float, units: int, level: float, method: str) -> Estimate:
    """A number with Student's t of units − 1 times its standard error by the bootstrap on either side."""
    reach = t_quantile(units - 1, level) * error
    return Estimate(value, value - reach, value + reach, of_linear(f"{method} SE", units))


def from_draws(
    value: float, replicates: NDArray[np.float64], units: int, level: float = 0.95, lowest: float = 0.0,
    highest: float = 1.0, method: str = BOOTSTRAP, style: Style = "default",
) -> Estimate:  # fmt: skip
    """A number with the interval that the spread of its (R,) replicates gives, nan where undefined; see `bounds_of`.

    units: those that tell something about it. method: how they were drawn. No interval where over 5 % are undefined,
    nor where all are equal. A number at one of its ends, which has no log odds, keeps the percentiles, as every number
    does in the conventional style. Of a number without an upper end the logarithms are spread: its own spread would be
    decided by a few draws. A draw of 0 has none and is undefined.
    """
    has_logarithm = math.isinf(highest) and style == "default"
    if has_logarithm:
        replicates = np.where(replicates > 0, replicates, np.nan)
    found = percentile(value, replicates, level)
    if found.method is None:
        return found
    drawn = "" if len(replicates) == REPLICATES else f", {len(replicates):,} resamples"
    if style == "conventional" or units < 2 or not lowest < value < highest:
        return replace(found, method=method + drawn)
    error = value * spread(np.log(replicates), units) if has_logarithm else spread(replicates, units)
    low, high = bounds_of(value, error, units, level, lowest, highest)
    return replace(found, low=low, high=high, method=on_odds_scale(f"{method} SE", units, highest) + drawn)
