"""What tabs have open is found by its tab in its browser, and goes when it is too old or too much."""

import pytest

from ui.state.shelf import Shelf


class Hospital:
    """A shelf with a clock to set and sessions to end."""

    def __init__(self, **limits: float) -> None:
        self.now, self.there = 0.0, {"first"}
        self.shelf: Shelf[str] = Shelf(self.there.__contains__, clock=lambda: self.now, **limits)

    def put(self, what: str, owner: str = "gone", size: int = 1) -> None:
        """By a tab with a token of the same name."""
        self.shelf.put(what, "cookie", what, owner, size)

    def found(self, *tokens: str) -> str:
        return "".join(token for token in tokens if self.shelf.find(token, "cookie"))


def test_a_tab_finds_what_it_had_open() -> None:
    here = Hospital()
    here.put("A", owner="first")
    found = here.shelf.find("A", "cookie")
    assert (found.what, found.owner) == ("A", "first")
    assert here.found("A") == "A", "it stays for the next reload"
    here.shelf.drop("A", "cookie")
    assert here.found("A") == ""


@pytest.mark.parametrize(("token", "browser"), [("B", "cookie"), ("A", "another"), ("A", ""), ("", "cookie")])
def test_neither_token_nor_cookie_alone_finds_anything(token: str, browser: str) -> None:
    here = Hospital()
    here.put("A")
    assert here.shelf.find(token, browser) is None


def test_the_shelf_knows_neither_token_nor_cookie() -> None:
    here = Hospital()
    here.shelf.put("TOKEN", "COOKIE", "study", "first", 1)
    assert "TOKEN" not in repr(vars(here.shelf))
    assert "COOKIE" not in repr(vars(here.shelf))


def test_a_browser_without_cookies_leaves_nothing() -> None:
    here = Hospital()
    here.shelf.put("A", "", "A", "first", 1)
    assert here.shelf.find("A", "") is None
    assert not here.shelf.has_any("")


def test_a_browser_is_asked_only_where_a_tab_of_it_may_find_something() -> None:
    here = Hospital(seconds=900)
    assert not here.shelf.has_any("cookie")
    here.put("A")
    assert here.shelf.has_any("cookie")
    assert not here.shelf.has_any("another")
    here.now = 901
    assert not here.shelf.has_any("cookie")


def test_it_goes_fifteen_minutes_after_its_tab_was_last_there() -> None:
    here = Hospital()
    here.put("A", owner="first")
    here.now = 3600
    assert here.found("A") == "A", "an hour on one page"
    here.there.clear()
    here.now += 900
    assert here.found("A") == "A"
    here.now += 1
    assert here.found("A") == ""


def test_what_has_been_gone_longest_makes_room() -> None:
    here = Hospital(most=2)
    for now, (name, owner) in enumerate([("A", "first"), ("B", "gone"), ("C", "gone")]):
        here.now = now
        here.put(name, owner)
    assert here.found("A", "B", "C") == "AC", "A is still connected"


def test_together_they_stay_below_so_many_bytes() -> None:
    here = Hospital(most_bytes=10)
    for now, (name, size) in enumerate([("A", 6), ("B", 3), ("C", 4)]):
        here.now = now
        here.put(name, size=size)
    assert here.found("A", "B", "C") == "BC"
    here.put("C", size=11)
    assert here.found("A", "B", "C") == "B", "what is too large by itself goes, and nothing with it"


def test_what_does_not_fit_takes_no_room_from_what_does() -> None:
    here = Hospital(most_bytes=10)
    for now, (name, size) in enumerate([("A", 3), ("B", 6), ("C", 5)]):
        here.now = now
        here.put(name, size=size)
    assert here.found("A", "B", "C") == "AC"


def test_what_lost_its_tab_comes_to_rest_once() -> None:
    here = Hospital()
    here.put("A", owner="first")
    here.put("B")
    here.now = 59
    assert here.shelf.come_to_rest() == []
    here.now = 60
    here.shelf.sweep()
    assert here.shelf.come_to_rest() == ["B"]
    assert here.shelf.come_to_rest() == []
    here.put("B")
    here.now = 120
    here.shelf.sweep()
    assert here.shelf.come_to_rest() == ["B"], "somebody looked at it in between"
