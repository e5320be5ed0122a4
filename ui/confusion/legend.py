"""What the colours of the matrix mean, as text of the page: one entry per element, so that it wraps as a whole."""

from __future__ import annotations

import streamlit as st

from charts.figures.heatmap import ALARM, MISSED, OPACITY, RIM, STEPS
from charts.html.swatches import swatch
from reviews import View


def legend(view: View, mode: str) -> None:
    """Correct, missed, false alarm; then the five steps."""
    normal = view.voice.normal is not None
    entries = [(RIM, "correct"), (f"rgba({MISSED},.62)", "missed" if normal else "error")]
    entries += [(f"rgba({ALARM},.62)", "false alarm")] if normal else []
    of = "predictions" if mode == "calls" else "true class"
    with st.container(horizontal=True, gap="small"):
        for color, said in entries:
            st.markdown(f"{swatch(color)}\u00a0{said}", width="content")
        st.markdown(f":small[% of the {of}:]", width="content")
        for opacity, step in zip(OPACITY, STEPS, strict=True):
            st.markdown(f"{swatch(f'rgba({MISSED},{opacity})')}\u00a0:small[{step}]", width="content")
