"""How a difference of two numbers is written: signs that are never lost, and "to" between its bounds."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from words.text.amounts import ONE_BY_ONE, Amounts
from words.text.notes import why
from words.text.numbers import FEW, NBSP, ci, decimal, minus, percent

if TYPE_CHECKING:
    from metrics import Estimate

MANY = 200  # from here on a point has a decimal
SMALLEST_P = 0.001  # below it a p value is not given any more exactly


def points(value: float, cases: int) -> str:
    """A difference of two proportions: "+4.2 points", "0 points"."""
    if math.isnan(value):
        return "not estimable"
    return f"{signed(value, cases)}{NBSP}points"


def signed(value: float, cases: int) -> str:
    """In percentage points, "+4.2"; what is not 0 never reads as 0, as its sign may decide."""
    return never_0(value * 100, int(cases >= MANY), 4)


def signed_area(value: float) -> str:
    """A difference of two AUCs with two decimals, "−0.04"; what is not 0 never reads as 0."""
    return never_0(value, 2, 5)


def area_writer(apart: Estimate) -> Callable[[float], str]:
    """How such a difference and its bounds are written: all with the decimals that the smallest needs, two at least.

    Fewer would make them one number, or a number with a sign read as 0: "+0.004 (−0.012 to +0.020)".
    """
    numbers = [each for each in (apart.value, apart.low, apart.high) if each is not None and math.isfinite(each)]
    width = 1.0 if apart.low is None or apart.high is None else apart.high - apart.low
    by_width = 2 if width >= 0.01 else 3 if width >= 0.001 else 4
    needed = (next((n for n in range(2, 5) if round(each, n)), 2) for each in numbers)
    places = max(by_width, *needed)
    return lambda value: never_0(value, places, 5)


def never_0(value: float, usual: int, most: int) -> str:
    """With its sign and `usual` decimals, more (below `most`) where it would read as 0."""
    return minus(next((said for places in range(usual, most) if float(said := f"{value:+.{places}f}")), "0"))


def in_brackets(apart: Estimate, written: Callable[[float], str]) -> str:
    """A difference in a cell: "+4 (−9 to +17)", without its interval "+4"."""
    if not apart.is_defined:
        return "not estimable"
    said = written(apart.value)
    return f"{said}{NBSP}({_ends(apart, written)})" if apart.low is not None else said


def _ends(apart: Estimate, written: Callable[[float], str]) -> str:
    """ "to" in place of a dash, which would read as one more minus."""
    assert apart.low is not None
    assert apart.high is not None
    return f"{written(apart.low)}{NBSP}to{NBSP}{written(apart.high)}"


def points_interval(estimate: Estimate, cases: int, level: float | None = None) -> str:
    """ "95 % CI −1.2 to +4.5", or why there is none."""
    return difference_interval(estimate, level, lambda end: signed(end, cases))


def ratio_interval(estimate: Estimate) -> str:
    """ "CI 0.98 to 1.06", or why there is none."""
    return difference_interval(estimate, None, lambda end: decimal(end, ratio_places(estimate)))


def ratio_places(estimate: Estimate) -> int:
    """Decimals of a ratio and its ends: one more where an end would read as 1."""
    ends = [end for end in (estimate.low, estimate.high) if end is not None]
    return 3 if any(round(end, 2) == 1 for end in ends) else 2


def difference_interval(estimate: Estimate, level: float | None, written: Callable[[float], str]) -> str:
    """ "95 % CI −1.2 to +4.5" with its ends as `written`, without a level "CI …", or why there is none."""
    if estimate.low is None or estimate.high is None:
        return why(estimate) or "no CI"
    return f"{ci(level)}{NBSP}{_ends(estimate, written)}"


def p_said(p: float) -> str:
    """ "p = 0.013", "p < 0.001"; "" where there is no test."""
    if math.isnan(p):
        return ""
    return f"p{NBSP}<{NBSP}{SMALLEST_P}" if p < SMALLEST_P else f"p{NBSP}={NBSP}{p:.3f}"


def value_said(number: int, cases: int, amounts: Amounts = ONE_BY_ONE, value: float | None = None) -> str:
    """A proportion in a cell: "**84 %** (42 of 50)", below ten cases "**4 of 9**". value: where cases are weighted."""
    found = number / max(cases, 1) if value is None else value
    if not cases or math.isnan(found):
        return ":gray[not estimable]"
    counts = amounts.part(number, cases)
    return f"**{counts}**" if cases < FEW else f"**{percent(found, cases)}**{NBSP}({counts})"


def small_lines(first: str, *lines: str) -> str:
    """A cell of a table in Markdown: what matters, and below it small lines that no phone breaks."""
    return "  \n".join([first, *(f":small[{line.replace(' ', NBSP)}]" for line in lines if line)])
