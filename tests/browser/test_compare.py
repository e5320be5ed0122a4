"""Two models on the same cases in a real browser: joined from a mixed file, turned by keyboard, taken without ids."""

import pandas as pd
from playwright.sync_api import expect

from tests.browser.conftest import PATIENCE, Visit
from tests.browser.steps import answers, choose, go, list_taken, says, settled, upload


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


def test_two_models_are_joined_turned_and_their_differing_cases_taken_away(visit: Visit) -> None:
    table = two_models()
    cases, after, before = found(table)
    page = settled(visit())
    upload(page, table)
    says(page, "rows are used")
    go(page, "Compare models")
    choose(page, "Class", "VT")
    says(page, f"On the same {cases} cases with VT, After found {after} that Before missed")
    choose(page, "Reference", "Before")
    says(page, f"On the same {cases} cases with VT, Before found {before} that After missed")
    expect(page.get_by_text("380 cases in common (told by case_id)")).to_be_visible(timeout=PATIENCE)
    page.get_by_text("only Before wrong").click()
    frame = list_taken(settled(page))
    assert frame.case_id.tolist() == list(range(1, len(frame) + 1))
    assert ((frame["Before said"] == "VT") != (frame["truth"] == "VT")).all()
    assert ((frame["After said"] == "VT") == (frame["truth"] == "VT")).all()
