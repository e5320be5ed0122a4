"""What a reader must know about the scores of a large file, found by asking it: the same notices as for any file."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import narwhals as nw
import numpy as np

from metrics import Evaluation, ThresholdTable
from metrics.intervals.resampling_units import SUM_TOLERANCE
from predictions.build.checks.groups import SITES, may_be_groups, say_groups, say_one_site
from predictions.build.checks.predicted_classes import Delivered, say_delivered
from predictions.build.checks.scores import (
    CODES,
    FEW_ROWS,
    Range,
    are_left_out,
    say_not_highest,
    say_outside,
    say_reversed,
    say_spread,
    say_sums,
)
from predictions.build.checks.study import say_splits
from predictions.build.row_fields import kept_columns
from predictions.build.settled import Settled
from predictions.columns.aliases import key_of
from predictions.columns.cells import without_markers
from predictions.columns.scores import FLOAT32
from predictions.counted import Slice
from predictions.problems import Notes
from predictions.slices.same_case import is_row_number
from predictions.sources.counted.evaluate import Part
from predictions.sources.counted.patients.ids import shared_by
from predictions.sources.counted.source import given, holds
from predictions.sources.counted.table import Condition, CountedTable, joined
from predictions.sources.engines.engine import Frame, number_of

MOST_NUMBERED = 5_000_000  # rows whose numbers are told apart, one by one
MOST_SPELLINGS = 100  # of a site or a group, with blanks around it and without


Span = tuple[float, float]  # the lowest and highest score of a column


class _Seen(NamedTuple):
    """The scores of a model in one part: how many rows are odd, and the span of each column, None where it is empty."""

    rows: Frame
    outside: int
    off_one: int
    not_highest: int
    spans: Sequence[Span | None]

    @property
    def miss_1(self) -> bool:
        """Whether all are probabilities, and those of some row do not add up to 1; as of rows that are held."""
        return self.off_one > 0 and all(low >= 0 and top <= 1 for low, top in filter(None, self.spans))


def check_scores_of(file: CountedTable, parts: Sequence[Part], codes: Sequence[int], notes: Notes) -> list[Slice]:
    """Range, row sums and predictions unlike the highest score, of one model in all its parts.

    codes: of the labels of the study. Gives the parts whose probabilities do not add up to 1 in some row.
    """
    output = parts[0].output
    if not any(code in output.scores for code in codes):
        return []
    is_whole = set(output.scores) == set(codes) and output.positive is None
    each = [_seen(file, part, codes, is_whole) for part in parts]
    spans = [_span(of_parts) for of_parts in zip(*(one.spans for one in each), strict=True)]
    ends = _span(spans)
    if ends and (outside := sum(one.outside for one in each)):
        far = np.sum([_far(file, one.rows, spans) for one in each], axis=0).tolist()
        say_outside(Range(outside, *ends, *far), output.model, notes)
    if not is_whole or not ends:
        return []
    say_not_highest(sum(one.not_highest for one in each), _copied(parts), output.model, notes)
    if are_left_out(notes):
        return []
    say_sums(sum(one.off_one for one in each), output.model, notes)
    return [part.place for part, one in zip(parts, each, strict=True) if one.miss_1]


def _seen(file: CountedTable, part: Part, codes: Sequence[int], is_whole: bool) -> _Seen:
    output = part.output
    own = _own_score(file, part, codes) if is_whole and output.column else nw.lit(None, nw.Float64)
    columns = [output.scores[code] for code in codes if code in output.scores]
    asked = (file.score(column).alias(_name(place)) for place, column in enumerate(columns))
    rows = file.where(part.conditions).select(*asked, own.alias("own"))
    outside, off_one, not_highest, *ends = file.numbers(rows, [*_asked_of_rows(_named(len(columns)))])
    spans = [None if low is None else (low, top) for low, top in zip(ends[0::2], ends[1::2], strict=True)]
    return _Seen(rows, outside, off_one, not_highest, spans)


def _named(columns: int) -> list[nw.Expr]:
    return [nw.col(_name(place)) for place in range(columns)]


def _name(place: int) -> str:
    return f"score {place}"


def _span(each: Sequence[Span | None]) -> Span | None:
    """From the lowest to the highest of these; None without any."""
    known = [span for span in each if span]
    return (min(low for low, _ in known), max(top for _, top in known)) if known else None


def _asked_of_rows(scores: Sequence[nw.Expr]) -> Iterator[nw.Expr]:
    """In how many rows one is outside, the total is not 1, the prediction's is lower; then the ends of each.

    Column by column: the lowest and highest score of each row take 1.7 times as long.
    """
    yield number_of(_is_outside(scores))
    yield number_of(is_off_one(scores))
    yield number_of(
        ~joined(operator.add, scores).is_null() & joined(operator.or_, [nw.col("own") < score for score in scores])
    )
    yield from (end for score in scores for end in (score.min(), score.max()))


def is_off_one(scores: Sequence[nw.Expr]) -> nw.Expr:
    """A row whose scores do not add up to 1; null where it lacks one."""
    return (joined(operator.add, scores) - 1).abs() > SUM_TOLERANCE


def _is_outside(scores: Sequence[nw.Expr]) -> nw.Expr:
    """A row with a score that is no probability."""
    return joined(operator.or_, [(score < -FLOAT32) | (score > 1 + FLOAT32) for score in scores])


def _far(file: CountedTable, rows: Frame, spans: Sequence[Span | None]) -> list[int]:
    """What Range tells further of scores that lie outside 0 to 1 somewhere: coded, below and above."""
    scores = _named(len(spans))
    beyond = [score for score, span in zip(scores, spans, strict=True) if span and _is_beyond(span)]
    has_code = joined(operator.or_, [score.is_in(CODES) for score in scores])
    beside = [ask for score in beyond for ask in _beside_1(score)]
    coded, *found = file.numbers(rows, [number_of(_is_outside(scores) & has_code), *beside])
    return [coded, sum(found[0::2]), sum(found[1::2])]


def _is_beyond(span: Span) -> bool:
    return span[0] < -FLOAT32 or span[1] > 1 + FLOAT32


def _beside_1(score: nw.Expr) -> tuple[nw.Expr, nw.Expr]:
    return number_of((score > 0.5) & (score < 1)), number_of((score > 1) & (score <= 1.5))


def _copied(parts: Sequence[Part]) -> int:
    """The rows of a model where all its predictions are the true class, else 0."""
    each = [part.output.table.count(part.rows) for part in parts]
    same = [(part.output.table.codes == part.output.predicted)[part.rows].all() for part in parts]
    return sum(each) if all(same) else 0


def _own_score(file: CountedTable, part: Part, codes: Sequence[int]) -> nw.Expr:
    """The score of the predicted class."""
    output = part.output
    scores = []
    for code in codes:
        own = holds(file, output.table, output.column, output.predicted == code)
        scores.append(_of(file.score(output.scores[code]), own))
    return nw.coalesce(*scores)


def check_lone(file: CountedTable, parts: Sequence[Part], settled: Settled[str], notes: Notes) -> None:
    """The predictions of one model, in all its parts, beside a lone score of one of two classes."""
    output = parts[0].output
    if output.positive is None or not output.column or len(settled.labels) != 2:
        return
    score, place = file.score(output.scores[output.positive]), int(settled.final[output.positive])
    is_own = holds(file, output.table, output.column, output.predicted == output.positive)
    other_than = holds(file, output.table, output.column, output.predicted != output.positive)
    asked = [_of(score, is_own).min(), _of(score, other_than).max()]
    found = [file.numbers(file.where(part.conditions), asked) for part in parts]
    lowest = min((low for low, _ in found if low is not None), default=math.nan)
    highest = max((high for _, high in found if high is not None), default=math.nan)
    label, other = settled.labels[place], settled.labels[1 - place]
    say_delivered(Delivered(label, other, lowest, highest, _copied(parts), output.model), notes)


def _of(score: nw.Expr, condition: Condition | None) -> nw.Expr:
    return score if condition is None else nw.when(condition).then(score)


def check_splits(file: CountedTable, parts: Sequence[Part], notes: Notes) -> None:
    """What the splits stand for, and ids that are in several. parts: of one model, one for each split."""
    table = parts[0].output.table
    splits, mapping = table.rows.splits, table.mapping
    if not splits:
        return
    say_splits(splits, notes)
    if len(splits) < 2 or not mapping.case_id:
        return
    inside = (nw.when(given(_inside(part))).then(nw.lit(place)) for place, part in enumerate(parts))
    split = nw.coalesce(*inside)
    if ids := shared_by(file, mapping, file.where(), split):
        notes.warn("ids_in_several_splits", ids=ids, splits=[*splits])


def check_sites(file: CountedTable, parts: Sequence[Part], notes: Notes) -> None:
    """That all rows of one model are of one site. parts: as in `check_splits`."""
    missing, rows = parts[0].mapping.missing, _rows_of(file, parts)
    for name in (each for each in _kept(file, parts) if key_of(each) in SITES):
        found = file.answer(rows.select(site=file.column(name)).unique().head(MOST_SPELLINGS))
        say_one_site(without_markers(found["site"], name, missing), name, notes)


def check_groups(file: CountedTable, parts: Sequence[Part], labels: Sequence[str], notes: Notes) -> None:
    """Spellings and sizes of the groups of one model. parts: as in `check_splits`. labels: of the study."""
    missing, rows = parts[0].mapping.missing, _rows_of(file, parts)
    for name in may_be_groups(kept_columns(parts[0].output.table.understood).select(_kept(file, parts))):
        found, counts = file.grouped({name: file.column(name)}, rows, MOST_SPELLINGS)
        if len(found) <= MOST_SPELLINGS:
            say_groups(without_markers(found[name], name, missing), counts, name, labels, notes)


def check_row_numbers(file: CountedTable, parts: Sequence[Part], notes: Notes) -> None:
    """Of rows without ids, that numbers of rows come again. parts: as in `check_splits`.

    Of many rows only where no more numbers lie between the first and the last: to tell them all takes too much memory.
    """
    for name in filter(is_row_number, _kept(file, parts)):
        if not (file.is_text(name) or file.is_number(name)):
            continue
        rows = _rows_of(file, parts).select(number=file.score(name)).filter(~nw.col("number").is_null())
        told, first, last = file.numbers(rows, [nw.len(), nw.col("number").min(), nw.col("number").max()])
        if told and (told <= MOST_NUMBERED or told > last - first + 1):
            (different,) = file.numbers(rows, [nw.col("number").n_unique()])
            if different < told:
                notes.warn("repeated_row_numbers", rows=told - different, column=name)
                return


def _kept(file: CountedTable, parts: Sequence[Part]) -> list[str]:
    """The kept columns that can be asked for."""
    return [name for name in kept_columns(parts[0].output.table.understood).column_names if name in file.names]


def _rows_of(file: CountedTable, parts: Sequence[Part]) -> Frame:
    """The rows of all parts of a model."""
    inside = [each for part in parts if (each := _inside(part)) is not None]
    return file.where([joined(operator.or_, inside)] if len(inside) == len(parts) else [])


def _inside(part: Part) -> Condition | None:
    """That a row is one of a part."""
    asked = [each for each in part.conditions if each is not None]
    return joined(operator.and_, asked) if asked else None


def check_tables(evaluations: Sequence[Evaluation], positive: int | None, notes: Notes) -> None:
    """Scores that hardly tell cases apart, and scores that are lower for the cases of their class. One model."""
    first = evaluations[0]
    constant: list[str] = []
    two_values: list[str] = []
    for label, table in _pooled(evaluations, positive):
        if table.n >= FEW_ROWS and len(table.scores) in (1, 2):
            (constant if len(table.scores) == 1 else two_values).append(label)
    say_spread(constant, two_values, first.model, notes)
    for label, table in _pooled(evaluations, positive):
        if table.has_both:
            say_reversed(table, label, first.model, notes)


def _pooled(evaluations: Sequence[Evaluation], positive: int | None) -> Iterator[tuple[str, ThresholdTable]]:
    """Each class that has scores of its own, with its table over all splits."""
    for code, label in enumerate(evaluations[0].labels):
        tables = [table for each in evaluations if (table := each.table(code)) is not None]
        if tables and positive in (None, code):
            yield label, ThresholdTable.pooled(tables)
