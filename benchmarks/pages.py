"""How long a person waits in the browser with a large study: the first Overview, page switches, a moved threshold.

    .venv/bin/python -m benchmarks.pages [rows] [path of Chromium]

A server of its own, a real Chromium, a made file of five classes as CSV and as Parquet. The page's own clock runs from
the end of the upload, or from the click, until the script has run to its end, nothing is a grey skeleton any more, and
the browser has painted. Prints medians and the slowest.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, sync_playwright

from benchmarks.large import piece
from benchmarks.start import FLAGS, PATIENCE, chromium, server, wait_for

ROUNDS, MOVES, STEPS = 3, 9, 240
LOOKING = 2500  # ms that a person takes to find the file
MEANT = {"first": 400, "turn": 200, ".parquet": 1.2, ".csv": 1.8}  # ms a page, s until Overview
COMPLETE = """title => document.querySelector('[data-testid=stApp]').dataset.testScriptState === 'notRunning'
    && [...document.querySelectorAll('h1')].some(each => each.textContent.trim() === title)
    && !document.querySelector('[data-testid=stSkeleton], [data-stale=true]')"""
# Playwright itself looks for an element twice a second only.
PAINTED = f"""([title, also]) => new Promise(resolve => {{
    const look = () => document.querySelector(also) && ({COMPLETE})(title)
        ? requestAnimationFrame(() => resolve(performance.now()))
        : requestAnimationFrame(look);
    look();
}})"""
NOTE_CLICK = """() => document.addEventListener(
    'click', click => { window.clicked = click.timeStamp; }, {capture: true, once: true})"""
UPLOADED = "() => Math.max(...performance.getEntriesByType('resource').map(each => each.responseEnd))"
NUMBERS, DATA = "[data-testid=stMetric]", "Data"
TITLES = "() => [...document.querySelectorAll('[data-testid=stTopNavLink]')].map(each => each.textContent.trim())"
INTERVALS = "shown => Boolean(shown.textContent) && !shown.textContent.includes('release')"
WATCH = """() => {
    const frame = window.requestAnimationFrame.bind(window);
    window.costs = [];
    window.requestAnimationFrame = update => frame(time => {
        const start = performance.now();
        update(time);
        document.body.offsetHeight;
        window.costs.push(performance.now() - start);
    });
    window.frames = [];
    const tick = time => { window.frames.push(time); frame(tick); };
    frame(tick);
}"""


def complete(page: Page, title: str) -> None:
    page.wait_for_function(COMPLETE, arg=title, polling="raf", timeout=1000 * PATIENCE)


def choose(page: Page, title: str) -> None:
    page.get_by_test_id("stTopNavLink").filter(has_text=title).click()


def turn_to(page: Page, title: str) -> float:
    """Seconds from the click to the painted page."""
    page.evaluate(NOTE_CLICK)
    choose(page, title)
    return float(page.evaluate(PAINTED, [title, "h1"]) - page.evaluate("window.clicked")) / 1000


def opened(page: Page, file: Path) -> float:
    """Seconds from the upload's end to the painted Overview, on which a file opens by itself."""
    with page.expect_event("requestfinished", lambda request: request.method == "PUT", timeout=1000 * PATIENCE):
        page.locator("input[type=file]").set_input_files(file)
    start = page.evaluate(UPLOADED)
    return float(page.evaluate(PAINTED, ["Overview", NUMBERS]) - start) / 1000


def say(name: str, seconds: list[float]) -> None:
    print(f"{name:<44}{1000 * statistics.median(seconds):9.0f} ms   slowest {1000 * max(seconds):.0f} ms", flush=True)


def switches(page: Page) -> None:
    """Every page that the menu lists but Data: its first view, then switches in turns."""
    titles = [title for title in page.evaluate(TITLES) if title != DATA]
    found: dict[str, list[float]] = {title: [] for title in titles}
    for title in titles[1:] + titles[:1]:  # Overview has been seen
        if title != titles[0]:
            print(f"{'first view of ' + title:<44}{1000 * turn_to(page, title):9.0f} ms   meant: {MEANT['first']}")
    for _ in range(ROUNDS):
        for title in titles:
            found[title].append(turn_to(page, title))
    for title, each in found.items():
        say(f"switch to {title}", each)
    say(f"switch to any page (meant: {MEANT['turn']})", [seconds for each in found.values() for seconds in each])


def moved(page: Page) -> None:
    """The slider's key to the intervals that Python counts."""
    turn_to(page, "Threshold")
    slider = page.locator(".threshold input[type=range]")
    shown = page.locator("[data-interval=sensitivity]").element_handle()
    page.wait_for_function(INTERVALS, arg=shown, polling="raf")
    told, rested = [], []
    for _ in range(MOVES):
        slider.focus()
        start = time.perf_counter()
        slider.press("ArrowRight")
        page.wait_for_function(f"shown => !({INTERVALS})(shown)", arg=shown, polling="raf")
        page.wait_for_function(INTERVALS, arg=shown, polling="raf")
        told.append(time.perf_counter() - start)
        complete(page, "Threshold")
        rested.append(time.perf_counter() - start)
    say("threshold moved, until its intervals", told)
    say("threshold moved, until the page is at rest", rested)


def dragged(page: Page) -> None:
    """Frames while the line is dragged to and fro, and what one update costs with its layout."""
    box = page.locator("svg.scores").bounding_box()
    assert box
    left, width, y = box["x"] + 12, box["width"] - 24, box["y"] + 60
    page.evaluate(WATCH)
    page.mouse.move(left + width / 2, y)
    page.mouse.down()
    for step in range(STEPS):
        page.mouse.move(left + width * (0.5 + 0.4 * np.sin(step / 20)), y)
    costs, frames = page.evaluate("[window.costs, window.frames]")
    page.mouse.up()
    gaps = np.diff(frames)
    usual, slow = np.quantile(costs, (0.5, 0.95))
    print(f"drag: {len(costs)} updates of {usual:.1f} ms with layout; 95 % within {slow:.1f}, slowest {max(costs):.1f}")
    print(f"      {1000 / np.mean(gaps):.0f} frames a second, 95 % of the gaps within {np.quantile(gaps, 0.95):.1f} ms")


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    program = sys.argv[2] if len(sys.argv) > 2 else chromium()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, server() as address:
        table = piece(np.random.default_rng(5), rows).to_pandas()
        files = [Path(folder) / "predictions.csv", Path(folder) / "predictions.parquet"]
        table.to_csv(files[0], index=False)
        table.to_parquet(files[1])
        wait_for(address)
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS.split())
        until: dict[str, list[float]] = {file.suffix: [] for file in files}
        for turn, file in enumerate(files * ROUNDS, 1):
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(address)
            page.get_by_test_id("stFileUploaderDropzone").locator("button").wait_for()
            page.wait_for_timeout(LOOKING)
            until[file.suffix].append(opened(page, file))
            if turn < ROUNDS * len(files):
                page.close()
        for file in files:
            name = f"Overview after {file.stat().st_size / 2**20:.0f} MB as {file.suffix}"
            say(f"{name} (meant: {1000 * MEANT[file.suffix]:.0f})", until[file.suffix])
        switches(page)
        moved(page)
        dragged(page)
        browser.close()


if __name__ == "__main__":
    main()
