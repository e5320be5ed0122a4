"""The report that stands alone, opened from the disk: drawn, accessible, and asking nobody for anything."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from report.cli.command import main
from tests.browser.conftest import SCREEN, new_context, watch
from tests.browser.steps import serious
from tests.report.formats.test_plain_text import hostile_file
from tests.report.helpers import example_file

FILES = ("heart-sounds", "hostile")
WIDTHS = (1440, 390)
INK = "rgb(20, 24, 30)"


@pytest.fixture(scope="module", params=FILES)
def report(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    file = hostile_file(folder) if request.param == "hostile" else example_file(request.param)
    assert main([file, "--html", str(folder / "report.formats.html"), "--json"]) == 0
    return folder / "report.formats.html"


def opened(browser: Browser, report: Path, noticed: list[str], width: int = SCREEN["width"]) -> Page:
    page = new_context(browser, viewport=SCREEN | {"width": width}).new_page()
    watch(page, "file://", noticed)
    page.on("console", lambda line: noticed.append(line.text) if line.type == "error" else None)
    page.on("pageerror", lambda error: noticed.append(str(error)))
    page.goto(report.as_uri())
    return page


def test_pictures_are_drawn_and_nobody_is_asked_for_anything(browser: Browser, report: Path) -> None:
    for width in WIDTHS:
        noticed: list[str] = []
        page = opened(browser, report, noticed, width)
        pictures = page.locator(".picture > [role=img]")
        assert pictures.count() >= 4
        for picture in pictures.all():
            expect(picture.locator("svg.main-svg, [title]").first).to_be_visible()
        expect(page.locator(".xtick text").first).to_have_css("fill", INK)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")
        assert [each["id"] for each in serious(page)] == []
        page.context.close()
        assert noticed == []


PRINTED = """() => {
    const widths = () => [...document.querySelectorAll(".js-plotly-plot")].map((each) => [
        each.querySelector(".main-svg").getBoundingClientRect().width, each.closest(".beside") !== null]);
    const told = (moment) => { dispatchEvent(new Event(moment)); return widths(); };
    return [widths(), told("beforeprint"), told("afterprint")];
}"""


CUT = """() => [...document.querySelectorAll("table, .picture")].filter((each) =>
    getComputedStyle(each.closest(".wide") ?? each).breakInside !== "avoid").length"""
BEYOND = """() => [...document.querySelectorAll(".picture *")].filter((each) =>
    each.childElementCount === 0 && each.getBoundingClientRect().left < -0.5).length"""


def test_paper_cuts_nothing_and_figures_fit_on_it_at_once_and_on_the_screen_again(
    browser: Browser, report: Path
) -> None:
    """A print is taken right after `beforeprint`: a figure as wide as the screen loses its right end, unnoticed.

    A page ended before the last row of net benefit, and the margin of the paper hid half of the 0 of the bars.
    """
    page = opened(browser, report, [])
    expect(page.locator(".main-svg").first).to_be_visible()
    before, drawn, after = page.evaluate(PRINTED)
    page.emulate_media(media="print")
    zoom = float(page.locator(".picture > [role=img]").first.evaluate("e => getComputedStyle(e).zoom"))
    assert page.evaluate(CUT) == 0
    assert page.evaluate(BEYOND) == 0
    page.context.close()
    printed = [(width * zoom, is_beside) for width, is_beside in drawn]
    paper, half = 180 / 25.4 * 96, 90 / 25.4 * 96 - 8  # px between the margins of A4
    assert max(width for width, _ in before) > paper
    assert [width for width, is_beside in printed if width > (half if is_beside else paper)] == []
    assert min(width for width, is_beside in printed if is_beside) > 0.9 * half  # in 256 px numbers stood upright
    assert min(width for width, is_beside in before if is_beside) > 450
    assert after == before
