"""The pictures of one threshold: scores by truth, the two small curves, a thousand people."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import charts
from charts.style.scale import scale_of
from metrics import NaturalFrequencies, ThresholdTable, natural_frequencies


@st.composite
def scored(draw):
    """A table of probabilities or of free scores, and a threshold in or out of their range."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, probabilities = draw(st.integers(1, 300)), draw(st.booleans())
    scores = rng.random(n) if probabilities else rng.normal(0, 50, n)
    decimals = draw(st.sampled_from([0, 1, 3, 12]))
    table = ThresholdTable.from_scores(np.round(scores, decimals), rng.random(n) < 0.4)
    return table, draw(st.one_of(st.sampled_from([*table.scores.tolist()]), st.floats(-100, 100)))


def drawn(bar):
    return sum(int(text.split("\u00a0")[0].replace(",", "")) for text in bar.hovertext)


@given(scored())
def test_each_case_is_drawn_once_on_its_side_of_the_cut(case):
    table, threshold = case
    fig = charts.scores_by_truth(table, threshold, "VT")
    counts = table.at(threshold)
    assert [drawn(bar) for bar in fig.data] == [counts.fn, counts.tp, counts.tn, counts.fp]


@given(scored())
def test_colour_changes_exactly_at_the_cut(case):
    table, threshold = case
    fig = charts.scores_by_truth(table, threshold, "VT")
    cut, slack = fig.layout.shapes[-1].x0, 1e-9 * np.ptp(fig.layout.xaxis.range)
    for bar, above in zip(fig.data, (False, True, False, True), strict=True):
        left, right = bar.x - bar.width / 2, bar.x + bar.width / 2
        sliver = 0.06 * np.ptp(fig.layout.xaxis.range) / 40
        inside = left >= cut - slack - sliver if above else right <= cut + slack + sliver
        assert np.all(inside)


@given(scored())
def test_each_half_reaches_its_own_full_height_and_no_more(case):
    table, threshold = case
    up = [height for bar in charts.scores_by_truth(table, threshold, "VT").data[:2] for height in bar.y]
    down = [height for bar in charts.scores_by_truth(table, threshold, "VT").data[2:] for height in bar.y]
    assert max(up, default=1) == 1 if table.n_positive else not up
    assert min(down, default=-1) == -1 if table.n_negative else not down


def test_only_probabilities_are_stretched_and_it_is_said():
    probabilities = ThresholdTable.from_scores(np.linspace(0.01, 0.99, 99), np.arange(99) % 2 == 0)
    logits = ThresholdTable.from_scores(np.linspace(-4, 4, 99), np.arange(99) % 2 == 0)
    assert "stretched scale" in charts.scores_by_truth(probabilities, 0.5, "VT").layout.xaxis.title.text
    assert "stretched scale" not in charts.scores_by_truth(logits, 0.5, "VT").layout.xaxis.title.text


@given(scored())
def test_ticks_name_the_score_that_stands_there_and_never_touch(case):
    scale = scale_of(case[0])
    places, texts = scale.ticks()
    said = [float(text.replace("−", "-")) for text in texts]
    np.testing.assert_allclose(scale.score(np.array(places)), said, rtol=1e-4, atol=1e-9)
    pixels = (np.array(places) - scale.low) / (scale.high - scale.low) * 330
    assert np.all(np.diff(pixels) > 8)


def test_the_small_curves_carry_the_point_of_the_rule():
    table = ThresholdTable(np.array([0.9, 0.5, 0.1]), np.array([3, 1, 1]), np.array([0, 2, 8]))
    roc, pr = charts.roc_point(table, 0.5).data[-1], charts.pr_point(table, 0.5).data[-1]
    assert (roc.x[0], roc.y[0]) == (0.2, 0.8)
    assert (pr.x[0], pr.y[0]) == (0.8, pytest.approx(4 / 6))
    assert np.isnan(charts.pr_point(table, np.inf).data[-1].y[0])
    said = charts.roc_point_alt(table, 0.5).replace("\u00a0", " ")
    assert said == "ROC curve. At 0.500: 4 of 5 found, 2 of 10 false alarms."


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_a_thousand_people_are_a_thousand_marks_in_reading_order(sensitivity, specificity, prevalence):
    frequencies = natural_frequencies(sensitivity, specificity, prevalence, whole=True)
    marks = charts.people(frequencies).data
    places = np.concatenate([mark.x * 25 + mark.y for mark in marks])
    np.testing.assert_array_equal(places, np.arange(1000))
    leaves = (frequencies.tp, frequencies.fn, frequencies.fp, frequencies.tn)
    assert [len(mark.x) for mark in marks] == [leaf for leaf in leaves if leaf]


def test_people_are_said_in_whole_numbers():
    said = charts.people_alt(NaturalFrequencies(43, 957, 35, 8, 35, 922), "VT")
    assert "43 have VT: 35 found, 8 missed" in said
    assert "35 false alarms, 922 correctly not called VT" in said
