"""What the Cross-validation page shows: the chosen numbers of the chosen model, and the models beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

import charts
from metrics import METRICS, Estimate, MetricChoice, Proportion, Spread, estimate
from predictions.problems import Notice
from predictions.slices.folds import Folds
from predictions.study import Study
from reviews import View
from ui.cross_validation.pick_metrics import FOUR
from ui.parts import page
from words import markdown, whole
from words.findings.finding import Finding, sentences
from words.findings.folds import (
    average_said,
    definition_of,
    fold_notes,
    folds_finding,
    gap,
    lowest_fold,
    mean_interval,
    pooled_said,
    reading_name,
    several_finding,
)
from words.notices import worded

MOST_FOLDS = 1_000
MOST_CELLS = 20_000_000  # of the matrices of all folds
MOST_MODELS = 8
AMBER = ("ids_in_several_folds", "sequences_in_several_folds", "rows_without_fold")  # they change the numbers


@dataclass(frozen=True, eq=False)
class FoldComparison:
    """The readings of the model that is looked at, each with its plain name, and the folds they come from."""

    view: View
    folds: Folds
    readings: list[tuple[str, Spread]]

    @property
    def study(self) -> Study:
        return self.view.study

    @property
    def first(self) -> Spread:
        return self.readings[0][1]

    @property
    def label(self) -> int | None:
        """The class that the readings are about; None for averages and the whole matrix."""
        average = self.first.reading.average
        return None if isinstance(average, str) else average


def gather(view: View, folds: Folds, readings: Sequence[MetricChoice]) -> FoldComparison:
    """The chosen readings over the folds."""
    voice = view.plain_voice
    names = [voice.name(label) for label in range(len(voice.names))]
    return FoldComparison(view, folds, [(reading_name(each, names), folds.spread(each)) for each in readings])


def folds_of(view: View, model: int) -> Folds | None:
    """Of a model on the chosen split; None where it has no such split, no folds there or too many."""
    if (model, view.split) not in view.study.slices or _too_many(view.study, model):
        return None
    return replace(view, model=model).folds


def models_with_folds(view: View) -> tuple[int, ...]:
    """The model that is looked at and others that have folds in the chosen split, as many as fit a table."""
    others = (i for i in range(len(view.study.model_names)) if i != view.model and folds_of(view, i) is not None)
    return tuple(sorted([view.model, *islice(others, MOST_MODELS - 1)]))


def _too_many(study: Study, model: int) -> bool:
    folds = len(study.folds_of(model) or ())
    return folds > MOST_FOLDS or folds * len(study.labels) ** 2 > MOST_CELLS


def folds_or_stop(view: View) -> Folds:
    """The folds of the chosen model and split; without any the page says what it would need."""
    names = view.study.folds_of(view.model)
    if names is None:
        page.nothing_to_show(
            "No folds in this dataset.",
            "Cross-validation needs one row per case with a column that names the fold in which the case was tested, "
            "for example `fold`. A column of another name can be chosen on the Data page.",
        )
    if _too_many(view.study, view.model):
        page.nothing_to_show(
            f"{whole(len(names))} folds are too many to compare.",
            "A fold of one or two cases has no rate of its own. Choose another fold column on the Data page, or read "
            "the other pages, which count all cases together.",
        )
    found = view.folds
    if found is None:
        page.nothing_to_show("No case of this split has a fold.", "Choose another split or model in the title line.")
    return found


# ------------------------------------------------------------------ what is said


def finding(compared: FoldComparison) -> Finding:
    """What the chosen model's folds show; the pooled value and the lowest fold below it."""
    spread = compared.first
    if all(each.reading in FOUR for _, each in compared.readings) and len(compared.readings) > 1:
        return several_finding(compared.readings)
    voice = compared.view.voice
    name = reading_name(spread.reading, [voice.name(label) for label in range(len(voice.names))])
    proportion = pooled_proportion(compared)
    used = int(compared.folds.pooled.n[0]) == compared.view.evaluation.n
    detail = [pooled_said(spread, proportion, compared.view.level, used)]
    if proportion is not None and spread.summary.used > 1:
        part, total = fold_counts(compared, compared.folds.names.index(spread.folds[_lowest(spread)]))
        detail.append(lowest_fold(spread, part, total))
    return Finding(folds_finding(name, spread), sentences(*detail), (definition_of(spread.reading).key,))


