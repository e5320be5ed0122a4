"""How far a count is that takes long: told by whoever counts, looked at by whoever waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum

Tick = Callable[[], None]


class Counting(StrEnum):
    """What is being counted, in this order."""

    LABELS = "labels"
    SCORES = "scores"
    CHECKS = "checks"


@dataclass
class Progress:
    """One thread writes, others read. doing: None before the first question. done, of: score columns, or checks.

    part: how much of the question that runs is done, from 0 to 1; 0 where its engine does not tell.
    """

    doing: Counting | None = None
    done: int = 0
    of: int = 0
    part: float = 0.0

    def begin(self, doing: Counting, of: int = 0) -> None:
        """The next thing to count, in so many parts."""
        self.doing, self.done, self.of = doing, 0, of

    @property
    def proportion(self) -> float:
        """Between 0 and 1: what is counted weighs alike, whatever it has of parts."""
        if self.doing is None:
            return 0.0
        return (list(Counting).index(self.doing) + min(1.0, self.done / max(1, self.of))) / len(Counting)

    def step(self) -> None:
        """One part is done."""
        self.done += 1


_TICK: ContextVar[Tick] = ContextVar("tick", default=lambda: None)
_PART: ContextVar[float] = ContextVar("part", default=0.0)


@contextmanager
def ticking(tick: Tick) -> Iterator[None]:
    """Within it every question of this thread to an engine runs tick() now and then; what it raises ends it."""
    token = _TICK.set(tick)
    try:
        yield
    finally:
        _TICK.reset(token)


def tick() -> None:
    """Look whether somebody still waits for the answer to a question."""
    _TICK.get()()


def tell_part(part: float) -> None:
    """How much of the question that this thread waits for is done, from 0 to 1; 0 where the engine does not tell."""
    _PART.set(part)


def told_part() -> float:
    """What was told last in this thread."""
    return _PART.get()
