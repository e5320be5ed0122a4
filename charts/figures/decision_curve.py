"""Decision curves: what a model is worth at each threshold, beside acting on everyone and on no one.

Every drawn point is computed; nothing is smoothed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.style.names import brief
from charts.style.theme import CURVE_WIDTH, GREY, INK, ClassStyle, figure, font, point, title, translucent
from metrics.definition import Values
from words import NBSP

HEIGHT = 340
_END = 1.01  # of the axis: the curves go on to it, and so does the line of "nobody"
_BAND_OPACITY, _SETTING = 0.18, "rgba(118,125,134,.12)"
_OTHER_WIDTH = 1.75
_NAME = 40  # characters
_NAME_OF_MODEL = 20  # from the middle of the picture on a phone has room for so many
_NEAR = 0.1  # of the width, within which two names would lie on each other
_DASHED = {"color": GREY, "width": 2, "dash": "6px,4px"}


@dataclass(frozen=True, eq=False)
class DecisionLine:
    """A model at (g,) risks: its numbers in the unit of the axis, and its bounds, () for none.

    said: (g,) what is told where a point is pointed at.
    """

    name: str
    style: ClassStyle
    risks: Values
    value: Values
    low: Values | tuple[()] = ()
    high: Values | tuple[()] = ()
    said: Sequence[str] = ()


@dataclass(frozen=True)
class DecisionMark:
    """A threshold on the first line. hollow: of the delivered predictions; else the chosen or the kept one."""

    risk: float
    value: float
    said: str
    hollow: bool = False
    marker: str = "circle"


@dataclass(frozen=True, eq=False)
class Default:
    """Acting on everyone, or on no one: (g,) values at the risks of the lines; nothing but 0 is a plain line."""

    name: str
    risks: Values
    value: Values


@dataclass(frozen=True)
class Frame:
    """axis: the name of the vertical axis. ends: its lowest and highest value. setting: the thresholds of the reader,
    shaded, None where nobody set any. last: the highest threshold that is drawn."""

    axis: str
    ends: tuple[float, float]
    setting: tuple[float, float] | None
    last: float


def decision_curves(
    lines: Sequence[DecisionLine],
    defaults: Sequence[Default],
    baseline: str,
    frame: Frame,
    marks: Sequence[DecisionMark],
) -> go.Figure:
    """The first line leads, with its band. defaults: dashed; baseline: the name of the one that is worth 0."""
    first = lines[0]
    drawn = [*_band(first), *(_dashed(each) for each in defaults)]
    drawn += [_line(each, leads=not place) for place, each in reversed(list(enumerate(lines)))]
    inside = [each for each in marks if each.risk <= frame.last and frame.ends[0] <= each.value <= frame.ends[1]]
    named = [_default(each, frame) for each in defaults]
    ticks = _ticks(frame.last)
    return figure(
        [*drawn, *(_mark(each, first.style) for each in inside)],
        HEIGHT,
        xaxis={
            "range": [0, frame.last * _END], "tickvals": ticks, "title": title("Threshold probability", 8),
            "ticktext": ["0", *(f"{tick * 100:g}{NBSP}%" for tick in ticks[1:])],
        },
        yaxis={"range": list(frame.ends), "title": title(frame.axis)},
        margin={"l": 66, "t": 18, "b": 60, "r": 16},  # where the browser has to widen one, it draws all of it again
        shapes=[*_shaded(frame), _zero(frame)],
        annotations=[
            *_setting(frame),
            _text(brief(baseline, _NAME), frame.last * 0.62, 0, yanchor="top", yshift=-2),
            *named,
            *([_model(first, frame)] if len(lines) == 1 else []),
            *(_named(each, frame, _lines_above(each, inside, frame)) for each in inside if each.said),
        ],
    )  # fmt: skip


def _band(line: DecisionLine) -> list[dict[str, Any]]:
    """One polygon from bound to bound, where there are bounds."""
    if not len(line.low) or not len(line.high):
        return []
    known = ~np.isnan(line.low)
    x, low, high = (np.asarray(each)[known] for each in (line.risks, line.low, line.high))
    return [
        {
            "type": "scatter", "mode": "lines", "x": np.concatenate([x, x[::-1]]), "fill": "toself",
            "y": np.concatenate([high, low[::-1]]), "fillcolor": translucent(line.style.color, _BAND_OPACITY),
            "line": {"width": 0}, "hoverinfo": "skip",
        }
    ]  # fmt: skip


def _line(line: DecisionLine, leads: bool) -> dict[str, Any]:
    look = {"color": line.style.color, "dash": line.style.dash, "width": CURVE_WIDTH if leads else _OTHER_WIDTH}
    told = {"hovertext": list(line.said), "hoverinfo": "text"} if len(line.said) else {"hoverinfo": "skip"}
    return {"type": "scatter", "mode": "lines", "x": line.risks, "y": line.value, "line": look, "name": "", **told}


def _dashed(default: Default) -> dict[str, Any]:
    return {
        "type": "scatter", "mode": "lines", "x": default.risks, "y": default.value, "line": _DASHED,
        "hoverinfo": "skip",
    }  # fmt: skip


def _mark(mark: DecisionMark, style: ClassStyle) -> dict[str, Any]:
    look = ClassStyle(style.color, style.dash, mark.marker, style.pattern, mark.hollow)
    return {
        "type": "scatter", "mode": "markers", "x": np.array([mark.risk]), "y": np.array([mark.value]),
        "marker": point(look), "cliponaxis": False, "hovertext": [mark.said], "hoverinfo": "text",
    }  # fmt: skip


def _setting(frame: Frame) -> Iterator[dict[str, Any]]:
    if frame.setting is not None:
        yield _text("your setting", frame.setting[0], frame.ends[1], xanchor="left", yanchor="top", xshift=4)


def _shaded(frame: Frame) -> Iterator[dict[str, Any]]:
    if frame.setting is not None:
        low, high = frame.setting
        yield {
            "type": "rect", "x0": low, "x1": min(high, frame.last), "y0": 0, "y1": 1, "yref": "paper",
            "fillcolor": _SETTING, "line": {"width": 0}, "layer": "below",
        }  # fmt: skip


def _zero(frame: Frame) -> dict[str, Any]:
    return {"type": "line", "x0": 0, "x1": frame.last * _END, "y0": 0, "y1": 0, "line": {"color": INK, "width": 1.25}}


def _text(text: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    return {"text": text, "x": x, "y": y, "font": font(), "showarrow": False} | more


def _lines_above(mark: DecisionMark, marks: Sequence[DecisionMark], frame: Frame) -> int:
    """How many marks before it have their names where its own would be."""
    before = marks[: marks.index(mark)]
    near = (abs(each.risk - mark.risk) < _NEAR * frame.last for each in before if each.said and not each.hollow)
    return 0 if mark.hollow else sum(near)


def _named(mark: DecisionMark, frame: Frame, lines: int) -> dict[str, Any]:
    """Right of its mark, above the line; at the right end left of it; of a hollow one below the line."""
    side = -1 if mark.risk > 0.8 * frame.last else 1
    return _text(
        mark.said, mark.risk, mark.value, xanchor="right" if side < 0 else "left", xshift=10 * side,
        yshift=-14 if mark.hollow else 13 + 17 * lines,
    )  # fmt: skip


def _model(line: DecisionLine, frame: Frame) -> dict[str, Any]:
    """The name of the one model above its line, where that is in the picture."""
    seen = (line.risks >= 0.5 * frame.last) & (line.value > frame.ends[0]) & (line.value < frame.ends[1])
    at = int(np.flatnonzero(seen)[0]) if seen.any() else 0
    return _text(
        brief(line.name, _NAME_OF_MODEL), float(line.risks[at]), float(line.value[at]), xanchor="left", yshift=16
    )


def _default(default: Default, frame: Frame) -> dict[str, Any]:
    """The name of a dashed line: where it leaves the picture early, or else below its upper part."""
    low, high = frame.ends
    seen = (default.risks <= frame.last) & (default.value > low) & (default.value < high)
    places = np.flatnonzero(seen)
    if not len(places):
        return _text(brief(default.name, _NAME), 0, low, xanchor="left", yanchor="bottom", xshift=8)
    at, name = int(places[-1]), brief(default.name, _NAME)
    is_falling = default.value[places[0]] > default.value[at]
    if is_falling and default.risks[at] < 0.7 * frame.last:
        place, look = at, {"xanchor": "left", "xshift": 8, "yshift": 10}
    else:
        place = int(places[np.argmin(np.abs(default.value[places] - 0.4 * high))])
        side = {"xanchor": "right", "xshift": -6} if is_falling else {"xanchor": "left", "xshift": 8}
        look = {"yanchor": "top", **side}
    return _text(name, float(default.risks[place]), float(default.value[place]), **look)


def _ticks(last: float) -> list[float]:
    step = 0.1 if last > 0.25 else 0.05 if last > 0.1 else 0.02
    return [round(step * place, 2) for place in range(int(last / step + 1e-9) + 1)]


def decision_curves_alt(lines: Sequence[DecisionLine], frame: Frame, marks: Sequence[DecisionMark]) -> str:
    """The picture in words: each model at the marked thresholds, and the reader's range."""
    low, high = (f"{end * 100:g}{NBSP}%" for end in frame.setting or (0, 0))
    shaded = f" Shaded: {low} to {high}." if frame.setting else ""
    marked = "; ".join(each.said for each in marks if each.said)
    marked = f" {marked}." if marked else ""
    names = ", ".join(line.name for line in lines)
    return f"Decision curve of {names}. {frame.axis}, over the threshold probability.{marked}{shaded}"
