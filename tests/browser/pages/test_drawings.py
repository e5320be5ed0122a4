"""Pictures that are HTML text: the page keeps their look and words, and no number in them is ever cut."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.steps import EXAMPLE, TABLE, answers, go, settled, shows_answer, upload

DRAWN = "[data-testid=stHtml] [role=img]"
INK = {"light": "rgb(20, 24, 31)", "dark": "rgb(232, 235, 239)"}
GROUND = {"light": "rgb(255, 255, 255)", "dark": "rgb(17, 22, 28)"}
SEGMENTS = """() => [...document.querySelectorAll('[role=img], [role=img] *')]
    .map(bar => [...bar.children].filter(part => part.style.flexGrow > 0))
    .filter(parts => parts.length)
    .map(parts => parts.map(part => [Number(part.style.flexGrow), part.getBoundingClientRect().width]))"""
# A text stands in its segment as a whole or below it as a whole.
CUT = """() => [...document.querySelectorAll('[role=img] [style*="flex:"] > span')].filter(text => {
        const stretch = text.parentElement.getBoundingClientRect(), box = text.getBoundingClientRect();
        const inside = box.left >= stretch.left - .1 && box.right <= stretch.right + .1
            && box.bottom <= stretch.bottom + .1;
        return text.textContent && !inside && box.top < stretch.bottom - .1;
    }).map(text => text.parentElement.outerHTML)"""
OVERLAP = """() => [...document.querySelectorAll('[role=img]')].flatMap(picture => {
        const labels = [...picture.querySelectorAll('[style*="translateX"]')].map(each => each.getBoundingClientRect());
        return labels.slice(1).filter((each, place) => each.left < labels[place].right).map(each => each.left);
    })"""
# Names and bars of the rows, and the middles of the first and the last label of the axis.
ROWS = """() => {
        const [rows] = document.querySelector('[role=img]').children, cells = [...rows.children];
        const ticks = [...cells.pop().children].map(each => each.getBoundingClientRect());
        const boxes = cells.map(each => each.getBoundingClientRect().toJSON());
        return [boxes.filter((_, i) => i % 2 == 0), boxes.filter((_, i) => i % 2),
            [ticks.at(0), ticks.at(-1)].map(each => each.left + each.width / 2)];
    }"""
WIDTHS = (320, 390, 1024, 1440)
# The margins that a figure was given, and those that the browser came to; a wider one means that it drew all again.
MARGINS = """() => [...document.querySelectorAll('.js-plotly-plot')].map(each => each._fullLayout)
    .map(({margin, _size}) => ['l', 'r', 't', 'b'].map(side => [margin[side], _size[side]]))"""


def test_the_page_keeps_the_look_and_the_words_of_a_picture(visit: Visit) -> None:
    page = settled(visit(f"/overview{EXAMPLE}", color_scheme="dark"))
    panels = page.locator(DRAWN)
    expect(panels).to_have_count(1)
    expect(panels.first).to_have_attribute("aria-label", re.compile(r"^Predictions by true class\. VT: 40.of.50"))
    missed = panels.first.locator("[title]").nth(1)
    expect(missed).to_have_attribute("title", re.compile(r"^VT\n5.of.50 patients \(10.%\) classified as Normal$"))
    expect(page.get_by_test_id("stPlotlyChart")).to_have_count(0)
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        expect(missed).to_have_css("background-image", re.compile(r"^url\(\"data:image/svg\+xml,"))
        expect(panels.first.get_by_text("Ectopic ·")).to_have_css("color", INK[scheme])


def test_an_open_figure_follows_a_change_from_light_to_dark_and_back(visit: Visit) -> None:
    page = settled(visit(f"/curves{EXAMPLE}", color_scheme="light"))
    drawn = page.get_by_test_id("stPlotlyChart").first
    for scheme in ("light", "dark", "light"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        expect(drawn.locator(".xtick text").first).to_have_css("fill", INK[scheme])
        expect(drawn.locator(".main-svg").first).to_have_css("background-color", GROUND[scheme])
        expect(drawn.locator("path.point").first).to_have_css("fill", GROUND[scheme])


@pytest.mark.parametrize("name", ["confusion", "curves", "calibration", "net_benefit"])
def test_a_figure_has_room_for_its_axes_from_the_start(visit: Visit, name: str) -> None:
    page = settled(visit(f"/{name}{EXAMPLE}"))
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
    figures = page.evaluate(MARGINS)
    assert figures
    for margins in figures:
        assert all(given == found for given, found in margins), margins


def test_intervals_are_pictures_in_the_cells_of_the_table_at_any_width(visit: Visit) -> None:
    page = settled(visit(f"/overview{EXAMPLE}"))
    marks = page.locator(TABLE).locator("img")
    expect(marks).to_have_count(15)
    expect(marks.first).to_have_attribute("alt", re.compile("^CI.67.*89$"))
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        widths = marks.evaluate_all("each => each.map(mark => mark.getBoundingClientRect().width)")
        assert min(widths) > 60, (width, widths)


def widths_follow_counts(page: Page) -> None:
    drawn_again = f"() => {{ const found = ({SEGMENTS})(); return found.length ? found : null; }}"
    strips = page.wait_for_function(drawn_again).json_value()
    assert strips
    for parts in strips:
        cases, width = sum(count for count, _ in parts), sum(drawn for _, drawn in parts)
        for count, drawn in parts:
            assert drawn == pytest.approx(width * count / cases, abs=1.5)


def axis_ends_where_bars_end(page: Page, beside: bool) -> None:
    names, bars, (start, end) = page.evaluate(ROWS)
    assert all((name["right"] <= bar["left"]) == beside for name, bar in zip(names, bars, strict=True))
    assert all((name["bottom"] <= bar["top"]) != beside for name, bar in zip(names, bars, strict=True))
    for bar in bars:
        assert (bar["left"], bar["right"]) == pytest.approx((start, end), abs=0.5)


@pytest.mark.parametrize(
    ("path", "word", "beside"),
    [
        ("/clinical_risk?study=heart-sounds", "detected", None),
        (f"/overview{EXAMPLE}", "correct", True),
        ("/overview?study=surgical-phases", "correct", False),
    ],
)
def test_bars_show_their_percentages_and_no_number_is_truncated(
    visit: Visit, path: str, word: str, beside: bool | None
) -> None:
    """beside: whether the names of the classes stand beside their bars, which then end where the axis does."""
    page = settled(visit(path))
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for fault in (CUT, OVERLAP):
            page.wait_for_function(f"() => ({fault})().length === 0")
        widths_follow_counts(page)
        if beside is not None:
            axis_ends_where_bars_end(page, beside)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    first = page.locator(DRAWN).get_by_text(word, exact=True).first
    expect(first).to_be_in_viewport(ratio=0.9)


def test_twenty_long_names_leave_room_for_the_marks_at_any_width(visit: Visit) -> None:
    page = settled(visit())
    upload(
        page, answers(900, ("Normal", *(f"A class with a rather long name, {'x' * i} number {i}" for i in range(19))))
    )
    shows_answer(page)
    for title in ("Clinical risk", "Overview"):
        go(page, title)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(OVERLAP) == [], (title, width)
            assert page.evaluate(CUT) == [], (title, width)
        page.set_viewport_size({"width": 1440, "height": 900})


def test_text_grows_on_a_projector_also_inside_figures(visit: Visit) -> None:
    page = settled(visit(f"/confusion{EXAMPLE}", viewport={"width": 1920, "height": 1080}))
    count = page.get_by_test_id("stPlotlyChart").get_by_text("40", exact=True)
    expect(count).to_have_css("font-size", "19px")
    expect(page.get_by_text("Most frequent error").first).to_have_css("font-size", "18px")
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(count).to_have_css("font-size", "17px")
