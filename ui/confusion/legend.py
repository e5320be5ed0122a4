"""What the colours of the matrix mean, as text of the page: one entry per element, so that it wraps as a whole."""

from __future__ import annotations

import streamlit as st

from charts.figures.heatmap import CORRECT, FALSE_POSITIVE, MISSED, OPACITY, RIM, STEPS
from charts.html.swatches import swatch
from reviews import View


def legend(view: View, mode: str) -> None:
    """Correct, missed, false alarm; then the five steps."""
    voice = view.voice
    normal = voice.normal is not None
    entries = [(swatch(CORRECT, RIM), "correct"), (swatch(f"rgba({MISSED},.62)"), "missed" if normal else "error")]
    alarm = "incorrect, no disease" if voice.not_diseases else "false alarm"
    entries += [(swatch(f"rgba({FALSE_POSITIVE},.62)"), alarm)] if normal else []
    of = "predictions" if mode == "predicted" else "true class"
    with st.container(horizontal=True, gap="small"):
        for picture, said in entries:
            st.markdown(f"{picture}\u00a0:small[{said}]", width="content")
        st.markdown(f":small[% of the {of}:]", width="content")
        for opacity, step in zip(OPACITY, STEPS, strict=True):
            st.markdown(f"{swatch(f'rgba({MISSED},{opacity})')}\u00a0:small[{step}]", width="content")
