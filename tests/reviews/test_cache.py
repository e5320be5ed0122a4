"""What was worked out for a study: once, whoever asks, and never without bound."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from reviews import Cache


def test_it_is_made_once_and_the_longest_unasked_is_forgotten_first() -> None:
    cache, made = Cache(most=2), []

    def get(key: str) -> str:
        return cache.get(key, lambda: (made.append(key), key.upper())[1])

    assert [get(key) for key in ("a", "b", "a", "c", "a", "b")] == ["A", "B", "A", "C", "A", "B"]
    assert made == ["a", "b", "c", "b"]
    assert len(cache) == 2
    assert "c" not in cache


def test_an_error_is_raised_and_not_kept() -> None:
    cache = Cache()
    with pytest.raises(ZeroDivisionError):
        cache.get("a", lambda: 1 // 0)
    assert cache.get("a", lambda: 1) == 1


def test_two_threads_wait_for_one_result() -> None:
    cache, begun, may_end, made = Cache(), Event(), Event(), []

    def slow() -> int:
        begun.set()
        assert may_end.wait(20)
        made.append(1)
        return 7

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(cache.get, "a", slow)
        assert begun.wait(20)
        second = threads.submit(cache.get, "a", slow)
        may_end.set()
        assert (first.result(20), second.result(20), made) == (7, 7, [1])
