"""Numbers of calibration in cells: risks, ranges of risks, values with their intervals."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from words.text.numbers import (
    DASH,
    FEW,
    NBSP,
    decimal,
    in_brackets,
    interval,
    key_number,
    places_of,
    span_of,
    whole,
)

if TYPE_CHECKING:
    from metrics import Estimate

NAMES = {
    "slope": "Calibration slope", "intercept": "Calibration intercept", "citl": "Calibration in the large",
    "oe_ratio": "O:E", "ici": "ICI", "e50": "E50", "e90": "E90", "brier": "Brier score",
    "scaled_brier": "Scaled Brier score",
}  # fmt: skip


def risk_said(risk: float) -> str:
    """ "20 %", "0.5 %"."""
    return f"{risk * 100:.4g}{NBSP}%"


def range_said(low: float, high: float | None) -> str:
    """ "5–20 %", "50 % and over", "below 5 %"."""
    if high is None:
        return f"{risk_said(low)} and over"
    if not low:
        return f"below {risk_said(high)}"
    return f"{low * 100:.4g}{DASH}{risk_said(high)}"


def observed_said(estimate: Estimate, positives: int, cases: int) -> str:
    """ "5 (6 %)" of the cases in a range, below ten cases the count alone; "–" without any."""
    if not cases or math.isnan(estimate.value):
        return "–"
    return f"{whole(positives)}{in_brackets(positives, cases, estimate.value)}"


def observed_interval(estimate: Estimate) -> str:
    """ "3–12" beside "5 (6 %)", below ten cases "12–74 %", as no percentage stands there; "" without an interval."""
    found = interval(estimate)
    return f"{found}{NBSP}%" if found and (estimate.trials or 0) < FEW else found


def value_said(estimate: Estimate, places: int = 2) -> str:
    """ "**0.59** (0.44–0.78)" in a cell, bold as every value with its interval."""
    if not estimate.is_defined:
        return "not estimable"
    if estimate.low is None or estimate.high is None:
        return f"**{decimal(estimate.value, places)}**"
    return f"**{key_number(estimate, places)}**{NBSP}({between(estimate, places)})"


def between(estimate: Estimate, places: int = 2) -> str:
    """ "0.44–0.78", with "to" where a bound is negative; "" without an interval."""
    if estimate.low is None or estimate.high is None:
        return ""
    return span_of(estimate.low, estimate.high, places_of(estimate, places))
