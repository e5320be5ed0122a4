import threading
from dataclasses import dataclass, field

from metrics.kernels.cached import cached_property

SECONDS = 10


@dataclass(frozen=True, eq=False)
class Numbers:
    """of: what is looked at. began, go: of the work on it."""

    of: int
    began: threading.Event = field(default_factory=threading.Event)
    go: threading.Event = field(default_factory=threading.Event)

    @cached_property
    def doubled(self) -> list[int]:
        """Worked out once."""
        self.began.set()
        assert self.go.wait(SECONDS)
        return [2 * self.of]


def test_it_is_worked_out_once() -> None:
    numbers = Numbers(3)
    numbers.go.set()
    assert numbers.doubled == [6]
    assert numbers.doubled is numbers.doubled


def test_one_instance_does_not_wait_for_what_is_worked_out_for_another() -> None:
    large, small = Numbers(500), Numbers(1)
    small.go.set()
    working = threading.Thread(target=lambda: large.doubled)
    working.start()
    assert large.began.wait(SECONDS)
    asking = threading.Thread(target=lambda: small.doubled)
    asking.start()
    asking.join(1)
    waits = asking.is_alive()
    large.go.set()
    working.join(SECONDS)
    assert not waits
    assert (small.doubled, large.doubled) == ([2], [1000])
