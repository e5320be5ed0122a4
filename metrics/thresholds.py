"""Every rule `score >= threshold` of one class, from the distinct scores and what stands at each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.counts import Counts
from metrics.kernels.packed_sort import Tally, tally

__all__ = ["ThresholdTable"]

Flagged = tuple[NDArray[np.int64], NDArray[np.int64]]


class _Rules(Counts):
    """Cumulative counts of which only the true positives are kept; the other cells are made when they are asked for."""

    _found: Tally

    def __init__(self, found: Tally) -> None:
        self.__dict__.update(tp=_frozen(found.tp), _found=found)

    @property
    def n(self) -> int:
        """All cases."""
        return self._found.n

    def flagged(self, start: int, stop: int) -> Flagged:
        """True and false positives of some consecutive rows, made without keeping them."""
        return self.tp[start:stop], self._found.fp(start, stop)

    def flagged_at(self, rules: NDArray[np.intp]) -> Flagged:
        """The same of rows in any order."""
        return self.tp[rules], self._found.fp_at(rules)

    @cached_property
    def fp(self) -> NDArray[np.int64]:
        return _frozen(self._found.fp(0, len(self.tp)))

    @cached_property
    def fn(self) -> NDArray[np.int64]:
        return _frozen(self.tp[-1] - self.tp)

    @cached_property
    def tn(self) -> NDArray[np.int64]:
        return _frozen(self.fp[-1] - self.fp)


@dataclass(frozen=True, eq=False)
class ThresholdTable:
    """The distinct scores of one class, strictly falling, with the positives and negatives AT each.

    scores: (d,) float64; positives, negatives: (d,) int64. The table holds no patient, and two tables add up.
    """

    scores: NDArray[np.float64]
    positives: NDArray[np.int64]
    negatives: NDArray[np.int64]

    def __post_init__(self) -> None:
        for name, kind in (("scores", np.float64), ("positives", np.int64), ("negatives", np.int64)):
            object.__setattr__(self, name, _frozen(np.asarray(getattr(self, name), kind)))

    @classmethod
    def from_scores(cls, scores: ArrayLike, is_positive: ArrayLike) -> ThresholdTable:
        """Tally n scores, higher meaning more likely positive, against their truth.

        Raises ValueError for scores that are not finite, or when the two differ in length.
        """
        values = np.asarray(scores)
        values = values if values.dtype.kind in "biuf" and values.itemsize <= 8 else values.astype(np.float64)
        truth = _truth(is_positive)
        if values.shape != truth.shape or values.ndim != 1:
            raise ValueError(f"scores and truth differ in length: {values.shape} and {truth.shape}")
        return _Tallied(tally(values, truth))

    def __add__(self, other: ThresholdTable) -> ThresholdTable:
        """Pool two groups of cases; equal scores become one rule."""
        scores, place = np.unique(np.concatenate([other.scores, self.scores]), return_inverse=True)
        parts = [(other.positives, self.positives), (other.negatives, self.negatives)]
        pooled = [_summed(np.concatenate(part), place, len(scores))[::-1] for part in parts]
        return ThresholdTable(scores[::-1], *pooled)

    @cached_property
    def n_positive(self) -> int:
        """Cases of the class."""
        return int(self.counts.tp[-1])

    @cached_property
    def n_negative(self) -> int:
        """All other cases."""
        return self.counts.n - self.n_positive

    @cached_property
    def counts(self) -> _Rules:
        """The cells at every rule: arrays of d + 1, the first where nobody is flagged."""
        tp = _cumulated(self.positives)
        return _Rules(Tally(self.scores, tp, tp + _cumulated(self.negatives)))

    def flagged(self, start: int, stop: int) -> Flagged:
        """The true and the false positives of the rows start to stop of `counts`: for reading a long table in parts."""
        return self.counts.flagged(start, stop)

    @cached_property
    def thresholds(self) -> NDArray[np.float64]:
        """(d + 1,) the threshold of each row of `counts`; inf flags nobody."""
        return _frozen(np.concatenate([[np.inf], self.scores]))

    def at(self, threshold: float) -> Counts:
        """The cells of the rule `score >= threshold`; any number, also -inf and inf."""
        flagged = len(self.scores) - int(np.searchsorted(self.scores[::-1], threshold, side="left"))
        return Counts(*(_plain(part[flagged]) for part in self.counts))

    def complement(self) -> ThresholdTable:
        """The table of the other of two classes, whose score is the negative of this one.

        One minus the score would order alike, but could round two scores into one and invent a tie.
        """
        return ThresholdTable(0.0 - self.scores[::-1], self.negatives[::-1], self.positives[::-1])


class _Tallied(ThresholdTable):
    """A table known by its cumulative counts; those at each score are made when they are asked for."""

    def __init__(self, found: Tally) -> None:
        self.__dict__.update(scores=_frozen(found.scores), counts=_Rules(found))

    @cached_property
    def positives(self) -> NDArray[np.int64]:
        return _frozen(np.diff(self.counts.tp))

    @cached_property
    def negatives(self) -> NDArray[np.int64]:
        return _frozen(np.diff(self.counts.fp))


def _truth(is_positive: ArrayLike) -> NDArray[np.bool_]:
    """Truth as bool; a missing one must not count as positive."""
    values = np.asarray(is_positive)
    if values.dtype.kind not in "biu" and any(value is None or value != value for value in values.tolist()):
        raise ValueError("there are missing values in the truth")
    return values.astype(np.bool_, copy=False)


def _frozen(values: NDArray[Any]) -> NDArray[Any]:
    """The same array, no longer writable through the table."""
    view = values.view()
    view.setflags(write=False)
    return view


def _cumulated(at_score: NDArray[np.int64]) -> NDArray[np.int64]:
    total = np.empty(len(at_score) + 1, np.int64)
    total[0] = 0
    np.cumsum(at_score, out=total[1:])
    return total


def _summed(values: NDArray[np.int64], place: NDArray[np.intp], size: int) -> NDArray[np.int64]:
    total = np.zeros(size, np.int64)
    np.add.at(total, place, values)
    return total


def _plain(value: Any) -> int:
    return int(value)
