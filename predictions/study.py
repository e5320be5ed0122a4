"""What a file becomes: a Study of one or several models' Predictions, with everything that was said on the way."""

from __future__ import annotations

from collections.abc import Mapping as Frozen
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from metrics import ConfusionMatrix, Evaluation
from predictions.problems import Notice

if TYPE_CHECKING:
    from predictions.roles.recognise import Mapping

__all__ = ["ColumnRole", "Excluded", "Predictions", "SourceFile", "Study", "Tallied"]


@dataclass(frozen=True)
class SourceFile:
    """One uploaded file; `kind` is the format its content showed."""

    name: str
    sha256: str
    kind: str
    rows: int


@dataclass(frozen=True)
class Excluded:
    """Rows that no number uses, and why."""

    reason: str
    rows: int


@dataclass(frozen=True)
class ColumnRole:
    """What one column was taken for, in a reader's words, why, and up to three of its values."""

    column: str
    meaning: str
    because: str
    examples: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Predictions:
    """One model's answers; every array is aligned and holds only the rows that are used.

    truth, predicted: (n,) int16 codes into labels. scores: per class a contiguous float64 (n,) array with nan
    where a row has no score, or None for a class without one; None altogether: labels only.
    clusters: (n,) int32 codes of the independent units (patients), a blank id being one of its own.
    split, fold, sequence: (n,) codes into splits, folds, sequences; -1 where the cell was blank.
    order: (n,) float64. unanswered: (K,) rows left out per true class because the model gave no answer.
    Models of one wide file share their arrays.
    """

    model: str | None
    labels: tuple[str, ...]
    truth: np.ndarray
    predicted: np.ndarray
    scores: tuple[np.ndarray | None, ...] | None
    case_ids: pa.ChunkedArray | None
    clusters: np.ndarray | None
    split: np.ndarray | None
    splits: tuple[str, ...]
    fold: np.ndarray | None
    folds: tuple[str, ...]
    sequence: np.ndarray | None
    sequences: tuple[str, ...]
    order: np.ndarray | None
    details: pa.Table
    unanswered: np.ndarray

    def __len__(self) -> int:
        return len(self.truth)


@dataclass(frozen=True, eq=False)
class Tallied:
    """What is known of a file whose rows are not held: every evaluation, counted while the file was read.

    models: their names. splits: those of each model. scored: per class whether the first model has scores for it.
    evaluations: by model and split, None for a model without splits.
    steps: how scores were placed in steps where they are too many to be told apart, a sentence; empty where exact.
    """

    models: tuple[str | None, ...]
    splits: tuple[tuple[str, ...], ...]
    scored: tuple[bool, ...]
    evaluations: Frozen[tuple[int, str | None], Evaluation]
    steps: str = ""


@dataclass(frozen=True, eq=False)
class Study:
    """Everything a page may ask about what was opened.

    key changes with the files' bytes and the mapping. normal, positive: indexes into labels, or None.
    models is empty and matrix set when only a confusion matrix was given; then mapping and preview are None.
    models is empty and tallied set for a file that is too large to hold its rows.
    columns, mapping and preview describe the first file.
    """

    key: str
    name: str
    unit: tuple[str, str]
    labels: tuple[str, ...]
    normal: int | None
    normal_reason: str
    positive: int | None
    files: tuple[SourceFile, ...]
    rows: int
    used: int
    excluded: tuple[Excluded, ...]
    notices: tuple[Notice, ...]
    columns: tuple[ColumnRole, ...]
    models: tuple[Predictions, ...]
    matrix: ConfusionMatrix | None
    mapping: Mapping | None
    preview: pa.Table | None
    tallied: Tallied | None = None

    @property
    def model_names(self) -> tuple[str | None, ...]:
        """The name of every model, also where no rows are held; () for a matrix."""
        return self.tallied.models if self.tallied else tuple(model.model for model in self.models)

    @property
    def scored(self) -> tuple[bool, ...]:
        """Per class whether the first model has scores for it; () without any."""
        if self.tallied:
            return self.tallied.scored
        return tuple(scores is not None for model in self.models[:1] for scores in model.scores or ())

    def splits_of(self, model: int) -> tuple[str, ...]:
        """The splits of one model, test first; () where it has none, or does not exist."""
        each = self.tallied.splits if self.tallied else tuple(model.splits for model in self.models)
        return each[model] if model < len(each) else ()
