"""A tab that does in Python what tab.js does in a browser."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.visitor import Visitor
from ui.state.shelf import Shelf
from ui.tab import cookie, keeping
from ui.tab.keeping import COMPONENT


class Browser:
    """One browser with one tab in front; `there` are the sessions that have a tab."""

    def __init__(self) -> None:
        self.storage, self.session, self.there, self.told, self.answer = "", "1", {"1"}, {}, None

    def is_there(self, session: str) -> bool:
        return session in self.there

    def component(self, key: str, data: dict[str, Any], on_had_change: object) -> None:
        assert key == COMPONENT
        self.told = data
        if data["asks"]:
            answered = self.answer and self.answer["asked"] == data["asks"]
            if not answered and (self.storage or data["waits"]):
                self.answer = {"asked": data["asks"], "token": self.storage}
        else:
            self.storage = data["token"]

    def visit(self, **query: str) -> Visitor:
        """Load an address in the tab, until the page stands."""
        self.answer = None
        visitor = Visitor(**query).run()
        if self.answer:
            visitor.app.session_state[COMPONENT] = {"had": self.answer}
            visitor.run()
        return visitor

    def reload(self, visitor: Visitor, session: str = "2") -> Visitor:
        """The same address in a session of its own, whose predecessor has lost its tab."""
        self.there, self.session = {session}, session
        return self.visit(**visitor.query)


def in_a_browser(monkeypatch: pytest.MonkeyPatch) -> Browser:
    """Every session until the test ends is one of a tab of this browser."""
    browser = Browser()
    monkeypatch.setattr(keeping, "SHELF", Shelf(browser.is_there))
    monkeypatch.setattr(keeping, "can_follow", lambda: True)
    monkeypatch.setattr(keeping, "is_there", browser.is_there)
    monkeypatch.setattr(keeping, "own_id", lambda: browser.session)
    monkeypatch.setattr(keeping, "_component", browser.component)
    monkeypatch.setattr(cookie, "browser", lambda: "cookie")
    return browser
