import numpy as np
import pytest

from metrics.notes import Code, note
from metrics.subgroups.standardised import standardised
from tests.metrics.subgroups.drawn import divided
from tests.support.effort import repeats


def rows(*cells):
    """(group, stratum, hits, cases) of patients with the disease."""
    codes, strata, predicted = [], [], []
    for group, stratum, hits, cases in cells:
        codes += [group] * cases
        strata += [stratum] * cases
        predicted += [1] * hits + [0] * (cases - hits)
    return np.array(codes), np.array(strata), np.ones(len(codes), int), np.array(predicted)


OLDER = rows((0, 0, 9, 10), (0, 1, 12, 30), (1, 0, 36, 40), (1, 1, 8, 20))


def test_a_group_that_is_only_older_does_as_well_as_the_rest():
    """Expected: 0.9 of 40 and 0.4 of 20 in both groups; the group itself detects 21 of 40."""
    codes, strata, truth, predicted = OLDER
    found = standardised(divided(codes, truth, predicted), strata, 0, "sensitivity")
    assert found.own.value == pytest.approx((0.9 * 40 + 0.4 * 20) / 60)
    assert found.rest == pytest.approx(44 / 60)
    assert (found.absent, found.of) == (0, 60)
    assert found.own.low < found.own.value < found.own.high
    assert found.own.method == "delta method, logit scale"


def test_with_one_stratum_it_is_the_proportion_itself():
    codes, strata, truth, predicted = OLDER
    found = standardised(divided(codes, truth, predicted), np.zeros_like(strata), 0, "sensitivity")
    assert found.own.value == pytest.approx(21 / 40)


def test_strata_without_a_case_of_the_group_count_in_neither():
    codes, strata, truth, predicted = rows((0, 0, 9, 10), (1, 0, 36, 40), (1, 1, 2, 20))
    found = standardised(divided(codes, truth, predicted), strata, 0, "sensitivity")
    assert (found.own.value, found.rest) == pytest.approx((0.9, 0.9))
    assert (found.absent, found.of) == (20, 60)
    strata[codes == 0] = 2
    assert standardised(divided(codes, truth, predicted), strata, 0, "sensitivity").own.note.code is Code.EMPTY_GROUP


def test_rows_without_a_stratum_count_nowhere():
    more = rows((0, -1, 0, 50), (1, -1, 50, 50))
    every = [np.concatenate(each) for each in zip(OLDER, more, strict=True)]
    found = standardised(divided(every[0], *every[2:]), every[1], 0, "sensitivity")
    assert found.own.value == pytest.approx((0.9 * 40 + 0.4 * 20) / 60)
    assert found.of == 60


def test_copies_of_rows_of_the_same_patients_make_nothing_more_certain():
    codes, strata, truth, predicted = OLDER
    one = standardised(divided(codes, truth, predicted), strata, 0, "sensitivity").own
    patients = np.tile(np.arange(len(codes)), 4)
    four = [np.tile(each, 4) for each in (codes, truth, predicted)]
    many = standardised(divided(*four, patients=patients), np.tile(strata, 4), 0, "sensitivity").own
    assert many.value == pytest.approx(one.value)
    assert many.high - many.low == pytest.approx(one.high - one.low, rel=0.2)


def test_few_patients_of_several_rows_have_no_interval():
    codes, strata, truth, predicted = OLDER
    patients = np.where(codes == 0, np.arange(len(codes)) % 14, np.arange(len(codes)))
    found = standardised(divided(codes, truth, predicted, patients=patients), strata, 0, "sensitivity").own
    assert (found.low, found.note) == (None, note(Code.FEW_PATIENTS, patients=14, needed=15))
    assert found.value == pytest.approx((0.9 * 40 + 0.4 * 20) / 60)


def test_weights_count_as_copies_do():
    codes, strata, truth, predicted = OLDER
    weights = 1.0 + (np.arange(len(codes)) % 3)
    found = standardised(divided(codes, truth, predicted, weights=weights), strata, 0, "sensitivity")
    copies = np.repeat(np.arange(len(codes)), weights.astype(int))
    alike = standardised(divided(codes[copies], truth[copies], predicted[copies]), strata[copies], 0, "sensitivity")
    assert (found.own.value, found.rest) == pytest.approx((alike.own.value, alike.rest))


def test_a_group_of_fewer_than_ten_cases_is_not_assessable():
    codes, strata, truth, predicted = rows((0, 0, 4, 9), (1, 0, 36, 40))
    assert standardised(divided(codes, truth, predicted), strata, 0, "sensitivity").own.note.code is Code.NOT_ASSESSABLE


@pytest.mark.thorough
def test_the_interval_holds_the_true_value_in_95_percent_of_studies():
    """60 cases of the group in three strata; binomial error of 1,000 studies 0.7 points."""
    rng, held, studies = np.random.default_rng(3), 0, repeats(1000)
    rates, mix = np.array([0.95, 0.8, 0.6]), np.array([0.2, 0.3, 0.5])
    for _ in range(studies):
        strata = np.concatenate([rng.choice(3, 60, p=[0.5, 0.3, 0.2]), rng.choice(3, 200, p=mix)])
        codes = np.repeat([0, 1], [60, 200])
        predicted = (rng.random(260) < rates[strata]).astype(int)
        found = standardised(divided(codes, np.ones(260, int), predicted), strata, 0, "sensitivity").own
        aim = rates @ np.bincount(strata[60:], minlength=3) / 200
        held += found.low is not None and found.low <= aim <= found.high
    assert held / studies == pytest.approx(0.95, abs=0.025)


def test_strata_in_which_nearly_all_are_correct_reach_no_farther_than_their_exact_bounds():
    codes, strata, truth, predicted = rows((0, 0, 10, 10), (0, 1, 499, 500), (1, 0, 200, 250), (1, 1, 200, 260))
    found = standardised(divided(codes, truth, predicted), strata, 0, "sensitivity")
    assert found.own.value > 0.99
    assert found.own.low > 0.8
