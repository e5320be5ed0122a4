"""One group of patients for every page: chosen in the panel, said everywhere, kept by a reload, left with the study."""

import re

import numpy as np
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.names.test_hostile_names import nothing_lives
from tests.browser.steps import (
    EXAMPLE,
    answers,
    every_page,
    go,
    go_on_a_phone,
    open_panel,
    says,
    settled,
    shows_answer,
    upload,
)
from tests.browser.test_on_every_page import PHONE, TOO_WIDE, violations
from tests.support.data.hostile import NAMES


def look_at(page: Page, group: str, of: str = "Patients") -> Page:
    box = page.get_by_test_id("stPopoverBody").get_by_role("combobox", name=of)
    open_panel(page.get_by_test_id("stPopoverButton").first, box)
    box.click()
    page.get_by_role("option", name=re.compile(rf"^{group}")).first.click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name=f"All {of.casefold()}")).to_be_visible()
    return settled(page)


def test_a_group_is_chosen_said_on_every_page_kept_by_a_reload_and_left(visit: Visit) -> None:
    """Also with its study: the next one shows all its cases."""
    page = look_at(settled(visit(f"/overview{EXAMPLE}")), "women")
    says(page, "Women: The model missed 8 of 21 patients with VT")
    expect(page.get_by_test_id("stMain")).to_contain_text("550 of 1,150 patients")
    for title in ("Confusion", "Curves", "Compare models"):
        says(go(page, title), "Women: ")
    says(settled(page.reload() and page), "Women: ")
    everybody = page.get_by_role("button", name="All patients")
    everybody.click()
    expect(everybody).to_have_count(0)
    says(settled(go(page, "Overview")), "The model missed 10 of 50 patients with VT")
    look_at(page, "women")
    upload(go(page, "Data"), answers(300))
    shows_answer(page)
    expect(page.get_by_test_id("stMain")).to_contain_text("300 cases")
    expect(everybody).to_have_count(0)


def test_long_names_and_a_hostile_group_fit_a_phone_in_the_dark_and_stay_text(visit: Visit) -> None:
    table = answers(400, ("Normal", *(f"A class with a rather long name, number {i}" for i in range(10))))
    groups = np.array([f"{NAMES[0]} {'a long name ' * 9}", "B"], object)
    page = settled(visit(**PHONE, color_scheme="dark"))
    upload(
        page, table.assign(**{f"Ward {NAMES[1]}": groups[np.arange(len(table)) % 2]}), f"{'a very long name ' * 6}.csv"
    )
    shows_answer(page)
    look_at(page, "Ward", of="Cases")
    found = []
    for title in every_page(page, go_on_a_phone):
        found += [f"{title}: {wide}" for wide in page.evaluate(TOO_WIDE)]
        nothing_lives(page)
        if title in ("Overview", "Subgroups"):
            found += violations(page)
    assert found == []
