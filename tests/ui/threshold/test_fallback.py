"""The Threshold page with a browser, which gets the picker, and without one, which gets a number box."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.support.studies import seen
from tests.support.visitor import Visitor
from ui.state import browser
from ui.threshold import threshold_picker
from ui.threshold.criterion import CRITERION, RATIO, WAY, Way
from ui.threshold.manual import BOX

pytestmark = pytest.mark.thorough


@pytest.fixture
def followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a browser were there, which can only be told by its name."""
    monkeypatch.setattr("streamlit.runtime.context.ContextProxy.headers", property(lambda self: {"user-agent": "x"}))
    monkeypatch.setattr("streamlit.runtime.context.ContextProxy.cookies", property(lambda self: {}))


def sent(visitor: Visitor) -> dict[str, Any]:
    return json.loads(visitor.widget("threshold_picker").proto.json)


def test_without_a_browser_a_number_box_stands_in() -> None:
    visitor = seen("heart-rhythm", "threshold")
    assert visitor.widget(BOX).value == 0.41
    assert visitor.finding.startswith("At threshold 0.410 ")
    with pytest.raises(KeyError):
        visitor.widget("threshold_picker")


def test_a_browser_gets_the_picker_and_after_a_failure_the_box(followed: None) -> None:
    visitor = Visitor(study="heart-rhythm").go("threshold")
    data = sent(visitor)
    assert data["chosen"]["threshold"] == "0.41"
    assert data["chosen"]["intervals"]["sensitivity"].startswith("CI")
    assert BOX not in {box.key.rpartition("-")[0] for box in visitor.app.number_input}
    assert not visitor.app.header
    visitor.app.session_state[browser.FAILED] = True
    assert visitor.run().widget(BOX).value == 0.41


def test_a_threshold_that_was_searched_for_is_the_pickers_too(followed: None) -> None:
    visitor = Visitor(study="heart-rhythm").go("threshold")
    begin = visitor.app.session_state[visitor.key("pick_wish")]
    begin["rule_mode"] = 3
    table = sent(visitor.run())
    assert table["chosen"]["threshold"] in json.loads(table["rules"]["text"])["thresholds"]
    assert "maximises sensitivity + specificity (Youden) on valid" in table["chosen"]["note"]
    assert table["chosen"]["way"] == 3
    begin["rule_mode"] = 0
    assert sent(visitor.run())["chosen"]["threshold"] == "0.41"
    assert sent(visitor)["chosen"]["note"] == ""


def test_the_finding_of_the_picker_names_the_group_that_is_looked_at(followed: None) -> None:
    visitor = Visitor(study="heart-rhythm").go("overview").choose("Patients", "women").go("threshold")
    texts = sent(visitor)["rules"]["text"]
    assert "Women: At threshold 0." in texts
    assert '"At threshold' not in texts


def test_without_a_browser_the_finding_names_the_group_once() -> None:
    visitor = Visitor(study="heart-rhythm").go("overview").choose("Patients", "women").go("threshold")
    assert visitor.finding.startswith("Women: At threshold 0.410 ")


def test_names_reach_the_picker_as_text(followed: None) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    table = pd.DataFrame({"y_true": [hostile, "Well"] * 20, "y_pred": [hostile, "Well"] * 20})
    table[f"score_{hostile}"] = np.linspace(0, 1, 40)
    table["score_Well"] = 1 - table[f"score_{hostile}"]
    visitor = Visitor().bring(table).go("threshold")
    assert hostile in sent(visitor)["words"]["ask"] + sent(visitor)["words"]["halves"]


def test_a_class_that_is_never_predicted_has_no_threshold_to_keep() -> None:
    visitor = Visitor(study="heart-sounds").go("threshold")
    label = visitor.study.labels.index("Extra heart sound")
    visitor.opened.review = replace(visitor.opened.review, interest=label)
    visitor.app.session_state[visitor.key(CRITERION)] |= {WAY: int(Way.COST), RATIO: 0.01}
    assert "never predicted" in visitor.run().finding
    (button,) = [each for each in visitor.app.button if each.label == "Keep this threshold"]
    assert button.disabled
    nowhere: Any = None
    threshold_picker._answer(nowhere, {"what": "keep", "value": "inf"})  # a browser that asks all the same


def test_what_is_typed_is_kept_even_before_the_page_follows() -> None:
    """A click on the button ends the typing too, and both may reach the server at once."""
    visitor = Visitor(study="heart-rhythm").go("threshold")
    visitor.widget(BOX).set_value(0.1)
    visitor.press("Keep this threshold")
    kept = visitor.opened.review.threshold_of(0)
    assert kept is not None
    assert kept.threshold == 0.1
