"""Whether the predicted risks of a class are correct on average and along their range."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from words.findings.calibration.cells import NAMES, risk_said
from words.findings.finding import Finding, sentences
from words.text.notes import reason
from words.text.numbers import (
    NBSP,
    bounds,
    ci,
    counted,
    decimal,
    key_number,
    percent,
    rounded_up,
    span_of,
    whole,
)
from words.text.phrases import enumeration
from words.text.voice import Voice

if TYPE_CHECKING:
    from metrics import Estimate
    from metrics.calibration.calibration import Calibration
    from metrics.notes import Note
    from metrics.thresholds import ThresholdTable

PERS = (100, 1000, 10_000, 100_000)  # people that an observed risk is said of
ADVISED = {"a slope": 100, "a curve": 200}  # cases with the class, and as many others: Vergouwe 2005, Van Calster 2016
TWICE = 2.0  # odds that the CI reaches beyond on both sides where there are too few cases for a verdict
SLOPE_WITHIN = 0.1  # half-width of the CI of a slope that Riley 2021 (doi 10.1002/sim.9025) asks for


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
