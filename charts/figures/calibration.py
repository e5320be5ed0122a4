"""The calibration curve with its band above the predicted risks of both groups, on one axis of risk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from scipy import special

from charts.style.names import brief, full, longest, on_two_lines
from charts.style.theme import (
    AXIS,
    CURVE_WIDTH,
    INK,
    PAGE,
    POINT_SIZE,
    RIM_WIDTH,
    TRUE_NEGATIVE,
    ClassStyle,
    dotted,
    figure,
    font,
    title,
    translucent,
)
from metrics.calibration.calibration import Calibration
from metrics.calibration.ranges import RiskRange
from words import NBSP, ci, counted, percent
from words.findings.calibration.cells import risk_said
from words.text.numbers import FEW

HEIGHT, SMALL_HEIGHT, POINTS = 480, 248, 101
# Room for the axes known from the start: where the browser has to widen a margin, it draws all of it again.
_MARGIN, _SMALL_MARGIN = {"l": 88, "t": 14, "b": 74}, {"l": 52, "t": 16, "b": 44}
_CHARACTER = 7.5  # px
_NAME_LIMIT = 14  # characters of each line
BINS = 50
ENDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.025, 0.05, 0.1, 0.2, 0.25, 0.4, 0.6, 0.8, 1.0)  # of the axis of risk
OF_RISK = (0.025, 0.25, 0.6, 0.8)  # alone
QUARTERED = (1.0, 0.8, 0.6, 0.4, 0.2, 0.02, 0.002)  # into four round parts; the others into five
_BAND_OPACITY = 0.26
_LEAST_BAR = 0.02  # of the axis: below it groups pile up, and their bars would be a smear
_PIXEL = 0.001  # of the axis: risks below it lie on the axis, and their band would be a spike on it
_LABEL = 0.1  # of the height, for a label below the curve
_UPPER, _LOWER = [0.27, 1.0], [0.0, 0.2]


@dataclass(frozen=True, eq=False)
class CalibrationPicture:
    """What is drawn of one class. nearest, farthest: the risks between which there are cases enough for a curve.

    names: of cases with and without the class. point: the risk that the headline is about. others: models by name.
    """

    found: Calibration
    style: ClassStyle
    unit: tuple[str, str]
    farthest: float
    names: tuple[str, str] = ("", "")
    groups: Sequence[RiskRange] = ()
    point: float | None = None
    others: Sequence[tuple[str, Calibration]] = ()
    nearest: float = 0.0

    @property
    def end(self) -> float:
        """Of the axis of risk."""
        return next(each for each in ENDS if each >= min(self.farthest, 1.0))

    @property
    def shown_groups(self) -> Sequence[RiskRange]:
        """The groups within the axis of risk; a single one tells nothing."""
        shown = [each for each in self.groups if each.cases and each.mean_risk <= self.end]
        return shown if len(shown) > 1 else ()

    @property
    def top(self) -> float:
        """Of the axis of observed proportions: that of risk, or with room for a curve or groups that lie above."""
        curve, along = self.found.curve, _along(self, self.found, self.nearest)
        reached = float(curve.at(along).max()) if curve is not None and len(along) else 0.0
        reached = max(reached, *(each.observed.value for each in self.shown_groups), 0.0)
        ends = [each for each in ENDS if each == self.end or each not in OF_RISK]
        return next(each for each in ends if each >= max(self.end, min(reached, 1.0)))


def calibration_figure(drawn: CalibrationPicture) -> go.Figure:
    """Curve, band, groups of equal size and the point of the headline; below the risks of both groups."""
    names = on_two_lines(drawn.names, _NAME_LIMIT)
    width = longest(line for name in names for line in name.split("<br>"))
    traces = [_diagonal(drawn.end), *_curve(drawn), *_models(drawn), *_groups(drawn), *_point(drawn), *_bars(drawn)]
    return figure(
        traces,
        HEIGHT,
        xaxis={
            "range": [-0.02 * drawn.end, drawn.end * 1.02], "title": title("Predicted risk"), "anchor": "y2",
            **_ticks(drawn.end),
        },
        yaxis={
            "range": [-0.02 * drawn.top, drawn.top * 1.03], "title": title("Observed proportion", 6), "domain": _UPPER,
            **_ticks(drawn.top),
        },
        yaxis2={
            "domain": _LOWER, "range": [-1.1, 1.1], "tickvals": [0.5, -0.5],
            "ticktext": names, "showgrid": False, "fixedrange": True,
            "tickfont": font(), "automargin": True, "zeroline": False, "ticks": "",
        },
        margin=_MARGIN | {"l": max(_MARGIN["l"], round(_CHARACTER * (3 + width)))},
        annotations=[*_said(drawn), *_named(drawn)],
    )  # fmt: skip


def calibration_panel(drawn: CalibrationPicture) -> go.Figure:
    """A small curve with its band, for one class of many."""
    return figure(
        [_diagonal(drawn.end), *_curve(drawn)],
        SMALL_HEIGHT,
        xaxis={"range": [-0.02 * drawn.end, drawn.end * 1.02], **_ticks(drawn.end, few=True)},
        yaxis={"range": [-0.02 * drawn.top, drawn.top * 1.03], **_ticks(drawn.top, few=True)},
        margin=_SMALL_MARGIN,
    )


def calibration_alt(drawn: CalibrationPicture) -> str:
    """The picture in words: the curve at a few risks."""
    curve = drawn.found.curve
    if curve is None:
        return "No curve; predicted risks of both groups as bars."
    along = [drawn.nearest + each * (drawn.farthest - drawn.nearest) for each in (0.1, 0.5, 0.9)]
    pairs = zip(along, curve.at(along), strict=True)
    said = [f"{risk_said(round(risk, 4))} predicted, {_percent(own)} observed" for risk, own in pairs]
    return f"Calibration curve: {'; '.join(said)}."


def _diagonal(end: float) -> dict[str, Any]:
    return {
        "type": "scatter", "mode": "lines", "x": [0, end], "y": [0, end], "line": dotted(AXIS), "hoverinfo": "skip",
    }  # fmt: skip


def _along(drawn: CalibrationPicture, found: Calibration, nearest: float = 0.0) -> np.ndarray:
    """Risks between those of the cases that have log odds, evenly and evenly in these: near 0 and 1 the curve bends.

    nearest: the first, of the shown model alone, as of another one other risks may be few.
    """
    rising = found.cases.table.scores[::-1]
    first = max(int(np.searchsorted(rising, 0, side="right")), int(np.searchsorted(rising, nearest)))
    after = min(int(np.searchsorted(rising, drawn.farthest, side="right")), int(np.searchsorted(rising, 1)))
    if first >= after:
        return np.empty(0)
    high = float(rising[after - 1])
    low = min(max(float(rising[first]), _PIXEL * drawn.end), high)
    bent = special.expit(np.linspace(special.logit(low), special.logit(high), POINTS))
    return np.unique(np.clip(np.concatenate([np.linspace(low, high, POINTS), bent]), low, high))


def _curve(drawn: CalibrationPicture) -> list[dict[str, Any]]:
    curve, along = drawn.found.curve, _along(drawn, drawn.found, drawn.nearest)
    if curve is None or not len(along):
        return []
    (low, high), values = curve.band(along, drawn.found.level), curve.at(along)
    has_band, level = not np.isnan(low).any(), ci(drawn.found.level)
    hover = [
        f"predicted {_percent(risk)}: observed {_percent(own)}"
        + (f"<br>{level} {_percent(under)} to {_percent(over)}" if has_band else "")
        for risk, own, under, over in zip(along, values, low, high, strict=True)
    ]
    line = {
        "type": "scatter", "mode": "lines", "x": along, "y": values, "hoverinfo": "text", "hovertext": hover,
        "line": {"color": drawn.style.color, "width": CURVE_WIDTH},
    }  # fmt: skip
    band = {
        "type": "scatter", "mode": "lines", "x": np.concatenate([along, along[::-1]]),
        "y": np.concatenate([high, low[::-1]]), "fill": "toself", "line": {"width": 0}, "hoverinfo": "skip",
        "fillcolor": translucent(drawn.style.color, _BAND_OPACITY),
    }  # fmt: skip
    return [band, line] if has_band else [line]


def _models(drawn: CalibrationPicture) -> list[dict[str, Any]]:
    dashes, found = ("8px,4px", "3px,3px", "12px,3px,3px,3px"), []
    for at, (name, each) in enumerate(drawn.others):
        along = _along(drawn, each)
        if each.curve is not None and len(along):
            found.append({
                "type": "scatter", "mode": "lines", "x": along, "y": each.curve.at(along), "hoverinfo": "text",
                "hovertext": full(name), "line": {"color": INK, "width": 1.5, "dash": dashes[at % len(dashes)]},
            })  # fmt: skip
    return found


def _named(drawn: CalibrationPicture) -> list[dict[str, Any]]:
    """The names of the other models at the ends of their lines, pushed apart where these meet."""
    ends = []
    for name, each in drawn.others:
        along = _along(drawn, each)
        if each.curve is not None and len(along):
            ends.append((float(each.curve.at(along[-1])[0]), float(along[-1]), name))
    look = {"font": font(), "showarrow": False, "xanchor": "right", "yanchor": "bottom"}
    found, floor = [], -1.0
    for y, x, name in sorted(ends):
        floor = max(y, floor + 0.06 * drawn.top)
        found.append(look | {"x": x, "y": min(floor, drawn.top * 0.97), "text": brief(name)})
    return found


def _groups(drawn: CalibrationPicture) -> list[dict[str, Any]]:
    shown = drawn.shown_groups
    if not shown:
        return []
    wide = [
        each.mean_risk >= _LEAST_BAR * drawn.end and each.cases >= FEW and each.observed.low is not None
        for each in shown
    ]
    reach = [
        (each.observed.high - each.observed.value, each.observed.value - each.observed.low)  # type: ignore[operator]
        if is_wide else (0.0, 0.0)
        for each, is_wide in zip(shown, wide, strict=True)
    ]  # fmt: skip
    hover = [
        f"{counted(each.cases, drawn.unit)}, mean predicted {_percent(each.mean_risk)}"
        f"<br>observed {_percent(each.observed.value)}"
        for each in shown
    ]
    return [{
        "type": "scatter", "mode": "markers", "x": [each.mean_risk for each in shown],
        "y": [each.observed.value for each in shown], "hoverinfo": "text", "hovertext": hover, "cliponaxis": False,
        "marker": {"symbol": "diamond", "size": 9, "color": drawn.style.color, "line": {"color": PAGE, "width": 1}},
        "error_y": {
            "type": "data", "symmetric": False, "array": [above for above, _ in reach],
            "arrayminus": [below for _, below in reach], "color": drawn.style.color, "thickness": 1, "width": 0,
        },
    }]  # fmt: skip


def _point(drawn: CalibrationPicture) -> list[dict[str, Any]]:
    curve = drawn.found.curve
    if curve is None or drawn.point is None:
        return []
    y = float(curve.at(drawn.point)[0])
    return [
        {
            "type": "scatter", "mode": "lines", "x": [drawn.point] * 2, "y": [0, max(y, drawn.point)],
            "line": {"color": INK, "width": 1}, "hoverinfo": "skip",
        },
        {
            "type": "scatter", "mode": "markers", "x": [drawn.point], "y": [y], "hoverinfo": "skip",
            "marker": {"color": drawn.style.color, "size": POINT_SIZE, "line": {"color": PAGE, "width": RIM_WIDTH}},
        },
    ]  # fmt: skip


def _said(drawn: CalibrationPicture) -> list[dict[str, Any]]:
    curve = drawn.found.curve
    if curve is None or drawn.point is None:
        return []
    y = float(curve.at(drawn.point)[0])
    at_left = drawn.point > drawn.end / 3
    below = not at_left and min(y, drawn.point) > _LABEL * drawn.top  # beside a rising curve, not on it
    return [{
        "x": drawn.point, "y": min(y, drawn.point) if below else max(y, drawn.point), "font": font(),
        "text": f"{risk_said(drawn.point)}: {_percent(y)}", "showarrow": False, "xshift": 8 if below else 0,
        "yanchor": "top" if below else "bottom", "xanchor": "right" if at_left else "left",
    }]  # fmt: skip


def _bars(drawn: CalibrationPicture) -> list[dict[str, Any]]:
    """How many cases of both groups have each risk, as square roots, each to its own scale."""
    seen, width = drawn.found.cases.seen, drawn.end / BINS
    edges = np.append(np.round(np.arange(BINS) * width, 12), np.nextafter(drawn.end, 2))  # 3 times 0.008 is 0.024
    colors, found = (drawn.style.color, TRUE_NEGATIVE.color), []
    for many, sign, color, name in zip(seen.between(edges), (1, -1), colors, drawn.names, strict=True):
        found.append({
            "type": "bar", "x": (np.arange(BINS) + 0.5) * width, "width": width * 0.86, "yaxis": "y2",
            "y": sign * np.sqrt(many / max(1, int(many.max()))), "marker": {"color": color, "line": {"width": 0}},
            "hoverinfo": "text",
            "hovertext": [
                f"{risk_said(round(at * width, 6))} to {risk_said(round((at + 1) * width, 6))}: "
                f"{int(each):,} {full(name)}"
                for at, each in enumerate(many)
            ],
        })  # fmt: skip
    return found


def _ticks(end: float, few: bool = False) -> dict[str, Any]:
    steps = 2 if few else 4 if end in QUARTERED else 5
    places = [end * step / steps for step in range(steps + 1)]
    return {"tickvals": places, "ticktext": [f"{place * 100:.3g}{NBSP}%" if place else "0" for place in places]}


def _percent(value: float) -> str:
    return percent(float(value), 1000 if 0 < value < 0.1 else 100)
