"""Cells of a table in Markdown: the value with its counts, below it its interval as a mark and in numbers.

The first line is tied and at least as wide as the mark, which would shrink to a dot beside text that can break.
"""

from __future__ import annotations

from charts.html.cell_marks import Scale, mark
from metrics import Estimate
from metrics.notes import Code
from words import NBSP, decimal, interval, of, percent_of
from words.text.notes import why
from words.text.numbers import FEW

SHARES: Scale = (0.0, 1.0)
AREAS: Scale = (0.5, 1.0)


def value_cell(estimate: Estimate, scale: Scale = SHARES, required: float | None = None) -> str:
    """A proportion with counts, mark and bounds; a number with its bounds, then the mark; below ten cases the counts.

    required: a bound that is asked for, as a dashed tick of the mark. Too few patients for any CI is said once, in the
    title line.
    """
    if not estimate.is_defined:
        return f":gray[not estimable]  \n:small[{why(estimate)}]"
    lacking = "" if estimate.note is None or estimate.note.code is Code.FEW_PATIENTS else ":small[no CI]"
    if estimate.trials is None:
        below = mark(estimate, scale, required, places=2) if estimate.low is not None else lacking
        return _lines(_number(estimate), below)
    counts = of(estimate.successes or 0, estimate.trials)
    if estimate.trials < FEW:
        return f"**{counts}**"
    below = f"{mark(estimate, scale, required)} :small[{interval(estimate)}]" if estimate.low is not None else lacking
    return _lines(f"**{percent_of(estimate)}**{NBSP}({counts})", below)


def _number(estimate: Estimate) -> str:
    found = interval(estimate, 2)
    return f"**{decimal(estimate.value, 2)}**" + (f"{NBSP}({found})" if found else "")


def _lines(*lines: str) -> str:
    return "  \n".join(filter(None, lines))
