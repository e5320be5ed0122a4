"""The app as a user starts it, and a real Chromium in front of it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, sync_playwright

from tests.browser.steps import PATIENCE

ROOT = Path(__file__).parents[2]
# The first that is installed. The one without windows takes 378 s of CPU for all journeys, the other 427.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
# A tab of a journey lives for seconds. What compiles scripts to run for long, or anew in each tab, took a quarter of
# the CPU: 58 s in place of 43 for two files of journeys.
SCRIPTS = "--js-flags=--no-script-streaming,--no-maglev,--no-opt,--no-flush-bytecode"
FLAGS = (
    "--headless --font-render-hinting=none "  # glyphs as wide as in a window
    "--no-sandbox --disable-gpu --in-process-gpu --disable-quic --no-first-run "
    f"--disable-background-networking --disable-component-update --disable-sync --process-per-site {SCRIPTS}"
)
SCREEN = {"width": 1440, "height": 900}
TAB = {"viewport": SCREEN, "color_scheme": "light", "user_agent": ""}
Visit = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("localhost", 0))
        return int(one.getsockname()[1])


@contextmanager
def running_server(log: Path, *named: str, **environment: str) -> Iterator[str]:
    """A freshly started server, perhaps of files named at its start; afterwards its log must hold no error."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}", "--server.headless=true"]
    options = {"cwd": ROOT, "env": os.environ | environment, "stderr": subprocess.STDOUT}
    with log.open("wb") as out, subprocess.Popen([*command, "--", *named], stdout=out, **options) as process:
        try:
            wait_for_health(f"http://localhost:{port}/_stcore/health", process)
            yield f"http://localhost:{port}"
        finally:
            stop(process)
    said = log.read_text(errors="replace")
    assert "Error" not in said, said
    assert "Traceback" not in said, said


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a server as its user would; one that goes on for another minute is a failure, and is killed."""
    process.terminate()
    try:
        process.wait(timeout=60)
    finally:
        process.kill()


def wait_for_health(address: str, process: subprocess.Popen[bytes], seconds: int = 60) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                if answer.read() == b"ok":
                    return
        except OSError:
            time.sleep(0.1)
    pytest.fail("the server did not start")


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Chromium is. In CI its absence is a failure: skipped journeys prove nothing."""
    found = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None:
        why = "no Chromium is installed here: the browser journeys cannot run"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    return found


@pytest.fixture(scope="session")
def server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("server") / "log.txt") as address:
        yield address


@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    """For the journeys of this folder alone, so that no other tests run inside Playwright's event loop."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=FLAGS.split())
        yield started
        started.close()


def new_context(browser: Browser, **options: Any) -> BrowserContext:
    context = browser.new_context(**{"viewport": SCREEN, **options})
    context.set_default_timeout(PATIENCE)
    return context


@pytest.fixture(scope="package")
def profiles(browser: Browser, server: str) -> Callable[..., BrowserContext]:
    """A browser profile for each set of options: each tab is a session of its own, and the scripts load only once.

    A first tab stays open, so that the process of the others does not end and compiles them only once.
    """
    made: dict[str, BrowserContext] = {}

    def profile(**options: Any) -> BrowserContext:
        key = repr(sorted(options.items()))
        if key not in made:
            made[key] = new_context(browser, **options)
            made[key].new_page().goto(f"{server}/_stcore/health")
        return made[key]

    return profile


def watch(page: Page, address: str, foreign: list[str]) -> None:
    """Note everything that goes to another host, opens a dialog or breaks the content policy.

    Only the question before an unsaved study is left may be asked, and is answered: leave.
    """

    def answer(dialog: Dialog) -> None:
        if dialog.type == "beforeunload":
            dialog.accept()
        else:
            foreign.append(f"dialog {dialog.message}")
            dialog.dismiss()

    here = (address, address.replace("http", "ws", 1), "data:", "blob:")
    page.on("request", lambda request: request.url.startswith(here) or foreign.append(request.url))
    page.on("websocket", lambda socket: socket.url.startswith(here) or foreign.append(socket.url))
    page.on("dialog", answer)
    page.on("console", lambda line: foreign.append(line.text) if "Security Policy" in line.text else None)


@pytest.fixture
def visit(profiles: Callable[..., BrowserContext], server: str) -> Iterator[Visit]:
    """Open an address in a new tab, perhaps that of another server; in the end, nothing foreign was touched.

    Size, colours and user agent belong to the tab, so that few profiles compile the scripts; other options do not.
    preloads: whether the tab draws what the next pages need, once it is idle (ui/server/preload.py).
    """
    opened: list[Page] = []
    foreign: list[str] = []

    def open_page(path: str = "/", at: str = "", preloads: bool = False, **options: Any) -> Page:
        of_tab = {name: options.pop(name, usual) for name, usual in TAB.items()}
        context = profiles(**options)
        page = context.new_page()
        opened.append(page)
        watch(page, at or server, foreign)
        if not preloads:
            page.add_init_script("window.requestIdleCallback = () => 0")
        page.set_viewport_size(of_tab["viewport"])
        page.emulate_media(color_scheme=of_tab["color_scheme"])
        if of_tab["user_agent"]:
            agent = {"userAgent": of_tab["user_agent"]}
            context.new_cdp_session(page).send("Emulation.setUserAgentOverride", agent)
        page.goto((at or server) + path)
        return page

    yield open_page
    for each in opened:
        each.close()
    assert foreign == []
