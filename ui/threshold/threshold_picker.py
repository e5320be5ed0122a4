"""The threshold dragged through the scores: it follows the hand in the browser, and Python hears of it on release."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import streamlit as st

from charts.style.scale import scale_of
from metrics import METRICS, Estimate
from ui.state import widgets
from ui.state.browser import cannot_follow
from ui.threshold import criterion, manual
from ui.threshold.operating_point import RATES, OperatingPoint
from ui.threshold.payload import payload
from words import NBSP, bounds, whole
from words.text.numbers import FEW

PICKER = Path(__file__).with_name("picker")
KEY, TURN = "threshold_picker", "threshold_picker_turn"

_picker = st.components.v2.component(
    "rounds_threshold",
    js="\n".join((PICKER / name).read_text(encoding="utf-8") for name in ("parts.js", "picker.js")),
    css=(PICKER / "picker.css").read_text(encoding="utf-8"),
)


def show_picker(point: OperatingPoint) -> None:
    """One class at its threshold; another one is kept for it, by hand, when the reader lets go of it.

    What is kept is exactly a listed score, what was typed, or inf: nobody is called. Intervals are those of the kept
    threshold, and hidden while the line is elsewhere.
    """

    def picked() -> None:
        sent = getattr(widgets.state.get(KEY), "picked", None) or {}
        threshold = _number(sent.get("threshold"))
        if threshold is not None:
            widgets.state[TURN] = int(sent.get("turn", 0))
            manual.keep(point.label, threshold)
            criterion.set_manual()

    _picker(
        key=widgets.key(KEY),
        data={
            "rules": payload(point.table, point.label, point.plain_voice, point.at, point.prevalence),
            "words": _words(point),
            "chosen": {
                "threshold": repr(point.at),
                "turn": widgets.state.get(TURN, 0),
                "intervals": {key: _interval(point.rates[key]) for key in RATES},
                "note": point.why(plain=True),
            },
        },
        on_picked_change=picked,
        on_failed_change=cannot_follow,
    )


def _number(sent: Any) -> float | None:
    """What the browser sent as a number; None for anything else."""
    try:
        number = float(sent)
    except (TypeError, ValueError):
        return None
    return None if math.isnan(number) else number


def _interval(estimate: Estimate) -> str:
    """ "CI 69–90"; of few cases with its unit, as no percentage stands before it; nothing where it is undefined."""
    if not estimate.is_defined:
        return ""
    few = estimate.low is not None and (estimate.trials or 0) < FEW
    return f"{bounds(estimate)}{NBSP}%" if few else bounds(estimate)


def halves(point: OperatingPoint) -> str:
    """What the two halves of the histogram are, and that their heights cannot be compared."""
    above = point.plain_voice.group_phrase(point.table.n_positive, point.label)
    return f"Above: {above}. Below: {whole(point.table.n_negative)} others. Each half is drawn to its own scale."


def _words(point: OperatingPoint) -> dict[str, str]:
    """What stands still while the threshold moves."""
    voice = point.plain_voice
    name, many = voice.name(point.label), voice.unit[1]
    stretched = " (stretched scale)" if scale_of(point.table).stretched else ""
    return {
        "ask": f"Call {name} when its score is at least",
        "slider": f"Threshold of {name}",
        "lower": "Next lower threshold",
        "higher": "Next higher threshold",
        "axis": f"score for {name}{stretched}",
        "halves": halves(point),
        **{f"name_{key}": METRICS[key].name for key in RATES},
        "later": "interval on release",
        "roc_title": "ROC",
        "roc_up": "found, %",
        "roc_across": "false alarms, %",
        "roc_alt": "ROC curve with the point of this threshold: sensitivity over false alarm rate.",
        "pr_title": "Precision and recall",
        "pr_up": "calls that are right, %",
        "pr_across": "found, %",
        "pr_alt": "Precision over recall with the point of this threshold: PPV over sensitivity.",
        "people_alt": f"A thousand {many}, one mark each; their numbers stand beside them.",
        "too_many": "Ten thousand marks would be too small to count.",
        "no_people": f"Per 1,000 {many} like these: this needs cases with the class and cases without it.",
        "table_title": "At this threshold",
        "truth": "Truth",
        "called": f"called {name}",
        "not_called": f"not called {name}",
        "is": name,
        "is_not": f"not {name}",
    }
