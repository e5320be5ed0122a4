"""Cases of two models as an engine counts them: how many have these predictions in both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from predictions.build.weights import weights_in
from predictions.rows import Predictions
from predictions.sources.counted.evaluate import Output
from predictions.sources.engines.engine import whole

ROWS, LOW, HIGH, CASES = "rows", "low", "high", "cases"
WEIGHT = "weight"


def of_model(name: str) -> tuple[str, str]:
    """The name of a column of the first model, and of the second."""
    return f"{name} of the first", f"{name} of the second"


@dataclass(frozen=True, eq=False)
class Counted:
    """What an engine counted, of K classes. cells: (2, m) places in the matrix of each model. cases: (m,) of both.

    alone: (2,) cases of one model only. is_repeated: whether two rows of one model are alike. weights: (2, m) of the
    rows of each model, None where each counts once.
    """

    classes: int
    cells: np.ndarray
    cases: np.ndarray
    alone: np.ndarray
    is_repeated: bool
    weights: np.ndarray | None

    @classmethod
    def of(cls, answer: pa.Table, classes: int, weight: str | None) -> Counted:
        """answer: LOW is the cell of the first model where it is below K * K, HIGH that of the second beyond.

        weight: the column of weights, None without one.
        """
        low, high, rows, cases = (whole(answer[name]) for name in (LOW, HIGH, ROWS, CASES))
        has = np.stack([low < classes**2, high >= classes**2])
        both = has.all(axis=0)
        cells = np.stack([low, high - classes**2])[:, both]
        alone = (has & ~both) @ cases
        of_both = answer.filter(pa.array(both))
        weights = np.stack([weights_in(of_both[name], weight) for name in of_model(WEIGHT)]) if weight else None
        return cls(classes, cells, cases[both], alone, bool((rows > has.sum(axis=0)).any()), weights)

    @classmethod
    def joined(cls, parts: Sequence[Counted]) -> Counted:
        cells = np.concatenate([part.cells for part in parts], axis=1)
        cases = np.concatenate([part.cases for part in parts])
        alone = np.sum([part.alone for part in parts], axis=0)
        known = [part.weights for part in parts if part.weights is not None]
        weights = np.concatenate(known, axis=1) if known else None
        return cls(parts[0].classes, cells, cases, alone, any(part.is_repeated for part in parts), weights)

    @property
    def common(self) -> int:
        """Cases of both models."""
        return int(self.cases.sum())

    @property
    def rows(self) -> int:
        """Of both models, where none are alike."""
        return 2 * self.common + int(self.alone.sum())

    @property
    def is_same(self) -> np.ndarray:
        """(m,) whether both rows have the same true class."""
        truth = self.cells // self.classes
        found: np.ndarray = truth[0] == truth[1]
        return found

    def predictions(self, at: int, labels: tuple[str, ...], output: Output) -> Predictions:
        """The cases of the same true class as the first or second model has them."""
        truth, predicted = np.divmod(self.cells[at, self.is_same], self.classes)
        return Predictions(
            model=output.model,
            labels=labels,
            truth=truth.astype(np.int16),
            predicted=predicted.astype(np.int16),
            reader=output.reader,
            modality=output.modality,
            weights=None if self.weights is None else self.weights[at, self.is_same],
            copies=self.cases[self.is_same],
            is_held=False,
        )
