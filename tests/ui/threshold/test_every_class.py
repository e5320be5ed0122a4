"""What a threshold does to every class, of rows that an engine holds: counted when the reader wants it, once."""

from __future__ import annotations

from pathlib import Path

import pytest

from predictions.counted_study import CountedStudy
from reviews.cache import Cache
from tests.predictions.sources.counted.test_groups import change, counted, rhythm
from tests.support.studies import seen
from tests.support.visitor import Visitor
from ui.threshold.every_class import CHANGES, TOO_MANY, WANTED

pytestmark = pytest.mark.thorough

TITLE = "What changes for every class"


def large(path: Path) -> Visitor:
    visitor = Visitor(study="heart-rhythm").go("overview")
    visitor.opened.study, visitor.opened.cache = counted(path, rhythm()), Cache()
    return visitor.go("threshold")


def tables(visitor: Visitor) -> list[list[list[str]]]:
    return [table.to_numpy().tolist() for table in visitor.tables if "Change" in table.columns]


def toggles(visitor: Visitor) -> list[str]:
    return [each.label for each in visitor.app.toggle]


def test_it_is_counted_when_it_is_wanted_and_equals_that_of_held_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, below = [], CountedStudy.below
    monkeypatch.setattr(CountedStudy, "below", lambda *given: asked.append(given[2]) or below(*given))
    held, visitor = seen("heart-rhythm", "threshold"), large(tmp_path)
    assert tables(held)
    assert CHANGES not in toggles(held)
    assert not tables(visitor)
    assert not asked
    visitor.set(WANTED, True)
    assert tables(visitor) == tables(held)
    assert tables(visitor.go("overview").go("threshold")) == tables(held)
    assert len(asked) == 1
    assert not tables(visitor.set(WANTED, False))


def test_where_it_cannot_be_counted_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CountedStudy, "below", lambda *_: None)
    visitor = large(tmp_path).set(WANTED, True)
    assert not tables(visitor)
    assert TOO_MANY in visitor.text


def test_a_file_that_changed_is_said_and_the_page_stays(tmp_path: Path) -> None:
    visitor = large(tmp_path)
    change(tmp_path)
    visitor.set(WANTED, True)
    assert not tables(visitor)
    assert "has changed since it was opened" in visitor.text
