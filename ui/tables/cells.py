"""Cells of a table in Markdown: the value with its counts, below it its interval as a mark and in numbers.

The first line is tied and at least as wide as the mark, which would shrink to a dot beside text that can break.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from charts.html.cell_marks import Scale, mark, ticks_mark
from metrics import Estimate
from metrics.notes import Code
from words import NBSP, interval, of, percent_of
from words.text.notes import undefined_cell
from words.text.numbers import FEW, bounds_beside_counts, decimals, in_table, span_of, table_places, tied

PROPORTIONS: Scale = (0.0, 1.0)
AREAS: Scale = (0.5, 1.0)


def scale_of_areas(drawn: Iterable[float]) -> Scale:
    """AUC from 0.5 to 1; from 0 where something that is drawn lies below 0.5. nan is not drawn."""
    return PROPORTIONS if any(each < AREAS[0] for each in drawn) else AREAS


def scale_of_marks(areas: Iterable[Estimate]) -> Scale:
    """The same for these AUC with the ends of their intervals."""
    return scale_of_areas(end for each in areas for end in (each.value, each.low) if end is not None)


def value_cell(estimate: Estimate, scale: Scale = PROPORTIONS, required: float | None = None) -> str:
    """A proportion with counts, mark and bounds; a number with its bounds, then the mark.

    Below ten cases the counts and the bounds, as everywhere: a percentage and a mark would pretend to know more.
    required: a bound that is asked for, as a dashed tick of the mark. Too few patients for any CI is said once, in the
    title line.
    """
    if not estimate.is_defined:
        return undefined_cell(estimate)
    lacking = "" if estimate.note is None or estimate.note.code is Code.FEW_PATIENTS else ":small[no CI]"
    if estimate.trials is None:
        below = mark(estimate, scale, required, places=2) if estimate.low is not None else lacking
        return _lines(_number(estimate), below)
    counts = of(estimate.successes or 0, estimate.trials)
    if estimate.trials < FEW:
        below = f":small[{bounds_beside_counts(estimate)}]" if estimate.low is not None else lacking
        return _lines(f"**{counts}**", below)
    below = f"{mark(estimate, scale, required)} :small[{interval(estimate)}]" if estimate.low is not None else lacking
    return _lines(f"**{percent_of(estimate)}**{NBSP}({counts})", below)


def values_cell(value: Estimate, part: np.ndarray, total: np.ndarray) -> str:
    """A proportion of time with its interval; without one, the values of several recordings as ticks, with their range.

    part, total: (recordings,) rows.
    """
    if not value.is_defined:
        return undefined_cell(value)
    if between := interval(value):
        return f"**{percent_of(value)}**{NBSP}({between})  \n{mark(value)}"
    each = part[total > 0] / total[total > 0]
    if len(each) < 2:
        return f"**{percent_of(value)}**"
    between = spread_said(each * 100, decimals(value.value, value.trials or 0) if np.ptp(each) < 0.01 else 0)
    return f"**{percent_of(value)}**{NBSP}({between})  \n{ticks_mark(each, value.value, between)}"


def end_of_scale(proportions: Iterable[Estimate]) -> float:
    """10, 20, 40, 60 or 100 %: where the marks of a column of small proportions end, so that they can be told apart."""
    marked = [each for each in proportions if each.is_defined and (each.trials or 0) >= FEW]
    reached = max((each.value if each.high is None else each.high for each in marked), default=1.0)
    return next(end for end in (0.1, 0.2, 0.4, 0.6, 1.0) if end >= min(reached, 1.0))


def reach_of(differences: Iterable[Estimate | None], least: float = 0.0) -> float:
    """The farthest that any of them, or its interval, is from 0, at least `least`: one scale for a column of marks."""
    ends = [end for each in differences if each for end in (each.value, each.low, each.high) if end is not None]
    return max([least, *(abs(end) for end in ends if math.isfinite(end))]) or 1.0


def as_wide_as_a_mark(said: str) -> str:
    """A few words in bold, with room to their right, so that a narrow column does not shrink the mark below them."""
    return f"**{tied(said)}**{NBSP * max(0, 28 - 2 * len(said))}"


def spread_said(values: np.ndarray, places: int) -> str:
    """ "77–94": the lowest and the highest."""
    return span_of(np.nanmin(values), np.nanmax(values), places)


def _number(estimate: Estimate) -> str:
    found = interval(estimate, table_places(estimate.value))
    return f"**{in_table(estimate)}**" + (f"{NBSP}({found})" if found else "")


def _lines(*lines: str) -> str:
    return "  \n".join(filter(None, lines))
