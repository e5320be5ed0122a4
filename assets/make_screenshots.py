"""Make the pictures of README and guide: start Rounds, open the bundled examples in Chromium, and save what is seen.

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
DESK = {"width": 1440, "height": 900}
COMPLETE = "[data-testid=stApp][data-test-script-state=notRunning]"
PICTURES = [
    ("overview", "overview?study=heart-rhythm", "light"),
    ("clinical-risk", "clinical_risk?study=heart-sounds", "light"),
    ("missed-time", "missed_time?study=surgical-phases", "light"),
    ("threshold", "threshold?study=heart-rhythm", "dark"),
    ("calibration", "calibration?study=heart-rhythm", "light"),
    ("net-benefit", "net_benefit?study=heart-rhythm", "light"),
    ("subgroups", "subgroups?study=heart-rhythm", "light"),
    ("confusion", "confusion?study=heart-sounds", "light"),
    ("compare-models", "compare_models?study=breast-cancer", "light"),
    ("cases", "cases?study=heart-sounds", "light"),
    ("cross-validation", "cross_validation?study=breast-cancer", "light"),
    ("timeline", "timeline?study=surgical-phases", "light"),
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
    page.locator(COMPLETE).wait_for()
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
            for name, address, mode in PICTURES:
                page = browser.new_page(viewport=DESK, color_scheme=mode)
                take(page, f"{url}/{address}", name)
                page.close()
            browser.close()
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
