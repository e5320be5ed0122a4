"""What the threshold picker gets: all that is said at every listed threshold of a class, worded once and for all.

The browser formats no number, so a drag shows the very text that a rerun would.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike

from charts.style.scale import Scale, scale_of
from charts.style.thinning import Line, thin_pr, thin_roc
from metrics import Counts, ListedThresholds, NaturalFrequencies, ThresholdTable, listed_thresholds
from ui.parts import my_prevalence
from ui.parts.my_prevalence import Prevalence
from ui.threshold.content import SLOTS, said_at
from words import Voice

BINS = 40
UNIT = 10_000  # places on an axis are sent as whole parts of its length
FINE = 0.004  # how far a small picture may be off: half a pixel
ON_AXIS = 400  # thresholds that a picture of scores has room for

_numbers = count(1)
_known: WeakKeyDictionary[ThresholdTable, tuple[tuple[Any, ...], Collection[float], dict[str, Any]]]
_known = WeakKeyDictionary()


def payload(
    table: ThresholdTable, label: int, voice: Voice, chosen: float, prevalence: Prevalence | None
) -> dict[str, Any]:
    """The listed rules of one class for the browser, made once as long as nothing but the chosen rule changes.

    voice: with names as plain text. prevalence: how common the class is among the thousand people, None where cases of
    one kind are missing.
    """
    key = (label, voice, prevalence and (prevalence.share, prevalence.is_own))
    known, listed, made = _known.get(table, ((), (), {}))
    if known == key and chosen in listed:
        return made
    scale = scale_of(table)
    rules = listed_thresholds(table, [chosen], scale.score(np.linspace(scale.low, scale.high, ON_AXIS)))
    cells = [Counts(*each) for each in np.transpose([*rules.counts]).astype(int).tolist()]
    trees = [None if prevalence is None else my_prevalence.people(prevalence, each) for each in cells]
    rows = zip(rules.thresholds.tolist(), cells, trees, strict=True)
    made = {
        "id": next(_numbers),
        "slots": SLOTS,
        **_rules(table, rules, scale, trees),
        "texts": [said_at(at, counts, label, voice, prevalence, tree) for at, counts, tree in rows],
        **_pictures(table, scale),
    }
    _known[table] = key, frozenset(rules.thresholds.tolist()), made
    return made


# ------------------------------------------------------------------ where things stand


def _rules(
    table: ThresholdTable, rules: ListedThresholds, scale: Scale, trees: Sequence[NaturalFrequencies | None]
) -> dict[str, Any]:
    """Per rule its exact threshold, where it cuts the axis of scores, its points and its people."""
    people = [(tree.tp, tree.fn, tree.fp, tree.diseased + tree.healthy) for tree in trees if tree]
    return {
        "thresholds": [repr(each) for each in rules.thresholds.tolist()],
        "places": _units(scale, rules.thresholds),
        "tp": rules.counts.tp.tolist(),
        "fp": rules.counts.fp.tolist(),
        "totals": [table.n_positive, table.n_negative],
        "people": [list(each) for each in zip(*people, strict=True)] or None,
    }


def _units(scale: Scale, scores: np.ndarray) -> list[int]:
    return _part(scale, np.clip(scale.place(scores), scale.low, scale.high))


def _part(scale: Scale, places: ArrayLike) -> list[int]:
    parts: list[int] = np.rint((np.asarray(places) - scale.low) / (scale.high - scale.low) * UNIT).astype(int).tolist()
    return parts


def _pictures(table: ThresholdTable, scale: Scale) -> dict[str, Any]:
    places, texts = scale.ticks()
    return {
        "bars": _bars(table, scale),
        "ticks": list(zip(_part(scale, places), texts, strict=True)),
        "roc": _path(thin_roc(table, FINE)),
        "pr": _path(thin_pr(table, FINE)),
        "stretched": scale.stretched,
        "signed": bool(len(table.scores) and table.scores[-1] < 0),
    }


def _bars(table: ThresholdTable, scale: Scale) -> list[list[float]]:
    """Heights of the cases with the class and without, each in parts of its own highest bar."""
    limits = scale.score(np.linspace(scale.low, scale.high, BINS + 1))
    limits[0], limits[-1] = -np.inf, np.inf
    rows = len(table.scores) - np.searchsorted(table.scores[::-1], limits, side="left")
    cases = [-np.diff(counts[rows]) for counts in (table.counts.tp, table.counts.fp)]
    return [np.round(each / max(int(each.max()), 1), 4).tolist() for each in cases]


def _path(line: Line) -> list[list[int]]:
    return [np.rint(part * UNIT).astype(int).tolist() for part in (line.x, line.y)]
