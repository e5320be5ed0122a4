import gc
import threading
from collections.abc import Callable
from weakref import ref

import pytest

from predictions.problems import Problem
from predictions.shared import Shared


class Asked:
    """A result that is being made until it is let go; how often it was begun, and who still waits."""

    def __init__(self, ends: Callable[[], str]) -> None:
        self.ends, self.begun = ends, 0
        self.started, self.waited, self.may_end = threading.Event(), threading.Event(), threading.Event()

    def make(self) -> str:
        self.begun += 1
        self.started.set()
        assert self.may_end.wait(20)
        return self.ends()


def ask_twice(shared: Shared[str], asked: Asked) -> list[object]:
    """What two threads get, the second of which waits for the first."""
    got: list[object] = [None, None]

    def ask(place: int, tick: Callable[[], None]) -> None:
        try:
            got[place] = shared.get("key", asked.make, tick)
        except Exception as error:
            got[place] = error

    first = threading.Thread(target=ask, args=(0, lambda: None))
    second = threading.Thread(target=ask, args=(1, asked.waited.set))
    first.start()
    assert asked.started.wait(20)
    second.start()
    assert asked.waited.wait(20)
    asked.may_end.set()
    first.join(20)
    second.join(20)
    return got


def test_two_who_ask_at_once_get_one_result() -> None:
    shared: Shared[str] = Shared(most=1)
    asked = Asked(lambda: "made")
    assert (ask_twice(shared, asked), asked.begun) == (["made", "made"], 1)
    assert shared.get("key", lambda: "again", lambda: None) == "made"


def test_a_problem_reaches_both_and_is_not_kept() -> None:
    def fail() -> str:
        raise Problem("damaged")

    shared: Shared[str] = Shared(most=1)
    asked = Asked(fail)
    assert [str(error) for error in ask_twice(shared, asked)] == ["damaged", "damaged"]
    assert asked.begun == 1
    assert shared.get("key", lambda: "repaired", lambda: None) == "repaired"


def test_who_waits_takes_over_from_one_who_is_cancelled() -> None:
    class Cancelled(Exception):
        pass

    def cancelled_at_first() -> str:
        if asked.begun == 1:
            raise Cancelled
        return "made"

    asked = Asked(cancelled_at_first)
    first, second = ask_twice(Shared(most=1), asked)
    assert (type(first), second, asked.begun) == (Cancelled, "made", 2)


def test_who_waits_can_be_cancelled_alone() -> None:
    shared: Shared[str] = Shared(most=1)
    asked = Asked(lambda: "made")
    first = threading.Thread(target=shared.get, args=("key", asked.make, lambda: None))
    first.start()
    assert asked.started.wait(20)

    def cancel() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        shared.get("key", asked.make, cancel)
    asked.may_end.set()
    first.join(20)
    assert shared.get("key", lambda: "again", lambda: None) == "made"


def test_the_latest_are_kept() -> None:
    shared: Shared[int] = Shared(most=2)
    made = [shared.get(key, lambda key=key: len(key), lambda: None) for key in ("a", "bb", "a", "ccc")]
    assert made == [1, 2, 1, 3]
    assert [shared.get(key, lambda: 0, lambda: None) for key in ("a", "ccc", "bb")] == [1, 3, 0]


def test_what_is_not_kept_lives_as_long_as_somebody_has_it() -> None:
    class Made:
        pass

    shared: Shared[Made] = Shared(most=2)
    first = shared.get("key", Made, lambda: None, is_kept=False)
    assert shared.get("key", Made, lambda: None, is_kept=False) is first
    gone = ref(first)
    del first
    gc.collect()
    assert gone() is None
    again = shared.get("key", Made, lambda: None, is_kept=False)
    assert shared.get("key", Made, lambda: None) is again, "who keeps it takes what is there"
    gone = ref(again)
    del again
    gc.collect()
    assert gone() is not None
