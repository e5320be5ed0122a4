"""What arrives on the reader's disk: the numbers of the page, as text where a spreadsheet would run them."""

import io
from pathlib import Path

import pandas as pd
from playwright.sync_api import Page, Route, expect

from charts.style.source_line import ROOM
from predictions.demo import FOLDER
from tests.browser.conftest import Visit
from tests.browser.steps import (
    EXAMPLE,
    answers,
    go,
    list_taken,
    settled,
    shows_answer,
    upload,
)

HOSTILE = ("=1+1", "Normal", "VT")


def downloaded(page: Page, label: str, kind: str) -> tuple[str, bytes]:
    """Name and content of the file behind the button of that label."""
    page.get_by_test_id("stPopover").get_by_role("button", name=label, exact=False).last.click()
    with page.expect_download() as download:
        page.get_by_test_id("stPopoverBody").get_by_role("button", name=kind).click()
    page.keyboard.press("Escape")
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_a_table_arrives_as_csv_and_as_a_workbook_with_the_same_numbers(visit: Visit) -> None:
    page = settled(visit())
    upload(page, answers(150, HOSTILE), "ward.csv")
    shows_answer(page)
    name, content = downloaded(page, "Download", "CSV")
    assert name == "rounds-classes.csv"
    table = pd.read_csv(io.BytesIO(content))
    assert table["class"].tolist() == ["VT", "'=1+1", "Normal"], "in order of danger"
    name, content = downloaded(page, "Download", "Excel")
    assert name == "rounds-classes.xlsx"
    book = pd.read_excel(io.BytesIO(content))
    assert book["class"].tolist() == ["VT", "=1+1", "Normal"]
    pd.testing.assert_frame_equal(book.drop(columns="class"), table.drop(columns="class"), check_dtype=False)


def test_a_list_of_cases_is_taken_without_ids_and_a_picture_says_its_study(visit: Visit) -> None:
    page = settled(visit(f"/confusion{EXAMPLE}"))
    figure = page.get_by_test_id("stPlotlyChart")
    figure.hover()
    with page.expect_download() as download:
        figure.locator(".modebar-btn").last.click()
    svg = Path(download.value.path()).read_text("utf-8").replace("\u00a0", " ")
    for said in ("Confusion matrix", "Heart rhythm (simulated)", "1,150 patients · Model A · test"):
        assert f">{said}" in svg
    expect(figure.locator(".gtitle")).to_be_hidden()  # as the page says it already
    below, legend = figure.bounding_box(), page.get_by_text("% of the true class:").bounding_box()
    assert below
    assert legend
    assert 0 < legend["y"] - (below["y"] + below["height"] - ROOM) < 40
    taken = list_taken(page)
    source = pd.read_csv(FOLDER / "heart-rhythm-simulated.csv", dtype=str)
    ids = set(source[next(name for name in source if "id" in name)])
    assert taken.iloc[:, 0].tolist() == list(range(1, len(taken) + 1))
    assert not ids & set(taken.astype(str).to_numpy().ravel())


def test_a_page_that_is_left_at_once_looks_for_no_sample_that_is_gone(visit: Visit) -> None:
    page, late, errors = visit("/_stcore/health"), [], []

    def waits(route: Route) -> None:
        late.append(route)

    page.route("**/media/**.csv", waits)
    page.on("console", lambda line: errors.append(line.text) if "Download" in line.text else None)
    page.goto(page.url.replace("/_stcore/health", "/"))
    shows_answer(upload(settled(page), answers(60)))
    for each in late:
        each.continue_()
    page.unroute("**/media/**.csv", waits)
    go(page, "Data")
    assert errors == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Sample file").click()
    assert len(pd.read_csv(download.value.path())) == 200
