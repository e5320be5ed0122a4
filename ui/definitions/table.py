"""Definitions as a table: name, meaning, formula with the counts of the study, value; and what else is to be known."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from metrics import Estimate
from metrics.definition import Definition
from ui.definitions.values import StudyValues
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from words import NBSP, bounds
from words.findings.definitions import (
    display,
    documents,
    interval_said,
    names,
    number,
    question,
    span,
    undefined_when,
    with_counts,
)
from words.text.notes import reason, undefined_cell

CELLS = ("tp", "fp", "fn", "tn")


def show_table(definitions: Sequence[Definition], values: StudyValues | None) -> None:
    """A row per definition."""
    has_counts = values is not None and not values.evaluation.is_weighted
    rows, heading = [], "Formula with the counts of this study" if has_counts else "Formula"
    for each in definitions:
        value = values.value(each) if values else None
        row = {header("Name"): _name(each), "Meaning": question(each)}
        row[heading] = _formula(each, value, values)
        if values:
            row["Value"] = _value(each, value, values)
        rows.append(row)
    markdown_table(pd.DataFrame(rows))


def _name(definition: Definition) -> str:
    also = f"  \n:small[also {names(definition)}]" if definition.aliases else ""
    return f"**{definition.name}**{also}"


def _formula(definition: Definition, value: Estimate | None, values: StudyValues | None) -> str:
    """The formula, the same with the counts of the study where these give the value, and its letters."""
    filled = ""
    if values is not None and value is not None and values.is_of_counts(definition):
        filled = _filled(definition, value, values)
    shown = display(" = ".join(part for part in (definition.latex, filled) if part))
    return f"{shown}  \n:small[{definition.where}]" if definition.where else shown


def _filled(definition: Definition, value: Estimate, values: StudyValues) -> str:
    is_of_class = definition.level == "class" and not definition.needs_normal
    if is_of_class and any(rf"\mathrm{{{cell.upper()}}}" in definition.latex for cell in CELLS):
        return with_counts(definition, values.counts)
    if value.trials is not None:
        return rf"\frac{{{value.successes:,}}}{{{value.trials:,}}}".replace(",", "{,}")
    return ""


def _value(definition: Definition, value: Estimate | None, values: StudyValues) -> str:
    """The number with its interval, over what it runs, or why there is none; the title line says what is too few."""
    if value is None:
        return f":gray[:small[{values.why_not(definition)}]]"
    if not value.is_defined:
        return undefined_cell(value)
    shown = f"**{number(value.value, value)}**"
    if value.low is not None:
        places = None if value.trials is not None else 3
        return f"{shown}  \n:small[{bounds(value, values.evaluation.level, places)}]"
    return f"{shown}  \n:small[{reason(value.scope)}]" if value.scope else shown


def show_details(definitions: Sequence[Definition], values: StudyValues | None) -> None:
    """Range, interval, when it is not estimable, other conventions with their values, references: a line each."""
    lines = [f"**{each.name}**{NBSP} {details(each, values)}" for each in definitions]
    st.markdown("\n\n".join(f":small[{line}]" for line in lines))


def details(definition: Definition, values: StudyValues | None) -> str:
    """Everything beside meaning and formula, as one paragraph of Markdown."""
    interval = interval_said(definition, values.view.intervals if values else "default")
    facts = (span(definition), undefined_when(definition), interval, *_others(definition, values))
    return " ".join(part for part in (*facts, documents(definition)) if part)


def _others(definition: Definition, values: StudyValues | None) -> list[str]:
    """Other conventions for the same name, and the value that each gives in this study where it differs."""
    value, lines = values.value(definition) if values else None, []
    for reading in definition.readings:
        other = values.other(reading, definition) if values and value is not None else None
        said = "" if other is None or value is None else number(other, value)
        here = f" Here: **{said}**." if said and value is not None and said != number(value.value, value) else ""
        lines.append(f"*{reading.by}*: {reading.says}{here}")
    return lines
