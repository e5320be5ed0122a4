"""The single cases of one model: narrowed by a filter, sorted, and the chosen rows as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics.kernels.cached import cached_property
from predictions.cases.groups import case_groups
from predictions.cases.kinds import CaseOrder
from predictions.cases.other_models import Elsewhere, answers_elsewhere
from predictions.groups.grouping import Grouping
from predictions.mapping import Mapping
from predictions.rows import Predictions, rows_of_split
from predictions.study import Study

if TYPE_CHECKING:
    import pandas as pd

TRUTH, SAID = "true class", "predicted class"
EVERY = slice(None)
CONFIDENT = 0.9


@dataclass(frozen=True, eq=False)
class CaseList:
    """The cases of one model on one split (None: all rows). What takes long is worked out once, when first needed.

    harm: (K, K) the rank of each error, 0 the most harmful; None: all alike. names: as the classes are shown, () as in
    the file; order: of their scores, () as in `names`.
    """

    study: Study
    model: int = 0
    split: str | None = None
    harm: np.ndarray | None = None
    names: tuple[str, ...] = ()
    order: tuple[int, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The classes as they are shown."""
        return self.names or tuple(self.study.labels)

    @property
    def predictions(self) -> Predictions:
        return self.study.cases_of(self.model)

    @cached_property
    def rows(self) -> np.ndarray | None:
        """(n,) True in the split; None for all rows."""
        return rows_of_split(self.predictions, self.split)

    @cached_property
    def incorrect(self) -> np.ndarray:
        """(n,) True where the predicted class is not the true one."""
        found: np.ndarray = np.not_equal(self.predictions.truth, self.predictions.predicted)
        return found

    @property
    def has_confidence(self) -> bool:
        """Whether any class has scores."""
        return self.predictions.scores is not None

    @property
    def has_ids(self) -> bool:
        """Whether an id can be looked for."""
        return self.predictions.case_ids is not None

    @property
    def has_order(self) -> bool:
        """Whether the file has an order of its rows."""
        return True

    def confidence(self, rows: np.ndarray | slice = EVERY) -> np.ndarray:
        """(r,) score of the predicted class in these rows, nan without one; found anew, as it would take much room.

        A lone score s counts as 1 - s for the other class, or as -s where it is no probability.
        """
        return _confidence(self.predictions, rows)

    def median_confidence(self, truth: int, predicted: int) -> float:
        """Of the cases of one cell of the matrix that have a score of the predicted class; nan without any."""
        in_cell = (self.predictions.truth == truth) & (self.predictions.predicted == predicted)
        found = self.confidence(np.flatnonzero(in_cell if self.rows is None else in_cell & self.rows))
        known = found[~np.isnan(found)]
        return float(np.median(known)) if len(known) else float("nan")

    @property
    def lone(self) -> int | None:
        """The only one of two classes that has scores."""
        return lone_of([column is not None for column in self.predictions.scores or ()])

    @cached_property
    def has_probabilities(self) -> bool:
        """Whether every score lies between 0 and 1; False without any."""
        every = [column for column in self.predictions.scores or () if column is not None]
        known = [column for column in every if not np.isnan(column).all()]
        return bool(known) and all(_is_probability(column) for column in known)

    @cached_property
    def confident_from(self) -> float:
        """The score at which an error counts as confident: 0.9, or what a tenth reach of no probabilities."""
        known = (found := self.confidence())[~np.isnan(found)] if self.has_confidence else np.empty(0)
        if not len(known) or (known.min() >= 0 and known.max() <= 1):
            return CONFIDENT
        return float(f"{np.quantile(known, CONFIDENT):.3g}")

    @cached_property
    def groups(self) -> tuple[Grouping, ...]:
        """Columns by whose values the list can be narrowed."""
        return case_groups(self.study, self.predictions)

    def group(self, name: str) -> Grouping:
        """The groups of one of these columns."""
        return next(each for each in self.groups if each.name == name)

    @cached_property
    def elsewhere(self) -> tuple[Elsewhere, ...]:
        """What the other models said about the same cases."""
        return answers_elsewhere(self.study, self.model, self.split)

    def listed(self, mask: np.ndarray, order: CaseOrder = CaseOrder.WORST) -> np.ndarray:
        """Row numbers of the cases of a mask, as `matching` gives it, in this order; without scores as in the file."""
        if order is CaseOrder.FILE:
            return np.flatnonzero(mask)
        by_confidence = self._by_confidence(np.flatnonzero(mask))
        return by_confidence if order is CaseOrder.CONFIDENT else self._worst_first(by_confidence)

    def _by_confidence(self, rows: np.ndarray) -> np.ndarray:
        """These rows by falling score, those without one last; equals as in the file."""
        return rows[np.argsort(-self.confidence(rows), kind="stable")] if self.has_confidence else rows

    def _worst_first(self, by_confidence: np.ndarray) -> np.ndarray:
        """Errors, the most harmful first and of one harm the most confident; then correct ones, the least confident."""
        incorrect = self.incorrect[by_confidence]
        errors, correct = by_confidence[incorrect], by_confidence[~incorrect]
        if self.harm is not None:
            rank = self.harm[self.predictions.truth[errors], self.predictions.predicted[errors]]
            errors = errors[np.argsort(rank, kind="stable")]
        scored = int(np.isfinite(self.confidence(correct)).sum()) if self.has_confidence else 0
        return np.concatenate([errors, correct[:scored][::-1], correct[scored:]])

    def frame(self, rows: np.ndarray) -> pd.DataFrame:
        """These rows with ids, scores and every other column, under distinct names."""
        import pandas as pd  # a third of the start of the process that only reads files

        predictions, labels = self.predictions, np.array(self.labels, object)
        columns = _who(self.study, predictions, rows)
        _add(columns, TRUTH, labels[predictions.truth[rows]])
        _add(columns, SAID, labels[predictions.predicted[rows]])
        scores = predictions.scores or [None] * len(labels)
        for label in self.order or range(len(labels)):
            if (column := scores[label]) is not None:
                _add(columns, score_column(labels[label]), column[rows])
        _add_details(columns, predictions, rows)
        return pd.DataFrame(columns)

    def others(self, row: int) -> dict[str, Any]:
        """What the file says about one row beside its classes and scores: ids, groups and every other column."""
        found = _who(self.study, self.predictions, np.array([row]))
        _add_details(found, self.predictions, np.array([row]))
        return {name.strip(): values[0] for name, values in found.items()}


