"""How far a number of one class in a group lies from that of the rest, and between which bounds."""

from __future__ import annotations

import math

import numpy as np

from metrics.counts import Counts
from metrics.definition import Values, divided
from metrics.evaluation import Evaluation
from metrics.interval_methods import MOVER_OF_GROUPS, OBUCHOWSKI, RATIO_ESTIMATOR, of_linear
from metrics.intervals.analytic import Estimate, of_cases
from metrics.intervals.quantiles import t_quantile
from metrics.intervals.resampling_units import FEWEST_UNITS, ResamplingUnits
from metrics.intervals.too_few import few_cases, few_patients
from metrics.kernels.codes import distinct
from metrics.measures.placements import parts_of_groups, weighted_placements
from metrics.notes import Code, Note
from metrics.paired.hypothesis_tests import difference as newcombe
from metrics.paired.paired_proportions import of_draws
from metrics.ranking import auc
from metrics.subgroups.class_figures import OF_SCORES, PROPORTIONS, assessable, parts_of_rows, proportion_of, told_by
from metrics.subgroups.divided import Divided

FEWEST_DRAWN = 2  # rows that weigh anything, on each side of a difference


def compared(divided_by: Divided, key: str) -> int:
    """How many groups are compared with their rest by a number: two groups are compared once, more each for itself."""
    if divided_by.size <= 2:
        return 1
    counts, others = divided_by.counts, divided_by.counts_of_rest
    return max(1, sum(assessable(key, counts[at]) and assessable(key, others[at]) for at in range(divided_by.size)))


def difference_to_rest(divided_by: Divided, group: int, key: str, level: float = 0.95) -> Estimate:
    """A proportion in the group less that in the rest. Undefined where one of the two is not assessable.

    Independent cases: Newcombe's hybrid score interval. Patients with several rows, or weighted cases: the patients
    are drawn for both together. A proportion of 0 or 1, which no resample changes, and patients of whom only sums are
    known: Newcombe's rule with the interval that it has itself (MOVER), and how both vary together.
    """
    own, others = divided_by.counts[group], divided_by.counts_of_rest[group]
    if (few := _not_assessable(key, own, others)) is not None:
        return few
    parts = PROPORTIONS[key]
    if not divided_by.whole.in_population.is_clustered:
        (hits, cases), (rest, of_rest) = parts(own), parts(others)
        return newcombe(int(hits), int(cases), int(rest), int(of_rest), level)
    is_extreme = any(int(hits) in (0, int(cases)) for hits, cases in (parts(own), parts(others)))
    if is_extreme or not divided_by.is_drawn:
        evaluations = divided_by.group(group, False), divided_by.rest(group, False)
        sides = [proportion_of(each.at_level(level), divided_by.label, key) for each in evaluations]
        return mover(*sides, correlation=0.0 if is_extreme else _correlation(divided_by, group, key))
    return _of_patients(divided_by, group, key, level)


def _not_assessable(key: str, own: Counts, others: Counts) -> Estimate | None:
    fewer = min((own, others), key=lambda counts: told_by(key, counts))
    if assessable(key, fewer):
        return None
    return Estimate(math.nan, note=few_cases(told_by(key, fewer), Code.NOT_ASSESSABLE))


def _of_patients(divided_by: Divided, group: int, key: str, level: float) -> Estimate:
    parts, whole = PROPORTIONS[key], divided_by.whole

    def apart(counts: Counts) -> tuple[Values, Values]:
        """(...,) the difference, and how much both sides have of what it is about, the fewer of the two."""
        hits, cases = parts(counts)
        rest, of_rest = (each.sum(-1) - each[..., group] for each in (hits, cases))
        value = divided(hits[..., group], cases[..., group]) - divided(rest, of_rest)
        return value, np.stack([cases[..., group], of_rest])

    value = float(apart(divided_by.per_unit.sum(0))[0])
    patients = int(np.count_nonzero(apart(divided_by.per_unit)[1], axis=-1).min())
    if patients < FEWEST_UNITS and whole.is_clustered:
        return Estimate(value, note=few_patients(patients))
    if patients < FEWEST_DRAWN:
        return Estimate(math.nan, note=few_cases(patients, Code.NOT_ASSESSABLE))
    found = of_draws(value, apart(divided_by.drawn)[0], patients, level, style=whole.intervals)
    return found if whole.is_clustered else of_cases(found)


def _correlation(divided_by: Divided, group: int, key: str) -> float:
    """Of a proportion in the group and that in the rest, by what each patient adds to both (linearised)."""
    known = divided_by.patients
    if known is None or known.jointly is None:
        return 0.0
    hit, case = (np.asarray(part, np.float64) for part in parts_of_rows(key, *known.classes, divided_by.label))
    moves = np.zeros((2, divided_by.size, len(hit)))
    inside = np.arange(divided_by.size) == group
    for side, rows, counts in zip(
        moves, (inside, ~inside), (divided_by.counts[group], divided_by.counts_of_rest[group]), strict=True
    ):
        hits, cases = (int(each) for each in PROPORTIONS[key](counts))
        side[rows] = (hit - hits / cases * case) / cases
    (own, both), (_, rest) = known.cross_products(moves).tolist()
    return float(both / math.sqrt(own * rest)) if own * rest else 0.0


