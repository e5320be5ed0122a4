"""What each column of a table means: chosen by a person, or recognised and explained."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mapping:
    """What each column means. None: recognise it; an empty text, tuple or dict: there is no such column.

    scores: class -> column. score: one column for `positive`. score_models: several such columns, each a model of its
    own. reader: column of readers, each a model of their own. weight: column of case weights, frequencies or sampling
    fractions, which its name tells; None: nothing is weighted. asks: a person is there to say whether a class or score
    is the answer where both stand beside the true class. model_scores: predicted column -> its own
    class -> column, the class being empty for a single score. normal: the Normal class, empty for none.
    ignore_truth: rows of these true classes are excluded. missing: missing-value markers. sheet: of a workbook.
    """

    truth: str | None = None
    predicted: tuple[str, ...] | None = None
    scores: dict[str, str] | None = None
    score: str | None = None
    positive: str | None = None
    normal: str | None = None
    threshold: float = 0.5
    case_id: str | None = None
    model: str | None = None
    split: str | None = None
    fold: str | None = None
    sequence: str | None = None
    order: str | None = None
    ignore_truth: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    model_scores: dict[str, dict[str, str]] | None = None
    score_models: tuple[str, ...] = ()
    reader: str | None = None
    weight: str | None = None
    asks: bool = False
    sheet: str | None = None

    @property
    def names_scores(self) -> bool:
        """Whether it is said, and need not be recognised, which columns hold scores."""
        return self.scores is not None or self.score is not None or bool(self.score_models)

    @property
    def gives_scores_only(self) -> bool:
        """Whether there are lone scores and no predicted classes, so that predictions rest on an assumption."""
        return not self.predicted and bool(self.score or self.score_models)

    @property
    def score_columns(self) -> set[str]:
        """The columns of the file that hold scores, of whichever class and model."""
        own = (self.scores or {}, *(self.model_scores or {}).values())
        lone = filter(None, (*self.score_models, self.score))
        return {column for scores in own for column in scores.values()} | {*lone}


@dataclass(frozen=True)
class ColumnRole:
    """What one column was taken for, in a reader's words, why, and up to three of its values."""

    column: str
    meaning: str
    because: str
    examples: tuple[str, ...]
