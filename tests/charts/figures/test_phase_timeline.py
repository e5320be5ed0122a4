"""The strips of a recording and of all recordings: drawn from stretches, bounded, and true to the time they cover."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import charts
from charts.figures.phase_timeline import CELLS, joined
from charts.style.timescale import time_ticks
from metrics.measures.segments import segments
from metrics.recordings.phase_timing import errors
from metrics.recordings.recording_scores import middles, over_course

LABELS = ("Preparation", "Clipping", "Cleaning", "Idle")
STYLES = charts.class_styles(4)
PAIRS = st.integers(1, 60).flatmap(
    lambda n: st.tuples(*[st.lists(st.integers(0, 3), min_size=n, max_size=n).map(np.array)] * 2)
)


def ribbons_of(truth, predicted, background=frozenset()) -> charts.PhaseTimeline:
    truth, predicted = np.asarray(truth), np.asarray(predicted)
    return charts.PhaseTimeline(
        LABELS, STYLES, np.arange(len(truth) + 1) * 2.0, segments(truth), segments(predicted),
        errors(truth, predicted, background), background,
    )  # fmt: skip


def drawn_time(figure, place: int) -> dict[str, float]:
    """Name -> share of the width that its bars fill in one strip; 2 is the truth, 1 the model, 0 the differences."""
    filled = {bar.name: float(bar.x[bar.y == place].sum()) for bar in figure.data}
    return {name: share for name, share in filled.items() if share}


@given(PAIRS)
def test_each_strip_shows_each_phase_for_as_long_as_it_lasts(pair) -> None:
    figure, drawn = charts.phase_timeline(ribbons_of(*pair))
    assert (drawn.joined, drawn.hidden) == (0, 0)
    for place, codes in ((2, pair[0]), (1, pair[1])):
        lasts = {LABELS[code]: float((codes == code).mean()) for code in np.unique(codes)}
        assert drawn_time(figure, place) == pytest.approx(lasts)
    assert sum(drawn_time(figure, 0).values()) == pytest.approx((pair[0] != pair[1]).mean())


def test_differences_are_told_apart_by_pattern_and_name_and_legend() -> None:
    figure, _ = charts.phase_timeline(ribbons_of([0, 0, 0, 0, 1, 1, 1, 1, 2, 2], [0, 3, 0, 0, 0, 1, 1, 2, 2, 2]))
    kinds = [bar for bar in figure.data if (bar.y == 0).all()]
    assert [bar.name for bar in kinds] == ["called early", "called late", "spurious call"]
    assert len({bar.marker.pattern.shape for bar in kinds}) == 3
    assert {bar.marker.color for bar in kinds} == {charts.MISSED_OTHER.color}
    assert all(bar.showlegend is not False for bar in figure.data)


def test_phases_carry_a_pattern_of_their_own_and_background_is_grey() -> None:
    figure, _ = charts.phase_timeline(ribbons_of([0, 1, 2, 3], [0, 1, 2, 3], frozenset({3})))
    looks = {bar.name: (bar.marker.color, bar.marker.pattern.shape) for bar in figure.data}
    assert looks["Idle (no phase)"] == (charts.CLEARED.color, None)
    assert len(set(looks.values())) == 4


def test_ten_thousand_flickering_rows_are_few_shapes_and_the_loss_is_counted() -> None:
    rng = np.random.default_rng(0)
    predicted = np.where(rng.random(10_000) < 0.3, rng.integers(0, 4, 10_000), 1)
    what = ribbons_of(np.ones(10_000, int), predicted)
    figure, drawn = charts.phase_timeline(what)
    shapes = sum(len(bar.x) for bar in figure.data)
    assert len(what.predicted) > 3_000
    assert shapes < 3 * 2 * CELLS
    assert drawn.joined > 2_000
    assert drawn.hidden == pytest.approx((predicted != 1).mean(), abs=0.05)
    assert len(figure.to_json()) < 1_000_000


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


def test_a_single_row_that_is_wrong_can_still_be_seen() -> None:
    truth = np.zeros(50_000, int)
    predicted = truth.copy()
    predicted[25_000] = 1
    figure, _ = charts.phase_timeline(ribbons_of(truth, predicted))
    (error,) = (bar for bar in figure.data if bar.name == "spurious call")
    assert error.x.tolist() == [1 / CELLS]
    assert "truly Preparation, called Clipping" in error.hovertext[0]


def test_the_words_say_the_course_and_how_much_differs() -> None:
    said = charts.phase_timeline_alt(ribbons_of([0] * 50 + [1] * 50, [0] * 60 + [1] * 40)).replace("\xa0", " ")
    assert "Preparation from 0:00, Clipping from 1:40" in said
    assert "differs during 20 s (10 %), in 1 stretches" in said


@pytest.mark.parametrize(
    ("total", "texts", "title"),
    [
        (8, ["0", "2", "4", "6", "8"], "seconds"),
        (750, ["0:00", "5:00", "10:00"], "minutes : seconds"),
        (8 * 3600, ["0:00", "2:00", "4:00", "6:00", "8:00"], "hours : minutes"),
        (0, ["0"], "seconds"),
    ],
)
def test_ticks_are_round_times(total: float, texts: list[str], title: str) -> None:
    ticks = time_ticks(total)
    assert (ticks.texts, ticks.title) == (texts, title)


@given(st.floats(0.001, 1e7))
def test_ticks_are_few_and_within(total: float) -> None:
    ticks = time_ticks(total)
    assert 1 < len(ticks.places) <= 21
    assert (ticks.places >= 0).all()
    assert (ticks.places <= 1 + 1e-6).all()
    assert len(set(ticks.texts)) == len(ticks.texts)


# ------------------------------------------------------------------ all recordings


def test_each_recording_is_a_dot_and_few_of_them_have_no_mean() -> None:
    values = np.array([0.5, 0.7, np.nan])
    row = charts.DotRow("Overlap", "0.50, 0.70", values, ("a", "b", "c"))
    figure = charts.dots([row, charts.DotRow("Edit", "0.60 ± 0.10", values, ("a", "b", "c"), 0.6, 0.1)])
    bands, first, second, means = figure.data
    assert (bands.base.tolist(), bands.x.tolist(), bands.y.tolist()) == ([0.5], [pytest.approx(0.2)], [1])
    assert first.x.tolist() == second.x.tolist() == [0.5, 0.7]
    assert np.isnan(means.x[:2]).all()
    assert means.x[3] == 0.6


def test_of_very_many_recordings_a_bounded_number_is_drawn_with_both_ends() -> None:
    values = np.random.default_rng(0).random(5_000)
    row = charts.DotRow("Overlap", "", values, [str(i) for i in range(5_000)], 0.5, 0.1)
    drawn = charts.dots([row]).data[1].x
    assert len(drawn) == charts.MOST_DOTS
    assert (drawn.min(), drawn.max()) == (values.min(), values.max())


@given(st.lists(st.booleans(), min_size=1, max_size=50), st.integers(1, 80))
def test_the_course_in_parts_holds_all_of_it(wrong, parts) -> None:
    shares = over_course(wrong, parts)
    assert shares.shape == (parts,)
    assert shares.mean() == pytest.approx(np.mean(wrong))
    assert ((shares > -1e-9) & (shares < 1 + 1e-9)).all()


def test_a_part_shows_the_class_in_its_middle() -> None:
    assert middles([0, 0, 1, 1, 1, 2], 3).tolist() == [0, 1, 2]
    assert middles([0, 1], 4).tolist() == [0, 0, 1, 1]


def test_strips_name_each_recording_and_what_is_in_each_part() -> None:
    shares = np.array([[0, 1], [0.25, 0.5]])
    heat = charts.error_strips(["a", "b"], shares).data[0]
    np.testing.assert_allclose(heat.z**2, shares)
    assert heat.hovertext[1][1].replace("\xa0", " ") == "<b>b</b><br>at 50 % of its length: 50 % differs"
    figure = charts.phase_strips(["a", "b"], np.array([[0, 2], [2, 3]]), LABELS, STYLES)
    assert [trace.name for trace in figure.data[1:]] == ["Preparation", "Cleaning", "Idle"]
    assert figure.data[0].z.tolist() == [[0, 1], [1, 2]]
    assert "differ most around 50 % of their length: 75 %" in charts.strips_alt(shares).replace("\xa0", " ")
