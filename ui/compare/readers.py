"""The mean over the readers, and what one modality changes in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from charts.html.cell_marks import difference_mark, mark
from reviews import View
from reviews.models.readers import Readers, readers_of
from ui.compare.league_table import LEAST_REACH
from ui.tables.cells import reach_of
from ui.tables.downloads import download
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from words import markdown, whole
from words.findings.finding import Finding
from words.findings.models.readers import NAMES, Means, ReaderMean, mean_in_short, readers_caption, readers_finding
from words.text.differences import small_lines
from words.text.notes import undefined_cell
from words.text.numbers import NBSP


def finding(readers: Readers) -> Finding:
    """What the page says first of several readers."""
    view = readers.view
    named = [(markdown(name, 40), means) for name, means in readers.means_by_modality]
    return readers_finding(len(readers.names), named, view.interest, readers.cases, view.voice, view.level)


def in_short(view: View) -> str:
    """The mean over the readers of the modality that is looked at; "" without several readers."""
    found = readers_of(view)
    if found is None:
        return ""
    own = [at for at, each in enumerate(found.modalities) if view.model in each.models]
    name, means = found.means_by_modality[own[0] if own else 0]
    return mean_in_short(len(found.names), markdown(name, 40) if len(found.modalities) > 1 else "", means)


def show_means(readers: Readers) -> None:
    """A row per modality."""
    view, named = readers.view, readers.means_by_modality
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.subheader(f"{view.voice.title(view.interest)}, mean of {whole(len(readers.names))} readers", anchor=False)
        download(partial(_frame, readers, named), "readers", "Means over the readers, and each reader's own numbers")
    reach = {key: reach_of((means[key].apart for _, means in named), LEAST_REACH) for key in named[0][1]}
    lines = [
        {header("Modality"): f"**{markdown(name, 40)}**"}
        | {NAMES[key]: _cell(each, reach[key]) for key, each in means.items()}
        for name, means in named
    ]
    table = pd.DataFrame(lines)
    markdown_table(table if len(named) > 1 else table.drop(columns=header("Modality")))
    st.caption(readers_caption(view.level, len(named)))


def _cell(found: ReaderMean, reach: float) -> str:
    if not found.estimate.is_defined:
        return undefined_cell(found.estimate)
    scale = (0.5, 1.0) if found.cases is None else (0.0, 1.0)
    drawn = f"{mark(found.estimate, scale, places=2)}" if found.estimate.low is not None else ""
    first = "  \n".join(filter(None, [f"**{found.said}**{NBSP}({found.interval_said()})", drawn]))
    said = found.apart_said()
    below = [f"{difference_mark(found.apart, reach, found.is_clear, said)} :small[{said}]"] if found.apart else []
    return "  \n".join([small_lines(first, f"readers {found.range}"), *below])


def _frame(readers: Readers, named: Sequence[tuple[str, Means]]) -> pd.DataFrame:
    """A row per modality and number: its mean, bounds, difference, and every reader."""
    view: View = readers.view
    rows = []
    for name, means in named:
        for key, each in means.items():
            row: dict[str, object] = {"class": view.plain_voice.names[view.interest], "modality": name, "metric": key}
            for suffix, estimate in (("", each.estimate), ("_difference", each.apart)):
                if estimate is not None and estimate.is_defined:
                    row |= {
                        f"mean{suffix}": estimate.value,
                        f"low{suffix}": estimate.low,
                        f"high{suffix}": estimate.high,
                    }
            row |= {"method": each.estimate.method, "cases": readers.cases}
            rows.append(
                row | {f"reader {reader}": value for reader, value in zip(readers.names, each.each, strict=True)}
            )
    return pd.DataFrame(rows)
