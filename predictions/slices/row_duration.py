"""How long one row of a recording lasts, how that is known, and the study's words for its recordings and rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from predictions.columns.aliases import key_of
from predictions.slices.sequences import Recording, row_step
from predictions.study import Study
from words.text.names import quoted
from words.text.voice import Nouns

SECONDS = {"second", "seconds", "sec", "secs", "s", "time", "t", "timestamp", "time_s", "time_sec", "datetime"}
EPOCH_SECONDS = 30.0
RECORDINGS = {"video": ("video", "videos"), "night": ("night", "nights"), "operation": ("operation", "operations")}
ROWS = {"frame": ("frame", "frames"), "epoch": ("epoch", "epochs")}


@dataclass(frozen=True)
class RowDuration:
    """seconds: what one row lasts. step: how far the order column goes from row to row, nan without one.

    because: how the seconds are known, a plain sentence. is_assumed: whether the file does not give them.
    """

    seconds: float
    step: float
    because: str
    is_assumed: bool = False


def row_duration_of(study: Study, recordings: Sequence[Recording]) -> RowDuration:
    """Seconds per row: from a column of times, 30 for epochs of sleep, else 1, which is an assumption and said."""
    step = row_step([each.order for each in recordings if each.order is not None])
    column = study.mapping.order or ""
    key = key_of(column)
    if column and np.isfinite(step) and (key in SECONDS or _holds_times(study, column)):
        return RowDuration(step, step, f"{quoted(column)} is read as seconds, in steps of {step:g}.")
    if key == "epoch":
        return RowDuration(EPOCH_SECONDS, step, f"Epoch duration not given; {EPOCH_SECONDS:g} s assumed.", True)
    row = nouns_of(study).row[0].capitalize()
    return RowDuration(1.0, step, f"{row} duration not given; 1 s assumed.", True)


def _holds_times(study: Study, column: str) -> bool:
    """Whether the column is one of times, or of text such as 12:30:01."""
    if column not in study.preview.column_names:
        return False
    cells = study.preview[column]
    return pa.types.is_temporal(cells.type) or any(":" in str(cell) for cell in cells.to_pylist())


def nouns_of(study: Study) -> Nouns:
    """The words of the study's own columns for its recordings and rows; else neutral ones."""
    sequence = key_of(study.mapping.sequence or "")
    order = key_of(study.mapping.order or "")
    recording = next((RECORDINGS[word] for word in RECORDINGS if word in sequence), ("recording", "recordings"))
    sleep = "epoch" in order or recording[0] == "night"
    row = next((ROWS[word] for word in ROWS if word in order), ("row", "rows"))
    return Nouns(recording, row, ("stage", "stages") if sleep else ("phase", "phases"))


def row_edges(recording: Recording, step: float) -> np.ndarray:
    """(n + 1,) where each row begins, in rows of the usual length after the first, and where the last one ends.

    A gap belongs to the row before it. Rows are counted where the order is unknown, blank or repeated somewhere.
    """
    order = recording.order
    if order is None or not np.isfinite(step) or not (np.isfinite(order).all() and (np.diff(order) > 0).all()):
        return np.arange(len(recording) + 1, dtype=np.float64)
    begins = (order - order[:1]) / step
    return np.append(begins, begins[-1:] + 1)
