"""A page that asks its file for long says so, and the question ends when nobody wants the answer."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from predictions import opening
from predictions.groups.by import By
from predictions.groups.lens import Lens
from tests.support.studies import scored
from tests.support.visitor import Visitor
from ui.parts import patience

pytestmark = pytest.mark.thorough


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    """A counted study whose questions are all said to last, and stay said."""
    scored(["Normal", "VT"], 120).assign(site=["A", "B"] * 60).to_parquet(tmp_path / "slow.parquet")
    monkeypatch.setattr(sys, "argv", [str(Path(__file__).parents[3] / "app.py"), str(tmp_path / "slow.parquet")])
    monkeypatch.setattr(opening, "is_large", lambda path, limits: True)
    visitor = Visitor().run().go("overview")
    monkeypatch.setattr(patience, "AFTER", 0.0)
    monkeypatch.setattr(patience, "EVERY", 0.0)
    return visitor


def test_a_question_that_lasts_is_said_until_it_is_answered(slow: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as lasting:
        lasting.setattr(patience._Asking, "end", lambda self: None)
        assert re.search(r"Counting in slow.parquet: \d+ s so far\.", slow.go("cases").text)
    assert "Counting in" not in slow.go("overview").go("cases").text


def test_cancel_leaves_the_study_and_the_page_counts_again_when_it_is_asked_to(
    slow: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as lasting:
        lasting.setattr(patience._Asking, "end", lambda self: None)
        slow.go("cases").press("Cancel")
    assert slow.finding == "Counting was cancelled."
    assert slow.go("overview").finding != "Counting was cancelled."
    slow.go("cases")
    assert "misclassified" in slow.finding


def test_a_cancelled_page_counts_again(slow: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as lasting:
        lasting.setattr(patience._Asking, "end", lambda self: None)
        slow.go("cases").press("Cancel")
    assert "misclassified" in slow.press("Count again").finding


def test_a_group_and_a_page_that_both_last_have_a_button_each(slow: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = slow.opened
    assert opened is not None
    opened.look_at(Lens((By("site"),), ("A",)))
    monkeypatch.setattr(patience._Asking, "end", lambda self: None)
    slow.go("cases")
    assert [button.label for button in slow.app.button].count("Cancel") == 2
    assert "misclassified" in slow.finding
