"""What a reader must know before models are compared: other rows, and another true class of the same case."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from predictions.columns.labels import BLANK
from predictions.problems import Notes
from predictions.rows import Predictions

MOST_PAIRS, FEWEST_ROWS = 20, 10
Ends = tuple[np.ndarray, np.ndarray]


def check_models(models: Sequence[Predictions], notes: Notes) -> None:
    """Said of every model beside the first one, by the ids of the cases."""
    say_different_rows([(model.model, len(model)) for model in models], notes)
    for model in models[1:MOST_PAIRS]:
        _check_truth(models[0], model, notes)
    _say_choices(models[:MOST_PAIRS], notes)


def say_different_rows(models: Sequence[tuple[str | None, int]], notes: Notes) -> None:
    """Say that models have unlike many rows."""
    if len({rows for _, rows in models}) > 1:
        notes.warn("models_of_different_rows", rows={str(model): rows for model, rows in models[:5]})


def _say_choices(models: Sequence[Predictions], notes: Notes) -> None:
    """Say that no two models ever agree, as the first, second, ... choice of one model does not."""
    rows = [each.predicted for each in models if np.array_equal(each.truth, models[0].truth)]
    if not 1 < len(models) == len(rows) or len(rows[0]) < FEWEST_ROWS:
        return
    if not any((one == other).any() for one, other in combinations(rows, 2)):
        notes.warn("models_never_agree", models=[str(each.model) for each in models])


def _check_truth(first: Predictions, second: Predictions, notes: Notes) -> None:
    """Ids that have one true class in each of two models, and not the same."""
    if first.truth is second.truth or first.case_ids is None or second.case_ids is None:
        return
    if first.case_ids.equals(second.case_ids) and np.array_equal(first.truth, second.truth):
        return
    ids = pc.unique(first.case_ids.filter(pc.fill_null(pc.not_equal(first.case_ids, ""), False)))
    own, others = (_ends(model, ids) for model in (first, second))
    differing = np.flatnonzero((own[0] == own[1]) & (others[0] == others[1]) & (own[0] != others[0]))
    if len(differing):
        names = [str(model.model) for model in (first, second)]
        example = ids[int(differing[0])].as_py()
        notes.warn("models_with_other_truth", cases=len(differing), models=names, example=example)


def _ends(model: Predictions, ids: pa.Array) -> Ends:
    """The lowest and the highest true class of each id: equal for one class, the lowest above the highest for none."""
    found = pc.fill_null(pc.index_in(model.case_ids, value_set=ids), BLANK).to_numpy()
    low, high = np.full(len(ids), np.iinfo(np.int16).max), np.full(len(ids), BLANK)
    known = found != BLANK
    np.minimum.at(low, found[known], model.truth[known])
    np.maximum.at(high, found[known], model.truth[known])
    return low, high
