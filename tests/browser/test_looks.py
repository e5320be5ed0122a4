"""What only an eye would notice: no ring where the keyboard is, a truncated name, a number below a point."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import SCREEN, Visit
from tests.browser.steps import EXAMPLE, LAID_OUT, TABLE, go, go_on_a_phone, settled, shows_answer

RING = "rgb(232, 235, 239) solid 2px"
WIDE = "e => e.scrollWidth - e.clientWidth"
PAPER = {"width": 718, "height": 1046}  # A4 less the margins of Chromium
# The edge of an empty table that is ten pixels wider than its place.
SLIGHTLY_WIDER = """e => { e.innerHTML =
    '<table style="width: calc(100% + 10px)"><tbody><tr><td style="height: 60px"></td></tr></tbody></table>'; }"""
WORDS_OF_LAST_LINE = """e => {
        const text = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), tops = [], range = document.createRange();
        while (text.nextNode())
            for (const word of text.currentNode.data.matchAll(/[^ ]+/g)) {
                range.setStart(text.currentNode, word.index);
                range.setEnd(text.currentNode, word.index + word[0].length);
                tops.push(range.getBoundingClientRect().top);
            }
        return [new Set(tops).size, tops.filter(top => top === tops.at(-1)).length];
    }"""
# How many key figures stand in each row.
IN_ROWS = """() => {
        const tops = [...document.querySelectorAll('[data-testid=stMetric]')].map(e => e.getBoundingClientRect().top);
        return String([...new Set(tops)].sort((a, b) => a - b).map(top => tops.filter(each => each === top).length));
    }"""
COVERED = """svg => {
        const point = svg.querySelector('.point').getBoundingClientRect();
        return [...svg.querySelectorAll('text')].filter(text => {
            const box = text.getBoundingClientRect();
            return box.right > point.left && box.left < point.right && box.bottom - 4 > point.top
                && box.top + 4 < point.bottom;
        }).map(text => text.textContent);
    }"""


def tab_to(page: Page, test_id: str) -> None:
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.testid") == test_id:
            return
    raise AssertionError(f"no {test_id} is reached")


def test_what_the_keyboard_reaches_shows_where_it_is(visit: Visit) -> None:
    """Links to pages, the page itself, which the arrow keys scroll, and the toolbar of a table."""
    page = settled(visit(f"/overview{EXAMPLE}", color_scheme="dark"))
    tab_to(page, "stMain")
    expect(page.locator(":focus")).to_have_css("outline", RING)
    expect(page.locator(":focus")).to_have_css("outline-offset", "-2px")  # within the window
    tab_to(page, "stPageLink-NavLink")
    expect(page.locator(":focus")).to_have_css("outline", RING)
    tab_to(go(page, "Confusion"), "stBaseButton-elementToolbar")
    place = page.locator(":focus")
    expect(place).to_have_css("outline", RING)
    expect(page.get_by_test_id("stElementToolbar").filter(has=place)).to_have_css("opacity", "1")


def test_the_keyboard_goes_from_the_title_line_into_its_panel_and_back(visit: Visit) -> None:
    page = settled(visit(f"/overview{EXAMPLE}"))
    tab_to(page, "stPopoverButton")
    page.keyboard.press("Enter")
    panel = page.get_by_test_id("stPopoverBody")
    expect(panel.get_by_role("combobox", name="Class of interest")).to_be_visible()
    for key, holds in (("Tab", 1), ("Shift+Tab", 0), ("Tab", 1), ("Escape", 0)):
        page.keyboard.press(key)
        expect(panel.locator(":focus"), key).to_have_count(holds)
    assert page.evaluate("document.activeElement.dataset.testid") == "stPopoverButton"


def test_a_table_that_is_hardly_wider_than_its_place_has_a_shadow_where_it_goes_on(visit: Visit) -> None:
    page = settled(visit(f"/{EXAMPLE}"))
    go(page, "Overview")
    table = page.locator(TABLE).first
    table.evaluate(SLIGHTLY_WIDER)
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    edge = {"x": box["x"] + box["width"] - 6, "y": box["y"] + 20, "width": 6, "height": 20}
    goes_on = page.screenshot(clip=edge)
    table.evaluate("e => e.scrollTo(100, 0)")
    assert goes_on != page.screenshot(clip=edge)


def test_the_list_of_errors_fits_a_phone_where_counts_have_three_digits(visit: Visit) -> None:
    page = settled(visit())
    page.get_by_role("button", name="Enter a confusion matrix").click()
    field = page.get_by_label("Cells from a spreadsheet")
    field.fill("\tNormal\tAF\tVT\nNormal\t812\t41\t9\nAF\t22\t118\t6\nVT\t5\t7\t38\n")
    field.press("Control+Enter")
    page.get_by_role("button", name="Read the pasted matrix").click()
    shows_answer(page)
    go(page, "Confusion")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.get_by_test_id("stExpandSidebarButton")).to_be_visible()
    assert page.locator(TABLE).first.evaluate(WIDE) == 0


def test_on_a_narrow_screen_names_of_key_figures_are_whole_and_a_list_is_as_wide_as_the_matrix(visit: Visit) -> None:
    page = settled(visit(f"/overview{EXAMPLE}", viewport={"width": 720, "height": 450}))
    names = page.get_by_test_id("stMetricLabel").get_by_test_id("stMarkdownContainer")
    assert [each.evaluate(WIDE) for each in names.all()] == [0] * 4
    go_on_a_phone(page, "Confusion")
    widths = [page.get_by_test_id(part).first.bounding_box()["width"] for part in ("stPlotlyChart", "stDataFrame")]
    assert widths[0] == widths[1]


def test_a_headline_does_not_end_in_a_line_of_one_word(visit: Visit) -> None:
    page = settled(visit("/threshold?study=breast-cancer"))
    lines, last = page.get_by_role("heading", level=2).evaluate(WORDS_OF_LAST_LINE)
    assert lines == 2
    assert last > 1


def test_a_point_at_the_edge_of_a_curve_covers_no_number(visit: Visit) -> None:
    page = settled(visit("/threshold?study=heart-sounds"))
    assert page.locator("svg.roc").evaluate(COVERED) == []


def test_names_of_columns_have_the_colour_of_the_text_around_them(visit: Visit) -> None:
    page = settled(visit("/compare_models?study=heart-sounds", color_scheme="dark"))
    for scheme, ink in (("dark", "rgb(232, 235, 239)"), ("light", "rgb(20, 24, 31)")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        expect(page.locator("code").first).to_have_css("color", ink)


def on_paper(page: Page) -> Page:
    """As a browser lays it out when it is printed."""
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    page.set_viewport_size(PAPER)
    return page


def test_on_paper_a_page_is_as_wide_as_its_figures_were_drawn_for(visit: Visit) -> None:
    """Laid out anew for A4, the matrix lost its last columns, unnoticed, and the logo lay on the name of the page."""
    page = on_paper(settled(visit("/confusion?study=surgical-phases")))
    main = page.get_by_test_id("stMain")
    assert main.evaluate("e => e.offsetWidth") == SCREEN["width"]
    assert main.bounding_box()["width"] <= 4 / 3 * PAPER["width"]  # Chromium shrinks so much whatever a page holds
    expect(page.get_by_test_id("stHeader")).to_be_hidden()
    expect(page.get_by_test_id("stExpander").last).to_be_hidden()


def test_on_paper_the_counts_of_a_threshold_stand_beside_its_line(visit: Visit) -> None:
    """Those before it were placed from the right end of the picture, which paper moves, and lay on those after it."""
    page = on_paper(settled(visit(f"/threshold{EXAMPLE}")))
    line = page.locator(".cut line").bounding_box()["x"]
    ends = [box["x"] + box["width"] for box in (label.bounding_box() for label in page.locator(".label.before").all())]
    assert len(ends) == 2
    assert all(line - 10 < end < line for end in ends)


def test_calibration_is_whole_and_in_order_at_any_width(visit: Visit) -> None:
    """On a tablet a table went on beyond its place; on a projector three key figures stood in a row and one below."""
    page = settled(visit(f"/calibration{EXAMPLE}", viewport={"width": 1024, "height": 768}))
    expect(page.locator(TABLE).filter(has_text="O:E")).to_have_count(1)
    assert [table.inner_text() for table in page.locator(TABLE).all() if table.evaluate(WIDE) > 0] == []
    picture, numbers = (cell.bounding_box() for cell in page.locator(".st-key-in_thirds > *").all())
    assert numbers["y"] > picture["y"]
    assert numbers["width"] == picture["width"]
    for width, rows in {390: [2, 2], 1024: [4], 1440: [2, 2], 1600: [2, 2], 1920: [2, 2]}.items():
        page.set_viewport_size({"width": width, "height": 900})
        settled(page).evaluate(LAID_OUT)
        page.wait_for_function(f"rows => ({IN_ROWS})() === String(rows)", arg=rows)
