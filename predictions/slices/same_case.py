"""What tells which rows of two models are the same case: ids, folds, row numbers, or the order of all rows."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pyarrow as pa
from scipy import special

from predictions.columns.aliases import key_of
from predictions.columns.cells import as_text
from predictions.columns.labels import dictionary_codes
from predictions.rows import Predictions
from predictions.study import Study

MOST_DETAILS = 20
CHANCE = 1e6  # the order of the rows tells the cases where it would be a coincidence once in so many
ROW_NUMBERS = {"row", "row_index", "rowindex", "row_id", "rowid", "row_number", "index", "sample_id", "obs_id"}
Keys = tuple[np.ndarray, np.ndarray]
Models = tuple[Predictions, Predictions]


def telling(study: Study, models: Models, rows: Keys) -> tuple[tuple[str, ...], np.ndarray] | None:
    """The first way in which no row of a model is like another of it: columns, and a number per row of both models."""
    for by, keys in _ways(study, models, rows):
        own, others = keys[: len(rows[0])], keys[len(rows[0]) :]
        if len(keys) and _differ(own) and _differ(others):
            return by, keys
    return None


def has_ids(models: Models) -> bool:
    """Whether both models name who each row belongs to."""
    one, other = models
    with_case = one.case_ids is not None and other.case_ids is not None
    return with_case or (one.sequence is not None and other.sequence is not None)


def is_row_number(name: str) -> bool:
    """Whether a column of this name numbers the rows, as `rowIndex` of caret and `.row` of tidymodels do."""
    return key_of(name) in ROW_NUMBERS


def _differ(keys: np.ndarray) -> bool:
    return not len(keys) or int(np.bincount(keys).max()) == 1


def _ways(study: Study, models: Models, rows: Keys) -> Iterator[tuple[tuple[str, ...], np.ndarray]]:
    """(columns, keys from 0 on of the first model's rows and then of the second's), the plainest way first."""
    mapping = study.mapping
    ids, sequence, order, fold = (
        getattr(mapping, role, "") or role for role in ("case_id", "sequence", "order", "fold")
    )
    keys: np.ndarray | None = None
    by: tuple[str, ...] = ()
    one, other = models
    if one.case_ids is not None and other.case_ids is not None:
        keys, by = _ids(one, [_taken(one.case_ids, rows[0]), _taken(other.case_ids, rows[1])], rows[0]), (ids,)
        yield by, keys
    if one.sequence is not None and other.sequence is not None:
        groups = _named((one.sequences, other.sequences), (one.sequence[rows[0]], other.sequence[rows[1]]))
        keys, by = _added(keys, by, groups, sequence)
    if keys is not None and one.order is not None and other.order is not None:
        places = np.concatenate([one.order[rows[0]], other.order[rows[1]]])
        yield (*by, order), _together(keys, np.unique(places, return_inverse=True)[1])
    if one.fold is not None and other.fold is not None:
        folds = _named((one.folds, other.folds), (one.fold[rows[0]], other.fold[rows[1]]))
        if keys is not None:
            yield _added(keys, by, folds, fold)[::-1]
        else:
            yield from _numbered(models, rows, None, (), False)
        keys, by = _added(keys, by, folds, fold)
    yield from _numbered(models, rows, keys, by, has_ids(models))


def _numbered(
    models: Models, rows: Keys, keys: np.ndarray | None, by: tuple[str, ...], any_column: bool
) -> Iterator[tuple[tuple[str, ...], np.ndarray]]:
    """A column that both models have, beside other keys; where there are no ids only a column of row numbers."""
    for name in _shared_details(models):
        if not any_column and not is_row_number(name):
            continue
        texts = _texts([as_text(_taken(model.details[name], at), name) for model, at in zip(models, rows, strict=True)])
        joined = texts if keys is None else _together(keys, texts)
        if np.isin(joined[: len(rows[0])], joined[len(rows[0]) :]).any():
            yield (*by, name), joined


def _added(
    keys: np.ndarray | None, by: tuple[str, ...], codes: np.ndarray, name: str
) -> tuple[np.ndarray, tuple[str, ...]]:
    """One more column beside those that tell the cases so far."""
    if keys is None:
        return codes, (name,)
    return _together(keys, codes), tuple(dict.fromkeys((*by, name)))


def _ids(model: Predictions, columns: list[pa.ChunkedArray], rows: np.ndarray) -> np.ndarray:
    """One number per id; where both models have the same ids in the same rows, the one that the file's reading gave."""
    if model.clusters is not None and columns[0].equals(columns[1]):
        return np.tile(model.clusters[rows], 2)
    return _texts(columns)


