"""What the simulation found, as Markdown: a table for each family, and every miss by name."""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
import scipy

from benchmarks.coverage.counting import ABOVE, BELOW, HELD, NOT_SHOWN, TOO_FEW, Counted, Family, Outcomes
from metrics import clopper_pearson
from metrics.intervals.resampling_units import REPLICATES

NOMINAL, TARGET = 0.95, (0.94, 0.965)
FEWEST_SHOWN = 100  # fewer data sets say too little about an interval
MOSTLY = 0.8  # of what is missed, on one side
INTRODUCTION = """\
# Coverage of the 95 % intervals

To run it again: `.venv/bin/python -m benchmarks.coverage`; with `--only TEXT` what has this in its title, which then
replaces its own tables. Intervals by resampling are made of {replicates:,} resamples, as on the pages.

Each data set is drawn from a distribution whose true numbers are known. A cell counts how many of the intervals that
are shown contain the true number: 95 % should. It is *nominal* where 95 lies within the 95 % interval of the coverage
itself (Clopper–Pearson), which one in twenty nominal cells fails at random; else it is *too narrow* (marked −) or *too
wide* (+). Beside the coverage stand, where it misses, the intervals below and above the true number, in percent. A
number in brackets says in how many data sets the interval was shown, where that was not in all; a proportion of fewer
than ten cases is said in words only. Fewer than {fewest} shown intervals are not judged (–).
"""
RUN = (
    "* {date}: {cells:,} cells from {total:,} data sets{which}, {minutes:.0f} minutes with {jobs} jobs ({cores} cores, "
    "Python {python}, NumPy {numpy}, SciPy {scipy})."
)
MISSES = """\
## Too narrow

Every cell whose coverage is below 95 % beyond the error of the simulation. The numbers of a setting come from the same
data sets, so that several can miss together at random."""


@dataclass(frozen=True)
class Cell:
    """What became of one number in one setting."""

    number: str
    setting: str
    outcomes: Outcomes

    @property
    def shown(self) -> int:
        return int(self.outcomes[:TOO_FEW].sum())

    @property
    def is_judged(self) -> bool:
        return self.shown >= min(FEWEST_SHOWN, int(self.outcomes.sum()))

    @property
    def held(self) -> float:
        return float(self.outcomes[HELD] / self.shown)

    @property
    def verdict(self) -> int:
        """0 where it is nominal, −1 too narrow, 1 too wide."""
        low, high = clopper_pearson(int(self.outcomes[HELD]), self.shown).low, self._highest
        return 0 if (low or 0) <= NOMINAL <= high else -1 if high < NOMINAL else 1

    @property
    def _highest(self) -> float:
        return clopper_pearson(int(self.outcomes[HELD]), self.shown).high or 1.0

    def part(self, place: int) -> float:
        return 100 * float(self.outcomes[place]) / self.shown

    def __str__(self) -> str:
        if not self.shown or not self.is_judged:
            return f"– ({self.shown})"
        mark = {0: "", -1: " −", 1: " +"}[self.verdict]
        sides = f" ({self.part(BELOW):.1f}, {self.part(ABOVE):.1f})" if self.verdict else ""
        few = "" if self.shown == self.outcomes.sum() else f" ({self.shown})"
        return f"{100 * self.held:.1f}{mark}{sides}{few}"


Found = list[tuple[Family, list[tuple[str, Counted]]]]  # the settings of each family with what was counted


