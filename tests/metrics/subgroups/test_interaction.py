import numpy as np
import pytest
from scipy import stats

from metrics.subgroups.interaction import interaction, p_of_patients, p_of_table
from tests.metrics.subgroups.drawn import counted, divided


def test_large_tables_have_pearsons_p():
    table = np.array([[40, 30, 55], [20, 31, 15]])
    expected = stats.chi2_contingency(table, correction=False)
    assert p_of_table(table[0], table.sum(0)) == pytest.approx(expected.pvalue)


def test_two_small_groups_have_fishers_p():
    assert p_of_table([13, 27], [21, 29]) == pytest.approx(stats.fisher_exact([[13, 27], [8, 2]]).pvalue)
    assert p_of_table([3, 9], [10, 10]) == pytest.approx(stats.fisher_exact([[3, 9], [7, 1]]).pvalue)


def test_more_small_groups_are_judged_among_all_tables_with_these_margins():
    assert p_of_table([9, 5, 10], [10, 10, 12]) == pytest.approx(exactly([9, 5, 10], [10, 10, 12]), abs=0.01)


def exactly(hits, cases):
    """By going through all tables."""
    every, total = sum(hits), sum(cases)

    def chi(row):
        expected = np.array(cases) * every / total
        return (((row - expected) ** 2) / expected / (1 - every / total)).sum()

    tables = [np.array([a, b, every - a - b]) for a in range(cases[0] + 1) for b in range(cases[1] + 1)]
    tables = [each for each in tables if 0 <= each[2] <= cases[2]]
    chances = np.array([np.prod([stats.binom.pmf(h, n, 0.5) for h, n in zip(t, cases, strict=True)]) for t in tables])
    far = np.array([chi(each) for each in tables]) >= chi(np.array(hits)) - 1e-9
    return chances[far].sum() / chances.sum()


@pytest.mark.parametrize("hits", [[0, 0], [21, 29]])
def test_groups_without_hits_or_misses_do_not_differ(hits):
    assert p_of_table(hits, [21, 29]) == 1


def test_fewer_than_two_groups_to_assess_have_no_p():
    assert np.isnan(interaction(divided(*counted((13, 9, 8, 300), (3, 9, 2, 100))), "sensitivity"))
    assert interaction(divided(*counted((13, 9, 8, 300), (3, 9, 2, 100))), "fpr") > 0


def test_patients_of_one_row_have_nearly_pearsons_p():
    hits, cases = np.zeros((200, 2), int), np.zeros((200, 2), int)
    cases[:80, 0], cases[80:, 1] = 1, 1
    hits[:50, 0], hits[80:180, 1] = 1, 1
    assert p_of_patients(hits, cases) == pytest.approx(p_of_table(np.array([50, 100]), np.array([80, 120])), abs=0.005)


def test_patients_with_a_row_in_each_of_two_groups_have_mcnemars_p():
    """(b - c)² / (b + c), times (m - 1) / m: the variance between m patients has m - 1 degrees of freedom."""
    only_first, only_second, m = 18, 7, 40
    hits = np.zeros((m, 2), int)
    hits[:only_first, 0], hits[only_first : only_first + only_second, 1], hits[30:] = 1, 1, 1
    chi2 = (only_first - only_second) ** 2 / (only_first + only_second) * (m - 1) / m
    assert p_of_patients(hits, np.ones((m, 2), int)) == pytest.approx(stats.chi2.sf(chi2, 1), rel=1e-9)


def test_copies_of_rows_make_nothing_more_certain():
    rng = np.random.default_rng(5)
    cases = np.zeros((60, 2), int)
    cases[:30, 0], cases[30:, 1] = 1, 1
    hits = rng.binomial(cases, [[0.9, 0.7]])
    assert p_of_patients(hits * 5, cases * 5) == pytest.approx(p_of_patients(hits, cases))
    assert np.isnan(p_of_patients(hits[:14], cases[:14]))


@pytest.mark.thorough
def test_under_no_difference_p_is_below_5_percent_in_5_percent_of_studies():
    """2,000 studies of 40 patients with up to six rows each in two groups; binomial error 0.5 points."""
    rng, below = np.random.default_rng(11), 0
    for _ in range(2000):
        patients = rng.beta(4, 1, 40)
        cases = rng.integers(0, 4, (40, 2))
        below += p_of_patients(rng.binomial(cases, patients[:, None]), cases) < 0.05
    assert below / 2000 == pytest.approx(0.05, abs=0.015)
