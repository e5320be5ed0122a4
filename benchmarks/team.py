"""A team on one server: twenty readers walk through the examples, then one of them opens and reads 1,000,000 rows.

    .venv/bin/python -m benchmarks.team [seconds of each walk] [path of Chromium]

Readers are lean clients that think 3 to 8 seconds a page; the one with the large file is a real Chromium, which first
walks through an example: its pages must come in as many messages as a lean reader's. Prints how long a page takes for
one reader alone, for each of twenty, and for the other nineteen while a CSV is read, a Parquet file is read, and pages
of 1,000,000 rows are turned; then what Chromium saw.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, Page, WebSocket, sync_playwright
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.large import piece
from benchmarks.lean import LeanReader
from benchmarks.pages import DATA, TITLES, complete, opened, turn_to
from benchmarks.start import FLAGS, chromium, server, wait_for
from predictions.demo import EXAMPLES

OTHERS, THINKS, TIMES = 19, (3.0, 8.0), 2
MOST = 0.5  # seconds that nobody waits longer because of another reader's million rows


@dataclass
class Walk:
    """Readers that walk in threads until they are told to stop. waits: (when it began, seconds) of each page."""

    waits: list[tuple[float, float]] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    done: threading.Event = field(default_factory=threading.Event)

    def reader(self, address: str, number: int) -> None:
        chance = random.Random(number)
        try:
            tab = LeanReader(address)
            tab.run(pressed=f"open_{EXAMPLES[number % len(EXAMPLES)].key}")
            titles = [title for title in tab.pages if title != DATA]
            while not self.done.wait(chance.uniform(*THINKS)):
                start = time.perf_counter()
                self.waits.append((start, tab.run(chance.choice(titles))))
            tab.close()
        except Exception as error:  # said at the end: a thread has nobody to tell
            self.failed.append(f"{type(error).__name__}: {error}")

    def during(self, start: float, end: float) -> list[float]:
        """The waits that fell into this time, in part at least."""
        return [seconds for begun, seconds in self.waits if begun < end and begun + seconds > start]


@contextmanager
def walking(address: str, readers: int) -> Iterator[Walk]:
    walk = Walk()
    threads = [threading.Thread(target=walk.reader, args=(address, number)) for number in range(readers)]
    for each in threads:
        each.start()
        time.sleep(0.1)
    yield walk
    walk.done.set()
    for each in threads:
        each.join()
    for each in walk.failed:
        print(f"  a reader failed: {each}")


def say(name: str, waits: list[float]) -> None:
    if not waits:
        print(f"{name:<60} no page")
        return
    usual, slow = 1000 * np.quantile(waits, (0.5, 0.95))
    print(f"{name:<60}{len(waits):5} pages{usual:7.0f}{slow:7.0f}{1000 * max(waits):7.0f} ms", flush=True)


def alone(address: str, rounds: int = 3) -> list[float]:
    """Every page of every example for one reader, without thinking; the first round only warms up."""
    found = []
    for example in EXAMPLES:
        tab = LeanReader(address)
        tab.run(pressed=f"open_{example.key}")
        for turn in range(rounds + 1):
            found += [seconds for title in tab.pages if title != DATA and (seconds := tab.run(title)) and turn]
        tab.close()
    return found


# ------------------------------------------------------------------ the one with Chromium


def messages(page: Page) -> list[int]:
    """How many messages each run that ended brought to a Chromium tab; grows while it is used."""
    counted = [0]

    def received(frame: bytes | str) -> None:
        kind = ForwardMsg.FromString(frame if isinstance(frame, bytes) else frame.encode()).WhichOneof("type")
        if kind == "new_session":
            counted[-1] = 0
        counted[-1] += kind in ("delta", "ref_hash")  # what the browser still has is named only
        if kind == "script_finished":
            counted.append(counted[-1])

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", received)

    page.on("websocket", listen)
    return counted


def held_against(browser: Browser, address: str) -> None:
    """The pages of an example in Chromium and for a lean reader: the same number of messages."""
    key = EXAMPLES[0].key
    lean, page = LeanReader(address), browser.new_page()
    counted = messages(page)
    page.goto(address)
    page.locator(f".st-key-open_{key} button").first.click()
    complete(page, "Overview")
    lean.run(pressed=f"open_{key}")
    alike, waits = [], []
    titles = [title for title in lean.pages if title not in (DATA, "Overview")]
    for title in titles:
        lean.run(title)
        waits.append(turn_to(page, title))
        alike.append(counted[-1] == lean.deltas)
    say("Chromium, click to painted, an example, alone", waits)
    print(f"  {sum(alike)} of {len(alike)} pages came in as many messages as for a lean reader")
    page.close()
    lean.close()


def read_beside(browser: Browser, address: str, files: list[Path]) -> None:
    """Nineteen walk while Chromium opens each file and turns its pages."""
    times: dict[str, list[tuple[float, float]]] = {}
    seen: dict[str, list[float]] = {}
    with walking(address, OTHERS) as walk:
        for file in files * TIMES:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(address)
            page.get_by_test_id("stFileUploaderDropzone").locator("button").wait_for()
            start = time.perf_counter()
            seen.setdefault(f"upload to Overview, {file.suffix}", []).append(opened(page, file))
            times.setdefault(f"while a {file.suffix} is sent and read", []).append((start, time.perf_counter()))
            start = time.perf_counter()
            titles = [title for title in page.evaluate(TITLES) if title != DATA]
            seen.setdefault("a page of the million rows", []).extend(turn_to(page, title) for title in titles * 2)
            times.setdefault("while the pages of 1,000,000 rows are turned", []).append((start, time.perf_counter()))
            page.close()
    for name, spans in times.items():
        say(
            f"the other {OTHERS}, {name} (meant: max {1000 * MOST:.0f})",
            [w for span in spans for w in walk.during(*span)],
        )
    for name, waits in seen.items():
        say(f"Chromium beside {OTHERS}, {name}", waits)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 120.0
    program = sys.argv[2] if len(sys.argv) > 2 else chromium()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, server() as address:
        table = piece(np.random.default_rng(5), 1_000_000).to_pandas()
        files = [Path(folder) / "predictions.csv", Path(folder) / "predictions.parquet"]
        table.to_csv(files[0], index=False)
        table.to_parquet(files[1])
        wait_for(address)
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS.split())
        print(f"{'click to settled':<60}{'':11}{'p50':>7}{'p95':>7}{'max':>7}")
        held_against(browser, address)
        say("one reader alone", alone(address))
        with walking(address, OTHERS + 1) as walk:
            time.sleep(seconds)
        say(f"{OTHERS + 1} readers (meant: twice as long as alone)", [wait for _, wait in walk.waits])
        read_beside(browser, address, files)
        browser.close()


if __name__ == "__main__":
    main()
