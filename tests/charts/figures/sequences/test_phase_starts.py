"""Dots of how late each phase starts, with ticks at whole steps on both sides of 0."""

import numpy as np
import pytest

import charts
from tests.support.data.recordings import looks

NAN = np.nan


def starts(*seconds: float, missed: tuple[int, ...] = ()) -> charts.PhaseStarts:
    return charts.PhaseStarts(1, np.array(seconds), np.isin(np.arange(len(seconds)), missed))


def drawn(*rows: charts.PhaseStarts, chosen: int = 0):
    names = [f"SIM{i:02d}" for i in range(len(rows[0].seconds))]
    return charts.phase_starts(rows, names, chosen, looks())


def test_every_recording_is_a_dot_and_the_chosen_one_is_coloured() -> None:
    dots, chosen = drawn(starts(5.0, -3.0, NAN, 5.0)).data
    assert dots.x.tolist() == [5.0, -3.0, 5.0]
    assert (chosen.x.tolist(), chosen.marker.color) == ([5.0], looks().color(1))
    assert chosen.hovertext[0].replace("\xa0", " ") == "<b>SIM00</b><br>Clipping 5 s late"


def test_a_phase_that_is_not_recognised_is_a_cross_beyond_the_latest() -> None:
    figure = drawn(starts(5.0, NAN, NAN, missed=(1, 2)), chosen=1)
    dots, cross = figure.data
    assert dots.x.tolist() == [5.0]
    assert cross.marker.symbol == "x"
    assert cross.x[0] > 5.0
    assert cross.hovertext == ("Clipping not recognised in<br>SIM01, SIM02",)
    assert figure.layout.xaxis.ticktext[-1] == "not<br>recog."


def test_a_cross_of_another_recording_is_grey_as_its_dots_are() -> None:
    """Beside "coloured: SIM00" a coloured cross would be SIM00's."""
    row = starts(5.0, NAN, missed=(1,))
    dots, _, others = drawn(row, chosen=0).data
    own = drawn(row, chosen=1).data[-1]
    assert others.marker.color == dots.marker.color != own.marker.color


@pytest.mark.parametrize(
    ("seconds", "texts"),
    [
        ((0.0,), ["0.1 s<br>early", "on<br>time", "0.1 s<br>late"]),
        ((-5.0, 31.0), ["15 s<br>early", "on<br>time", "15 s", "30 s", "45 s<br>late"]),
        ((-300.0, 10.0), ["6 min<br>early", "4 min", "2 min", "on<br>time", "2 min<br>late"]),
        ((NAN,), ["0.1 s<br>early", "on<br>time", "0.1 s<br>late"]),
    ],
)
def test_ticks_are_whole_steps_with_a_side_each(seconds: tuple[float, ...], texts: list[str]) -> None:
    axis = drawn(starts(*seconds)).layout.xaxis
    assert [text.replace("\xa0", " ") for text in axis.ticktext] == texts
    assert axis.range[0] < axis.tickvals[0]
    assert axis.range[1] > axis.tickvals[-1]


def test_the_words_say_the_median_of_each_phase() -> None:
    said = charts.phase_starts_alt([starts(5.0, 7.0, NAN, missed=(2,)), starts(NAN)], looks()).replace("\xa0", " ")
    assert said == "Clipping: median start 6 s late, 1 not recognised. Clipping: no start."
