"""The menu lists what the study can fill; of raw scores no predicted class before a threshold is kept."""

import pytest

from predictions.opening import open_files
from reviews import KeptThreshold, Review, View
from tests.support.studies import one_score
from tests.support.visitor import Visitor
from ui.parts.menu import ENTRIES, is_listed


def listed(view: View) -> set[str]:
    return {name for name, entry in ENTRIES.items() if is_listed(entry, view)}


def view_of(scale: float, *kept: KeptThreshold) -> View:
    table = one_score()
    content = table.assign(score=table.score * scale).to_csv(index=False).encode()
    study = open_files([("a.csv", content)], None)
    return View(study, Review(normal=0, interest=1, order=(1, 0), names=study.labels, thresholds=kept))


OF_CLASSES = {"clinical_risk", "confusion", "cases"}


def test_probabilities_are_read_at_an_assumed_threshold() -> None:
    assert listed(view_of(1.0)) >= OF_CLASSES


@pytest.mark.parametrize("applied", [True, False])
def test_raw_scores_wait_for_a_threshold_that_is_kept_and_used(applied: bool) -> None:
    assert not OF_CLASSES & listed(view_of(40.0))
    at_kept = view_of(40.0, KeptThreshold(0, 1, 20.0, applied)).at_kept_thresholds
    assert (listed(at_kept) >= OF_CLASSES) is applied


@pytest.mark.thorough
def test_a_threshold_kept_for_raw_scores_is_used_at_once() -> None:
    table = one_score()
    visitor = Visitor().go("data").upload(table.assign(score=table.score * 40)).go("overview")
    assert "Not listed: Clinical risk, Confusion" in visitor.text.replace("\u00a0", " ")
    assert "misclassified" not in visitor.text
    visitor.go("threshold").press("Keep this threshold")
    assert visitor.opened.view.before is not None
    assert "a kept threshold" not in visitor.go("overview").text
