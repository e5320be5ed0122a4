"""A click ends a run at its next look into the session: nothing of what it was opening is lost or done by half."""

from typing import Any

import pytest
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData

from tests.support.studies import labels_only
from tests.support.visitor import Visitor
from ui.data import inbox
from ui.data.loading import Loading

pytestmark = pytest.mark.thorough

ODD = b"u,v\n" + b"well,well\nill,ill\nill,well\n" * 20


def click() -> None:
    here = get_script_run_ctx()
    assert here.script_requests.request_rerun(RerunData(page_script_hash=here.page_script_hash))


@pytest.fixture
def clicked(monkeypatch: pytest.MonkeyPatch) -> list[Loading]:
    """Something is clicked while the first reading is waited for, and the answer comes all the same."""
    waited: list[Loading] = []

    def wait_until(reading: Loading, _: float) -> bool:
        if not waited:
            click()
        waited.append(reading)
        return reading.wait(20)

    monkeypatch.setattr(Loading, "wait_until", wait_until)
    return waited


def test_a_file_is_opened_though_something_is_clicked_while_it_is_read(clicked: list[Loading]) -> None:
    assert Visitor().upload(labels_only()).study is not None
    assert len(clicked) > 1, "the first run ended"


def test_a_file_asks_though_something_is_clicked_while_it_is_read(clicked: list[Loading]) -> None:
    assert "u" in Visitor().upload(ODD, "odd.csv").finding
    assert len(clicked) > 1, "the first run ended"


def test_an_example_that_a_click_keeps_from_opening_leaves_the_open_file_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opening = inbox.open_example

    def open_example(*given: Any) -> object:
        click()
        return opening(*given)

    visitor = Visitor().upload(labels_only(), "ward.csv")
    monkeypatch.setattr(inbox, "open_example", open_example)
    visitor.open_example("heart-sounds").go("data").fill("Exclude true classes", "Artifact").press("Apply")
    assert (visitor.study.name, visitor.study.mapping.ignore_truth) == ("ward.csv", ("Artifact",))
