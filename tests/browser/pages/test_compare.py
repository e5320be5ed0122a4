"""Two models on the same cases in a real browser: matched from a mixed file, their discordant cases read."""

import pandas as pd
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.steps import answers, go, list_taken, says, settled, titled, upload


def two_models() -> pd.DataFrame:
    first = answers(400)
    second = answers(400, seed=1).assign(y_true=first.y_true, case_id=first.case_id)
    return pd.concat([first.assign(model="Before"), second[::-1][:380].assign(model="After")])


def found(table: pd.DataFrame) -> tuple[int, int, int]:
    """Common cases with VT, found by the first model only, by the second only."""
    first, second = (table[table.model == name].set_index("case_id") for name in ("After", "Before"))
    sick = first.index[first.y_true == "VT"].intersection(second.index)
    one, other = (each.y_pred[sick] == "VT" for each in (first, second))
    return len(sick), int((one & ~other).sum()), int((other & ~one).sum())


def test_two_models_are_matched_and_their_discordant_cases_are_read(visit: Visit) -> None:
    table = two_models()
    cases, after, before = found(table)
    page = settled(visit())
    upload(page, table)
    go(page, "Compare models")
    says(page, f"of {cases}")
    expect(page.get_by_text("Same 380 cases.")).to_be_visible()
    page.get_by_text("Tests and multiplicity").click()
    expect(page.get_by_text("380 cases in both models (matched by case_id)")).to_be_visible()
    page.get_by_role("button", name=f"Read the {after + before} cases on which they disagree").click()
    titled(page, "Cases")
    frame = list_taken(settled(page))
    assert len(frame) == after + before
    assert set(frame["true class"]) == {"VT"}
