"""The threshold dragged in a real browser: what it shows on the way is what the metrics say, digit by digit."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pandas as pd
from playwright.sync_api import Locator, Page, expect

from metrics import ThresholdTable, estimate, natural_frequencies, people_per
from metrics.thresholding.short import short_threshold
from tests.browser.conftest import Visit
from tests.browser.steps import EXAMPLE, go, says, settled, upload
from tests.browser.test_on_every_page import PHONE, TOO_WIDE
from tests.support.studies import first_view
from words import Voice, bounds, percent_of, whole
from words.findings.thresholds.one_class import threshold_finding
from words.text.notes import why

VOICE = Voice(("Ectopic", "Normal", "VT"), ("patient", "patients"), 1, order=(2, 0, 1), interest=2)
VT = f"/threshold{EXAMPLE}&class=2"
LEAVES = ("tp", "fn", "fp", "tn")
FIGURES = ("sensitivity", "fpr", "ppv", "npv")
# All texts of the picker with the exact threshold they belong to.
TOLD = """picker => Object.fromEntries([
    ['at', picker.querySelector('#box').title || 'inf'],
    ...[...picker.querySelectorAll('[data-says]')].map(each => [each.dataset.says, each.textContent])])"""
EVERY_RULE = """picker => {
    const slider = picker.querySelector('input[type=range]');
    return [...Array(Number(slider.max) + 1).keys()].map(value => {
        slider.value = value;
        slider.dispatchEvent(new Event('input'));
        return (TOLD)(picker);
    });
}"""
MARKS = "columns => columns.map(each => each.getAttribute('d') || '').join('').split('M').length - 1"
MESSAGES = """() => {
    const send = WebSocket.prototype.send;
    window.messages = 0;
    WebSocket.prototype.send = function (...all) { window.messages += 1; return send.apply(this, all); };
}"""
COSTS = """const frame = window.requestAnimationFrame.bind(window);
    window.costs = [];
    window.requestAnimationFrame = update => frame(time => {
        const start = performance.now();
        update(time);
        window.costs.push(performance.now() - start);
    });"""


def rhythm() -> ThresholdTable:
    rows = first_view("heart-rhythm")
    return ThresholdTable.from_scores(rows.score_VT.to_numpy(), (rows.y_true == "VT").to_numpy())


def picker(page: Page) -> Locator:
    found = settled(page).locator(".threshold")
    expect(found.locator(".figure").first).to_contain_text("CI")
    return found


def told(page: Page) -> dict[str, str]:
    return page.locator(".threshold").evaluate(TOLD)


def expect_as_counted(said: dict[str, str], table: ThresholdTable) -> None:
    """Every text of one threshold against the metrics at its exact threshold."""
    at = float(said["at"])
    counts = table.at(at)
    assert said["headline"] == threshold_finding(counts, at, 2, VOICE)
    assert "As delivered" in said["detail"]
    assert [said[f"{leaf}_said"].split("\u00a0")[0] for leaf in LEAVES] == [
        whole(getattr(counts, leaf)) for leaf in LEAVES
    ]
    assert said["row0_at"] == whole(counts.tp)
    for key in FIGURES:
        found = estimate(key, counts)
        if (found.trials or 0) >= 10:
            assert said[f"{key}_value"] == percent_of(found)
    rates = counts.tp / table.n_positive, counts.tn / table.n_negative
    proportion = table.n_positive / (table.n_positive + table.n_negative)
    tree = natural_frequencies(*rates, proportion, people_per(*rates, proportion), whole=True)
    assert [said[f"{leaf}_people"] for leaf in LEAVES] == [whole(getattr(tree, leaf)) for leaf in LEAVES]


def expect_kept(page: Page, table: ThresholdTable) -> float:
    """Python has answered: intervals and the picture are of one threshold, which is returned."""
    at = float(told(page)["at"])
    counts = table.at(at)
    for key in FIGURES:
        found = estimate(key, counts)
        shown = bounds(found) if found.is_defined else why(found)
        expect(page.locator(f"[data-interval={key}]")).to_have_text(shown)
    said = told(page)
    expect_as_counted(said, table)
    slider = page.locator(".threshold input[type=range]")
    expect(slider).to_have_attribute("aria-valuetext", f"{said['headline']} {said['detail']}")
    return at


def place(page: Page) -> tuple[float, float, float]:
    """Left end, width and middle of the scores."""
    box = page.locator("svg.scores").bounding_box()
    assert box
    return box["x"] + 12, box["width"] - 24, box["y"] + 120


def test_what_a_drag_shows_is_counted_and_python_hears_of_it_on_release(visit: Visit) -> None:
    table, page = rhythm(), visit(VT)
    picker(page)
    expect_as_counted(told(page), table)
    left, width, y = place(page)
    page.evaluate(MESSAGES)
    page.mouse.move(left + width / 2, y)
    page.mouse.down()
    seen = set()
    for part in (0.55, 0.6, 0.42, 0.3, 0.81, 0.7):
        page.mouse.move(left + part * width, y, steps=4)
        page.evaluate("() => new Promise(requestAnimationFrame)")
        said = told(page)
        expect_as_counted(said, table)
        expect(page.locator("[data-interval=ppv]")).to_have_text("CI on release")
        seen.add(said["at"])
    assert len(seen) == 6
    assert page.evaluate("window.messages") == 0
    page.mouse.up()
    at = expect_kept(page, table)
    assert repr(at) in seen
    assert page.evaluate("window.messages") == 1
    page.mouse.move(left, y)
    assert float(told(page)["at"]) == at
    go(page, "Overview")
    go(page, "Threshold")
    expect_every_rule_as_counted(picker(page), at, table)
    expect_coloured(page, "rgb(20, 24, 31)")


def expect_every_rule_as_counted(shown: Locator, at: float, table: ThresholdTable) -> None:
    """Step through all rules and read the whole picker at each; the marks of the last one add up."""
    assert shown.locator("#box").get_attribute("title") == repr(at)
    rules = shown.evaluate(EVERY_RULE.replace("TOLD", TOLD))
    every = {tuple(table.at(each)) for each in table.thresholds.tolist()}
    assert {tuple(table.at(float(said["at"]))) for said in rules} == every
    for said in rules:
        expect_as_counted(said, table)
    marks = {kind: shown.locator(f"svg.people .{kind} path").evaluate_all(MARKS) for kind in LEAVES}
    assert marks["tp"] == marks["fp"] == 0
    assert sum(marks.values()) == 1000


def test_keys_buttons_and_a_typed_number_move_it_too(visit: Visit) -> None:
    table, page = rhythm(), visit(VT)
    picker(page)
    slider, box = page.get_by_role("slider", name="Threshold for VT"), page.get_by_label(re.compile("^Predict VT at"))
    scores = [short_threshold(table, each) for each in (*table.scores[::-1].tolist(), np.inf)]
    slider.press("Home")
    assert expect_kept(page, table) == scores[0]
    slider.press("ArrowRight")
    assert expect_kept(page, table) == scores[1]
    page.get_by_role("button", name="Next higher threshold").click(click_count=2)
    assert expect_kept(page, table) == scores[3]
    slider.press("PageUp")
    assert expect_kept(page, table) > scores[20]
    box.fill("0,29")
    box.press("Enter")
    says(page, "At threshold 0.290 the model detects")
    assert expect_kept(page, table) == 0.29
    expect(box).to_have_value("0.290")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^At threshold 0.290 the model detects .* incorrect"))
    for typed, answer in (("much", "not a number"), ("1.7", "from 0 to 1")):
        box.fill(typed)
        box.press("Enter")
        expect(page.get_by_role("alert").filter(has_text=answer)).to_be_visible()
        expect(box).to_have_value("0.290")
    slider.press("End")
    says(page, "Above every score, VT is never predicted: all 50 missed.")
    expect(page.get_by_role("button", name="Next higher threshold")).to_be_disabled()


def test_a_threshold_that_is_moved_is_manual_and_there_is_a_way_back(visit: Visit) -> None:
    page = visit(VT)
    picker(page)
    page.get_by_role("radio", name="Youden").click()
    expect(page.get_by_text("maximises sensitivity + specificity")).to_be_visible()
    page.get_by_role("button", name="Next lower threshold").click()
    expect(page.get_by_text("maximises sensitivity + specificity")).to_be_hidden()
    page.get_by_role("button", name="As delivered").click()
    says(page, "At threshold 0.410 the model detects 40 of 50")
    expect(page.get_by_role("button", name="As delivered")).to_be_disabled()
    page.get_by_label(re.compile("^Predict VT at")).fill("0.2951")  # at which no case has its score
    page.get_by_role("button", name="Keep this threshold").click()
    expect(page.get_by_text("Kept: VT predicted at a score of 0.2951 or above.")).to_be_visible()
    says(page, "At threshold 0.2951 the model detects")


def test_a_finger_drags_it_on_a_phone_and_scrolls_past_it(visit: Visit) -> None:
    table, page = rhythm(), visit(VT, has_touch=True, color_scheme="dark", **PHONE)
    picker(page)
    expect_coloured(page, "rgb(232, 235, 239)")
    assert page.evaluate(TOO_WIDE) == []
    page.locator("svg.scores").scroll_into_view_if_needed()
    left, width, y = place(page)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        given: Any = {"type": f"touch{kind}", "touchPoints": [{"x": x, "y": down} for x, down in points]}
        finger.send("Input.dispatchTouchEvent", given)

    before = told(page)["at"]
    touch("Start", (left + width / 2, y))
    for step in range(8):
        touch("Move", (left + width * (0.5 + step / 40), y))
    expect(page.locator("[data-interval=ppv]")).to_have_text("CI on release")
    touch("End")
    kept = expect_kept(page, table)
    assert repr(kept) != before
    touch("Start", (left + 40, y))
    for step in range(8):
        touch("Move", (left + 40, y - 20 * step))
        page.wait_for_timeout(16)
    touch("End")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert float(told(page)["at"]) == kept


def expect_coloured(page: Page, ink: str) -> None:
    expect(page.get_by_role("heading", level=2)).to_have_css("color", ink)
    expect(page.locator("svg.scores text").first).to_have_css("fill", ink)


def test_thousands_of_scores_follow_at_the_pace_of_the_screen(visit: Visit) -> None:
    rng = np.random.default_rng(5)
    has = rng.random(20_000) < 0.1
    rows = pd.DataFrame({"y_true": np.where(has, "<b>Sick</b>", "Well"), "score": rng.normal(size=20_000) + 2 * has})
    page = visit()
    page.add_init_script(COSTS)
    page.reload()
    upload(settled(page), rows)
    says(page, "AUC for ")
    picker(go(page, "Threshold"))
    assert "<b>Sick</b>" in page.get_by_role("heading", level=2).inner_text()
    left, width, y = place(page)
    page.mouse.move(left + 5, y)
    page.mouse.down()
    page.evaluate("() => { window.costs.length = 0; }")
    page.mouse.move(left + width - 5, y, steps=120)
    page.mouse.up()
    costs = np.array(page.evaluate("window.costs"))
    assert len(costs) > 30
    assert np.median(costs) < 4, f"{np.median(costs):.2f} ms, at most {costs.max():.2f}"


def test_a_browser_that_cannot_run_it_gets_a_number_box(visit: Visit) -> None:
    page = visit()
    page.add_init_script("Element.prototype.replaceChildren = undefined")
    page.goto(page.url.rstrip("/") + VT)
    box = page.get_by_label("at a score of at least")
    expect(box).to_be_visible()
    says(page, "At threshold 0.410 the model detects")
    settled(page)
    box.fill("0.3")
    box.press("Enter")
    says(page, "At threshold 0.300 the model detects")
    expect(page.locator(".threshold")).to_have_count(0)


def test_the_numbers_are_taken_where_they_stand(visit: Visit) -> None:
    page = visit(VT)
    picker(page).get_by_role("button", name="Download").click()
    dialog = page.get_by_role("dialog")
    with page.expect_download() as download:
        dialog.get_by_role("button", name="CSV").click()
    assert download.value.suggested_filename == "rounds-threshold.csv"
    assert pd.read_csv(download.value.path()).shape[0] == 1
    dialog.get_by_role("button", name="Excel").click(no_wait_after=True)
    page.keyboard.press("Escape")  # while the file is made
    expect(dialog).to_have_count(0)
    picker(settled(page)).get_by_role("button", name="Download").click()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    picker(page).get_by_role("button", name="Next higher threshold").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_click_that_leaves_a_typed_number_leads_to_its_page_and_escape_takes_the_number_back(visit: Visit) -> None:
    page = settled(visit(VT))
    box = picker(page).get_by_label("Predict VT at a score of at least")
    box.fill("0.9")
    box.press("Escape")
    expect(box).to_have_value("0.410")
    for number in ("0.311", "0.322"):
        box.fill(number)
        go(page, "Curves")
        go(page, "Threshold")
