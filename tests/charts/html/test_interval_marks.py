"""Marks with whiskers: what is drawn, what is not, and the same in words."""

import math
from itertools import pairwise

import pytest

import charts
from metrics import Estimate, wilson
from metrics.notes import Code, Note, note
from tests.support.drawn import Element, drawn

FOUND, FEW = wilson(40, 50), wilson(3, 7)
ALONE = Estimate(0.5, note=note(Code.FEW_PATIENTS, patients=12, needed=15))
NONE = Estimate(math.nan, note=Note(Code.NO_TRUE_CASES), successes=0, trials=0)
SPAN = (0.0, 1.0)


def rows() -> list[charts.IntervalMark]:
    named = zip(("VT", "<b>Few</b>", "Alone", "None"), (FOUND, FEW, ALONE, NONE), strict=True)
    return [
        charts.IntervalMark(name, style, each)
        for style, (name, each) in zip(charts.class_styles(4), named, strict=True)
    ]


def panel(span: tuple[float, float] = SPAN) -> Element:
    (picture,) = drawn(charts.interval_marks("Sensitivity", rows(), span, 0.9)).inside
    return picture


def row(place: int) -> Element:
    """The name of a class and what is drawn beside it."""
    return panel().having("title")[place]


def share(place: str, span: tuple[float, float] = SPAN) -> float:
    """Where along the axis something stands; the axis begins a fiftieth before its lowest end."""
    low, high = span
    return low + (float(place.rstrip("%")) / 100 * 1.02 - 0.02) * (high - low)


def marks(element: Element) -> list[Element]:
    return [each for each in element.having("background") if "svg" in each.look["background"]]


def lines(element: Element) -> list[Element]:
    return [each for each in element.having("border-width") if each.look["border-width"] == "0 2px"]


def test_a_whisker_reaches_from_bound_to_bound_and_only_where_there_is_one() -> None:
    values = [share(each.look["left"]) for each in marks(panel())]
    assert values == pytest.approx([FOUND.value, FEW.value, 0.5], abs=1e-4)
    drawn_lines = lines(panel())
    assert len(drawn_lines) == 2
    for line, estimate in zip(drawn_lines, (FOUND, FEW), strict=True):
        right = line.look["right"].removeprefix("calc(100% - ").removesuffix(")")
        reach = (share(line.look["left"]), share(right))
        assert reach == pytest.approx((estimate.low, estimate.high), abs=1e-4)


def test_the_line_leaves_room_around_the_mark() -> None:
    assert FOUND.low is not None
    assert FOUND.high is not None
    middle = 100 * (FOUND.value - FOUND.low) / (FOUND.high - FOUND.low)
    assert lines(row(0))[0].look["mask"].startswith(f"radial-gradient(circle at {middle:.3f}% 50%,transparent 6px")


def test_an_interval_of_no_width_is_still_drawn() -> None:
    point = charts.IntervalMark("VT", charts.class_style(1), Estimate(1.0, 1.0, 1.0, successes=50, trials=50))
    assert len(lines(drawn(charts.interval_marks("PPV", [point], SPAN, 0.95)))) == 1


def test_a_class_says_its_name_and_numbers_where_it_is_pointed_at() -> None:
    said = [each.given["title"].replace("\u00a0", " ").replace("\u2060", "") for each in panel().having("title")]
    assert said == [
        "VT\n80 % · 40 of 50\nCI 67–89",
        "<b>Few</b>\n3 of 7\nCI 16–75",
        "Alone\n0.50\nno interval from 12 patients: at least 15 are needed",
        "None\nnot estimable, no case truly has it",
    ]
    assert [each.text for each in panel().having("title")] == ["VT", "<b>Few</b>", "Alone", "Nonenot estimable"]


def test_few_cases_are_hollow() -> None:
    assert f"stroke='{rows()[1].style.color}'" in marks(row(1))[0].look["background"]
    assert "stroke" not in marks(row(0))[0].look["background"]


def test_rows_stand_one_below_the_other_beside_one_axis() -> None:
    places = [[each.look["grid-area"] for each in panel().having("title")[k].having("grid-area")] for k in range(4)]
    assert places == [[f"{k}/1", f"{k}/2"] for k in range(1, 5)]
    axis = next(each for each in panel().having("border-bottom"))
    assert axis.look["grid-area"] == "1/2/span 4/3"


@pytest.mark.parametrize(
    ("span", "said"),
    [
        ((0.0, 1.0), ["0 %", "50 %", "100 %"]),
        ((0.3, 1.0), ["50 %", "75 %", "100 %"]),
        ((0.7, 1.0), ["70 %", "80 %", "90 %", "100 %"]),
        ((0.9, 1.0), ["90 %", "95 %", "100 %"]),
    ],
)
def test_ticks_are_round_shares_at_their_places(span: tuple[float, float], said: list[str]) -> None:
    ticks = [each for each in panel(span).all() if "bottom" in each.look and each.text.endswith(" %")]
    assert [each.text for each in ticks] == said
    for tick in ticks:
        assert share(tick.look["left"], span) == pytest.approx(float(tick.text.removesuffix(" %")) / 100, abs=1e-4)
    assert all(float(a.look["left"][:-1]) < float(b.look["left"][:-1]) for a, b in pairwise(ticks))


def test_long_names_are_cut_and_said_in_full() -> None:
    long = [f"A class with a rather long name, number {i}" for i in (1, 2)]
    named = [charts.IntervalMark(name, charts.class_style(i), FOUND) for i, name in enumerate(long)]
    both = drawn(charts.interval_marks("PPV", named, SPAN, 0.95)).having("title")
    assert [each.text for each in both] == ["…1", "…2"]
    assert [each.given["title"].split("\n")[0] for each in both] == long


def test_all_panels_share_a_round_axis_that_holds_everything() -> None:
    low, high = charts.common_span([FOUND, FEW, ALONE, NONE])
    assert (low, high) == (0.1, 1.0)
    assert FEW.low is not None
    assert low <= FEW.low
    assert charts.common_span([wilson(999, 1000)]) == (0.9, 1.0)


def test_the_picture_in_words_says_value_counts_and_interval() -> None:
    said = charts.interval_marks_alt("Sensitivity", rows(), 0.9).replace("\u00a0", " ").replace("\u2060", "")
    assert said.startswith("Sensitivity of each class with its 90 % CI. VT: 80 % · 40 of 50, CI 67–89.")
    assert said.endswith("None: not estimable, no case truly has it.")
    assert panel().given["aria-label"] == charts.interval_marks_alt("Sensitivity", rows(), 0.9)
