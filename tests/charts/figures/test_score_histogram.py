"""Scores by true class: every case is in one bar, on its side of the threshold."""

import numpy as np
import pytest

from charts.figures.score_histogram import score_histogram, score_histogram_alt
from charts.style.theme import CORRECT, FALSE_POSITIVE, MISSED_NORMAL, TRUE_NEGATIVE
from metrics import ThresholdTable

SCORES = np.array([0.02, 0.1, 0.31, 0.5, 0.5, 0.77, 0.9, 1.0])
ILL = np.array([0, 0, 1, 1, 0, 1, 0, 1], bool)


def drawn(threshold: float | None) -> dict[str, int]:
    """Colour -> cases of its bars."""
    figure = score_histogram(ThresholdTable.from_scores(SCORES, ILL), "ill", "well", threshold)
    found: dict[str, int] = {}
    for bar in figure.data:
        held = sum(int(text.split(": ")[1]) for text in bar.hovertext)
        found[bar.marker.color] = found.get(bar.marker.color, 0) + held
    return found


@pytest.mark.parametrize("threshold", [0.5, 0.313, 0.0])
def test_bars_are_coloured_by_what_the_threshold_makes_of_their_cases(threshold: float) -> None:
    above = threshold <= SCORES
    assert drawn(threshold) == {
        CORRECT.color: (ILL & above).sum(),
        MISSED_NORMAL.color: (ILL & ~above).sum(),
        FALSE_POSITIVE.color: (~ILL & above).sum(),
        TRUE_NEGATIVE.color: (~ILL & ~above).sum(),
    }


def test_without_a_threshold_nothing_is_correct_or_incorrect() -> None:
    assert drawn(None) == {CORRECT.color: 0, FALSE_POSITIVE.color: 0, TRUE_NEGATIVE.color: 8}


def test_the_line_is_named_as_assumed_and_the_words_count_both_sides() -> None:
    table = ThresholdTable.from_scores(SCORES, ILL)
    figure = score_histogram(table, "ill", "well", 0.5)
    assert [shape.x0 for shape in figure.layout.shapes] == [0.5]
    assert "0.5, assumed" in [each.text for each in figure.layout.annotations]
    assert score_histogram_alt(table, "ill", "well", 0.5) == (
        "Scores for ill. At 0.5 or above: 3 ill, 2 well. Below: 1 ill, 2 well."
    )


def test_scores_beyond_one_have_their_own_axis_even_where_all_are_alike() -> None:
    for scores in (SCORES * 40 - 7, np.full(8, 3.0)):
        low, high = score_histogram(ThresholdTable.from_scores(scores, ILL), "a", "b", None).layout.xaxis.range
        assert low <= scores.min() <= scores.max() <= high
        assert low < high


def test_a_marker_over_powers_of_ten_has_a_logarithmic_axis_named_as_such() -> None:
    scores = 10 ** np.array([0.1, 0.4, 0.5, 0.9, 1.0, 2.2, 2.9, 3.8])
    table = ThresholdTable.from_scores(scores, ILL)
    figure = score_histogram(table, "ill", "well", 10.0)
    assert figure.layout.xaxis.title.text == "Score for ill (log scale)"
    assert list(figure.layout.xaxis.ticktext) == ["10", "100", "1,000"]
    assert list(figure.layout.xaxis.tickvals) == [1, 2, 3]
    assert figure.layout.shapes[0].x0 == 1
    held = {bar.marker.color: sum(int(text.split(": ")[1]) for text in bar.hovertext) for bar in figure.data}
    assert held[CORRECT.color] == (ILL & (scores >= 10)).sum()
    assert sum(held.values()) == len(scores)
    assert max(len(bar.x) for bar in figure.data) > 3
