"""What the colours of the matrix mean, in one line of text that breaks between its entries only."""

from __future__ import annotations

import streamlit as st

from charts.figures.heatmap import CORRECT, FALSE_POSITIVE, MISSED, OPACITY, RIM, STEPS
from charts.html.swatches import swatch
from reviews import View
from words.text.numbers import NBSP, tied


def legend(view: View, mode: str) -> None:
    """Correct, missed, false alarm; then the five steps."""
    voice = view.voice
    normal = voice.normal is not None
    alarm = "incorrect, no disease" if voice.not_diseases else "false alarm"
    of = "predictions" if mode == "predicted" else "true class"
    entries = [
        (swatch(CORRECT, RIM), "correct"),
        (swatch(f"rgba({MISSED},.62)"), "missed" if normal else "error"),
        *([(swatch(f"rgba({FALSE_POSITIVE},.62)"), alarm)] if normal else []),
        ("", f"% of the {of}:"),
        *((swatch(f"rgba({MISSED},{opacity})"), step) for opacity, step in zip(OPACITY, STEPS, strict=True)),
    ]
    shown = (f":small[{picture}{NBSP}{tied(said)}]" for picture, said in entries)
    st.markdown("\u2003".join(shown))
