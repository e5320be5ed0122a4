import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import ArrayLike

from metrics import (
    METRICS,
    ConfusionMatrix,
    Counts,
    Estimate,
    Evaluation,
    ThresholdTable,
    accuracy,
    bootstrap,
    macro,
    mcc,
    wilson,
)
from metrics.definition import Formula, Metric
from metrics.intervals.bootstrap import Resamples, expanded, from_draws, percentile
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.measures.agreement import mcc_of, one_vs_rest
from metrics.notes import Code, Note, note

CELLS = np.array([[300, 40], [25, 135]])
patients = np.random.default_rng(1).multinomial(12, [0.4, 0.1, 0.1, 0.4], size=40).reshape(40, 2, 2)


def by_cell(statistic: Callable, cells: ArrayLike, replicates: int = 2000, seed: int = 0) -> Estimate:
    value = float(statistic(one_vs_rest(cells)))
    return Resamples.of(cells, replicates, seed).bootstrap_interval(value, statistic)


def correct(counts: Counts) -> np.ndarray:
    return counts.tp.sum(-1) / (counts.tp + counts.fn).sum(-1)


def mean_sensitivity(counts: Counts) -> float | np.ndarray:
    return macro(METRICS["sensitivity"](counts))


def test_the_bootstrap_of_a_proportion_agrees_with_its_wilson_interval() -> None:
    found, expected = by_cell(correct, CELLS), wilson(435, 500)
    assert found.value == expected.value
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=0.006)


def test_patients_are_resampled_with_all_their_rows() -> None:
    """Every row ten times makes ten times the rows, and no more certainty."""
    usual, copied = bootstrap(accuracy, patients), bootstrap(accuracy, patients * 10)
    assert (copied.low, copied.high) == pytest.approx((usual.low, usual.high))
    pooled = by_cell(correct, patients.sum(0) * 10)
    assert pooled.high - pooled.low < (copied.high - copied.low) / 2


def test_clusters_of_one_case_are_independent_cases() -> None:
    single = np.zeros((500, 4))
    single[np.arange(500), np.repeat(np.arange(4), CELLS.ravel())] = 1
    by_case, by_cells = bootstrap(mcc, single.reshape(-1, 2, 2)), by_cell(mcc_of, CELLS)
    assert by_case.value == pytest.approx(by_cells.value)
    assert (by_case.low, by_case.high) == pytest.approx((by_cells.low, by_cells.high), abs=0.02)


def test_a_seed_gives_the_same_interval_again_and_another_seed_another() -> None:
    for draw, statistic, given in ((bootstrap, mcc, patients), (by_cell, mcc_of, CELLS)):
        assert draw(statistic, given, 200, seed=3) == draw(statistic, given, 200, seed=3)
        assert draw(statistic, given, 200, seed=3).low != draw(statistic, given, 200, seed=4).low


def test_a_higher_level_is_wider() -> None:
    usual, wider = bootstrap(mcc, patients, level=0.8), bootstrap(mcc, patients, level=0.99)
    assert wider.low < usual.low < usual.value < usual.high < wider.high


def test_too_few_clusters_or_too_many_undefined_draws_give_a_note_instead() -> None:
    few = bootstrap(accuracy, patients[:14])
    assert few.value == accuracy(patients[:14].sum(0))
    one_case_apart = np.zeros((20, 2, 2))
    one_case_apart[:, 0, 0], one_case_apart[0, 1, 1] = 5, 1
    often_undefined = bootstrap(mcc, one_case_apart)
    assert often_undefined.value == 1
    for found, code in ((few, Code.FEW_PATIENTS), (often_undefined, Code.UNDEFINED_REPLICATES)):
        assert (found.low, found.high) == (None, None)
        assert found.note.code is code


def test_the_set_of_classes_stays_fixed() -> None:
    """Three cases vanish in one draw of twenty: averaging over the classes that are left would jump."""
    shaky = by_cell(mean_sensitivity, [[2, 1, 0], [0, 60, 40], [0, 30, 70]])
    assert shaky.low is not None or shaky.note.code is Code.UNDEFINED_REPLICATES
    sure = by_cell(mean_sensitivity, [[20, 10, 0], [0, 60, 40], [0, 30, 70]])
    assert sure.low < sure.value < sure.high
    assert by_cell(mean_sensitivity, [[1, 0], [0, 99]]).note == note(Code.FEW_CASES_OUTSIDE_LARGEST, cases=1, needed=10)


def test_many_classes_are_resampled_block_by_block() -> None:
    """Two thousand matrices of 500 classes would fill four gigabytes."""
    sizes = []
    wide = np.zeros((15, 500, 500))
    wide[:, 0, 0], wide[::2, 0, 1] = 3, 1

    def proportion(cells: np.ndarray) -> np.ndarray:
        sizes.append(cells.nbytes)
        return accuracy(cells)

    found = bootstrap(proportion, wide, replicates=40)
    assert found.low < found.value < found.high
    assert max(sizes) <= 8 * 2**21
    narrow = bootstrap(accuracy, wide[:, :2, :2], replicates=40)
    assert (found.value, found.low, found.high) == (narrow.value, narrow.low, narrow.high)


def test_patients_who_are_all_alike_have_no_interval_of_width_0() -> None:
    found = bootstrap(accuracy, np.tile([[3, 0], [0, 2]], (20, 1, 1)))
    assert (found.value, found.low, found.high) == (1, None, None)
    assert found.note == Note(Code.ALL_REPLICATES_EQUAL)


def test_a_number_that_is_undefined_stays_so_with_a_reason() -> None:
    found = bootstrap(mcc, np.tile([[3, 0], [0, 0]], (20, 1, 1)))
    assert math.isnan(found.value)
    assert found.note
    assert math.isnan(bootstrap(accuracy, np.zeros((0, 2, 2))).value)


