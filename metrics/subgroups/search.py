"""Where errors concentrate: the groups of up to three columns with the highest miss rate, and what chance alone gives.

Every group is compared with everybody else by the likelihood ratio of the Bernoulli scan statistic (Kulldorff 1997,
Commun Stat Theory Methods 26:1481), which a few cases cannot raise as far as a difference in standard errors can; cases
of one patient count by their design effect. The p value is that of the highest ratio among all groups: overlapping
groups depend on each other, and shuffling the errors over the patients keeps that, which no correction of single p
values (Holm, Benjamini-Hochberg) does. Rates are shrunken towards the overall one (empirical Bayes, beta-binomial; the
spread between groups by moments: Kleinman 1973, J Am Stat Assoc 68:46).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import xlogy

from metrics.definition import Values, divided
from metrics.intervals.resampling_units import drawn_by
from metrics.kernels.once import Once, once
from metrics.subgroups.combinations import Cases, Codes, Combinations, Numbers, combinations

SEED = 0
SHUFFLES, FEWEST_SHUFFLES = 999, 99
MOST_COUNTED = 10**8  # steps of all shuffles together: about half a second
AT_ONCE = 2**12  # ratios of several shuffles, as many as stay near the processor
HALVED_FROM = 400  # patients
LISTED = 100
ROUNDING = 1e-9


@dataclass(frozen=True)
class Group:
    """values: of each of its columns, by position. rate: errors of its cases. shrunken: the same, nearer to overall."""

    values: tuple[tuple[int, int], ...]
    errors: int
    cases: int
    patients: int
    shrunken: float

    @property
    def rate(self) -> float:
        return self.errors / self.cases


@dataclass(frozen=True)
class HeldOut:
    """The first group of one half of the patients, in that half and in the other. errors, cases: of the group in the
    other half; rest: errors and cases of everybody else there. p: of that one group; nan where no case or every case of
    the other half is an error, or in the group."""

    found: Group
    errors: int
    cases: int
    rest: tuple[int, int]
    p: float


@dataclass(frozen=True)
class Search:
    """groups: the first ones, the highest likelihood ratio first; none where no group has more errors than the rest.

    looked_at: how many groups had enough patients. p: of the first among so many; nan without groups, and where no case
    or every case is an error. shuffles: that it is from.
    held_out: None below 400 patients, and where a half has no group with more errors.
    """

    groups: tuple[Group, ...]
    looked_at: int
    errors: int
    cases: int
    patients: int
    p: float
    shuffles: int
    held_out: HeldOut | None = None


def search(columns: ArrayLike, sizes: ArrayLike, is_error: ArrayLike, patients: ArrayLike | None = None) -> Search:
    """columns: (n, c) codes of c columns, -1 for blank; sizes: (c,) how many values each has. is_error: (n,) of the
    cases, such as those of a class that are missed. patients: (n,) codes, None where each case is a patient.

    >>> group = np.repeat([0, 1], [20, 80])
    >>> found = search(group[:, None], [2], np.arange(100) < 15)
    >>> found.groups[0].values, found.groups[0].errors, found.looked_at, found.p
    (((0, 0),), 15, 2, 0.001)
    """
    codes, error = np.asfortranarray(columns, np.int32), np.asarray(is_error, np.bool_)
    unit, each = drawn_by(patients, len(error)), tuple(int(size) for size in np.asarray(sizes))
    cases = Cases(codes, each, unit, int(unit.max(initial=-1)) + 1)
    if cases.are_independent:  # the same numbers whatever their order
        order = np.argsort(np.ravel_multi_index((*(codes.T + 1), error), (*(np.array(each) + 1), 2)), kind="stable")
        cases, error = Cases(np.asfortranarray(codes[order]), each, unit, len(error)), error[order]
    groups = combinations(cases)
    scan = Scan(cases, error, groups)
    p, shuffles = scan.p_value()
    held_out = _held_out(cases, error) if cases.units >= HALVED_FROM else None
    first = _first(scan, LISTED)
    return Search(first, len(groups), int(error.sum()), len(error), cases.units, p, shuffles, held_out)


@dataclass(frozen=True, eq=False)
class Scan:
    """The likelihood ratios of groups, as observed and with the errors shuffled over the patients."""

    cases: Cases
    is_error: NDArray[np.bool_]
    groups: Combinations
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @property
    def n_errors(self) -> int:
        return int(np.count_nonzero(self.is_error))

    @once
    def errors(self) -> Numbers:
        """(g,) observed errors of each group."""
        return self.groups.counted(np.flatnonzero(self.is_error))

    @once
    def ratios(self) -> Values:
        """(g,) logarithms of the likelihood ratios, 0 where a group has no more errors than the rest."""
        return self._ratios(self.errors, self.n_errors)

    @once
    def design_effects(self) -> Values:
        """(g,) how much the errors of a group vary beyond those of as many independent cases."""
        correlation = within_patients(self.cases, self.is_error)
        return 1 - correlation + correlation * self.groups.squares / self.groups.trials

    @once
    def shrunken(self) -> Values:
        """(g,) rates, nearer to the overall one: groups of as many columns tell how far rates of groups spread."""
        overall, order = self.n_errors / max(1, len(self.cases)), (self.groups.values >= 0).sum(1)
        found = np.full(len(self.groups), overall)
        for columns in np.unique(order):
            own = order == columns
            trials, effect = self.groups.trials[own], self.design_effects[own]
            found[own] = shrunken(self.errors[own], trials, effect, overall, len(self.cases))
        return found

    def p_value(self) -> tuple[float, int]:
        """Of the highest ratio among all groups, and the shuffles; nan and 0 without groups or with equal cases."""
        if not len(self.groups) or self.n_errors in (0, len(self.cases)):
            return math.nan, 0
        highest = self.ratios.max() - ROUNDING
        overhead = len(self.cases) if self.cases.are_independent else 16 * self.cases.units + 4 * self.n_errors
        each = self.n_errors * self.groups.places.shape[1] + overhead
        shuffles = int(np.clip(MOST_COUNTED // each, FEWEST_SHUFFLES, SHUFFLES))
        as_high, drawn = 1, shuffled(self.cases, self.is_error, shuffles)
        while block := list(islice(drawn, max(1, AT_ONCE // len(self.groups)))):
            errors, all_errors = [self.groups.counted(rows) for rows in block], [[len(rows)] for rows in block]
            highest_drawn = self._ratios(np.stack(errors), np.array(all_errors)).max(1)
            as_high += int(np.count_nonzero(highest_drawn >= highest))
        return float(as_high / (shuffles + 1)), shuffles

    def _ratios(self, errors: Numbers, all_errors: Numbers | int) -> Values:
        """(..., g) of as many errors in each group, and all_errors (..., 1) of everybody."""
        terms, trials, everybody = self._terms, self.groups.trials, len(self.cases)
        others, of_others = all_errors - errors, everybody - trials
        inside = terms[errors] + terms[trials - errors] - terms[trials]
        outside = terms[others] + terms[of_others - others] - terms[of_others]
        overall = terms[all_errors] + terms[everybody - all_errors] - terms[everybody]
        is_higher = errors * everybody > all_errors * trials
        return np.where(is_higher, (inside + outside - overall) / self.design_effects, 0.0)

    @once
    def _terms(self) -> Values:
        """k log k for every count."""
        counts = np.arange(len(self.cases) + 1)
        return np.asarray(xlogy(counts, counts))


def within_patients(cases: Cases, is_error: NDArray[np.bool_]) -> float:
    """How alike the cases of a patient are, 0 to 1: the estimator of Fleiss and Cuzick 1979 (Appl Psychol Meas 3:537).

    0 where each patient has one case, and where all cases are alike.
    """
    if cases.are_independent or is_error.all() or not is_error.any():
        return 0.0
    size, errors, mean = np.bincount(cases.unit), np.bincount(cases.unit, is_error), is_error.mean()
    by_chance = (len(cases) - cases.units) * mean * (1 - mean)
    return float(np.clip(1 - (errors * (size - errors) / size).sum() / by_chance, 0, 1))


def shrunken(errors: Numbers, trials: Numbers, effects: Values, overall: float, cases: int) -> Values:
    """(g,) means of the beta-binomial posterior of each group. effects: (g,) design effects; cases: of everybody.

    How far the true rates spread is what the observed ones spread beyond chance, by moments; where that is nothing,
    every group has the overall rate.
    """
    rates = errors / trials
    by_chance = overall * (1 - overall) * effects * (1 - trials / cases)
    spread = max(0.0, float((trials * (rates - overall) ** 2 - by_chance).sum() / trials.sum()))
    if not spread:
        return np.full(len(trials), overall)
    prior = max(overall * (1 - overall) / spread - 1, 0.0)
    return posterior_mean(errors / effects, trials / effects, overall, prior)


def posterior_mean(errors: ArrayLike, cases: ArrayLike, overall: ArrayLike, prior: ArrayLike) -> Values:
    """(errors + prior · overall) / (cases + prior): a rate as if so many further cases had the overall one.

    nan without cases and prior.
    """
    held = np.asarray(prior, np.float64)
    return divided(np.asarray(errors) + held * np.asarray(overall), np.asarray(cases) + held)


def shuffled(cases: Cases, is_error: NDArray[np.bool_], times: int) -> Iterator[Codes]:
    """Which rows have the errors when these are shuffled: each patient hands over the own ones to one with about as
    many rows, from a row drawn at random on, and again from the first row where the other has more."""
    generator = np.random.default_rng(SEED)
    if cases.are_independent:
        for _ in range(times):
            yield generator.choice(len(cases), int(np.count_nonzero(is_error)), replace=False, shuffle=False)
        return
    order, size = np.argsort(cases.unit, kind="stable"), np.bincount(cases.unit)
    start = np.cumsum(size) - size
    errors = np.flatnonzero(is_error[order])
    giver = cases.unit[order][errors]
    turn, length = errors - start[giver], size[giver]
    alike = np.array_split(np.argsort(size, kind="stable"), np.clip(cases.units // 20, 1, 10))
    taker = np.empty(cases.units, np.intp)
    for _ in range(times):
        for those in alike:
            taker[those] = generator.permutation(those)
        begin = generator.integers(0, size)
        yield order[_handed_over(taker[giver], (turn - begin[giver]) % length, length, size, start)]


def _handed_over(taker: Codes, turn: Codes, length: Codes, size: Codes, start: Codes) -> Codes:
    """Rows, sorted by patient, that have an error: of the patient `taker` the one at `turn`, and every `length` rows
    further, as far as the patient has rows."""
    found = []
    while len(taker):
        is_there = turn < size[taker]
        taker, turn, length = taker[is_there], turn[is_there], length[is_there]
        found.append(start[taker] + turn)
        turn = turn + length
    return np.concatenate(found) if found else np.empty(0, np.intp)


def _first(scan: Scan, listed: int) -> tuple[Group, ...]:
    """The first groups with more errors than the rest; of two that hold the same cases the one of fewer columns."""
    found: dict[frozenset[tuple[int, int]], Group] = {}
    order = (scan.groups.values >= 0).sum(1)
    for at in np.lexsort((order, -scan.ratios)):
        if len(found) == listed or scan.ratios[at] <= 0:
            break
        group = _group(scan, int(at))
        key = frozenset(group.values)
        same = (each for other, each in found.items() if other < key)
        if all((each.cases, each.errors) != (group.cases, group.errors) for each in same):
            found[key] = group
    return tuple(found.values())


def _group(scan: Scan, at: int) -> Group:
    groups = scan.groups
    values = tuple((column, int(value)) for column, value in zip(groups.chosen[at], groups.values[at], strict=False))
    numbers = int(scan.errors[at]), int(groups.trials[at]), int(groups.patients[at])
    return Group(values, *numbers, float(scan.shrunken[at]))


def _held_out(cases: Cases, is_error: NDArray[np.bool_]) -> HeldOut | None:
    """What stands out in one half of the patients, in the other."""
    is_first = np.random.default_rng(SEED).permutation(cases.units) * 2 < cases.units
    own = is_first[cases.unit]
    seen = cases.of(own)
    found = next(iter(_first(Scan(seen, is_error[own], combinations(seen)), 1)), None)
    if found is None:
        return None
    chosen = [column for column, _ in found.values]
    other = cases.of(~own)
    other = Cases(other.columns[:, chosen], tuple(cases.sizes[at] for at in chosen), other.unit, other.units)
    return _judged(found, other, is_error[~own])


def _judged(found: Group, other: Cases, is_error: NDArray[np.bool_]) -> HeldOut | None:
    """other: cases of the other half, with the columns of the group only."""
    values = np.array([value for _, value in found.values])
    inside = (other.columns == values).all(1)
    errors, size = int(is_error[inside].sum()), int(inside.sum())
    if not size:
        return None
    p, _ = Scan(other, is_error, combinations(other, 1).of(values)).p_value()
    return HeldOut(found, errors, size, (int(is_error.sum()) - errors, len(other) - size), p)
