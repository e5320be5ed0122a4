"""A study that is too much for one tab, or for all, is refused in words; what was open before stays open."""

from dataclasses import replace

import pytest

from predictions.limits import LIMITS
from predictions.opening import open_files
from predictions.problems import Problem
from tests.support.studies import labels_only
from tests.support.visitor import Visitor
from ui.state import size
from ui.state.shelf import Shelf
from words.reading.server import UPLOAD_REFUSED


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer on which the others hold all that may be held."""
    shelf: Shelf[str] = Shelf(lambda _session: True, most_bytes=1_000)
    shelf.put("token", "cookie", "study", "other", 999)
    monkeypatch.setattr(size, "SHELF", shelf)


def test_the_size_counts_the_file_and_what_pages_make_of_its_rows() -> None:
    content = labels_only().to_csv(index=False).encode()
    study = open_files([("a.csv", content)])
    assert size.held_size(None, [("a.csv", content)]) == len(content)
    assert size.held_size(study, [("a.csv", content)]) > size.held_size(study, None) > 0


@pytest.mark.thorough
@pytest.mark.usefixtures("full")
def test_a_full_computer_says_so_and_keeps_what_is_open() -> None:
    visitor = Visitor(study="heart-rhythm").upload(labels_only())
    (said,) = visitor.errors
    assert "This study was not opened: all studies together may take" in said
    assert visitor.opened.example == "heart-rhythm"


def test_what_others_hold_without_a_tab_keeps_nobody_out() -> None:
    shelf: Shelf[str] = Shelf(lambda session: session == "there", most_bytes=1_000)
    shelf.put("a", "cookie", "study", "there", 300)
    shelf.put("b", "cookie", "study", "gone", 600)
    assert shelf.has_room("new", 700)
    assert not shelf.has_room("new", 701)
    assert shelf.has_room("there", 1_000), "it takes the place of its own"


def test_a_study_too_large_for_a_tab_says_what_it_would_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(size, "LIMITS", replace(LIMITS, tab=10))
    content = labels_only().to_csv(index=False).encode()
    with pytest.raises(Problem, match=r"“a\.csv” is too large: it needs about .* one tab may take"):
        size.check_room(open_files([("a.csv", content)]), [("a.csv", content)])


@pytest.mark.thorough
def test_an_upload_that_found_no_room_is_said_on_the_page() -> None:
    visitor = Visitor(study="heart-rhythm").go("data")
    visitor.uploader.upload("", b"", "application/x-rounds-refused")
    assert visitor.run().errors == [UPLOAD_REFUSED]
    assert visitor.opened.example == "heart-rhythm"
