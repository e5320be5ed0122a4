"""What a file does not tell by itself: one question with its answers, each a mapping to read the file with."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from predictions.mapping import Mapping


class Asked(StrEnum):
    """What is not known."""

    TRUTH = "truth"  # which column holds the true class
    LABEL = "label"  # which of several labels a row is evaluated; without answers none can be
    GAVE = "gave"  # what the model gave
    POSITIVE = "positive"  # which class a high score means
    READERS = "readers"  # whether several readers are several models
    MISSING = "missing"  # whether true classes that have no score mark missing values


class Gave(StrEnum):
    """What a model may have given."""

    CLASS_AND_SCORE = "class and score"
    CLASS = "class"
    CLASSES = "classes"  # of several models
    SCORE = "score"
    SCORES = "scores"  # of several models


@dataclass(frozen=True)
class Answer:
    """columns: what it is about; of MISSING the classes. label: a class for POSITIVE, or a label. classes: of the true
    class -> rows. is_likely: False for what only could be, such as another label of the same cases.
    """

    mapping: Mapping
    columns: tuple[str, ...] = ()
    label: str = ""
    gave: Gave | None = None
    is_likely: bool = True
    classes: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Agreement:
    """Two columns with the same two classes, `label` and `other`: rows by what both say."""

    columns: tuple[str, str]
    label: str
    other: str
    both: int
    only_first: int
    only_second: int
    neither: int


@dataclass(frozen=True)
class Question:
    """answers: the likeliest first. truth: the column of the true class, "" where that is what is asked.

    labels: where a file seems to hold several labels a row, by name; all yes/no columns where that may be so.
    agreements: of the columns that could hold the true class and have the same two classes.
    """

    asked: Asked
    answers: tuple[Answer, ...] = ()
    truth: str = ""
    labels: tuple[str, ...] = ()
    agreements: tuple[Agreement, ...] = ()
