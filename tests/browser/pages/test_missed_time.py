"""Phases and stages in a real browser: missed time, and from a cell of the matrix to its place in Timeline."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.steps import go, listed_pages, says, settled, titled


def test_a_segment_of_a_cell_opens_its_recording_and_missed_time_leads_back(visit: Visit) -> None:
    page = settled(visit("/confusion?study=surgical-phases"))
    says(page, "Clipping and cutting classified as Calot triangle dissection")
    page.get_by_test_id("stDataFrame").first.click(position={"x": 16, "y": 38 + 17})
    titled(page, "Timeline")
    expect(page.get_by_role("heading", name=re.compile("^Video SIM09"))).to_be_visible()
    settled(page.reload() and page)
    expect(page.get_by_role("heading", name=re.compile("^Video SIM09"))).to_be_visible()
    assert "Missed time" in listed_pages(page)
    says(go(page, "Missed time"), " are missed, ")
    page.get_by_role("link", name=re.compile("^Confusion:")).click()
    titled(page, "Confusion")
