"""What holds on every page: nothing foreign, nothing inaccessible, nothing truncated, nothing told in the address."""

import urllib.error
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, running_server
from tests.browser.steps import (  # fmt: skip
    EXAMPLE,
    LAID_OUT,
    TABLE,
    every_page,
    go_on_a_phone,
    open_everything,
    says,
    serious,
    settled,
    titled,
)
from tests.support.pages import ADDRESSES

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "user_agent": "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36",
}
STILL = f"""{LAID_OUT}
    .then(() => Promise.all(document.getAnimations()
        .filter(each => each.effect.getComputedTiming().endTime !== Infinity)
        .map(each => each.finished.catch(() => null))))
    .then(() => null)"""
TICK = ".xtick text, .ytick text"
INK = {"light": "rgb(20, 24, 31)", "dark": "rgb(232, 235, 239)"}
TOO_WIDE = """() => ['html', '[data-testid=stMain]', '[data-testid=stMainBlockContainer]']
    .map(name => document.querySelector(name))
    .filter(part => part.scrollWidth > part.clientWidth + 1)
    .map(part => `${part.tagName} ${part.scrollWidth} > ${part.clientWidth}`)"""


def violations(page: Page) -> list[str]:
    """What axe finds serious or critical once nothing fades any more, with the place and the reason."""
    page.evaluate(STILL)
    expect(settled(page).locator("[data-stale=true]")).to_have_count(0)
    page.evaluate(STILL)
    return [
        f"{page.url}: {each['id']} at {node['html'][:200]}, {node['failureSummary']}"
        for each in serious(page)
        for node in each["nodes"]
    ]


def pictures_follow(page: Page, title: str, scheme: str) -> None:
    """The page finds the ink of figures by how Plotly writes it; this notices when that changes."""
    if title in ("Confusion", "Curves"):
        expect(page.locator(TICK).filter(visible=True).first).to_have_css("fill", INK[scheme])


def test_every_page_is_accessible_in_the_light_theme_with_everything_unfolded(visit: Visit) -> None:
    """Three groups of Definitions, which are all drawn alike, have 4,000 elements; all of them have 20,000."""
    page, found = settled(visit(f"/{EXAMPLE}", color_scheme="light")), []
    for title in every_page(page):
        pictures_follow(page, title, "light")
        open_everything(page, 3 if title == "Definitions" else None)
        found += violations(page)
    assert found == []


def test_every_page_fits_a_phone_and_is_accessible_there_in_the_dark_theme(visit: Visit) -> None:
    page, found = settled(visit(f"/{EXAMPLE}", **PHONE, color_scheme="dark")), []
    for title in every_page(page, go_on_a_phone):
        pictures_follow(page, title, "dark")
        found += [f"{title}: {wide}" for wide in page.evaluate(TOO_WIDE)]
        found += violations(page)
    assert found == []


def test_pages_of_recordings_fit_a_phone_and_are_accessible_there_with_everything_unfolded(visit: Visit) -> None:
    """Only there do tables scroll sideways, which a keyboard must reach; benchmarks.length reads every page."""
    page, found = settled(visit("/?study=surgical-phases", **PHONE, color_scheme="dark")), []
    for title in ("Overview", "Missed time", "Confusion", "Timeline"):
        go_on_a_phone(page, title)
        found += [f"{title}: {wide}" for wide in page.evaluate(TOO_WIDE)]
        open_everything(page)
        found += violations(page)
    expect(page.locator(TICK).filter(visible=True).first).to_have_css("fill", INK["dark"])
    assert found == []


def test_pages_without_a_study_are_accessible_too(visit: Visit) -> None:
    page = settled(visit())
    found = violations(page)
    page.get_by_role("button", name="Enter a confusion matrix").click()
    page.get_by_role("tab", name="Type").click()
    found += violations(settled(page))
    assert found + violations(settled(visit("/threshold"))) == []


def test_a_deep_link_opens_its_page_on_a_freshly_started_server(visit: Visit, tmp_path: Path) -> None:
    with running_server(tmp_path / "log.txt") as fresh:
        first = visit("/threshold", at=fresh)
        for path, title in [*list(ADDRESSES.items())[::3], ("/cases", "Cases")]:
            page = visit(f"{path}{EXAMPLE}", at=fresh)
            titled(page, title)
            expect(page.get_by_text("Model A · test · VT")).to_be_visible()
            expect(page.get_by_text("Page not found")).to_have_count(0)
            page.close()
        says(first, "No study is open.")


@pytest.mark.parametrize("path", ["/", "/overview", "/_stcore/health", "/static/none"])
def test_every_answer_carries_the_security_headers(server: str, path: str) -> None:
    try:
        with urllib.request.urlopen(server + path, timeout=10) as answer:
            headers = answer.headers
    except urllib.error.HTTPError as refused:
        headers = refused.headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"


def test_the_menu_of_a_narrow_window_closes_once_a_page_is_chosen(visit: Visit) -> None:
    """On a phone Streamlit does that by itself; a window of the same width on a desk is none."""
    page = visit(f"/{EXAMPLE}", viewport=PHONE["viewport"])
    go_on_a_phone(settled(page), "Confusion")
    expect(page.get_by_test_id("stSidebar")).not_to_be_in_viewport()


def test_on_a_phone_fingers_meet_what_they_aim_at_and_no_toolbar_lies_over_a_page(visit: Visit) -> None:
    page = settled(visit(f"/overview{EXAMPLE}", **PHONE, has_touch=True, is_mobile=True))
    mark = page.get_by_role("button", name="Help for MCC")
    mark.scroll_into_view_if_needed()
    at = mark.bounding_box()
    met = "([x, y]) => document.elementFromPoint(x, y).ariaLabel"
    assert page.evaluate(met, [at["x"] + at["width"] + 8, at["y"] + 8]) == "Help for MCC"
    named = "() => getComputedStyle(document.querySelector('[data-testid=stExpandSidebarButton]'), '::after').content"
    assert page.evaluate(named) == '"Menu"'
    page.get_by_test_id("stExpandSidebarButton").click()
    cases = page.get_by_test_id("stSidebarNavLink").filter(has_text="Cases")
    expect(cases).to_be_visible()
    assert cases.bounding_box()["height"] >= 44
    cases.click()
    titled(page, "Cases")
    expect(page.get_by_test_id("stDataFrame").first).to_be_visible()
    assert settled(page).get_by_test_id("stElementToolbar").filter(visible=True).count() == 0


def test_a_table_that_goes_on_beside_a_phone_shows_it(visit: Visit) -> None:
    """Sensitivity and specificity of two classes fit 390 px exactly: PPV and NPV do not seem to exist."""
    page = settled(visit("/overview?study=breast-cancer", **PHONE))
    table = page.locator(TABLE).first
    expect(table).to_be_visible()
    assert table.evaluate("each => each.scrollWidth > each.clientWidth + 100")
    assert table.evaluate("each => getComputedStyle(each).backgroundAttachment") == "local, local, scroll, scroll"
