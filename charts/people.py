"""A thousand people like these, one mark each: found, missed, false alarm, cleared."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from charts.theme import CLEARED, CORRECT, FALSE_ALARM, MISSED_OTHER, Meaning, bare, styled
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
    fig, done = go.Figure(), 0
    for meaning, word, count in _kinds(frequencies):
        if count:
            fig.add_trace(_marks(meaning, f"{whole(count)} {word}", done, count))
        done += count
    styled(fig, round(_PITCH * ROWS), {"l": 0, "r": 0, "t": 0, "b": 0, "pad": 0})
    fig.update_layout(width=WIDTH, autosize=False)
    fig.update_xaxes(range=[-0.5, COLUMNS - 0.5])
    fig.update_yaxes(range=[ROWS - 0.5, -0.5])
    return bare(fig)


def _kinds(people_: NaturalFrequencies) -> tuple[tuple[Meaning, str, int], ...]:
    return (
        (CORRECT, "found", people_.tp),
        (MISSED_OTHER, "missed", people_.fn),
        (FALSE_ALARM, "false alarms", people_.fp),
        (CLEARED, "correctly cleared", people_.tn),
    )


def _marks(meaning: Meaning, words: str, start: int, count: int) -> go.Scattergl | go.Scatter:
    place = np.arange(start, start + count)
    return go.Scatter(
        x=place // ROWS,
        y=place % ROWS,
        mode="markers",
        marker={
            "symbol": meaning.marker,
            "color": meaning.color,
            "size": _DOT if meaning is CLEARED else _MARK,
            "line": {"width": 0},
        },
        hovertext=words,
        hoverinfo="text",
        cliponaxis=False,
    )


def people_alt(frequencies: NaturalFrequencies, name: str) -> str:
    """The picture in words."""
    total = frequencies.diseased + frequencies.healthy
    return (
        f"Of {whole(total)} people, {whole(frequencies.diseased)} have {name}: {whole(frequencies.tp)} found, "
        f"{whole(frequencies.fn)} missed. {whole(frequencies.healthy)} do not: {whole(frequencies.fp)} "
        f"false alarms, {whole(frequencies.tn)} correctly not called {name}."
    )
