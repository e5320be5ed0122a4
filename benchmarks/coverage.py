"""How often each 95 % interval that Rounds shows holds the true number, in simulated data sets.

    .venv/bin/python -m benchmarks.coverage [--datasets 500] [--jobs 2] [--output benchmarks/COVERAGE.md]

The intervals are those of the pages: rows become an Evaluation as those of a file do, two models are compared as on the
page that compares models. Each is counted as containing the true value, as lying below or above it, as from fewer than
ten cases, which is said in words only, or as not shown at all.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np

from benchmarks.coverage_model import (
    ABOVE,
    BELOW,
    HELD,
    ILL,
    NORMAL,
    NOT_SHOWN,
    NUMBERS,
    TOO_FEW,
    Cases,
    Found,
    Setting,
    Tally,
    as_predictions,
    draw,
    true_values,
)  # fmt: skip
from benchmarks.coverage_table import document
from metrics import Estimate, Evaluation, delong
from metrics.paired.paired_auc import paired_auc_of_patients
from metrics.paired.paired_proportions import paired_proportion
from predictions.rows import evaluation_of_rows
from words.text.numbers import FEW

ROWS, PREVALENCES = (50, 200, 500, 2000), (0.02, 0.10, 0.50)
SETTINGS = tuple(Setting(*each) for each in product(ROWS, PREVALENCES, (False, True)))
SEED, AT_ONCE = 20_261_120, 25
OUTPUT = Path(__file__).with_name("COVERAGE.md")
ROUNDING = 1e-12


def evaluated(cases: Cases) -> Evaluation:
    """The first model, as it is read from a file with a score of the ill; its mirror image would tell the same."""
    return replace(evaluation_of_rows(as_predictions(cases), None, positive=None), normal=NORMAL)


def figures(evaluation: Evaluation) -> dict[str, Estimate]:
    return {**evaluation.overall, **evaluation.classes[ILL]}


def compared(cases: Cases) -> dict[str, Estimate]:
    """First − second model."""
    ill, (first, second) = cases.is_ill, cases.predicted[:, cases.is_ill]
    patients = None if cases.patients is None else cases.patients[ill]
    return {
        "sensitivity_difference": paired_proportion(first, second, patients).difference,
        "auc_difference": paired_auc_of_patients(ill, *cases.scores, cases.patients).difference,
    }


def naive(evaluation: Evaluation, cases: Cases) -> dict[str, Estimate]:
    """The same where every row is taken as independent, as it stands beside them; all but the average precision."""
    table = evaluation.table(ILL)
    assert table is not None
    apart = replace(evaluation.naive, tables=())
    return figures(apart) | {"auc": delong(table)} | compared(replace(cases, patients=None))


def outcome(found: Estimate | None, truth: float) -> int:
    """What became of one interval."""
    if found is None or not found.is_defined or found.low is None or found.high is None:
        return NOT_SHOWN
    if found.trials is not None and found.trials < FEW:
        return TOO_FEW
    if truth < found.low - ROUNDING:
        return ABOVE
    return BELOW if truth > found.high + ROUNDING else HELD


def count(setting: Setting, generator: np.random.Generator, datasets: int) -> Tally:
    """So many data sets of one setting."""
    truth, tally = true_values(setting.prevalence), Tally()
    for _ in range(datasets):
        cases = draw(setting, generator)
        evaluation = evaluated(cases)
        note(tally.shown, figures(evaluation) | compared(cases), truth)
        if setting.in_patients:
            note(tally.naive, naive(evaluation, cases), truth)
    return tally


def note(table: np.ndarray, found: Mapping[str, Estimate], truth: Mapping[str, float]) -> None:
    for row, key in enumerate(NUMBERS):
        table[row, outcome(found.get(key), truth[key])] += 1


# ------------------------------------------------------------------ all settings


def part(task: tuple[int, int, int]) -> tuple[int, Tally]:
    """A few data sets, seeded by their place so that the number of jobs changes nothing."""
    setting, start, datasets = task
    return setting, count(SETTINGS[setting], np.random.default_rng([SEED, setting, start]), datasets)


def tasks(datasets: int) -> Iterator[tuple[int, int, int]]:
    """(setting, first data set, how many), the slowest settings first."""
    for setting in reversed(range(len(SETTINGS))):
        for start in range(0, datasets, AT_ONCE):
            yield setting, start, min(AT_ONCE, datasets - start)


def simulate(datasets: int, jobs: int) -> Found:
    if jobs == 1:
        return added_up(map(part, tasks(datasets)))
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as many threads as jobs, not as many squared
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        return added_up(pool.imap_unordered(part, tasks(datasets)))


def added_up(parts: Iterable[tuple[int, Tally]]) -> Found:
    found = {setting: Tally() for setting in SETTINGS}
    for setting, tally in parts:
        found[SETTINGS[setting]].add(tally)
    return found


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="How often each 95 % interval holds the true number.")
    parser.add_argument("--datasets", type=int, default=500, help="per setting")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    found = simulate(options.datasets, options.jobs)
    seconds = time.perf_counter() - start
    options.output.write_text(document(found, options.datasets, options.jobs, seconds), encoding="utf-8")
    print(f"{options.output}, after {seconds:.0f} s")


if __name__ == "__main__":
    main()
