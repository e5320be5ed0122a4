"""A threshold set by hand for one class: where it begins, where it is kept, and the number box to type it in."""

from __future__ import annotations

import math
from typing import Any

from metrics import ThresholdTable
from predictions.study import Study
from ui.parts import inputs
from ui.state import widgets

THRESHOLDS = "pick_thresholds"
BOX = "threshold_box"
USUAL = 0.5
LARGEST = 1e12  # scores beyond this, or closer together than this allows, have no steps of a thousandth


def threshold_of(study: Study, label: int, table: ThresholdTable) -> float:
    """The threshold of this class: as it was left, else the file's own, else the middle of the scores."""
    return _kept().setdefault(label, _start(study, label, table))


def keep(label: int, threshold: float) -> None:
    """Keep another threshold for this class."""
    _kept()[label] = threshold


def _kept() -> dict[int, float]:
    kept: dict[int, float] = widgets.state.setdefault(THRESHOLDS, {})
    return kept


def _start(study: Study, label: int, table: ThresholdTable) -> float:
    usual = study.mapping.threshold if study.mapping and label == study.positive else USUAL
    if table.scores[-1] < usual <= table.scores[0]:
        return usual
    middle = float(table.scores[len(table.scores) // 2])
    return round(middle, _decimals(table)) if abs(middle) < LARGEST else middle


def type_in(label: int, name: str, table: ThresholdTable) -> None:
    """The box for this class. name: of the class, in Markdown."""
    if math.isinf(_kept()[label]):  # a box holds no infinity: the next number that flags the same cases
        above, beyond = (table.scores[0], math.inf) if _kept()[label] > 0 else (table.scores[-1], -math.inf)
        _kept()[label] = math.nextafter(above, beyond)
    title = f"Call {name} when its score is at least"
    threshold_box(title, _kept(), BOX, table, name=label, width=320)


def threshold_box(
    title: str, kept: inputs.Kept, key: str, table: ThresholdTable, name: Any = None, **more: Any
) -> None:
    """A number box with steps and decimals that suit the scores. kept, key, name: as for `inputs.number`."""
    at, places = kept[key if name is None else name], _decimals(table)
    written = "%.6f" if at != round(at, places) else f"%.{places}f"
    inputs.number(title, kept, key, name=name, step=_step(table), format=written, **more)


def is_probability(table: ThresholdTable) -> bool:
    """Whether every score lies from 0 to 1."""
    return bool(table.scores[-1] >= 0 and table.scores[0] <= 1)


def _decimals(table: ThresholdTable) -> int:
    """Decimals of a step of at most a thousandth of the range; three at least, twelve at most."""
    width = float(table.scores[0]) if is_probability(table) else float(table.scores[0]) - float(table.scores[-1])
    if not 0 < width < LARGEST:
        return 3
    return min(12, max(3, 3 - math.floor(math.log10(width))))


def _step(table: ThresholdTable) -> float:
    low, high = float(table.scores[-1]), float(table.scores[0])
    if max(-low, high) >= LARGEST:
        return (high / 1000 - low / 1000) or high / 1000
    return 10.0 ** -_decimals(table)
