"""A requirement is added with one click, another one typed, all of them saved, and loaded by somebody else."""

import json

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.steps import EXAMPLE, open_panel, settled

FIELD = "Type a requirement"


def expect_verdict(page: Page, requirement: str, state: str) -> None:
    """A requirement with its badge beside the picture."""
    expect(page.get_by_test_id("stMain").get_by_text(requirement).first).to_be_visible()
    badge = page.locator(".stMarkdownBadge").filter(has_text=state)
    expect(badge.first).to_be_visible()


def panel(page: Page, label: str) -> Locator:
    """The popover with the list, the field and the file."""
    body = page.get_by_test_id("stPopoverBody")
    open_panel(page.get_by_role("button", name=label), body.get_by_label(FIELD))
    return body


def test_a_requirement_is_added_with_a_click_another_typed_and_both_loaded_by_a_colleague(visit: Visit) -> None:
    page = settled(visit(f"/overview{EXAMPLE}"))
    page.get_by_role("button", name="Add this requirement").click()
    expect_verdict(settled(page), "VT sensitivity ≥\u00a090\u00a0%", "not met")
    body = panel(page, "Change requirements")
    field = body.get_by_label(FIELD)
    field.fill("VT quality at least 95 %")
    field.press("Enter")
    expect(page.get_by_text("No metric is named in “VT quality”")).to_be_visible()
    field.fill("VT specificity >= 90")
    field.press("Enter")
    expect_verdict(page, "VT specificity ≥\u00a090\u00a0%", "met")
    body.get_by_role("tab", name="Save or load").click()
    with page.expect_download() as saved:
        page.get_by_test_id("stDownloadButton").filter(has_text="Save").get_by_role("button").last.click()
    content = saved.value.path().read_bytes()
    assert json.loads(content)["requirements"] == [
        {"class": "VT", "metric": "sensitivity", "at_least": 0.9},
        {"class": "VT", "metric": "specificity", "at_least": 0.9},
    ]
    colleague = settled(visit(f"/overview{EXAMPLE}"))
    body = panel(colleague, "Other requirements")
    body.get_by_role("tab", name="Save or load").click()
    file = {"name": "requirements.json", "mimeType": "application/json", "buffer": content}
    body.locator("input[type=file]").set_input_files([file])
    expect_verdict(colleague, "VT sensitivity ≥\u00a090\u00a0%", "not met")
