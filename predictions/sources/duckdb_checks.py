"""What a reader must know about the scores of a large file, found by asking it: the same notices as for any file."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from metrics import Evaluation, ThresholdTable
from predictions.build.prediction_checks import Delivered, say_delivered
from predictions.build.score_checks import (
    CODES,
    FEW_ROWS,
    Range,
    say_not_highest,
    say_outside,
    say_reversed,
    say_spread,
    say_sums,
)
from predictions.build.settled import Settled
from predictions.columns.scores import FLOAT32, ROUNDING, SUM_TOLERANCE
from predictions.problems import Notes
from predictions.sources.duckdb_evaluate import Part
from predictions.sources.duckdb_file import Condition, LargeFile
from predictions.sources.duckdb_source import holds


def check_scores_of(file: LargeFile, part: Part, codes: Sequence[int], notes: Notes) -> None:
    """Range, row sums and predictions unlike the highest score, of one model. codes: of the labels of the study."""
    output = part.output
    if not output.scores:
        return
    scores = [file.score(output.scores[code]) for code in codes if code in output.scores]
    is_whole = set(output.scores) == set(codes) and output.positive is None
    if not scores:
        return
    is_outside = " OR ".join(f"{score} < {-FLOAT32!r} OR {score} > {1 + FLOAT32!r}" for score in scores)
    is_code = " OR ".join(f"{score} IN {CODES}" for score in scores)
    written = [f"count(*) FILTER ({is_outside})", f"count(*) FILTER (({is_outside}) AND ({is_code}))"]
    for low, high in ((0.5, 1), (1, 1.5)):
        written.append(" + ".join(f"count(*) FILTER ({score} > {low} AND {score} <= {high})" for score in scores))
    own, values = _own_score(file, part, codes) if is_whole and output.column else ("NULL", ())
    total, best = " + ".join(scores), f"greatest({', '.join(scores)})"
    written.append(f"count(*) FILTER (abs({total} - 1) > {SUM_TOLERANCE + ROUNDING!r})")
    written.append(f"count(*) FILTER (({total}) IS NOT NULL AND {own} < {best})")
    written += [f"{edge}({score})" for edge in ("min", "max") for score in scores]
    (found,) = file.numbers(written, part.conditions, values=values)
    outside, coded, below, above, off_one, not_highest, *edges = found
    edges = [edge for edge in edges if edge is not None]
    if edges:
        say_outside(Range(outside, min(edges), max(edges), coded, below, above), output.model, notes)
    if edges and is_whole:
        say_sums(off_one, output.model, notes)
        say_not_highest(not_highest, _copied(part), output.model, notes)


def _copied(part: Part) -> int:
    """The rows of a part where all predictions are the true class, else 0."""
    table, rows = part.output.table, part.rows
    return table.count(rows) if (table.codes == part.output.predicted)[rows].all() else 0


def _own_score(file: LargeFile, part: Part, codes: Sequence[int]) -> tuple[str, tuple[object, ...]]:
    """The score of the predicted class, and the values for its question marks."""
    output = part.output
    each = [holds(file, output.table, output.column, output.predicted == code) or Condition("TRUE") for code in codes]
    cases = " ".join(
        f"WHEN {condition.text} THEN {file.score(output.scores[code])}"
        for condition, code in zip(each, codes, strict=True)
    )
    return f"CASE {cases} END", tuple(value for holding in each for value in holding.values)


def check_lone(file: LargeFile, parts: Sequence[Part], settled: Settled[str], notes: Notes) -> None:
    """The predictions of one model, in all its parts, beside a lone score of one of two classes."""
    output = parts[0].output
    if output.positive is None or not output.column or len(settled.labels) != 2:
        return
    score, place = file.score(output.scores[output.positive]), int(settled.final[output.positive])
    written: list[str] = []
    values: tuple[object, ...] = ()
    for edge, chosen in (("min", output.predicted == output.positive), ("max", output.predicted != output.positive)):
        condition = holds(file, output.table, output.column, chosen) or Condition("TRUE")
        written.append(f"{edge}({score}) FILTER ({condition.text})")
        values += condition.values
    found = [file.numbers(written, part.conditions, values=values)[0] for part in parts]
    lowest = min((low for low, _ in found if low is not None), default=math.nan)
    highest = max((high for _, high in found if high is not None), default=math.nan)
    copied = [_copied(part) for part in parts]
    label, other = settled.labels[place], settled.labels[1 - place]
    say_delivered(Delivered(label, other, lowest, highest, sum(copied) if all(copied) else 0, output.model), notes)


def check_tables(evaluations: Sequence[Evaluation], positive: int | None, notes: Notes) -> None:
    """Scores that hardly tell cases apart, and scores that are lower for the cases of their class. One model."""
    first = evaluations[0]
    constant: list[str] = []
    two_values: list[str] = []
    for label, table in _pooled(evaluations, positive):
        if table.n_positive + table.n_negative >= FEW_ROWS and len(table.scores) in (1, 2):
            (constant if len(table.scores) == 1 else two_values).append(label)
    say_spread(constant, two_values, first.model, notes)
    for label, table in _pooled(evaluations, positive):
        if table.n_positive and table.n_negative:
            say_reversed(table, label, first.model, notes)


def _pooled(evaluations: Sequence[Evaluation], positive: int | None) -> Iterator[tuple[str, ThresholdTable]]:
    """Each class that has scores of its own, with its table over all splits."""
    for code, label in enumerate(evaluations[0].labels):
        tables = [table for each in evaluations if (table := each.table(code)) is not None]
        if tables and positive in (None, code):
            yield label, sum(tables[1:], tables[0])
