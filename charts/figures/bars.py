"""One bar that says one meaning, with its text inside and its words on hover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from charts.style.theme import RIM_WIDTH, Meaning, fill, font

HAIR = 0.008  # below this width a separator would swallow the segment


def bar_segments(
    meaning: Meaning,
    row: Sequence[int],
    start: Sequence[float],
    share: Sequence[float],
    text: Sequence[str],
    hover: Sequence[str],
    **more: Any,
) -> dict[str, Any]:
    """Horizontal segments of 100 % bars, all of one meaning: aligned sequences, one entry per segment.

    A text that does not fit its segment is hidden by the shared look.
    """
    shares = np.array(share)
    return {
        "type": "bar",
        "orientation": "h",
        "x": shares,
        "base": np.array(start),
        "y": np.array(row),
        "marker": fill(meaning, np.where(shares >= HAIR, RIM_WIDTH, 0.0)),
        "text": np.array(text),
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "textfont": font(meaning.on_fill),
        "hovertext": np.array(hover),
        "hoverinfo": "text",
        **more,
    }
