"""The Threshold page with a browser, which gets the picker, and without one, which gets a number box."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.support.visitor import Visitor
from ui.state import browser
from ui.threshold.manual import BOX


@pytest.fixture
def followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a browser were there, which can only be told by its name."""
    monkeypatch.setattr("streamlit.runtime.context.ContextProxy.headers", property(lambda self: {"user-agent": "x"}))


def sent(visitor: Visitor) -> dict[str, Any]:
    return json.loads(visitor.widget("threshold_picker").proto.json)


def test_without_a_browser_a_number_box_stands_in() -> None:
    visitor = Visitor(study="heart-rhythm").go("threshold")
    assert visitor.widget(BOX).value == 0.5
    assert visitor.finding.startswith("At 0.500 ")
    with pytest.raises(KeyError):
        visitor.widget("threshold_picker")


def test_a_browser_gets_the_picker_and_after_a_failure_the_box(followed: None) -> None:
    visitor = Visitor(study="heart-rhythm").go("threshold")
    data = sent(visitor)
    assert data["chosen"]["threshold"] == "0.5"
    assert data["chosen"]["intervals"]["sensitivity"].startswith("CI")
    assert BOX not in {box.key.rpartition("-")[0] for box in visitor.app.number_input}
    assert not visitor.app.header
    visitor.app.session_state[browser.FAILED] = True
    assert visitor.run().widget(BOX).value == 0.5


def test_a_wished_threshold_is_the_pickers_and_a_picked_one_is_by_hand(followed: None) -> None:
    visitor = Visitor(study="heart-rhythm").go("threshold").set("rule_mode", 3)
    table = sent(visitor)
    assert table["chosen"]["threshold"] in table["rules"]["thresholds"]
    assert "gives the largest sum of sensitivity and specificity on valid" in table["chosen"]["note"]
    visitor.set("rule_mode", 0)
    assert sent(visitor)["chosen"]["threshold"] == "0.5"
    assert sent(visitor)["chosen"]["note"] == ""


def test_names_reach_the_picker_as_text(followed: None) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    table = pd.DataFrame({"y_true": [hostile, "Well"] * 20, "y_pred": [hostile, "Well"] * 20})
    table[f"score_{hostile}"] = np.linspace(0, 1, 40)
    table["score_Well"] = 1 - table[f"score_{hostile}"]
    visitor = Visitor().upload(table).go("threshold")
    assert hostile in sent(visitor)["words"]["ask"] + sent(visitor)["words"]["halves"]
