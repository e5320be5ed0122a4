"""How long a row of a recording lasts as the reader typed it; the View of every page carries it."""

from __future__ import annotations

from ui.state import widgets

RATE, WAY = "pick_timeline_rate", "pick_timeline_way"
PER_ROW, PER_SECOND = "seconds per row", "rows per second"


def typed_seconds() -> float | None:
    """What the reader typed, in seconds per row; None where nothing was typed."""
    typed = widgets.remembered(RATE, None)
    if not typed:
        return None
    return float(typed) if widgets.remembered(WAY, PER_ROW) == PER_ROW else 1 / float(typed)
