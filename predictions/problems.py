"""What is said to people about a file: a Problem refuses it, a Notice comes with its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

from predictions.mapping import Mapping
from predictions.question import Question

Level = Literal["info", "warning"]
T = TypeVar("T")


class Problem(Exception):
    """A file or matrix that is refused: one plain message, what, where and what to do."""


class TooManyGroups(Problem):
    """A question whose groups an engine cannot hold."""


class SeveralSheets(Problem):
    """A workbook in which several sheets hold a table. sheets: their names, one of which a person has to choose."""

    def __init__(self, what: str, sheets: tuple[str, ...]):
        super().__init__(what)
        self.sheets = sheets


class NeedsMapping(Problem):
    """A table whose columns could not all be recognised; a person has to say which is which.

    columns: name -> up to three sample texts. proposed: what was recognised or guessed so far.
    advice: what to do; `{where}` in it is the place to choose a column. question: what to ask, with its answers.
    read: opens the same tables with another mapping, None where that would read the file again; rows: of the file.
    """

    read: Callable[[Mapping], Any] | None = None
    rows: int = 0

    def __init__(
        self,
        what: str,
        advice: str,
        file: str,
        columns: dict[str, tuple[str, ...]],
        proposed: Mapping,
        question: Question,
    ):
        super().__init__(f"{what} {advice.format(where='in the mapping')}")
        self.what, self.advice = what, advice
        self.file = file
        self.columns = columns
        self.proposed = proposed
        self.question = question


class Gathered:
    """Runs checks that do not depend on each other, so that all problems are told at once."""

    def __init__(self) -> None:
        self._problems: list[Problem] = []

    def run(self, check: Callable[..., T], *arguments: object) -> T | None:
        """What the check returns; None where it found a problem."""
        try:
            return check(*arguments)
        except NeedsMapping:
            raise
        except Problem as problem:
            self.add(problem)
            return None

    def add(self, problem: Problem) -> None:
        """One more problem."""
        self._problems.append(problem)

    def settle(self) -> None:
        """Raises the only problem, or one with all messages, in the order of the checks: worst first."""
        if len(self._problems) == 1:
            raise self._problems[0]
        if self._problems:
            raise Problem(" ".join(dict.fromkeys(map(str, self._problems))))


@dataclass(frozen=True)
class Notice:
    """One fact about what was read, worded by `words.notices`. A warning may change how a number is read.

    fields: what the sentence names: texts, numbers, lists of them and name -> value, all as JSON has them.
    """

    level: Level
    code: str
    fields: dict[str, Any] = field(default_factory=dict)


@dataclass
class Notes:
    """Collects notices in the order they are found; the same one is kept once."""

    notices: list[Notice] = field(default_factory=list)

    def fact(self, code: str, **fields: Any) -> None:
        """Say something that changes no number."""
        self._add(Notice("info", code, fields))

    def warn(self, code: str, **fields: Any) -> None:
        """Say something that may change how a number is read."""
        self._add(Notice("warning", code, fields))

    def extend(self, notices: Iterable[Notice]) -> None:
        """Take in what was said elsewhere."""
        for notice in notices:
            self._add(notice)

    def _add(self, notice: Notice) -> None:
        if notice not in self.notices:
            self.notices.append(notice)


@contextmanager
def saying_why(notes: Notes) -> Iterator[None]:
    """Around a question to an engine: notes why it has no answer; what never fits is said elsewhere."""
    try:
        yield
    except TooManyGroups:
        raise
    except Problem as problem:
        notes.warn("not_answered", why=str(problem))
        raise


@contextmanager
def noting_why(notes: Notes) -> Iterator[None]:
    """As `saying_why`, and goes on without an answer."""
    with suppress(Problem), saying_why(notes):
        yield


def corrected(mapping: Mapping, notice: Notice) -> Mapping | None:
    """The mapping that does what a notice advises; None where that is nothing that one click can do."""
    match notice.code:
        case "label_minus_one":
            return replace(mapping, ignore_truth=(*mapping.ignore_truth, "-1"))
        case "label_of_missing_values" | "labels_like_missing_codes":
            return replace(mapping, missing=(*mapping.missing, *notice.fields["labels"]))
        case "weights_unused":
            return replace(mapping, weight=notice.fields["column"])
    return None
