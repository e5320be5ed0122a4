"""Classes get names and an order in the panel of the title line, and every page speaks and lists so."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.steps import EXAMPLE, TABLE, go, says, settled

ROW, NUMBER, NAME = 35, 60, 200  # px in the table of classes
SETTLING = 300  # ms until a cell holds what is typed at the speed of a machine


def type_into(page: Page, row: int, column: int, text: str) -> None:
    """Into a cell of the table of classes; rows from 0 on."""
    page.get_by_test_id("stPopoverButton").first.click()
    table = page.get_by_test_id("stPopoverBody").get_by_test_id("stDataFrame")
    expect(table.locator("canvas").first).to_be_visible()
    settled(page)
    table.dblclick(position={"x": column, "y": ROW * (row + 1.5)})
    expect(page.locator("#portal :is(input, textarea)")).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(text)
    page.wait_for_timeout(SETTLING)
    page.keyboard.press("Enter")
    expect(page.locator("#portal :is(input, textarea)")).to_have_count(0)


def test_a_named_class_and_its_place_hold_on_every_page(visit: Visit) -> None:
    page = settled(visit(f"/overview{EXAMPLE}"))
    says(page, "with VT (20 %)")
    type_into(page, 0, NAME, "Tachycardia")
    says(page, "with Tachycardia (20 %)")
    settled(page).keyboard.press("Escape")
    type_into(page, 1, NUMBER, "1")
    table = page.locator(TABLE).first.get_by_role("row")
    expect(table.nth(1)).to_contain_text("Ectopic")
    expect(table.nth(2)).to_contain_text("Tachycardia")
    settled(page).keyboard.press("Escape")
    says(go(page, "Confusion"), "classified as Normal")
    expect(page.locator(TABLE).first.get_by_role("row").nth(1)).to_contain_text("Ectopic → Normal")
    says(go(page, "Cases"), "misclassified")
    settled(page.reload() and page)
    says(go(page, "Threshold"), "Tachycardia")
