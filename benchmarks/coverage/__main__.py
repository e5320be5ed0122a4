"""How often each 95 % interval that Rounds shows holds the true number, in simulated data sets.

    .venv/bin/python -m benchmarks.coverage [--datasets 1000] [--minutes 60] [--jobs 2] [--only TEXT]

The intervals are those of the pages. Each is counted as containing the true value, as lying below or above it, as from
fewer than ten cases, which is said in words only, or as not shown at all.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from benchmarks.coverage import auc_methods, ratio_methods
from benchmarks.coverage.parts import merged
from benchmarks.coverage.simulation import simulate
from benchmarks.coverage.table import document

OUTPUT = Path(__file__).parent.with_name("COVERAGE.md")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="How often each 95 % interval holds the true number.")
    parser.add_argument("--datasets", type=int, default=1_000, help="of each setting; 1,000 give ± 0.7 points")
    parser.add_argument("--minutes", type=float, default=60.0, help="after which no further data set is begun")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="what has this in its title; other tables of the output stay")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    only, output = options.only, options.output
    found = simulate(options.datasets, options.jobs, options.minutes, only)
    methods = [each for each in (auc_methods, ratio_methods) if only.casefold() in each.TITLE.casefold()]
    sections = [each.compared(options.datasets) for each in methods]
    seconds = time.perf_counter() - start
    text = document(found, options.jobs, seconds, sections, is_part=bool(only))
    output.write_text(merged(output.read_text("utf-8"), text) if only and output.exists() else text, encoding="utf-8")
    print(f"{output}, after {seconds:.0f} s")


if __name__ == "__main__":
    main()
