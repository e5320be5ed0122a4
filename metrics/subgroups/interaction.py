"""Whether a proportion differs between the groups of a column, in one test."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from metrics.definition import Values, divided
from metrics.intervals.resampling_units import FEWEST_UNITS
from metrics.subgroups.class_figures import PROPORTIONS, assessable, parts_of_rows
from metrics.subgroups.divided import Divided
from metrics.subgroups.patients_in_groups import PatientsInGroups

FEWEST_EXPECTED = 5.0  # of hits or misses in a group, below which chi-squared is not trusted
TABLES, SEED, ROUNDING = 20_000, 0, 1e-9


def interaction(divided_by: Divided, key: str) -> float:
    """Two-sided p of "the proportion is the same in every group that can be assessed"; nan for fewer than two of them.

    Independent cases: `p_of_table`. Patients with several rows, or weighted cases: `p_of_patients`; where only sums
    over patients are known, `p_of_sums`.
    """
    counts = divided_by.counts
    kept = np.array([assessable(key, counts[at]) for at in range(divided_by.size)], np.bool_)
    if kept.sum() < 2:
        return math.nan
    parts = PROPORTIONS[key]
    if not divided_by.whole.in_population.is_clustered:
        hits, cases = (np.asarray(each)[kept] for each in parts(counts))
        return p_of_table(hits, cases)
    if not divided_by.is_drawn:
        assert divided_by.patients is not None
        return p_of_sums(divided_by.patients, kept, divided_by.label, key)
    hits, cases = (np.asarray(each)[:, kept] for each in parts(divided_by.per_unit))
    return p_of_patients(hits, cases)


def p_of_table(hits: NDArray[np.integer], cases: NDArray[np.integer]) -> float:
    """Of (g,) independent groups: Pearson's chi-squared; where a group lets fewer than five be expected, exact.

    Exact: how likely tables with these margins deviate as much; all of them for two groups (Fisher), else 20,000 drawn
    with a fixed seed. nan where a group is empty; 1 where none or all are hits.

    >>> round(p_of_table(np.array([13, 27]), np.array([21, 29])), 4)
    0.0109
    """
    hits, cases = (np.asarray(each, np.int64) for each in (hits, cases))
    every, total = int(hits.sum()), int(cases.sum())
    if not cases.all() or len(cases) < 2:
        return math.nan
    if every in (0, total):
        return 1.0
    expected = cases * (every / total)
    if min(expected.min(), (cases - expected).min()) >= FEWEST_EXPECTED:
        return float(special.chdtrc(len(cases) - 1, _chi_squared(hits, cases)))
    if len(cases) == 2:
        return _of_two(int(hits[0]), int(cases[0]), every, total)
    drawn = np.random.default_rng(SEED).multivariate_hypergeometric(cases, every, TABLES, method="marginals")
    as_far = _chi_squared(drawn, cases) >= float(_chi_squared(hits, cases)) * (1 - ROUNDING)
    return float((1 + np.count_nonzero(as_far)) / (1 + TABLES))


def _chi_squared(hits: NDArray[np.integer[Any]], cases: NDArray[np.integer[Any]]) -> Values:
    """Over the last axis."""
    rate = hits.sum(-1, keepdims=True) / cases.sum()
    return np.asarray(((hits - cases * rate) ** 2 / (cases * rate * (1 - rate))).sum(-1))


def _of_two(first: int, cases: int, every: int, total: int) -> float:
    """Fisher's: tables as unlikely as this one, or more."""
    possible = np.arange(max(0, every - (total - cases)), min(cases, every) + 1)
    logs = _log_choose(cases, possible) + _log_choose(total - cases, every - possible)
    chances = np.exp(logs - logs.max())
    own = chances[possible == first][0]
    return float(min(1.0, chances[chances <= own * (1 + ROUNDING)].sum() / chances.sum()))


def _log_choose(of: int, some: NDArray[np.integer]) -> Values:
    return np.asarray(special.gammaln(of + 1) - special.gammaln(some + 1) - special.gammaln(of - some + 1))


def p_of_patients(hits: NDArray[np.integer], cases: NDArray[np.integer]) -> float:
    """Of (m, g) hits and cases of m patients in g groups: the cluster-robust score test (Boos 1992).

    How far the hits of each group lie from those of the common proportion, over how these distances vary from patient
    to patient. nan below 15 patients, or where the distances do not vary.
    """
    total, patients = cases.sum(0), int(np.count_nonzero(cases.sum(1)))
    if patients < FEWEST_UNITS or not total.all():
        return math.nan
    rate = float(divided(hits.sum(), cases.sum()))
    away = hits - rate * cases
    away = away - away.sum(1, keepdims=True) * (total / total.sum())
    apart = away.sum(0)[:-1]
    spread = patients / (patients - 1) * (away.T @ away)[:-1, :-1]
    return _p_of_score(apart, spread)


def p_of_sums(known: PatientsInGroups, kept: NDArray[np.bool_], label: int, key: str) -> float:
    """The same of a proportion in those groups that are `kept`, (g,), from sums over patients.

    As few patients as must tell something stand for those who do, as in `Linearised`.
    """
    hit, case = (np.asarray(part, np.float64) for part in parts_of_rows(key, *known.classes, label))
    hits, cases = (known.cells[kept] @ part for part in (hit, case))
    patients = float(cases.sum() ** 2 / known.cross_products(np.outer(kept, case)[None])[0, 0])
    if patients < FEWEST_UNITS:
        return math.nan
    rate = float(hits.sum() / cases.sum())
    squares = known.cross_products(np.eye(len(kept))[kept][:, :, None] * (hit - rate * case))
    away = np.eye(len(cases)) - cases / cases.sum()
    spread = patients / (patients - 1) * (away.T @ squares @ away)[:-1, :-1]
    return _p_of_score((hits - rate * cases)[:-1], spread)


def _p_of_score(apart: Values, spread: Values) -> float:
    """(g - 1,) distances, and how they vary together; nan where one of them does not."""
    size = np.sqrt(np.diag(spread))
    if not size.all():
        return math.nan
    scaled, rank = spread / np.outer(size, size), len(size)
    if np.linalg.matrix_rank(scaled, tol=ROUNDING) < rank:
        return math.nan
    found = apart / size
    return float(special.chdtrc(rank, found @ np.linalg.solve(scaled, found)))
