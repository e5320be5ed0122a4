"""Cases of two classes with dates: months of given size and share, as a file and as a view."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import numpy as np
import pandas as pd

from predictions.mapping import Mapping
from predictions.opening import open_files
from reviews import Review, View
from reviews.review import Marker

FLAGGED = (4, 3, 5, 4, 4, 3, 5, 4, 12, 13, 4, 12)  # of 80 cases a month: from September on three times as many


def months(flagged: Sequence[int] = FLAGGED, cases: int = 80, start: str = "2026-01") -> pd.DataFrame:
    """`cases` of each month, so many of which are predicted VT; every fourth of these has it, and one is missed."""
    rows = []
    for at, hits in enumerate(flagged):
        first = (np.datetime64(start) + np.timedelta64(at, "M")).astype("datetime64[D]")
        length = int(((np.datetime64(start) + np.timedelta64(at + 1, "M")).astype("datetime64[D]") - first).astype(int))
        days = first + (np.arange(cases) * length // cases).astype("timedelta64[D]")
        predicted = np.arange(cases) < hits
        truth = (predicted & (np.arange(cases) % 4 == 0)) | (np.arange(cases) == cases - 1)
        rows.append(pd.DataFrame({"date": days.astype(str), "y_true": truth, "y_pred": predicted}))
    table = pd.concat(rows, ignore_index=True)
    for name in ("y_true", "y_pred"):
        table[name] = np.where(table[name], "VT", "Normal")
    return table


def view_on(table: pd.DataFrame, marker: date | None = None, name: str = "software update", **mapping: str) -> View:
    """The file as opened, with a marked day."""
    study = open_files([("dated.csv", table.to_csv(index=False).encode())], Mapping(**mapping))
    begun = Review.begin(study)
    return View(study, begun if marker is None else begun.marking(Marker(marker, name)))
