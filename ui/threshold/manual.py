"""A manual threshold of one class: where it begins, where it is left, and the number box to type it in."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics import ThresholdTable
from metrics.thresholding.delivered import DeliveredPoint
from metrics.thresholding.short import short_threshold
from predictions.slices.at_threshold import follows_highest_score
from reviews import View
from reviews.assumed import predictions_named
from ui.parts import inputs
from words.findings.thresholds.one_class import Delivered

THRESHOLDS = "pick_thresholds"
BOX = "threshold_box"
LARGEST = 1e12  # scores beyond this, or closer together than this allows, have no steps of a thousandth


def threshold_of(view: View, label: int) -> float:
    """The threshold of this class and model: as it was left, else the kept one, else the delivered one.

    Where no class is predicted until a threshold is kept, half of the cases reach the one that it begins at.
    """
    found = _kept().get((view.model, label))
    if found is not None:
        return found
    kept = view.review.threshold_of(view.model)
    if kept and kept.label == label:
        return kept.threshold
    return delivered_point(view, label).threshold if predictions_named(view) else _middle(view.evaluation.table(label))


def unchosen(view: View, label: int) -> float | None:
    """The threshold that is shown before anybody chose one; None where one is chosen, kept, delivered or assumed."""
    kept = view.review.threshold_of(view.model)
    is_kept = kept is not None and kept.label == label
    if is_kept or (view.model, label) in _kept() or predictions_named(view):
        return None
    return threshold_of(view, label)


def _middle(table: ThresholdTable | None) -> float:
    assert table is not None
    reached = (table.positives + table.negatives).cumsum()
    return short_threshold(table, float(table.scores[int((reached < reached[-1] / 2).sum())]))


def delivered_point(view: View, label: int) -> DeliveredPoint:
    """The operating point of the delivered predictions of a class with scores."""
    found = view.cached(("delivered", label), lambda: view.evaluation.delivered(label))
    assert found is not None
    return found


def delivered(view: View, label: int, cells: NDArray[np.int64] | None) -> Delivered | None:
    """The delivered predictions of a class with scores; None where no class is predicted until a threshold is kept.

    cells: (K, K) of every class; None where they are not told.
    """
    seen, name = view.evaluation, predictions_named(view)
    if not name:
        return None
    by_highest = view.cached(("by_highest",), lambda: follows_highest_score(seen))
    rates = seen.in_population.counts(label) if seen.is_weighted else None
    return Delivered(delivered_point(view, label), cells, by_highest, rates, name)


def keep(view: View, label: int, threshold: float) -> None:
    """Leave another threshold for this class and model."""
    _kept()[view.model, label] = threshold


def _kept() -> dict[tuple[int, int], float]:
    kept: dict[tuple[int, int], float] = inputs.kept(THRESHOLDS, {})
    return kept


def type_in(view: View, label: int, table: ThresholdTable) -> None:
    """The box for this class."""
    name, at = (view.model, label), threshold_of(view, label)
    at = at if math.isfinite(at) else _finite(table, at)
    if name in _kept():
        _kept()[name] = at
    title = f"Predict {view.voice.name(label)} at a score of at least"
    threshold_box(title, _kept(), BOX, table, name=name, usual=at, width=320)


def _finite(table: ThresholdTable, at: float) -> float:
    """A box holds no infinity: a number beyond all scores with the same counts."""
    if at < 0:
        return float(table.scores[-1])
    above = float(table.scores[0])
    short = math.ceil(above * 1000 + 0.5) / 1000 if abs(above) < LARGEST else above
    return short if short > above else math.nextafter(above, math.inf)


def threshold_box(
    title: str,
    kept: inputs.Kept,
    key: str,
    table: ThresholdTable,
    name: Any = None,
    usual: float | None = None,
    **more: Any,
) -> None:
    """A number box with steps and decimals that suit the scores. kept, key, name, usual: as for `inputs.number`."""
    name, places = key if name is None else name, _decimals(table)
    at = kept[name] if usual is None else kept.get(name, usual)
    written = "%.6f" if at != round(at, places) else f"%.{places}f"
    inputs.number(title, kept, key, name=name, usual=usual, step=_step(table), format=written, **more)


def _decimals(table: ThresholdTable) -> int:
    """Decimals of a step of at most a thousandth of the range; three at least, twelve at most."""
    width = float(table.scores[0]) if table.holds_probabilities else float(table.scores[0]) - float(table.scores[-1])
    if not 0 < width < LARGEST:
        return 3
    return min(12, max(3, 3 - math.floor(math.log10(width))))


def _step(table: ThresholdTable) -> float:
    low, high = float(table.scores[-1]), float(table.scores[0])
    if max(-low, high) >= LARGEST:
        return (high / 1000 - low / 1000) or high / 1000
    return 10.0 ** -_decimals(table)
