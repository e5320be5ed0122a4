"""Two models on cases that are not held: patients by their counts give the numbers of the same rows held."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

from metrics import PatientCounts
from metrics.paired.counted_pairs import ANOTHER, AS_NORMAL, OUTCOMES, THE_CLASS, CountedPairs, place_of
from metrics.paired.paired_proportions import paired_proportion
from metrics.paired.predictive_ratios import predictive_ratio


class Rows(NamedTuple):
    """(n,) of each case: whether it is of the class, what each model says of it, and whose it is."""

    truth: np.ndarray
    first: np.ndarray
    second: np.ndarray
    patient: np.ndarray

    @property
    def place(self) -> np.ndarray:
        return np.asarray(place_of(self.truth, self.first, self.second))

    def of_each(self) -> np.ndarray:
        """(patients, 18) cases at each place."""
        size = 2 * OUTCOMES
        return np.bincount(self.patient * size + self.place, minlength=size * (self.patient.max() + 1)).reshape(
            -1, size
        )


def rows(patients: int, most: int = 6, seed: int = 0) -> Rows:
    """Rows of a patient resemble each other, the first is of the class; patients stand in the order they are drawn in.

    That is the order of their counts.
    """
    rng = np.random.default_rng(seed)
    who = np.repeat(np.arange(patients), rng.integers(1, most + 1, patients))
    truth = (rng.random(len(who)) < 0.5).astype(np.int64)
    truth[np.flatnonzero(np.diff(who, prepend=-1))] = 1
    ease = rng.random(patients)[who]
    said = [np.where(rng.random(len(who)) < skill * ease, truth, rng.integers(0, 3, len(who))) for skill in (0.9, 0.6)]
    said = [np.where((truth == 0) & (each == AS_NORMAL), ANOTHER, each) for each in said]
    found = Rows(truth, said[0], said[1], who)
    place = np.argsort(np.lexsort(found.of_each().T[::-1]))
    return found._replace(patient=place[who])


def counted(given: Rows) -> PatientCounts:
    held = given.of_each()
    cells = np.flatnonzero(held.any(0))
    vectors, patients = np.unique(held[:, cells], axis=0, return_counts=True)
    return PatientCounts(OUTCOMES, cells, vectors, patients)


@pytest.mark.parametrize("style", ["default", "conventional"])
@pytest.mark.parametrize("patients", [8, 40, 700, 2_500])
def test_every_number_is_that_of_the_rows_held(patients: int, style: str) -> None:
    """To the last digit of bounds; of 8 patients there is no interval, of 2,500 groups are drawn."""
    given = rows(patients)
    known = CountedPairs(counted(given), 0.9, style)
    is_class = given.truth == 1
    first, second = (each == THE_CLASS for each in (given.first, given.second))
    told = known.saying(THE_CLASS)
    everywhere, all_of = np.ones(len(told[0]), bool), np.ones(len(is_class), bool)
    for among, of in ((everywhere, all_of), (known.of_class, is_class)):
        held = paired_proportion(first[of], second[of], given.patient[of], 0.9, style)
        assert known.proportion(among, *told) == held
    as_normal = [(each == AS_NORMAL)[is_class] for each in (given.first, given.second)]
    held = paired_proportion(*as_normal, given.patient[is_class], 0.9, style)
    assert known.proportion(known.of_class, *known.saying(AS_NORMAL)) == held
    assert held.is_clustered
    for negated in (False, True):
        asked = [each ^ negated for each in (is_class, first, second)]
        ratio = known.ratio(*(each ^ negated for each in (known.of_class, *told)))
        held_ratio = predictive_ratio(*asked, given.patient, 0.9, style)
        assert (ratio.p, ratio.naive.low) == pytest.approx((held_ratio.p, held_ratio.naive.low), nan_ok=True)
        assert replace(ratio, p=0, naive=held_ratio.naive) == replace(held_ratio, p=0)


def test_with_one_row_of_each_patient_all_is_as_of_independent_cases() -> None:
    given = rows(60, most=1)
    known, told = CountedPairs(counted(given)), [each == THE_CLASS for each in (given.first, given.second)]
    found = known.proportion(np.ones(len(known.known.cells), bool), *known.saying(THE_CLASS))
    assert (found, found.is_clustered) == (paired_proportion(*told), False)
    ratio = known.ratio(known.of_class, *known.saying(THE_CLASS))
    assert (ratio, ratio.is_clustered) == (predictive_ratio(given.truth == 1, *told), False)


def test_the_order_of_places_and_of_counts_does_not_matter() -> None:
    known = counted(rows(80))
    turned = PatientCounts(OUTCOMES, known.cells, known.vectors[::-1], known.patients[::-1])
    found = [CountedPairs(each) for each in (known, turned)]
    both = [each.ratio(each.of_class, *each.saying(THE_CLASS)) for each in found]
    assert both[0].difference == both[1].difference
    assert both[0].p == pytest.approx(both[1].p)
