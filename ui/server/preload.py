"""The largest scripts of the pages to come, fetched and started while the reader looks for a file."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import streamlit as st

SCRIPTS = Path(st.__file__).parent / "static" / "static" / "js"
# Of Streamlit's front end; each is otherwise fetched at its first use.
NEEDED = (
    *("PlotlyChart", "Metric", "PageLink", "Table", "rehype-katex", "BidiComponent", "DataFrame"),
    *("NumberInput", "ButtonGroup", "Selectbox", "Pagination", "TextInput", "Checkbox"),
)
AFTER = 1000  # ms, so that the page itself comes first


def preload() -> None:
    """Nothing is shown, and nothing is lost where a script has another name: it then comes when it is needed.

    The browser does it when it is idle: drawing the first picture is half a second of reading the chart library.
    """
    if found := _found():
        one_by_one = f"for (const each of {json.dumps(found)}) await import(each).catch(() => {{}})"
        when_idle = f"requestIdleCallback(async () => {{ {one_by_one}; }})"
        st.html(f"<script>setTimeout(() => {when_idle}, {AFTER})</script>", unsafe_allow_javascript=True)


@cache
def _found() -> list[str]:
    """Their addresses, with the marks that change with the version."""
    return [f"/static/js/{script.name}" for name in NEEDED for script in sorted(SCRIPTS.glob(f"{name}.*.js"))]
