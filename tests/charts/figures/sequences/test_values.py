"""One number of every recording, lowest first, with the chosen one named."""

import numpy as np

import charts
from charts.figures.sequences.courses import MOST_DOTS

VALUES, NAMES = np.array([0.9, 0.6, np.nan, 0.8]), ("a", "b", "c", "d")


def test_recordings_stand_in_the_order_of_their_number_and_a_click_tells_which() -> None:
    dots, chosen = charts.recording_values(VALUES, NAMES, 1).data
    assert dots.x.tolist() == [0.6, 0.8, 0.9]
    assert dots.customdata.tolist() == [1, 3, 0]
    assert (chosen.x[0], chosen.text[0].strip(), chosen.textposition) == (0.6, "b", "top right")


def test_the_name_of_a_high_one_stands_at_its_left_and_an_undefined_one_has_none() -> None:
    assert charts.recording_values(VALUES, NAMES, 0).data[1].textposition == "bottom left"
    assert len(charts.recording_values(VALUES, NAMES, 2).data) == 1


def test_of_very_many_recordings_a_bounded_number_is_drawn_with_both_ends_and_the_chosen_one() -> None:
    values = np.random.default_rng(0).random(5_000)
    names = [str(i) for i in range(5_000)]
    dots, chosen = charts.recording_values(values, names, 17).data
    assert MOST_DOTS <= len(dots.x) <= MOST_DOTS + 1
    assert (dots.x.min(), dots.x.max(), chosen.x[0]) == (values.min(), values.max(), values[17])


def test_the_median_is_dotted() -> None:
    figure = charts.recording_values(VALUES, NAMES, 1)
    assert figure.layout.shapes[0].x0 == 0.8
    assert not charts.recording_values(VALUES[1:3], NAMES[1:3], 0).layout.shapes


def test_the_words_say_lowest_median_and_highest() -> None:
    assert charts.recording_values_alt(VALUES, NAMES) == ("κ of 3, lowest 0.60 (b), median 0.80, highest 0.90 (a).")
    assert charts.recording_values_alt(VALUES[2:3], NAMES) == "κ: not estimable in any."
