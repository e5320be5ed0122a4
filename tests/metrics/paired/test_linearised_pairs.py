"""Two models by sums over patients: the sandwich of rows that are held, and near what drawing them gives."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import special

from metrics import PatientProducts
from metrics.notes import Code
from metrics.paired.counted_pairs import OUTCOMES, THE_CLASS, CountedPairs
from tests.metrics.paired.test_counted_pairs import Rows, counted, rows
from tests.support.declared import is_declared


def summed(given: Rows) -> PatientProducts:
    held = given.of_each()
    cells = np.flatnonzero(held.any(0))
    held = held[:, cells]
    return PatientProducts(OUTCOMES, cells, held.sum(0), held.T @ held, len(held), int((held.sum(1) > 1).sum()))


def both_ways(given: Rows) -> tuple[CountedPairs, CountedPairs]:
    """Drawn, and linearised."""
    return CountedPairs(counted(given)), CountedPairs(summed(given))


def spread(moves: np.ndarray, patient: np.ndarray) -> float:
    """The root of the sum over patients of the squares of what their rows add."""
    return math.sqrt(float((np.bincount(patient, moves) ** 2).sum()))


def test_bounds_and_p_of_a_difference_are_those_of_the_sums_within_patients() -> None:
    given = rows(300)
    found = both_ways(given)[1]
    sensitivity = found.proportion(found.of_class, *found.saying(THE_CLASS))
    of_class = given.truth == 1
    ahead = of_class * ((given.first == THE_CLASS) * 1.0 - (given.second == THE_CLASS))
    value, cases = ahead.sum() / of_class.sum(), of_class.sum()
    per_patient = np.bincount(given.patient, of_class)
    patients = int(cases**2 / (per_patient**2).sum())
    error = spread((ahead - value * of_class) / cases, given.patient) * math.sqrt(300 / 299)
    reach = special.stdtrit(patients - 1, 0.975) * error
    shown = sensitivity.difference
    assert (shown.value, shown.low, shown.high) == pytest.approx((value, value - reach, value + reach))
    assert shown.method == f"cluster-robust SE, t({patients - 1})"
    z = abs(ahead.sum()) / spread(ahead, given.patient)
    assert sensitivity.p == pytest.approx(math.erfc(z / math.sqrt(2)))


def test_bounds_of_predictive_values_are_those_of_the_sums_within_patients() -> None:
    given = rows(300)
    found = both_ways(given)[1]
    ratio = found.ratio(found.of_class, *found.saying(THE_CLASS))
    flagged = [(each == THE_CLASS) * 1.0 for each in (given.first, given.second)]
    values = [float((each * given.truth).sum() / each.sum()) for each in flagged]
    moves = [each * (given.truth - value) / each.sum() for each, value in zip(flagged, values, strict=True)]
    either = np.bincount(given.patient, np.maximum(*flagged))
    patients = int(either.sum() ** 2 / (either**2).sum())
    reach = special.stdtrit(patients - 1, 0.975) * math.sqrt(300 / 299)
    error = spread(moves[0] - moves[1], given.patient)
    apart = ratio.difference
    ends = apart.value - reach * error, apart.value + reach * error
    assert (apart.value, apart.low, apart.high) == pytest.approx((values[0] - values[1], *ends))
    error = spread(moves[0] / values[0] - moves[1] / values[1], given.patient)
    shown = ratio.ratio
    ends = [shown.value * math.exp(sign * reach * error) for sign in (-1, 1)]
    assert (shown.value, shown.low, shown.high) == pytest.approx((values[0] / values[1], *ends))
    assert all(is_declared(str(each.method)) for each in (apart, shown))


@pytest.mark.parametrize("negated", [False, True])
def test_it_is_near_what_drawing_patients_gives(negated: bool) -> None:
    drawn, sums = both_ways(rows(900, seed=1))
    asked = [[each ^ negated for each in (one.of_class, *one.saying(THE_CLASS))] for one in (drawn, sums)]
    pairs = [(one.proportion(*each), one.ratio(*each)) for one, each in zip((drawn, sums), asked, strict=True)]
    for own, other in zip(*pairs, strict=True):
        assert other.is_clustered
        assert other.difference.value == own.difference.value
        width = own.difference.high - own.difference.low
        assert [other.difference.low, other.difference.high] == pytest.approx(
            [own.difference.low, own.difference.high], abs=0.06 * width
        )
    (proportion, ratio), (of_sums, ratio_of_sums) = pairs
    assert ratio_of_sums.p == pytest.approx(ratio.p, rel=1e-9)
    assert of_sums.p == pytest.approx(proportion.p, abs=0.01)
    assert 6 <= of_sums.differing <= proportion.differing


def test_few_patients_have_no_interval_and_one_row_each_is_independent() -> None:
    _, few = both_ways(rows(9))
    asked = few.of_class, *few.saying(THE_CLASS)
    for found in (few.proportion(*asked), few.ratio(*asked)):
        assert found.is_clustered
        assert found.difference.note is not None
        assert found.difference.note.code is Code.FEW_PATIENTS
    drawn, sums = both_ways(rows(60, most=1))
    assert sums.proportion(*asked_of(sums)) == drawn.proportion(*asked_of(drawn))
    assert sums.ratio(*asked_of(sums)) == drawn.ratio(*asked_of(drawn))


def asked_of(found: CountedPairs) -> tuple[np.ndarray, ...]:
    return found.of_class, *found.saying(THE_CLASS)


def test_models_that_are_alike_have_no_interval() -> None:
    given = rows(60)
    drawn, alike = both_ways(given._replace(second=given.first))
    proportion, ratio = alike.proportion(*asked_of(alike)), alike.ratio(*asked_of(alike))
    assert (proportion.p, proportion.differing) == (1.0, 0)
    assert math.isnan(ratio.p)
    assert math.isnan(drawn.ratio(*asked_of(drawn)).p)
    for each in (proportion.difference, ratio.difference):
        assert (each.value, each.low, each.note and each.note.code) == (0.0, None, Code.ALL_REPLICATES_EQUAL)
    silent = alike.ratio(alike.of_class, *(np.zeros(len(alike.of_class), bool),) * 2)
    assert silent.difference.note is not None
    assert silent.difference.note.code is Code.ONE_NEVER_PREDICTS
