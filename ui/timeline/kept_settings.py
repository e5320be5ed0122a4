"""What the reader said about how long a row lasts."""

from __future__ import annotations

from predictions.slices.row_duration import RowDuration
from ui.state import widgets

RATE, WAY = "pick_timeline_rate", "pick_timeline_way"
PER_ROW, PER_SECOND = "seconds per row", "rows per second"


def is_typed() -> bool:
    """Whether the reader said how long a row lasts."""
    return bool(widgets.state.get(RATE))


def seconds_of(pace: RowDuration) -> float:
    """What the reader typed, else what the file suggests."""
    typed = widgets.state.get(RATE)
    if not typed:
        return pace.seconds
    return float(typed) if widgets.state.get(WAY, PER_ROW) == PER_ROW else 1 / float(typed)
