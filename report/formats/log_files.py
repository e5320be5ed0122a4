"""The metric log as a table and as TensorBoard events."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from report.formats.metric_log import LogRow
from words.text.spreadsheet import csv_of

LONGEST_NAME = 60


def log_as_csv(rows: Sequence[LogRow]) -> bytes:
    """A header, then a line per model and fold in full precision; undefined is an empty cell."""
    names = list(dict.fromkeys(name for row in rows for name in row.values))
    lines: list[list[object]] = [["model", "fold", *names]]
    for row in rows:
        values = (row.values.get(name, math.nan) for name in names)
        lines.append([row.model or None, row.fold or None, *(None if math.isnan(value) else value for value in values)])
    return csv_of(lines).encode("utf-8", "replace")


def write_events(rows: Sequence[LogRow], folder: Path) -> None:
    """One event file per model and fold, each in a folder of its own; undefined numbers have no event.

    A study of one model without a name is written into the folder itself. Raises OSError.
    """
    models = _file_names(row.model for row in rows)
    folds = _file_names(row.fold for row in rows)
    tags = _file_names(name for row in rows for name in row.values)
    for row in rows:
        run = folder.resolve()  # an absolute path is never taken for the address of a store elsewhere
        run = run / models[row.model] if row.model else run
        run = run / f"fold_{folds[row.fold]}" if row.fold is not None else run
        run.mkdir(parents=True, exist_ok=True)
        _write_run(run, {tags[name]: value for name, value in row.values.items() if not math.isnan(value)})


def _write_run(run: Path, values: dict[str, float]) -> None:
    from tensorboardX.event_file_writer import EventsWriter
    from tensorboardX.proto.event_pb2 import Event
    from tensorboardX.proto.summary_pb2 import Summary

    writer = EventsWriter(str(run / "events"))
    now = time.time()
    for tag, value in values.items():
        summary = Summary(value=[Summary.Value(tag=tag, simple_value=value)])
        writer.write_event(Event(wall_time=now, step=0, summary=summary))
    writer.close()


def _file_names(texts: Iterable[str | None]) -> dict[str | None, str]:
    """Names that every file system and TensorBoard can carry, and no two alike: a user's text never leads elsewhere."""
    names: dict[str | None, str] = {}
    for text in texts:
        if text is None or text in names:
            continue
        name = re.sub(r"[^\w-]+", "_", text)[:LONGEST_NAME] or "_"
        number = 2
        unique = name
        while unique.casefold() in {taken.casefold() for taken in names.values()}:
            unique, number = f"{name}_{number}", number + 1
        names[text] = unique
    return names
