"""The same cases of two models: which row of the one belongs to which row of the other, and by what that was told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from predictions.columns.cells import as_text
from predictions.columns.labels import BLANK, dictionary_codes
from predictions.problems import Problem
from predictions.rows import Predictions, rows_of_split
from predictions.study import Study
from words.text.names import listed, quoted

MOST_DETAILS = 20
Keys = tuple[np.ndarray, np.ndarray]
Models = tuple[Predictions, Predictions]


@dataclass(frozen=True, eq=False)
class Pair:
    """Two models of one study on the cases that both answered, in the order of the first.

    rows: row numbers in each model, aligned, (n,). only_first, only_second: cases of one alone. blank: rows of both
    whose id is blank. differing: common cases left out, because the two rows
    do not agree on the true class. by: the columns that told the cases; () where both stand in the same rows.
    """

    first: Predictions
    second: Predictions
    rows: Keys
    only_first: int
    only_second: int
    blank: int
    differing: int
    by: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.rows[0])

    @cached_property
    def truth(self) -> np.ndarray:
        """(n,) codes."""
        return self.first.truth[self.rows[0]]

    @cached_property
    def calls(self) -> Keys:
        """(n,) codes of what each said."""
        return self.first.predicted[self.rows[0]], self.second.predicted[self.rows[1]]

    @cached_property
    def patients(self) -> np.ndarray | None:
        """(n,) codes from 0 on of who stands behind each case; None without ids, or where each has one case only."""
        if self.first.clusters is None:
            return None
        codes = self.first.clusters[self.rows[0]]
        counts = np.bincount(codes)
        return (np.cumsum(counts > 0) - 1)[codes] if (counts > 1).any() else None

    @cached_property
    def units(self) -> int | None:
        """Distinct patients; None without ids."""
        if self.first.clusters is None:
            return None
        return len(self) if self.patients is None else int(self.patients.max()) + 1

    def scores(self, label: int) -> tuple[Keys, np.ndarray] | None:
        """((m,) scores of each for one class, (m,) places of the cases where both have one); None where one has none.

        A lone score of two classes counts as its negative for the other class.
        """
        found = [_score(model, label) for model in (self.first, self.second)]
        if found[0] is None or found[1] is None:
            return None
        one, other = found[0][self.rows[0]], found[1][self.rows[1]]
        known = np.flatnonzero(~(np.isnan(one) | np.isnan(other)))
        return ((one[known], other[known]), known) if len(known) else None


def _score(model: Predictions, label: int) -> np.ndarray | None:
    if model.scores is None:
        return None
    scores, other = model.scores[label], model.scores[1 - label] if len(model.scores) == 2 else None
    return -other if scores is None and other is not None else scores


def probabilities(model: Predictions, label: int) -> np.ndarray | None:
    """(n,) scores of a class where all known ones lie within 0 and 1, nan where a row has none; None otherwise.

    A lone score s of two classes gives 1 − s for the other class.
    """
    if model.scores is None:
        return None
    own, other = model.scores[label], model.scores[1 - label] if len(model.scores) == 2 else None
    found = 1 - other if own is None and other is not None else own
    if found is None or np.nanmin(found, initial=0) < 0 or np.nanmax(found, initial=1) > 1:
        return None
    return found


def join(study: Study, first: int, second: int, split: str | None = None) -> Pair:
    """Two models of a study on the cases of one split (None: all rows) that both answered.

    Columns of one table stand in the same rows. Otherwise an id finds its case; where ids repeat, together with the
    sequence and its order, or with another column that tells the rows of one id apart; without ids the sequence and
    its order do. Raises Problem where nothing tells the cases, none is common or no common one has the same truth.
    """
    models = study.cases_of(first), study.cases_of(second)
    rows = tuple(_rows(model, split) for model in models)
    if models[0].truth is models[1].truth:
        return Pair(*models, (rows[0], rows[1]), 0, 0, 0, 0, ())
    told = tuple(_with_id(*each) for each in zip(models, rows, strict=True))
    by, keys = _telling(study, models, (told[0], told[1]))
    place = np.full(int(keys.max(initial=BLANK)) + 1, BLANK)
    place[keys[len(told[0]) :]] = told[1]
    found = place[keys[: len(told[0])]]
    common = told[0][found >= 0], found[found >= 0]
    alone = tuple(len(each) - len(common[0]) for each in told)
    blank = sum(len(each) for each in rows) - sum(len(each) for each in told)
    return _of_same_truth(models, common, alone, blank, by)


def _rows(model: Predictions, split: str | None) -> np.ndarray:
    mask = rows_of_split(model, split)
    return np.arange(len(model)) if mask is None else np.flatnonzero(mask)


def _with_id(model: Predictions, rows: np.ndarray) -> np.ndarray:
    """Without the rows whose id is blank: nothing says whose they are."""
    if model.case_ids is None:
        return rows
    filled = pc.fill_null(pc.not_equal(model.case_ids, ""), False).to_numpy()
    return rows if filled.all() else rows[filled[rows]]


def _of_same_truth(
    models: Models, common: Keys, alone: tuple[int, ...], blank: int, by: tuple[str, ...]
) -> Pair:  # fmt: skip
    same = models[0].truth[common[0]] == models[1].truth[common[1]]
    differing = int((~same).sum())
    if not same.any():
        why = "have the same true class in both" if differing else "are in both"
        raise Problem(
            f"No cases of these two models {why}, told by {listed(by)}. They cannot be compared case by case."
        )
    rows = common[0][same], common[1][same]
    return Pair(*models, rows, alone[0], alone[1], blank, differing, by)


# ------------------------------------------------------------------ what tells a case


def _telling(study: Study, models: Models, rows: Keys) -> tuple[tuple[str, ...], np.ndarray]:
    """The first way in which no row of a model is like another of it: columns, and a number per row of both models."""
    by: tuple[str, ...] = ()
    for by, keys in _ways(study, models, rows):
        own, others = keys[: len(rows[0])], keys[len(rows[0]) :]
        if len(keys) and _differ(own) and _differ(others):
            return by, keys
    if not by:
        raise Problem(
            "There is no case id, so nothing tells which rows of the two models are the same case. Add a column such "
            "as case_id, or put the answers of both models into columns of one table."
        )
    raise Problem(
        f"The values of {quoted(by[0])} repeat, and nothing tells which of their rows are the same case. Add a column "
        "that numbers the rows of each, such as recording or frame."
    )


def _differ(keys: np.ndarray) -> bool:
    return not len(keys) or int(np.bincount(keys).max()) == 1


def _ways(study: Study, models: Models, rows: Keys) -> Iterator[tuple[tuple[str, ...], np.ndarray]]:
    """(columns, keys from 0 on of the first model's rows and then of the second's), the plainest way first."""
    mapping = study.mapping
    ids, sequence, order = (getattr(mapping, role, "") or role for role in ("case_id", "sequence", "order"))
    keys: np.ndarray | None = None
    by: tuple[str, ...] = ()
    one, other = models
    if one.case_ids is not None and other.case_ids is not None:
        keys, by = _texts([one.case_ids.take(rows[0]), other.case_ids.take(rows[1])]), (ids,)
        yield by, keys
    if one.sequence is not None and other.sequence is not None:
        groups = _sequences(models, (one.sequence[rows[0]], other.sequence[rows[1]]))
        keys, by = (
            (groups, (sequence,)) if keys is None else (_together(keys, groups), tuple(dict.fromkeys((*by, sequence))))
        )
    if keys is None:
        return
    if one.order is not None and other.order is not None:
        places = np.concatenate([one.order[rows[0]], other.order[rows[1]]])
        yield (*by, order), _together(keys, np.unique(places, return_inverse=True)[1])
    for name in _shared_details(models):
        texts = _texts([as_text(model.details[name].take(at), name) for model, at in zip(models, rows, strict=True)])
        joined = _together(keys, texts)
        if np.isin(joined[: len(rows[0])], joined[len(rows[0]) :]).any():
            yield (*by, name), joined


def _texts(columns: list[pa.ChunkedArray]) -> np.ndarray:
    """One number per text, of the first column and then of the second."""
    if columns[0].equals(columns[1]):  # the same cases in the same order: half the work
        return np.tile(_texts([columns[0], columns[1].slice(0, 0)]), 2)
    parts = [chunk.cast(pa.string()) for column in columns for chunk in _chunks(column)]
    return dictionary_codes(pa.chunked_array(parts, pa.string()))[0] + 1


def _chunks(column: pa.ChunkedArray | pa.Array) -> list[pa.Array]:
    return column.chunks if isinstance(column, pa.ChunkedArray) else [column]


def _sequences(models: Models, codes: Keys) -> np.ndarray:
    """Codes into the names of both models together, 0 for a blank cell. codes: of each model's own names."""
    place = {name: code for code, name in enumerate(dict.fromkeys((*models[0].sequences, *models[1].sequences)), 1)}
    own = [np.array([*(place[name] for name in model.sequences), 0]) for model in models]
    return np.concatenate([numbers[each] for numbers, each in zip(own, codes, strict=True)])


def _together(keys: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """One number from 0 on for each pair of numbers."""
    pairs = keys.astype(np.int64) * (int(codes.max(initial=0)) + 1) + codes
    return np.unique(pairs, return_inverse=True)[1]


def _shared_details(models: Models) -> list[str]:
    both = [name for name in models[0].details.column_names if name in models[1].details.column_names]
    return both[:MOST_DETAILS]
