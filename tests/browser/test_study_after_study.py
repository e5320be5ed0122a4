"""A second study takes over nothing of the first, whatever was touched before: every pair of examples, both orders."""

import re
from itertools import chain, combinations, pairwise

from playwright.sync_api import Locator, Page, expect

from predictions.demo import EXAMPLES
from tests.browser.conftest import Visit
from tests.browser.steps import go, listed_pages, settled

KEYS = [example.key for example in EXAMPLES]
ROUND_TRIP = [*chain.from_iterable(combinations(KEYS, 2)), KEYS[0]]  # every pair once in each order
IN_HASTE = """([first, second, haste]) => {
        document.querySelector(first).click();
        setTimeout(() => document.querySelector(second)?.click(), haste);
    }"""
BROKEN = "This page failed because of an error in Rounds"


def open_example(page: Page, key: str) -> None:
    go(page, "Data").locator(f".st-key-open_{key} button").filter(visible=True).first.click()
    page.wait_for_url(re.compile(f"study={key}(&|$)"))
    settled(page)


def title_line(page: Page) -> Locator:
    return page.get_by_test_id("stPopoverButton").first


def touch_every_choice(page: Page) -> None:
    """Open the choices of all pages; give every one another value, also the level, which outlives a study."""
    page.get_by_test_id("stPopoverButton").first.click()
    body = page.get_by_test_id("stPopoverBody")
    for place in range(body.get_by_role("combobox").count()):
        pick_another(page, body.get_by_role("combobox").nth(place))
    level = body.get_by_role("radio", name=re.compile(r"^9\d"), checked=False).first.inner_text()
    chosen = body.get_by_role("radio", name=level)
    chosen.click()
    expect(chosen).to_be_checked()
    settled(page)
    page.keyboard.press("Escape")


def visit_one(page: Page, place: int) -> None:
    """One of the listed pages with a study, by turns."""
    titles = listed_pages(page)[1:]
    go(page, titles[place % len(titles)])


def pick_another(page: Page, box: Locator) -> None:
    """The first option of a list that is not chosen."""
    shown = box.input_value()
    box.click()
    options = page.get_by_role("option")
    options.first.wait_for()
    options.nth(next(i for i, text in enumerate(options.all_inner_texts()) if text != shown)).click()
    settled(page)


def test_every_pair_of_examples_one_after_the_other_with_every_choice_touched(visit: Visit) -> None:
    fresh = {key: title_line(settled(visit(f"/overview?study={key}"))).inner_text() for key in KEYS}
    page = settled(visit())
    open_example(page, ROUND_TRIP[0])
    for place, (before, after) in enumerate(pairwise(ROUND_TRIP)):
        visit_one(page, place)
        touch_every_choice(page)
        open_example(page, after)
        expect(page.get_by_text(BROKEN)).to_have_count(0)
        name = f"{after} after {before}"
        expect(title_line(page), name).to_have_text(fresh[after], use_inner_text=True)


def test_the_second_of_two_examples_that_are_opened_in_haste_does_not_leave_the_reader_on_data(visit: Visit) -> None:
    page, headings = settled(visit()), []
    buttons = [f".st-key-open_{key} button" for key in ("heart-rhythm", "heart-sounds")]
    for haste in (0, 30, 60, 90, 120, 150):  # ms
        for button in buttons:
            page.locator(button).first.wait_for(state="attached")
        page.evaluate(IN_HASTE, [*buttons, haste])
        page.wait_for_url(re.compile("study="))
        page.wait_for_timeout(1_000)
        headings.append(settled(page).get_by_role("heading", level=1).inner_text())
        go(page, "Data").get_by_role("button", name="Close study").click()
        page.locator("[data-testid=stMain]", has_text="Drop a predictions file").wait_for()
        settled(page)
    assert headings == ["Overview"] * 6
