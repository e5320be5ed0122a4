"""Segments that are too short to be seen, and what of a recording is drawn all the same."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from charts.figures.sequences.courses import CELLS, differences, drawn_of, hovers, joined
from tests.support.data.recordings import course, looks


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 40)), min_size=1, max_size=60), st.integers(1, 40))
def test_joining_keeps_the_whole_time_without_gaps_and_says_what_it_hides(parts, cells) -> None:
    codes = np.array([code for code, _ in parts])
    edges = np.append(0, np.cumsum([size for _, size in parts])) / sum(size for _, size in parts)
    drawn = joined(codes, edges[:-1], edges[1:], cells)
    assert drawn.starts[0] == 0
    assert drawn.stops[-1] == edges[-1]
    np.testing.assert_array_equal(drawn.starts[1:], drawn.stops[:-1])
    assert len(drawn.codes) <= 2 * cells + 2
    assert drawn.joined == len(codes) - len(drawn.codes)
    middle = (edges[:-1] + edges[1:]) / 2
    shown = drawn.codes[np.searchsorted(drawn.stops, middle, "right")]
    assert drawn.hidden == pytest.approx(np.diff(edges)[shown != codes].sum(), abs=1e-9)


def test_ten_thousand_flickering_rows_are_few_segments_and_the_loss_is_counted() -> None:
    rng = np.random.default_rng(0)
    predicted = np.where(rng.random(10_000) < 0.3, rng.integers(0, 4, 10_000), 1)
    what = course(np.ones(10_000, int), predicted)
    drawn = drawn_of(what, what.predicted)
    assert len(what.predicted) > 3_000
    assert len(drawn.codes) < 2 * CELLS
    assert drawn.joined > 2_000
    assert drawn.hidden == pytest.approx((predicted != 1).mean(), abs=0.05)
    assert len(differences(what, 0.0, 0.4)["x"]) <= 2 * CELLS


def test_a_single_incorrect_row_can_still_be_seen() -> None:
    truth = np.zeros(50_000, int)
    predicted = truth.copy()
    predicted[25_000] = 1
    drawn = differences(course(truth, predicted), 0.0, 0.4)
    assert drawn["x"].tolist() == [100_000 / CELLS]
    assert drawn["hovertext"] == ["Differs<br>13:53:20\u2060–\u206013:53:22 (0:02\xa0min)"]


def test_where_nothing_differs_nothing_is_drawn() -> None:
    assert len(differences(course([0, 1], [0, 1]), 0.0, 0.4)["x"]) == 0


def test_a_segment_says_its_class_and_its_time() -> None:
    what = course([0] * 30 + [1] * 30, [0] * 60)
    said = hovers(what, drawn_of(what, what.truth), looks(), "True class")
    assert [each.replace("\u2060", "").replace("\xa0", " ") for each in said] == [
        "True class: <b>Preparation</b><br>0:00–1:00 (1:00 min)",
        "True class: <b>Clipping</b><br>1:00–2:00 (1:00 min)",
    ]


def test_a_class_has_the_number_of_its_place_and_background_is_grey() -> None:
    shown = looks({3}, (2, 0, 1, 3))
    assert [shown.number(label) for label in range(4)] == ["2", "3", "1", "4"]
    assert len({shown.color(label) for label in range(4)}) == 4
    assert shown.color(3).startswith("rgba(118,125,134")
