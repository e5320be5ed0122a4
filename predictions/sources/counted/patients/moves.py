"""How far rows, or their patients, move areas and means of areas: an engine adds up the squares, in whole numbers."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Mapping, Sequence

import narwhals as nw
import numpy as np

from metrics.measures.influence import WIDEST, MovedMean, Moves
from predictions.build.settled import Settled
from predictions.problems import TooManyGroups
from predictions.sources.counted.case_columns import at_once_or_by_ids, id_in
from predictions.sources.counted.evaluate import Part, is_of_class
from predictions.sources.counted.patients.areas import ID, TIMES, Digits, digit, of_patients
from predictions.sources.counted.patients.ids import GROUP, patient_column, unknown_texts
from predictions.sources.counted.table import CountedTable, joined
from predictions.sources.engines.engine import Frame

CASES = "cases"
# Moves of both areas are one number above 0: (first + OFFSET) * APART + second + OFFSET.
OFFSET, APART = WIDEST + 1, 1 << 18
STILL = OFFSET * APART + OFFSET  # which moves neither


def squares_over_rows(
    file: CountedTable,
    part: Part,
    settled: Settled[str],
    has_patients: bool,
    moves: Mapping[int, Moves],
    numbers: Sequence[MovedMean],
) -> list[int] | None:
    """As `SumsOverRows.squares`. has_patients: whether rows of one patient are added up before."""
    rows, names = _moved(file, part, settled, has_patients, moves, numbers)
    cases = int(part.output.table.cases[part.rows].sum())
    longest = max(sum(of.weights.values()) + sum(map(abs, of.shifts.values())) for of in numbers) * WIDEST * cases
    digits = Digits.of(cases, names, min(63, longest.bit_length()))
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
    scores = {label: _score(file, part, settled, label) for label in moves}
    own = {label: is_of_class(file, part, int(settled.kept[label])) & ~scores[label].is_null() for label in moves}
    both = {f"both {label}": _both(scores[label], own[label], each) for label, each in moves.items()}
    named = {f"own {label}": nw.when(each).then(nw.lit(1)).otherwise(nw.lit(0)) for label, each in own.items()}
    if has_patients:
        named[ID] = file.column(str(patient_column(part.mapping)))
    times = nw.lit(1) if (given := part.times(file)) is None else given
    rows = file.where(part.conditions).select(**both, **named, **{TIMES: times}).with_columns(nw.lit(0).alias(GROUP))
    first = {f"first {label}": (nw.col(f"both {label}") // nw.lit(APART, nw.Int64)).cast(nw.Int64) for label in moves}
    names = tuple(f"moved {place}" for place in range(len(numbers)))
    kept = [name for name in (ID, TIMES, GROUP) if name != ID or has_patients]
    each = (_number(of).alias(name) for of, name in zip(numbers, names, strict=True))
    return rows.with_columns(**first).select(*kept, nw.lit(1).alias(CASES), *each), names


def _score(file: CountedTable, part: Part, settled: Settled[str], label: int) -> nw.Expr:
    """Of two classes the one without a score of its own has that of the other, turned round."""
    found = part.output.scores.get(int(settled.kept[label]))
    if found is not None:
        return file.score(found)
    (lone,) = part.output.scores.values()
    return nw.lit(0.0) - file.score(lone)


def _both(score: nw.Expr, own: nw.Expr, moves: Moves) -> nw.Expr:
    """How far a row moves both areas of a class."""
    of_own, of_others = ((part[0] + OFFSET) * APART + part[1] + OFFSET for part in (moves.own, moves.others))
    moved = (
        nw.when(own).then(_by_range(score, moves.lowest, of_own)).otherwise(_by_range(score, moves.lowest, of_others))
    )
    return nw.when(score.is_null()).then(nw.lit(STILL, nw.Int64)).otherwise(moved)


def _by_range(score: nw.Expr, lowest: np.ndarray, values: np.ndarray) -> nw.Expr:
    """The value of the range of a score, found by halves."""
    if len(values) == 1:
        return nw.lit(int(values[0]), nw.Int64)
    half = len(values) // 2
    parts = (slice(None, half), slice(half, None))
    higher, lower = (_by_range(score, lowest[part], values[part]) for part in parts)
    return nw.when(score >= float(lowest[half - 1])).then(higher).otherwise(lower)


def _number(of: MovedMean) -> nw.Expr:
    """How far a row moves a mean: see `MovedMean`."""
    each = []
    for label, weight in of.weights.items():
        first, both = nw.col(f"first {label}"), nw.col(f"both {label}")
        moved = first if of.area == 0 else both - first * nw.lit(APART, nw.Int64)
        each.append(
            (moved - OFFSET) * nw.lit(weight, nw.Int64) + nw.col(f"own {label}") * nw.lit(of.shifts[label], nw.Int64)
        )
    return joined(operator.add, each).cast(nw.Int64)


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
