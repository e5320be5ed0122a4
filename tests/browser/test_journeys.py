"""What a reviewer does from file to finding, in a real browser."""

import re

import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.steps import (
    EXAMPLE,
    TABLE,
    answers,
    choose,
    figure,
    finding,
    first_view,
    go,
    right,
    says,
    settled,
    shows_answer,
    titled,
    upload,
)
from words import percent


def accuracy(page: Page, correct: int, cases: int) -> None:
    expect(figure(page, "Accuracy").first).to_contain_text(percent(correct / cases, cases))


def test_a_file_is_dropped_its_overview_read_and_a_second_file_takes_its_place(visit: Visit) -> None:
    table = answers(300)
    page = settled(visit())
    upload(page, table, "ward 7.csv")
    accuracy(shows_answer(page), right(table), 300)
    missed = ((table.y_true != table.y_pred) & (table.y_true != "Normal")).groupby(table.y_true).sum()
    said = re.search(r"missed (\d+) of \d+ cases with (\w+)", finding(page).inner_text().replace("\u00a0", " "))
    assert said
    assert int(said[1]) == missed[said[2]]
    expect(page.locator(TABLE).get_by_role("row")).to_have_count(4)
    upload(go(page, "Data"), second := answers(120, seed=2), "second.csv")
    accuracy(shows_answer(page), right(second), 120)


def unclear() -> pd.DataFrame:
    """Three columns of classes, none of which tells what it is."""
    table = answers(150)[["y_true", "y_pred"]].set_axis(["expert", "network"], axis=1)
    return table.assign(**{"second look": table["network"].to_numpy()[::-1]})


def test_a_file_with_unclear_columns_asks_twice_and_is_corrected(visit: Visit) -> None:
    table, page = unclear(), settled(visit())
    upload(page, table, "unclear.csv")
    says(page, "Which column contains the true class?")
    page.get_by_role("radiogroup").get_by_text("expert", exact=True).click()
    settled(page).get_by_role("button", name="Next").click()
    says(page, "What did the model give?")
    page.get_by_role("radiogroup").get_by_text("a class: network").click()
    settled(page).get_by_role("button", name="Open the study").click()
    accuracy(shows_answer(page), (table.expert == table.network).sum(), 150)
    go(page, "Data").get_by_text("Change how the columns are read").click()
    choose(page, "True class", "second look")
    page.get_by_role("button", name="Apply").click()
    accuracy(shows_answer(page), (table["second look"] == table.network).sum(), 150)


def cell(page: Page, place: int) -> tuple[float, float]:
    """The middle of a cell of the matrix, counted row by row."""
    box = page.get_by_test_id("stPlotlyChart").first.locator(".barlayer .point").nth(place).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def expect_cases(page: Page, truth: str, predicted: str, cases: int) -> None:
    heading = f"{cases:,} patient{'s' if cases != 1 else ''}: {truth} → {predicted}"
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    rows = page.get_by_test_id("stDataFrame").first.locator("table[role=grid]")
    expect(rows).to_have_attribute("aria-rowcount", str(min(cases, 200) + 1))


def test_a_clicked_cell_lists_its_cases_and_so_do_the_lists(visit: Visit) -> None:
    table = first_view()
    page = settled(visit(f"/confusion{EXAMPLE}"))
    labels = ["VT", "Ectopic", "Normal"]
    counted = table.groupby(["y_true", "y_pred"]).size()
    for truth, predicted in (("Ectopic", "VT"), ("VT", "Normal"), ("Normal", "Normal")):
        page.mouse.click(*cell(page, 3 * labels.index(truth) + labels.index(predicted)))
        expect_cases(page, truth, predicted, int(counted[truth, predicted]))
        settled(page)
    choose(page, "True class", "VT")
    choose(page, "Predicted class", "Ectopic")
    expect_cases(page, "VT", "Ectopic", int(counted["VT", "Ectopic"]))


def test_the_list_of_a_cell_begins_beside_the_matrix_however_long_its_classes_are(visit: Visit) -> None:
    page = settled(visit("/confusion?study=heart-sounds"))
    matrix, cases = (
        page.get_by_role("heading", name=name).bounding_box() for name in ("Matrix", "38 recordings: Extra heart sound")
    )
    pick = page.get_by_label("True class", exact=True).bounding_box()
    assert matrix
    assert cases
    assert pick
    assert cases["y"] == pytest.approx(matrix["y"], abs=2)
    assert pick["y"] < cases["y"] + 100, "nothing but the heading stands above the lists"
    page.get_by_role("button", name="Download the list").click()
    expect(page.get_by_text("The listed recordings")).to_be_visible()


