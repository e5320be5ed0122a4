"""The threshold dragged through the scores: it follows the hand in the browser, and Python hears of it on release."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import streamlit as st

from charts.style.scale import scale_of
from metrics import METRICS, Estimate
from ui.state import session, widgets
from ui.state.browser import cannot_follow
from ui.tables.downloads import take
from ui.threshold import criterion, manual
from ui.threshold.content import RATES, Content
from ui.threshold.criterion import Way
from ui.threshold.every_class import CHANGES
from ui.threshold.operating_point import CONTENT, FILE, OperatingPoint, rates_of
from ui.threshold.payload import payload
from ui.title_line import kept_threshold
from words import short, whole
from words.findings.definitions import in_one_line
from words.findings.prevalence import too_many_marks
from words.findings.thresholds import kept as words
from words.findings.thresholds.one_class import axis_names, rate_names
from words.text.notes import why
from words.text.numbers import bounds_beside_counts
from words.text.voice import CASES

PICKER = Path(__file__).with_name("picker")
NAME_LIMIT = 30  # characters below the scores, which a phone shows
KEY, TURN, DOWNLOAD = "threshold_picker", "threshold_picker_turn", "threshold_download"

_picker = st.components.v2.component(
    "rounds_threshold",
    js="\n".join((PICKER / name).read_text(encoding="utf-8") for name in ("parts.js", "picker.js")),
    css=(PICKER / "picker.css").read_text(encoding="utf-8"),
)


def show_picker(point: OperatingPoint) -> None:
    """One class at its threshold; another one is left for it, manually, when the reader lets go of it.

    What is left is exactly a listed threshold, what was typed, or inf: the class is never predicted. Intervals are
    those of the threshold that Python knows, and hidden while the line is elsewhere.
    """

    def picked() -> None:
        sent = _sent("picked")
        threshold = _number(sent.get("threshold"))
        if threshold is not None:
            widgets.state[TURN] = int(sent.get("turn", 0))
            manual.keep(point.view, point.label, threshold)
            criterion.set_way(Way.MANUAL)

    def asked() -> None:
        _answer(point, _sent("asked"))

    lens = point.view.lens
    content = point.content(point.plain_voice, lens.plain if lens else "")
    cells_at = None if point.changes is None else point.changes.cells_at
    weighted = rates_of(point.evaluation, point.label) if point.evaluation.is_weighted else None
    _picker(
        key=widgets.key(KEY),
        data={
            "rules": payload(point.table, content, point.at, cells_at, weighted),
            "words": _words(point, content),
            "chosen": {
                "threshold": repr(point.at),
                "turn": widgets.state.get(TURN, 0),
                "intervals": {key: _interval(point.rates[key]) for key in RATES},
                "note": point.why(plain=True),
                **_controls(point),
            },
        },
        on_picked_change=picked,
        on_asked_change=asked,
        on_failed_change=cannot_follow,
    )
    if widgets.state.pop(DOWNLOAD, False):
        _download(point)


@st.dialog("Download")
def _download(point: OperatingPoint) -> None:
    take(point.frame, FILE, CONTENT)


def _sent(name: str) -> dict[str, Any]:
    found = getattr(widgets.state.get(KEY), name, None)
    return found if isinstance(found, dict) else {}


def _answer(point: OperatingPoint, sent: dict[str, Any]) -> None:
    """What was pressed: a way, the number of a way, or what is done with the threshold."""
    value = _number(sent.get("value"))
    match sent.get("what"):
        case "way" if value in set(Way):
            criterion.set_way(Way(int(value)))
        case "parameter" if value is not None:
            criterion.set_parameter(value)
        case "keep" if value is not None and math.isfinite(value):
            kept_threshold.keep(point.label, value)
        case "use":
            kept_threshold.use(bool(value))
        case "forget":
            kept_threshold.forget()
        case "download":
            widgets.state[DOWNLOAD] = True


def _number(sent: Any) -> float | None:
    """What the browser sent as a number; None for anything else."""
    try:
        number = float(sent)
    except (TypeError, ValueError):
        return None
    return None if math.isnan(number) else number


def _controls(point: OperatingPoint) -> dict[str, Any]:
    """The state of the buttons: the way, its number, and what is kept."""
    way, opened = point.criterion.way, session.opened()
    number = criterion.parameter()
    kept = point.view.review.threshold_of(point.view.model)
    found: dict[str, Any] = {
        "way": way.value,
        "ways": criterion.names(),
        "asked": criterion.asked(point.label, point.plain_voice),
        "parameter": "" if number is None else f"{number:g}",
        "kept": None,
    }
    if kept is not None and opened is not None:
        rule = words.rule(kept.threshold, kept.label, point.plain_voice)
        found["kept"] = {
            "threshold": repr(kept.threshold) if kept.label == point.label else "",
            "rule": f"Kept: {rule}.",
            "applied": kept.applied,
            "why_not": kept_threshold.why_not(opened, kept),
        }
    return found


def _interval(estimate: Estimate) -> str:
    """ "CI 69–90"; of few cases with its unit, as no percentage stands before it; why there is no value."""
    if not estimate.is_defined:
        return why(estimate)
    if estimate.low is None:
        return ""  # the title line says why no interval of the study can be given
    return bounds_beside_counts(estimate)


def halves(point: OperatingPoint) -> str:
    """What the two halves of the histogram are, and that their heights cannot be compared."""
    above = point.amounts.group(point.table.n_positive, point.label, point.plain_voice)
    negatives, amounts = point.table.n_negative, point.amounts
    others = (
        f"{whole(negatives)} others"
        if amounts.seconds is None
        else f"{amounts.counted(negatives, CASES)} of other classes"
    )
    return f"Above: {above}. Below: {others}. Each half has its own scale."


def _words(point: OperatingPoint, content: Content) -> dict[str, Any]:
    """What stands still while the threshold moves."""
    voice = point.plain_voice
    name, many, scale = voice.name(point.label), voice.unit[1], scale_of(point.table)
    delivered = content.delivered
    beside = f"this threshold and {delivered.name}" if delivered else "this threshold"
    return {
        "ask": f"Predict {name} at a score of at least",
        "slider": f"Threshold for {name}",
        "lower": "Next lower threshold",
        "higher": "Next higher threshold",
        "set_by": "Set by",
        "as_delivered": delivered.start if delivered else "",
        "delivered": delivered.name if delivered else "",
        "keep": "Keep this threshold",
        "use": "Use on all pages",
        "forget": "Forget",
        "download": "Download",
        "no_number": "This is not a number.",
        "out_of_range": "The scores are probabilities, from 0 to 1.",
        "axis": f"Score for {short(name, NAME_LIMIT)}{scale.said}",
        "halves": halves(point),
        **{f"name_{key}": named for key, named in rate_names(point.label, voice).items()},
        **axis_names(point.label, voice),
        **{f"help_{key}": in_one_line(METRICS[key]) for key in RATES},
        "later": "CI on release",
        "roc_title": "ROC",
        "roc_alt": f"ROC curve with the points of {beside}.",
        "pr_title": "Precision–recall",
        "pr_alt": f"PPV over sensitivity with the points of {beside}.",
        "people_alt": f"1,000 {many}, one mark each; the counts stand below.",
        "too_many": too_many_marks(voice),
        "is_normal": point.label == voice.normal,
        "is_probability": point.table.holds_probabilities,
        "changes": CHANGES,
        "head": [
            "Time" if point.amounts.seconds else many.capitalize(),
            delivered.start if delivered else "",
            "",
            "Change",
        ],
        "rows": [
            [row.name, row.what, counts] for row, counts in zip(content.rows, content.delivered_cells(), strict=True)
        ],
    }
