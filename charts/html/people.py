"""People per 1,000 as marks, filled column by column: detected, missed, false positive, true negative."""

from __future__ import annotations

from itertools import accumulate, pairwise

from markupsafe import Markup

from charts.html.markup import background, picture
from charts.style.theme import CORRECT, FALSE_POSITIVE, GREY, MISSED_NORMAL
from metrics import NaturalFrequencies

ROWS, COLUMNS, PITCH = 25, 40, 8.7
MOST = ROWS * COLUMNS
# A mark of 7 px from its centre: square, cross, diamond, dot.
_MARKS = (
    (CORRECT.color, "fill", "m-3.2-3.2h6.4v6.4h-6.4z"),
    (MISSED_NORMAL.color, "stroke", "m-3-3l6 6m0-6l-6 6"),
    (FALSE_POSITIVE.color, "fill", "m0-4l4 4-4 4-4-4z"),
    (GREY, "fill", "m-1.6-1.6h3.2v3.2h-3.2z"),
)


def people(tree: NaturalFrequencies, alt: str) -> Markup:
    """The picture, 350 px wide on every screen; nothing for more people than there are marks."""
    numbers = (tree.tp, tree.fn, tree.fp, tree.tn)
    if sum(numbers) > MOST:
        return Markup("")
    paths = [
        _path(range(start, stop), *mark)
        for (start, stop), mark in zip(pairwise((0, *accumulate(numbers))), _MARKS, strict=True)
    ]
    width, height = round(COLUMNS * PITCH), round(ROWS * PITCH)
    image = background(f"width='{width}' height='{height}'", "".join(paths))
    return picture(alt, f"width:{width}px;max-width:100%;height:{height}px;background:{image} no-repeat")


def _path(places: range, color: str, paint: str, mark: str) -> str:
    marks = "".join(f"M{x:.1f} {y:.1f}{mark}" for x, y in map(_centre, places))
    look = f"stroke='{color}' stroke-width='1.8' fill='none'" if paint == "stroke" else f"fill='{color}'"
    return f"<path d='{marks}' {look}/>" if marks else ""


def _centre(place: int) -> tuple[float, float]:
    column, row = divmod(place, ROWS)
    return (column + 0.5) * PITCH, (row + 0.5) * PITCH
