import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.subgroups.combinations import Cases, combinations


def some_cases(columns: int, values: int, rows: int, patients: int, seed: int) -> Cases:
    """With blanks."""
    generator = np.random.default_rng(seed)
    codes = generator.integers(-1, values, (rows, columns))
    unit = np.unique(generator.integers(0, patients, rows), return_inverse=True)[1]
    return Cases(codes, (values,) * columns, unit, int(unit.max()) + 1)


def counted_one_by_one(cases: Cases, fewest: int) -> dict[tuple[tuple[int, int], ...], tuple[int, int, int]]:
    found = {}
    for size in range(1, min(3, len(cases.sizes)) + 1):
        for chosen in itertools.combinations(range(len(cases.sizes)), size):
            for values in itertools.product(*(range(cases.sizes[at]) for at in chosen)):
                inside = (cases.columns[:, list(chosen)] == values).all(1)
                of_each = np.bincount(cases.unit[inside], minlength=cases.units)
                patients = int(np.count_nonzero(of_each))
                if patients >= fewest and not inside.all():
                    key = tuple(zip(chosen, values, strict=True))
                    found[key] = int(inside.sum()), patients, int((of_each**2).sum())
    return found


@pytest.mark.parametrize(("columns", "values"), [(1, 3), (2, 4), (3, 2), (4, 3), (5, 8), (6, 2), (7, 5)])
@pytest.mark.parametrize("patients", [40, 10**6])
def test_every_group_has_the_cases_and_patients_that_counting_one_by_one_gives(
    columns: int, values: int, patients: int
) -> None:
    cases = some_cases(columns, values, 150, patients, columns)
    found = combinations(cases, 5)
    own = [
        tuple(zip(chosen, map(int, each), strict=False))
        for chosen, each in zip(found.chosen, found.values, strict=True)
    ]
    numbers = zip(found.trials.tolist(), found.patients.tolist(), found.squares.tolist(), strict=True)
    assert dict(zip(own, numbers, strict=True)) == counted_one_by_one(cases, 5)


@given(st.integers(1, 6), st.integers(1, 4), st.integers(0, 99))
def test_any_rows_are_counted_in_their_groups(columns: int, values: int, seed: int) -> None:
    cases = some_cases(columns, values, 60, 10**6, seed)
    found = combinations(cases, 1)
    rows = np.flatnonzero(np.random.default_rng(seed).random(60) < 0.4)
    for at, chosen in enumerate(found.chosen):
        inside = (cases.columns[:, list(chosen)] == found.values[at, : len(chosen)]).all(1)
        assert found.counted(rows)[at] == inside[rows].sum()


def test_a_group_needs_ten_patients_not_ten_rows() -> None:
    column = np.repeat([0, 1, 2], [9, 10, 81])[:, None]
    assert combinations(Cases(column, (3,), np.arange(100), 100)).values[:, 0].tolist() == [1, 2]
    in_pairs = Cases(np.repeat(column, 2, axis=0), (3,), np.repeat(np.arange(100), 2), 100)
    found = combinations(in_pairs)
    assert found.values[:, 0].tolist() == [1, 2]
    assert found.trials.tolist() == [20, 162]


def test_many_values_and_many_columns_are_counted_in_few_tables() -> None:
    eight_of_five = some_cases(8, 5, 300, 10**6, 1)
    assert combinations(eight_of_five).places.shape[1] <= 20  # there are 56 combinations of three columns
    five_of_three = Cases(abs(some_cases(5, 3, 300, 10**6, 1).columns), (3,) * 5, np.arange(300), 300)
    assert combinations(five_of_three).places.shape[1] == 1
