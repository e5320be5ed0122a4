"""The pictures of the pages, for a report that stands alone: the same, which nothing turns dark."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import plotly.graph_objects as go
from markupsafe import Markup

import charts
from charts.figures.groups.control_chart import control_chart, control_chart_alt
from metrics import Evaluation
from report.formats.net_benefit import LOOK, reported
from report.formats.over_time import of_interest as dated_of_interest
from report.formats.subgroups import of_interest
from report.results import Report, Result
from reviews import View
from reviews.frames import amounts_of, phrases_of, recordings_of_phases, recurrence
from reviews.groups.picture import pictures
from reviews.groups.time_picture import time_picture
from reviews.models.areas import has_curve
from reviews.risks.calibration import GROUPS, calibration_of, classes_with_risks, farthest, nearest, usual_risk
from reviews.risks.decision_picture import curve_picture
from words import Voice
from words.findings.calibration.made import caption
from words.findings.utility.net_benefit import MEANS
from words.text.legends import DOTTED, HOLLOW, SHADES, area_legend, precision_legend
from words.text.names import names_of_models

FACE = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
MOST_CLASSES = 30  # a picture of more is several screens long
MOST_CURVES = 8


@dataclass(frozen=True)
class HtmlPicture:
    """A picture that says itself in words; as wide as the page."""

    title: str
    html: Markup


@dataclass(frozen=True)
class FigurePicture:
    """figure: as JSON in which nothing ends a script. alt: what it shows, in words. width: px, None for the page's.

    caption: how it is read.
    """

    title: str
    alt: str
    figure: str
    width: int | None
    caption: str


Picture = HtmlPicture | FigurePicture


def pictures_of(report: Report, result: Result) -> Iterator[Picture]:
    """Predictions by true class, the confusion matrix, and the curves where there are scores."""
    study, evaluation = report.study, result.evaluation
    if len(evaluation.labels) <= MOST_CLASSES and not result.waits_for_threshold:
        yield HtmlPicture("Predictions by true class", _outcomes(result.view))
        matrix, amounts = result.view.shown_matrix, amounts_of(result.view)
        confusion = charts.confusion(
            matrix, "truth", None, study.unit, result.view.shown_healthy, amounts, result.view.shown_weighted
        )
        width = 820 if len(evaluation.labels) <= charts.MOST_WITH_TEXT else None
        yield _figure("Confusion matrix", charts.confusion_alt(matrix, study.unit, amounts), confusion, width, SHADES)
    yield from _curves(result.view, result.waits_for_threshold)
    yield from _calibration(result.view)
    if worth := reported(result.view):
        names = names_of_models(study.model_names)
        drawn = curve_picture(worth, LOOK, names)
        yield _figure("Net benefit", drawn.alt, drawn.figure, None, MEANS)
    if groups := of_interest(result):
        yield from (_figure(f"{each.name}, by group", each.alt, each.figure, 560) for each in pictures(groups))
    if dated := dated_of_interest(result):
        course = time_picture(dated, "alarm_rate")
        yield _figure(f"{course.name}, over time", control_chart_alt(course), control_chart(course), None)


def _outcomes(view: View) -> Markup:
    """What became of the cases of each class; of frames of phases, in time."""
    frames, matrix, voice = recordings_of_phases(view), view.evaluation.matrix, view.plain_voice
    if not frames:
        return charts.outcomes(matrix, voice, has_percent=not view.evaluation.is_weighted)
    has_stages, lasts = recurrence(view, frames)[1], phrases_of(view, frames, voice).brief
    return charts.outcomes(matrix, voice, time=lasts, in_order=not has_stages)


def _curves(view: View, waits: bool) -> Iterator[Picture]:
    """In the lines of the page. waits: for a threshold, so that no point of a curve is marked."""
    evaluation, voice = view.evaluation, view.plain_voice
    drawn, of_class = _drawn(evaluation, voice, view.review.interest), charts.styles_of(voice, view.is_in_time)
    styles = charts.curve_styles([of_class[label] for label in drawn])
    roc: list[charts.Curve] = []
    pr: list[charts.Curve] = []
    for label, style in zip(drawn, styles, strict=True):
        table, figures = evaluation.curve(label), evaluation.classes[label]
        assert table is not None
        by_chance = table.n_positive / table.n
        legends = area_legend(figures["auc"]), precision_legend(figures["average_precision"], by_chance)
        name, point = voice.beside_counts[label], None if waits else evaluation.in_population.counts(label)
        for curves, legend in zip((roc, pr), legends, strict=True):
            has_counts = not evaluation.is_weighted
            curves.append(charts.Curve(name, table, style, legend, point, has_counts=has_counts))
    marks = DOTTED if waits else HOLLOW
    if roc:
        yield _figure("ROC", charts.roc_alt(roc), charts.roc(roc, legend=True), 560, marks)
        yield _figure("Precision–recall", charts.pr_alt(pr), charts.pr(pr, legend=True), 560, marks)


def _calibration(view: View) -> Iterator[Picture]:
    """The curve of the class of interest, where its scores are probabilities."""
    evaluation, voice = view.evaluation, view.plain_voice
    if not evaluation.has_scores:
        return
    label = view.interest_among(classes_with_risks(view))
    found = calibration_of(view, label)
    if found is None or found.curve is None:
        return
    style, name = charts.styles_of(voice, view.is_in_time)[label], voice.beside_counts[label]
    drawn = charts.CalibrationPicture(
        found, style, voice.unit, farthest(found), (name, "others"), found.groups(GROUPS),
        usual_risk(found), nearest=nearest(found),
    )  # fmt: skip
    title = f"Calibration: {name}"
    read = caption(found, len(drawn.groups), label, voice, len(drawn.groups) < GROUPS)
    yield _figure(title, charts.calibration_alt(drawn), charts.calibration_figure(drawn), 700, read)


def _drawn(evaluation: Evaluation, voice: Voice, interest: int | None) -> list[int]:
    """The first classes that have a curve, the class of interest before the others."""
    drawable = [i for i in voice.order if has_curve(evaluation, i)]
    return list(dict.fromkeys(i for i in (interest, *drawable) if i in drawable))[:MOST_CURVES]


def _figure(title: str, alt: str, figure: go.Figure, width: int | None, read: str = "") -> FigurePicture:
    figure.update_layout(font_family=FACE, hoverlabel_font_family=FACE, template="plotly_white")
    return FigurePicture(title, alt, figure.to_json(), width, read)
