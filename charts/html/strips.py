"""The two strips of the risk panel: where the cases of a disease went, and what its predictions are worth."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from markupsafe import Markup

from charts.html.markup import across, bar_segment, legend, picture
from charts.html.outcomes import Segment, listed, predicted_in, segments, whole_name
from charts.style.names import Unit
from charts.style.theme import CORRECT, FALSE_POSITIVE, MISSED_OTHER, NAME_LIMIT, Meaning, meaning_of
from metrics import ConfusionMatrix
from words import distinct, of, whole
from words.text.numbers import in_brackets

HEIGHT = 42
_MOST_TARGETS = 4


def missed_strip(matrix: ConfusionMatrix, disease: int, normal: int | None, unit: Unit, has_percent: bool) -> Markup:
    """The cases of one disease: detected, classified as Normal, classified as another class.

    has_percent: not of weighted cases, of which only counts are told.
    """
    bars = [
        bar_segment(
            p.meaning, p.count, "detected" if p.meaning is CORRECT else "", _missed_hover(matrix, p, has_percent)
        )
        for p in segments(matrix, disease, normal)
    ]
    instead = f"no {unit[1]} with {_brief(matrix, disease)}"
    return _strip(missed_strip_alt(matrix, disease, normal, unit), bars, instead)


def predictions_strip(matrix: ConfusionMatrix, disease: int, normal: int | None, has_percent: bool) -> Markup:
    """The predictions of one disease by true class: the correct ones first, then Normal, then the others by size."""
    name, column = _brief(matrix, disease), matrix.cells[:, disease]
    total, bars = int(column.sum()), []
    for truth in [disease, *_incorrect(column, disease, normal)]:
        if number := int(column[truth]):
            true = _brief(matrix, truth)
            counts = f"{of(number, total)} {whole_name(matrix.labels[disease])} predictions"
            hover = f"{counts} are {true}{in_brackets(number, total) if has_percent else ''}"
            bars.append(bar_segment(CORRECT if truth == disease else FALSE_POSITIVE, number, true, [hover]))
    return _strip(predictions_strip_alt(matrix, disease), bars, f"no {name} predictions")


def _brief(matrix: ConfusionMatrix, label: int) -> str:
    return distinct(matrix.labels, NAME_LIMIT)[label]


def missed_legend(matrix: ConfusionMatrix, disease: int, normal: int | None, as_normal: str) -> Markup:
    """Where the missed cases went, Normal first, each with its fill. as_normal: what is said of those."""
    return legend(_targets(matrix, disease, normal, as_normal))


def _targets(
    matrix: ConfusionMatrix, disease: int, normal: int | None, as_normal: str
) -> Iterator[tuple[Meaning, str]]:
    row, names = matrix.cells[disease], distinct(matrix.labels)
    targets = _incorrect(row, disease, normal)
    for target in targets[:_MOST_TARGETS]:
        said = as_normal if target == normal and as_normal else f"{whole(row[target])} → {names[target]}"
        yield meaning_of(disease, target, normal), said
    if others := int(row[targets[_MOST_TARGETS:]].sum()):
        yield MISSED_OTHER, f"{whole(others)} → other classes"


def predictions_legend(matrix: ConfusionMatrix, disease: int, normal: int | None) -> Markup:
    """The true class of the incorrect predictions; false alarms only where it is Normal."""
    column, names = matrix.cells[:, disease], distinct(matrix.labels)
    incorrect = _incorrect(column, disease, normal)
    said = [
        (FALSE_POSITIVE, f"{whole(column[i])} {names[i]}{': false alarms' if i == normal else ''}")
        for i in incorrect[:_MOST_TARGETS]
    ]
    rest = int(column[incorrect[_MOST_TARGETS:]].sum())
    return legend([*said, (FALSE_POSITIVE, f"{whole(rest)} other classes")] if rest else said)


def _incorrect(cells: np.ndarray, disease: int, normal: int | None) -> list[int]:
    """The other classes that a row or column of the matrix has cases of, Normal first, then the most frequent."""
    return sorted((int(i) for i in np.flatnonzero(cells) if i != disease), key=lambda i: (i != normal, -cells[i]))


def _strip(alt: str, bars: list[Markup], instead: str) -> Markup:
    return picture(alt, across(HEIGHT), *bars) if bars else picture(alt, across(HEIGHT), instead)


def _missed_hover(matrix: ConfusionMatrix, part: Segment, has_percent: bool) -> list[str]:
    total = int(matrix.support[part.truth])
    of_all = f"{of(part.count, total)}{in_brackets(part.count, total) if has_percent else ''}"
    if part.meaning is CORRECT:
        return [f"{of_all} detected"]
    return listed(f"{of_all} classified as", matrix.labels, predicted_in(matrix, part))


def missed_strip_alt(matrix: ConfusionMatrix, disease: int, normal: int | None, unit: Unit) -> str:
    """The strip in words."""
    name, total = matrix.labels[disease], int(matrix.support[disease])
    if not total:
        return f"No {unit[1]} with {name}."
    found = int(matrix.cells[disease, disease])
    said = f"Of {whole(total)} {unit[1]} with {name}, {whole(found)} detected and {whole(total - found)} missed"
    if normal is None or normal == disease:
        return f"{said}."
    return f"{said}, {whole(matrix.cells[disease, normal])} of them as {matrix.labels[normal]}."


def predictions_strip_alt(matrix: ConfusionMatrix, disease: int) -> str:
    """The strip in words."""
    name, total = matrix.labels[disease], int(matrix.predicted[disease])
    if not total:
        return f"No {name} predictions."
    correct = int(matrix.cells[disease, disease])
    return f"Of {whole(total)} {name} predictions, {whole(correct)} are correct and {whole(total - correct)} incorrect."
