"""The line dragged through the scores: it follows the hand in the browser, and Python hears of it on release."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import streamlit as st

from charts.style.scale import scale_of
from metrics import METRICS, Estimate
from ui.parts import my_prevalence
from ui.parts.help import help_of
from ui.parts.my_prevalence import Mine
from ui.state import widgets
from ui.state.browser import can_follow, cannot_follow
from ui.threshold import choice, fallback, rule
from ui.threshold.at_threshold import Line
from ui.threshold.payload import payload
from ui.threshold.rule import SHOWN
from words import NBSP, bounds
from words.findings.prevalence import ASSUMED
from words.text.numbers import FEW

__all__ = ["threshold_picker"]

PICKER = Path(__file__).with_name("picker")
TURN = "threshold_picker_turn"
ESCAPED = re.compile(r"\\([^\w\s])")  # in Markdown; the picker shows plain text

_picker = st.components.v2.component(
    "rounds_threshold",
    js="\n".join((PICKER / name).read_text(encoding="utf-8") for name in ("parts.js", "picker.js")),
    css=(PICKER / "picker.css").read_text(encoding="utf-8"),
)


def threshold_picker(line: Line, key: str = "threshold_picker") -> None:
    """Show one class at its threshold; another one is kept for it, chosen by hand, when the reader lets go of it.

    What is kept is exactly a listed score, what was typed, or inf for the rule that calls nobody. Intervals are those
    of the kept threshold, and hidden while the line is elsewhere. Without a browser that can follow, a slider and a
    number box take its place.
    """
    if not can_follow():
        fallback.show(line)
        return
    choice.pick_wish(line.study, line.label, line.table, line.voice)
    _follow(line, key)
    with st.container(horizontal=True, horizontal_alignment="right"):
        line.download()
    if line.corrected:
        with st.container(width=720):
            rule.show_corrected(line.corrected, line.counts, line.study.unit, line.evaluation.is_clustered)
    if line.mine is not None:
        _elsewhere(line, line.mine)


def _elsewhere(line: Line, mine: Mine) -> None:
    """How common the class is among the people of the picker, and what PPV and NPV become."""
    st.subheader("At my prevalence", anchor=False, help=help_of("natural_frequencies"))
    my_prevalence.control(mine, line.voice)
    left, right = st.columns(2, gap="large")
    with left:
        my_prevalence.curve(line.evaluation, mine, line.counts)
    with right:
        if not mine.is_own:
            figures = my_prevalence.figures(line.evaluation, mine, line.counts, line.at)
            my_prevalence.show(mine, figures, my_prevalence.NAMES)
        st.caption(ASSUMED)


def _follow(line: Line, key: str) -> None:
    def picked() -> None:
        given = getattr(widgets.state.get(key), "picked", None) or {}
        threshold = _number(given.get("threshold"))
        if threshold is not None:
            widgets.state[TURN] = int(given.get("turn", 0))
            choice.by_hand(line.study, line.label, threshold)

    _picker(
        key=widgets.key(key),
        data={
            "rules": payload(line.table, line.label, line.plain_voice, line.at, line.mine),
            "words": _words(line),
            "chosen": {
                "threshold": repr(line.at),
                "turn": widgets.state.get(TURN, 0),
                "intervals": {each: _interval(line.found[each]) for each in SHOWN},
                "note": ESCAPED.sub(r"\1", line.why),
            },
        },
        on_picked_change=picked,
        on_failed_change=cannot_follow,
    )


def _number(text: Any) -> float | None:
    """What the browser sent as a number; None for anything else."""
    try:
        number = float(text)
    except (TypeError, ValueError):
        return None
    return None if math.isnan(number) else number


def _interval(estimate: Estimate) -> str:
    """ "CI 69–90"; of few cases with its unit, as no percentage stands before it; nothing where it is undefined."""
    if not estimate.is_defined:
        return ""
    few = estimate.low is not None and (estimate.trials or 0) < FEW
    return f"{bounds(estimate)}{NBSP}%" if few else bounds(estimate)


def _words(line: Line) -> dict[str, str]:
    """What stands still while the line moves."""
    voice, table = line.plain_voice, line.table
    name, many = voice.name(line.label), voice.unit[1]
    stretched = " (stretched scale)" if scale_of(table).stretched else ""
    return {
        "ask": f"Call {name} when its score is at least",
        "slider": f"Threshold of {name}",
        "lower": "Next lower threshold",
        "higher": "Next higher threshold",
        "axis": f"score for {name}{stretched}",
        "halves": rule.halves(table, line.label, voice),
        **{f"name_{key}": METRICS[key].name for key in SHOWN},
        "later": "interval on release",
        **_curves(),
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


def _curves() -> dict[str, str]:
    return {
        "roc_title": "ROC",
        "roc_up": "found, %",
        "roc_across": "false alarms, %",
        "roc_alt": "ROC curve with the point of this threshold: sensitivity over false alarm rate.",
        "pr_title": "Precision and recall",
        "pr_up": "calls that are right, %",
        "pr_across": "found, %",
        "pr_alt": "Precision over recall with the point of this threshold: PPV over sensitivity.",
    }
