"""How far rows, or their patients, move areas and means of areas: an engine adds up the squares, in whole numbers."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Mapping, Sequence

import narwhals as nw
import numpy as np
import pyarrow as pa

from metrics.measures.influence import WIDEST, MovedMean, Moves
from predictions.build.settled import Settled
from predictions.problems import TooManyGroups
from predictions.sources.counted.cases.columns import at_once_or_by_ids, id_in
from predictions.sources.counted.evaluate import Part, is_of_class
from predictions.sources.counted.patients.areas import ID, TIMES, Digits, digit, of_patients
from predictions.sources.counted.patients.ids import GROUP, patient_column, unknown_texts
from predictions.sources.counted.table import CountedTable, joined
from predictions.sources.engines.engine import Frame

CASES = "cases"
MOST_CLASSES = 30  # each is a join, and an engine plans all of them anew for each


def squares_over_rows(
    file: CountedTable,
    part: Part,
    settled: Settled[str],
    has_patients: bool,
    moves: Mapping[int, Moves],
    numbers: Sequence[MovedMean],
) -> list[int] | None:
    """As `SumsOverRows.squares`; None for many classes, too. has_patients: whether rows of one are added up before."""
    if len(moves) > MOST_CLASSES:
        return None
    rows, names = _moved(file, part, settled, has_patients, moves, numbers)
    cases = int(part.output.table.cases[part.rows].sum())
    farthest = max(sum(of.weights.values()) * WIDEST + sum(map(abs, of.shifts.values())) for of in numbers)
    digits = Digits.of(cases, names, min(63, (farthest * (cases if has_patients else 1)).bit_length()))
    if not has_patients:
        return _asked(file, digits, rows, nw.col(TIMES))[1:]
    ids, unknown, added = id_in(nw.col(ID)), unknown_texts(part.mapping), (CASES, *names)
    try:
        found = at_once_or_by_ids(
            rows, ids, lambda some: _asked(file, digits, of_patients(some, added, ids, unknown), nw.lit(1))
        )
    except TooManyGroups:
        return None
    if sum(each[0] for each in found) < cases:
        found.append(_asked(file, digits, rows.filter(ids.is_null() | ids.is_in(unknown)), nw.col(TIMES)))
    return [sum(each) for each in zip(*found, strict=True)][1:]


def _moved(
    file: CountedTable,
    part: Part,
    settled: Settled[str],
    has_patients: bool,
    moves: Mapping[int, Moves],
    numbers: Sequence[MovedMean],
) -> tuple[Frame, tuple[str, ...]]:
    """The rows with what each moves the numbers, and how these columns are named."""
    times = nw.lit(1) if (given := part.times(file)) is None else given
    kept = {TIMES: times, CASES: nw.lit(1), GROUP: nw.lit(0)}
    if has_patients:
        kept[ID] = file.column(str(patient_column(part.mapping)))
    scores = {f"score {label}": _score(file, part, settled, label) for label in moves}
    own = {f"own {label}": is_of_class(file, part, int(settled.kept[label])) for label in moves}
    keys = {f"key {label}": _key(label, each.lowest) for label, each in moves.items()}
    rows = file.where(part.conditions).select(**kept, **scores, **own).select(*kept, **keys)
    for label, each in moves.items():
        rows = rows.join(file.beside(_told(label, each, numbers)), on=f"key {label}", how="inner")
    names = tuple(f"moved {place}" for place in range(len(numbers)))
    each_of = ([nw.col(f"{name} {label}") for label in of.weights] for of, name in zip(numbers, names, strict=True))
    sums = (joined(operator.add, each).alias(name) for each, name in zip(each_of, names, strict=True))
    return rows.select(*kept, *sums), names


def _score(file: CountedTable, part: Part, settled: Settled[str], label: int) -> nw.Expr:
    """Of two classes the one without a score of its own has that of the other, turned round."""
    found = part.output.scores.get(int(settled.kept[label]))
    if found is not None:
        return file.score(found)
    (lone,) = part.output.scores.values()
    return nw.lit(0.0) - file.score(lone)


def _key(label: int, lowest: np.ndarray) -> nw.Expr:
    """Twice the range of a score, found by halves, and one more for a case of the class; -1 without a score."""
    score, own = nw.col(f"score {label}"), nw.col(f"own {label}")
    place = 2 * _range(score, lowest, 0) + nw.when(own).then(nw.lit(1)).otherwise(nw.lit(0))
    return nw.when(score.is_null()).then(nw.lit(-1)).otherwise(place).cast(nw.Int64)


def _range(score: nw.Expr, lowest: np.ndarray, first: int) -> nw.Expr:
    """first: the number of the first of these ranges."""
    if len(lowest) == 1:
        return nw.lit(first)
    half = len(lowest) // 2
    higher, lower = _range(score, lowest[:half], first), _range(score, lowest[half:], first + half)
    return nw.when(score >= float(lowest[half - 1])).then(higher).otherwise(lower)


def _told(label: int, moves: Moves, numbers: Sequence[MovedMean]) -> pa.Table:
    """By the key of a class what it adds to each number."""
    size = len(moves.lowest)
    told = {f"key {label}": np.append(-1, np.arange(2 * size))}
    for place, of in enumerate(numbers):
        if label in of.weights:
            added = np.zeros(2 * size + 1, np.int64)
            added[2::2], added[1::2] = of.added(label, moves)
            told[f"moved {place} {label}"] = added
    return pa.table(told)


def _asked(file: CountedTable, digits: Digits, rows: Frame, times: nw.Expr) -> list[int]:
    """How many cases, and of each number the sum of the squares. times: how many patients each is."""
    places = [*itertools.combinations_with_replacement(range(digits.count), 2)]
    parts = [(digit(name, one), digit(name, other)) for name in digits.placed for one, other in places]
    squares = [(nw.col(one) * nw.col(other) * times).sum() for one, other in parts]
    rows = rows.select(CASES, *digits.columns, *([TIMES] if TIMES in rows.collect_schema() else []))
    cases, *found = (int(each or 0) for each in file.numbers(rows, [(nw.col(CASES) * times).sum(), *squares]))
    often = [(1 + (one != other)) << digits.bits * (one + other) for one, other in places]
    each = np.array(found, object).reshape(len(digits.placed), len(places))
    return [cases, *(each @ np.array(often, object)).tolist()]
