"""What the other models of a study said about the same cases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from predictions.columns.labels import BLANK
from predictions.problems import Problem
from predictions.slices.paired_models import join
from predictions.study import Study


@dataclass(frozen=True, eq=False)
class Elsewhere:
    """Another model. predicted: (n,) what it said about each row of this model, -1 where it has no such case."""

    model: int
    predicted: np.ndarray


def answers_elsewhere(study: Study, model: int, split: str | None) -> tuple[Elsewhere, ...]:
    """The other models that have cases of this one in the same split, where something tells which are the same."""
    return tuple(_answers(study, model, split))


def _answers(study: Study, model: int, split: str | None) -> Iterator[Elsewhere]:
    for other in range(len(study.model_names)):
        if other == model:
            continue
        try:
            pair = join(study, model, other, split)
        except Problem:
            continue
        predicted = np.full(len(study.cases_of(model)), BLANK)
        predicted[pair.rows[0]] = pair.predicted[1]
        yield Elsewhere(other, predicted)
