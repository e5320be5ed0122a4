"""What the colours of the matrix mean."""

from __future__ import annotations

from charts.figures.heatmap import CORRECT, FALSE_POSITIVE, MISSED, OPACITY, RIM, STEPS
from charts.html.swatches import swatch
from reviews import View
from ui.parts.legend import show_legend


def legend(view: View, mode: str) -> None:
    """Correct, missed, false alarm; then the five steps."""
    voice = view.voice
    normal = voice.normal is not None
    alarm = "incorrect, no disease" if voice.not_diseases else "false alarm"
    of = "predictions" if mode == "predicted" else "true class"
    entries = [
        f"{swatch(CORRECT, RIM)} correct",
        f"{swatch(f'rgba({MISSED},.62)')} {'missed' if normal else 'error'}",
        *([f"{swatch(f'rgba({FALSE_POSITIVE},.62)')} {alarm}"] if normal else []),
        f"% of the {of}:",
        *(f"{swatch(f'rgba({MISSED},{opacity})')} {step}" for opacity, step in zip(OPACITY, STEPS, strict=True)),
    ]
    show_legend(entries)
