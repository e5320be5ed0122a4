"""Over time in a real browser: a day is typed and named, and found again after a reload; on a phone in the dark."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.steps import settled
from tests.browser.test_on_every_page import PHONE, TOO_WIDE, violations

SUBGROUPS = "/subgroups?study=heart-rhythm"
SAID = re.compile(
    r"From the software update on 1.September, 11\.0.% of patients are predicted VT, before 4\.7.%; 2.of.4 months"
)


def marked(page: Page) -> Page:
    """The first of September as the day of a software update, by keyboard."""
    page.get_by_role("button", name="Marked date and baseline").click()
    page.get_by_role("spinbutton", name="year").click()
    page.keyboard.type("20260901", delay=50)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    name = page.get_by_role("textbox", name="What changed")
    expect(name).to_be_enabled()
    name.fill("software update")
    name.press("Enter")
    expect(page.get_by_text(SAID)).to_have_count(1)
    return settled(page)


def test_a_typed_day_divides_the_months_and_is_there_after_a_reload(visit: Visit) -> None:
    page = marked(settled(visit(SUBGROUPS)))
    page.keyboard.press("Escape")
    expect(page.get_by_text("software update, 1")).to_have_count(1)  # beside the line in the picture
    settled(page).reload()
    expect(settled(page).get_by_text(SAID)).to_be_visible()


def test_on_a_phone_in_the_dark_the_day_can_be_marked(visit: Visit) -> None:
    page = marked(settled(visit(SUBGROUPS, **PHONE, color_scheme="dark")))
    assert violations(page) == []
    page.keyboard.press("Escape")
    assert page.evaluate(TOO_WIDE) == []
