"""What the product can say about one of its numbers: flat data, and the formula that is also its function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from metrics.counts import Counts, wide
from metrics.kernels.given import expect
from metrics.notes import Code, Note

Values = NDArray[np.float64]
# rates: in every table of classes; numbers: beside them on a page; balance: in a report; threshold: at one threshold
Place = Literal["rates", "numbers", "balance", "threshold"]
Level = Literal["class", "matrix", "average", "scores", "sequence", "folds", "comparison", "groups", "practice"]
LEVELS: tuple[Level, ...] = (
    "class", "matrix", "average", "scores", "sequence", "folds", "comparison", "groups", "practice",
)  # fmt: skip
# The source documents that define numbers:
SOUNDS, PHASES = "Metrics (heartbeat audio classification)", "Surgical Phase Recognition Metrics"
RHYTHM = "Metrics Explanation for 3-Class Classification"
NOTE, EQUATIONS = "Performance metrics for classification", "Metric Equations and Aggregation Methods"
ALL_DOCUMENTS = (SOUNDS, PHASES, RHYTHM, NOTE, EQUATIONS)


def divided(top: Any, bottom: Any) -> Values:
    """top / bottom as float64, nan where the bottom is 0."""
    above, below = np.asarray(top, np.float64), np.asarray(bottom, np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(below == 0, np.nan, above / below)


@dataclass(frozen=True)
class Proportion:
    """Cells of the 2 x 2 that are counted, among the cells that could have been."""

    top: str
    bottom: str

    def __call__(self, counts: Counts) -> Values:
        return divided(*self.parts(counts))

    def parts(self, counts: Counts) -> tuple[Any, Any]:
        """(successes, trials), in the shape of the counts."""
        return _added(counts, self.top), _added(counts, self.bottom)

    @property
    def latex(self) -> str:
        return rf"\frac{{{_in_words(self.top)}}}{{{_in_words(self.bottom)}}}"


@dataclass(frozen=True)
class Ratio:
    """A proportion of one group over one of another, such as a likelihood ratio; nan where the second is 0."""

    top: Proportion
    bottom: Proportion

    def __call__(self, counts: Counts) -> Values:
        return divided(self.top(counts), self.bottom(counts))

    @property
    def latex(self) -> str:
        return rf"\frac{{{_in_line(self.top)}}}{{{_in_line(self.bottom)}}}"


@dataclass(frozen=True)
class Formula:
    """A number that is neither a proportion of cases nor a ratio of two: LaTeX, and the function of the same."""

    latex: str
    compute: Callable[..., Any]

    def __call__(self, *given: Any) -> Any:
        return self.compute(*given)


@dataclass(frozen=True)
class AlternativeDefinition:
    """Another number that goes by the same name somewhere.

    by: who uses it. says: what they compute, and why it is not the default. of: the same number from what
    the definition's own formula takes, or two numbers between which it lies; None where it is not a number.
    """

    by: str
    says: str
    of: Callable[..., Any] | None = None


@dataclass(frozen=True)
class Through:
    """A number whose bounds follow from those of a proportion. key: of the proportion; of: rising function of it."""

    key: str
    of: Callable[[float], float]


@dataclass(frozen=True, kw_only=True)
class Definition:
    """One number of the product; every list of numbers that is shown or exported derives from these entries.

    rule: LaTeX and function. Its function takes, by level: class: `Counts`; matrix and average: `cells`; scores: a
    `ThresholdTable`; sequence: a list of (truth, predicted), and the classes that are no phases; folds: the values of
    the folds. Where `needs_normal`: `cells` and the index of the Normal class. Anything else is said where it is
    declared.
    """

    key: str
    name: str
    meaning: str  # one sentence that starts with a noun
    rule: Proportion | Ratio | Formula
    undefined: Code | None  # why there is no number when it is 0/0; None for what always is defined
    level: Level = "class"
    where: str = ""  # what the letters of the formula stand for
    aliases: tuple[str, ...] = ()
    better: Literal["higher", "lower", "neither"] = "higher"
    lowest: float = 0.0
    highest: float = 1.0
    by_prevalence: bool = False  # the same model shows another value where the class is rarer
    needs_normal: bool = False
    interval: str = ""  # how its interval is made; "" where it has none
    averaged: bool = False  # whether it is averaged over the classes
    flatters: bool = False  # its averages are inflated: listed last, and nothing to require
    places: Mapping[Place, int] = field(default_factory=dict, hash=False)  # tables that show it -> its position there
    documents: tuple[str, ...] = ()  # the source documents that define it
    readings: tuple[AlternativeDefinition, ...] = ()
    path: str = ""  # where the exported document holds it: block and name

    @property
    def undefined_note(self) -> Note:
        """Why it is undefined where it is."""
        return Note(self.undefined or Code.UNDEFINED)

    @property
    def latex(self) -> str:
        """The formula that is shown, held to the function by a test."""
        return self.rule.latex


@dataclass(frozen=True, kw_only=True)
class Metric(Definition):
    """A number of one class, one-vs-rest. Applied to Counts gives values of their shape, nan if undefined."""

    through: Through | None = None  # where its bounds are those of a proportion

    @property
    def is_resampled(self) -> bool:
        """Whether resamples alone give its interval, because neither its formula nor another number does."""
        return isinstance(self.rule, Formula) and self.through is None

    def __call__(self, counts: Counts) -> Values:
        expect("counts", counts, Counts)
        return np.asarray(self.rule(counts), np.float64)


def _added(counts: Counts, names: str) -> Any:
    first, *others = (wide(getattr(counts, name)) for name in names.split())
    return sum(others, first)


def _in_line(proportion: Proportion) -> str:
    return f"{_in_words(proportion.top)} / ({_in_words(proportion.bottom)})"


def _in_words(names: str) -> str:
    return " + ".join(rf"\mathrm{{{name.upper()}}}" for name in names.split())
