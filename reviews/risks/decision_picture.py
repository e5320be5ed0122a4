"""The decision curve of a class as a figure: of one model, or of all models, in one of three views."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import plotly.graph_objects as go

import charts
from charts.figures.decision_curve import (
    DecisionLine,
    DecisionMark,
    Default,
    Frame,
    decision_curves,
    decision_curves_alt,
)
from metrics.definition import divided
from metrics.utility.decision_curve import DecisionCurve, Line
from metrics.utility.net_benefit import odds
from reviews.assumed import predictions_named
from reviews.risks.net_benefit import Look, NetBenefit
from words.findings.utility.acts import Acts, axis
from words.findings.utility.net_benefit import point_said
from words.text.numbers import threshold

OVER_BAND, OVER_LINE = 1.05, 1.25  # room for the names of the shaded range and of the threshold
FLOORS = {"benefit": 0.3, "avoided": 0.15, "standardised": 0.3}  # below 0, as a part of what stands above it


@dataclass(frozen=True, eq=False)
class Picture:
    """A figure with its words. lines: in the order of a legend."""

    figure: go.Figure
    alt: str
    lines: tuple[DecisionLine, ...]


def curve_picture(found: NetBenefit, look: Look, names: Sequence[str]) -> Picture:
    """One model with its band, the chosen threshold and its operating points. names: of all models, plain text."""
    name = names[found.view.model] if len(names) > 1 else "the model"
    return _picture([_drawn(found, look, name)], [found], look, _marks(found, look))


def models_picture(models: dict[int, NetBenefit], look: Look, names: Sequence[str]) -> Picture:
    """All models over one another, the one that is looked at first and widest, without bands."""
    order = sorted(models, key=lambda model: not models[model].is_shown)
    lines = [_drawn(models[model], look, names[model]) for model in order]
    styles = charts.curve_styles([each.style for each in lines])
    lines = [replace(each, style=style, low=(), high=()) for each, style in zip(lines, styles, strict=True)]
    return _picture(lines, [models[model] for model in order], look, [])


def _picture(
    lines: Sequence[DecisionLine], found: Sequence[NetBenefit], look: Look, marks: Sequence[DecisionMark]
) -> Picture:
    view, label = found[0].view, found[0].label
    voice = view.plain_voice
    acts = Acts.of(label, voice, view.is_in_time)
    everyone, nobody = acts.drawn
    baseline, other = (everyone, nobody) if look.view == "avoided" else (nobody, everyone)
    setting = look.setting if look.is_set else None
    frame = Frame(axis(look.view, acts, voice), _ends(found[0], lines, look), setting, look.last)
    figure = decision_curves(lines, _defaults(found, look, other), baseline, frame, marks)
    return Picture(figure, decision_curves_alt(lines, frame, marks), tuple(lines))


def _defaults(populations: Sequence[NetBenefit], look: Look, name: str) -> list[Default]:
    """The other default, once for each population: models without a score for some cases have one of their own."""
    found: dict[tuple[int, int], Default] = {}
    for each in populations:
        curve, table = each.drawn, each.view.evaluation.table(each.label)
        assert table is not None
        line = curve.everyone * 100
        if look.view == "avoided":
            line = -line * divided(1.0, odds(curve.risks))
        if look.view == "standardised":
            line = line / curve.prevalence
        said = name if not found else f"{name} (other cases)"
        found.setdefault((table.n_positive, table.n_negative), Default(said, curve.risks, line))
    return list(found.values())


def _line_of(curve: DecisionCurve, view: str) -> Line:
    """In the unit of the axis."""
    lines = {"benefit": curve.model.times(100), "avoided": curve.avoided, "standardised": curve.standardised.times(100)}
    return lines[view]


def _drawn(found: NetBenefit, look: Look, name: str) -> DecisionLine:
    curve = found.drawn
    line, view = _line_of(curve, look.view), found.view
    low, high = curve.bounds(line)
    style = charts.styles_of(view.plain_voice, view.is_in_time)[found.label]
    per_person = line.times(0.01)
    said = [point_said(float(risk), curve.estimate(per_person, at)) for at, risk in enumerate(curve.risks)]
    drawn = DecisionLine(name, replace(style, dash="solid"), curve.risks, line.value, said=said)
    return drawn if curve.method is None else replace(drawn, low=low, high=high)


def _marks(found: NetBenefit, look: Look) -> list[DecisionMark]:
    """The chosen threshold as a diamond; the delivered one hollow, the kept one filled."""
    points = found.operating_points
    marks = []
    for name, at, hollow, marker in (
        (predictions_named(found.view), points.get("delivered"), True, "circle"),
        ("kept", points.get("kept"), False, "circle"),
        ("kept, not used", points.get("unused"), False, "circle"),
        ("", look.threshold, False, "diamond"),
    ):
        if at is not None:
            curve = found.at(at)
            line = _line_of(curve, look.view).times(0.01)
            said = point_said(at, replace(curve.estimate(line, 0), low=None, high=None))
            if not np.isnan(line.value[0]):
                told = said if not name else f"{name} ({threshold(at)})"
                marks.append(DecisionMark(at, float(line.value[0]) * 100, told, hollow, marker))
    return marks


def _ends(found: NetBenefit, lines: Sequence[DecisionLine], look: Look) -> tuple[float, float]:
    """Up to the highest bound that is drawn (of work-ups avoided at most 125: at low thresholds bounds have no end); so
    far below 0 that acting on everyone leaves the picture early, and as far as the lines reach in the reader's setting,
    but not farther than they could reach above 0."""
    full = {"benefit": found.drawn.prevalence * 100, "avoided": 100.0, "standardised": 100.0}[look.view]
    top, low = 0.1 * full, -FLOORS[look.view] * full
    least, most = min(look.setting[0], look.threshold), max(look.setting[1], look.threshold)
    for line in lines:
        seen, own = line.risks <= look.last, (line.risks >= least) & (line.risks <= most)
        top = max(top, float(line.value[seen].max()) * OVER_LINE)
        if len(line.high):
            top = max(top, float(np.nanmax(line.high[seen], initial=0.0)) * OVER_BAND)
        low = min(low, 1.2 * float(line.value[own].min(initial=0.0)))
    return max(low, -full), min(top, full * OVER_LINE) if look.view == "avoided" else top
