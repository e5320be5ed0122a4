"""Key figures: a number in a box, with its counts and its interval."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import streamlit as st

from metrics import Estimate
from ui.parts.help import help_for
from words import NBSP, bounds, decimal, of, percent_of
from words.text.notes import why
from words.text.numbers import FEW


def key_figures(figures: Iterable[tuple[str, Estimate, str | None]], columns: int | None = None) -> None:
    """(name, estimate, help) each in a bordered box with its interval; its counts where it is pointed at.

    columns: side by side where there is room; all of them unless given.
    """
    shown = list(figures)
    with st.grid(columns or len(shown), min_column_width=150):
        for name, estimate, explanation in shown:
            value, chip = _figure(estimate)
            figure_box(name, value, chip, _with_counts(explanation or help_for(name), estimate))


def figure_box(name: str, value: str, chip: str | None, explanation: str | None, beside: str | None = None) -> None:
    """A number in a box; in the chip below it its interval, which is no change. beside: what stands after the chip."""
    look: dict[str, Any] = {"delta_color": "off", "delta_arrow": "off", "border": True}
    st.metric(name, value, chip, help=explanation, delta_description=beside, **look)


def _with_counts(explanation: str | None, estimate: Estimate) -> str | None:
    """The counts, and what the number means."""
    counts = f"{of(estimate.successes or 0, estimate.trials)}." if estimate.trials else ""
    return "\n\n".join(filter(None, (counts, explanation))) or None


def _figure(estimate: Estimate) -> tuple[str, str | None]:
    """Value, and what stands in the chip; nothing where there is no interval: the page says why, once."""
    if not estimate.is_defined:
        return "–", f"not estimable: {why(estimate)}"
    chip = None if estimate.low is None else bounds(estimate, places=3 if estimate.trials is None else None)
    if estimate.trials is None:
        return decimal(estimate.value), chip
    if estimate.trials < FEW:
        return of(estimate.successes or 0, estimate.trials), chip and f"{chip}{NBSP}%"
    return percent_of(estimate), chip
