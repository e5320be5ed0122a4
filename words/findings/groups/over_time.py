"""What is said of a class over time: before and from a date on, and which periods are outside the control limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

import numpy as np

from metrics.subgroups.control_limits import LANEY
from words.findings.finding import sentences
from words.text.amounts import ONE_BY_ONE, Amounts
from words.text.days import day_said, nouns, period_said, periods_said, short_day, span_said
from words.text.differences import points, points_interval
from words.text.escape import markdown
from words.text.numbers import NBSP, ci, counted, interval, of, percent, percent_said, weighted_beside, whole
from words.text.phrases import enumeration, sentence_case
from words.text.voice import Voice

if TYPE_CHECKING:
    from metrics import Estimate
    from metrics.subgroups.control_limits import ControlLimits
    from metrics.subgroups.periods import Periods

SHOWN = {"alarm_rate": "Predictions", "sensitivity": "Sensitivity", "fpr": "False positive rate"}
SIDES = {1: "above", -1: "below"}
MOST_NAMED = 3  # periods outside the limits; of more their number is said
LONGEST_MARKER = 40
ROWS_APART = "This CI treats rows as independent."
FILLED = "Filled: outside the limits."
FEW = 10


@dataclass(frozen=True)
class Marked:
    """A number before a day and from it on. name: of the day, already made safe for where it goes; "" for none."""

    day: date
    name: str
    before: Estimate
    since: Estimate
    apart: Estimate

    @property
    def in_markdown(self) -> Marked:
        """Its plain name made safe for Markdown."""
        return replace(self, name=markdown(" ".join(self.name.split()), LONGEST_MARKER))


def title(key: str, label: int, voice: Voice, periods: Periods) -> str:
    """ "VT predictions by month, 2026": the year where it is one year."""
    years = {start.year for start in periods.starts.tolist()}
    said = f"{sentence_case(subject(key, label, voice))} by {nouns(periods.months)[0]}"
    return f"{said}, {years.pop()}" if len(years) == 1 else said


def subject(key: str, label: int, voice: Voice) -> str:
    """ "VT predictions", "sensitivity for VT"."""
    name = voice.name(label)
    names = {"sensitivity": "sensitivity for", "fpr": "false positive rate for", "ppv": "PPV of"}
    return f"{names[key]} {name}" if key in names else f"{name} predictions"


def over_time(
    key: str,
    label: int,
    voice: Voice,
    periods: Periods,
    limits: ControlLimits,
    estimates: Sequence[Estimate],
    marked: Marked | None = None,
    amounts: Amounts = ONE_BY_ONE,
) -> str:
    """The sentence: before and from the marker on, or else the periods that are outside the limits.

    estimates: (g,) the number in each period.
    """
    if marked is None:
        about, were = sentence_case(_subject(key, label, voice)), "were" if key == "alarm_rate" else "was"
        counts = [_part(each, amounts) for each in estimates]
        return sentences(_outside(about, were, periods, limits, counts), _shift(periods, limits))
    after = ~periods.before(np.datetime64(marked.day)) & limits.judged
    said = f"{_from(marked, periods)}, {_level(key, marked.since, label, voice)}, before {_amount(marked.before)}"
    return f"{said}{_since(limits, after, periods)}."


def no_limits(key: str, label: int, voice: Voice, periods: Periods, limits: ControlLimits) -> str:
    """Why there are no limits; "" where there are."""
    note, (one, many) = limits.note, nouns(periods.months)
    if note is None:
        return ""
    if "periods" not in note.fields:
        return f"No control limits: {percent(limits.centre, 1)} in each {one} of the baseline."
    found = int(note.fields["periods"])
    told = f"{whole(found)} baseline {many} are" if found > 1 else f"{'one' if found else 'no'} baseline {one} is"
    enough = f"{FEW} or more {_about(key, label, voice)} and one or more expected of either outcome"
    return f"No control limits: {told} complete with {enough}; {note.fields['needed']} are needed."


def difference(marked: Marked, level: float) -> str:
    """ "46 of 400 since then, 34 of 750 before: +6.9 points (95 % CI +3.6 to +10.7)."."""
    cases = min(marked.before.trials or 0, marked.since.trials or 0)
    counts = f"{_counts(marked.since)} since then, {_counts(marked.before)} before"
    if not marked.apart.is_defined:
        return f"{counts}: too few to compare."
    between = points_interval(marked.apart, cases, level)
    return f"{counts}: {points(marked.apart.value, cases)} ({between})."


def one_sided(day: date, unit: tuple[str, str]) -> str:
    """Of a marked day that lies before or after all dates."""
    return f"No {unit[1]} on one side of {day_said(day)}, so nothing is compared."


def method(limits: ControlLimits, baseline: Sequence[date], periods: Periods, unit: tuple[str, str]) -> str:
    """How the limits are made, and why they step. baseline: the first days of its judged periods."""
    if limits.method is None or not baseline:
        return ""
    many, centre = nouns(periods.months)[1], percent(limits.centre, 200)
    span = span_said(baseline[0], baseline[-1], periods.months)
    said = f"{limits.method}, 3 standard errors around {centre} ({span})"
    if limits.method == LANEY:
        said += f" times {limits.sigma_z:.1f}, as {many} vary more than binomial proportions"
    return f"Control limits: {said}; wider in {many} with fewer {unit[1]}."


def not_judged(key: str, label: int, voice: Voice, periods: Periods, limits: ControlLimits) -> str:
    """Which periods are grey, and which cases are not shown."""
    incomplete = periods.are_incomplete
    few = ~limits.judged & ~incomplete & (periods.sizes > 0)
    reasons = [
        f"incomplete ({periods_said(periods.starts[incomplete].tolist(), periods.months)})" if incomplete.any() else "",
        f"fewer than {FEW} {_about(key, label, voice)} or less than one expected of either outcome"
        if few.any()
        else "",
    ]
    grey = " or ".join(filter(None, reasons))
    return sentences(
        f"Grey, not judged: {grey}." if grey else "", late(periods, voice.unit), _not_shown(periods, voice.unit)
    )


def late(periods: Periods, unit: tuple[str, str]) -> str:
    """ "In December 2026 30 of 80 patients have no true class yet, in other months 2 of 880."; "" without such."""
    is_late = periods.are_late
    if not is_late.any():
        return ""
    told = [periods.unlabelled[each] for each in (is_late, ~is_late)]
    sizes = [(periods.sizes + periods.unlabelled)[each] for each in (is_late, ~is_late)]
    here, others = (of(int(missing.sum()), int(size.sum())) for missing, size in zip(told, sizes, strict=True))
    when = periods_said(periods.starts[is_late].tolist(), periods.months)
    return f"In {when}, {here} {unit[1]} have no true class yet, in other {nouns(periods.months)[1]} {others}."


def _about(key: str, label: int, voice: Voice) -> str:
    """The cases that a number is about: "patients with VT", "other patients", "patients"."""
    return {"sensitivity": voice.cases(label), "fpr": f"other {voice.unit[1]}"}.get(key, voice.unit[1])


def _not_shown(periods: Periods, unit: tuple[str, str]) -> str:
    undated = f"{counted(periods.undated, unit)} without a readable date" if periods.undated else ""
    start = period_said(periods.starts[0].tolist(), periods.months)
    earlier = f"{counted(periods.earlier, unit)} dated before {start}" if periods.earlier else ""
    end = period_said(periods.starts[-1].tolist(), periods.months)
    later = (
        f"{counted(periods.unlabelled_later, unit)} after {end}, all without a true class"
        if periods.unlabelled_later
        else ""
    )
    found = [each for each in (undated, earlier, later) if each]
    return f"Not shown: {enumeration(found)}." if found else ""


def one_period(periods: Periods, unit: tuple[str, str]) -> str:
    """Where there is nothing to compare over time."""
    cases, start = int(periods.sizes.sum()), period_said(periods.starts[0].tolist(), periods.months)
    return sentences(f"All {counted(cases, unit)} with a date are from {start}.", _not_shown(periods, unit))


def point_said(start: date, months: int, estimate: Estimate, low: float, high: float, level: float) -> str:
    """One period in the picture: its number, and the limits where there are any."""
    when, counts = period_said(start, months), _counts(estimate)
    if not estimate.is_defined:
        return f"{when}: no cases"
    if (estimate.trials or 0) >= FEW:
        between = interval(estimate)
        counts = f"{percent_said(estimate)} ({counts}{f', {ci(level)}{NBSP}{between}' if between else ''})"
    return f"{when}: {counts}" + ("" if np.isnan(low) else f"<br>limits {limits_said(low, high)}")


def marker_said(day: date, name: str) -> str:
    """ "software 2.4, 1 Sep", in a picture."""
    typed = " ".join(name.split())
    return f"{typed}, {short_day(day)}" if typed else short_day(day)


def limits_said(low: float, high: float) -> str:
    """ "0–10.9 %"; "" without limits."""
    return "" if np.isnan(low) else f"{low * 100:.3g}–{high * 100:.3g}{NBSP}%"


def _subject(key: str, label: int, voice: Voice) -> str:
    """The same in a sentence: "the false positive rate for VT"."""
    return f"{'the ' if key == 'fpr' else ''}{subject(key, label, voice)}"


def _from(marked: Marked, periods: Periods) -> str:
    day = day_said(marked.day, len({start.year for start in periods.starts.tolist()}) > 1)
    name = " ".join(marked.name.split())
    if not name:
        return f"From {day}"
    return f"From the {name.removeprefix('the ').removeprefix('The ')} on {day}"


def _level(key: str, estimate: Estimate, label: int, voice: Voice) -> str:
    if key == "alarm_rate":
        cases = "" if (estimate.trials or 0) < FEW else f" of {voice.unit[1]}"
        return f"{_amount(estimate)}{cases} are predicted {voice.name(label)}"
    return f"{_subject(key, label, voice)} is {_amount(estimate)}"


def _amount(estimate: Estimate) -> str:
    """ "4.6 %", of few cases "2 of 7"."""
    if not estimate.is_defined:
        return "not estimable"
    return percent_said(estimate) if (estimate.trials or 0) >= FEW else _counts(estimate)


def _counts(estimate: Estimate) -> str:
    return of(estimate.successes or 0, estimate.trials or 0)


def _since(limits: ControlLimits, after: np.ndarray, periods: Periods) -> str:
    """How many judged periods from the marker on are outside; "" where none can be."""
    judged = int(after.sum())
    if limits.method is None or not judged:
        return ""
    sides, many = limits.sides[after], nouns(periods.months)[judged != 1]
    found = {word: int((sides == side).sum()) for side, word in SIDES.items()}
    words = [word for word, count in found.items() if count]
    if not words:
        return f"; none of {judged} {many} is outside the control limits" if judged > 1 else "; within the limits"
    if len(words) > 1:
        return f"; {of(found['above'], judged)} {many} are above and {found['below']} below the control limits"
    (word,) = words
    return f"; {of(found[word], judged)} {many} {'is' if found[word] == 1 else 'are'} {word} the control limit"


def _outside(about: str, were: str, periods: Periods, limits: ControlLimits, counts: Sequence[str]) -> str:
    """about: the number, as a sentence begins. counts: (g,) of each period."""
    one, many = nouns(periods.months)
    if limits.method is None:
        return ""
    judged = int(limits.judged.sum())
    said: list[str] = []
    for side, word in SIDES.items():
        if places := np.flatnonzero(limits.sides == side).tolist():
            named = (f"{period_said(periods.starts[at].item(), periods.months)} ({counts[at]})" for at in places)
            when = enumeration(named) if len(places) <= MOST_NAMED else f"{of(len(places), judged)} {many}"
            said.append(f"{word} {'it' if said else 'the control limit'} in {when}")
    return f"{about} {were} {' and '.join(said)}." if said else f"{about}: no {one} is outside the control limits."


def _part(estimate: Estimate, amounts: Amounts) -> str:
    part, total = estimate.successes or 0, estimate.trials or 0
    return amounts.part(part, total) + weighted_beside(estimate.value, part, total)


def _shift(periods: Periods, limits: ControlLimits) -> str:
    """A run of periods on one side of what is usual."""
    if not limits.has_shift:
        return ""
    many = nouns(periods.months)[1]
    return (
        f"Shift: {whole(limits.longest_run)} {many} in a row are on one side of the usual proportion, that of all "
        f"{many} within the limits; without a change more than {limits.longest_expected} are rare."
    )
