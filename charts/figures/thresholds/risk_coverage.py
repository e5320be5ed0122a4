"""How often a model errs when it decides only the cases it is most confident in: the risk-coverage curve.

Every drawn point is computed; nothing is smoothed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.style.names import brief
from charts.style.theme import CURVE_WIDTH, GREY, PAGE, ClassStyle, figure, font, point, title, upright
from metrics.definition import Values
from words import NBSP

HEIGHT = 320
_OVER = 1.15  # room above the highest point
_STEPS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2)
_MOST_TICKS = 6
_NAME = 40  # characters
_OVERALL = ClassStyle(GREY, "6px,4px", "diamond", "")


@dataclass(frozen=True, eq=False)
class CoverageLine:
    """An error rate at (g,) coverages of decided cases, rising; nan where it is not told. said: (g,) of each point.

    at: the place of the chosen coverage, None where nothing is told there. style: of the class; None for all classes.
    """

    name: str
    coverages: Values
    rate: Values
    said: Sequence[str]
    at: int | None
    style: ClassStyle | None = None


def risk_coverage(lines: Sequence[CoverageLine], chosen: float) -> go.Figure:
    """chosen: the coverage of cases that the model decides, as an upright line."""
    highest = max((float(np.nanmax(line.rate)) for line in lines if not np.isnan(line.rate).all()), default=0.0)
    top = max(highest * _OVER, 0.01)
    ticks = _ticks(top)
    return figure(
        [*(_line(each) for each in lines), *(_mark(each) for each in lines if each.at is not None)],
        HEIGHT,
        xaxis={
            "range": [0, 1.01], "tickvals": np.arange(0, 1.01, 0.2), "title": title("Decided by the model", 8),
            "ticktext": ["0", *(f"{each}{NBSP}%" for each in range(20, 101, 20))],
        },
        yaxis={"range": [0, top], "tickvals": ticks, "ticktext": [f"{each * 100:g}{NBSP}%" for each in ticks]},
        margin={"t": 8, "b": 60, "r": 12},
        shapes=[upright(chosen)],
        annotations=_names(lines, top),
    )  # fmt: skip


def risk_coverage_alt(lines: Sequence[CoverageLine], chosen: float) -> str:
    """The picture in words."""
    at = ", ".join(each.said[each.at] for each in lines if each.at is not None)
    return f"Error rates over the coverage of cases that the model decides. At {chosen * 100:g}{NBSP}%: {at or 'none'}."


def _style(line: CoverageLine) -> ClassStyle:
    return line.style or _OVERALL


def _line(line: CoverageLine) -> dict[str, Any]:
    style = _style(line)
    return {
        "type": "scatter", "mode": "lines", "x": line.coverages, "y": line.rate, "hovertext": list(line.said),
        "hoverinfo": "text", "line": {"color": style.color, "width": CURVE_WIDTH, "dash": style.dash}, "name": "",
    }  # fmt: skip


def _mark(line: CoverageLine) -> dict[str, Any]:
    at = line.at or 0
    return {
        "type": "scatter", "mode": "markers", "x": line.coverages[[at]], "y": line.rate[[at]],
        "marker": point(_style(line)), "hovertext": [line.said[at]], "hoverinfo": "text", "cliponaxis": False,
    }  # fmt: skip


def _names(lines: Sequence[CoverageLine], top: float) -> list[dict[str, Any]]:
    """Each at the right end of its line, above it; the lower of two that are near each other below it."""
    ends = [(float(line.rate[~np.isnan(line.rate)][-1]), line) for line in lines if not np.isnan(line.rate).all()]
    ends.sort(key=lambda end: -end[0])
    near = len(ends) > 1 and ends[0][0] - ends[-1][0] < 0.12 * top
    return [
        {
            "text": brief(line.name, _NAME), "x": 1, "y": end, "xanchor": "right", "showarrow": False, "font": font(),
            "bgcolor": PAGE, "borderpad": 1, "yanchor": "top" if near and place else "bottom",
            "yshift": -4 if near and place else 4,
        }
        for place, (end, line) in enumerate(ends)
    ]  # fmt: skip


def _ticks(top: float) -> list[float]:
    step = next((each for each in _STEPS if top / each <= _MOST_TICKS), _STEPS[-1])
    return [round(step * place, 4) for place in range(int(top / step + 1e-9) + 1)]
