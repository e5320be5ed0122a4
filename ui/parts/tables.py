"""The catalog's metrics by class, as a page shows them and as a spreadsheet takes them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

import pandas as pd
import streamlit as st

from metrics import METRICS, Counts, Estimate, Evaluation
from metrics.catalog import CATALOG, RANKED, shown_in
from metrics.glossary import GLOSSARY
from metrics.intervals.resampling_units import REPLICATES, SEED
from ui.parts.help import MEANINGS, column_helps, header_of
from words import NBSP, Voice, ci, decimal, interval, no_formula, of, percent_of, whole
from words.findings.naive_intervals import width_ratio
from words.text.notes import no_interval, why
from words.text.numbers import FEW

RATES, OTHERS = shown_in("rates"), shown_in("numbers")
NUMBERS = (*RATES, *OTHERS)
NO_INTERVAL = f"no{NBSP}interval"
MOST_NAMED = 6
MOST_IN_A_TABLE = 12


def class_table(evaluation: Evaluation, voice: Voice) -> pd.DataFrame:
    """A row per class in Markdown, each share with its counts and interval below it."""
    rows = []
    for i, name in enumerate(voice.names):
        figures = evaluation.classes[i]
        row = {header("Class"): f"**{name}**", "Cases": whole(evaluation.matrix.support[i])}
        row |= {header_of(key, METRICS[key].means): _share_cell(figures[key]) for key in RATES}
        for key in _others(evaluation):
            row[header_of(key)] = _number_cell(figures[key]) if key in figures else ":gray[no scores]"
        rows.append(row)
    return pd.DataFrame(rows)


def _others(evaluation: Evaluation) -> Iterator[str]:
    """The columns beside the rates: those of scores only where some class has any."""
    return (key for key in OTHERS if evaluation.has_scores or key not in RANKED)


def header(name: str) -> str:
    """The first column's header. Its link makes a table that scrolls sideways reachable by keyboard."""
    return f"**{name}**  \n[what these mean](#{MEANINGS})"


def _share_cell(value: Estimate) -> str:
    if not value.is_defined:
        return f":gray[not estimable]  \n:small[{why(value)}]"
    counts, found = of(value.successes or 0, value.trials or 0), interval(value)
    if (value.trials or 0) < FEW:
        return f"**{counts}**  \n:small[{f'CI{NBSP}{found}{NBSP}%' if found else NO_INTERVAL}]"
    return f"**{percent_of(value)}**  \n:small[{counts}{NBSP}·{NBSP}{found or NO_INTERVAL}]"


def _number_cell(value: Estimate) -> str:
    """A number that is no share, with its interval below it."""
    if not value.is_defined:
        return f":gray[not estimable]  \n:small[{why(value)}]"
    return f"**{decimal(value.value, 2)}**  \n:small[{interval(value, 2) or NO_INTERVAL}]"


def no_intervals(evaluation: Evaluation, voice: Voice, keys: Iterable[str] = NUMBERS) -> str:
    """Why numbers of the table have no interval, each reason once with the numbers it holds for; Markdown."""
    reasons: dict[str, list[str]] = {}
    for name, figures in zip(voice.names, evaluation.classes, strict=True):
        for key in keys:
            found = figures.get(key)
            if found is not None and found.is_defined and found.low is None and found.note:
                reasons.setdefault(no_interval(found.note), []).append(f"{GLOSSARY[key].name} of {name}")
    return " ".join(f"{reason[0].upper()}{reason[1:]} ({_listed(about)})." for reason, about in reasons.items())


def _listed(about: list[str]) -> str:
    return ", ".join(about) if len(about) <= MOST_NAMED else f"{whole(len(about))} of these numbers"


def class_frame(evaluation: Evaluation) -> pd.DataFrame:
    """Every metric of the catalog by class, as numbers with their bounds; undefined cells are empty.

    Then how the bounds were made; where whole patients were drawn also those of independent rows.
    """
    counts = evaluation.matrix.one_vs_rest()
    made = {
        "level": evaluation.level,
        "drawn": "whole patients" if evaluation.is_clustered else "single rows",
        "resamples": REPLICATES,
        "seed": SEED,
    }
    rows = [
        class_row(label, counts[i], evaluation.classes[i]) | made | _naive_bounds(evaluation, i)
        for i, label in enumerate(evaluation.labels)
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
    row: dict[str, object] = {"class": label, "cases": int(cells.tp + cells.fn), "called": int(cells.tp + cells.fp)}
    row |= {name: int(getattr(cells, name)) for name in ("tp", "fp", "fn", "tn")}
    for key, value in figures.items():
        row[key] = _number(value.value)
        if value.low is not None:
            row |= {f"{key}_low": value.low, f"{key}_high": value.high}
    return row


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def as_csv(frame: pd.DataFrame) -> bytes:
    """UTF-8 with a mark that spreadsheets know. Text that would start a formula gets an apostrophe before it."""
    safe = frame.rename(columns=_as_text)
    for position, kind in enumerate(frame.dtypes):
        if not pd.api.types.is_numeric_dtype(kind):
            safe.isetitem(position, frame.iloc[:, position].map(_as_text))
    text: str = safe.to_csv(index=False)
    return text.encode("utf-8-sig")


def _as_text(value: object) -> object:
    return no_formula(value) if isinstance(value, str) else value


def as_excel(frame: pd.DataFrame) -> bytes:
    """One sheet. Every text is stored as text, also where it looks like a formula; undefined numbers are empty."""
    from ui.parts.workbook import workbook  # only here: a first page is there sooner without it

    return workbook(frame)


def without_ids(frame: pd.DataFrame, columns: Iterable[str]) -> pd.DataFrame:
    """Rows with running numbers in place of ids; equal ids keep equal numbers."""
    numbers = {name: pd.factorize(frame[name].astype(str))[0] + 1 for name in columns if name in frame}
    return frame.assign(**numbers)


def show_classes(evaluation: Evaluation, voice: Voice) -> None:
    """Up to a dozen classes as a table to read; more as one to scroll, with its first column in place."""
    st.caption(f"Below each share its counts and its {ci(evaluation.level)} in percent.")
    if len(evaluation.labels) <= MOST_IN_A_TABLE:
        st.table(class_table(evaluation, voice), border="horizontal", hide_index=True)
        return
    shown = _long_class_table(evaluation)
    wide = max(map(len, evaluation.labels)) > 28
    names = st.column_config.TextColumn(pinned=True, width="large" if wide else "medium")
    st.dataframe(shown, hide_index=True, column_config={"Class": names, **column_helps(shown.columns)})


def _long_class_table(evaluation: Evaluation) -> pd.DataFrame:
    """A line per class as plain text."""
    rows = []
    for label, support, figures in zip(evaluation.labels, evaluation.matrix.support, evaluation.classes, strict=True):
        row = {"Class": label, "Cases": int(support)}
        row |= {METRICS[key].name: _share_text(figures[key]) for key in RATES}
        for key in _others(evaluation):
            row[CATALOG[key].name] = _number_text(figures[key]) if key in figures else "no scores"
        rows.append(row)
    return pd.DataFrame(rows)


def _number_text(value: Estimate) -> str:
    if not value.is_defined:
        return f"not estimable: {why(value)}"
    return f"{decimal(value.value, 2)} · {interval(value, 2) or NO_INTERVAL}"


def _share_text(value: Estimate) -> str:
    if not value.is_defined:
        return f"not estimable: {why(value)}"
    counts = of(value.successes or 0, value.trials or 0)
    return counts if (value.trials or 0) < FEW else f"{percent_of(value)} · {counts} · {interval(value) or NO_INTERVAL}"
