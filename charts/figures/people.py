"""A thousand people like these, one mark each: found, missed, false alarm, cleared."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.style.theme import CLEARED, CORRECT, FALSE_ALARM, HIDDEN, MISSED_OTHER, Meaning, figure
from metrics import NaturalFrequencies
from words import whole

__all__ = ["people", "people_alt"]

COLUMNS, ROWS = 40, 25
WIDTH = 350
_PITCH = WIDTH / COLUMNS
_MARK, _DOT = 7, 4


def people(frequencies: NaturalFrequencies) -> go.Figure:
    """40 x 25 marks filled column by column, 350 px wide on a phone and on a screen alike.

    Each mark stands for a 1,000th of the people: exactly one person where `frequencies` is per 1,000.
    """
    kinds = _kinds(frequencies)
    firsts = np.cumsum([0, *(count for _, _, count in kinds)])
    drawn = zip(kinds, firsts.tolist(), strict=False)
    return figure(
        [_marks(meaning, f"{whole(n)} {word}", first, n) for (meaning, word, n), first in drawn if n],
        round(_PITCH * ROWS),
        xaxis={"range": [-0.5, COLUMNS - 0.5], **HIDDEN},
        yaxis={"range": [ROWS - 0.5, -0.5], **HIDDEN},
        margin={"l": 0, "r": 0, "t": 0, "b": 0, "pad": 0},
        width=WIDTH,
        autosize=False,
    )


def _kinds(people_: NaturalFrequencies) -> tuple[tuple[Meaning, str, int], ...]:
    return (
        (CORRECT, "found", people_.tp),
        (MISSED_OTHER, "missed", people_.fn),
        (FALSE_ALARM, "false alarms", people_.fp),
        (CLEARED, "correctly cleared", people_.tn),
    )


def _marks(meaning: Meaning, said: str, start: int, count: int) -> dict[str, Any]:
    place = np.arange(start, start + count)
    size = _DOT if meaning is CLEARED else _MARK
    return {
        "type": "scatter",
        "mode": "markers",
        "x": place // ROWS,
        "y": place % ROWS,
        "marker": {"symbol": meaning.marker, "color": meaning.color, "size": size, "line": {"width": 0}},
        "hovertext": said,
        "hoverinfo": "text",
        "cliponaxis": False,
    }


def people_alt(frequencies: NaturalFrequencies, name: str) -> str:
    """The picture in words."""
    total = frequencies.diseased + frequencies.healthy
    return (
        f"Of {whole(total)} people, {whole(frequencies.diseased)} have {name}: {whole(frequencies.tp)} found, "
        f"{whole(frequencies.fn)} missed. {whole(frequencies.healthy)} do not: {whole(frequencies.fp)} "
        f"false alarms, {whole(frequencies.tn)} correctly not called {name}."
    )
