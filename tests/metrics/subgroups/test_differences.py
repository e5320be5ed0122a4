import math

import numpy as np
import pytest

from metrics.intervals.analytic import Estimate, wilson
from metrics.notes import Code, note
from metrics.paired.hypothesis_tests import difference as newcombe
from metrics.subgroups.differences import compared, difference_of_scores, difference_to_rest, mover
from tests.metrics.subgroups.drawn import counted, divided

WOMEN, MEN = (13, 18, 8, 507), (27, 21, 2, 554)


def test_two_groups_of_independent_patients_have_newcombes_interval():
    """Newcombe 1998, table II (a): 56 of 70 and 48 of 80, 0.0524 to 0.3339."""
    found = difference_to_rest(divided(*counted((56, 9, 14, 90), (48, 9, 32, 90))), 0, "sensitivity")
    assert [round(each, 4) for each in (found.value, found.low, found.high)] == [0.2, 0.0524, 0.3339]
    assert found.method == "Newcombe"


@pytest.mark.parametrize(("key", "counts"), [
    ("sensitivity", (13, 21, 27, 29)), ("fpr", (18, 525, 21, 575)), ("ppv", (13, 31, 27, 48)),
    ("alarm_rate", (31, 546, 48, 604)),
])  # fmt: skip
def test_each_proportion_is_compared_with_that_of_the_rest(key, counts):
    assert difference_to_rest(divided(*counted(WOMEN, MEN)), 0, key, 0.99) == newcombe(*counts, 0.99)


def test_the_rest_are_all_other_groups_and_no_row_without_a_group():
    codes, truth, predicted = counted((13, 18, 8, 507), (20, 11, 1, 300), (7, 10, 1, 254))
    blank = np.append(codes, [-1] * 30), np.append(truth, [1] * 30), np.append(predicted, [0] * 30)
    assert difference_to_rest(divided(*blank), 0, "sensitivity") == newcombe(13, 21, 27, 29)


def test_the_difference_changes_its_sign_with_the_sides():
    both = divided(*counted(WOMEN, MEN))
    one, other = (difference_to_rest(both, group, "sensitivity") for group in (0, 1))
    assert (one.value, one.low, one.high) == pytest.approx((-other.value, -other.high, -other.low))


@pytest.mark.parametrize("few", [WOMEN[:1] + (18, 8, 507), (5, 40, 4, 500)])
def test_a_side_with_fewer_than_ten_cases_is_not_compared(few):
    is_few = few[0] + few[2] < 10
    for group in (0, 1):
        found = difference_to_rest(divided(*counted(few, MEN)), group, "sensitivity")
        assert found.is_defined != is_few
        assert (found.note is not None and found.note.code is Code.NOT_ASSESSABLE) == is_few


def test_one_group_alone_has_no_rest():
    found = difference_to_rest(divided(*counted(WOMEN)), 0, "sensitivity")
    assert found.note.code is Code.NOT_ASSESSABLE
    assert found.note.fields["cases"] == 0


def test_two_groups_are_one_comparison_and_three_are_three():
    small = (2, 0, 1, 5)
    assert compared(divided(*counted(WOMEN, MEN)), "sensitivity") == 1
    assert compared(divided(*counted(WOMEN, MEN, MEN)), "sensitivity") == 3
    assert compared(divided(*counted(WOMEN, MEN, small)), "sensitivity") == 2
    assert compared(divided(*counted(small, small, small)), "sensitivity") == 1


def repeated(groups, rows):
    """The same rows several times, each patient once in each copy."""
    codes, truth, predicted = counted(*groups)
    patients = np.arange(len(codes))
    return [np.tile(each, rows) for each in (codes, truth, predicted)], np.tile(patients, rows)


def test_rows_of_the_same_patients_tell_no_more_than_the_patients():
    one = difference_to_rest(divided(*counted(WOMEN, MEN)), 0, "sensitivity")
    rows, patients = repeated((WOMEN, MEN), 4)
    many = difference_to_rest(divided(*rows, patients=patients), 0, "sensitivity")
    assert many.value == pytest.approx(one.value)
    assert many.method.startswith("patient bootstrap")
    assert many.high - many.low == pytest.approx(one.high - one.low, rel=0.15)


