"""One class at one threshold: how the threshold was chosen, and every number that follows from it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import pandas as pd

from metrics import (
    Corrected,
    Counts,
    Estimate,
    Evaluation,
    ThresholdTable,
    choice_optimism,
    cost_threshold,
    estimate,
    lowest_cost,
)
from metrics.intervals.patient_counts import Patients
from metrics.kernels.cached import cached_property
from metrics.summary.of_patients import rates_of_patients
from metrics.thresholding.operating_points import bounded_target
from metrics.thresholding.optimism import scores_drawn
from metrics.thresholding.short import short_threshold
from predictions.slices.at_threshold import Changes
from predictions.study import Study
from reviews import Cache, View
from reviews.frames import amounts_of
from ui.parts import my_prevalence
from ui.parts.my_prevalence import Prevalence
from ui.tables.class_frame import class_row
from ui.threshold import manual
from ui.threshold.content import RATES, Content
from ui.threshold.criterion import TARGETS, VALID, Criterion, Rate, Way, criterion_of
from ui.threshold.every_class import changes_of
from words import Voice, distinct, markdown
from words.findings.finding import Finding, sentences
from words.findings.thresholds import chosen as said
from words.findings.thresholds.one_class import Delivered, change_rows
from words.text.amounts import Amounts
from words.text.voice import IN_TIME

Ends = tuple[float, float]  # low <= score < high
MOST_TOLD = 12  # thresholds and zones whose patients are kept


def classes_with_scores(view: View) -> list[int]:
    """The classes that a threshold can be chosen for; with one score for one of two classes, that class alone."""
    study, tables = view.study, view.evaluation.tables
    options = [label for label, table in enumerate(tables) if table is not None and len(table.scores)]
    return [study.positive] if study.positive in options else options


def operating_point(view: View, label: int) -> OperatingPoint:
    """One class by the present criterion: its threshold comes from the validation cases where there are any."""
    now, table = criterion_of(label, view.voice), table_of(view.evaluation, label)
    if now.way is Way.MANUAL:
        return OperatingPoint(view, label, now, manual.threshold_of(view, label))
    if now.way is Way.COST and now.by_formula and table.holds_probabilities:
        return OperatingPoint(view, label, now, cost_threshold(now.ratio, 1))
    valid = validation(view, label) if now.on_valid else None
    source = valid or view.evaluation
    searched = rates_of(source, label)
    if is_drawn(source) and now.by_bound and now.way in TARGETS:
        key = ("bound", source.split, label, now.way, now.target, source.level, source.intervals)
        at = view.cached(key, lambda: by_drawn_bound(source, label, TARGETS[now.way], now.target))
    else:
        at = now.best(source.level)(searched)
    return OperatingPoint(view, label, now, short_threshold(searched, at), source)


def told_point(view: View, label: int) -> OperatingPoint:
    """The same; of independent rows where an engine counts patients with several and tells nobody at the threshold."""
    point = operating_point(view, label)
    is_told = view.evaluation.patients is None or point.patients is not None
    return point if is_told else operating_point(view.by_rows, label)


def is_drawn(evaluation: Evaluation) -> bool:
    """Whether intervals at thresholds are drawn: of weighted cases, and of patients whose rows are held."""
    return evaluation.is_weighted or (evaluation.is_clustered and evaluation.units is not None)


def patients_between(view: View, label: int, ends: Ends) -> Patients | None:
    """By whether `low <= score < high`, where an engine counts patients with several rows and tells them."""
    known: Cache = view.cached(("patients of a class",), lambda: Cache(MOST_TOLD))
    place = view.model, view.split
    return known.get((label, ends), lambda: view.study.patients_of_class(place, label, ends))


def rates_between(view: View, label: int, ends: Ends) -> Mapping[str, Estimate] | None:
    """As `Evaluation.in_zone`, of patients that an engine counted; None where it tells none."""
    known, seen = patients_between(view, label, ends), view.evaluation
    if known is None:
        return None
    return rates_of_patients(table_of(seen, label), ends, known, seen.level, seen.intervals)


def by_drawn_bound(evaluation: Evaluation, label: int, key: Rate, minimum: float) -> float:
    """The best threshold at which the interval that is shown lies at or above the minimum; nan without one."""
    scores = rates_of(evaluation, label).scores
    return bounded_target(key, scores, lambda at: evaluation.at(label, at)[key].low, minimum)


def validation(view: View, label: int) -> Evaluation | None:
    """The validation cases of the chosen model, where they are not the shown ones and have cases of both kinds."""
    if VALID not in view.study.splits_of(view.model) or view.split == VALID:
        return None
    found = replace(view, split=VALID).evaluation
    table = found.table(label)
    return found if table is not None and table.has_both else None


def table_of(evaluation: Evaluation, label: int) -> ThresholdTable:
    """The threshold table of a class that has scores."""
    table = evaluation.table(label)
    assert table is not None
    return table


def rates_of(evaluation: Evaluation, label: int) -> ThresholdTable:
    """The table that rates are read from: where cases are weighted not that of their counts."""
    table = evaluation.curve(label)
    assert table is not None
    return table


FILE, CONTENT = "threshold", "Counts and rates at this threshold"


@dataclass(frozen=True, eq=False)
class OperatingPoint:
    """at: the threshold, nan where none meets the criterion. source: whose cases chose it, None where no data did."""

    view: View
    label: int
    criterion: Criterion
    at: float
    source: Evaluation | None = None

    @property
    def study(self) -> Study:
        return self.view.study

    @cached_property
    def evaluation(self) -> Evaluation:
        return self.view.evaluation

    @cached_property
    def table(self) -> ThresholdTable:
        return table_of(self.evaluation, self.label)

    @cached_property
    def counts(self) -> Counts:
        return self.table.at(self.at)

    @cached_property
    def rate_counts(self) -> Counts:
        """The counts that rates are read from."""
        return rates_of(self.evaluation, self.label).at(self.at)

    @cached_property
    def rates(self) -> Mapping[str, Estimate]:
        """Every rate with its interval."""
        return rates_between(self.view, self.label, (self.at, math.inf)) or self.evaluation.at(self.label, self.at)

    @property
    def patients(self) -> Patients | None:
        """At this threshold, where an engine counts patients with several rows and tells them."""
        return None if math.isnan(self.at) else patients_between(self.view, self.label, (self.at, math.inf))

    @cached_property
    def prevalence(self) -> Prevalence | None:
        """None where cases of one kind are missing, or where a row is a piece of a recording."""
        if self.study.unit[0] in IN_TIME:  # a thousand frames are no people
            return None
        return my_prevalence.prevalence_in_use(self.study, self.label, self.counts, self.rate_counts)

    @cached_property
    def amounts(self) -> Amounts:
        """Frames and epochs of phases and stages are timed."""
        return amounts_of(self.view)

    @cached_property
    def voice(self) -> Voice:
        """With names for Markdown."""
        return self.view.voice

    @cached_property
    def plain_voice(self) -> Voice:
        """With names as plain text."""
        return self.view.plain_voice

    @property
    def changes(self) -> Changes | None:
        """What each threshold does to every class; None where that is not known, or not wanted."""
        return changes_of(self.view, self.label)

    @cached_property
    def delivered(self) -> Delivered | None:
        """The delivered predictions; None where no class is predicted until a threshold is kept."""
        cells = None if self.changes is None else self.changes.delivered
        return manual.delivered(self.view, self.label, cells)

    def content(self, voice: Voice, group: str = "") -> Content:
        """What the texts of every threshold have in common."""
        rows = () if self.changes is None or self.delivered is None else tuple(change_rows(self.label, voice))
        unchosen = manual.unchosen(self.view, self.label) if self.criterion.way is Way.MANUAL else None
        return Content(self.label, voice, self.prevalence, self.delivered, rows, self.amounts, group, unchosen)

    @property
    def is_elsewhere(self) -> bool:
        """Whether the cases that chose the threshold are not the shown ones."""
        return self.source is not None and self.source is not self.evaluation

    @cached_property
    def corrected(self) -> Mapping[str, Corrected]:
        """What each rate promises too much, drawn once per criterion; {} where nothing was chosen on these cases.

        Nor where a bound that is drawn chose it, which would be resampled within every resample.
        """
        if self.source is None or self.is_elsewhere or math.isnan(self.at) or self.is_by_drawn_bound:
            return {}
        seen, level = self.evaluation.in_population, self.evaluation.level
        choose, table = self.criterion.best(level), rates_of(self.evaluation, self.label)
        drawn = seen.units_of(self.label, scores_drawn(table)) if is_drawn(self.evaluation) else None
        units = (drawn, self.label) if drawn else None
        key = ("optimism", self.label, self.criterion, level)
        return self.view.cached(key, lambda: choice_optimism(table, choose, RATES, units=units))

    @property
    def is_by_drawn_bound(self) -> bool:
        """Whether a lower bound that is drawn has to reach the target."""
        return is_drawn(self.evaluation) and self.criterion.by_bound and self.criterion.way in TARGETS

    def frame(self) -> pd.DataFrame:
        """A row with cells and rates, and what was corrected for the choosing, for a spreadsheet."""
        row = class_row(self.study.labels[self.label], self.counts, {key: self.rates[key] for key in RATES})
        expected = {f"{key}_corrected": each.value for key, each in self.corrected.items()}
        return pd.DataFrame(
            [{"threshold": self.at} | row | {key: value for key, value in expected.items() if not math.isnan(value)}]
        )

    # ------------------------------------------------------------------ what is said of the choice

    @property
    def where(self) -> str:
        """ " on valid", or nothing where the shown cases chose the threshold."""
        return f" on {VALID}" if self.is_elsewhere else ""

    def why(self, plain: bool = False) -> str:
        """Why this threshold, and on which cases it was chosen, in Markdown or as plain text; "" for a manual one."""
        voice = self.plain_voice if plain else self.voice
        now = self.criterion
        if now.way is Way.MANUAL:
            return ""
        if self.source is None:
            return said.by_formula(now.ratio, lowest_cost(rates_of(self.evaluation, self.label), now.ratio, 1))
        rows_apart = now.by_bound and now.way in TARGETS and self.source.is_clustered and not is_drawn(self.source)
        return sentences(self._reason(voice), said.ROWS_APART if rows_apart else "", self._chosen_on(voice, plain))

    def _reason(self, voice: Voice) -> str:
        now = self.criterion
        if now.way in TARGETS:
            return said.by_target(self.at, TARGETS[now.way], now.target, now.by_bound, self.where)
        if now.way is Way.YOUDEN:
            table = rates_of(self.source or self.evaluation, self.label)
            both = table.n_positive, table.n
            return said.by_youden(self.at, *both, self.where, self.label, voice)
        return said.by_cost(self.at, said.cost_ratio(now.ratio, self.label, voice), self.where, self.label, voice)

    def _chosen_on(self, voice: Voice, plain: bool) -> str:
        if self.is_elsewhere and self.source is not None:
            table = table_of(self.source, self.label)
            shown, cases = self.shown_split(plain), table.n
            return said.chosen_elsewhere(VALID, cases, table.n_positive, shown, self.label, voice)
        if not self.corrected:
            return ""
        wished = "fpr" if self.criterion.way is Way.SPECIFICITY else "sensitivity"
        return said.chosen_here(self.corrected, self.counts, wished, voice)

    def shown_split(self, plain: bool = False) -> str:
        """The split that is looked at; "" where the study has none."""
        split = self.view.split or ""
        return distinct((split,), 24)[0] if plain else markdown(split, 24)

    def finding_without_threshold(self) -> Finding:
        """No threshold meets the criterion."""
        now, source = self.criterion, self.source or self.evaluation
        if now.way not in TARGETS:
            return said.without_both_kinds(self.voice)
        table, key = table_of(source, self.label), TARGETS[now.way]
        cases = table.n_positive if key == "sensitivity" else table.n_negative
        low = estimate("sensitivity", Counts(cases, 0, 0, 0), source.level).low if cases else None
        if cases and is_drawn(source):
            low = source.at(self.label, float(table.scores[-1]) if key == "sensitivity" else math.inf)[key].low
        return said.never_reached(key, now.target, cases, low, self.where, self.label, self.voice)
