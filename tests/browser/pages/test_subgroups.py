"""Groups of patients in a real browser: other columns and ranges, the numbers as a file, one group on every page."""

import pandas as pd
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.steps import EXAMPLE, go, says, settled


def test_columns_ranges_numbers_and_the_group_that_leads(visit: Visit) -> None:
    page = settled(visit(f"/subgroups{EXAMPLE}"))
    says(page, "in women (13 of 21) and")
    page.get_by_role("button", name="Ranges and combinations").click()
    ranges = page.get_by_label("Ranges of age begin at")
    ranges.fill("70")
    ranges.press("Enter")
    expect(page.get_by_text("70 years and over").first).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_test_id("stMain").get_by_text("site", exact=True).first.click()
    expect(page.get_by_text("Site North")).to_have_count(0)
    numbers = page.get_by_test_id("stExpander").filter(has_text="All numbers")
    numbers.get_by_text("All numbers").click()
    numbers.get_by_role("button", name="Download").click()
    with page.expect_download() as download:
        page.get_by_test_id("stPopoverBody").get_by_role("button", name="CSV").click()
    table = pd.read_csv(download.value.path())
    assert table["group"].tolist() == ["under 70", "70 and over", "F", "M"]
    assert table.loc[table["group"] == "F", "tp"].item() == 13
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Show only women").click()
    page.get_by_role("button", name="All patients").wait_for()
    says(go(page, "Overview"), "8 of 21")