def test_a_matrix_of_too_many_cells_says_so() -> None:
    found = Resamples.of(np.ones((150, 150), int))
    assert found.drawn is None
    assert found.note == note(Code.TOO_MANY_CELLS, cells=22_500)


@pytest.mark.parametrize(("undefined", "has_interval"), [(100, True), (101, False)])
def test_up_to_5_percent_of_the_resamples_may_be_undefined(undefined: int, has_interval: bool) -> None:
    replicates = np.random.default_rng(0).normal(0.5, 0.05, 2000)
    replicates[:undefined] = np.nan
    for found in (percentile(0.5, replicates), from_draws(0.5, replicates, 40)):
        assert (found.low is not None) == has_interval
        assert has_interval or found.note == note(Code.UNDEFINED_REPLICATES, percent=pytest.approx(5.05))


def test_replicates_that_differ_by_rounding_alone_give_no_interval() -> None:
    replicates = 1 / 3 + np.random.default_rng(0).integers(-2, 3, 2000) * 2.0**-54
    assert len(set(replicates.tolist())) > 1
    for found in (percentile(1 / 3, replicates), from_draws(1 / 3, replicates, 40)):
        assert (found.low, found.note) == (None, Note(Code.ALL_REPLICATES_EQUAL))
    assert from_draws(0.5, 0.5 + np.linspace(-1, 1, 2000) * 1e-9, 10**18).low is not None  # of 10^18 cases


@pytest.mark.parametrize("classes", [2, 3, 7])
def test_constant_scores_have_no_interval_of_width_0(classes: int) -> None:
    """Macro average precision of constant scores was 0.333 with the interval 0.333 to 0.333."""
    truth = np.random.default_rng(1).integers(0, classes, 40 * classes)
    score = np.full(len(truth), 0.1)
    tables = tuple(ThresholdTable.from_scores(score, truth == code) for code in range(classes))
    units = ResamplingUnits(truth, truth, classes, len(truth), (score,) * classes)
    found = Evaluation(ConfusionMatrix.from_codes(truth, truth, tuple("abcdefg")[:classes]), tables, units=units)
    for estimate in (*found.macro.values(), *found.weighted.values(), *found.classes[0].values()):
        assert estimate.low is None or estimate.high - estimate.low > 1e-6, estimate
    assert found.macro["average_precision"].note == Note(Code.ALL_REPLICATES_EQUAL)


def test_a_number_at_its_end_has_the_percentiles_of_its_level() -> None:
    replicates = np.linspace(0, 1, 2000)
    for value, level in ((1.0, 0.9), (0.0, 0.5)):
        found = from_draws(value, replicates, 40, level)
        assert (found.low, found.high) == pytest.approx(((1 - level) / 2, (1 + level) / 2))
        assert found.method == "bootstrap"


def test_a_metric_with_a_formula_of_its_own_is_resampled() -> None:
    youden = Metric(
        key="j",
        name="J",
        meaning="",
        undefined=Code.ONE_KIND_OF_CASES,
        lowest=-1.0,
        rule=Formula("", lambda counts: METRICS["sensitivity"](counts) + METRICS["specificity"](counts) - 1),
    )
    counts = one_vs_rest(CELLS)
    given = [Estimate(float(value)) for value in youden(counts)]
    found = Resamples.of(CELLS).class_metric_intervals(youden, given, 0.95)
    assert [each.method for each in found] == ["bootstrap SE, logit scale, t(159)"] * 2
    assert found[0].low < given[0].value < found[0].high
    sd = math.sqrt(300 * 40 / 340**3 + 25 * 135 / 160**3)
    assert (found[0].high - found[0].low) / 2 == pytest.approx(1.975 * sd, rel=0.05)
    (few, _), (_, lost) = (
        Resamples.of(cells).class_metric_intervals(youden, [Estimate(0.5), Estimate(math.nan)], 0.95)
        for cells in ([[40, 1], [3, 6]], [[40, 20], [0, 0]])
    )
    assert (few.value, few.low, few.note) == (0.5, None, note(Code.FEW_CASES_OF_GROUP, cases=9, needed=10))
    assert not lost.is_defined
    assert Resamples.of([[3, 1], [1, 3]]).class_metric_intervals(youden, [Estimate(0.5)], 0.95)[0].note == note(
        Code.FEW_CASES, needed=15
    )


def test_the_spread_of_few_drawn_units_is_that_of_a_sample() -> None:
    """Draws of n units vary by (n − 1) / n of the variance: its root is given back, and t has n − 1 degrees."""
    replicates = np.random.default_rng(1).normal(0.7, 0.04, 2000)
    found = from_draws(0.7, replicates, 16)
    reach = 2.131449545559323 * math.sqrt(16 / 15) * replicates.std() / (0.7 * 0.3)
    expected = [1 / (1 + math.exp(-(math.log(0.7 / 0.3) + side * reach))) for side in (-1, 1)]
    assert [found.low, found.high] == pytest.approx(expected)
    assert found.method == "bootstrap SE, logit scale, t(15)"


@pytest.mark.parametrize(("units", "tail"), [(5, 0.00095), (10, 0.00855), (15, 0.01321), (20, 0.01588), (40, 0.02026)])
def test_expanded_percentiles_reach_as_far_as_t_around_the_spread_of_a_sample(units: int, tail: float) -> None:
    """Of a mean of normal values: Hesterberg 2015 has Φ(−√(n/(n − 1)) t) in each tail."""
    assert (1 - expanded(0.95, units)) / 2 == pytest.approx(tail, abs=0.00001)
