"""The order of frames in a sequence as numbers: counted, timed, or written into a name such as frame_10."""

from __future__ import annotations

import contextlib

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from predictions.columns.cells import as_numbers, as_text

CLOCK = r"^(?:(?P<hours>\d+):)?(?P<minutes>\d{1,2}):(?P<seconds>\d{1,2}(?:\.\d+)?)$"
ONE_NUMBER = r"^\D*?(?P<number>\d+(?:\.\d+)?)\D*$"


def positions(column: pa.ChunkedArray, name: str) -> np.ndarray | None:
    """(n,) float64: numbers as they are, times in seconds, text by its only number; None where most cells give none."""
    if pa.types.is_temporal(column.type):
        return _seconds(column)
    numbers = as_numbers(column, name)
    if numbers.odd is None or not numbers.odd.any():
        return numbers.values
    text = as_text(column, name)
    for read in (_timestamps, _clock, _only_number):
        values = read(text, name)
        if values is not None and np.isfinite(values).mean() > 0.5:
            return values
    return None


def _seconds(column: pa.ChunkedArray) -> np.ndarray:
    """A file counts times, durations and moments in units of its own, from seconds to nanoseconds."""
    kind = pa.timestamp("us")
    if pa.types.is_time(column.type):
        kind = pa.time64("us")
    elif pa.types.is_duration(column.type):
        kind = pa.duration("us")
    whole = column.cast(kind, safe=False).cast(pa.int64()).combine_chunks()
    return np.asarray(whole.to_numpy(zero_copy_only=False), np.float64) / 1e6


def _timestamps(text: pa.ChunkedArray, name: str) -> np.ndarray | None:
    """2024-01-02 10:00:00 and its ISO relatives, all with a zone (Z, +01:00) or all without."""
    filled = pc.if_else(pc.equal(text, ""), None, text)
    for zone in (None, "UTC"):
        with contextlib.suppress(pa.ArrowException):
            return _seconds(filled.cast(pa.timestamp("us", zone)))
    return None


def _clock(text: pa.ChunkedArray, name: str) -> np.ndarray | None:
    """12:30:01 or 30:01."""
    parts = pc.extract_regex(text, CLOCK)
    hours, minutes, seconds = (_field(parts, part, name) for part in ("hours", "minutes", "seconds"))
    found: np.ndarray = np.nan_to_num(hours) * 3600 + minutes * 60 + seconds
    return found


def _only_number(text: pa.ChunkedArray, name: str) -> np.ndarray | None:
    """frame_10; text with two numbers does not say which one counts."""
    return _field(pc.extract_regex(text, ONE_NUMBER), "number", name)


def _field(parts: pa.ChunkedArray, part: str, name: str) -> np.ndarray:
    return as_numbers(pc.struct_field(parts, part), name).values
