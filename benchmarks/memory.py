"""The memory that a large upload takes at most, beside the size of its decoded table.

    .venv/bin/python -m benchmarks.memory [rows]

What the pages do, without a browser: the file's bytes, the reading process, the study, and everything the Overview
asks for. The memory of both processes together is looked at every few milliseconds; what the libraries and an idle
reading process hold is taken off.
"""

from __future__ import annotations

import contextlib
import re
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet

from benchmarks.large import piece
from predictions.opening import open_files
from predictions.sandbox.client import Guard

MEGABYTE = 2**20
LOOK, SETTLE = 0.002, 6.0  # seconds


def held() -> float:
    """Megabytes of this process and its children."""
    children = " ".join(_told(each) for each in Path("/proc/self/task").glob("*/children")).split()
    sizes = (re.findall(r"VmRSS:\s+(\d+)", _told(Path(f"/proc/{each}/status"))) for each in ("self", *children))
    return sum(int(kilobytes) for found in sizes for kilobytes in found) / 1024


def _told(file: Path) -> str:
    """Nothing of a thread or process that has just ended."""
    with contextlib.suppress(OSError):
        return file.read_text()
    return ""


class Watch:
    """The most that was held while it looked."""

    def __init__(self) -> None:
        self.most, self.is_over = 0.0, threading.Event()
        self.beside = threading.Thread(target=self.look, daemon=True)
        self.beside.start()

    def look(self) -> None:
        while not self.is_over.wait(LOOK):
            self.most = max(self.most, held())

    def end(self) -> float:
        self.is_over.set()
        self.beside.join()
        return self.most


def everything(name: str, content: bytes) -> None:
    evaluation = open_files([(name, content)], None, Guard()).evaluate()
    assert evaluation.overall["accuracy"].is_defined


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        small, large = (Path(folder) / f"{size}.parquet" for size in (1000, rows))
        generator = np.random.default_rng(5)
        pyarrow.parquet.write_table(piece(generator, 1000), small)
        pyarrow.parquet.write_table(piece(generator, rows), large)
        everything(small.name, small.read_bytes())  # libraries and resamples are there from now on
        decoded = pyarrow.parquet.read_table(large).nbytes / MEGABYTE
        pyarrow.default_memory_pool().release_unused()
        time.sleep(SETTLE)  # until the next reading process is idle
        before, watch = held(), Watch()
        everything(large.name, large.read_bytes())
        more = watch.end() - before
    print(f"{rows:,} rows: decoded {decoded:.0f} MB, at most {more:.0f} MB more: {more / decoded:.1f} times as much")


if __name__ == "__main__":
    main()
