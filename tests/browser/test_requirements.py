"""A requirement is typed, read on two pages, saved, and loaded by somebody else."""

import json

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.steps import EXAMPLE, PATIENCE, go, settled

FIELD = "Type a requirement"


def expect_said(page: Page, state: str, text: str) -> None:
    """A requirement with its state in words, and why."""
    row = page.get_by_test_id("stMarkdown").filter(has_text=text).filter(has_text=state)
    expect(row.first).to_be_visible(timeout=PATIENCE)


def test_a_requirement_is_typed_read_on_two_pages_saved_and_loaded_by_a_colleague(visit: Visit) -> None:
    page = settled(visit(f"/overview{EXAMPLE}"))
    page.get_by_role("link", name="Type what you require").click()
    field = page.get_by_label(FIELD)
    expect(field).to_be_in_viewport()
    field.fill("VT quality at least 95 %")
    field.press("Enter")
    expect(page.get_by_text("No metric is named in “VT quality”")).to_be_visible(timeout=PATIENCE)
    field.fill("sensitivity of VT >= 95")
    field.press("Enter")
    expect_said(page, "not met", "VT sensitivity at least 95 %")
    expect(field).to_have_value("")
    expect_said(settled(page), "not met", "whole interval below: 67–89".replace("–", "\u2060–\u2060"))
    expect_said(go(page, "Clinical risk"), "not met", "VT sensitivity at least 95 %")
    go(page, "Overview").get_by_role("button", name="Save or load").click()
    with page.expect_download() as saved:
        page.get_by_test_id("stDownloadButton").filter(has_text="Save").get_by_role("button").click()
    content = saved.value.path().read_bytes()
    assert json.loads(content)["requirements"] == [{"class": "VT", "metric": "sensitivity", "at_least": 0.95}]
    colleague = settled(visit(f"/overview{EXAMPLE}"))
    colleague.get_by_role("button", name="Save or load").click()
    file = {"name": "requirements.json", "mimeType": "application/json", "buffer": content}
    colleague.locator("input[type=file]").set_input_files([file])
    expect_said(colleague, "not met", "VT sensitivity at least 95 %")