def _lowest(spread: Spread) -> int:
    values = spread.values.tolist()
    return min((i for i, value in enumerate(values) if value == value), key=values.__getitem__)


def fold_counts(compared: FoldComparison, fold: int) -> tuple[int, int]:
    """(part, total) of the first reading in one fold, where it is a proportion of one class; cases each once."""
    rule = _rule(compared.first.reading)
    assert rule is not None
    part, total = rule.parts(compared.folds.each.counts_seen)
    label = compared.first.reading.average
    return int(part[fold, label]), int(total[fold, label])


def _rule(reading: MetricChoice) -> Proportion | None:
    rule = METRICS[reading.key].rule if reading.key in METRICS else None
    return rule if isinstance(rule, Proportion) and not isinstance(reading.average, str) else None


def pooled_proportion(compared: FoldComparison) -> Estimate | None:
    """All folds together, where the first reading is a proportion of one class: as on Overview where all rows count.

    Without an interval where ids occur in several folds, or where rows are missing and patients have several or cases
    are weighted.
    """
    reading, label = compared.first.reading, compared.label
    if label is None or _rule(reading) is None:
        return None
    proportion = estimate(reading.key, compared.folds.pooled.counts_seen[0, label], compared.view.level)
    shown = compared.view.evaluation.classes[label][reading.key]
    if (shown.successes, shown.trials) == (proportion.successes, proportion.trials):
        proportion = shown
    elif compared.view.evaluation.is_clustered or compared.view.evaluation.is_weighted:
        proportion = replace(proportion, value=compared.first.pooled, low=None, high=None, method=None)
    return replace(proportion, low=None, high=None, method=None) if compared.folds.shared else proportion


def amber(compared: FoldComparison) -> list[str]:
    """What changes the numbers; Markdown."""
    return [markdown(worded(each), 600) for each in compared.folds.warnings if each.code in AMBER]


def notes(compared: FoldComparison) -> str:
    """How the picture is read, how classes are averaged, outliers, gaps, and the interval of the mean; Markdown."""
    named = ", the lowest named" if len(compared.folds.names) <= charts.MOST_NAMED_FOLDS else ""
    marks = f"Diamond: one fold{named}; bar: mean; grey: SD, the spread between folds, not a CI."
    own: list[Notice] = [each for each in compared.folds.warnings if each.code not in AMBER]
    said = [marks, *dict.fromkeys(average_said(spread.reading) for _, spread in compared.readings)]
    told = [worded(each) for each in own] + [gap(*each) for each in compared.readings]
    told += [text for each in compared.readings for text in fold_notes(*each)]
    said += [markdown(text, 600) for text in told if text]
    name = markdown(short_name(*compared.readings[0]), 80)
    said.append(mean_interval(name, compared.first, compared.folds.shared, compared.view.level))
    return " ".join(text for text in said if text)


def is_wide(compared: FoldComparison) -> bool:
    """Whether the table of the folds has too many columns to stand beside the picture."""
    return compared.label is None and len(compared.readings) > 1


def rows(compared: FoldComparison) -> list[charts.FoldRow]:
    """The rows of the picture, under their short names."""
    label = compared.label
    style = charts.AVERAGE_STYLE
    if label is not None:
        style = charts.styles_of(compared.view.plain_voice, compared.view.is_in_time)[label]
    look = replace(style, marker="diamond")
    return [charts.FoldRow(short_name(*each), each[1], look) for each in compared.readings]


def short_name(name: str, spread: Spread) -> str:
    """Without the class, which the heading names; averages keep theirs."""
    return name if isinstance(spread.reading.average, str) else definition_of(spread.reading).name
