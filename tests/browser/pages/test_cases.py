"""The list of cases in a real browser: narrowed, turned, read by keyboard, opened, and downloaded."""

import pandas as pd
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.steps import (
    EXAMPLE,
    answers,
    choose,
    first_view,
    go,
    list_taken,
    says,
    settled,
    shows_answer,
    upload,
)


def with_scores() -> pd.DataFrame:
    """The first view of the example, each answer with its score."""
    table = first_view()
    return table.assign(sure=[row[f"score_{row.y_pred}"] for _, row in table.iterrows()])


def case(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", name=text, exact=True)).to_be_visible()


def test_missed_cases_are_read_from_their_panel_on_one_by_one(visit: Visit) -> None:
    table = with_scores()
    missed = table[(table.y_true == "VT") & (table.y_pred != "VT")].assign(other=lambda t: t.y_pred != "Normal")
    missed = missed.sort_values(["other", "sure"], ascending=[True, False], kind="stable")
    page = visit(f"/clinical_risk{EXAMPLE}")
    page.get_by_role("button", name=f"Read the {len(missed)} missed patients").click()
    says(page, f"{len(missed)} of 50 patients with VT were missed.")
    case(page, f"Case 1 of {len(missed)}")
    expect(page.get_by_text(f"{missed.patient_id.iloc[0]}: VT classified as {missed.y_pred.iloc[0]}")).to_be_visible()
    forward = page.get_by_role("button", name="Next case")
    forward.focus()
    forward.press("Enter")
    case(page, f"Case 2 of {len(missed)}")
    expect(page.get_by_text(f"{missed.patient_id.iloc[1]}: VT classified as {missed.y_pred.iloc[1]}")).to_be_visible()
    page.get_by_test_id("stDataFrame").first.click(position={"x": 16, "y": 38 + 35 * 4 + 17})
    case(page, f"Case 5 of {len(missed)}")
    page.get_by_role("button", name="Previous case").click()
    case(page, f"Case 4 of {len(missed)}")
    page.get_by_role("button", name="Confident error").click()
    sure = int((missed.sure >= 0.9).sum())
    says(page, f"{sure or 'None'} of 50 patients with VT")
    assert page.url.split("?")[1].count("=") <= 7
    assert "SIM" not in page.url


def test_pages_of_the_list_are_turned_and_all_of_it_is_taken(visit: Visit) -> None:
    page, table = settled(visit()), answers(330)
    upload(page, table, "ward.csv")
    shows_answer(page)
    go(page, "Cases").get_by_role("button", name="Misclassified disease", exact=True).click()
    says(page, "All 330 cases are listed.")
    page.get_by_role("button", name="Page 7").or_(page.get_by_role("button", name="7", exact=True)).first.click()
    expect(page.get_by_text("301 to 330 of 330.")).to_be_visible()
    case(page, "Case 301 of 330")
    choose(page, "True class", "VT")
    with_vt = int((table.y_true == "VT").sum())
    says(page, f"{with_vt} cases with VT are listed.")
    case(page, f"Case 1 of {with_vt}")
    taken = list_taken(page)
    assert len(taken) == with_vt
    assert set(taken["true class"]) == {"VT"}
    assert taken.case_id.tolist() == list(range(1, with_vt + 1))
