"""The Threshold page for whoever cannot run the picker: the same texts, with a number box in place of the pictures."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import streamlit as st

from ui.parts import my_prevalence, page
from ui.parts.figures import key_figures
from ui.parts.help import help_of
from ui.tables.downloads import numbers_heading
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from ui.threshold import criterion, manual
from ui.threshold.content import CELLS, Content
from ui.threshold.criterion import Way
from ui.threshold.every_class import CHANGES
from ui.threshold.operating_point import CONTENT, FILE, OperatingPoint, operating_point
from ui.title_line import kept_threshold
from words.findings.finding import Finding
from words.findings.methods import lacking_ci
from words.findings.thresholds.one_class import rate_names
from words.text.marks import MARKS


def show_plain_page(point: OperatingPoint) -> None:
    """Finding, controls, key figures, what changes, and people; each change is a rerun."""
    content = point.content(point.voice)
    said = _said(point, content)
    page.finding(Finding(said["headline"], said["detail"]))
    if why := point.why():
        st.markdown(why)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        if point.criterion.way is Way.MANUAL:
            manual.type_in(point.view, point.label, point.table)
        criterion.pick_way(point.label, point.voice)
        if delivered := content.delivered:
            back = (point, delivered.point.threshold)
            st.button(delivered.start, on_click=_as_delivered, args=back, type="tertiary", icon=":material/undo:")
        st.button(
            "Keep this threshold",
            on_click=_keep,
            args=(point,),
            icon=":material/bookmark:",
            disabled=math.isinf(point.at),  # a class that is never predicted has no threshold to keep
        )
    kept_threshold.show(point.label)
    names = rate_names(point.label, point.voice).items()
    key_figures([(name, point.rates[key], help_of(key)) for key, name in names])
    if lacking := lacking_ci(point.view.evaluation, ((name, point.rates[key]) for key, name in names)):
        st.caption(lacking)
    numbers_heading(point.frame, FILE, CONTENT, CHANGES if content.rows else "In numbers")
    if content.rows:
        markdown_table(_changes(said, content))
    if title := said["people_title"]:
        st.subheader(title, anchor=False, help=help_of("natural_frequencies"))
        counted = ((MARKS[cell], said[f"{cell}_people"], said[f"{cell}_meaning"]) for cell in CELLS)
        st.markdown("  \n".join(f"{mark} **{number}** {what}" for mark, number, what in counted))


def _said(point: OperatingPoint, content: Content) -> dict[str, str]:
    people = None if point.prevalence is None else my_prevalence.people(point.prevalence, point.rate_counts)
    cells = None if point.changes is None else point.changes.cells_at(np.array([point.at]))[0]
    said = content.said_at(point.at, point.counts, cells, people, point.rate_counts)
    return dict(zip(content.slots, said, strict=True))


def _keep(drawn: OperatingPoint) -> None:
    """Keep the threshold as it is by now: what was typed just before may not be drawn yet."""
    if math.isfinite(at := operating_point(drawn.view, drawn.label).at):
        kept_threshold.keep(drawn.label, at)


def _as_delivered(point: OperatingPoint, threshold: float) -> None:
    criterion.set_way(Way.MANUAL)
    manual.keep(point.view, point.label, threshold)


def _changes(said: dict[str, str], content: Content) -> pd.DataFrame:
    rows, counted = range(len(content.rows)), "Time" if content.amounts.seconds else content.voice.unit[1].capitalize()
    return pd.DataFrame(
        {
            header(counted): [f"**{row.name}** {row.what}" for row in content.rows],
            content.delivered.start if content.delivered else "": content.delivered_cells(),
            said["column"]: [f"**{said[f'row{number}_at']}**" for number in rows],
            "Change": [said[f"row{number}_change"] for number in rows],
        }
    )
