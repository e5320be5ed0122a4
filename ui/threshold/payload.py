"""What the threshold picker gets: all that is said at every listed threshold of a class, worded once and for all.

The browser formats no number, so a drag shows the very text that a rerun would.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from charts.style.scale import Scale, scale_of
from charts.style.thinning import TOLERANCE, Line, thin, thin_pr, thin_roc
from metrics import Counts, ListedThresholds, NaturalFrequencies, ThresholdTable, listed_thresholds
from metrics.thresholding.short import short_threshold
from ui.parts import my_prevalence
from ui.threshold.content import Content
from words.findings.thresholds.one_class import Delivered

BINS = 40
UNIT = 10_000  # places on an axis are sent as whole parts of its length
FINE = 0.004  # how far a small picture may be off: half a pixel
ON_AXIS = 400  # thresholds that a picture of scores has room for

CellsAt = Callable[[NDArray[np.float64]], NDArray[np.int64]]
_numbers = count(1)


class _Made(NamedTuple):
    """What was made for a class last: for what, the thresholds that are listed, and all that is said as JSON.

    text: in UTF-8, a third of the memory of its parts.
    """

    key: tuple[Any, ...]
    listed: Collection[float]
    number: int
    text: bytes


_known: WeakKeyDictionary[ThresholdTable, _Made] = WeakKeyDictionary()


def payload(
    table: ThresholdTable,
    content: Content,
    chosen: float,
    cells_at: CellsAt | None,
    weighted: ThresholdTable | None,
) -> dict[str, Any]:
    """The listed thresholds of one class for the browser, made once as long as nothing but the chosen one changes.

    id: by which the browser knows what it has read. text: `rules_of` as JSON.
    content: with names as plain text. cells_at: see `Changes`; None where it is not known. weighted: the table that
    rates are read from, where cases are weighted.
    """
    prevalence = content.prevalence
    own = prevalence and (prevalence.proportion, prevalence.is_own)
    key = (content.label, content.voice, own, content.slots, content.amounts, content.group, content.unchosen)
    made = _known.get(table)
    if made is None or made.key != key or chosen not in made.listed:
        rules = rules_of(table, content, chosen, cells_at, weighted)
        text = json.dumps(rules, ensure_ascii=False, separators=(",", ":")).encode()
        made = _known[table] = _Made(key, frozenset(map(float, rules["thresholds"])), next(_numbers), text)
    return {"id": made.number, "text": made.text.decode()}


def rules_of(
    table: ThresholdTable, content: Content, chosen: float, cells_at: CellsAt | None, weighted: ThresholdTable | None
) -> dict[str, Any]:
    """What `payload` makes once."""
    prevalence = content.prevalence
    scale, delivered = scale_of(table), content.delivered
    own = [chosen] if delivered is None else [delivered.point.threshold, chosen]
    rules = _listed(table, own, scale)
    counts = [Counts(*each) for each in np.transpose([*rules.counts]).astype(int).tolist()]
    rates = counts if weighted is None else [weighted.at(each) for each in rules.thresholds.tolist()]
    trees = [None if prevalence is None else my_prevalence.people(prevalence, each) for each in rates]
    cells = [None] * len(counts) if cells_at is None else cells_at(rules.thresholds).tolist()
    rows = zip(rules.thresholds.tolist(), counts, cells, trees, rates, strict=True)
    return {
        "slots": content.slots,
        **_rules(rules, scale, trees, rates),
        "texts": [content.said_at(*row) for row in rows],
        "delivered": None if delivered is None else _delivered(table, rules, delivered, scale),
        **_pictures(table, scale, weighted or table),
    }


def _listed(table: ThresholdTable, as_they_are: Sequence[float], scale: Scale) -> ListedThresholds:
    """The listed thresholds with few digits; the delivered one and the chosen one stand as they are."""
    own = {_observed(table, each): each for each in as_they_are}
    near = scale.score(np.linspace(scale.low, scale.high, ON_AXIS))
    rules = listed_thresholds(table, list(own), near)
    short = [own[at] if at in own else short_threshold(table, at) for at in rules.thresholds.tolist()]
    return replace(rules, thresholds=np.array(short))


def _observed(table: ThresholdTable, at: float) -> float:
    """The observed score with the counts of a threshold; inf above all of them."""
    at = max(at, float(table.scores[-1]))
    return float(table.thresholds_at(table.rows_at(at)))


def _delivered(table: ThresholdTable, rules: ListedThresholds, delivered: Delivered, scale: Scale) -> dict[str, Any]:
    """Where the delivered predictions are: their threshold, and their points beside the curves, None for none."""
    point = delivered.point
    tp, fp, fn, tn = (int(cell) for cell in delivered.rates or point.counts)
    ratios = {"tpr": (tp, tp + fn), "fpr": (fp, fp + tn), "ppv": (tp, tp + fp)}
    parts = {name: part / total if total else None for name, (part, total) in ratios.items()}
    own = table.at(point.threshold)
    same = np.flatnonzero((rules.counts.tp == own.tp) & (rules.counts.fp == own.fp))
    return {"index": int(same[0]), "place": _units(scale, np.array([point.threshold]))[0], **parts}


# ------------------------------------------------------------------ where things stand


def _rules(
    rules: ListedThresholds, scale: Scale, trees: Sequence[NaturalFrequencies | None], rates: Sequence[Counts]
) -> dict[str, Any]:
    """Per threshold its exact value, its place on the axis of scores, its points and its people."""
    tp, fp, fn, tn = (int(cell) for cell in rates[0])
    people = [(tree.tp, tree.fn, tree.fp, tree.diseased + tree.healthy) for tree in trees if tree]
    return {
        "thresholds": [repr(each) for each in rules.thresholds.tolist()],
        "places": _units(scale, rules.thresholds),
        "tp": [int(each.tp) for each in rates],
        "fp": [int(each.fp) for each in rates],
        "totals": [tp + fn, fp + tn],
        "people": [list(each) for each in zip(*people, strict=True)] or None,
    }


def _units(scale: Scale, scores: np.ndarray) -> list[int]:
    return _part(scale, np.clip(scale.place(scores), scale.low, scale.high))


def _part(scale: Scale, places: ArrayLike) -> list[int]:
    parts: list[int] = np.rint((np.asarray(places) - scale.low) / (scale.high - scale.low) * UNIT).astype(int).tolist()
    return parts


def _pictures(table: ThresholdTable, scale: Scale, rates: ThresholdTable) -> dict[str, Any]:
    places, texts = scale.ticks()
    return {
        "bars": _bars(table, scale),
        "ticks": list(zip(_part(scale, places), texts, strict=True)),
        "roc": _path(thin_roc(rates)),
        "pr": _path(thin_pr(rates)),
        "signed": bool(len(table.scores) and table.scores[-1] < 0),
    }


def _bars(table: ThresholdTable, scale: Scale) -> list[list[float]]:
    """Heights of the cases with the class and without, each in parts of its own highest bar."""
    limits = scale.score(np.linspace(scale.low, scale.high, BINS + 1))
    limits[0], limits[-1] = -np.inf, np.inf
    cases = [-np.diff(flagged) for flagged in table.flagged_at(table.rows_at(limits))]
    return [np.round(each / max(int(each.max()), 1), 4).tolist() for each in cases]


def _path(line: Line) -> list[list[int]]:
    """Of the line that the page Curves draws, so that a class is thinned once."""
    kept = thin(line.x, line.y, FINE - TOLERANCE) if len(line.x) else line.row
    return [np.rint(part[kept] * UNIT).astype(int).tolist() for part in (line.x, line.y)]
