"""The two strips of the risk panel: where the cases of a disease went, and what its calls are worth."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from markupsafe import Markup

from charts.html.markup import across, legend, picture, stretch
from charts.html.outcomes import Segment, called_in, listed, meaning_of, segments, whole_name
from charts.style.names import CASES, Unit
from charts.style.theme import CORRECT, FALSE_ALARM, MISSED_OTHER, NAME_LIMIT, Meaning
from metrics import ConfusionMatrix
from words import distinct, of, percent, short, whole

HEIGHT = 42
_MOST_TARGETS = 4


def missed_strip(matrix: ConfusionMatrix, disease: int, normal: int | None = None, unit: Unit = CASES) -> Markup:
    """The cases of one disease: found, called the all-clear class, called another disease."""
    bars = [
        stretch(p.meaning, p.count, "found" if p.meaning is CORRECT else "", _missed_hover(matrix, p))
        for p in segments(matrix, disease, normal)
    ]
    instead = f"no {unit[1]} with {short(matrix.labels[disease], NAME_LIMIT)}"
    return _strip(missed_strip_alt(matrix, disease, normal, unit), bars, instead)


def alarm_strip(matrix: ConfusionMatrix, disease: int) -> Markup:
    """The calls of one disease: those who have it, and the false alarms."""
    calls, right = int(matrix.called[disease]), int(matrix.cells[disease, disease])
    label, bars = matrix.labels[disease], []
    if right:
        said = f"{of(right, calls)} called {whole_name(label)} are right ({percent(right / calls, calls)})"
        bars.append(stretch(CORRECT, right, f"truly {short(label, NAME_LIMIT)}", [said]))
    if calls > right:
        bars.append(stretch(FALSE_ALARM, calls - right, "not", _alarm_hover(matrix, disease)))
    return _strip(alarm_strip_alt(matrix, disease), bars, f"no {short(label, NAME_LIMIT)} calls")


def missed_legend(matrix: ConfusionMatrix, disease: int, normal: int | None = None) -> Markup:
    """Where the misses went, the all-clear class first, each with its fill."""
    return legend(_targets(matrix, disease, normal))


def _targets(matrix: ConfusionMatrix, disease: int, normal: int | None) -> Iterator[tuple[Meaning, str]]:
    row, names = matrix.cells[disease], distinct(matrix.labels)
    targets = sorted((int(i) for i in np.flatnonzero(row) if i != disease), key=lambda i: (i != normal, -row[i]))
    for target in targets[:_MOST_TARGETS]:
        yield meaning_of(disease, target, normal), f"{whole(row[target])} called {names[target]}"
    if others := int(row[targets[_MOST_TARGETS:]].sum()):
        yield MISSED_OTHER, f"{whole(others)} called something else"


def _strip(alt: str, bars: list[Markup], instead: str) -> Markup:
    return picture(alt, across(HEIGHT), *bars) if bars else picture(alt, across(HEIGHT), instead)


def _missed_hover(matrix: ConfusionMatrix, part: Segment) -> list[str]:
    total = int(matrix.support[part.truth])
    of_all = f"{of(part.count, total)} ({percent(part.share, total)})"
    if part.meaning is CORRECT:
        return [f"{of_all} found"]
    return listed(f"{of_all} called", matrix, called_in(matrix, part))


def _alarm_hover(matrix: ConfusionMatrix, disease: int) -> list[str]:
    column = matrix.cells[:, disease]
    others = sorted((int(k) for k in np.flatnonzero(column) if k != disease), key=lambda k: -column[k])
    wrong, calls = int(column.sum() - column[disease]), int(column.sum())
    start = f"{of(wrong, calls)} calls ({percent(wrong / calls, calls)}) are false alarms; truly"
    return listed(start, matrix, [(k, int(column[k])) for k in others])


def missed_strip_alt(matrix: ConfusionMatrix, disease: int, normal: int | None = None, unit: Unit = CASES) -> str:
    """The strip in words."""
    name, total = matrix.labels[disease], int(matrix.support[disease])
    if not total:
        return f"No {unit[1]} with {name}."
    found = int(matrix.cells[disease, disease])
    said = f"Of {whole(total)} {unit[1]} with {name}, {whole(found)} found and {whole(total - found)} missed"
    if normal is None or normal == disease:
        return f"{said}."
    return f"{said}, {whole(matrix.cells[disease, normal])} of them called {matrix.labels[normal]}."


def alarm_strip_alt(matrix: ConfusionMatrix, disease: int) -> str:
    """The strip in words."""
    name, calls = matrix.labels[disease], int(matrix.called[disease])
    if not calls:
        return f"No {name} calls."
    right = int(matrix.cells[disease, disease])
    return f"Of {whole(calls)} {name} calls, {whole(right)} are right and {whole(calls - right)} are false alarms."
