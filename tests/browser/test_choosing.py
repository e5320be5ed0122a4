"""A threshold is chosen by a target, kept for all pages, and taken back, in a real browser; a prevalence is typed."""

import re

from playwright.sync_api import Page, expect

from metrics import ThresholdTable, natural_frequencies, target_sensitivity
from metrics.thresholding.short import short_threshold
from tests.browser.conftest import Visit
from tests.browser.steps import EXAMPLE, go, says, settled
from tests.support.studies import example_table
from words import threshold

VT = f"/threshold{EXAMPLE}&class=2"


def split_table(split: str) -> ThresholdTable:
    rows = example_table("heart-rhythm").query("model == 'Model A' and split == @split and y_true != ''")
    return ThresholdTable.from_scores(rows.score_VT.to_numpy(float), (rows.y_true == "VT").to_numpy())


def type_in(page: Page, label: str, number: str) -> None:
    box = page.get_by_label(re.compile(f"^{re.escape(label)}"))
    box.fill(number)
    box.press("Enter")


def test_a_target_is_reached_on_valid_and_a_prevalence_is_kept_on_both_pages(visit: Visit) -> None:
    page = settled(visit(VT))
    page.get_by_role("radio", name="Sensitivity ≥ 95").click()
    type_in(page, "Target sensitivity", "90")
    valid = split_table("valid")
    at = short_threshold(valid, target_sensitivity(valid, 0.9))
    counts = split_table("test").at(at)
    says(page, f"At threshold {threshold(at)} the model detects {counts.tp} of 50 patients with VT;")
    expect(page.get_by_text("Chosen on valid (500 patients, 22 have VT), reported on test.")).to_be_visible()
    start = re.compile(f"^At threshold {threshold(at)} ")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", start)
    page.get_by_text("Prevalence in your setting").first.click()
    type_in(page, "Prevalence in your setting", "1")
    people = natural_frequencies(counts.tp / 50, counts.tn / 1100, 0.01, 1000, whole=True)
    title = page.get_by_role("heading", name="1,000 patients at a prevalence of 1 %")
    expect(title).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text=f"{people.fp} false positives")).to_be_visible()
    go(page, "Clinical risk")
    expect(page.get_by_label(re.compile("^Prevalence in your setting"))).to_have_value("1.0")


def test_a_kept_threshold_changes_the_overview_and_is_taken_back(visit: Visit) -> None:
    page = settled(visit(VT))
    type_in(page, "Predict VT at", "0.1")
    says(
        page, "At threshold 0.100 the model detects 45 of 50 patients with VT; 109 of 154 VT predictions are incorrect."
    )
    page.get_by_role("button", name="Keep this threshold").click()
    expect(page.get_by_text("Kept: VT predicted at a score of 0.100 or above.")).to_be_visible()
    expect(page.get_by_role("button", name="Keep this threshold")).to_be_disabled()
    go(page, "Overview")
    says(page, "The model missed 10 of 50 patients with VT")
    expect(page.get_by_role("button", name="threshold 0.100")).to_have_count(0)
    go(page, "Threshold")
    page.get_by_label("Use on all pages").check()
    settled(page)
    go(page, "Overview")
    says(page, "The model missed 5 of 50 patients with VT")
    page.get_by_role("button", name="threshold 0.100").click()
    page.get_by_role("radio", name="as delivered").click()
    says(page, "The model missed 10 of 50 patients with VT")
    page.get_by_role("button", name="Forget").click()
    settled(page)
    expect(page.get_by_role("button", name="threshold 0.100")).to_have_count(0)
