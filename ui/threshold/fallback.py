"""The Threshold page for whoever cannot run the picker: the same texts, with a number box in place of the pictures."""

from __future__ import annotations

import math

import pandas as pd
import streamlit as st

from metrics import METRICS
from ui.parts import my_prevalence, page
from ui.parts.figures import key_figures
from ui.parts.help import help_of
from ui.threshold import manual
from ui.threshold.content import SLOTS, said_at
from ui.threshold.criterion import Way
from ui.threshold.operating_point import RATES, OperatingPoint
from words.findings.finding import Finding
from words.findings.prevalence import per_thousand
from words.findings.thresholds.one_class import calls_nobody
from words.text.marks import MARKS


def show_plain_page(point: OperatingPoint) -> None:
    """Finding, number box, key figures, table and people; each change is a rerun."""
    voice, prevalence = point.voice, point.prevalence
    people = None if prevalence is None else my_prevalence.people(prevalence, point.counts)
    said = dict(zip(SLOTS, said_at(point.at, point.counts, point.label, voice, prevalence, people), strict=True))
    nobody = math.isinf(point.at)
    page.finding(
        calls_nobody(point.table.n_positive, point.label, voice)
        if nobody
        else Finding(said["headline"], said["detail"])
    )
    if point.criterion.way is Way.MANUAL:
        manual.type_in(point.label, voice.names[point.label], point.table)
    if why := point.why():
        st.markdown(why)
    key_figures([(METRICS[key].name, point.rates[key], help_of(key)) for key in RATES])
    st.markdown("**At this threshold**", help="\n\n".join(map(help_of, MARKS)))
    st.table(_cells(said, voice.names[point.label]), border="horizontal", hide_index=True)
    title = said["people_title"] or f"Per 1,000 {voice.unit[1]} like these"
    st.subheader(title, anchor=False, help=help_of("natural_frequencies"))
    if people is None:
        st.markdown("This needs cases with the class and cases without it.")
    else:
        st.markdown("  \n".join(per_thousand(people, point.label, voice).lines()))
        st.markdown(said["alarms"])


def _cells(said: dict[str, str], name: str) -> pd.DataFrame:
    """Truth by prediction, in people."""
    tp, fn, fp, tn = (f"{mark} {said[cell]} {said[f'{cell}_word']}" for cell, mark in MARKS.items())
    return pd.DataFrame(
        {
            "Truth": [f"**{name}**", f"**not {name}**"],
            f"called {name}": [tp, fp],
            f"not called {name}": [fn, tn],
        }
    )
