"""What the other models of a study said about the same cases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa

from predictions.labels import BLANK, dictionary_codes
from predictions.study import Predictions, Study

__all__ = ["Elsewhere", "answers_elsewhere", "same_rows"]

SPARSE = 4  # keys up to so many times the rows are counted as they are


@dataclass(frozen=True, eq=False)
class Elsewhere:
    """Another model's rows of the same cases. rows: (n,) its row number for each row of this model, -1 without one."""

    model: int
    predictions: Predictions
    rows: np.ndarray

    @cached_property
    def predicted(self) -> np.ndarray:
        """(n,) what it said about each row of this model, -1 where it has no answer."""
        return np.where(self.rows >= 0, self.predictions.predicted[self.rows], BLANK)


def answers_elsewhere(study: Study, model: int) -> tuple[Elsewhere, ...]:
    """The other models that answered at least one of the same cases."""
    own = study.models[model]
    found = [
        Elsewhere(place, other, same_rows(own, other, len(study.files) == 1))
        for place, other in enumerate(study.models)
        if place != model
    ]
    return tuple(each for each in found if (each.rows >= 0).any())


def same_rows(own: Predictions, other: Predictions, one_file: bool = False) -> np.ndarray:
    """(n,) row number in `other` of the same case, -1 where there is none; splits, folds and sequences never mix.

    Columns of one table share their rows. Otherwise an id finds its row; a repeated id does in the order of the file
    and only where both models have it equally often. Rows whose true classes differ are not the same case.
    one_file: equal ids have equal cluster codes, which saves comparing texts.
    """
    if own.truth is other.truth:
        return np.arange(len(own))
    if own.case_ids is None or other.case_ids is None:
        return np.full(len(own), BLANK)
    keys = _dense(_keys(own, other, one_file))
    rows = _matched(keys[: len(own)], keys[len(own) :])
    return np.where((rows >= 0) & (other.truth[rows] == own.truth), rows, BLANK)


def _keys(own: Predictions, other: Predictions, one_file: bool) -> np.ndarray:
    """A number per row of both, equal where id, split, fold, sequence and order are; -1 for a blank id."""
    ids = _ids(own, other, one_file)
    keys = ids.astype(np.int64)
    for codes in _groupings(own, other):
        different = int(codes.max(initial=0)) + 2
        if (int(keys.max(initial=0)) + 1) * different > np.iinfo(np.int64).max:
            keys = np.unique(keys, return_inverse=True)[1]
        keys = keys * different + codes + 1
    keys[ids == BLANK] = BLANK
    return keys


def _ids(own: Predictions, other: Predictions, one_file: bool) -> np.ndarray:
    """Codes of the ids of both, -1 where blank; a blank one's cluster is its own and finds no other."""
    if one_file and own.clusters is not None and other.clusters is not None:
        return np.concatenate([own.clusters, other.clusters])
    assert own.case_ids is not None
    assert other.case_ids is not None
    ids, distinct = dictionary_codes(pa.chunked_array([*own.case_ids.chunks, *other.case_ids.chunks], pa.string()))
    return np.where(ids == distinct.index("").as_py(), BLANK, ids)


def _dense(keys: np.ndarray) -> np.ndarray:
    """The same keys as small numbers, so that they can be counted; -1 stays."""
    if int(keys.max(initial=0)) < SPARSE * len(keys):
        return keys
    distinct, codes = np.unique(keys, return_inverse=True)
    return codes - int(distinct[:1].tolist() == [BLANK])


def _groupings(own: Predictions, other: Predictions) -> Iterator[np.ndarray]:
    """Codes of both models' rows into the names they share, one array per column that both have."""
    for mine, my_names, its, its_names in (
        (own.split, own.splits, other.split, other.splits),
        (own.fold, own.folds, other.fold, other.folds),
        (own.sequence, own.sequences, other.sequence, other.sequences),
    ):
        if mine is not None and its is not None:
            place = {name: code for code, name in enumerate({*my_names, *its_names})}
            parts = ((my_names, mine), (its_names, its))
            yield np.concatenate([np.array([*map(place.__getitem__, names), BLANK])[codes] for names, codes in parts])
    if own.order is not None and other.order is not None:
        yield np.unique(np.concatenate([own.order, other.order]), return_inverse=True)[1]


def _matched(keys: np.ndarray, others: np.ndarray) -> np.ndarray:
    """(n,) place in `others` of the same key and occurrence, -1 where the key is -1 or not equally frequent."""
    size = int(max(keys.max(initial=BLANK), others.max(initial=BLANK))) + 2
    often, others_often = np.bincount(keys + 1, minlength=size), np.bincount(others + 1, minlength=size)
    start = np.cumsum(others_often) - others_often
    order = np.argsort(others, kind="stable")
    place = start[keys + 1] + _occurrence(keys, often)
    found = (keys != BLANK) & (often == others_often)[keys + 1]
    return np.where(found, order[np.where(found, place, 0)], BLANK) if len(order) else np.full(len(keys), BLANK)


def _occurrence(keys: np.ndarray, often: np.ndarray) -> np.ndarray:
    """(n,) 0 for the first row of a key, 1 for the second, and so on."""
    if often.max(initial=0) < 2:
        return np.zeros(len(keys), np.int64)
    order = np.argsort(keys, kind="stable")
    begin = np.cumsum(often) - often
    occurrence = np.empty(len(keys), np.int64)
    occurrence[order] = np.arange(len(keys)) - begin[keys[order] + 1]
    return occurrence
