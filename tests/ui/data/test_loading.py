"""A file that takes long: every page says so, it can be cancelled, and its answer is never lost or shown to others."""

import gc
import logging
import threading
import time
from collections.abc import Iterator
from functools import partial
from unittest.mock import Mock

import pytest

from predictions.formats.readers import read
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.problems import NeedsMapping, Problem
from predictions.progress import Counting, Progress
from predictions.sandbox import client
from predictions.sandbox.client import Guard, Stage
from tests.support.studies import labels_only
from tests.support.visitor import Visitor
from ui.data import inbox, loading

pytestmark = pytest.mark.thorough

UNCLEAR = b"scan,path\nill,ill\nwell,ill\nill,well\n"
GOING_ON = "Reading “slow.csv”"


class Slow:
    """Readings that last until they are released."""

    def __init__(self) -> None:
        self.release, self.ended = threading.Event(), threading.Event()

    def read(self, guard: Guard, files: loading.Files) -> list:
        try:
            while not self.release.wait(0.002):
                guard.tick(Stage.READING)
            return [read(name, data) for name, data in files]
        finally:
            self.ended.set()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    made = Slow()

    class SlowGuard(Guard):
        def read(self, files: loading.Files, sheet: str | None = None) -> list:
            return made.read(self, files)

    monkeypatch.setattr(loading, "Guard", SlowGuard)
    monkeypatch.setattr(inbox, "AT_ONCE", 0)
    yield made
    made.release.set()


def finish(slow: Slow, visitor: Visitor) -> Visitor:
    slow.release.set()
    assert visitor.app.session_state[inbox.INBOX].loading.wait(20)
    return visitor.run()


def test_a_long_reading_is_said_on_every_page_and_taken_up_wherever_the_reader_is(slow: Slow) -> None:
    visitor = Visitor(study="heart-rhythm").upload(labels_only(), "slow.csv")
    for page in ("data", "overview", "definitions"):
        assert GOING_ON in visitor.go(page).text
    assert "step 1 of 2" in visitor.text
    assert "180 s is refused" in visitor.text
    assert "150 cases" in finish(slow, visitor).text
    assert GOING_ON not in visitor.text


def test_others_work_on_while_a_file_is_read(slow: Slow) -> None:
    waiting, other = Visitor().upload(labels_only(), "slow.csv"), Visitor()
    other.open_example("heart-rhythm").go("overview")
    assert GOING_ON not in other.text
    assert GOING_ON in waiting.run().text


def test_a_cancelled_reading_ends_and_leaves_what_was_open(slow: Slow) -> None:
    visitor = Visitor(study="heart-rhythm").go("overview")
    before = visitor.finding
    visitor.upload(labels_only(), "slow.csv").press("Cancel")
    assert slow.ended.wait(20)
    assert GOING_ON not in visitor.text
    assert visitor.go("overview").finding == before


def test_whatever_else_is_opened_takes_the_place_of_a_reading(slow: Slow) -> None:
    visitor = Visitor().upload(labels_only(), "slow.csv").open_example("heart-rhythm")
    assert slow.ended.wait(20)
    assert GOING_ON not in visitor.run().text


def test_a_late_refusal_or_question_is_said_on_the_page_where_the_reader_is(slow: Slow) -> None:
    visitor = Visitor(study="heart-rhythm").upload(b"y_true\nVT\n", "slow.csv").go("curves")
    assert len(finish(slow, visitor).errors) == 1
    assert visitor.go("data").errors != []
    assert visitor.go("curves").errors == []
    slow.release.clear()
    visitor.upload(UNCLEAR, "slow.csv").go("curves")
    assert "Answer its question on the Data page" in finish(slow, visitor).text


def test_a_reading_ends_when_its_session_is_gone(slow: Slow) -> None:
    begun = loading.Loading([("slow.csv", b"y_true,y_pred\na,b\n")])
    assert not begun.wait(0.02)
    del begun
    gc.collect()
    assert slow.ended.wait(20)


def test_a_reading_that_waits_for_its_turn_ends_with_its_session_and_lets_go_of_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(client, "PLACES", threading.BoundedSemaphore(1))
    monkeypatch.setattr(loading, "Guard", partial(Guard, keep_warm=False))
    with client.PLACES:
        begun = loading.Loading([("a.csv", b"y_true,y_pred\na,b\n")])
        assert not begun.wait(0.1)
        assert "queued" in begun.says()
        work = begun._work
        begun.cancel()
        assert begun.wait(20)
    assert work.files == ()


def test_a_mistake_of_ours_is_logged_without_a_word_of_the_file(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_given: object) -> None:
        raise KeyError("CANARY_4711")

    monkeypatch.setattr(loading, "open_files", fails)
    begun = loading.Loading([("CANARY_4711.csv", b"")])
    assert begun.wait(20)
    with caplog.at_level(logging.DEBUG), pytest.raises(KeyError):
        begun.answer()
    assert "CANARY_4711" not in caplog.text


def test_a_question_whose_answers_cannot_be_tried_is_still_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_given: object) -> None:
        raise KeyError("CANARY_4711")

    monkeypatch.setattr(loading, "effects", fails)
    begun = loading.Loading([("a.csv", UNCLEAR)])
    assert begun.wait(20)
    with pytest.raises(NeedsMapping):
        begun.answer()
    assert begun.effects == ()


def test_the_page_reads_in_another_process_and_says_what_the_command_line_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """One file is refused in that process, the other one here; either reads as where nothing is read apart."""
    client.SPARE.end()
    started = Mock(wraps=client._start)
    monkeypatch.setattr(client, "_start", started)
    monkeypatch.setattr(loading, "Guard", partial(Guard, keep_warm=False))
    for data in (b"PAR1", b"y_true\nVT\n"):
        with pytest.raises(Problem) as said:
            open_files([("a.csv", data)], None, Guard(apart=False))
        assert Visitor().upload(data, "a.csv").errors == [str(said.value)]
    assert started.call_count == 2


def test_it_says_who_waits_and_for_how_long(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    start = time.monotonic()
    begun = loading.Loading([("a_b.csv", b"y_true,y_pred\na,b\n")])
    monkeypatch.setattr(begun, "_started", start - 1234)
    assert not begun.wait_until(1.0)  # it is older than that: nobody waits any longer
    assert time.monotonic() < start + 10
    assert "1,234 s so far" in begun.says().replace("\u00a0", " ")
    assert "a\\_b" in begun.says()
    slow.release.set()
    assert begun.wait(20)
    assert begun.proportion == 0.5
    assert "step 2 of 2" in begun.says()


def test_a_count_says_which_step_it_is_at_and_how_much_of_it_is_done(slow: Slow) -> None:
    counting, progress = loading.Loading([("slow", b"")]), Progress()
    counting.cancel()
    assert counting.wait(20), "nothing else writes how far it is"
    counting._work.stage = progress
    assert "Counting “slow” where it lies: queued." in counting.says()
    progress.begin(Counting.SCORES, 4)
    progress.step()
    assert "step 2 of 3, scores: 1 of 4 columns counted." in counting.says()
    progress.part = 0.25
    assert "1 of 4 columns counted, current query 25\u00a0% done." in counting.says()
    assert counting.proportion == pytest.approx(1.25 / 3)


def test_what_another_tab_reads_again_keeps_the_questions_answered_before(slow: Slow) -> None:
    trail = (None, Mapping(truth="ill"))
    first = loading.Loading((("slow.csv", UNCLEAR),), Mapping(truth="well"), trail)
    second = first.again()
    assert (second.mapping, second.trail) == (first.mapping, trail)
