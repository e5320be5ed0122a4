"""The folds of a cross-validation in a real browser: chosen by keyboard, read on a phone, taken away as a table."""

import io

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, expect
from sklearn.metrics import recall_score

from tests.browser.conftest import Visit
from tests.browser.steps import answers, choose, go, go_on_a_phone, says, settled, upload
from tests.browser.test_on_every_page import PHONE, TOO_WIDE, violations

EXAMPLE = "/cross_validation?study=breast-cancer"


def folded(folds: int, cases: int = 1500) -> pd.DataFrame:
    return answers(cases).assign(fold=np.arange(cases) % folds + 1)


def with_an_absent_class() -> pd.DataFrame:
    table = folded(5, 300)
    return table[(table.fold != 3) | (table.y_true != "VT")]


def mean_sd(values: list[float]) -> str:
    return f"{np.mean(values):.2f}±{np.std(values, ddof=1):.2f}"


def marks(page: Page) -> int:
    """Folds that are drawn."""
    return page.get_by_test_id("stPlotlyChart").locator(".scatterlayer path.point").count()


def test_a_metric_and_an_average_are_chosen_by_keyboard_and_the_table_is_taken_away(visit: Visit) -> None:
    table = folded(25)
    page = settled(visit())
    upload(page, table, "25 folds.csv")
    go(page, "Cross-validation")
    says(page, "over 25 folds")
    assert marks(page) == 4 * 25
    page.get_by_role("radio", name="one metric").click()
    choose(page, "Class or average", "Macro average")
    values = [recall_score(rows.y_true, rows.y_pred, average="macro") for _, rows in table.groupby("fold")]
    says(page, f"Macro sensitivity: {mean_sd(values)} over 25 folds")
    assert marks(settled(page)) == 25
    page.get_by_role("button", name="Download", exact=True).click()
    with page.expect_download() as taken:
        page.get_by_role("button", name="CSV").click()
    frame = pd.read_csv(io.BytesIO(taken.value.path().read_bytes()))
    assert frame["Macro sensitivity"][:25].tolist() == pytest.approx(values)
    assert frame.iloc[-3:, 0].tolist() == ["mean", "sd", "pooled"]


def test_the_page_with_folds_is_accessible_and_fits_a_phone(visit: Visit) -> None:
    found = violations(settled(visit(EXAMPLE, color_scheme="light")))
    page = settled(visit(**PHONE, color_scheme="dark"))
    upload(page, with_an_absent_class())
    go_on_a_phone(page, "Cross-validation")
    says(page, "Sensitivity for")
    found += violations(page) + page.evaluate(TOO_WIDE)
    page.get_by_role("radio", name="all classes").click()
    says(page, "Over 5 folds")
    assert found + violations(page) + settled(page).evaluate(TOO_WIDE) == []


def test_a_finding_in_a_link_is_never_cut_on_a_phone(visit: Visit) -> None:
    page = settled(visit(EXAMPLE, **PHONE))
    links = page.get_by_test_id("stPageLink").locator("a p")
    expect(links.first).to_contain_text("in sensitivity")
    assert links.evaluate_all("each => each.filter(text => text.scrollWidth > text.clientWidth + 1).length") == 0
