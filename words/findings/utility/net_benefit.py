"""The finding of the Net benefit page, and what stands in its figure and tables.

Net benefit is said per 100 patients, as the difference to the better of acting on everyone and on no one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from metrics import Estimate
from words.findings.finding import Finding, sentences
from words.findings.prevalence import common
from words.findings.utility.acts import Acts, exchange
from words.text.differences import never_0
from words.text.notes import why
from words.text.numbers import NBSP, ci, decimal, span_of
from words.text.phrases import enumeration, sentence_case
from words.text.voice import Voice

Range = tuple[float, float]
ADVISED = {"a decision curve": 100}  # cases with the class, and as many others
MOST_RANGES = 2
MOST_PLACES = 6  # decimals of a number per 100
NO_SCORES = (
    "This study has predicted labels but no scores, so it has no decision curve.",
    "Add a probability for each class (for example columns `score_Normal`, `score_VT`).",
)
NO_CASES = (
    "Net benefit is not estimable: scored cases with and without the class are needed.",
    "Choose another split, model or class of interest at the top of the page.",
)
NOT_PROBABILITIES = (
    "A threshold of net benefit is a risk, so it needs probabilities: from 0 to 1, and summing to 1 over the classes. "
    "Open a file with calibrated probabilities, or choose a class that has them at the top of the page. The Threshold "
    "page works with any score."
)
MEANS = "Net benefit: true positives minus weighted false positives; its gain is the difference to the better default."


def per_100(value: float, places: int = 1, sign: bool = False) -> str:
    """A number per person as one per 100: "2.9", with its sign "+2.9"; what is not 0 never reads as 0."""
    if math.isnan(value):
        return "not estimable"
    said = never_0(value * 100, places, MOST_PLACES)
    return said if sign else said.removeprefix("+")


def places_of(estimate: Estimate) -> int:
    """Decimals of a net benefit per 100: one, more where it is below 1 with both its bounds."""
    ends = (estimate.value, estimate.low, estimate.high)
    largest = max(abs(end) * 100 for end in ends if end is not None and not math.isnan(end))
    return 1 if largest >= 1 else 2 if largest >= 0.1 else 3


def between_per_100(found: Estimate) -> str:
    """ "1.8–4.0", across 0 "−0.4 to +0.9"; "" without an interval."""
    if found.low is None or found.high is None:
        return ""
    places = places_of(found)
    if found.low <= 0:
        low, high = (per_100(end, places, sign=True) for end in (found.low, found.high))
        return f"{low}{NBSP}to{NBSP}{high}"
    while not round(found.low * 100, places) and places < MOST_PLACES:
        places += 1
    return span_of(found.low * 100, found.high * 100, places)


def interval_per_100(found: Estimate, level: float | None = None) -> str:
    """ "95 % CI 1.8–4.0", or why there is none."""
    between = between_per_100(found)
    return f"{ci(level)}{NBSP}{between}" if between else why(found)


@dataclass(frozen=True)
class Worth:
    """What a model is worth at one threshold. gain: per person over the better default, which is acting on everyone or
    on no one. everyone: the net benefit of the former. flagged: cases at or above the threshold, of all cases."""

    risk: float
    gain: Estimate
    everyone: float
    flagged: int
    cases: int

    @property
    def everyone_is_better(self) -> bool:
        """Than no one, whose net benefit is 0."""
        return self.everyone > 0

    def default(self, acts: Acts) -> str:
        """The better default."""
        return acts.everyone if self.everyone_is_better else acts.nobody


def finding(worth: Worth, acts: Acts, voice: Voice, level: float) -> Finding:
    """The gain over the better default with its interval; then over which, and what the threshold means.

    Acting on no one is worth 0, so the gain is what the figure shows; over acting on everyone it is not, and says so.
    """
    gain, default, risk = worth.gain, worth.default(acts), worth.risk
    start = f"At {_article(risk)} {common(risk)} threshold the model is worth"
    means = sentences(_all_alike(worth, voice) or _compared(worth, default), exchange(risk, acts))
    if gain.value == 0:
        return Finding(f"{start} as much as {default}.", means, ("net_benefit",))
    brackets = f" ({interval_per_100(gain, level)})" if gain.low is not None else ""
    number = per_100(gain.value, places_of(gain))
    over = f" compared with {default}" if worth.everyone_is_better else ""
    amount = f"{number} net {acts.unit} per 100{NBSP}{voice.unit[1]}{over}{brackets}"
    return Finding(f"{start} {amount}.", means, ("net_benefit",))


def _all_alike(worth: Worth, voice: Voice) -> str:
    """Where the threshold divides nobody from anybody; else ""."""
    if worth.flagged and worth.flagged < worth.cases:
        return ""
    return f"{'Every' if worth.flagged else 'No'} {voice.unit[0]} has a score of {common(worth.risk)} or above."


def _article(risk: float) -> str:
    """ "a" 10 % threshold, "an" 8 % one."""
    said = f"{risk * 100:.3g}"
    return "an" if said.startswith("8") or said.split(".")[0] in ("11", "18") else "a"


def _compared(worth: Worth, default: str) -> str:
    """Which default is the better one, and whether the model is clearly above it."""
    gain = worth.gain
    is_said = gain.note is not None and gain.note.code == "few_patients"  # in the title line
    lacking = f"{sentence_case(why(gain))}." if gain.low is None and not is_said else ""
    if gain.value <= 0 and not gain.excludes_0:
        return sentences(f"Not more than {default}, the better default.", lacking or "The CI includes 0.")
    if gain.value <= 0:
        return f"Less than {default}, the better default."
    if gain.low is not None and not gain.excludes_0:
        return f"The CI includes 0: no clear gain over {default}, the better default."
    if worth.everyone_is_better:  # the headline has the gain, the figure these two
        model, everyone = (
            per_100(value, places_of(Estimate(value))) for value in (worth.everyone + gain.value, worth.everyone)
        )
        return sentences(f"Net benefit is {model}, that of {default}, the better default, {everyone}.", lacking)
    return sentences(f"More than {default}, the better default.", lacking)


def worthwhile(ranges: Sequence[Range], first: float, last: float) -> str:
    """At which thresholds the lower bound of the gain is above 0; first, last: of those that were looked at."""
    if not ranges:
        return f"At no threshold from {_span((first, last))} is the CI of the gain above 0."
    start = "The CI of the gain is above 0"
    if len(ranges) > MOST_RANGES:
        return f"{start} {_widest_of(ranges)}."
    thresholds = "" if ranges[0][0] == ranges[0][1] else " at thresholds"
    return f"{start}{thresholds} {enumeration([_reach(each) for each in ranges])}."


def _widest_of(ranges: Sequence[Range]) -> str:
    """Of many ranges: a stray threshold, which may be the first, says nothing."""
    widest = max(ranges, key=lambda each: each[1] - each[0])
    between = f"between {ranges[0][0] * 100:.3g} and {common(ranges[-1][1])}"
    if widest[0] == widest[1]:
        return f"at single thresholds {between}"
    return f"at thresholds {_reach(widest)}, and at some others {between}"


def _reach(span: Range) -> str:
    return f"at {common(span[0])}" if span[0] == span[1] else f"from {_span(span)}"


def _span(span: Range) -> str:
    """ "1 to 35 %"."""
    return f"{span[0] * 100:.3g} to {common(span[1])}"


def harm_said(per_1000: float) -> str:
    """What is subtracted for running the model; "" for nothing."""
    if not per_1000:
        return ""
    cases = "missed case" if per_1000 == 1 else "missed cases"
    return f"Cost of running the model subtracted: {per_1000:g} {cases} per 1,000."


def trade_off(worth: Worth, acts: Acts, voice: Voice) -> str:
    """How many patients the model is run on for one net true positive: 1 / gain, of the gain without harm."""
    gain, default = worth.gain, worth.default(acts)
    if not gain.value > 0:
        return f"Without any cost of running it the model gains nothing over {default}."
    between = ""
    if gain.low is not None and gain.high is not None and gain.low > 0:
        between = f" (CI {_per_one(gain.high)}–{_per_one(gain.low)})"
    return (
        f"Test trade-off: one net {acts.unit[:-1]} more than {default} for every {_per_one(gain.value)}{NBSP}"
        f"{voice.unit[1]} on whom the model is run{between}."
    )


def _per_one(gain: float) -> str:
    return f"{math.ceil(1 / gain - 1e-9):,}"


def elsewhere(worth: Worth, prevalence: float | None, acts: Acts, voice: Voice) -> str:
    """The gain at another prevalence in one sentence; at that of the study for None."""
    gain = worth.gain
    said = per_100(gain.value, places_of(gain), sign=True)
    brackets = f" ({interval_per_100(gain)})" if gain.low is not None else ""
    where = "the observed prevalence" if prevalence is None else f"a prevalence of {common(prevalence)}"
    return (
        f"At {where} and {_article(worth.risk)} {common(worth.risk)} threshold: **{said}** net {acts.unit} per "
        f"100{NBSP}{voice.unit[1]}{brackets}, compared with {worth.default(acts)}."
    )


def difference_to(model: str) -> str:
    """Heads the column of paired differences."""
    return f"Difference to {model}, per 100"


def models_marks(level: float, rivals: int) -> str:
    """What the marks beside all models are, with how many of them are compared with the reference."""
    together = f", simultaneous for {rivals} models (Bonferroni)" if rivals > 1 else ""
    return (
        f"Marks: gain of each model, and its difference to the reference on the same cases, with {ci(level)}"
        f"{together}; filled where the CI excludes 0."
    )


def as_given(ratio: float) -> str:
    """ "Scores are used as given (O:E 0.56)."."""
    return f"Scores are used as given (O:E {decimal(ratio, 2)})." if math.isfinite(ratio) else ""


def not_probabilities(label: int, voice: Voice) -> Finding:
    """Of scores that are not put on an axis of risk."""
    return Finding(f"The scores for {voice.name(label)} are not probabilities.", "")


def point_said(risk: float, value: Estimate) -> str:
    """A point of the curve: "10 %: 2.9 (CI 1.8–4.0)"."""
    between = f" ({interval_per_100(value)})" if value.low is not None else ""
    return f"{common(risk)}: {per_100(value.value, places_of(value))}{between}"


REFERENCE, NOT_PAIRED = "reference", "no case in common"
COST_MEANS = (
    "What one model run costs a patient (time, contrast, radiation, money), as missed cases. It is subtracted from the "
    "net benefit of the model on this page."
)
