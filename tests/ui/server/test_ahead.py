"""What is worked out before a page asks for it."""

from __future__ import annotations

import threading

import pytest

from charts.style import thinning
from predictions.opening import open_files
from predictions.study import Study
from reviews import Review, View
from tests.support.studies import labels_only, scored
from ui.server import ahead

LABELS = ["Normal", "AF", "VT"]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "MANY", 100)
    monkeypatch.setattr(ahead, "AFTER", 0)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The curves that are thinned."""
    found: list[str] = []
    for name in ("thin_roc", "thin_pr"):
        work = getattr(thinning, name)
        monkeypatch.setattr(ahead, name, lambda table, name=name, work=work: (found.append(name), work(table)))
    return found


def _study(rows: int = 300) -> Study:
    return open_files([("a.csv", scored(LABELS, rows).to_csv(index=False).encode())])


def _view(study: Study) -> View:
    return View(study, Review.begin(study))


def _wait() -> None:
    """Until everything that was begun is done."""
    for each in threading.enumerate():
        if isinstance(each, threading.Timer):
            each.join()
    ahead._worker().submit(lambda: None).result()


def test_what_curves_and_calibration_show_is_there_before_they_ask(drawn: list[str]) -> None:
    view = _view(_study())
    ahead.look_ahead(view)
    _wait()
    for label in range(len(LABELS)):
        assert {"auc", "average_precision"} <= set(view.evaluation.classes[label]._once.done)
        assert "line" in view.evaluation.calibration(label)._once.done
    assert "curve" in view.evaluation.calibration(view.interest)._once.done
    assert sorted(drawn) == ["thin_pr"] * 3 + ["thin_roc"] * 3


def test_it_is_worked_out_once_for_a_study(drawn: list[str]) -> None:
    view = _view(_study())
    for _ in range(3):
        ahead.look_ahead(view)
    _wait()
    assert len(drawn) == 2 * len(LABELS)


def test_a_small_study_waits_for_its_pages(drawn: list[str]) -> None:
    ahead.look_ahead(_view(_study(rows=90)))
    _wait()
    assert drawn == []


def test_without_scores_there_is_nothing_to_work_out_and_nothing_to_say(capfd: pytest.CaptureFixture[str]) -> None:
    study = open_files([("a.csv", labels_only().to_csv(index=False).encode())])
    ahead.look_ahead(_view(study))
    _wait()
    assert capfd.readouterr().err == ""


@pytest.mark.thorough
def test_a_page_that_asks_meanwhile_gets_the_same_numbers() -> None:
    one, other = _view(_study()), _view(_study())
    ahead.look_ahead(one)
    for label in range(len(LABELS)):
        assert one.evaluation.areas(label) == other.evaluation.areas(label)
    _wait()
    for label in range(len(LABELS)):
        assert one.evaluation.calibration(label).line == other.evaluation.calibration(label).line
