"""Make the README's pictures: start Rounds, open the bundled examples in Chromium, and save what is seen.

    .venv/bin/python assets/make_screenshots.py

Needs Chromium on the path. Writes assets/screenshots/*.png.
"""

import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "assets" / "screenshots"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
# What a page draws last.
PLOT, FORMULA = "[data-testid=stPlotlyChart] .main-svg, [data-testid=stHtml] [role=img]", ".katex"
PICTURES = [
    ("overview", "overview?study=heart-rhythm", DESK, "light"),
    ("clinical-risk", "clinical_risk?study=heart-sounds", DESK, "light"),
    ("curves", "curves?study=breast-cancer", DESK, "light"),
    ("threshold", "threshold?study=heart-rhythm", DESK, "dark"),
    ("confusion", "confusion?study=surgical-phases", DESK, "light"),
    ("compare-models", "compare_models?study=breast-cancer", DESK, "light"),
    ("cases", "cases?study=heart-sounds", DESK, "light"),
    ("cross-validation", "cross_validation?study=breast-cancer", DESK, "light"),
    ("timeline", "timeline?study=surgical-phases", DESK, "light"),
    ("definitions", "definitions?study=heart-rhythm", DESK, "light"),
    ("phone", "overview?study=heart-rhythm", PHONE, "light"),
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return probe.getsockname()[1]


def wait_for(url: str, seconds: float = 40) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health"):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise SystemExit("the server did not start")


def take(page: Page, url: str, name: str) -> None:
    page.goto(url)
    page.locator("h2").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.locator(FORMULA if name == "definitions" else PLOT).first.wait_for()
    page.locator("[data-testid=stSkeleton]").first.wait_for(state="detached")
    page.wait_for_timeout(1500)  # the pictures fade in
    page.screenshot(path=FOLDER / f"{name}.png")
    print(name)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    url = f"http://localhost:{(port := free_port())}"
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        wait_for(url)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            for name, address, size, mode in PICTURES:
                page = browser.new_page(viewport=size, color_scheme=mode)
                take(page, f"{url}/{address}", name)
                page.close()
            browser.close()
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
