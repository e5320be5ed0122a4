"""The marks of table cells, read as the pictures they are."""

import math
import re
from base64 import b64decode
from xml.etree import ElementTree

import pytest

from charts.html.cell_marks import HEIGHT, ROW_HEIGHT, WIDTH, difference_mark, mark, source, ticks_mark
from metrics import Estimate
from metrics.intervals.analytic import wilson

SVG = "{http://www.w3.org/2000/svg}"
IMAGE = re.compile(r"!\[(?P<alt>[^\]]*)\]\((?P<address>data:image/svg\+xml;base64,[A-Za-z0-9+/=]+)\)")


def drawn(address: str) -> ElementTree.Element:
    return ElementTree.fromstring(b64decode(address.partition(",")[2]))  # noqa: S314 - made by the function tested


def pictured(text: str) -> ElementTree.Element:
    found = IMAGE.fullmatch(text)
    assert found
    return drawn(found["address"])


def alt(text: str) -> str:
    found = IMAGE.fullmatch(text)
    assert found
    return found["alt"].replace("\u2060", "").replace("\xa0", " ").replace("\\", "")


def square(svg: ElementTree.Element) -> float:
    [rect] = svg.iter(f"{SVG}rect")
    return float(rect.get("x", "")) + float(rect.get("width", "")) / 2


def lines(svg: ElementTree.Element) -> list[tuple[float, float]]:
    """The pieces of the interval from left to right: what is drawn 2 px thick."""
    path = "".join(each.get("d", "") for each in svg.iter(f"{SVG}path") if each.get("stroke-width") == "2")
    return [(float(a), float(b)) for a, b in re.findall(r"M([\d.]+) [\d.]+H([\d.]+)", path)]


def dashed(svg: ElementTree.Element) -> list[float]:
    paths = [each for each in svg.iter(f"{SVG}path") if each.get("stroke-dasharray")]
    return [float(each.get("d", "")[1:].split()[0]) for each in paths]


def test_value_and_bounds_stand_where_they_belong_on_the_scale() -> None:
    svg = pictured(mark(Estimate(0.5, 0.25, 0.75)))
    assert svg.get("width") == str(WIDTH)
    assert svg.get("height") == str(HEIGHT)
    assert square(svg) == WIDTH / 2
    [(low, high)] = lines(svg)
    assert low == pytest.approx(28)
    assert high == pytest.approx(76)


def test_the_words_of_the_mark_are_the_interval() -> None:
    assert alt(mark(wilson(40, 50))) == "CI 67–89"
    assert alt(mark(Estimate(0.956, 0.937, 0.969), (0.5, 1.0), places=2)) == "CI 0.94–0.97"


def test_ends_of_the_scale_and_what_lies_outside_stay_whole_inside_the_picture() -> None:
    for value in (0.0, 1.0, 0.3):
        x = square(pictured(mark(Estimate(value, value, value), (0.5, 1.0))))
        assert 3.5 <= x <= WIDTH - 3.5
    assert square(pictured(mark(Estimate(0.3), (0.5, 1.0)))) == square(pictured(mark(Estimate(0.5), (0.5, 1.0))))


def test_a_value_without_an_interval_is_a_square_alone_and_an_undefined_one_nothing() -> None:
    assert lines(pictured(mark(Estimate(0.4)))) == []
    assert mark(Estimate(math.nan)) == ""
    assert list(drawn(source(Estimate(math.nan)))) == []


def test_what_is_required_is_a_dashed_tick() -> None:
    assert dashed(pictured(mark(wilson(40, 50)))) == []
    [tick] = dashed(pictured(mark(wilson(40, 50), required=0.9)))
    assert tick == pytest.approx(4 + 0.9 * (WIDTH - 8), abs=0.06)


def test_a_column_of_images_has_pictures_as_high_as_its_rows() -> None:
    assert drawn(source(wilson(40, 50), height=ROW_HEIGHT)).get("height") == str(ROW_HEIGHT)


def test_a_difference_whose_interval_excludes_zero_is_filled() -> None:
    svg = pictured(difference_mark(Estimate(0.05, 0.01, 0.09), 0.1, True, "CI 1 to 9"))
    [circle] = svg.iter(f"{SVG}circle")
    assert circle.get("fill") != "none"
    assert float(circle.get("cx", "")) == pytest.approx(76)
    assert dashed(svg) == [WIDTH / 2]
    assert len(lines(svg)) == 1


def test_a_difference_whose_interval_includes_zero_is_open_and_no_line_runs_through_it() -> None:
    svg = pictured(difference_mark(Estimate(0.02, -0.05, 0.09), 0.1, False, "CI −5 to 9"))
    [circle] = svg.iter(f"{SVG}circle")
    assert circle.get("fill") == "none"
    (_, first_end), (second_start, _) = lines(svg)
    assert first_end < float(circle.get("cx", "")) < second_start
    assert difference_mark(Estimate(math.nan), 0.1, False, "") == ""


def test_each_video_is_a_tick_and_an_undefined_one_is_none() -> None:
    svg = pictured(ticks_mark([0.0, 0.5, math.nan, 1.0], 0.5, "videos 0–100"))
    assert len([each for each in svg.iter(f"{SVG}path") if each.get("stroke-width") == "1.5"]) == 3
    assert square(svg) == WIDTH / 2
    assert list(pictured(ticks_mark([], math.nan, "")).iter(f"{SVG}rect")) == []


def test_words_with_markup_in_them_stay_the_words_of_one_image() -> None:
    hostile = "](javascript:alert(1)) ![x](http://evil.example/x.png)"
    text = ticks_mark([0.5], 0.5, hostile)
    assert text.count("](data:image") == 1
    assert "](javascript" not in text.replace("\\](", "")
    assert "http://" not in text
