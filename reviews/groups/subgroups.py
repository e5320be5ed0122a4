"""One class of a view in the groups of one way to tell patients apart."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from metrics import Estimate, Evaluation
from metrics.counts import Counts
from metrics.intervals.too_few import few_cases
from metrics.kernels.once import Once, once
from metrics.kernels.threads import at_once
from metrics.notes import Code, note
from metrics.paired.multiplicity import simultaneous_level
from metrics.subgroups.class_figures import (
    PROPORTIONS,
    assessable,
    figures_of,
    proportions_of,
    proportions_of_counts,
    told_by,
)
from metrics.subgroups.differences import compared, difference_of_scores, difference_to_rest
from metrics.subgroups.divided import Divided
from metrics.subgroups.interaction import interaction
from metrics.subgroups.patients_in_groups import PatientsInGroups
from metrics.subgroups.standardised import Combined, Standardised, standardised
from metrics.utility.decision_curve import decision_curve
from predictions.groups.by import By
from reviews.groups.counted import compared_by
from reviews.groups.members import Codes, Members, members
from reviews.risks.net_benefit import Look, NetBenefit
from reviews.view import View
from words.findings.groups.named import Member

MOST_COMBINED = 1_000  # groups and strata in which patients are asked for
HIGHER_IS_WORSE = {"sensitivity": False, "fpr": True}


@dataclass(frozen=True, eq=False)
class Subgroups:
    """One class in the groups of one column, or of two crossed. Every number is made once; see `subgroups`."""

    view: View
    by: tuple[By, ...]
    label: int
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @once
    def members(self) -> Members:
        return members(self.view, self.by)

    @property
    def groups(self) -> tuple[Member, ...]:
        """The groups that occur, in natural order."""
        return self.members.groups

    @property
    def column(self) -> str:
        """ "sex", "sex × age"; as in the file."""
        return " × ".join(each.column for each in self.by)

    @once
    def divided(self) -> Divided:
        return self._divided(self.members, self.patients)

    @property
    def patients(self) -> PatientsInGroups | None:
        """Those of the groups where an engine told them."""
        counted = self.members.counted
        return None if counted is None else counted.patients_of(self.label)

    def _divided(self, found: Members, patients: PatientsInGroups | None) -> Divided:
        """patients: those of the groups where these are counted; None: counted rows are independent."""
        alike = None if found.counted is None else found.counted.alike
        whole, drawn = compared_by(self.view, patients) if alike else (self.view.evaluation, None)
        size = len(found.groups)
        return Divided(whole, found.case_codes, size, self.label, self._group, self._rest, alike, drawn)

    def counts(self, group: int) -> Counts:
        """Of the cases that were seen."""
        return self.divided.counts[group]

    def cases(self, group: int) -> int:
        return int(sum(self.counts(group)))

    def compared(self, key: str) -> int:
        """How many groups are compared with their rest by a number."""
        return self._once.get(("compared", key), lambda: compared(self.divided, key))

    def level(self, key: str) -> float:
        """Of each interval of a difference, so that all of a column together have that of the view."""
        return simultaneous_level(self.view.level, self.compared(key))

    @once
    def keys(self) -> tuple[str, ...]:
        """The numbers that a group has."""
        seen = self.view.evaluation
        table = seen.table(self.label)
        if table is None or not len(table.scores):
            return tuple(PROPORTIONS)
        has_risks = table.holds_probabilities and seen.scores_sum_to_1
        return (*PROPORTIONS, *(("auc", "oe_ratio") if has_risks else ("auc",)))

    def rates(self, group: int) -> Mapping[str, Estimate]:
        """The proportions of a group; undefined where they cannot be assessed."""
        return self._once.get(("rates", group), lambda: self._rates(self.counts(group), self._group, group))

    def rates_of_rest(self, group: int) -> Mapping[str, Estimate]:
        """Those of all other groups together."""
        others = self.divided.counts_of_rest
        return self._once.get(("rest", group), lambda: self._rates(others[group], self._rest, group))

    def _rates(self, counts: Counts, rows: Callable[[int, bool], Evaluation], group: int) -> Mapping[str, Estimate]:
        if self.view.evaluation.in_population.is_clustered:
            return proportions_of(rows(group, False), self.label)
        return proportions_of_counts(counts, self.view.level)

    @once
    def everybody(self) -> Mapping[str, Estimate]:
        """Those of all cases of the split."""
        return proportions_of(self.view.evaluation, self.label)

    def figures(self, group: int) -> Mapping[str, Estimate]:
        """Every number of a group."""
        return self._every_figure[group]

    @once
    def _every_figure(self) -> list[dict[str, Estimate]]:
        """Of each group, by two threads, as whoever asks for one asks for all."""
        has_risks = "oe_ratio" in self.keys
        return at_once(lambda group: figures_of(self._group(group, True), self.label, has_risks), len(self.groups))

    def difference(self, group: int, key: str) -> Estimate:
        """To the rest, at the level of all that are compared by this number."""
        return self._once.get(("difference", group, key), lambda: self._difference(group, key))

    def _difference(self, group: int, key: str) -> Estimate:
        make = difference_to_rest if key in PROPORTIONS else difference_of_scores
        found, groups = make(self.divided, group, key, self.level(key)), self.compared(key)
        return (
            found if groups == 1 or found.low is None else replace(found, scope=note(Code.SIMULTANEOUS, groups=groups))
        )

    @once
    def threshold(self) -> float:
        """The risk at which net benefit is given: the used kept or the delivered threshold, else a usual one."""
        points = NetBenefit(self.view.delivered, self.label).operating_points
        return points.get("kept", points.get("delivered", Look().threshold))

    def net_benefit(self, group: int) -> Estimate:
        """What the model is worth in a group per person, over the better default there.

        Undefined where AUC is not assessable; its scores are probabilities.
        """
        return self._every_gain[group]

    @once
    def _every_gain(self) -> list[Estimate]:
        _ = self.threshold
        return at_once(self._net_benefit, len(self.groups))

    def _net_benefit(self, group: int) -> Estimate:
        counts = self.counts(group)
        if not assessable("auc", counts):
            return Estimate(math.nan, note=few_cases(told_by("auc", counts), Code.NOT_ASSESSABLE))
        seen = self._group(group, True)
        patients = self.members.patients_at(group, self.label, self.threshold, seen)
        curve = decision_curve(seen, self.label, [self.threshold], patients=patients)
        return curve.estimate(curve.gain, 0)

    def interaction(self, key: str) -> float:
        """Two-sided p of one test over the column; nan where there is none."""
        return self._once.get(("interaction", key), lambda: interaction(self.divided, key))

    def at_case_mix(self, mix: tuple[By, ...], group: int, key: str) -> Standardised:
        """A proportion with the groups of these columns as frequent as in the rest. Raises Problem as `members`."""
        divided, strata, known = self._crossed(mix)
        return self._once.get(
            ("mix", mix, group, key), lambda: standardised(divided, strata, group, key, self.view.level, known)
        )

    def mixes_by_rows(self, mix: tuple[By, ...]) -> bool:
        """Whether `at_case_mix` takes rows as independent, of patients whom an engine counts."""
        return self.view.evaluation.patients is not None and self._crossed(mix)[2] is None

    def _crossed(self, mix: tuple[By, ...]) -> tuple[Divided, Codes, Combined | None]:
        return self._once.get(("mix", mix), lambda: self._in_strata(mix))

    def _in_strata(self, mix: tuple[By, ...]) -> tuple[Divided, Codes, Combined | None]:
        """The groups, those of other columns, and the patients in both, of the same rows."""
        own, strata = members(self.view, self.by, mix), members(self.view, mix, self.by)
        divided = self._divided(own, None), strata.case_codes
        if self.view.evaluation.patients is None or len(own.groups) * len(strata.groups) > MOST_COMBINED:
            return *divided, None
        both = members(self.view, (*self.by, *mix))
        jointly = None if both.counted is None else both.counted.patients_across(self.label)
        return *divided, None if jointly is None else Combined(jointly, both.case_codes, self.label)

    def _group(self, group: int, scored: bool) -> Evaluation:
        """Made for who asks: those of all groups and their rests would take the room of many files."""
        return self.view.with_intervals(self.members.group(group, self._scored_label if scored else None))

    def _rest(self, group: int, scored: bool) -> Evaluation:
        found, patients = self.members.rest(group, self._scored_label if scored else None), self.patients
        others = [at for at in range(len(self.groups)) if at != group]
        known = None if patients is None or patients.jointly is None else patients.together(others)
        found = found if known is None else replace(found, clusters=known.count, patients=known)
        return self.view.with_intervals(found)

    @property
    def _scored_label(self) -> int | None:
        """The class; None where it has no scores."""
        return None if self.view.evaluation.table(self.label) is None else self.label


def subgroups(view: View, by: Sequence[By], label: int) -> Subgroups:
    """Of a view, made once. Raises Problem for a column that holds no groups."""
    key = ("subgroups", tuple(by), label, view.level)
    found = view.cached_as_said(key, lambda: Subgroups(view, tuple(by), label))
    if (counted := found.members.counted) is not None:
        _ = counted.patients  # asked here, where a Problem is looked for
    return found


@dataclass(frozen=True)
class Gap:
    """A group in which a number is worse than in the rest, or better. difference: with an interval that excludes 0."""

    column: Subgroups
    group: int
    key: str
    difference: Estimate

    @property
    def is_worse(self) -> bool:
        return (self.difference.value > 0) == HIGHER_IS_WORSE[self.key]


def largest_gap(columns: Sequence[Subgroups], key: str) -> Gap | None:
    """The group that is worst off among those whose difference to the rest excludes 0; where none is worse off, the one
    that is best off. None without any."""
    found = [
        Gap(column, group, key, difference)
        for column in columns
        for group in range(len(column.groups))
        if (difference := column.difference(group, key)).excludes_0
    ]
    return max(found, key=lambda gap: (gap.is_worse, abs(gap.difference.value)), default=None)
