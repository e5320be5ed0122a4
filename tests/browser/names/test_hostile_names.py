"""Names that attack the page, in a real browser: nothing runs, nothing is fetched, and they can be read."""

from urllib.parse import unquote

import numpy as np
import pandas as pd
from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.steps import TABLE, answers, every_page, go, listed_pages, settled, shows_answer, upload
from tests.support.data.hostile import NAMES
from words import distinct

ALIVE = (
    "main [src*=evil], main [href*=evil], main [href^=javascript], main img[src='x'], main form[action*=evil], "
    "main marquee, main iframe[src^=javascript], svg[onload], [onerror]"
)


def in_every_role() -> pd.DataFrame:
    """The names as classes, ids, folds, videos, columns and values at once."""
    table = answers(20 * len(NAMES), NAMES, seed=1)
    named = np.array(NAMES, object)[np.arange(len(table)) // 20]
    table = table.assign(case_id=np.roll(named, 20), video_id=named, frame=range(len(table)))
    return table.assign(fold=np.array(NAMES, object)[np.arange(len(table)) % 4], **{NAMES[0]: named, NAMES[14]: 1})


def nothing_lives(page: Page) -> None:
    assert page.evaluate("window.pwned") is None
    assert page.locator(ALIVE).count() == 0
    formulas = page.locator("main .katex")
    if page.get_by_role("heading", level=1).inner_text() == "Definitions":  # those of its tables are ours
        formulas = page.locator("main .katex:not(table .katex)")
    assert formulas.count() == 0


def test_forty_names_run_nothing_fetch_nothing_and_stay_out_of_the_address_on_any_page(visit: Visit) -> None:
    page, addresses = settled(visit()), set()
    upload(page, in_every_role().assign(ward="Secretary"), f"Confidential {NAMES[0]}.csv")
    shows_answer(page)
    for _ in every_page(page):
        addresses.add(page.url)
        nothing_lives(page)
    told = unquote(" ".join(addresses)).casefold()
    assert [word for word in ("evil", "alert", "onerror", "secretary", "confidential", ".csv") if word in told] == []
    assert len(addresses) == len(listed_pages(page))


def test_every_one_of_them_can_be_read(visit: Visit) -> None:
    page = settled(visit())
    for start in range(0, len(NAMES), 11):
        names = NAMES[start : start + 11]
        upload(go(page, "Data"), answers(100 + start, names))
        shows_answer(page)
        shown = " ".join(page.locator(TABLE).first.inner_text().replace("\u2060", "").split())
        assert [name for name in distinct(names) if " ".join(name.split()) not in shown] == []
        nothing_lives(page)
