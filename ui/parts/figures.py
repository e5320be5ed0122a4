"""Key figures: a number in a box, with its counts and its interval."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from metrics import Estimate
from ui.parts.help import help_for
from ui.parts.tables import NO_INTERVAL
from words import NBSP, bounds, decimal, of, percent_of
from words.text.notes import why
from words.text.numbers import FEW


def key_figures(figures: Iterable[tuple[str, Estimate, str | None]]) -> None:
    """(name, estimate, help) each in a bordered box with its interval; a share also with its counts."""
    shown = list(figures)
    with st.grid(len(shown), min_column_width=200):  # narrower boxes would cut counts off on a phone
        for name, estimate, explanation in shown:
            value, chip, counts = _figure(estimate)
            st.metric(
                name,
                value,
                chip,
                delta_color="off",
                delta_arrow="off",
                delta_description=counts,
                border=True,
                help=_with_reason(explanation or help_for(name), estimate),
            )


def _with_reason(explanation: str | None, estimate: Estimate) -> str | None:
    """What the number means, and why it has no interval where it has none."""
    lacking = why(estimate) if estimate.is_defined and estimate.low is None else ""
    return "\n\n".join(part for part in (explanation, lacking and f"**{NO_INTERVAL}:** {lacking}.") if part) or None


def _figure(estimate: Estimate) -> tuple[str, str, str | None]:
    """Value, what stands in the chip, what stands beside it (below it where there is no room)."""
    if not estimate.is_defined:
        return "–", "not estimable", why(estimate)
    places = 3 if estimate.trials is None else None
    chip = NO_INTERVAL if estimate.low is None else bounds(estimate, places=places)
    if estimate.trials is None:
        return decimal(estimate.value), chip, None if estimate.low is None else why(estimate) or None
    counts = of(estimate.successes or 0, estimate.trials)
    if estimate.trials < FEW:
        return counts, chip if estimate.low is None else f"{chip}{NBSP}%", "too few for a percentage"
    return percent_of(estimate), chip, counts
