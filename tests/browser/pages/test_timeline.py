"""The timeline in a real browser: walking through videos and nights, many of them, and who cannot see them."""

import io
import re

import numpy as np
import pandas as pd
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.steps import go, go_on_a_phone, open_everything, says, settled, upload
from tests.browser.test_on_every_page import INK, PHONE, TICK, TOO_WIDE, violations

SURGICAL = "/timeline?study=surgical-phases"
BARS = ".barlayer .point"


def night(name: str, hours: int, late: int, seed: int) -> pd.DataFrame:
    """A night in epochs of 30 seconds whose model is late by some epochs and never says REM on odd seeds."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(rng.choice(["Wake", "N1", "N2", "N3", "REM"], hours * 12), 10).astype(object)
    predicted = np.concatenate([truth[:1].repeat(late), truth[: len(truth) - late]])
    predicted = np.where((predicted == "REM") & (seed % 2 == 1), "N1", predicted)
    return pd.DataFrame({"night": name, "epoch": range(len(truth)), "truth": truth, "prediction": predicted})


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", name=re.compile(text))).to_be_visible()


def test_recordings_are_walked_through_by_key_and_click_and_time_follows_the_frame_duration(visit: Visit) -> None:
    page = settled(visit(SURGICAL))
    first = page.get_by_role("heading", name=re.compile("^Video SIM")).inner_text()
    page.locator(BARS).nth(40).wait_for(state="attached")
    for label in ("Download the list", "Frame duration"):  # no figure lies over what follows it
        page.get_by_role("button", name=label).click(trial=True, position={"x": 40, "y": 4})
    page.keyboard.press("j")
    expect(page.get_by_role("heading", name=re.compile("^Video SIM"))).not_to_have_text(first)
    page.get_by_role("button", name="Previous").click()
    heading(page, f"^{first.split(':')[0]}")
    everyone = settled(page).get_by_test_id("stPlotlyChart").last
    everyone.locator(".point").last.click(force=True)
    heading(page, f"^Video {everyone.locator('.ytick').last.text_content()[:5]}")
    page.get_by_role("button", name="Frame duration").click()
    box = page.get_by_test_id("stPopoverBody").get_by_role("spinbutton")
    box.fill("60")
    box.press("Enter")
    expect(page.get_by_text(re.compile("60.s per frame, as set here"))).to_be_visible()


def test_nights_are_staircases_and_a_click_on_a_kappa_opens_one(visit: Visit) -> None:
    page = settled(visit())
    upload(page, pd.concat([night(f"{i:02d}", 4, 2 + i % 3, i) for i in range(6)]), "nights.csv")
    says(settled(page), "")
    says(go(page, "Timeline"), "Night 0")
    expect(page.get_by_role("heading", name="κ of all 6 nights")).to_be_visible()
    before = settled(page).get_by_role("heading", level=2).inner_text()
    chart = page.get_by_test_id("stPlotlyChart").nth(1)
    points = chart.locator(".scatterlayer .trace").first.locator(".point")
    points.nth(points.count() - 1).click(force=True)
    expect(page.get_by_role("heading", level=2)).not_to_have_text(before)
    expect(page.get_by_text("the highest of 6")).to_be_visible()


def hundred_videos(rows: int = 10_000) -> bytes:
    """A hundred operations in which the model is late and flickers in every fifth row."""
    names, rng = np.array(["Preparation", "Dissection", "Clipping", "Closure"], object), np.random.default_rng(0)
    truth = np.tile(np.repeat(np.arange(4), rows // 4), 100)
    predicted = np.where(rng.random(len(truth)) < 0.2, rng.integers(0, 4, len(truth)), np.roll(truth, 40))
    video = np.repeat([f"v{i:03d}" for i in range(100)], rows)
    frame, content = np.tile(np.arange(rows), 100), io.BytesIO()
    table = pd.DataFrame({"video": video, "frame": frame, "truth": names[truth], "call": names[predicted]})
    table.to_parquet(content)
    return content.getvalue()


def test_a_hundred_recordings_of_ten_thousand_rows_draw_bars_of_runs_not_of_rows(visit: Visit) -> None:
    page = settled(visit())
    upload(page, hundred_videos(), "hundred.parquet")
    says(settled(page), "Preparation")
    says(go(page, "Timeline"), "in all 100")
    heading(page, "^All 100.videos")
    assert settled(page).locator(BARS).count() < 10_000
    video = page.get_by_role("heading", name=re.compile("^Video v"))
    first = video.inner_text()
    page.get_by_role("button", name="Next").click()
    expect(video).not_to_have_text(first)
    assert settled(page).locator(BARS).count() < 10_000


def test_the_page_is_accessible_and_fits_in_the_light_theme_too(visit: Visit) -> None:
    page = settled(visit(SURGICAL, color_scheme="light"))
    expect(page.locator(TICK).filter(visible=True).first).to_have_css("fill", INK["light"])
    found = [f"too wide: {wide}" for wide in page.evaluate(TOO_WIDE)]
    open_everything(page)
    assert found + violations(page) == []


def test_nights_are_accessible_and_fit_a_phone(visit: Visit) -> None:
    page = settled(visit(**PHONE, color_scheme="dark"))
    upload(page, pd.concat([night(f"{i:02d}", 4, 2 + i % 3, i) for i in range(16)]), "nights.csv")
    go_on_a_phone(settled(page), "Timeline")
    heading(page, "^κ of all 16.nights")
    found = [f"too wide: {wide}" for wide in settled(page).evaluate(TOO_WIDE)]
    open_everything(page)
    assert found + violations(page) == []
