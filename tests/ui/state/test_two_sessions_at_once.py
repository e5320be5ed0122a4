"""A reader of a small study never waits for another reader's large one; a page waits for what is begun already."""

import threading
from collections.abc import Iterator

import pytest

import metrics.evaluation
from predictions.opening import open_files
from tests.support.studies import scored
from tests.support.visitor import Visitor

pytestmark = pytest.mark.thorough

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
    yield made
    made.go.set()


def test_every_number_of_a_small_study_is_there_while_a_large_one_is_counted(held: Held) -> None:
    large = open_files([("large.csv", scored(["Normal", "Murmur"], LARGE).to_csv(index=False).encode())]).evaluate()
    counting = threading.Thread(target=lambda: large.overall)
    counting.start()
    assert held.began.wait(SECONDS)
    small = Visitor(study="heart-rhythm")
    assert all("Accuracy" in small.go(page).text for page in ("overview", "definitions"))
    held.go.set()
    counting.join(SECONDS)
    assert large.overall["accuracy"].trials == LARGE
