"""What the Subgroups page shows: the chosen columns, their finding, what cannot be assessed, what is required."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from metrics import Estimate
from metrics.notes import Note
from metrics.requirements import Requirement, judged
from metrics.subgroups.class_figures import assessable
from predictions.groups.by import By, crowded
from predictions.groups.lens import Lens
from predictions.problems import Problem
from predictions.slices.row_duration import nouns_of
from reviews.frames import amounts_of
from reviews.groups.required import required
from reviews.groups.subgroups import Gap, Subgroups, largest_gap, subgroups
from reviews.view import View
from words.findings.finding import Finding, sentences
from words.findings.groups import apart as said
from words.findings.groups.named import Member, as_it_is
from words.findings.methods import too_few_patients

KEYS = ("sensitivity", "fpr")
MOST_AT_FIRST = 3  # columns that are shown before anybody chose


def has_groups(view: View) -> bool:
    """Whether there is anything for the page to show."""
    return bool(offered(view))


def offered(view: View) -> tuple[By, ...]:
    """The ways to tell groups apart."""
    return tuple(by for by, _ in view.groups)


def too_many(view: View) -> tuple[str, ...]:
    """The columns of too many values to be groups, found once for a model."""
    return view.cache.get(("crowded", view.model), lambda: crowded(view.study, view.model))


@dataclass(frozen=True, eq=False)
class Chosen:
    """One class in the groups of the chosen ways, in the order of the columns."""

    view: View
    label: int
    columns: tuple[Subgroups, ...]

    @property
    def speaker(self) -> said.Speaker:
        names = tuple(each.column for each in self.columns)
        return said.Speaker(self.view.voice, self.label, names, amounts_of(self.view))

    @property
    def plain_speaker(self) -> said.Speaker:
        """For plain text."""
        return replace(self.speaker, voice=self.view.plain_voice, escape=as_it_is)

    def gap(self, key: str) -> said.Apart | None:
        """The largest clear difference to the rest."""
        found = largest_gap(self.columns, key)
        return None if found is None else self._apart(found)

    @property
    def leading_group(self) -> Lens | None:
        """The group that leads the finding, to look at it alone; None without one, or where a group is looked at."""
        found = largest_gap(self.columns, KEYS[0]) or largest_gap(self.columns, KEYS[1])
        if found is None or self.view.lens is not None:
            return None
        values = tuple(value for _, value in found.column.groups[found.group].parts)
        return Lens(found.column.by, values)

    def _apart(self, gap: Gap) -> said.Apart:
        column, group = gap.column, gap.group
        other = column.groups[1 - group] if len(column.groups) == 2 else None
        own, rest = column.rates(group)[gap.key], column.rates_of_rest(group)[gap.key]
        p = column.interaction(gap.key)
        return said.Apart(column.groups[group], other, own, rest, gap.difference, self.view.level, p, len(self.columns))

    @property
    def comparable(self) -> tuple[str, ...]:
        """The rates of which a group and its rest both have ten cases."""
        return tuple(key for key in KEYS if any(_is_comparable(column, key) for column in self.columns))

    def finding(self, speaker: said.Speaker) -> Finding:
        """The finding of the page."""
        detected = self.columns[0].everybody["sensitivity"].successes if self.columns else None
        return said.finding(self.gap("sensitivity"), self.gap("fpr"), self.comparable, speaker, detected)

    def not_assessable(self, key: str) -> list[tuple[Member, Estimate]]:
        """The groups with fewer than ten cases of those that the number is about."""
        return [
            (column.groups[group], column.rates(group)[key])
            for column in self.columns
            for group in range(len(column.groups))
            if not assessable(key, column.counts(group))
        ]

    def without_interval(self, key: str) -> list[tuple[Member, Note]]:
        """The groups whose mark has no interval, and why; none where nothing has one, which the title line says."""
        if too_few_patients(self.view.evaluation):
            return []
        return [
            (column.groups[group], rate.note)
            for column in self.columns
            for group in range(len(column.groups))
            if (rate := column.rates(group)[key]).is_defined and rate.low is None and rate.note is not None
        ]

    @property
    def resampled(self) -> tuple[str, str]:
        """What the bootstrap resamples, one and many: nights, patients."""
        mapping = self.view.study.mapping
        return nouns_of(self.view.study).recording if mapping.sequence else ("patient", "patients")

    def required(self, key: str) -> Requirement | None:
        return required(self.view.review.requirements, self.view.study.labels[self.label], key)

    def states(self, key: str) -> dict[str, list[str]]:
        """The groups by whether the required value is met, judged on their whole intervals; {} without one."""
        requirement = self.required(key)
        if requirement is None:
            return {}
        found: dict[str, list[str]] = {"not met": [], "met": [], "inconclusive": []}
        for column in self.columns:
            for group, member in enumerate(column.groups):
                rate = column.rates(group)[key]
                if rate.is_defined:
                    found[judged(requirement, rate).state].append(member.said)
        return found

    @property
    def are_several(self) -> bool:
        """Whether a column has more than two groups, whose CIs are simultaneous."""
        return any(len(column.groups) > 2 for column in self.columns)

    @property
    def footnote(self) -> str:
        """How differences are made, and what treats rows as independent."""
        made = said.footnote(self.view.study.unit, self._compared, self.are_several)
        if self.view.evaluation.patients is None:
            return made
        told = {each.column: each.patients for each in self.columns}
        known = {name: patients for name, patients in told.items() if patients is not None}
        of_areas = [name for name, patients in known.items() if patients.jointly is not None]
        of_all = [name for name, patients in known.items() if not patients.are_compared]
        return sentences(made, said.by_rows(of_areas, of_all, [name for name in told if name not in known]))

    @property
    def _compared(self) -> said.Compared:
        """Of the columns whose patients are compared, if there are such."""
        every = [each.divided for each in self.columns]
        drawn = [each.is_drawn for each in every if each.whole.in_population.is_clustered]
        return "cases" if not drawn else "draws" if all(drawn) else "sums"

    @property
    def without_group(self) -> dict[str, int]:
        """Cases in no group, by column."""
        return {column.column: column.members.without_group for column in self.columns}


def _is_comparable(column: Subgroups, key: str) -> bool:
    counts, rest = column.divided.counts, column.divided.counts_of_rest
    return any(assessable(key, counts[at]) and assessable(key, rest[at]) for at in range(len(column.groups)))


def chosen(view: View, label: int, by: Sequence[tuple[By, ...]]) -> Chosen:
    """The class in the groups of these ways; a way that finds no groups on this model and split is not shown."""
    found = []
    for each in by:
        try:
            columns = subgroups(view, each, label)
        except Problem:
            continue
        if columns.groups:
            found.append(columns)
    return Chosen(view, label, tuple(found))


def at_first(view: View) -> tuple[By, ...]:
    """The columns that are shown before anybody chose: no periods, which have a figure of their own."""
    return tuple([each for each in offered(view) if not each.period][:MOST_AT_FIRST])
