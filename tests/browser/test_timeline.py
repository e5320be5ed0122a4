"""The timeline in a real browser: recordings in time, a frame rate, all of them at once, and who cannot see them."""

import io
import re

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, Visit
from tests.browser.steps import figure, go, open_everything, says, settled, upload
from tests.browser.test_on_every_page import INK, PHONE, TICK, TOO_WIDE, violations

SURGICAL = "/timeline?study=surgical-phases"
BARS = ".barlayer .point"


def night(name: str, hours: int, late: int, seed: int) -> pd.DataFrame:
    """A night in epochs of 30 seconds whose model is late by some epochs and never says REM on odd seeds."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(rng.choice(["Wake", "N1", "N2", "N3", "REM"], hours * 12), 10).astype(object)
    called = np.concatenate([truth[:1].repeat(late), truth[: len(truth) - late]])
    called = np.where((called == "REM") & (seed % 2 == 1), "N1", called)
    return pd.DataFrame({"night": name, "epoch": range(len(truth)), "truth": truth, "prediction": called})


def open_all(page: Page) -> Page:
    page.get_by_role("tab", name=re.compile("^All ")).click()
    expect(page.get_by_role("heading", name=re.compile("^In numbers"))).to_be_visible(timeout=PATIENCE)
    return settled(page)


def test_recordings_are_walked_through_worst_first_and_time_follows_the_frame_rate(visit: Visit) -> None:
    page = settled(visit(SURGICAL))
    says(page, "In video SIM07 the model enters Calot triangle dissection 26 s late.")
    expect(page.get_by_text("so one second is taken")).to_be_visible()
    assert page.locator(BARS).count() > 40
    page.get_by_role("button", name="Next").click()
    says(page, "In video SIM06")
    page.get_by_role("button", name="Previous").click()
    says(page, "In video SIM07")
    page.get_by_role("button", name=re.compile("1 second per frame")).click()
    box = page.get_by_label("How long a frame lasts")
    box.fill("2")
    box.press("Enter")
    says(page, "In video SIM07 the model enters Calot triangle dissection 52 s late.")
    page.get_by_text("frames per second").click()
    says(page, "In video SIM07 the model enters Calot triangle dissection 13 s late.")


def test_all_recordings_stand_side_by_side_in_their_own_words(visit: Visit) -> None:
    page = settled(visit())
    nights = [night(f"{i:02d}", 4, 2 + i % 3, i) for i in range(6)]
    upload(page, pd.concat(nights), "nights.csv")
    says(page, "rows are used.")
    says(go(page, "Timeline"), "In night")
    expect(figure(page, "Missed stages")).to_contain_text("of")
    open_all(page)
    says(page, "In 3 of 6 nights the model never recognised REM")
    expect(page.get_by_test_id("stPlotlyChart")).to_have_count(2)
    page.get_by_role("radio", name="Truth").or_(page.get_by_role("button", name="Truth", exact=True)).click()
    expect(settled(page).get_by_text("Colour: the class in the middle of a part.")).to_be_visible(timeout=PATIENCE)
    page.get_by_text("Overlap that ignores the phase name, segmentation only").click()
    expect(page.get_by_text("a model that swaps two phases everywhere scores 1")).to_be_visible()


def hundred_videos(rows: int = 10_000) -> bytes:
    """A hundred operations in which the model is late and flickers in every fifth row."""
    names, rng = np.array(["Preparation", "Dissection", "Clipping", "Closure"], object), np.random.default_rng(0)
    truth = np.tile(np.repeat(np.arange(4), rows // 4), 100)
    called = np.where(rng.random(len(truth)) < 0.2, rng.integers(0, 4, len(truth)), np.roll(truth, 40))
    video = np.repeat([f"v{i:03d}" for i in range(100)], rows)
    frame, content = np.tile(np.arange(rows), 100), io.BytesIO()
    table = pd.DataFrame({"video": video, "frame": frame, "truth": names[truth], "call": names[called]})
    table.to_parquet(content)
    return content.getvalue()


def test_a_hundred_recordings_of_ten_thousand_rows_stay_fluid(visit: Visit) -> None:
    page = settled(visit())
    upload(page, hundred_videos(), "hundred.parquet")
    expect(page.get_by_role("heading", level=2)).to_contain_text("All 1,000,000 rows are used.", timeout=4 * PATIENCE)
    says(go(page, "Timeline"), "In video")
    assert page.locator(BARS).count() < 3_000
    heading, began = page.get_by_role("heading", level=2).inner_text(), page.evaluate("performance.now()")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", level=2)).not_to_have_text(heading)
    assert page.evaluate("performance.now()") - began < 3_000, "some 300 ms where nothing else runs"


@pytest.mark.parametrize("look", ["dark", "phone"])
def test_both_views_are_accessible_and_fit(visit: Visit, look: str) -> None:
    options = PHONE if look == "phone" else {"color_scheme": look}
    page, found = settled(visit(SURGICAL, **options)), []
    ink = INK["dark" if look == "dark" else "light"]
    expect(page.locator(TICK).filter(visible=True).first).to_have_css("fill", ink, timeout=PATIENCE)
    for way in (settled, open_all):
        shown = way(page)
        found += [f"too wide: {wide}" for wide in shown.evaluate(TOO_WIDE)]
        open_everything(shown)
        found += violations(shown)
    assert found == []
