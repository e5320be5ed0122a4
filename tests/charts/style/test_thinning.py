"""Thinning: few points, a known error, and lines whose area is still the number beside them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from charts.style.thinning import MAX_POINTS, TOLERANCE, roc_corners, thin, thin_pr, thin_roc
from metrics import ThresholdTable, auc, average_precision

ROUNDING = 1e-12


@st.composite
def tables(draw, most=400):
    """Tables of up to `most` distinct scores, from no ties to nothing but ties, with both classes present."""
    distinct = draw(st.integers(1, most))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    per_score = draw(st.sampled_from([1, 2, 5, 1000]))
    positives, negatives = rng.integers(0, per_score + 1, (2, distinct))
    positives[rng.integers(distinct)] += 1
    negatives[rng.integers(distinct)] += 1
    kept = positives + negatives > 0
    return ThresholdTable(-np.arange(kept.sum(), dtype=float), positives[kept], negatives[kept])


def uniform_table(n, share, shift, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < share
    return ThresholdTable.from_scores(rng.normal(size=n) + shift * truth, truth)


def roc_of(table):
    return table.counts.fp / table.n_negative, table.counts.tp / table.n_positive


def apart(x, y, line_x, line_y):
    """How far (x, y) is above or below the line, which may stand upright: measured at x, not along the path."""
    first = np.searchsorted(line_x, x, "left").clip(0, len(line_x) - 1)
    last = (np.searchsorted(line_x, x, "right") - 1).clip(0)
    between = np.interp(x, line_x, line_y)
    low = np.where(line_x[first] == x, line_y[first], between)
    high = np.where(line_x[last] == x, line_y[last], between)
    return np.abs(y - np.clip(y, np.minimum(low, high), np.maximum(low, high))).max()


def area(x, y):
    return float(np.sum(np.diff(x) * (y[1:] + y[:-1]) / 2))


@given(tables(), st.sampled_from([5, 20, 100, MAX_POINTS]))
def test_the_roc_keeps_its_ends_its_budget_and_its_promised_error(table, points):
    line = thin_roc(table, points)
    assert 2 <= len(line.x) <= points
    assert (line.x[0], line.y[0], line.x[-1], line.y[-1]) == (0, 0, 1, 1)
    assert (np.diff(line.x) >= 0).all()
    assert (np.diff(line.y) >= 0).all()
    assert apart(*roc_of(table), line.x, line.y) <= line.error + ROUNDING


@given(tables(most=900))
def test_the_roc_is_always_within_its_tolerance(table):
    assert thin_roc(table).error < TOLERANCE
    assert apart(*roc_of(table), thin_roc(table).x, thin_roc(table).y) < TOLERANCE


@given(tables())
def test_corners_alone_carry_the_whole_roc(table):
    x, y = roc_of(table)
    rows = roc_corners(table)
    assert area(x[rows], y[rows]) == pytest.approx(auc(table), abs=ROUNDING)
    assert apart(x, y, x[rows], y[rows]) <= ROUNDING


@given(tables(), st.sampled_from([5, 20, 100, MAX_POINTS]))
def test_the_pr_curve_keeps_its_budget_and_its_area_is_the_average_precision(table, points):
    line = thin_pr(table, points)
    assert len(line.x) <= points
    assert area(line.x, line.y) == pytest.approx(average_precision(table), abs=line.error + ROUNDING)
    prevalence = table.n_positive / (table.n_positive + table.n_negative)
    assert (line.x[0], line.x[-1], line.y[-1]) == (0, 1, pytest.approx(prevalence))


@pytest.mark.parametrize("positives", [499, 501, 600, 750, 998, 999, 1000, 1500, 2500])
@pytest.mark.parametrize("gaps", ["random", "alternating"])
def test_lone_steps_of_about_the_tolerance_do_not_defeat_it(positives, gaps):
    rng = np.random.default_rng(positives)
    run = rng.integers(1, 200, positives) if gaps == "random" else np.where(np.arange(positives) % 2, 1, 400)
    truth = np.zeros(run.sum() + positives + 5, bool)
    truth[np.cumsum(run + 1) - 1] = True
    table = ThresholdTable.from_scores(-np.arange(len(truth), dtype=float), truth)
    line = thin_roc(table)
    assert len(line.x) <= MAX_POINTS
    assert apart(*roc_of(table), line.x, line.y) <= line.error + ROUNDING < TOLERANCE


@pytest.mark.parametrize(("share", "shift"), [(0.5, 1.5), (0.3, 0.0), (0.01, 2.0), (0.0007, 0.5)])
def test_a_million_scores_become_at_most_a_thousand_points(share, shift):
    table = uniform_table(1_000_000, share, shift)
    roc, pr = thin_roc(table), thin_pr(table)
    assert max(len(roc.x), len(pr.x)) <= MAX_POINTS
    assert apart(*roc_of(table), roc.x, roc.y) <= roc.error + ROUNDING < TOLERANCE
    assert abs(area(roc.x, roc.y) - auc(table)) < TOLERANCE
    assert pr.error < TOLERANCE
    assert abs(area(pr.x, pr.y) - average_precision(table)) < TOLERANCE


@pytest.mark.parametrize(("draw", "shift"), [(thin_roc, 0.0), (thin_roc, 1.5), (thin_pr, 1.5)])
def test_a_reader_finds_rules_where_the_line_is_all_but_straight(draw, shift):
    line = draw(uniform_table(200_000, 0.3, shift))
    assert len(line.x) >= 150
    assert np.diff(line.x).max() < 0.03
    assert line.error < 0.0006


@given(tables())
def test_every_drawn_point_names_a_rule_that_exists(table):
    for line in (thin_roc(table), thin_pr(table)):
        assert ((line.row >= 0) & (line.row <= len(table.scores))).all()
    counts, line = table.counts, thin_roc(table)
    assert np.abs(counts.tp[line.row] / table.n_positive - line.y).max() <= TOLERANCE


@pytest.mark.parametrize(("positives", "negatives"), [([0, 0], [3, 4]), ([3, 4], [0, 0])])
def test_one_class_alone_has_no_roc(positives, negatives):
    table = ThresholdTable(np.array([2.0, 1.0]), np.array(positives), np.array(negatives))
    assert len(thin_roc(table).x) == 0
    assert (len(thin_pr(table).x) == 0) == (sum(positives) == 0)


def test_a_jagged_line_gives_up_its_smallest_teeth_first():
    x = np.linspace(0, 1, 9)
    y = np.array([0, 1.0, 0, 0.1, 0, 0.5, 0, 0.01, 0])
    assert {1, 2} <= set(thin(x, y, points=5).tolist())


def test_a_table_is_thinned_once():
    table = uniform_table(1000, 0.3, 1.0)
    assert thin_roc(table) is thin_roc(table)
    assert thin_roc(table) is not thin_roc(table, 50)
