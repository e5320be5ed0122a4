"""What was worked out for a study: once, whoever asks, and never without bound."""

from reviews import Cache


def test_the_longest_unasked_is_forgotten_first() -> None:
    cache, made = Cache(most=2), []

    def get(key: str) -> str:
        return cache.get(key, lambda: (made.append(key), key.upper())[1])

    assert [get(key) for key in ("a", "b", "a", "c", "a", "b")] == ["A", "B", "A", "C", "A", "B"]
    assert made == ["a", "b", "c", "b"]
    assert "c" not in cache
