"""Reads pictures that are HTML text as a browser does: elements with their look, their words and what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import unquote


@dataclass
class Element:
    """One element: `look` is its inline style, `inside` its elements and texts in order."""

    name: str
    given: dict[str, str] = field(default_factory=dict)
    inside: list[Element | str] = field(default_factory=list)

    @property
    def look(self) -> dict[str, str]:
        """Property -> value, with pictures inside it as the text they are."""
        parts = (part.partition(":") for part in self.given.get("style", "").replace("data:", "data=").split(";"))
        return {name: unquote(value) for name, _, value in parts if name}

    @property
    def text(self) -> str:
        return "".join(each if isinstance(each, str) else each.text for each in self.inside)

    def all(self) -> Iterator[Element]:
        """Every element inside this one, from top to bottom."""
        for each in self.inside:
            if isinstance(each, Element):
                yield each
                yield from each.all()

    def having(self, name: str) -> list[Element]:
        """Those inside with an attribute, or a property of their look, of that name."""
        return [each for each in self.all() if name in each.given or name in each.look]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("all")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        new = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(new)
        self.open.append(new)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().name == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def drawn(html: str) -> Element:
    """What the text comes to: every element closed, nothing left over."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    (everything,) = reader.open
    return everything