def document(found: Found, jobs: int, seconds: float, compared: Sequence[str] = (), is_part: bool = False) -> str:
    """The whole file. compared: what other intervals would have covered. is_part: not all families were simulated."""
    rows = [(family, _rows(family, settings)) for family, settings in found]
    cells = [cell for _, parts in rows for row in parts for cell in row]
    total = sum(int(next(iter(counted.values())).sum()) for _, settings in found for _, counted in settings)
    which = f" ({'; '.join(family.title for family, _ in found)})" if is_part else ""
    told = {"cells": len(cells), "total": total, "jobs": jobs, "minutes": seconds / 60, "which": which}
    introduction = INTRODUCTION.format(replicates=REPLICATES, fewest=FEWEST_SHOWN).rstrip()
    run = [RUN.format(**told, **_machine())] if found else []  # other intervals say themselves how many they are from
    sections = [introduction, *run, _overview(rows)]
    for family, parts in rows:
        sets = [int(cell.outcomes.sum()) for cell in parts[0]]
        told = f"{min(sets):,}" if min(sets) == max(sets) else f"{min(sets):,} to {max(sets):,}"
        error = 100 * math.sqrt(NOMINAL * (1 - NOMINAL) / max(1, min(sets)))
        told = f"{told} data sets of each setting: a standard error of {error:.1f} points."
        sections += [f"## {family.title}\n\n{family.says} {told}", _table(parts)]
    return "\n\n".join([*sections, MISSES, _misses(rows), *compared]) + "\n"


def _machine() -> dict[str, object]:
    return {
        "date": date.today().isoformat(), "cores": os.cpu_count(), "python": platform.python_version(),
        "numpy": np.__version__, "scipy": scipy.__version__,
    }  # fmt: skip


def _rows(family: Family, settings: Sequence[tuple[str, Counted]]) -> list[list[Cell]]:
    return [[Cell(name, setting, counted[key]) for setting, counted in settings] for key, name in family.names.items()]


def _overview(rows: Iterable[tuple[Family, list[list[Cell]]]]) -> str:
    lines = [
        ["", "cells", "nominal", "too narrow", "too wide", "94 to 96.5 %", "lowest", "highest", "mean below, above"],
        ["---", *["---:"] * 8],
    ]
    for family, parts in rows:
        for row in parts:
            judged = [cell for cell in row if cell.shown and cell.is_judged]
            if judged:
                lines.append([f"{row[0].number} ({family.title})", *_summed(judged)])
    return _markdown(lines)


def _summed(cells: Sequence[Cell]) -> list[str]:
    held, verdicts = [cell.held for cell in cells], [cell.verdict for cell in cells]
    inside = sum(TARGET[0] <= each <= TARGET[1] for each in held)
    sides = [np.mean([cell.part(place) for cell in cells]) for place in (BELOW, ABOVE)]
    numbers = (len(cells), *(verdicts.count(verdict) for verdict in (0, -1, 1)), inside)
    return [*map(str, numbers), f"{100 * min(held):.1f}", f"{100 * max(held):.1f}", f"{sides[0]:.1f}, {sides[1]:.1f}"]


def _table(parts: Sequence[Sequence[Cell]]) -> str:
    """Settings down and numbers across; settings of one number side by side would be too many."""
    lines = [["", *(row[0].number for row in parts)], ["---", *["---:"] * len(parts)]]
    lines += [[cells[0].setting, *map(str, cells)] for cells in zip(*parts, strict=True)]
    return _markdown(lines)


def _markdown(lines: Iterable[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _misses(rows: Iterable[tuple[Family, list[list[Cell]]]]) -> str:
    lines = [["", "coverage", "below, above", "why"], ["---", "---:", "---:", "---"]]
    for family, parts in rows:
        for cell in (cell for row in parts for cell in row if cell.shown and cell.is_judged and cell.verdict < 0):
            name = f"{cell.number} ({family.title}), {cell.setting}"
            sides = f"{cell.outcomes[BELOW]}, {cell.outcomes[ABOVE]}"
            lines.append([name, f"{100 * cell.held:.1f} % of {cell.shown:,}", sides, "; ".join(_reasons(cell))])
    return _markdown(lines) if len(lines) > 2 else "There is none."


def _reasons(cell: Cell) -> Iterator[str]:
    for side, place in (("below", BELOW), ("above", ABOVE)):
        if cell.outcomes[place] >= MOSTLY * (cell.shown - cell.outcomes[HELD]):
            yield f"mostly {side} the true number"
    if cell.outcomes[NOT_SHOWN] or cell.outcomes[TOO_FEW]:
        yield "the data sets that show it are no random ones"