def _confidence(predictions: Predictions, rows: np.ndarray | slice) -> np.ndarray:
    predicted = predictions.predicted[rows]
    confidence, every = np.full(len(predicted), np.nan), predictions.scores or ()
    lone = [column for column in every if column is not None]
    for code, column in enumerate(every):
        scores = _opposite(lone[0]) if column is None and len(every) == 2 else column
        if scores is not None:
            np.copyto(confidence, scores[rows], where=predicted == code)
    return confidence


def lone_of(scored: Sequence[bool]) -> int | None:
    """The only one of two classes that has scores. scored: of each class, whether it has."""
    return list(scored).index(True) if len(scored) == 2 and sum(scored) == 1 else None


def _opposite(scores: np.ndarray) -> np.ndarray:
    """What a lone score says for the other class."""
    return 1 - scores if _is_probability(scores) else -scores


def _is_probability(scores: np.ndarray) -> bool:
    known = scores[~np.isnan(scores)]
    return bool(len(known)) and known.min() >= 0 and known.max() <= 1


def score_column(name: str) -> str:
    """What the column with the scores of a class is headed."""
    return f"score {name}"


def _who(study: Study, predictions: Predictions, index: np.ndarray) -> dict[str, Any]:
    columns: dict[str, Any] = {}
    if predictions.case_ids is not None:
        _add(columns, study.mapping.case_id or "case", predictions.case_ids.take(index).to_pylist())
    _add_groups(columns, study.mapping, predictions, index)
    return columns


def _add_details(columns: dict[str, Any], predictions: Predictions, index: np.ndarray) -> None:
    import pandas as pd

    details = predictions.details.take(index)
    for name in details.column_names:
        _add(columns, name, pd.Series(details[name].to_pylist(), dtype=object))  # whole numbers stay whole


def _add_groups(columns: dict[str, Any], mapping: Mapping, predictions: Predictions, index: np.ndarray) -> None:
    """Split, fold and sequence under the file's own column names; an id that is the sequence stands once."""
    for name, codes, names in (
        (mapping.split, predictions.split, predictions.splits),
        (mapping.fold, predictions.fold, predictions.folds),
        (mapping.sequence, predictions.sequence, predictions.sequences),
    ):
        if name and codes is not None and name not in columns:
            columns[name] = np.array([*names, ""], object)[codes[index]]
    if mapping.order and predictions.order is not None and mapping.order not in predictions.details.column_names:
        _add(columns, mapping.order, predictions.order[index])


def _add(columns: dict[str, Any], name: str, values: Any) -> None:
    """A table on screen needs distinct column names; the file may use ours for something else."""
    while name in columns:
        name += " "
    columns[name] = values
