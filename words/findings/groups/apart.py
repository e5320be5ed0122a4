"""The finding of the Subgroups page: in which group the model misses more, or alarms more, than in the rest."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from metrics import Estimate
from metrics.notes import Note
from words.findings.finding import Finding, sentences
from words.findings.groups.named import Escape, Member, columns_said, in_markdown
from words.text.amounts import ONE_BY_ONE, Amounts
from words.text.differences import MANY, p_said
from words.text.names import at_most
from words.text.notes import no_interval
from words.text.numbers import NBSP, ci, counted, percent_said, span_of
from words.text.phrases import enumeration
from words.text.voice import Voice

NAMES = {"sensitivity": "sensitivity", "fpr": "false positive rate"}
MOST_LISTED = 8
NO_GROUPS = "No column tells groups of patients apart."
NO_GROUPS_TAKES = (
    "This page takes columns with a few values, numbers or dates, such as sex, age, site or date of the recording."
)

Compared = Literal["cases", "draws", "sums"]  # what differences are from
DIFFERENCES: dict[Compared, str] = {
    "cases": "Newcombe", "draws": "drawn with the same resamples", "sums": "MOVER of both CIs",
}  # fmt: skip


@dataclass(frozen=True)
class Apart:
    """A group and its rest: another group where there are two, else None for all others.

    difference: own − rest. level: of the view. p: of one test over the column, nan without; columns: how many are
    examined.
    """

    group: Member
    other: Member | None
    own: Estimate
    rest: Estimate
    difference: Estimate
    level: float
    p: float
    columns: int


@dataclass(frozen=True)
class Speaker:
    """What all sentences of the page need. label: the class. columns: those that are examined, as in the file.

    escape: how user text is made harmless: for Markdown, or not at all for plain text.
    """

    voice: Voice
    label: int
    columns: tuple[str, ...]
    amounts: Amounts = ONE_BY_ONE
    escape: Escape = in_markdown

    @property
    def name(self) -> str:
        return self.voice.name(self.label)


def finding(
    gap: Apart | None, other: Apart | None, comparable: Collection[str], speaker: Speaker, detected: int | None = None
) -> Finding:
    """The largest clear gap in sensitivity, then that in the false positive rate.

    comparable: the rates of which a group and its rest both have ten cases. detected: of all cases of the class.
    """
    second = _second(other, "fpr" in comparable, speaker)
    named = ("sensitivity", "fpr")
    if gap is not None:
        return Finding(_headline(gap, "sensitivity", speaker), sentences(_how_far(gap, speaker), second), named)
    among = columns_said(speaker.columns, speaker.escape)
    if "sensitivity" not in comparable:
        few = f"fewer than two groups of {among} have 10 {speaker.voice.cases(speaker.label)}"
        return Finding(f"Sensitivity for {speaker.name} cannot be compared: {few}.", second, named)
    if detected == 0:
        none = f"{speaker.voice.who} detected none of the {speaker.voice.cases(speaker.label)}"
        return Finding(f"{none}: sensitivity is 0{NBSP}% in all groups of {among}.", second, named)
    return Finding(
        f"No clear difference in sensitivity for {speaker.name} between the groups of {among}.", second, named
    )


def footnote(unit: tuple[str, str], compared: Compared, are_several: bool) -> str:
    """How differences are made, and what the line in the figures is. are_several: more than two groups of a column."""
    together = ", simultaneous for the groups of a column (Bonferroni)" if are_several else ""
    return (
        f"Differences are to all other groups of a column: {DIFFERENCES[compared]}{together}. "
        f"Vertical line: all {unit[1]}."
    )


def by_rows(of_areas: Sequence[str], of_all: Sequence[str], unknown: Sequence[str]) -> str:
    """What treats rows as independent where an engine counts patients with several.

    of_areas, of_all: columns with patients in several groups, whose differences of AUC and O:E do, and all differences;
    unknown: columns of whose groups no patients are told.
    """
    several, so = "Some patients are in several groups of", "treat rows as independent"
    return sentences(
        f"{several} {columns_said(of_areas)}: these differences of AUC and O:E {so}." if of_areas else "",
        f"{several} {columns_said(of_all)}: all these differences {so}." if of_all else "",
        f"All CIs in the groups of {columns_said(unknown)} {so}." if unknown else "",
    )


def link(gap: Apart, speaker: Speaker) -> str:
    """For other pages: "sensitivity for VT: 31 points lower in women (13 of 21)"."""
    counts = _value(gap.own, speaker.amounts)[1]
    return f"sensitivity for {speaker.name}: {_points(gap)} {gap.group.where_in(speaker.escape)}{counts}"


def _second(gap: Apart | None, is_comparable: bool, speaker: Speaker) -> str:
    if gap is None:
        few = f"too few {speaker.voice.unit[1]} of other classes to compare"
        return f"False positive rate: {'no clear difference' if is_comparable else few}."
    return sentences(_headline(gap, "fpr", speaker, short=True), _how_far(gap, speaker))


def _headline(gap: Apart, key: str, speaker: Speaker, short: bool = False) -> str:
    name = NAMES[key].capitalize()
    other = gap.other.where_in(speaker.escape) if gap.other else "in all others"
    own, rest = (_value(each, speaker.amounts) for each in (gap.own, gap.rest))
    start = f"{name}:" if short else f"{name} for {speaker.name} is"
    return f"{start} {own[0]} {gap.group.where_in(speaker.escape)}{own[1]} and {rest[0]} {other}{rest[1]}."


def _value(rate: Estimate, amounts: Amounts) -> tuple[str, str]:
    """ "62 %" and " (13 of 21)"."""
    return percent_said(rate), f" ({amounts.part(rate.successes or 0, rate.trials or 0)})"


def _how_far(gap: Apart, speaker: Speaker) -> str:
    low, high = sorted(abs(end) * 100 for end in (gap.difference.low or 0.0, gap.difference.high or 0.0))
    places = _places(gap)
    while places < 3 and not round(low, places):
        places += 1
    said = [f"{ci(gap.level)}{NBSP}{span_of(low, high, places)}", _tested(gap)]
    return f"{_points(gap)} {gap.group.where_in(speaker.escape)} ({'; '.join(filter(None, said))})."


def _tested(gap: Apart) -> str:
    if math.isnan(gap.p):
        return ""
    adjusted = min(1.0, gap.p * gap.columns)
    more = f", adjusted for {gap.columns} columns {p_said(adjusted)}" if gap.columns > 1 else ""
    return f"interaction {p_said(gap.p)}{more}"


def _points(gap: Apart) -> str:
    value = gap.difference.value
    return f"{abs(value) * 100:.{_places(gap)}f}{NBSP}points {'lower' if value < 0 else 'higher'}"


def _places(gap: Apart) -> int:
    """One decimal for many cases, and where less than a point would read as none."""
    fewer = min(gap.own.trials or 0, gap.rest.trials or 0)
    return int(fewer >= MANY or abs(gap.difference.value) < 0.015)


def required_said(key: str, bound: str, states: Mapping[str, Sequence[str]]) -> str:
    """ "Required sensitivity of at least 90 %: met in men; not met in women; inconclusive in 3 groups."

    bound: "at least 90 %". states: "met", "not met", "inconclusive" -> the groups, safe for Markdown.
    """
    parts = []
    for state, groups in states.items():
        if groups:
            said = enumeration(groups) if len(groups) <= 3 else f"{len(groups)} groups"
            parts.append(f"{state}: {said}")
    return f"Required {NAMES[key]} {bound} – {'; '.join(parts)}." if parts else ""


def not_assessable(key: str, groups: Sequence[tuple[Member, Estimate]], speaker: Speaker) -> str:
    """ "Fewer than 10 patients with VT: under 50 years (3 of 4 detected), site West (3 of 3)."; "" for no groups."""
    if not groups:
        return ""
    cases = speaker.voice.cases(speaker.label) if key == "sensitivity" else f"{speaker.voice.unit[1]} of other classes"
    listed: list[str] = []
    for member, rate in groups:
        hits, trials = rate.successes or 0, rate.trials or 0
        first = " detected" if key == "sensitivity" and not listed else ""
        listed.append(f"{member.said} ({f'{speaker.amounts.part(hits, trials)}{first}' if trials else 'none'})")
    return f"Fewer than 10 {cases}: {at_most(listed, MOST_LISTED)}."


def without_interval(key: str, groups: Sequence[tuple[Member, Note]], resampled: tuple[str, str]) -> str:
    """ "False positive rate, too few nights for a CI (15 needed): site West (6)."; "" for no groups.

    resampled: what the bootstrap resamples, one and many.
    """
    alike: dict[str, list[str]] = {}
    for member, note in groups:
        few = note.fields.get("patients")
        why = no_interval(note) if few is None else f"too few {resampled[1]} for a CI ({note.fields['needed']} needed)"
        alike.setdefault(why, []).append(member.said if few is None else f"{member.said} ({few})")
    name = NAMES[key].capitalize()
    return sentences(*(f"{name}, {why}: {at_most(members, MOST_LISTED)}." for why, members in alike.items()))


def without_group(counts: Mapping[str, int], unit: tuple[str, str]) -> str:
    """ "Without a value: 12 patients (age)."; "" where every case is in a group."""
    listed = [f"{counted(cases, unit)} ({columns_said([column])})" for column, cases in counts.items() if cases]
    return f"In no group, as the cell is empty or cannot be read: {', '.join(listed)}." if listed else ""


def too_many(columns: Sequence[str], most: int) -> str:
    """ "Not offered, as more than 20 values are too many groups: site."; "" for no column."""
    few = f"Not offered, as more than {most} values are too many groups"
    return f"{few}: {columns_said(columns)}." if columns else ""
