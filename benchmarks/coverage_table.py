"""What the simulation found, as Markdown: a table for single cases, one for patients, and every exception by name."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
import scipy

from benchmarks.coverage_model import ABOVE, BELOW, HELD, NOT_SHOWN, NUMBERS, TOO_FEW, Found, Outcomes, Setting
from metrics import clopper_pearson
from metrics.intervals.resampling_units import REPLICATES

EXPECTED = (0.93, 0.97)
FEWEST_SHOWN = 100  # fewer data sets say too little about an interval
FEW_ILL = 30
MOSTLY = 0.8  # of what is missed, on one side
INTRODUCTION = """\
# Coverage of the 95 % intervals

{date}: {datasets:,} data sets for each of {settings} settings, so {total:,} in all, in {seconds:.0f} s with {jobs} jobs
({cores} cores, Python {python}, NumPy {numpy}, SciPy {scipy}). Intervals by resampling are made of {replicates:,}
resamples, as on the pages. To run it again: `.venv/bin/python -m benchmarks.coverage`.

Every data set has the scores of two models, whose true numbers are known: 90 % specificity, 80 and 70 % sensitivity,
areas of 0.933 and 0.899. It becomes an evaluation as a file does, and its intervals are those of the pages. Counted is
how many of the intervals that are shown hold the true number: 95 % should, and 93 to 97 % is what is asked for. Where
an interval has exactly 95 %, {datasets:,} data sets still give {low:.1f} to {high:.1f} % in 19 of 20 cells.

A number in brackets says in how many data sets the interval was shown, where that was not in all. A proportion of fewer
than ten cases is said in words only and counts as too few. Fewer than {fewest} shown intervals are not judged (–).
"""
SINGLE = "## Single cases"
PATIENTS = """\
## Patients with several rows

Each patient has 1 to some 20 rows, 5 on average. Two rows of a patient correlate by 0.3, in being ill and in each
score. Every interval is a patient-level bootstrap."""
NAIVE = """\
## The same patients, had every row been taken as independent

