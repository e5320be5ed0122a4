"""Every model on every split, with its folds and sequences: what all outputs of the report are written from."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from metrics import (
    Counts,
    Estimate,
    Evaluation,
    FoldSummary,
    MetricChoice,
    Slices,
    f1_of_means,
    fold_summary,
    macro,
    missed_as_normal,
    risk_score,
    weighted,
)
from metrics.catalog import AVERAGED, RANKED
from metrics.interval_methods import Style
from metrics.measures.averages import AVERAGES
from metrics.notes import Code, Note, note
from metrics.requirements import Requirement
from metrics.subgroups.periods import MONTH
from predictions.counted_study import not_answered
from predictions.groups.by import By
from predictions.groups.left_aside import left_aside
from predictions.problems import Notes, Notice
from predictions.slices.folds import fold_evaluations
from predictions.slices.row_metrics import row_metrics
from predictions.slices.sequences import recordings
from predictions.slices.whole_scores import with_intervals_of_a_class
from predictions.study import Study
from report.class_decisions import AS_IN_THE_FILE, ClassDecisions
from reviews import Cache, Review, View
from reviews.assumed import waits_for_threshold
from reviews.groups.over_time import over_time
from words import Voice

AVERAGES_AGAIN = ("macro_f1", "macro_auc")  # numbers of the whole matrix that stand among these
WHOLE = ("accuracy", "balanced_accuracy", "mean_class_accuracy", "mcc", "kappa")  # of every fold
Block = dict[str, tuple[Estimate, ...]]
Ways = Sequence[tuple[By, ...]]


@dataclass(frozen=True, eq=False)
class FoldResults:
    """names, sizes: (F,). blocks: "macro", "micro", "weighted" and "overall", each key -> one number per fold.

    classes: key -> (F, K), nan where undefined.
    """

    names: tuple[str, ...]
    sizes: tuple[int, ...]
    blocks: Mapping[str, Block]
    classes: Mapping[str, np.ndarray]
    level: float

    def summary(self, block: str, key: str) -> FoldSummary:
        """Mean and spread over the folds where the number is defined."""
        return fold_summary([each.value for each in self.blocks[block][key]], self.level)


@dataclass(frozen=True, eq=False)
class Result:
    """One model on one split. overall: its numbers of the whole matrix and of the rows. sequences: None without.

    ways: how groups are told apart that are reported, too. dates: the column of dates by which months are.
    """

    view: View
    overall: Mapping[str, Estimate]
    sequences: int | None
    folds: FoldResults | None
    ways: Ways
    dates: str | None

    @property
    def evaluation(self) -> Evaluation:
        return self.view.evaluation

    @property
    def waits_for_threshold(self) -> bool:
        """Whether no class is predicted yet: only what needs no threshold is shown and judged."""
        return waits_for_threshold(self.view)

    @property
    def is_cross_validated(self) -> bool:
        """Whether its rows are of several folds, which an evaluation without rows and scores does not know."""
        return (self.folds is not None and len(self.folds.names) > 1) or self.evaluation.is_cross_validated


@dataclass(frozen=True, eq=False)
class Report:
    """A study with all its results, in the light of one review."""

    study: Study
    review: Review
    level: float
    undefined_as_zero: bool
    intervals: Style
    results: tuple[Result, ...]

    @property
    def notices(self) -> tuple[Notice, ...]:
        """Of the file, then of each model and split, then of the groups and dates that are asked for.

        At last why an engine did not answer, as far as numbers were asked for before.
        """
        of_slices = (notice for each in self.results for notice in (*each.view.notices, *_late(each)))
        return (*self.study.notices, *of_slices, *self._left_aside, *not_answered(self.study))

    @property
    def _left_aside(self) -> tuple[Notice, ...]:
        first = self.results[0] if self.results else None
        dates = next((each.dates for each in self.results if each.dates), None)
        if first is None or not (first.ways or dates):
            return ()
        models = dict.fromkeys(each.view.model for each in self.results)
        return left_aside(self.study, models, (by for way in first.ways for by in way), dates)

    @property
    def is_cross_validated(self) -> bool:
        return any(each.is_cross_validated for each in self.results)

    @property
    def voice(self) -> Voice:
        """How the report names the classes, as plain text."""
        return View(self.study, self.review).plain_voice


def results_of(
    study: Study,
    *,
    classes: ClassDecisions = AS_IN_THE_FILE,
    level: float = 0.95,
    undefined_as_zero: bool = False,
    intervals: Style = "default",
    requirements: tuple[Requirement, ...] = (),
    watch: Callable[[int, str | None], None] | None = None,
    ways: Ways = (),
    dates: str | None = None,
) -> Report:
    """Every model on every split that has cases: test first, splits never pooled.

    watch: told the model and split that is counted next. ways: how groups are told apart that are reported, too;
    dates: the column of dates by which months are. Raises Problem for a decision on a class that no row uses.
    """
    review, cache = replace(classes.applied(study), requirements=requirements), Cache()
    decided = review.with_interest(study)
    seen = partial(View, study, decided, level=level, undefined_as_zero=undefined_as_zero, cache=cache)
    views = [seen(*each, intervals=intervals).at_kept_thresholds for each in study.slices]
    return replace(report_of_views(views, watch, ways, dates), review=review)


def report_of_views(
    views: Sequence[View],
    watch: Callable[[int, str | None], None] | None = None,
    ways: Ways = (),
    dates: str | None = None,
) -> Report:
    """The views that have cases, all of one study and review. At least one view."""
    first, found = views[0], []
    for view in views:
        if watch:
            watch(view.model, view.split)
        if view.evaluation.n:
            found.append(_result(view.asking, tuple(ways), dates))
    return Report(first.study, first.review, first.level, first.undefined_as_zero, first.intervals, tuple(found))


def _late(result: Result) -> list[Notice]:
    """The months of the dates that are asked for in which many predictions have no true class yet."""
    notes = Notes()
    if result.dates:
        periods = over_time(result.view, 0, result.dates, MONTH).periods
        is_late, missing = periods.are_late, periods.unlabelled
        if is_late.any():
            months = [str(start)[:7] for start in periods.starts[is_late]]
            total = int((periods.sizes + missing)[is_late].sum())
            notes.warn(
                "late_labels", model=result.evaluation.model, months=months, missing=int(missing[is_late].sum()),
                total=total,
            )  # fmt: skip
    return notes.notices


def _result(view: View, ways: Ways, dates: str | None) -> Result:
    study, model, split, evaluation = view.study, view.model, view.split, view.evaluation
    means = float(f1_of_means(evaluation.in_population.matrix.cells))
    of_rows = row_metrics(study, model, split, evaluation.level, evaluation.intervals, view.review.not_diseases)
    of_rows = with_intervals_of_a_class(of_rows, evaluation)
    overall = dict(evaluation.overall) | {"f1_of_means": Estimate(means)} | of_rows
    predictions = study.predictions_of(model)
    sequenced = predictions is not None and predictions.sequence is not None
    sequences = len(recordings(study, model, split)) if sequenced else None
    kept = study.kept(model)
    own_dates = dates if kept is None or dates in kept.column_names else None  # other files may have none
    return Result(view, overall, sequences, _folds(study, model, split, evaluation), ways, own_dates)


def _folds(study: Study, model: int, split: str | None, whole: Evaluation) -> FoldResults | None:
    """The numbers of each fold, without intervals: how they spread is what folds are for."""
    found = fold_evaluations(study, model, split)
    if not found:
        return None
    slices = Slices.of([each for _, each in found])
    ranked = [key for key in RANKED if key in whole.macro]
    keys = {"macro": (*AVERAGED, *ranked), "micro": AVERAGED, "weighted": (*AVERAGED, *ranked)}
    blocks: dict[str, Block] = {
        average: {key: _averaged(slices, MetricChoice(key, average), whole.undefined_as_zero) for key in keys[average]}
        for average in AVERAGES
    }
    blocks["overall"] = {key: _plain(slices.values(MetricChoice(key))) for key in WHOLE}
    if whole.normal is not None:
        risks = {"risk_score": risk_score, "missed_as_normal": missed_as_normal}
        of_normal = slices.cells, whole.normal, whole.not_diseases
        blocks["overall"] |= {key: _plain(np.asarray(risk(*of_normal))) for key, risk in risks.items()}
    classes = {key: slices.by_class(key) for key in keys["macro"]}
    return FoldResults(tuple(name for name, _ in found), tuple(slices.n.tolist()), blocks, classes, whole.level)


def _averaged(slices: Slices, reading: MetricChoice, undefined_as_zero: bool) -> tuple[Estimate, ...]:
    """One average of every fold; the note says over how many classes it runs, where it is not all."""
    used, size = slices.classes_used(reading), slices.cells.shape[-1]
    if used is None:
        return _plain(slices.values(reading))
    if undefined_as_zero:
        values = np.nan_to_num(slices.by_class(reading.key))
        return _plain(
            np.asarray(macro(values) if reading.average == "macro" else weighted(values, slices.class_weights))
        )
    scopes = [note(Code.MEAN_OF_CLASSES, used=n, total=size) if n < size else None for n in used.tolist()]
    return _plain(slices.values(reading), scopes)


def _plain(values: np.ndarray, scopes: list[Note | None] | None = None) -> tuple[Estimate, ...]:
    given = scopes or [None] * len(values)
    undefined = Estimate(math.nan, note=Note(Code.UNDEFINED_IN_FOLD))
    return tuple(
        undefined if math.isnan(value) else Estimate(value, scope=scope)
        for value, scope in zip(values.tolist(), given, strict=True)
    )


def cells_of(counts: Counts) -> dict[str, int]:
    """One class in counts: its cases, its predictions, its four cells."""
    tp, fp, fn, tn = map(int, counts)
    return {"support": tp + fn, "predicted": tp + fp, "tp": tp, "fp": fp, "fn": fn, "tn": tn}
