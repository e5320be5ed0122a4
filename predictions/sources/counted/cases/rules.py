"""Whether delivered predictions follow a threshold: asked where one has as many hits and false positives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import narwhals as nw

from metrics import Evaluation
from predictions.build.settled import Settled
from predictions.counted import Slice
from predictions.sources.counted.cases.columns import SAID, CaseColumns
from predictions.sources.counted.evaluate import Part
from predictions.sources.counted.table import CountedTable


def with_rules(
    file: CountedTable, parts: Sequence[Part], settled: Settled[str], evaluations: Mapping[Slice, Evaluation]
) -> dict[Slice, Evaluation]:
    """With the classes whose delivered predictions follow no threshold, although the counts of one are the same.

    Of four classes predicted by the highest score half of all have such a threshold among 1,000 cases.
    """
    return {part.place: _with_rules(file, part, settled, evaluations[part.place]) for part in parts}


def _with_rules(file: CountedTable, part: Part, settled: Settled[str], seen: Evaluation) -> Evaluation:
    points = {label: seen.delivered(label) for label in range(len(seen.labels))}
    alike = [label for label, point in points.items() if point is not None and point.is_rule]
    if not alike:
        return seen
    columns = CaseColumns(file, settled, part, part, None)
    rows, asked = columns.with_classes(file.where(part.conditions), []), [*_ends(columns, alike)]
    found = file.numbers(rows, asked)
    both = zip(alike, found[::2], found[1::2], strict=True)
    return replace(seen, without_rule=frozenset(label for label, low, high in both if not _are_apart(low, high)))


def _ends(columns: CaseColumns, labels: Iterable[int]) -> Iterable[nw.Expr]:
    """The lowest score of a class where it is predicted, and the highest where it is not."""
    for label in labels:
        own, said = columns.own(label), nw.col(SAID) == label
        yield nw.when(said).then(own).min()
        yield nw.when(~said).then(own).max()


def _are_apart(lowest: float | None, highest: float | None) -> bool:
    return lowest is None or highest is None or highest < lowest
