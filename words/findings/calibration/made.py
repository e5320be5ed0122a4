"""How curve and numbers of calibration were made, and what the picture shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metrics.interval_methods import BOOTSTRAP_LOGIT, CLUSTER_ROBUST, WALD, WALD_LOGIT
from words.findings.calibration.cells import risk_said
from words.findings.finding import sentences
from words.findings.methods import DRAWS, PROPORTIONS
from words.text.numbers import ci, counted, decimal, minus, percent, whole
from words.text.phrases import sentence_case
from words.text.voice import Voice

if TYPE_CHECKING:
    from metrics.calibration.calibration import Calibration
    from metrics.calibration.curve import CalibrationCurve
    from metrics.calibration.recalibrated import Line

AS_GIVEN, RECALIBRATED = "as given", "recalibrated"
NO_PROBABILITIES = "The scores are not probabilities: they lie outside 0 to 1, or do not sum to 1. Shown: recalibrated."
NO_LINE = "Separated cases leave no line that would recalibrate the scores. Shown: as given."
TAKES_ROWS = "Recalibrating takes a validation split, or the rows of the cases, which are not held for this file."
ASSUMED = "Assumes that only the prevalence differs: scores of cases with and without the class are as here."
DISTANCES = (
    "ICI, E50 and E90 are distances of this curve from the diagonal: mean, median, 90th percentile. Those of another "
    "curve differ. The intercept here is fitted with the slope."
)
TOGETHER = (
    "Curves are one-vs-rest: each can be calibrated while the probabilities of a case are not; log loss and the Brier "
    "score of all classes judge them together."
)


def caption(found: Calibration, groups: int, label: int, voice: Voice, has_ties: bool = False) -> str:
    """How the picture is read. has_ties: whether equal risks made some groups larger."""
    seen = found.cases.seen
    others = "without" if voice.preposition(label) == "with" else "others"
    groups_of = f"{voice.group_phrase(seen.n_positive, label)} and of {whole(seen.n_negative)} {others}"
    below = f"Below: predicted risks of {groups_of}, each to its own scale"
    size = "equal risks in one group" if has_ties else "of equal size"
    marks = f"diamonds: {whole(groups)} groups{', ' if has_ties else ' '}{size}" if groups > 1 else ""
    band = "" if found.curve is None or found.curve.without_band else f" with {ci(found.level)}"
    curve = f"Line: flexible curve{band}" if found.curve else ""
    return f"{sentence_case('; '.join(filter(None, (curve, 'dotted: perfect calibration', marks))))}. {below}."


def ends(found: Calibration, unit: tuple[str, str]) -> str:
    """How many risks are exactly 0 or 1, and what they do to the slope; "" for none."""
    if not found.at_ends:
        return ""
    said = f"{counted(found.at_ends, unit)} with a risk of exactly 0 or 1, moved by 10⁻⁸ for the logit"
    without = found.slope_without_ends
    return f"{said}; without them the slope is {decimal(without.value, 2)}." if without else f"{said}."


def method(found: Calibration) -> str:
    """How curve and numbers were made."""
    return sentences("" if found.curve is None else f"Curve: {form(found.curve)}.", intervals(found))


def form(curve: CalibrationCurve) -> str:
    splines = f"restricted cubic splines of the logit, {len(curve.knots)} knots (Harrell’s quantiles)"
    return f"logistic regression on {splines if len(curve.knots) > 2 else 'the logit'}"


def intervals(found: Calibration) -> str:
    """How those of the numbers, of the curve and of observed proportions were made; "" without any."""
    if found.line[1].low is None:
        return "" if found.cases.is_clustered else f"{ci(found.level)}: {PROPORTIONS}."
    return f"{ci(found.level)}: {_made(found)}; ICI from draws of the curve."


def _made(found: Calibration) -> str:
    units, of_curve = found.cases.units, "curve, " if found.curve and not found.curve.without_band else ""
    every = f"{of_curve}slope, intercepts, O:E, Brier score and observed proportions"
    if not found.cases.is_clustered:
        return f"{WALD}; O:E {WALD_LOGIT}; Brier score {BOOTSTRAP_LOGIT}; {PROPORTIONS}"
    if units is None:
        return f"{every} {CLUSTER_ROBUST} SE with Student's t"
    return f"{every} {units.method} SE with Student's t ({DRAWS})"


def line_said(line: Line) -> str:
    """The fitted line as it can be copied."""
    x = "logit(p)" if line.of_log_odds else "score"
    sign = "+" if line.slope >= 0 else "-"
    return f"logit(risk) = {line.intercept:.6g} {sign} {abs(line.slope):.6g} * {x}"


def how_recalibrated(split: str | None, unit: tuple[str, str]) -> str:
    """What the line was fitted to."""
    if split is not None:
        return f"Recalibrated by a logistic line fitted to split {split}."
    tenth = f"each tenth of the {unit[1]} by a logistic line of the other 9 tenths"
    return f"Recalibrated by cross-fitting: {tenth}."


def shifted(found: Calibration, risk: float, prevalence: float) -> str:
    """What the intercept update makes of a risk at another prevalence, and how often the class then occurs."""
    (updated,), shift = found.updated([risk], prevalence), found.shift_to(prevalence)
    said = f"Add {minus(f'{shift:+.2f}')} to the log odds: {risk_said(risk)} becomes {percent(float(updated), 1000)}"
    if found.curve is None:
        return f"{said}."
    (observed,) = found.observed_after([risk], prevalence)
    return f"{said}, where {percent(float(observed), 1000)} are then observed."