def test_two_quick_clicks_leave_the_heading_and_the_lists_alike(visit: Visit) -> None:
    """What a list still sends of the first cell may not undo the second."""
    page = settled(visit(f"/confusion{EXAMPLE}"))
    places = [cell(page, place) for place in range(9)]
    for gap, first, second in ((60, 7, 6), (100, 0, 5), (150, 6, 1), (150, 2, 7)):
        page.mouse.click(*places[first])
        page.wait_for_timeout(gap)
        page.mouse.click(*places[second])
        settled(page).wait_for_timeout(500)
        boxes = [page.get_by_label(f"{which} class", exact=True) for which in ("True", "Predicted")]
        for box in boxes:  # that of the first click goes when the last run ends
            expect(box).to_have_count(1)
        lists = [box.input_value() for box in boxes]
        expect(page.get_by_role("heading", name=" → ".join(lists))).to_be_visible()


def test_one_step_back_is_one_page(visit: Visit) -> None:
    page = settled(visit("/overview?study=heart-rhythm"))
    for title in ("Curves", "Confusion"):
        go(page, title)
    for path in ("curves", "overview"):
        page.go_back()
        page.wait_for_url(re.compile(f"/{path}\\?.*study=heart-rhythm"))
        settled(page)


def test_a_question_is_a_step_of_its_own(visit: Visit) -> None:
    """One step back from it left Rounds, where nothing had been opened before."""
    page = settled(visit())
    asks = "Which column contains the true class?", "What did the model give?"
    for is_answered in (False, True):
        upload(page, unclear(), "unclear.csv")
        says(page, asks[0])
        page.get_by_role("radiogroup").get_by_text("expert", exact=True).click()
        settled(page).get_by_role("button", name="Next").click()
        says(page, asks[1])
        if not is_answered:
            for before in (asks[0], "Drop a predictions file"):
                page.go_back()
                says(page, before)
                settled(page)  # the upload beside the question is gone
    page.get_by_role("radiogroup").get_by_text("a class: network").click()
    settled(page).get_by_role("button", name="Open the study").click()
    go(shows_answer(page), "Confusion")
    for title in ("Overview", "Data"):
        page.go_back()
        settled(titled(page, title))
    says(page, "All 150 rows used.")


def test_a_matrix_is_pasted(visit: Visit) -> None:
    page = settled(visit())
    page.get_by_role("button", name="Enter a confusion matrix").click()
    field = page.get_by_label(re.compile("^Cells from a spreadsheet"))
    field.fill("\tNormal\tVT\nNormal\t908\t30\nVT\t5\t40\n")
    field.press("Control+Enter")
    page.get_by_role("button", name="Read the pasted matrix").click()
    shows_answer(page)
    go(page, "Clinical risk")
    says(page, "5 of 913")
    expect(page.get_by_test_id("stTopNavLink").filter(has_text="Curves")).to_have_count(0)


def test_two_browsers_with_almost_the_same_file_see_their_own_numbers(visit: Visit) -> None:
    """A cache keyed by a sample of the rows would show one of them the other's numbers."""
    one = answers(60_000)[["case_id", "y_true", "y_pred", "score_Murmur", "score_Normal", "score_VT"]]
    other = one.copy()
    rows = [20_011, 30_007, 40_009]
    other.loc[rows, "y_pred"] = other.loc[rows, "y_true"].map({"Normal": "VT", "VT": "Murmur", "Murmur": "Normal"})
    one.loc[rows, "y_pred"] = one.loc[rows, "y_true"]
    assert right(one) == right(other) + 3
    pages = [settled(visit(locale="en-GB")), settled(visit(locale="de-DE"))]
    for page, table in zip(pages, (one, other), strict=True):
        upload(page, table, "cohort.csv")
    for page, table in zip(pages, (one, other), strict=True):
        shows_answer(page)
        detected = table[table.y_true == table.y_pred].y_true.value_counts()
        for label, cases in table.y_true.value_counts().items():
            expect(page.locator(TABLE).first).to_contain_text(f"({detected[label]:,} of {cases:,})")


def test_the_first_view_of_a_page_has_no_placeholders(visit: Visit) -> None:
    page = settled(visit(preloads=True))
    expect(page.locator(".st-key-preloaded").get_by_test_id("stCheckbox")).to_be_attached()
    expect(page.locator(".st-key-preloaded")).to_be_hidden()
    page.evaluate("""() => { window.placeholders = 0; new MutationObserver(() => {
        window.placeholders += document.querySelectorAll("[data-testid=stSkeleton]").length;
    }).observe(document.body, {childList: true, subtree: true}); }""")
    shows_answer(upload(page, answers(120), "first.csv"))
    for title in ("Clinical risk", "Confusion", "Curves", "Threshold", "Cases"):
        settled(go(page, title))
    assert page.evaluate("window.placeholders") == 0
