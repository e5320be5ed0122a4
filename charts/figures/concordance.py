"""The cases of one class, a bar per model: which of them it and the reference detect, only one of them, and neither."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.figures.thresholds.two_thresholds import HAIR
from charts.style.names import axis_names, full
from charts.style.theme import AT_LEFT, CORRECT, HIDDEN, INK, MISSED_OTHER, PAGE, RIM_WIDTH, figure, font
from words.text.amounts import Amounts

_PALE = 0.3  # of what both models do alike
_NAME_LIMIT = 40
_ROW_HEIGHT = 54
_ABOVE, _BELOW = 0.7, 0.45  # rows around the first and the last bar, for the name of the first
_BAR, _NAME_AT = 0.56, 0.30  # parts of a row: how thick the bar is, how far above its middle the name stands
VERBS = ("detected", "missed")
_LONG = 0.5  # from this width on there is room for words, on a phone as well
_PER_DIGIT = 0.02  # of the bar; a narrower segment has no number, as numbers side by side would overlap on a phone


@dataclass(frozen=True)
class ConcordanceRow:
    """Cases of one class by which of the two detects them. name: of the model of the row."""

    name: str
    both: int
    only_model: int
    only_reference: int
    neither: int

    @property
    def counts(self) -> tuple[int, int, int, int]:
        return self.both, self.only_model, self.only_reference, self.neither

    @property
    def cases(self) -> int:
        return sum(self.counts)


def concordance(
    rows: Sequence[ConcordanceRow],
    reference: str,
    unit: tuple[str, str],
    verbs: tuple[str, str],
    amounts: Amounts,
) -> go.Figure:
    """Bars of 100 %: what both models do alike is pale, what they do differently in full colour.

    verbs: what happens to a case of the class; for Normal "classified correctly", "misclassified".
    """
    return figure(
        [_segments(rows, place, reference, unit, verbs, amounts) for place in range(4)],
        round(_ROW_HEIGHT * (max(1, len(rows)) - 1 + _ABOVE + _BELOW)),
        xaxis=HIDDEN | {"range": [0, 1]},
        yaxis=HIDDEN | {"range": [len(rows) - 1 + _BELOW, -_ABOVE]},
        margin={"l": 0, "r": 0, "t": 0, "b": 0, "pad": 0},
        uniformtext={"mode": False},
        annotations=_names(rows),
    )


def _names(rows: Sequence[ConcordanceRow]) -> list[dict[str, Any]]:
    """Above its bar each, so that bars of long names are as wide as all others, on a phone as well."""
    look = AT_LEFT | {"yanchor": "bottom", "showarrow": False, "font": font()}
    names = axis_names([row.name for row in rows], _NAME_LIMIT)
    return [look | {"text": name, "y": place - _NAME_AT} for place, name in enumerate(names)]


_FILLS = (
    (f"rgba(0,114,178,{_PALE})", INK), (CORRECT.color, CORRECT.on_fill),
    (MISSED_OTHER.color, MISSED_OTHER.on_fill), (f"rgba(188,58,20,{_PALE})", INK),
)  # fmt: skip


def _segments(
    rows: Sequence[ConcordanceRow],
    place: int,
    reference: str,
    unit: tuple[str, str],
    verbs: tuple[str, str],
    amounts: Amounts,
) -> dict[str, Any]:
    """The place-th segment of every row; a row without cases has none."""
    proportions = np.array([row.counts[place] / (row.cases or 1) for row in rows])
    color, ink = _FILLS[place]
    words = (f"{verbs[0]} by both", "", "", f"{verbs[1]} by both")[place]
    texts = [
        _text(amounts.alone(row.counts[place]), proportion, words)
        for row, proportion in zip(rows, proportions.tolist(), strict=True)
    ]
    return {
        "type": "bar",
        "orientation": "h",
        "x": proportions,
        "base": [sum(row.counts[:place]) / (row.cases or 1) for row in rows],
        "y": np.arange(len(rows)),
        "width": _BAR,
        "marker": {"color": color, "line": {"color": PAGE, "width": np.where(proportions >= HAIR, RIM_WIDTH, 0.0)}},
        "text": np.array(texts),
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "constraintext": "none",
        "textfont": font(ink),
        "hovertext": np.array(
            [
                f"{amounts.counted(row.counts[place], unit)} {_kinds(full(row.name), full(reference), verbs)[place]}"
                for row in rows
            ]
        ),
        "hoverinfo": "text",
    }


def _text(said: str, proportion: float, words: str) -> str:
    if words and proportion >= _LONG:
        return f"{said} {words}"
    return said if proportion >= _PER_DIGIT * len(said) else ""


def concordance_alt(
    rows: Sequence[ConcordanceRow],
    reference: str,
    group: str,
    verbs: tuple[str, str],
    amounts: Amounts,
) -> str:
    """The picture in words. group: such as "50 patients with VT"."""
    said = []
    for row in rows:
        kinds = _kinds(row.name, reference, verbs)
        parts = ", ".join(f"{amounts.alone(count)} {kind}" for count, kind in zip(row.counts, kinds, strict=True))
        said.append(f"{row.name}: {parts}.")
    return " ".join([f"{group}, each model against {reference}.", *said])


def _kinds(name: str, reference: str, verbs: tuple[str, str]) -> tuple[str, str, str, str]:
    done, not_done = verbs
    return f"{done} by both", f"{done} only by {name}", f"{done} only by {reference}", f"{not_done} by both"
