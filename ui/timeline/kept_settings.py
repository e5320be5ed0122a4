"""How long a row lasts: as the file has it, or as the reader said. The title line of every page asks for it."""

from __future__ import annotations

from predictions.slices.row_duration import RowDuration, nouns_of, row_duration_of
from predictions.slices.sequences import Recording, recordings
from predictions.study import Capability
from reviews import View
from ui.state import widgets
from words import counted
from words.text.amounts import ONE_BY_ONE, Amounts
from words.text.times import per_row

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


def recordings_of_phases(view: View) -> tuple[Recording, ...]:
    """The recordings of a study without a Normal class; none where rows are no frames."""
    if view.normal is not None or Capability.RECORDINGS not in view.study.capabilities:
        return ()
    return view.cached(("recordings",), lambda: recordings(view.study, view.model, view.split))


def amounts_of(view: View) -> Amounts:
    """How rows are told: frames of phases and stages by their time, cases by their number."""
    found = recordings_of_phases(view)
    return Amounts(seconds_of(pace_of(view, found))) if found else ONE_BY_ONE


def time_said(view: View) -> tuple[str, str]:
    """("12 videos", "1 s per frame (assumed)"): "" for a length that the file gives, and where rows are no frames."""
    found = recordings_of_phases(view)
    if not found:
        return "", ""
    pace, nouns = pace_of(view, found), nouns_of(view.study)
    row = per_row(seconds_of(pace), nouns.row)
    length = row if is_typed() else f"{row} (assumed)" if pace.is_assumed else ""
    return counted(len(found), nouns.recording), length


def pace_of(view: View, found: tuple[Recording, ...]) -> RowDuration:
    """How long a row lasts as the file has it."""
    return view.cached(("pace",), lambda: row_duration_of(view.study, found))
