"""Two threads that ask one instance wait for one result; two instances never wait for each other."""

from __future__ import annotations

import copy
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from threading import Event

import pytest

from metrics.kernels.once import Once, OnceEach, once

SECONDS = 10  # an answer that takes longer never comes


@dataclass(frozen=True)
class Slow:
    """Works when told to, and counts how often it did."""

    began: Event = field(default_factory=Event)
    go: Event = field(default_factory=Event)
    runs: list[int] = field(default_factory=list)
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @once
    def result(self) -> int:
        """The answer."""
        self.runs.append(1)
        self.began.set()
        assert self.go.wait(SECONDS)
        return len(self.runs)


def asked(slow: Slow) -> int:
    return slow.result


def test_who_asks_while_it_is_worked_out_waits_for_the_same_result() -> None:
    slow = Slow()
    with ThreadPoolExecutor(4) as threads:
        answers = [threads.submit(asked, slow) for _ in range(4)]
        assert slow.began.wait(SECONDS)
        slow.go.set()
        assert [answer.result(SECONDS) for answer in answers] == [1, 1, 1, 1]
    assert slow.runs == [1]


def test_another_instance_does_not_wait() -> None:
    slow, quick = Slow(), Slow()
    quick.go.set()
    with ThreadPoolExecutor(2) as threads:
        waiting = threads.submit(asked, slow)
        assert slow.began.wait(SECONDS)
        assert threads.submit(asked, quick).result(SECONDS) == 1
        assert not waiting.done()
        slow.go.set()


def test_an_error_reaches_all_who_wait_and_is_not_kept() -> None:
    cell, began, go = Once(), Event(), Event()

    def fail() -> None:
        began.set()
        assert go.wait(SECONDS)
        raise ValueError("no")

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(cell.get, "name", fail)
        assert began.wait(SECONDS)
        second = threads.submit(cell.get, "name", fail)
        go.set()
        for answer in (first, second):
            with pytest.raises(ValueError, match="no"):
                answer.result(SECONDS)
    assert "name" not in cell
    assert cell.get("name", lambda: 3) == 3


class Stopped(BaseException):
    """As a session ends the run of its page."""


def test_who_waits_takes_over_from_one_who_is_stopped() -> None:
    cell, began, waits, runs = Once(), Event(), Event(), []

    def stopped_at_first() -> int:
        runs.append(1)
        began.set()
        assert waits.wait(SECONDS)
        if len(runs) == 1:
            raise Stopped
        return len(runs)

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(cell.get, "name", stopped_at_first)
        assert began.wait(SECONDS)
        second = threads.submit(cell.get, "name", stopped_at_first, waits.set)
        with pytest.raises(Stopped):
            first.result(SECONDS)
        assert second.result(SECONDS) == 2
    assert cell.get("name", lambda: 3) == 2


def test_who_waits_can_be_stopped_alone() -> None:
    slow = Slow()

    def stop() -> None:
        raise Stopped

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(asked, slow)
        assert slow.began.wait(SECONDS)
        with pytest.raises(Stopped):
            slow._once.get("result", lambda: 0, stop)
        slow.go.set()
        assert first.result(SECONDS) == 1


def test_an_error_of_time_is_an_error_like_another() -> None:
    cell, began, waits = Once(), Event(), Event()

    def fail() -> None:
        began.set()
        assert waits.wait(SECONDS)
        raise TimeoutError("too late")

    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(cell.get, "name", fail)
        assert began.wait(SECONDS)
        with pytest.raises(TimeoutError, match="too late"):
            cell.get("name", fail, waits.set)
        assert isinstance(first.exception(SECONDS), TimeoutError)


def test_a_changed_copy_starts_anew() -> None:
    slow = Slow()
    slow.go.set()
    assert (slow.result, replace(slow).result, slow.result) == (1, 2, 1)


def test_an_instance_can_be_copied_deeply() -> None:
    cell = Once()
    assert cell.get("name", lambda: 1) == 1
    assert "name" not in copy.deepcopy(cell)


def test_the_latest_results_are_kept_and_one_that_is_asked_again_is_a_late_one() -> None:
    cell = Once(most=2)
    assert [cell.get(name, name.upper) for name in ("a", "b", "a", "c")] == ["A", "B", "A", "C"]
    assert [name in cell for name in "abc"] == [True, False, True]
    assert (sorted(cell.done), copy.deepcopy(cell).most) == (["a", "c"], 2)


def test_what_is_forgotten_while_it_is_worked_out_reaches_who_waits() -> None:
    cell = Once(most=1)

    def fail() -> None:
        cell.get("b", lambda: 1)
        raise ValueError("no")

    assert cell.get("a", lambda: cell.get("b", lambda: 1) + 1) == 2
    assert sorted(cell.done) == ["b"]
    with pytest.raises(ValueError, match="no"):
        cell.get("a", fail)


def test_names_are_apart_and_the_docstring_stays() -> None:
    cell = Once()
    assert (cell.get(1, lambda: "a"), cell.get(2, lambda: "b"), cell.get(1, lambda: "c")) == ("a", "b", "a")
    assert Slow.result.__doc__ == "The answer."  # type: ignore[attr-defined]


def test_each_result_is_worked_out_when_it_is_asked_for_and_once() -> None:
    runs: list[str] = []
    found = OnceEach({"b": 1, "a": lambda: runs.append("a") or 2, "c": lambda: runs.append("c") or 3})
    assert ([*found], len(found), "c" in found, "d" in found) == (["b", "a", "c"], 3, True, False)
    assert not runs
    assert (found["a"], found.get("a"), found["b"], found.get("d")) == (2, 2, 1, None)
    assert runs == ["a"]
    assert found == {"b": 1, "a": 2, "c": 3}
    assert runs == ["a", "c"]


def test_what_is_forgotten_is_made_anew_and_the_rest_is_kept() -> None:
    cell, runs = Once(), []
    for name in ("a", "b"):
        cell.get(name, lambda: runs.append(0))
    cell.forget("a")
    cell.forget("never there")
    assert ("a" in cell, "a" in cell.done, "b" in cell, "b" in cell.done) == (False, False, True, True)
    for name in ("a", "b"):
        cell.get(name, lambda: runs.append(0))
    assert len(runs) == 3
