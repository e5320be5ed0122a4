"""A reader of a small study never waits for another reader's large one; a page waits for what is begun already."""

import threading
from collections.abc import Iterator

import pytest

import metrics.evaluation
from tests.support.studies import scored
from tests.support.visitor import Visitor
from ui.state import session

LARGE = 500  # rows; as many as are counted in the background
SECONDS = 20


class Held:
    """The count of every large matrix waits until it may go on."""

    def __init__(self) -> None:
        self.count, self.began, self.go, self.calls = (
            metrics.evaluation.by_class,
            threading.Event(),
            threading.Event(),
            0,
        )

    def __call__(self, matrix: metrics.ConfusionMatrix, *given: object) -> object:
        if matrix.total == LARGE:
            self.calls += 1
            self.began.set()
            assert self.go.wait(SECONDS)
        return self.count(matrix, *given)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    made = Held()
    monkeypatch.setattr(metrics.evaluation, "by_class", made)
    monkeypatch.setattr(session, "MANY", LARGE)
    yield made
    made.go.set()


def test_every_number_of_a_small_study_is_there_while_a_large_one_is_counted(held: Held) -> None:
    waiting = Visitor().upload(scored(["Normal", "Murmur"], LARGE))
    assert held.began.wait(SECONDS)
    small = Visitor(study="heart-rhythm")
    assert all("Accuracy" in small.go(page).text for page in ("overview", "definitions"))
    held.go.set()
    assert "Accuracy" in waiting.go("overview").metrics


def test_a_page_waits_for_the_numbers_that_are_counted_in_the_background(held: Held) -> None:
    visitor = Visitor().upload(scored(["Normal", "Murmur"], LARGE))
    assert held.began.wait(SECONDS)
    threading.Timer(0.2, held.go.set).start()
    assert "Accuracy" in visitor.go("overview").metrics
    assert held.calls == 1
