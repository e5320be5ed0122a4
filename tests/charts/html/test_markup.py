"""Pictures as HTML text: whatever a name says, it stays text, and they look as the other pictures do."""

import re

import numpy as np
import pytest

import charts
from charts.html.markup import box, filled, picture
from charts.style.theme import CORRECT, FALSE_POSITIVE, MISSED_NORMAL
from metrics import ConfusionMatrix
from tests.support.data.hostile import NAMES
from tests.support.drawn import Element, drawn
from words import Voice
from words.text.escape import visible
from words.text.voice import CASES

OURS = {"style", "title", "role", "aria-label"}
MEANINGS = (CORRECT, MISSED_NORMAL, charts.MISSED_OTHER, FALSE_POSITIVE)


def every_picture(name: str) -> str:
    matrix = ConfusionMatrix((name, "b", f"{name} 2"), np.array([[50, 6, 3], [5, 9, 1], [7, 2, 0]]))
    empty = ConfusionMatrix(("b", name), np.array([[3, 0], [0, 0]]))
    voices = [Voice(each.labels, ("case", "cases"), normal) for each in (matrix, empty) for normal in (None, 0)]
    return "".join(
        (
            *(charts.missed_strip(matrix, k, 2, unit=CASES, has_percent=True) for k in range(3)),
            *(charts.missed_legend(matrix, k, 2, as_normal="") for k in range(3)),
            *(charts.predictions_strip(matrix, k, normal=None, has_percent=True) for k in range(3)),
            *(
                charts.outcomes(each, voice)
                for each in (matrix, empty)
                for voice in voices
                if voice.names == each.labels
            ),
            charts.missed_strip(empty, 1, normal=None, unit=CASES, has_percent=True),
            charts.predictions_strip(empty, 1, normal=None, has_percent=True),
        )
    )


def shape(element: Element) -> list:
    return [element.name, sorted(element.given), [shape(each) for each in element.inside if isinstance(each, Element)]]


def images(look: str) -> list[str]:
    return re.findall(r"url\('data[:=]image/svg\+xml,(.*?)'\)", look)


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_name_makes_no_element_and_no_attribute(name: str) -> None:
    page, plain = drawn(every_picture(name)), drawn(every_picture("a" * len(name)))
    assert {each.name for each in page.all()} == {"div", "span"}
    assert {key for each in page.all() for key in each.given} == OURS
    assert shape(page) == shape(plain)
    assert [each.look for each in page.all()] == [each.look for each in plain.all()]


@pytest.mark.parametrize("name", [name for name in NAMES if len(name) < 200])
def test_a_hostile_name_is_read_as_it_is(name: str) -> None:
    page = drawn(every_picture(name))
    shown = visible(name)
    assert any(each.given["title"].startswith(f"{shown}\n") for each in page.having("title"))
    assert any(f" {shown} " in each.given["aria-label"] for each in page.having("aria-label"))


def test_an_attribute_ends_where_it_should_and_may_have_lines() -> None:
    (element,) = drawn(box("color:red", "x", title=["a \"b\" <c> & 'd'", "e\nf"], role="")).inside
    assert element.given == {"style": "color:red", "title": "a \"b\" <c> & 'd'\ne[U+000A]f"}


def test_a_picture_is_one_thing_with_words_and_prints_its_colours() -> None:
    (element,) = drawn(picture("Two of three.", "display:flex", "…")).inside
    assert (element.given["role"], element.given["aria-label"]) == ("img", "Two of three.")
    assert element.look["print-color-adjust"] == "exact"
    assert element.look["font-size"] == ".875rem"


def test_meanings_differ_in_pattern_where_they_share_a_colour() -> None:
    looks = [filled(meaning) for meaning in MEANINGS]
    assert len(set(looks)) == 4
    for meaning, look in zip(MEANINGS, looks, strict=True):
        assert look.startswith(f"color:{meaning.on_fill};background:{meaning.color}")
        assert len(images(look)) == bool(meaning.pattern)


def test_a_picture_asks_no_other_host() -> None:
    hosts = re.findall(r"//[\w.-]+", " ".join(str(each.look) for each in drawn(every_picture("a")).all()))
    assert set(hosts) == {"//www.w3.org"}
