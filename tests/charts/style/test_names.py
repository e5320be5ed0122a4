"""Class names inside a picture."""

from __future__ import annotations

import pytest

from charts.style.names import axis_names, fits_on_two_lines, on_two_lines
from charts.style.theme import NAME_LIMIT

START = "Invasive ductal carcinoma of the left breast, histologic grade"


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        (["Normal", "VT"], ["Normal", "VT"]),
        (["A very long name that goes on", "B"], ["A very long name that…", "B"]),
        ([f"{START} 2", f"{START} 1"], ["Invasive … grade 2", "Invasive … grade 1"]),
        (["x & y", "x & y"], ["x &amp; y", "x &amp; y"]),
    ],
)
def test_names_are_truncated_at_the_end_unless_that_makes_them_alike(labels: list[str], shown: list[str]) -> None:
    assert axis_names(labels, NAME_LIMIT) == shown


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("Sinus rhythm", "Sinus rhythm"),
        ("Atrial fibrillation and flutter", "Atrial<br>fibrillation…"),
        ("Supercalifragilistic", "Supercalifragi<br>listic"),
        ("Non-ST-elevation", "Non-ST-<br>elevation"),
        ("Non-ST-elevation myocardial infarction with shock", "Non-ST-<br>elevation myo…"),
        ("agreement_of_scorers", "agreement_of_<br>scorers"),
        ("Supraventricular tachycardia", "Supraventricular<br>tachycardia"),
        ("Herzinsuffizienz", "Herzinsuffizienz"),
        ("Wolff–Parkinson–White", "Wolff–<br>Parkinson–White"),
    ],
)
def test_a_name_breaks_between_its_words_unless_one_is_very_long(label: str, shown: str) -> None:
    assert on_two_lines([label], 14) == [shown]


def test_names_on_two_lines_that_begin_alike_keep_their_end() -> None:
    labels = [f"{START} 1", f"{START} 2", "Normal"]
    assert on_two_lines(labels, 14) == ["Invasive …<br>grade 1", "Invasive …<br>grade 2", "Normal"]


def test_a_name_fits_on_two_lines_where_nothing_of_it_is_cut() -> None:
    assert fits_on_two_lines("Non-ST-elevation", 14)
    assert not fits_on_two_lines("Atrial fibrillation and flutter", 14)
