"""A threshold is kept, shown on every page when the reader says so, and forgotten."""

import pytest

from reviews import KeptThreshold
from tests.support.studies import MATRIX, TABLES
from tests.support.visitor import Visitor

pytestmark = pytest.mark.thorough


def keeping(visitor: Visitor, **kept: object) -> Visitor:
    """As the Threshold page keeps it."""
    opened = visitor.app.session_state["open_study"]
    opened.review = opened.review.keeping(KeptThreshold(**{"model": 0, "label": 2, "threshold": 0.1} | kept))
    return visitor.run()


@pytest.fixture
def rhythm() -> Visitor:
    return Visitor(study="heart-rhythm").go("overview")


def test_a_kept_threshold_is_used_and_named_above_the_pages_when_the_reader_says_so(rhythm: Visitor) -> None:
    delivered = rhythm.evaluation.matrix.cells.tolist()
    keeping(rhythm)
    assert "threshold" not in rhythm.label_of_choices()
    assert rhythm.evaluation.matrix.cells.tolist() == delivered
    rhythm.set("kept_threshold_used", 1)
    assert rhythm.label_of_choices().endswith("threshold 0.100")
    assert int(rhythm.evaluation.counts(2).tp) == 45
    assert rhythm.go("confusion").evaluation.matrix.cells.tolist() != delivered
    rhythm.set("kept_threshold_used", 0)
    assert rhythm.evaluation.matrix.cells.tolist() == delivered
    rhythm.set("kept_threshold_used", 1).press("Forget")
    assert rhythm.evaluation.matrix.cells.tolist() == delivered
    assert "threshold" not in rhythm.label_of_choices()


def test_another_model_has_none(rhythm: Visitor) -> None:
    keeping(rhythm, applied=True).set("pick_model", 1)
    assert "threshold" not in rhythm.label_of_choices()


def test_where_it_cannot_be_used_the_panel_says_why() -> None:
    visitor = keeping(Visitor().paste(MATRIX).go("overview"), label=1, applied=True)
    assert "stay as delivered" in visitor.text
    assert "threshold" not in visitor.label_of_choices()


def test_a_kept_threshold_takes_the_place_of_an_assumed_one() -> None:
    visitor = Visitor().bring(TABLES["one score"]()).go("confusion")
    assert visitor.label_of_choices().startswith("sick · threshold 0.5 (assumed)")
    keeping(visitor, label=visitor.study.labels.index("sick"), threshold=0.3, applied=True)
    assert visitor.label_of_choices().startswith("sick · threshold 0.300")
