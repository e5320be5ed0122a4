"""Two thresholds with an indeterminate zone between them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import ThresholdTable, clopper_pearson
from metrics.notes import Code, Note
from metrics.thresholding.two_thresholds import with_figures, zones
from tests.metrics.test_weighted_evaluation import plain, rows, weighted

tenths = st.integers(0, 10).map(lambda part: part / 10)
tables = st.lists(st.tuples(tenths, st.booleans()), min_size=1, max_size=40).map(
    lambda rows: (np.array([row[0] for row in rows]), np.array([row[1] for row in rows]))
)


@given(tables, tenths, tenths)
def test_every_case_lies_in_one_zone_and_is_counted_there(
    rows: tuple[np.ndarray, np.ndarray], one: float, other: float
) -> None:
    scores, truth = rows
    low, high = sorted((one, other))
    found = zones(ThresholdTable.from_scores(scores, truth), low, high)
    inside = (scores < low, (scores >= low) & (scores < high), scores >= high)
    for zone, expected in zip((found.ruled_out, found.between, found.ruled_in), inside, strict=True):
        assert (zone.positives, zone.negatives) == ((expected & truth).sum(), (expected & ~truth).sum())
        ratio = zone.likelihood_ratio
        if ratio.is_defined:
            with_, without = (expected & truth).sum() / truth.sum(), (expected & ~truth).sum() / (~truth).sum()
            assert ratio.value == pytest.approx(with_ / without)
        else:
            assert ratio.note
    assert found.indeterminate.successes == inside[1].sum()
    assert found.detected.successes == (inside[2] & truth).sum()


def test_a_rule_out_says_how_many_it_may_miss_at_most() -> None:
    """35 patients lie below the line, 7 of them with a poor outcome; binomial tails of 2.5 % give the bound."""
    scores = np.array([0.05] * 35 + [0.3] * 64 + [0.9] * 14)
    truth = np.array([True] * 7 + [False] * 28 + [True] * 25 + [False] * 39 + [True] * 12 + [False] * 2)
    found = zones(ThresholdTable.from_scores(scores, truth), 0.1, 0.6)
    assert (found.missed.successes, found.missed.trials) == (7, 35)
    assert found.missed.high == clopper_pearson(7, 35).high == pytest.approx(0.3694, abs=1e-4)
    assert (found.between.cases, found.indeterminate.value) == (64, pytest.approx(64 / 113))
    assert found.missed_of_class.trials == 44


def test_zones_that_hold_nobody_say_so_and_lines_that_cross_are_refused() -> None:
    table = ThresholdTable.from_scores([0.2, 0.8], [False, True])
    found = zones(table, 0.1, 0.5)
    assert math.isnan(found.missed.value)
    assert (found.missed.successes, found.missed.trials) == (0, 0)
    assert found.missed.note == found.ruled_out.likelihood_ratio.note == Note(Code.EMPTY_ZONE)
    assert found.ruled_in.likelihood_ratio.note == Note(Code.ONLY_TRUE_CASES_IN_ZONE)
    for low, high in ((0.6, 0.5), (math.nan, 0.5)):
        with pytest.raises(ValueError, match="cannot lie above"):
            zones(table, low, high)


def test_zones_with_figures_cases_have_their_counts_and_the_weighted_numbers() -> None:
    truth, predicted, scores = rows(300, 5)
    weights = np.random.default_rng(5).exponential(1.0, 300)
    evaluation = weighted(plain(truth, predicted, scores), weights)
    seen, low, high = evaluation.table(1), 0.2, 0.6
    plainly = zones(seen, low, high)
    found = with_figures(plainly, *(evaluation.in_zone(1, *ends) for ends in ((-9, low), (low, high), (high, 9))))
    own, out, into = scores[:, 1], scores[:, 1] < low, scores[:, 1] >= high
    is_class = truth == 1
    for estimate, group, part in (
        (found.missed, out, is_class),
        (found.detected, into, is_class),
        (found.missed_of_class, is_class, out),
        (found.indeterminate, own > -1, ~out & ~into),
    ):
        assert estimate.value == pytest.approx(weights[group & part].sum() / weights[group].sum())
        assert (estimate.successes, estimate.trials) == ((group & part).sum(), group.sum())
    chance = [weights[group & ~out & ~into].sum() / weights[group].sum() for group in (is_class, ~is_class)]
    assert found.between.likelihood_ratio.value == pytest.approx(chance[0] / chance[1])
    assert (found.between.cases, found.ruled_out.positives) == (plainly.between.cases, plainly.ruled_out.positives)
    nobody = with_figures(
        zones(seen, -1, -1), *(evaluation.in_zone(1, *ends) for ends in ((-9, -1), (-1, -1), (-1, 9)))
    )
    assert nobody.missed.note == Note(Code.EMPTY_ZONE)


def test_a_zone_of_few_cases_has_a_ratio_without_interval_as_everywhere() -> None:
    rng = np.random.default_rng(0)
    truth = np.arange(38) < 8
    table = ThresholdTable.from_scores(rng.random(38) + 0.5 * truth, truth)
    ratio = zones(table, 0.5, 0.8).ruled_in.likelihood_ratio
    assert ratio.low is None
    assert ratio.note is not None
    assert ratio.note.code is Code.FEW_CASES_OF_GROUP
