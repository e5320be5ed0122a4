"""The catalog's metrics by class as a spreadsheet takes them, and what several tables of pages share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import pandas as pd
import streamlit as st
from pandas.api.types import is_numeric_dtype

from metrics import Counts, Estimate, Evaluation
from metrics.intervals.resampling_units import REPLICATES, SEED
from ui.parts.help import MEANINGS
from words import Voice
from words.findings.methods import width_ratio
from words.text.spreadsheet import csv_of

MOST_IN_A_TABLE = 12
_BARE_PIPE = re.compile(r"(?<!\\)\|")
HEAD, ROW, LEAST_ROWS = 38, 35, 5  # px of a list, and how many rows it shows in any room


def show(table: pd.DataFrame) -> None:
    """A table to read: its cells are Markdown, "  \\n" starts a new line in one; numbers stand on the right.

    One text, which Streamlit parses at once; st.table parses every cell by itself. A turn to Overview takes the browser
    1.8 times less work, one to Curves 1.2 times.
    """
    align = ["--:" if is_numeric_dtype(kind) else "---" for kind in table.dtypes]
    rows = table.itertuples(index=False, name=None)
    st.markdown("\n".join(_line(cells) for cells in [table.columns, align, *rows]))


def _line(cells: Iterable[object]) -> str:
    """One row of a table in Markdown, with every | escaped; page.css breaks a cell where its text has a line feed."""
    texts = (_BARE_PIPE.sub(r"\|", str(cell)).replace("  \n", "&#10;") for cell in cells)
    return f"| {' | '.join(texts)} |"


def list_height(rows: int, room: int) -> int:
    """px of a list in so much room, which is never cut in the middle of a row.

    The list is given row_height=ROW: in a window of 1,600 px or more the page's own rows are 39 px.
    """
    return HEAD + ROW * min(max((room - HEAD) // ROW, LEAST_ROWS), rows)


def header(name: str) -> str:
    """The first column's header. Its link makes a table that scrolls sideways reachable by keyboard."""
    return f"[{name}](#{MEANINGS})"


def class_frame(evaluation: Evaluation, voice: Voice) -> pd.DataFrame:
    """Every metric of the catalog by class, as numbers with their bounds; undefined cells are empty. voice: plain.

    Then how the bounds were made; for a patient-level bootstrap also those that ignore clustering.
    """
    counts = evaluation.matrix.one_vs_rest()
    made = {
        "level": evaluation.level,
        "resampled": "patients" if evaluation.is_clustered else "rows",
        "resamples": REPLICATES,
        "seed": SEED,
    }
    rows = [
        class_row(voice.names[i], counts[i], evaluation.classes[i]) | made | _naive_bounds(evaluation, i)
        for i in voice.order
    ]
    return pd.DataFrame(rows)


def _naive_bounds(evaluation: Evaluation, label: int) -> dict[str, object]:
    """The bounds as if rows were independent, and how many times wider the shown intervals are; {} where they are."""
    found: dict[str, object] = {}
    shown = evaluation.classes[label]
    for key, each in evaluation.naive.classes[label].items() if evaluation.is_clustered else ():
        if each.low is not None:
            found |= {f"{key}_naive_low": each.low, f"{key}_naive_high": each.high}
            found[f"{key}_times_wider"] = width_ratio(shown[key], each)
    return found


def class_row(label: str, cells: Counts, figures: Mapping[str, Estimate]) -> dict[str, object]:
    """One class: its four cells and its figures with their bounds."""
    row: dict[str, object] = {"class": label, "cases": int(cells.tp + cells.fn), "predicted": int(cells.tp + cells.fp)}
    row |= {name: int(getattr(cells, name)) for name in ("tp", "fp", "fn", "tn")}
    for key, value in figures.items():
        row[key] = value.value
        if value.low is not None:
            row |= {f"{key}_low": value.low, f"{key}_high": value.high}
    return row


def as_csv(frame: pd.DataFrame) -> bytes:
    """UTF-8 with a mark that spreadsheets know; undefined numbers are empty."""
    cells = frame.astype(object).where(frame.notna(), None)
    return csv_of([list(frame.columns), *cells.itertuples(index=False, name=None)]).encode("utf-8-sig")


def as_excel(frame: pd.DataFrame) -> bytes:
    """One sheet. Every text is stored as text, also where it looks like a formula; undefined numbers are empty."""
    from ui.tables.workbook import workbook  # only here: a first page is there sooner without it

    return workbook(frame)


def without_ids(frame: pd.DataFrame, columns: Iterable[str]) -> pd.DataFrame:
    """Rows with sequential numbers in place of ids; equal ids keep equal numbers."""
    numbers = {name: pd.factorize(frame[name].astype(str))[0] + 1 for name in columns if name in frame}
    return frame.assign(**numbers)
