"""A threshold chosen on the cases it is judged by promises too much; how much is told from the counts alone."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from scipy.special import ndtr

from metrics import (
    METRICS,
    ResamplingUnits,
    ThresholdTable,
    choice_optimism,
    lowest_cost,
    target_sensitivity,
    target_specificity,
    youden,
)
from metrics.intervals.weighted_scores import weighted_units
from metrics.measures.case_weights import weighted_table
from metrics.thresholding.optimism import RANGES, Corrected, scores_drawn
from tests.support.effort import repeats

Choice = Callable[[ThresholdTable], float]
APART = 1.5  # standard deviations between the scores of cases and others
CHOICES: dict[str, Choice] = {
    "youden": youden,
    "sensitivity": lambda table: target_sensitivity(table, 0.9),
    "specificity": lambda table: target_specificity(table, 0.9),
    "cost": lambda table: lowest_cost(table, 5, 1),
}
every_choice = pytest.mark.parametrize("choose", CHOICES.values(), ids=CHOICES.keys())


def drawn(cases: int, seed: int) -> ThresholdTable:
    """Two normal groups of equal size."""
    rng = np.random.default_rng(seed)
    has = np.arange(cases) % 2 == 0
    return ThresholdTable.from_scores(rng.normal(size=cases) + APART * has, has)


def both(table: ThresholdTable, choose: Choice, **more: int) -> np.ndarray:
    """(2, 2) sensitivity and specificity: apparent and corrected."""
    found = choice_optimism(table, choose, ("sensitivity", "specificity"), **more)
    return np.array([[each.apparent, each.value] for each in found.values()])


@pytest.mark.parametrize("cases", [30, 6 * RANGES])
@pytest.mark.parametrize("at", [0.4, -math.inf, math.inf])
def test_without_choosing_there_is_no_optimism(cases: int, at: float) -> None:
    table = drawn(cases, 0)
    for key, each in choice_optimism(table, lambda _: at).items():
        apparent = float(METRICS[key](table.at(at)))
        assert each.apparent == pytest.approx(apparent, nan_ok=True)
        assert each.value == pytest.approx(apparent, nan_ok=True)


@pytest.mark.thorough
@every_choice
def test_the_same_seed_gives_the_same_and_another_one_nearly(choose: Choice) -> None:
    table = drawn(120, 3)
    one = choice_optimism(table, choose)
    assert choice_optimism(table, choose) == one
    other = choice_optimism(table, choose, seed=1)
    assert other != one
    assert all(abs(other[key].value - one[key].value) < 0.02 for key in one)


@every_choice
@pytest.mark.thorough
def test_corrected_values_are_nearer_to_the_true_value_and_the_promise_shrinks_with_the_cases(choose: Choice) -> None:
    """Leeflang 2008: what data chose reads too high, most in small samples. The true value is known here."""
    excess = {}
    for cases, sets in ((40, repeats(60)), (400, 15)):
        tables = [drawn(cases, seed) for seed in range(sets)]
        cuts = np.array([choose(table) for table in tables])
        truth = np.stack([ndtr(APART - cuts), ndtr(cuts)], 1)
        found = np.stack([both(table, choose, replicates=50) for table in tables])
        excess[cases] = (found - truth[..., None]).mean(0).sum(0)  # of sensitivity + specificity
    for apparent, corrected in excess.values():
        assert abs(corrected) < abs(apparent)
    assert excess[40][0] > 0.03
    assert excess[400][0] < excess[40][0] / 2


@pytest.mark.thorough
def test_a_true_proportion_reads_as_much_too_high_as_published() -> None:
    """Leeflang et al. 2008, Clin Chem 54:729: 84 % reads about 90 % in 40 cases and about 86 % in 200 (Youden)."""
    apart, truth = 2 * 0.9945, 0.84  # of two normal groups split at the middle
    read = {}
    for cases in (40, 200):
        rng = np.random.default_rng(cases)
        has = np.arange(cases) % 2 == 0
        tables = [ThresholdTable.from_scores(rng.normal(size=cases) + apart * has, has) for _ in range(200)]
        read[cases] = np.mean([table.at(youden(table)).tp / table.n_positive for table in tables])
    assert ndtr(apart / 2) == pytest.approx(truth, abs=0.001)
    assert read[40] == pytest.approx(0.90, abs=0.025)
    assert read[200] == pytest.approx(0.86, abs=0.02)


@every_choice
def test_a_large_table_is_grouped_without_another_answer(choose: Choice) -> None:
    table = drawn(4 * RANGES, 5)
    grouped = choice_optimism(table, choose)
    fine = choice_optimism(ThresholdTable.added_up(table.scores.round(2), table.positives, table.negatives), choose)
    for key in grouped:
        assert grouped[key].apparent == float(METRICS[key](table.at(choose(table))))
        assert grouped[key].optimism == pytest.approx(fine[key].optimism, abs=0.01)


EMPTY = ThresholdTable.from_scores([], [])


def test_where_nothing_can_be_chosen_nothing_is_corrected() -> None:
    one_group = ThresholdTable.from_scores([0.1, 0.4, 0.6], [1, 1, 1])
    for table in (EMPTY, one_group):
        assert all(math.isnan(each.value) for each in choice_optimism(table, youden).values())
    never = choice_optimism(drawn(30, 0), lambda _: math.nan)
    assert all(math.isnan(each.apparent) and math.isnan(each.value) for each in never.values())


def test_what_too_many_resamples_leave_undefined_is_not_told() -> None:
    """Of three others, resamples often hold none: specificity has no value there."""
    table = ThresholdTable.from_scores([0.9, 0.8, 0.7, 0.2], [1, 1, 1, 0])
    found = choice_optimism(table, youden)["specificity"]
    assert found.apparent == 1
    assert math.isnan(found.value)


def test_corrected_values_stay_proportions() -> None:
    assert Corrected(0.02, 0.05).value == 0
    assert Corrected(1.0, -0.05).value == 1
    assert Corrected(0.9, 0.05).value == pytest.approx(0.85)


def test_the_optimism_of_weighted_cases_is_that_of_copied_patients() -> None:
    """Each case as a patient with as many rows as it weighs: the same draws, the same correction."""
    rng = np.random.default_rng(2)
    truth, times = (rng.random(120) < 0.4).astype(int), rng.integers(1, 5, 120)
    scores = np.round(rng.normal(0, 1, 120) + truth, 1)
    units = weighted_units(truth, 2, times)
    own = replace(units, scores=(None, scores))
    copied = np.repeat(np.arange(120), times)
    again = ResamplingUnits(truth[copied], truth[copied], 2, 120, (None, scores[copied]), copied)
    table = weighted_table(scores, truth == 1, times)
    found = choice_optimism(table, youden, units=(own, 1))
    assert found == choice_optimism(ThresholdTable.from_scores(scores[copied], truth[copied]), youden, units=(again, 1))
    assert found["sensitivity"].optimism > 0
    ones = weighted_table(scores, truth == 1, np.ones(120, np.int64))
    plain = choice_optimism(ones, youden, replicates=200)
    drawn = choice_optimism(ones, youden, units=(replace(own, case_weights=np.ones(120, np.int64)), 1))
    assert drawn["sensitivity"].optimism == pytest.approx(plain["sensitivity"].optimism, abs=0.02)


@pytest.mark.parametrize("cases", [30, 6 * RANGES])
def test_the_scores_that_are_drawn_together_cover_the_table_in_at_most_so_many_steps(cases: int) -> None:
    table = drawn(cases, 3)
    found = scores_drawn(table)
    assert (np.diff(found) < 0).all()
    assert np.isin(found, table.scores).all()
    assert found[-1] == table.scores[-1]
    assert len(found) == min(cases, 2 * RANGES) or RANGES < len(found) <= 2 * RANGES
