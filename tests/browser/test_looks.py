"""What only an eye would notice: a place without a ring, a name cut off, a number below a mark."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.steps import EXAMPLE, settled


def tab_to(page: Page, test_id: str) -> None:
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.testid") == test_id:
            return
    raise AssertionError(f"no {test_id} is reached")


def test_links_to_pages_and_the_toolbar_of_a_table_show_where_the_keyboard_is(visit: Visit) -> None:
    for path, test_id in (("overview", "stPageLink-NavLink"), ("confusion", "stBaseButton-elementToolbar")):
        page = settled(visit(f"/{path}{EXAMPLE}", color_scheme="dark"))
        tab_to(page, test_id)
        place = page.locator(":focus")
        expect(place).to_have_css("outline", "rgb(232, 235, 239) solid 2px")
        if path == "confusion":
            expect(page.get_by_test_id("stElementToolbar").filter(has=place)).to_have_css("opacity", "1")
