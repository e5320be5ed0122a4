"""What was opened for one question is there for the next, and gone after the page or an error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from predictions.sources.kept_open import kept_open, staying_open


class Door:
    """Counts how often it is opened and closed; closing words a KeyError as what it is."""

    def __init__(self) -> None:
        self.opened = self.closed = 0

    @contextmanager
    def open(self) -> Iterator[int]:
        self.opened += 1
        try:
            yield self.opened
        except KeyError as error:
            raise ValueError("worded") from error
        finally:
            self.closed += 1


def ask(door: Door, key: str = "a") -> int:
    with kept_open(key, door.open) as found:
        return found


def test_each_question_outside_a_page_opens_and_closes() -> None:
    door = Door()
    assert (ask(door), ask(door), door.closed) == (1, 2, 2)


def test_a_page_opens_each_once_and_closes_all_at_its_end() -> None:
    door, other = Door(), Door()
    with staying_open():
        assert [ask(door), ask(door), ask(other, "b"), ask(door)] == [1, 1, 1, 1]
        assert (door.closed, other.closed) == (0, 0)
    assert (door.closed, other.closed) == (1, 1)
    assert ask(door) == 2


def test_within_a_question_it_is_the_same() -> None:
    door = Door()
    with staying_open(), kept_open("a", door.open) as outer, kept_open("a", door.open) as inner:
        assert (outer, inner) == (1, 1)


def test_after_an_error_it_is_closed_in_its_own_words_and_opened_anew() -> None:
    door = Door()
    with staying_open():
        with pytest.raises(ValueError, match="worded"), kept_open("a", door.open), kept_open("a", door.open):
            raise KeyError
        assert door.closed == 1
        assert ask(door) == 2
    assert door.closed == 2


def test_an_error_of_the_page_closes_what_is_open() -> None:
    door = Door()

    def page() -> None:
        with staying_open():
            ask(door)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        page()
    assert door.closed == 1