def test_a_proportion_of_1_that_no_draw_changes_still_has_width():
    rows, patients = repeated(((12, 3, 0, 60), (40, 3, 20, 60)), 3)
    found = difference_to_rest(divided(*rows, patients=patients), 0, "sensitivity")
    assert found.method == "MOVER of both intervals"
    assert found.low < found.value - 0.1


def test_few_patients_have_no_interval():
    rows, patients = repeated(((10, 3, 2, 60), (40, 3, 20, 60)), 3)
    found = difference_to_rest(divided(*rows, patients=patients), 0, "sensitivity")
    assert found.low is None
    assert found.note == note(Code.FEW_PATIENTS, patients=12, needed=15)


def test_weighted_cases_differ_as_their_copies_do():
    codes, truth, predicted = counted(WOMEN, MEN)
    weights = np.where(truth == 1, 1.0, 3.0) + codes
    found = difference_to_rest(divided(codes, truth, predicted, weights=weights), 0, "fpr")
    copies = np.repeat(np.arange(len(codes)), weights.astype(int))
    alike = newcombe_of(codes[copies], truth[copies], predicted[copies])
    assert found.value == pytest.approx(alike)
    assert found.low < found.value < found.high


def test_one_case_that_weighs_anything_gives_no_difference():
    codes, truth, predicted = counted(WOMEN, MEN)
    weights = np.where(codes == 0, 1e-9, 1.0)
    weights[np.flatnonzero((codes == 0) & (truth == 0))[0]] = 1e9
    found = difference_to_rest(divided(codes, truth, predicted, weights=weights), 0, "fpr")
    assert (math.isnan(found.value), found.low) == (True, None)
    assert found.note == note(Code.NOT_ASSESSABLE, cases=1, needed=10)


def newcombe_of(codes, truth, predicted):
    rates = [predicted[(codes == group) & (truth == 0)].mean() for group in (0, 1)]
    return rates[0] - rates[1]


def test_mover_of_wilson_bounds_is_newcombes_interval():
    found, known = mover(wilson(56, 70), wilson(48, 80)), newcombe(56, 70, 48, 80)
    assert (found.low, found.high) == pytest.approx((known.low, known.high))
    assert mover(Estimate(0.8), wilson(48, 80)).low is None


def scored(groups, seed=3):
    codes, truth, predicted = counted(*groups)
    noise = np.random.default_rng(seed).normal(size=len(codes))
    return codes, truth, predicted, 1 / (1 + np.exp(-(2 * truth - 1 - codes * truth + noise)))


def test_areas_of_independent_groups_have_both_their_intervals():
    parts = divided(*scored(((30, 20, 20, 200), (40, 20, 10, 200))))
    found = difference_of_scores(parts, 0, "auc")
    sides = [parts.group(at, True).classes[1]["auc"] for at in (0, 1)]
    assert found == mover(*sides)
    assert difference_of_scores(parts, 0, "oe_ratio").value == pytest.approx(
        np.subtract(*(parts.group(at, True).calibration(1).oe_ratio.value for at in (0, 1)))
    )


@pytest.mark.parametrize("key", ["auc", "oe_ratio"])
def test_patients_on_both_sides_are_linearised_together(key):
    codes, truth, predicted, scores = scored(((60, 40, 40, 400), (80, 40, 20, 400)))
    n = len(codes)
    within = np.random.default_rng(2).permutation(n)
    in_pairs = np.empty(n, int)
    in_pairs[within[np.argsort(codes[within], kind="stable")]] = np.arange(n) // 2
    alone = divided(codes, truth, predicted, scores, in_pairs)
    assert not alone.patients_overlap
    shared = divided(codes, truth, predicted, scores, np.random.default_rng(1).permutation(n) // 2)
    assert shared.patients_overlap
    first, second = (difference_of_scores(each, 0, key) for each in (alone, shared))
    assert second.value == pytest.approx(first.value)
    assert second.method.endswith(f"t({len(np.unique(shared.units.unit[codes == 0])) - 1})")
    assert second.high - second.low == pytest.approx(first.high - first.low, rel=0.25)
