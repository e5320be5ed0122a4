"""Time and memory of a file that is too large to hold: its counts, and everything a page needs of it.

    .venv/bin/python -m benchmarks.large [rows in millions] [file]

Makes the file once, in pieces, where there is none: Parquet, or CSV where its name ends so. Each task runs in a process
of its own; its peak memory is that of the whole process with all libraries. The first run of a task reads from the
disk, the others from the cache.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyarrow import csv, parquet

from benchmarks.shared import LABELS, made
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.sources.counted.study import study_of_origin
from predictions.sources.counted.table import counted_table
from predictions.sources.engines.csv import CsvFile
from predictions.sources.engines.engine import Origin
from predictions.sources.engines.parquet import ParquetFile

RUNS, PIECE = 3, 1_000_000


def piece(generator: np.random.Generator, rows: int = PIECE) -> pa.Table:
    """Made predictions as a file of five classes holds them."""
    truth, scores = made(generator, rows)
    names = np.array(LABELS)
    columns = {"y_true": names[truth], "y_pred": names[scores.argmax(1)]}
    return pa.table(columns | {f"score_{name}": scores[:, place] for place, name in enumerate(LABELS)})


def make(path: Path, millions: int) -> None:
    generator = np.random.default_rng(5)
    first = piece(generator)
    writes = csv.CSVWriter if is_text(path) else parquet.ParquetWriter
    with writes(path, first.schema) as writer:
        writer.write_table(first)
        for _ in range(millions - 1):
            writer.write_table(piece(generator))


def is_text(path: Path) -> bool:
    return path.suffix == ".csv"


def origin(path: Path) -> Origin:
    if is_text(path):
        return CsvFile(path.name, path.resolve(), Limits())
    return ParquetFile(path.name, path.resolve())


def counts(path: Path) -> str:
    """The confusion matrix alone."""
    with counted_table(origin(path), Limits(), lambda: None) as file:
        _, rows = file.grouped({name: file.column(name) for name in ("y_true", "y_pred")})
    return f"{rows.sum():,} rows in {len(rows)} cells"


def study(path: Path) -> str:
    """Columns, matrix, threshold tables of all classes, checks and the checksum: what opening it takes."""
    evaluation = study_of_origin(origin(path), Mapping(), Limits(), lambda: None).evaluate()
    rules = sum(len(table.scores) for table in evaluation.tables if table)
    return f"{evaluation.n:,} rows, {rules:,} rules"


def measure(task: str, path: Path) -> None:
    import_module("pandas")  # which pyarrow imports for the first numbers it gives, and a server has long had
    start, cpu = time.perf_counter(), time.process_time()
    said = {"counts": counts, "study": study}[task](path)
    seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    # What getrusage says begins with the peak of the process that started this one.
    peak = int(re.findall(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[0]) / 1024
    print(f"  {task:<8}{seconds:8.2f} s{cpu:8.2f} CPU-s{peak:8.0f} MiB   {said}", flush=True)


def main() -> None:
    if len(sys.argv) > 3:
        measure(sys.argv[3], Path(sys.argv[2]))
        return
    millions = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    path = Path(sys.argv[2] if len(sys.argv) > 2 else tempfile.gettempdir())
    path = path / f"rounds-{millions}-million.parquet" if path.is_dir() else path
    if not path.exists():
        make(path, millions)
    print(f"{path.stat().st_size / 1e6:,.0f} MB")
    for task in ("counts", "study"):
        for _ in range(RUNS):
            subprocess.run([sys.executable, "-m", "benchmarks.large", str(millions), str(path), task], check=True)


if __name__ == "__main__":
    main()
