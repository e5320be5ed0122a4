"""What a tab with a study of 200,000 rows holds in the server, once every page of it has been looked at.

    .venv/bin/python -m benchmarks.tabs [tabs]

A server of its own, and lean readers that each upload a Parquet file of their own (five classes, ids, 10.6 MB) and walk
through all pages. Prints the private memory of the server after each, and what a tab adds to it.
"""

from __future__ import annotations

import io
import re
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow as pa

from benchmarks.large import piece
from benchmarks.lean import LeanReader
from benchmarks.pages import DATA
from benchmarks.start import server_process, wait_for

ROWS, TABS, MEANT = 200_000, 6, 40
SETTLES = 2.0  # seconds


def content(seed: int) -> bytes:
    """A file as pandas writes it."""
    table = piece(np.random.default_rng(seed), ROWS)
    ids = pa.array([f"r{number:06d}" for number in range(ROWS)])
    written = io.BytesIO()
    table.add_column(0, "case_id", ids).to_pandas().to_parquet(written)
    return written.getvalue()


def held(process: int) -> float:
    """Megabytes that are this process's own, without the one that waits to read the next file."""
    told = Path(f"/proc/{process}/smaps_rollup").read_text()
    return int(re.findall(r"Private_Dirty:\s+(\d+)", told)[0]) / 1024


def walk(address: str, number: int) -> LeanReader:
    """A tab that has looked at every page; it stays open."""
    tab = LeanReader(address)
    tab.upload(f"{number}.parquet", content(number))
    while len([title for title in tab.pages if title != DATA]) < 2:  # until it is open
        time.sleep(SETTLES)
        tab.run()
    for title in [title for title in tab.pages if title != DATA]:
        tab.run(title)
    return tab


def main() -> None:
    tabs = int(sys.argv[1]) if len(sys.argv) > 1 else TABS
    with server_process() as (address, process):
        wait_for(address)
        opened = [walk(address, 0)]  # what one tab makes for all is there from now on
        found = []
        for number in range(1, tabs + 1):
            opened.append(walk(address, number))
            time.sleep(SETTLES)
            found.append(held(process))
            print(f"{number} more tabs: {found[-1]:.0f} MB", flush=True)
        print(f"a tab: {(found[-1] - found[0]) / (tabs - 1):.1f} MB (meant: {MEANT})")
        for tab in opened:
            tab.close()


if __name__ == "__main__":
    main()
