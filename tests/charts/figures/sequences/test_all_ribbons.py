"""Pairs of thin ribbons: every recording, its time, and what a click tells."""

import numpy as np
import pytest

import charts
from tests.support.data.recordings import course, looks

SHORT, LONG = course([0, 1], [0, 0], name="a"), course([0, 0, 1, 1], [0, 0, 1, 2], name="b")


def test_each_recording_is_a_pair_that_lasts_as_long_as_it_does() -> None:
    figure = charts.all_ribbons([SHORT, LONG], ["50 %", "75 %"], 1, looks(), [7, 3])
    (bars,) = figure.data
    time = {position: bars.x[bars.customdata == position].sum() for position in (7, 3)}
    assert time == pytest.approx({7: 2 * 4.0, 3: 2 * 8.0})
    assert figure.layout.xaxis.range == (0, 8)
    assert figure.layout.yaxis.ticktext == ("a 50 %", "<b>b 75 %</b>")
    assert bars.unselected.marker.opacity == 1, "a click dims no other recording"
    assert "Model: <b>Cleaning</b>" in bars.hovertext[-1]


@pytest.mark.thorough
def test_many_flickering_recordings_stay_a_bounded_number_of_bars() -> None:
    rng = np.random.default_rng(0)
    courses = [course(rng.integers(0, 4, 3_000), rng.integers(0, 4, 3_000)) for _ in range(charts.MOST_RIBBONS)]
    figure = charts.all_ribbons(courses, [""] * len(courses), -1, looks(), range(len(courses)))
    assert len(figure.data[0].x) < 10_000


def test_the_words_name_the_recording_that_differs_longest() -> None:
    longest = course([0] * 50, [1] * 50, name="c")
    said = charts.all_ribbons_alt([SHORT, longest], "videos").replace("\xa0", " ")
    assert said.endswith("They differ longest in c: 1:40 min (100 %).")
    assert charts.all_ribbons_alt([], "videos") == "True class and model of videos."