def mover(first: Estimate, second: Estimate, *, correlation: float = 0.0) -> Estimate:
    """first − second of two numbers, from the interval of each and their correlation (Zou and Donner 2008).

    Each bound lies as far from the difference as both distances taken together, squared and added. No interval where
    one of them has none.

    >>> found = mover(Estimate(0.8, 0.7, 0.87), Estimate(0.6, 0.49, 0.7))
    >>> round(found.value, 2), round(found.low, 3), round(found.high, 3)
    (0.2, 0.059, 0.33)
    """
    value = first.value - second.value
    if math.isnan(value):
        return Estimate(value, note=(second if first.is_defined else first).note)
    if first.low is None or first.high is None or second.low is None or second.high is None:
        return Estimate(value, note=(second if first.low is not None else first).note or Note(Code.NO_INTERVAL))
    alone = math.sqrt(max(0.0, 1 - correlation**2))
    down, up = (
        math.hypot(one - correlation * other, alone * other)
        for one, other in (
            (first.value - first.low, second.high - second.value),
            (first.high - first.value, second.value - second.low),
        )
    )
    return Estimate(value, value - down, value + up, MOVER_OF_GROUPS)


def difference_of_scores(divided_by: Divided, group: int, key: str, level: float = 0.95) -> Estimate:
    """AUC or O:E of the class in the group less that in the rest, as `difference_to_rest`.

    MOVER of both intervals; where a patient has rows on both sides, from what each patient adds to both (linearised).
    Of counted rows that is not known: their rows are independent then.
    """
    if (few := _not_assessable(key, divided_by.counts[group], divided_by.counts_of_rest[group])) is not None:
        return few
    both = [each(group, True).at_level(level) for each in (divided_by.group, divided_by.rest)]
    if divided_by.patients is None or not divided_by.patients.are_apart:
        both = [each if each.patients is None else each.naive for each in both]
    if not divided_by.patients_overlap or both[0].is_cross_validated:
        found = mover(*(OF_SCORES[key](each, divided_by.label) for each in both))
        is_apart = not divided_by.patients_overlap
        return found if is_apart or found.low is None else Estimate(found.value, note=Note(Code.NO_INTERVAL))
    values = [_value(each, divided_by.label, key) for each in both]
    if any(map(math.isnan, values)):
        return Estimate(math.nan, note=Note(Code.NO_SCORES))
    return _linearised(divided_by, group, key, values[0] - values[1], level)


def _value(evaluation: Evaluation, label: int, key: str) -> float:
    """AUC or O:E alone."""
    table = evaluation.in_population.table(label)
    if table is None or not len(table.scores):
        return math.nan
    if key == "auc":
        return auc(table)
    expected = float((table.positives + table.negatives) @ table.scores)
    return table.n_positive / expected if expected else math.nan


def _linearised(divided_by: Divided, group: int, key: str, value: float, level: float) -> Estimate:
    units, codes = divided_by.population, divided_by.codes_in_population
    scores = units.scores[divided_by.label]
    assert scores is not None
    known = ~np.isnan(scores)
    moves = np.zeros(len(codes))
    for sign, rows in ((1, codes == group), (-1, (codes >= 0) & (codes != group))):
        moves[rows & known] = sign * _moves(units, divided_by.label, rows & known, key)
    told = known & (codes >= 0)
    sums = np.bincount(units.unit[told], moves[told])
    patients = distinct(units.unit[(codes == group) & known])
    if patients < FEWEST_UNITS:
        return Estimate(value, note=few_patients(patients))
    every = distinct(units.unit[told])
    quantile = t_quantile(patients - 1, level)
    reach = quantile * math.sqrt(every / (every - 1) * float(sums @ sums))
    name = OBUCHOWSKI if key == "auc" else RATIO_ESTIMATOR
    return Estimate(value, value - reach, value + reach, of_linear(name, patients))


def _moves(units: ResamplingUnits, label: int, rows: np.ndarray, key: str) -> Values:
    """How far each of these rows moves the number of all of them."""
    truth, scores = units.truth[rows] == label, units.scores[label][rows]  # type: ignore[index]
    weight = units.weights[rows].astype(np.float64)
    if key == "oe_ratio":
        expected = float(weight @ scores)
        return np.asarray(weight * (truth - float(weight @ truth) / expected * scores) / expected)
    part = parts_of_groups(weight, truth)
    placed = weighted_placements(scores, truth, part)
    return np.asarray(part * (placed - float(part[truth] @ placed[truth])))
