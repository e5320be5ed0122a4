import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from numpy.typing import NDArray
from scipy import stats

from metrics.subgroups.combinations import Cases, combinations
from metrics.subgroups.search import Scan, Search, search, shrunken, shuffled, within_patients
from tests.support.effort import repeats

SIZES = (2, 3, 4)


def columns_of(rows: int, generator: np.random.Generator) -> NDArray[np.int64]:
    return np.column_stack([generator.integers(0, size, rows) for size in SIZES])


def planted(seed: int, rows: int, inside: float, outside: float = 0.2) -> Search:
    """A study in which one combination of two columns has another miss rate."""
    generator = np.random.default_rng(seed)
    columns = columns_of(rows, generator)
    is_inside = (columns[:, 0] == 1) & (columns[:, 1] == 2)
    return search(columns, SIZES, generator.random(rows) < np.where(is_inside, inside, outside))


@pytest.mark.thorough
def test_a_planted_group_is_found_with_the_power_that_its_size_gives() -> None:
    """50 of 300 cases, missed in 60 % instead of 20 %; and in 30 %, which is too little to see."""
    clear, faint = ([planted(seed, 300, inside) for seed in range(25)] for inside in (0.6, 0.3))
    significant = [found.p <= 0.05 for found in clear]
    about_it = [{(0, 1), (1, 2)} <= set(found.groups[0].values) for found in clear]
    assert np.mean(significant) > 0.95
    assert np.mean(about_it) > 0.9
    assert np.mean([found.p <= 0.05 for found in faint]) < 0.5


@pytest.mark.thorough
def test_without_a_difference_p_is_uniform() -> None:
    p = [planted(seed, 200, 0.2).p for seed in range(repeats(60))]
    assert stats.kstest(p, "uniform").pvalue > 0.01
    assert np.mean(np.array(p) <= 0.05) < 0.1


@pytest.mark.thorough
def test_without_a_difference_between_patients_with_many_rows_p_is_uniform() -> None:
    """Patients differ much, rows of one are alike: each row for itself would find a group nearly always."""
    p, of_rows = [], []
    for seed in range(repeats(39)):
        generator = np.random.default_rng(seed)
        size = generator.integers(1, 12, 80)
        patient = np.repeat(np.arange(80), size)
        columns = columns_of(80, generator)[patient]
        error = generator.random(len(patient)) < generator.beta(0.4, 1.2, 80)[patient]
        p.append(search(columns, SIZES, error, patient).p)
        if seed < 10:
            of_rows.append(search(columns, SIZES, error).p)
    assert stats.kstest(p, "uniform").pvalue > 0.005
    assert np.mean(np.array(p) <= 0.05) < 0.12
    assert np.mean(np.array(of_rows) <= 0.05) > 0.5


def test_a_column_that_varies_within_patients_is_found() -> None:
    """Each patient was listened to at four places, and one place is missed more often."""
    generator = np.random.default_rng(1)
    patient, place = np.repeat(np.arange(60), 4), np.tile(np.arange(4), 60)
    error = generator.random(240) < np.where(place == 2, 0.5, 0.15)
    found = search(place[:, None], [4], error, patient)
    assert found.groups[0].values == ((0, 2),)
    assert found.p <= 0.01
    assert found.patients == 60


@pytest.mark.thorough
def test_copies_of_rows_tell_nothing_more() -> None:
    generator = np.random.default_rng(3)
    columns, error = columns_of(200, generator), generator.random(200) < 0.2
    once = search(columns, SIZES, error)
    patient = np.repeat(np.arange(200), 5)
    copied = search(columns[patient], SIZES, error[patient], patient)
    assert [each.values for each in copied.groups] == [each.values for each in once.groups]
    assert copied.p == pytest.approx(once.p, abs=0.06)
    assert_allclose([each.shrunken for each in copied.groups], [each.shrunken for each in once.groups])
    assert search(columns[patient], SIZES, error[patient]).p < 0.05 < once.p


def test_the_first_group_is_the_one_of_the_highest_likelihood_ratio() -> None:
    """Kulldorff 1997: of 9 errors in 14 cases and 1 in 36 others, against 10 in 50."""
    group = np.repeat([0, 1], [14, 36])
    error = np.zeros(50, np.bool_)
    error[:9] = error[20] = True
    cases = Cases(group[:, None], (2,), np.arange(50), 50)
    scan = Scan(cases, error, combinations(cases))

    def likelihood(errors: int, size: int) -> float:
        return float(stats.binom.logpmf(errors, size, errors / size) - math.log(math.comb(size, errors)))

    expected = likelihood(9, 14) + likelihood(1, 36) - likelihood(10, 50)
    assert_allclose(scan.ratios, [expected, 0])
    (found,) = search(group[:, None], [2], error).groups
    assert (found.errors, found.cases, found.patients) == (9, 14, 14)
    assert found.rate == 9 / 14


def test_few_errors_of_a_small_group_stay_behind_a_clear_excess_of_a_large_one() -> None:
    """In standard errors 2 of 10 (4.1) comes before 20 of 300 (3.9) where 2 % are missed in all."""
    group = np.repeat([0, 1, 2], [10, 300, 2000])
    error = np.zeros(2310, np.bool_)
    error[:2] = error[10:30] = error[310:334] = True
    assert [each.values for each in search(group[:, None], [3], error).groups] == [((0, 1),), ((0, 0),)]


