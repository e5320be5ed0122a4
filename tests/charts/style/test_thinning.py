"""Thinning: few points, a known error, and lines whose area is still the number beside them."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from charts.style.thinning import FEW, TOLERANCE, thin, thin_pr, thin_roc
from metrics import ThresholdTable, auc, average_precision

ROUNDING = 1e-12
MAX_POINTS = 1_000  # of a usual curve; lone steps of about the tolerance need both their ends


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


def uniform_table(n, proportion, shift, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < proportion
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


@given(tables(), st.sampled_from([0.2, 0.03, TOLERANCE]))
def test_the_roc_keeps_its_ends_and_its_promise(table, tolerance):
    line = thin_roc(table, tolerance)
    assert (line.x[0], line.y[0], line.x[-1], line.y[-1]) == (0, 0, 1, 1)
    assert (np.diff(line.x) >= 0).all()
    assert (np.diff(line.y) >= 0).all()
    assert apart(*roc_of(table), line.x, line.y) <= tolerance + ROUNDING


@given(st.integers(0, 2**32 - 1), st.sampled_from([0.001, 0.1, 0.5]), st.sampled_from([0.02, TOLERANCE]))
def test_so_does_that_of_many_thresholds(seed, proportion, tolerance):
    table = uniform_table(FEW + 5_000, proportion, 1.0, seed)
    line = thin_roc(table, tolerance)
    assert apart(*roc_of(table), line.x, line.y) <= tolerance + ROUNDING
    assert (table.counts.fp[line.row] / table.n_negative == line.x).all()
    assert (table.counts.tp[line.row] / table.n_positive == line.y).all()


@given(tables(), st.sampled_from([0.2, TOLERANCE]))
def test_the_area_below_precision_over_recall_is_the_average_precision(table, tolerance):
    line = thin_pr(table, tolerance)
    assert area(line.x, line.y) == pytest.approx(average_precision(table), abs=tolerance + ROUNDING)
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
    assert len(line.x) <= 2 * MAX_POINTS + 2
    assert apart(*roc_of(table), line.x, line.y) <= TOLERANCE + ROUNDING


@pytest.mark.thorough
@pytest.mark.parametrize(("proportion", "shift"), [(0.5, 1.5), (0.3, 0.0), (0.01, 2.0), (0.0007, 0.5)])
def test_a_million_scores_become_at_most_a_thousand_points(proportion, shift):
    table = uniform_table(1_000_000, proportion, shift)
    roc, pr = thin_roc(table), thin_pr(table)
    assert max(len(roc.x), len(pr.x)) <= 1.5 * MAX_POINTS
    assert apart(*roc_of(table), roc.x, roc.y) <= TOLERANCE + ROUNDING
    assert abs(area(roc.x, roc.y) - auc(table)) < TOLERANCE
    assert abs(area(pr.x, pr.y) - average_precision(table)) < TOLERANCE


@pytest.mark.parametrize(("draw", "shift"), [(thin_roc, 0.0), (thin_roc, 1.5), (thin_pr, 1.5)])
def test_a_reader_finds_thresholds_where_the_line_is_all_but_straight(draw, shift):
    line = draw(uniform_table(200_000, 0.3, shift))
    assert len(line.x) >= 150
    assert np.diff(line.x).max() < 0.03


@given(tables())
def test_every_drawn_point_names_a_threshold_that_exists(table):
    for line in (thin_roc(table), thin_pr(table)):
        assert ((line.row >= 0) & (line.row <= len(table.scores))).all()
    counts, line = table.counts, thin_roc(table)
    assert (counts.tp[line.row] / table.n_positive == line.y).all()


@pytest.mark.parametrize(("positives", "negatives"), [([0, 0], [3, 4]), ([3, 4], [0, 0])])
def test_one_class_alone_has_no_roc(positives, negatives):
    table = ThresholdTable(np.array([2.0, 1.0]), np.array(positives), np.array(negatives))
    assert len(thin_roc(table).x) == 0
    assert (len(thin_pr(table).x) == 0) == (sum(positives) == 0)


@given(st.lists(st.tuples(st.sampled_from([0.0, 0.0004, 0.02]), st.floats(-0.01, 0.01)), min_size=1, max_size=60))
def test_no_vertex_of_a_jagged_line_is_off_by_more_than_the_tolerance(moves):
    run, rise = np.array(moves).T
    x, y = np.append(0, run.cumsum()), np.append(0, rise.cumsum())
    kept = thin(x, y, 0.005)
    assert (kept[0], kept[-1]) == (0, len(x) - 1)
    for left, right in pairwise(kept):
        inner = slice(left + 1, right)
        if x[right] > x[left]:
            chord = y[left] + (y[right] - y[left]) * (x[inner] - x[left]) / (x[right] - x[left])
            assert np.abs(y[inner] - chord).max(initial=0) <= 0.005 + ROUNDING


def test_a_table_is_thinned_once():
    table = uniform_table(1000, 0.3, 1.0)
    assert thin_roc(table) is thin_roc(table)
    assert thin_roc(table) is not thin_roc(table, 0.05)
