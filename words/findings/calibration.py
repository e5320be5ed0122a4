"""What is said of the predicted risks of a class: whether they are correct on average and along their range."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from metrics.interval_methods import BOOTSTRAP_LOGIT, CLUSTER_ROBUST, WALD, WALD_LOGIT
from words.findings.finding import Finding, sentences
from words.findings.methods import DRAWS
from words.text.notes import reason
from words.text.numbers import (
    DASH,
    NBSP,
    bounds,
    ci,
    counted,
    decimal,
    in_brackets,
    key_number,
    minus,
    percent,
    places_of,
    rounded_up,
    span_of,
    whole,
)
from words.text.phrases import enumeration, sentence_case
from words.text.voice import Voice

if TYPE_CHECKING:
    from metrics import Estimate
    from metrics.calibration.calibration import Calibration
    from metrics.calibration.curve import CalibrationCurve
    from metrics.calibration.recalibrated import Line
    from metrics.notes import Note
    from metrics.thresholds import ThresholdTable

AS_GIVEN, RECALIBRATED = "as given", "recalibrated"
PERS = (100, 1000, 10_000, 100_000)  # people that an observed risk is said of
ADVISED = {"a slope": 100, "a curve": 200}  # cases with the class, and as many others: Vergouwe 2005, Van Calster 2016
TWICE = 2.0  # odds that the CI reaches beyond on both sides where there are too few cases for a verdict
NAMES = {
    "slope": "Calibration slope", "intercept": "Calibration intercept", "citl": "Calibration in the large",
    "oe_ratio": "O:E", "ici": "ICI", "e50": "E50", "e90": "E90", "brier": "Brier score",
    "scaled_brier": "Scaled Brier score",
}  # fmt: skip
NO_PROBABILITIES = "The scores are not probabilities: they lie outside 0 to 1, or do not sum to 1. Shown: recalibrated."
NO_LINE = "Separated cases leave no line that would recalibrate the scores. Shown: as given."
TAKES_ROWS = "Recalibrating takes a validation split, or the rows of the cases, which are not held for this file."
ASSUMED = "Assumes that only the prevalence differs: scores of cases with and without the class are as here."
SLOPE_WITHIN = 0.1  # half-width of the CI of a slope that Riley 2021 (doi 10.1002/sim.9025) asks for
DISTANCES = (
    "ICI, E50 and E90 are distances of this curve from the diagonal: mean, median, 90th percentile. Those of another "
    "curve differ. The intercept here is fitted with the slope."
)
TOGETHER = (
    "Curves are one-vs-rest: each can be calibrated while the probabilities of a case are not; log loss and the Brier "
    "score of all classes judge them together."
)


def size_for_slope(found: Calibration, unit: tuple[str, str]) -> str:
    """How many such cases a slope takes whose CI is ±0.1; "" where it is as narrow, or there is none."""
    slope = found.line[1]
    if slope.low is None or slope.high is None:
        return ""
    half = (slope.high - slope.low) / 2
    if half <= SLOPE_WITHIN:
        return ""
    cases = found.cases.seen.n
    needed = rounded_up(math.ceil(cases * (half / SLOPE_WITHIN) ** 2))
    return f"A slope with a {ci(found.level)} of ±{SLOPE_WITHIN:g} takes about {counted(needed, unit)} like these."


def risk_said(risk: float) -> str:
    """ "20 %", "0.5 %"."""
    return f"{risk * 100:.4g}{NBSP}%"


def beyond(risk: float, low: float, high: float, label: int, voice: Voice) -> str:
    """Of a typed risk that is lower or higher than every predicted one."""
    ends = f"from {risk_said(low)} to {risk_said(high)}"
    return f"No predicted risk of {voice.name(label)} is {risk_said(risk)}: they are {ends}."


def calibration_finding(
    found: Calibration, risk: float, label: int, voice: Voice, is_recalibrated: bool = False
) -> Finding:
    """How often the class occurs where the model gives a risk, then whether risks are correct on average.

    is_recalibrated: whether the risk is that of a recalibrated score.
    """
    if found.curve is None:
        return _without_curve(found, label, voice)
    (observed,), (low, high) = found.curve.at(risk), found.curve.band(risk, found.level)
    lacking = found.curve.without_band
    per = next((each for each in PERS if observed * each >= 1 and (lacking or _apart(low[0], high[0], each))), PERS[-1])
    cases = round(observed * per)
    between = "" if lacking else f" ({ci(found.level)}{NBSP}{span_of(low[0] * per, high[0] * per, 0)})"
    said = f"{whole(cases)} of {whole(per)} {voice.verb_phrase(cases, label)}"
    source = "recalibrated score" if is_recalibrated else "model"
    headline = f"Where the {source} says {risk_said(risk)}, {said}{between}."
    warning = _imprecise(low[0], high[0], risk) or few(found.cases.seen, label, voice, ADVISED)
    return Finding(headline, sentences(_lacking(lacking), _verdict(found, label, voice), _average(found), warning))


def _lacking(note: Note | None) -> str:
    """Why the headline has no CI; that patients are too few is in the title line."""
    return "" if note is None or note.code == "few_patients" else f"{reason(note)}."


def _apart(low: float, high: float, per: int) -> bool:
    """Whether the ends of an interval, where they are two numbers, are two once they are rounded."""
    return low == high or span_of(low * per, low * per, 0) != span_of(low * per, high * per, 0)


def _without_curve(found: Calibration, label: int, voice: Voice) -> Finding:
    seen = found.cases.seen
    name = voice.name(label)
    headline = f"No calibration curve for {name}: {reason(found.without_curve, name)}."
    expected = found.mean_risk * seen.n
    said = f"{voice.group_phrase(seen.n_positive, label)}, {expected:,.1f} expected: {NAMES['oe_ratio']}"
    return Finding(headline, f"{said}{NBSP}{key_number(found.oe_ratio, 2)} ({bounds(found.oe_ratio, found.level, 2)}).")


def risks(label: int, voice: Voice) -> str:
    """ "Risks of VT", "Risks of being malignant", "Probabilities of being Normal"."""
    is_disease = label in voice.diseases and voice.normal is not None
    being = "" if voice.preposition(label) else "being "
    return f"{'Risks' if is_disease else 'Probabilities'} of {being}{voice.name(label)}"


def _verdict(found: Calibration, label: int, voice: Voice) -> str:
    ratio, slope = found.oe_ratio, found.line[1]
    if ratio.low is None or slope.low is None:
        return ""
    if clear := _clear(ratio, slope):
        return f"{risks(label, voice)} are {enumeration(clear)}."
    return f"{risks(label, voice)}: the CIs of O:E and slope include 1."


def _clear(ratio: Estimate, slope: Estimate) -> list[str]:
    """What the intervals of O:E and slope exclude: "too high", "too extreme", below 0 "in reverse order"."""
    is_reversed = slope.high is not None and slope.high < 0
    along = "in reverse order" if is_reversed else _side(slope, "too extreme", "too close together")
    said = [_side(ratio, "too high", "too low"), along]
    return [each for each in said if each]


def _side(estimate: Estimate, below: str, above: str) -> str:
    """Which side of 1 the whole interval lies on; "" for neither."""
    if estimate.low is None or estimate.high is None:
        return ""
    return below if estimate.high < 1 else above if estimate.low > 1 else ""


def _average(found: Calibration) -> str:
    cases = found.cases.seen.n
    prevalence, mean = percent(found.prevalence, cases), percent(found.mean_risk, cases)
    return f"Observed prevalence {prevalence}, mean predicted risk {mean}."


def few(seen: ThresholdTable | None, label: int, voice: Voice, advised: Mapping[str, int]) -> str:
    """ "Only 50 patients with VT; 100 are advised for a slope and 200 for a curve."; "" where there are as many.

    advised: what for -> cases with the class, and as many others.
    """
    fewer = seen.fewer if seen else 0
    lacking = [(whole(cases), what) for what, cases in advised.items() if fewer < cases]
    if not (seen and lacking):
        return ""
    is_class = fewer == seen.n_positive
    who = voice.group_phrase(fewer, label) if is_class else f"{whole(fewer)} other {voice.unit[fewer != 1]}"
    (first, what), *rest = lacking
    advised_for = [f"{first} are advised for {what}", *(f"{many} for {of}" for many, of in rest)]
    return f"Only {who}; {enumeration(advised_for)}."


def _imprecise(low: float, high: float, risk: float) -> str:
    """Where the interval reaches from half to twice the odds, no verdict stands on it."""
    if not 0 < risk < 1:
        return ""
    odds = risk / (1 - risk)
    is_wide = low / (1 - low) < odds / TWICE and (high >= 1 or high / (1 - high) > odds * TWICE)
    return f"Too few cases near {risk_said(risk)} for a verdict there." if is_wide else ""


def calibration_in_short(found: Calibration, label: int, voice: Voice) -> str:
    """ "Risks of VT too high and too extreme, O:E 0.56, slope 0.57", "O:E 1.00, slope 0.96 for VT", for other pages."""
    ratio, slope = found.oe_ratio, found.quick_slope
    numbers = f"O:E{NBSP}{decimal(ratio.value, 2)}"
    numbers += f", slope{NBSP}{decimal(slope.value, 2)}" if slope.is_defined else ""
    clear = _clear(ratio, slope)
    return f"{risks(label, voice)} {enumeration(clear)}, {numbers}" if clear else f"{numbers} for {voice.name(label)}"


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
    return "" if found.curve is None else sentences(f"Curve: {form(found.curve)}.", intervals(found))


def form(curve: CalibrationCurve) -> str:
    splines = f"restricted cubic splines of the logit, {len(curve.knots)} knots (Harrell’s quantiles)"
    return f"logistic regression on {splines if len(curve.knots) > 2 else 'the logit'}"


def intervals(found: Calibration) -> str:
    """How those of the numbers and of the curve were made; "" without any."""
    return "" if found.line[1].low is None else f"{ci(found.level)}: {_made(found)}; ICI from draws of the curve."


def _made(found: Calibration) -> str:
    units, of_curve = found.cases.units, "curve, " if found.curve and not found.curve.without_band else ""
    every = f"{of_curve}slope, intercepts, O:E and Brier score"
    if not found.cases.is_clustered:
        return f"{WALD}; O:E {WALD_LOGIT}; Brier score {BOOTSTRAP_LOGIT}"
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


def value_said(estimate: Estimate, places: int = 2) -> str:
    """ "**0.59** (0.44–0.78)" in a cell, bold as every value with its interval."""
    if not estimate.is_defined:
        return "not estimable"
    if estimate.low is None or estimate.high is None:
        return f"**{decimal(estimate.value, places)}**"
    return f"**{key_number(estimate, places)}**{NBSP}({between(estimate, places)})"


def between(estimate: Estimate, places: int = 2) -> str:
    """ "0.44–0.78", with "to" where a bound is negative; "" without an interval."""
    if estimate.low is None or estimate.high is None:
        return ""
    return span_of(estimate.low, estimate.high, places_of(estimate, places))


def range_said(low: float, high: float | None) -> str:
    """ "5–20 %", "50 % and over", "below 5 %"."""
    if high is None:
        return f"{risk_said(low)} and over"
    if not low:
        return f"below {risk_said(high)}"
    return f"{low * 100:.4g}{DASH}{risk_said(high)}"


def observed_said(estimate: Estimate, positives: int, cases: int) -> str:
    """ "5 (6 %)" of the cases in a range, below ten cases the count alone; "–" without any."""
    if not cases or math.isnan(estimate.value):
        return "–"
    return f"{whole(positives)}{in_brackets(positives, cases, estimate.value)}"
