"""A threshold is chosen by a target, and a prevalence typed, in a real browser."""

import re

from playwright.sync_api import Page, expect

from metrics import ThresholdTable, natural_frequencies, target_sensitivity
from tests.browser.conftest import Visit
from tests.browser.steps import EXAMPLE, PATIENCE, figure, go, says, settled
from tests.support.studies import example_table


def split_table(split: str) -> ThresholdTable:
    rows = example_table("heart-rhythm").query("model == 'Model A' and split == @split and y_true != ''")
    return ThresholdTable.from_scores(rows.score_VT.to_numpy(float), (rows.y_true == "VT").to_numpy())


def press(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).click()
    settled(page)


def test_a_target_is_reached_on_valid_and_a_prevalence_is_kept_on_both_pages(visit: Visit) -> None:
    page = settled(visit(f"/threshold{EXAMPLE}&class=2"))
    press(page, "Target sensitivity")
    box = page.get_by_label(re.compile("^Sensitivity of at least"))
    box.fill("90")
    box.press("Enter")
    at = target_sensitivity(split_table("valid"), 0.9)
    counts = split_table("test").at(at)
    says(page, f"At {at:g} the model finds {counts.tp} of 50 patients with VT and misses {counts.fn}.")
    expect(page.get_by_text("Chosen on valid (500 patients, 22 have VT), reported on test.")).to_be_visible()
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile(f"^At {at:g} "))
    mine = page.get_by_label(re.compile("^My prevalence"))
    mine.fill("1")
    mine.press("Enter")
    people = natural_frequencies(counts.tp / 50, counts.tn / 1100, 0.01, 1000, whole=True)
    expect(page.get_by_role("heading", name="Per 1,000 patients where 1 % have VT")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text(f"So of {people.tp + people.fp} alarms {people.tp} are real")).to_be_visible()
    go(page, "Clinical risk")
    expect(page.get_by_label(re.compile("^My prevalence"))).to_have_value("1.00")
    expect(figure(page, "Risk score there")).to_be_visible()
