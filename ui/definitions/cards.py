"""The cards of the Definitions page: which are shown, and what stands on each."""

from __future__ import annotations

import streamlit as st

from metrics import Counts, Estimate
from metrics.definition import LEVELS, Definition, Level
from metrics.glossary import GLOSSARY
from ui.definitions.values import StudyValues
from words.findings.definitions import (
    GROUPS,
    also,
    display,
    documents,
    figure,
    found_by,
    number,
    span,
    undefined_when,
    with_counts,
)

LINKED = "metric"  # in the address: the key of one definition
LEFT, RIGHT = 700, 470  # px; on a narrow screen the formula stands below
CELLS = ("tp", "fp", "fn", "tn")


def linked() -> Definition | None:
    """The definition that the address asks for."""
    return GLOSSARY.get(st.query_params.get(LINKED, ""))


def grouped(searched: str = "", level: Level | None = None) -> dict[Level, list[Definition]]:
    """The definitions that match every searched word, by level; of one level without a search."""
    found = {
        each: [d for d in GLOSSARY.values() if d.level == each and found_by(d, searched)]
        for each in LEVELS
        if searched.strip() or level in (None, each)
    }
    return {each: definitions for each, definitions in found.items() if definitions}


def show_cards(definitions: dict[Level, list[Definition]], values: StudyValues | None) -> None:
    """A heading for every level, a card for every definition."""
    for level, each in definitions.items():
        st.subheader(GROUPS[level], anchor=level)
        for definition in each:
            _card(definition, values)


def _card(definition: Definition, values: StudyValues | None) -> None:
    value = values.value(definition) if values else None
    facts = " ".join(part for part in _facts(definition) if part)
    said = [f"#### {definition.name}", definition.meaning, f":gray[:small[{facts}]]"]
    with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"definition_{definition.key}"):
        st.markdown("\n\n".join([*said, *_readings(definition, value, values)]), width=LEFT)
        st.markdown("\n\n".join(_formula(definition, value, values)), width=RIGHT)


def _facts(definition: Definition) -> list[str]:
    interval = f"Interval: {definition.interval}." if definition.interval else ""
    prevalence = "Depends on prevalence." if definition.by_prevalence and "prevalence" not in definition.meaning else ""
    return [
        also(definition),
        span(definition),
        prevalence,
        undefined_when(definition),
        interval,
        documents(definition),
    ]


def _formula(definition: Definition, value: Estimate | None, values: StudyValues | None) -> list[str]:
    """Symbol and formula, the same with the counts of the study, its letters, and the number."""
    counts = values.counts if values and definition.level == "class" and not definition.needs_normal else None
    filled = _filled(definition, value, counts) if value is not None else ""
    lines = [display(" = ".join(part for part in (definition.symbol, definition.latex, filled) if part))]
    if definition.where:
        lines.append(f":small[{definition.where}.]")
    if value is not None:
        lines.append(figure(value, values.evaluation.level if values else 0.95))
    elif values:
        lines.append(f":gray[Not in this study: {values.why_not(definition)}.]")
    return lines


def _filled(definition: Definition, value: Estimate, counts: Counts | None) -> str:
    if counts is not None and any(rf"\mathrm{{{cell.upper()}}}" in definition.latex for cell in CELLS):
        return with_counts(definition, counts)
    if value.trials is not None:
        return rf"\frac{{{value.successes:,}}}{{{value.trials:,}}}".replace(",", "{,}")
    return ""


def _readings(definition: Definition, value: Estimate | None, values: StudyValues | None) -> list[str]:
    """Other conventions for the same name, and the value that each gives in this study where it differs."""
    lines = []
    for reading in definition.readings:
        other = values.other(reading, definition) if values and value is not None else None
        here = "" if other is None or value is None else _beside(number(other, value), number(value.value, value))
        lines.append(f":small[Other conventions: *{reading.by}*. {reading.says}{here}]")
    return lines


def _beside(other: str, own: str) -> str:
    return "" if other == own else f" Here: **{other}**."