def _texts(columns: list[pa.ChunkedArray]) -> np.ndarray:
    """One number per text, of the first column and then of the second."""
    if columns[0].equals(columns[1]):  # the same cases in the same order: half the work
        return np.tile(_texts([columns[0], columns[1].slice(0, 0)]), 2)
    parts = [chunk.cast(pa.string()) for column in columns for chunk in _chunks(column)]
    return dictionary_codes(pa.chunked_array(parts, pa.string()))[0] + 1


def _taken(column: pa.ChunkedArray, rows: np.ndarray) -> pa.ChunkedArray:
    """rows: rising row numbers."""
    return column if len(rows) == len(column) else column.take(rows)


def _chunks(column: pa.ChunkedArray | pa.Array) -> list[pa.Array]:
    return column.chunks if isinstance(column, pa.ChunkedArray) else [column]


def _named(names: tuple[tuple[str, ...], tuple[str, ...]], codes: Keys) -> np.ndarray:
    """Codes into the names of both models together, 0 for a blank cell. codes: of each model's own names."""
    place = {name: code for code, name in enumerate(dict.fromkeys((*names[0], *names[1])), 1)}
    own = [np.array([*(place[name] for name in each), 0]) for each in names]
    return np.concatenate([numbers[each] for numbers, each in zip(own, codes, strict=True)])


def _together(keys: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """One number from 0 on for each pair of numbers, of the first model's rows and then of the second's."""
    half = len(codes) // 2
    if 2 * half == len(codes) and all(np.array_equal(each[:half], each[half:]) for each in (keys, codes)):
        return np.tile(_of_pairs(keys[:half], codes[:half]), 2)  # the same cases in the same order: half the work
    return _of_pairs(keys, codes)


def _of_pairs(keys: np.ndarray, codes: np.ndarray) -> np.ndarray:
    if _differ(codes):  # whatever they stand beside
        return codes
    pairs = keys.astype(np.int64) * (int(codes.max(initial=0)) + 1) + codes
    return np.unique(pairs, return_inverse=True)[1]


def _shared_details(models: Models) -> list[str]:
    both = [name for name in models[0].details.column_names if name in models[1].details.column_names]
    return both[:MOST_DETAILS]


# ------------------------------------------------------------------ the order of the rows


def in_same_order(models: Models, rows: Keys) -> bool:
    """Whether both models plainly list the same cases in the same order: true classes, folds and ids agree in all rows.

    Not where the true classes are sorted or alternate, or are so few that this could be chance (1 in a million).
    """
    one, other = models
    truth = one.truth[rows[0]]
    if len(rows[0]) != len(rows[1]) or not np.array_equal(truth, other.truth[rows[1]]):
        return False
    for codes, names in (("fold", "folds"), ("sequence", "sequences")):
        first, second = getattr(one, codes), getattr(other, codes)
        if first is not None and second is not None:
            together = _named((getattr(one, names), getattr(other, names)), (first[rows[0]], second[rows[1]]))
            if not np.array_equal(together[: len(truth)], together[len(truth) :]):
                return False
    if one.case_ids is not None and other.case_ids is not None:
        return _taken(one.case_ids, rows[0]).equals(_taken(other.case_ids, rows[1])) and _is_telling(truth)
    return _is_telling(truth)


def _is_telling(truth: np.ndarray) -> bool:
    """Whether classes in this order are neither sorted, nor alternating, nor a coincidence. truth: (n,) codes."""
    support = np.bincount(truth)
    orders = special.gammaln(len(truth) + 1) - special.gammaln(support + 1).sum()  # logarithm of all orders there are
    runs = 1 + np.count_nonzero(np.diff(truth))
    expected = 1 + len(truth) - float((support.astype(np.float64) ** 2).sum()) / max(1, len(truth))
    return bool(orders > math.log(CHANCE) and expected / 2 < runs < expected * 1.5)