def test_of_two_groups_with_the_same_cases_the_one_of_fewer_columns_is_listed() -> None:
    sex = np.repeat([0, 1], [30, 70])
    ward = sex.copy()
    found = search(np.column_stack([sex, ward]), [2, 2], np.arange(100) < 15)
    assert [each.values for each in found.groups] == [((0, 0),), ((1, 0),)]
    assert found.looked_at == 6


@pytest.mark.thorough
def test_of_400_patients_a_half_that_was_not_searched_tells_whether_it_is_repeated() -> None:
    found = planted(2, 1200, 0.5)
    held_out = found.held_out
    assert held_out is not None
    assert held_out.found.values == ((0, 1), (1, 2))
    assert held_out.p <= 0.01
    assert held_out.errors / held_out.cases > 2 * held_out.rest[0] / held_out.rest[1]
    assert held_out.cases + held_out.rest[1] == 600
    assert planted(2, 399, 0.5).held_out is None
    of_nothing = [half.p for seed in range(repeats(21)) if (half := planted(seed, 400, 0.2).held_out)]
    assert np.mean(np.array(of_nothing) <= 0.3) <= 0.55


@pytest.mark.parametrize("errors", [0, 60])
def test_where_no_case_or_every_case_is_missed_there_is_nothing_to_find(errors: int) -> None:
    found = search(columns_of(60, np.random.default_rng(0)), SIZES, np.arange(60) < errors)
    assert found.groups == ()
    assert math.isnan(found.p)
    assert found.looked_at > 0


def test_without_ten_patients_in_a_group_nothing_is_looked_at() -> None:
    for rows in (0, 1, 9):
        found = search(columns_of(rows, np.random.default_rng(0)), SIZES, np.ones(rows, np.bool_))
        assert (found.groups, found.looked_at, found.cases) == ((), 0, rows)
        assert math.isnan(found.p)


def test_blank_cells_belong_to_no_group() -> None:
    column = np.repeat([-1, 0, 1], [40, 30, 30])
    found = search(column[:, None], [2], (column == -1) | (np.arange(100) == 50))
    assert found.looked_at == 2
    assert found.groups == ()
    assert found.p == 1


def test_more_errors_than_the_rest_are_shrunken_towards_the_overall_rate() -> None:
    for group in planted(4, 300, 0.5).groups:
        assert 0.2 < group.shrunken <= group.rate


def test_shrunken_rates_are_nearer_to_the_true_ones() -> None:
    generator = np.random.default_rng(5)
    true = generator.beta(4, 16, 400)
    trials = generator.integers(10, 60, 400)
    errors = generator.binomial(trials, true)
    found = shrunken(errors, trials, np.ones(400), errors.sum() / trials.sum(), trials.sum())
    assert ((found - true) ** 2).mean() < 0.7 * ((errors / trials - true) ** 2).mean()
    overall = errors.sum() / trials.sum()
    expected = (errors + 20 * overall) / (trials + 20)  # the prior is worth 20 cases
    assert np.abs(found - expected).max() < 0.05


def test_rates_that_spread_no_more_than_random_ones_are_the_overall_one() -> None:
    trials = np.full(10, 100)
    assert_allclose(shrunken(np.full(10, 20), trials, np.ones(10), 0.2, 1000), 0.2)


def test_rows_of_a_patient_that_are_always_alike_count_as_one() -> None:
    unit, errors = np.repeat(np.arange(50), 3), np.repeat(np.arange(50) < 10, 3)
    cases = Cases(np.zeros((150, 1), np.int64), (1,), unit, 50)
    assert within_patients(cases, errors) == 1
    mixed = np.random.default_rng(0).permutation(errors)
    assert within_patients(cases, mixed) < 0.2


@given(st.integers(0, 999), st.booleans())
def test_shuffles_keep_how_many_errors_there_are(seed: int, alike: bool) -> None:
    """Exactly so where patients have as many rows each, and on the average else."""
    generator = np.random.default_rng(seed)
    size = np.full(30, 3) if alike else generator.integers(1, 6, 30)
    unit = generator.permutation(np.repeat(np.arange(30), size))
    error = generator.random(len(unit)) < 0.3
    cases = Cases(np.zeros((len(unit), 1), np.int64), (1,), unit, 30)
    counts = [len(set(rows.tolist())) for rows in shuffled(cases, error, 50)]
    if alike:
        assert set(counts) == {int(error.sum())}
    else:
        by_patient = np.bincount(unit, error) / size
        assert np.mean(counts) == pytest.approx(by_patient.mean() * len(unit), abs=6)


def test_the_order_of_rows_and_columns_changes_no_group() -> None:
    generator = np.random.default_rng(6)
    columns, error = columns_of(300, generator), generator.random(300) < 0.25
    rows = generator.permutation(300)
    plain, turned = search(columns, SIZES, error), search(columns[rows][:, ::-1], SIZES[::-1], error[rows])
    assert plain.looked_at == turned.looked_at
    assert [(each.errors, each.cases) for each in plain.groups] == [(each.errors, each.cases) for each in turned.groups]
    assert plain.p == pytest.approx(turned.p, abs=0.05)
