"""How long a person waits after the start command: until the server answers, and until a file can be dropped.

    .venv/bin/python -m benchmarks.start [runs] [path of Chromium]

Every run is a new server process and a new browser window. Prints each run and the medians, in seconds.
"""

from __future__ import annotations

import shutil
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
RUNS, PATIENCE = 5, 120.0
FLAGS = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-sync"
MEANT = {"server answers": 1.0, "page is usable": 3.0}


def chromium() -> str | None:
    """Where the system's own Chromium is; None leaves the choice to Playwright."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


@contextmanager
def server() -> Iterator[str]:
    with server_process() as (address, _):
        yield address


@contextmanager
def server_process() -> Iterator[tuple[str, int]]:
    """Its address and its process."""
    with socket.socket() as one:
        one.bind(("localhost", 0))
        port = one.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}", "--server.headless=true"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, cwd=ROOT, stdout=quiet, stderr=quiet) as process:
        try:
            yield f"http://localhost:{port}", process.pid
        finally:
            process.terminate()


def wait_for(address: str) -> None:
    """Until the server says that it is ready."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.01)
    raise TimeoutError("the server does not answer")


def once(browser: Browser) -> dict[str, float]:
    """Seconds since the start command."""
    start = time.perf_counter()
    with server() as address:
        wait_for(address)
        answers = time.perf_counter() - start
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(address)
        page.get_by_test_id("stFileUploaderDropzone").locator("button").wait_for(timeout=1000 * PATIENCE)
        usable = time.perf_counter() - start
        page.close()
    return {"server answers": answers, "page is usable": usable, "of it in the browser": usable - answers}


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    program = sys.argv[2] if len(sys.argv) > 2 else chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS.split())
        found = [once(browser) for _ in range(runs)]
        browser.close()
    for name in found[0]:
        times = [each[name] for each in found]
        meant = f"   meant: {MEANT[name]:.0f}" if name in MEANT else ""
        print(f"{name:<22}{statistics.median(times):6.2f}   of {', '.join(f'{t:.2f}' for t in times)}{meant}")


if __name__ == "__main__":
    main()
