"""One element of every kind is fetched and drawn once, unseen, while the reader looks for a file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from ui.parts.page import PAGES

SCRIPTS = Path(st.__file__).parent / "static" / "static" / "js"
# Of Streamlit's front end; each is otherwise fetched at its first use.
NEEDED = (
    *("PlotlyChart", "Metric", "PageLink", "rehype-katex", "BidiComponent", "DataFrame"),
    *("NumberInput", "ButtonGroup", "Selectbox", "Pagination", "TextInput", "Checkbox", "Slider"),
)
AFTER = 1000  # ms, so that the page itself comes first
_JS = """let begun = false;  // the function runs at every rerun; once for each tab is enough
export default ({data, setTriggerValue}) => {
    if (begun) return;
    let left = false;
    const fetch = async () => {
        begun = true;
        for (const each of data.scripts) await import(each).catch(() => {});
        if (!left) setTriggerValue("fetched", true);  // else it would run the page that stands there now
    };
    const wait = setTimeout(() => requestIdleCallback(fetch), data.after);
    return () => { left = true; clearTimeout(wait); };
};"""
_component = st.components.v2.component("rounds_preload", html="<span></span>", js=_JS)


@st.fragment
def preload() -> None:
    """Nothing is shown, and nothing is lost where a script has another name: it then comes when it is needed.

    The browser fetches the scripts when it is idle, one after the other. Then each kind is drawn: React puts a
    placeholder before the first of a kind, also where its script is there, and keeps it for 0.3 s. Bought by drawing,
    at a million rows: 1.3 times on the first view of Confusion, 1.2 on the way from a file to Overview.
    """
    found = _component(key="preload", data={"scripts": _found(), "after": AFTER}, on_fetched_change=lambda: None)
    if found.fetched:
        with st.container(key="preloaded"):  # which page.css hides
            _each_kind()


def _each_kind() -> None:
    st.metric("-", "-")
    st.dataframe(pd.DataFrame({"a": [1]}))
    st.plotly_chart(go.Figure(), key="preload_plotly")
    st.page_link(PAGES / "data.py", label="-")
    st.number_input("-", key="preload_number")
    st.slider("-", 0, 1, key="preload_slider")
    st.segmented_control("-", ["-"], key="preload_segments")
    st.selectbox("-", ["-"], key="preload_select")
    st.pagination(2, key="preload_pagination")
    st.text_input("-", key="preload_text")
    st.checkbox("-", key="preload_checkbox")


@cache
def _found() -> list[str]:
    """Their addresses, with the marks that change with the version."""
    return [f"/static/js/{script.name}" for name in NEEDED for script in sorted(SCRIPTS.glob(f"{name}.*.js"))]
