"""What each answer to a question would make of the file: the file is read so, once, before anybody chooses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from metrics import Evaluation, auc
from predictions.mapping import Mapping
from predictions.problems import NeedsMapping, Problem
from predictions.study import Capability, Study
from reviews.assumed import first_finding, waits_for_threshold
from reviews.review import Review
from reviews.view import View

MOST_ROWS, MOST_FURTHER = 2_000_000, 2
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Range:
    """Scores of the cases of one true class: their number, and five quantiles."""

    label: int
    cases: int
    quantiles: tuple[float, ...]


@dataclass(frozen=True)
class Effect:
    """What an answer makes of the file. headline: of Overview, in Markdown; "" for recordings, which speak of time.

    problem: why it cannot. further: questions that would follow, each answered by its likeliest answer. name: of the
    class of interest, with its cases, all cases, and those missed, None where no class is predicted yet. areas: AUC by
    model, nan where undefined. is_probability: whether all scores lie within 0 and 1. ranges: of the first model's
    score for that class. score: the column of that. names, normal: the classes as plain text, and which is Normal.
    """

    headline: str = ""
    problem: str = ""
    further: int = 0
    name: str = ""
    cases: int = 0
    total: int = 0
    missed: int | None = 0
    areas: tuple[float, ...] = ()
    is_probability: bool = False
    ranges: tuple[Range, ...] = ()
    score: str = ""
    names: tuple[str, ...] = ()
    normal: int | None = None


def effects(needed: NeedsMapping, tick: Callable[[], None]) -> tuple[Effect, ...]:
    """One for each answer; () for a file too large to be read so often. tick: what it raises ends the work."""
    answers = needed.question.answers
    if needed.read is None or needed.rows * len(answers) > MOST_ROWS:
        return ()
    found = []
    for answer in answers:
        tick()
        found.append(_effect(needed.read, answer.mapping))
    return tuple(found)


def _effect(read: Callable[[Mapping], Study], mapping: Mapping) -> Effect:
    for further in range(MOST_FURTHER + 1):
        try:
            return _of_study(read(mapping), further)
        except NeedsMapping as needed:
            if not needed.question.answers:
                return Effect(problem=str(needed), further=further)
            mapping = needed.question.answers[0].mapping
        except Problem as problem:
            return Effect(problem=str(problem), further=further)
    return Effect(further=MOST_FURTHER + 1)


def _of_study(study: Study, further: int) -> Effect:
    view = first_view(study)
    evaluation, label = view.evaluation, view.interest
    tables = [study.evaluate(model, split).table(label) for model, split in _first_splits(study)]
    scores = _scores(study, label)
    return Effect(
        "" if Capability.RECORDINGS in study.capabilities else first_finding(view).headline,
        further=further,
        name=view.voice.name(label),
        cases=int(evaluation.matrix.support[label]),
        total=evaluation.n,
        missed=None if waits_for_threshold(view) else _missed(evaluation, label),
        areas=tuple(auc(each) for each in tables if each is not None),
        is_probability=scores is not None and bool(np.nanmin(scores) >= 0 and np.nanmax(scores) <= 1),
        ranges=() if scores is None else _ranges(study, scores, view.voice.order),
        score=_column(study, label),
        names=view.plain_voice.names,
        normal=view.normal,
    )


def _missed(evaluation: Evaluation, label: int) -> int:
    return int(evaluation.matrix.support[label] - evaluation.matrix.cells[label, label])


def first_view(study: Study) -> View:
    """What a reader sees first: the model that opens on its first split, with what the file itself suggests."""
    model = study.opening_model
    splits = study.splits_of(model)
    return View(study, Review.begin(study).with_interest(study), model, splits[0] if splits else None)


def _first_splits(study: Study) -> Sequence[tuple[int, str | None]]:
    """Every model on its first split."""
    return [next(place for place in study.slices if place[0] == model) for model in range(len(study.model_names))]


def _scores(study: Study, label: int) -> np.ndarray | None:
    """(n,) of the first model for a class; None without any."""
    rows = study.predictions_of(0)
    found = rows.scores[label] if rows is not None and rows.scores is not None else None
    return found if found is not None and np.isfinite(found).any() else None


def _ranges(study: Study, scores: np.ndarray, order: Sequence[int]) -> tuple[Range, ...]:
    truth = study.cases_of(0).truth
    found = []
    for label in order:
        values = scores[(truth == label) & np.isfinite(scores)]
        if len(values):
            found.append(Range(label, len(values), tuple(np.quantile(values, QUANTILES).tolist())))
    return tuple(found)


def _column(study: Study, label: int) -> str:
    """The column of these scores, "" where it is not known."""
    mapping = study.mapping
    lone = mapping.score or next(iter(mapping.score_models), "")
    return lone or (mapping.scores or {}).get(study.labels[label], "")
