"""What is said about two models on the same cases: who found what the other missed, and if that is beyond chance.

A model is better only where the whole interval says so; the names that come in are safe for where they go.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from metrics import Estimate
from metrics.intervals.resampling_units import REPLICATES, SEED
from metrics.paired.paired_shares import FEWEST_DIFFERING
from words.findings.finding import LONGEST, Finding
from words.text.escape import distinct, shared_words, short
from words.text.notes import why
from words.text.numbers import NBSP, ci, counted, decimal, minus, of, percent, threshold, whole
from words.text.phrases import enumeration
from words.text.voice import Voice

if TYPE_CHECKING:
    from metrics.paired.paired_auc import Matched
    from metrics.paired.paired_shares import PairedShare

MANY = 200  # from here on a point has a decimal
SMALLEST_P = 0.001  # below it a p-value is not given any more exactly


class Names(NamedTuple):
    """The model that is compared, and the reference that it is compared with."""

    model: str
    reference: str


def told_apart(names: Sequence[str], limit: int = 32) -> tuple[str, ...]:
    """Names cut to fit, no two alike: those that begin alike lose the words that they share instead."""
    if len({short(name, limit) for name in names}) == len(names):
        return tuple(short(name, limit) for name in names)
    shared = len(shared_words(names))
    return distinct((f"…{name[shared:].strip()}" if shared else name for name in names), limit)


# ------------------------------------------------------------------ numbers


def points(value: float, cases: int) -> str:
    """A difference of two shares: "+4.2 points", "0 points"."""
    if math.isnan(value):
        return "not estimable"
    return f"{_signed(value, cases)}{NBSP}points"


def _signed(value: float, cases: int) -> str:
    """What is not 0 never reads as 0, as its sign may decide."""
    usual = int(cases >= MANY)
    return minus(next((said for places in range(usual, 4) if float(said := f"{value * 100:+.{places}f}")), "0"))


def points_interval(estimate: Estimate, cases: int, level: float | None = None) -> str:
    """ "95 % CI −1.2 to +4.5", or why there is none."""
    return _interval(estimate, level, lambda end: _signed(end, cases))


def ratio_interval(estimate: Estimate, level: float | None = None) -> str:
    """ "95 % CI 0.98 to 1.06", or why there is none."""
    return _interval(estimate, level, lambda end: decimal(end, 2))


def _interval(estimate: Estimate, level: float | None, written: Callable[[float], str]) -> str:
    """ "to" in place of a dash, which would be read as one more minus."""
    if estimate.low is None or estimate.high is None:
        return why(estimate) or "no interval"
    name = "CI" if level is None else ci(level)
    return f"{name}{NBSP}{written(estimate.low)}{NBSP}to{NBSP}{written(estimate.high)}"


def p_said(p: float) -> str:
    """ "p = 0.013", "p < 0.001"; "" where there is no test."""
    if math.isnan(p):
        return ""
    return f"p{NBSP}{'' if p < SMALLEST_P else f'={NBSP}'}{p_value(p)}"


def p_value(p: float) -> str:
    """ "0.013", "< 0.001"; "" where there is no test."""
    if math.isnan(p):
        return ""
    return f"<{NBSP}{SMALLEST_P}" if p < SMALLEST_P else f"{p:.3f}"


def right_of(found: PairedShare, of_model: bool) -> str:
    """ "193 of 212 (91.0 %)" of the compared model, or of the reference."""
    number = found.first if of_model else found.second
    if not found.cases:
        return "no cases"
    return f"{of(number, found.cases)} ({percent(number / found.cases, found.cases)})"


def small_lines(first: str, *lines: str) -> str:
    """A cell of a table in Markdown: what matters, and below it small lines that no phone breaks."""
    return "  \n".join([first, *(f":small[{line.replace(' ', NBSP)}]" for line in lines if line)])


# ------------------------------------------------------------------ verdicts


def verdict_said(found: PairedShare, names: Names) -> str:
    """Which is better, by the interval; or that nothing clear is seen, or why nothing is judged."""
    match found.verdict:
        case "first":
            return f"{names.model} better"
        case "second":
            return f"{names.reference} better"
        case "neither":
            return "no clear difference (the interval holds 0)"
        case "too few":
            who = "patients differ" if found.is_clustered else "differ"
            return f"too few {who} ({whole(found.differing)}, at least {FEWEST_DIFFERING} are needed)"
    return f"not judged ({why(found.difference) or 'no interval'})"


def test_said(found: PairedShare) -> str:
    """The p-value, named by how it was made."""
    if math.isnan(found.p):
        return ""
    return (
        f"{p_said(found.p)} by swapping within patients" if found.is_clustered else f"exact McNemar {p_said(found.p)}"
    )


def difference_said(found: PairedShare, level: float) -> str:
    """ "+4.2 points (95 % CI −1.2 to +4.5), exact McNemar p = 0.013"."""
    if not found.difference.is_defined:
        return "not estimable (no cases)"
    interval = points_interval(found.difference, found.cases, level)
    parts = [f"{points(found.difference.value, found.cases)} ({interval})", test_said(found)]
    return ", ".join(part for part in parts if part)


def margin_said(what: str, found: PairedShare, judged: str, margin: float, names: Names) -> str:
    """Whether a model may count as no worse than the reference by more than the margin. judged: by `non_inferior`."""
    ends, limit = points_interval(found.difference, found.cases), f"−{margin * 100:g}"
    match judged:
        case "non-inferior":
            said = f"**non-inferior**: CI entirely above {limit} ({ends})"
        case "inferior":
            said = f"**inferior**: CI entirely below {limit} ({ends})"
        case "inconclusive":
            said = f"**inconclusive**: CI includes {limit} ({ends})"
        case _:
            said = f"not judged: {ends}"
    return f"{what} of {names.model} against {names.reference}: {said}."


# ------------------------------------------------------------------ sentences


def compare_finding(
    found: PairedShare, others: PairedShare, label: int, names: Names, voice: Voice, level: float
) -> Finding:
    """Who found what the other missed among those with the class; then both differences, judged by their intervals."""
    if not found.cases:
        return Finding(
            f"No common {voice.unit[0]} truly belongs to {voice.name(label)}, so neither model could miss one.",
            _verdict_sentence("Specificity", others, names, level),
            ("specificity",),
        )
    first, second = _who_found(found, label, names, voice)
    headline, rest = (f"{first}; {second}.", "") if len(first) + len(second) < LONGEST else (f"{first}.", f"{second}. ")
    if not second:
        headline, rest = f"{first}.", ""
    told = [
        _verdict_sentence("Sensitivity", found, names, level),
        _verdict_sentence("Specificity", others, names),
    ]
    return Finding(headline, f"{rest}{' '.join(told)}", ("sensitivity", "specificity"))


def _who_found(found: PairedShare, label: int, names: Names, voice: Voice) -> tuple[str, str]:
    start = f"On the same {voice.group_phrase(found.cases, label)},"
    if not found.first_only and not found.second_only:
        same = "all" if found.both == found.cases else f"the same {whole(found.both)}" if found.both else "none"
        return f"{start} both models found {same}", ""
    return (
        f"{start} {names.reference} found {_number(found.second_only)} that {names.model} missed",
        f"{names.model} found {_number(found.first_only)} that {names.reference} missed",
    )


def _number(number: int) -> str:
    return whole(number) if number else "none"


def _verdict_sentence(what: str, found: PairedShare, names: Names, level: float | None = None) -> str:
    """ "Sensitivity +5.2 points (95 % CI +1.3 to +9.5): B better."; of a model less the reference."""
    if not found.cases:
        return f"{what}: no cases."
    value, interval = points(found.difference.value, found.cases), points_interval(found.difference, found.cases, level)
    return f"{what} {value} ({interval}): {verdict_said(found, names)}."


def joined_said(
    common: int,
    alone: tuple[int, int],
    blank: int,
    differing: int,
    by: Sequence[str],
    names: Names,
    unit: tuple[str, str],
) -> str:
    """What was compared with what. alone: cases of the model, of the reference only. by: names of columns, safe."""
    how = f"told by {enumeration(by)}" if by else "both answers stand in the same rows"
    said = [f"{counted(common, unit)} in common ({how})"]
    said += [
        f"{whole(number)} only in {name}" for number, name in zip(alone, names, strict=True) if number or any(alone)
    ]
    if blank:
        said.append(f"{whole(blank)} rows without an id left out")
    if differing:
        said.append(f"{whole(differing)} left out, whose true class is not the same in both")
    return f"{', '.join(said)}."


def area_said(difference: Estimate, p: float, names: Names, level: float) -> str:
    """The difference of two areas with its interval, test and verdict."""
    if not difference.is_defined:
        return f"The areas are not estimable ({why(difference)})."
    value = _signed_area(difference.value)
    if difference.low is None or difference.high is None:
        return f"AUC of {names.model} − {names.reference}: {value} ({why(difference)})."
    bounds = f"{_signed_area(difference.low)} to {_signed_area(difference.high)}"
    if difference.low > 0 or difference.high < 0:
        verdict = f"{names.model if difference.low > 0 else names.reference} better"
    else:
        verdict = "no clear difference (the interval holds 0)"
    test = f", {p_said(p)}" if p_said(p) else ""
    return f"AUC of {names.model} − {names.reference}: {value} ({ci(level)}{NBSP}{bounds}){test}: **{verdict}**."


def _signed_area(value: float) -> str:
    return minus(f"{value:+z.3f}")


def matched_said(found: Matched, standing: str) -> tuple[str, str, str]:
    """To what a model is moved, by which rule, and what it reaches there."""
    right, cases = found.reached
    rule = "flagging nobody" if math.isinf(found.threshold) else f"score ≥{NBSP}{threshold(found.threshold)}"
    reached = f"{of(right, cases)} ({percent(right / cases, cases)})"
    return f"to the {found.held} of {standing}", rule, reached


def comparison_made(level: float, clustered: bool) -> str:
    """The methods of the page."""
    if clustered:
        return (
            f"Intervals: {percent(level, 0)}, drawing whole patients with all their rows ({REPLICATES:,} resamples, "
            f"seed {SEED}), Obuchowski for areas; p-values swap the two models within whole patients, over all swaps."
        )
    return (
        f"Intervals: {percent(level, 0)}, Newcombe for paired shares, DeLong for differences of areas, "
        "Moskowitz-Pepe for ratios; p-values of shares are McNemar's, exact."
    )
