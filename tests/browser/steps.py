"""What a person does in front of the app, and what they read."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, TimeoutError, expect

from predictions.demo import FOLDER
from tests.support.pages import TITLES

PATIENCE = 30_000  # ms; a busy machine is slow, not broken
expect.set_options(timeout=PATIENCE)
NOT_DRAWN = "[data-testid=stPlotlyChart]:not(:has(.main-svg)):not(details:not([open]) *)"
TABLE = "[data-testid=stMarkdownContainer]:has(> table)"
EXAMPLE = "?study=heart-rhythm"
LAID_OUT = "() => new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))"


def settled(page: Page, patience: int = PATIENCE) -> Page:
    """The script has run to its end and every picture is drawn. patience: ms until the script has."""
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=patience)
    page.get_by_role("heading", level=2).wait_for()
    expect(page.locator(f"[data-testid=stSkeleton], {NOT_DRAWN}")).to_have_count(0)  # Plotly begins after the script
    return page


def titled(page: Page, title: str) -> Page:
    """The page of this title is there."""
    page.get_by_role("heading", level=1, name=title).wait_for()
    return page


def open_everything(page: Page, most: int | None = None) -> None:
    """Unfold what is folded, or so many. To wait for each took three quarters of the time of tests that read it."""
    closed = page.locator("details:not([open]) > summary").filter(visible=True)
    folded = closed.element_handles()
    for each in folded[:most]:
        each.evaluate("summary => summary.click()")  # without waiting until it stands still
    expect(closed).to_have_count(len(folded) - len(folded[:most]))
    page.wait_for_timeout(300)  # until the server is heard of, the page looks as if nothing ran
    settled(page)


def serious(page: Page) -> list[dict[str, Any]]:
    """What axe finds serious or critical, each with its places; all that is in order is not told, which is quicker."""
    known = Axe("") if page.evaluate("Boolean(window.axe)") else Axe()  # to bring it again takes 0.15 s
    found = known.run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [each for each in found if each["impact"] in ("serious", "critical")]


def list_taken(page: Page) -> pd.DataFrame:
    """The list of cases as CSV, which can be had only after a tick."""
    page.get_by_role("button", name="Download the list").click()
    body = page.get_by_test_id("stPopoverBody")
    assert body.get_by_role("button", name="CSV").is_disabled()
    body.get_by_text("I am authorised to export it").click()
    settled(page)
    with page.expect_download() as download:
        body.get_by_role("button", name="CSV").click()
    return pd.read_csv(download.value.path())


def go(page: Page, title: str, patience: int = PATIENCE) -> Page:
    """Choose a page in the navigation at the top. patience: as of `settled`."""
    page.get_by_test_id("stTopNavLink").filter(has_text=title).click()
    titled(page, title)
    return settled(page, patience)


def go_on_a_phone(page: Page, title: str) -> Page:
    """Choose a page in the drawer, which closes by itself on a phone."""
    page.get_by_test_id("stExpandSidebarButton").click()
    page.get_by_test_id("stSidebarNavLink").filter(has_text=title).click()
    titled(page, title)
    expect(page.get_by_test_id("stExpandSidebarButton")).to_be_visible()
    return settled(page)


def every_page(page: Page, way: Callable[[Page, str], Page] = go) -> Iterator[str]:
    """Every page that the menu lists, one after the other, from the one after Data to Data."""
    for title in (*listed_pages(page)[1:], "Data"):
        way(page, title)
        yield title


def listed_pages(page: Page) -> list[str]:
    """The titles in the menu, which stands at the top or in the drawer of a phone."""
    links = page.get_by_test_id("stTopNavLink")
    is_phone = links.count() == 0
    if is_phone:
        page.get_by_test_id("stExpandSidebarButton").click()
        links = page.get_by_test_id("stSidebarNavLink")
        expect(links.first).to_be_visible()
    titles = [text.strip() for text in links.all_inner_texts()]
    if is_phone:  # choosing the page that is shown closes the drawer
        links.filter(has_text=page.get_by_role("heading", level=1).inner_text()).first.click()
        settled(page)
    return [title for title in TITLES.values() if title in titles]


def upload(page: Page, table: pd.DataFrame | bytes, name: str = "answers.csv") -> Page:
    content = table if isinstance(table, bytes) else table.to_csv(index=False).encode()
    page.locator("input[type=file]").set_input_files([{"name": name, "mimeType": "text/csv", "buffer": content}])
    return page


def shows_answer(page: Page) -> Page:
    """A file was understood: it opened on Overview."""
    titled(page, "Overview")
    return settled(page)


def finding(page: Page) -> Locator:
    return page.get_by_role("heading", level=2)


def says(page: Page, text: str) -> None:
    """The only finding of the page, once that before is gone, whatever keeps its numbers on one line."""
    expect(finding(page)).to_contain_text([text.replace("\u00a0", " ")])


def figure(page: Page, name: str) -> Locator:
    """A key figure by its name."""
    return page.get_by_test_id("stMetric").filter(has_text=name)


def choose(page: Page, label: str, option: str) -> None:
    """Choose from a list with the keyboard alone; a rerun that comes in between closes the list, so open it again."""
    box = page.get_by_role("combobox", name=label).first
    wanted = re.compile(rf"^{re.escape(option)}( \(|$)")
    for patience in (1_000, 2_000, 4_000, PATIENCE):
        box.focus()
        box.press("ArrowDown")
        box.fill(option)
        with contextlib.suppress(TimeoutError):
            page.get_by_role("option", name=wanted).first.wait_for(timeout=patience)
            box.press("Enter")
        box.press("Escape")
        settled(page)
        if wanted.search(box.input_value()):
            return
    raise AssertionError(f"{option} cannot be chosen")


def open_panel(button: Locator, wanted: Locator) -> None:
    """Click until what stands in the panel is there: a rerun that comes in between closes it again."""
    for _ in range(5):
        button.click()
        with contextlib.suppress(TimeoutError):
            wanted.wait_for(timeout=2_000)
            return
    raise AssertionError(f"the panel has no {wanted}")


def first_view() -> pd.DataFrame:
    """What the heart rhythm example shows first."""
    table = pd.read_csv(FOLDER / "heart-rhythm-simulated.csv", keep_default_na=False)
    return table[(table.model == "Model A") & (table.split == "test") & (table.y_true != "")]


def answers(cases: int, labels: tuple[str, ...] = ("Normal", "Murmur", "VT"), seed: int = 0) -> pd.DataFrame:
    """True and predicted classes with ids and a score per class."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, len(labels), cases)
    scores = rng.random((cases, len(labels))) ** 3
    scores[np.arange(cases), truth] += rng.random(cases)
    named = np.array(labels, object)
    table = pd.DataFrame({"case_id": np.arange(cases), "y_true": named[truth], "y_pred": named[scores.argmax(1)]})
    rounded = (scores / scores.sum(1, keepdims=True)).round(3)
    return table.join(pd.DataFrame(rounded, columns=[f"score_{label}" for label in labels]))


def right(table: pd.DataFrame) -> int:
    return int((table.y_true == table.y_pred).sum())