The pages show these intervals only beside those above, as what rows taken for patients would claim."""
HIDDEN = "Not shown in all data sets: too few cases for a percentage + no interval given."
EXCEPTIONS = "## Exceptions\n\nIntervals whose coverage is below 93 or above 97 %."
NONE = "There is none."


@dataclass(frozen=True)
class Cell:
    """What became of one number in one setting. held: coverage of the shown intervals."""

    number: str
    setting: Setting
    outcomes: Outcomes

    @property
    def shown(self) -> int:
        return int(self.outcomes[:TOO_FEW].sum())

    @property
    def held(self) -> float:
        return float(self.outcomes[HELD] / self.shown)

    @property
    def is_judged(self) -> bool:
        return self.shown >= min(FEWEST_SHOWN, int(self.outcomes.sum()))

    @property
    def is_exception(self) -> bool:
        return self.is_judged and not EXPECTED[0] <= self.held <= EXPECTED[1]


def document(found: Found, datasets: int, jobs: int, seconds: float) -> str:
    """The whole file. found: what became of every interval, by setting."""
    parts = [_introduction(len(found), datasets, jobs, seconds)]
    exceptions: list[Cell] = []
    for title, in_patients, which in ((SINGLE, False, "shown"), (PATIENTS, True, "shown"), (NAIVE, True, "naive")):
        rows = _rows(found, in_patients, which)
        parts += [title, _table(rows, _held, with_range=True)]
        if which == "shown":
            parts += [HIDDEN, _table(rows, _hidden)]
            exceptions += [cell for row in rows for cell in row if cell.is_exception]
    return "\n\n".join([*parts, EXCEPTIONS, _exceptions(exceptions)]) + "\n"


def _introduction(settings: int, datasets: int, jobs: int, seconds: float) -> str:
    spread = 1.96 * (0.95 * 0.05 / datasets) ** 0.5
    return INTRODUCTION.format(
        date=date.today().isoformat(), datasets=datasets, settings=settings, total=settings * datasets,
        seconds=seconds, jobs=jobs, cores=os.cpu_count(), python=platform.python_version(), numpy=np.__version__,
        scipy=scipy.__version__, replicates=REPLICATES, low=100 * (0.95 - spread), high=min(100, 100 * (0.95 + spread)),
        fewest=FEWEST_SHOWN,
    ).rstrip()  # fmt: skip


# ------------------------------------------------------------------ tables


def _rows(found: Found, in_patients: bool, which: str) -> list[list[Cell]]:
    settings = [setting for setting in found if setting.in_patients == in_patients]
    return [
        [Cell(key, setting, getattr(found[setting], which)[i]) for setting in settings] for i, key in enumerate(NUMBERS)
    ]


def _table(rows: Sequence[Sequence[Cell]], text: Callable[[Cell], str], with_range: bool = False) -> str:
    names = [f"{cell.setting.rows:,} rows, {100 * cell.setting.prevalence:g} % ill" for cell in rows[0]]
    lines = [["", *names, *["range"] * with_range]]
    lines.append(["---", *["---:"] * (len(lines[0]) - 1)])
    for row in rows:
        cells = [text(cell) for cell in row]
        if any(cells):
            lines.append([NUMBERS[row[0].number], *cells, *[_range(row)] * with_range])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _held(cell: Cell) -> str:
    percent = f"{100 * cell.held:.1f}" if cell.shown and cell.is_judged else "–"
    return percent if cell.shown == cell.outcomes.sum() else f"{percent} ({cell.shown})"


def _hidden(cell: Cell) -> str:
    few, none = int(cell.outcomes[TOO_FEW]), int(cell.outcomes[NOT_SHOWN])
    return f"{few} + {none}" if few or none else ""


def _range(row: Sequence[Cell]) -> str:
    held = [100 * cell.held for cell in row if cell.shown and cell.is_judged]
    return f"{min(held):.1f} to {max(held):.1f}" if held else "–"


# ------------------------------------------------------------------ exceptions


def _exceptions(cells: Sequence[Cell]) -> str:
    if not cells:
        return NONE
    lines = ["| | coverage | possible range | below, above | why |", "| --- | ---: | ---: | ---: | --- |"]
    return "\n".join([*lines, *(_line(cell) for cell in cells)])


def _line(cell: Cell) -> str:
    setting, (low, high) = cell.setting, _by_chance(cell)
    kind = "patients" if setting.in_patients else "single cases"
    told = (
        f"{NUMBERS[cell.number]}, {setting.rows:,} rows of {kind}, {100 * setting.prevalence:g} % ill",
        f"{100 * cell.held:.1f} % of {cell.shown}",
        f"{100 * low:.1f} to {100 * high:.1f}",
        f"{cell.outcomes[BELOW]}, {cell.outcomes[ABOVE]}",
        "; ".join(_reasons(cell)),
    )
    return f"| {' | '.join(told)} |"


def _by_chance(cell: Cell) -> tuple[float, float]:
    """Bounds of the true coverage."""
    found = clopper_pearson(int(cell.outcomes[HELD]), cell.shown)
    return found.low or 0.0, found.high or 1.0


def _reasons(cell: Cell) -> Iterator[str]:
    low, high = _by_chance(cell)
    if low <= EXPECTED[1] and high >= EXPECTED[0]:
        yield "no further out than chance reaches"
        return
    ill = round(cell.setting.rows * cell.setting.prevalence)
    if cell.held > EXPECTED[1]:
        yield "wider than need be" + (f", as {ill} ill cases allow few values" if ill < FEW_ILL else "")
    elif ill < FEW_ILL or (cell.setting.in_patients and cell.setting.patients < 2 * FEW_ILL):
        yield f"too narrow from {_basis(cell.setting, ill)}"
    else:
        yield "too narrow"
    if cell.shown < cell.outcomes.sum():
        yield "the data sets that show it are no random ones"
    yield from _lean(cell)


def _basis(setting: Setting, ill: int) -> str:
    return f"{ill} ill cases" + (f" in {setting.patients} patients" if setting.in_patients else "")


def _lean(cell: Cell) -> Iterator[str]:
    """Whether what is missed lies on one side."""
    for side, place in (("below", BELOW), ("above", ABOVE)):
        missed = int(cell.outcomes[place])
        if cell.held < EXPECTED[0] and missed >= MOSTLY * (cell.shown - cell.outcomes[HELD]):
            yield f"where it misses, it lies {side} the true value"
