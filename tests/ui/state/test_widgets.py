"""A second study takes over nothing of the first: no key of a widget, no kept value, no text that an old list sends."""

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1.element_tree import Button, Widget

from tests.support.pages import PAGES
from tests.support.studies import opened
from tests.support.visitor import Visitor
from ui.state import widgets

OF_NO_STUDY = {"definitions_search"}


def keys(visitor: Visitor) -> set[str]:
    """The keys of the widgets that are drawn for the study, wherever they stand; what holds a value has one."""
    widgets = [each for each in visitor.app._tree if isinstance(each, Widget)]
    assert [each.label for each in widgets if not each.key and not isinstance(each, Button)] == []
    named = {each.key for each in widgets if each.key} - OF_NO_STUDY
    return {key for key in named if not key.startswith(("open_", "upload_", "requirements_upload_", "FormSubmitter"))}


@pytest.mark.thorough
def test_no_widget_keeps_its_key_for_another_study() -> None:
    visitor = Visitor(study="heart-rhythm")
    before = {page: keys(visitor.go(page)) for page in PAGES}
    visitor.open_example("heart-sounds")
    after = {page: keys(visitor.go(page)) for page in PAGES}
    assert [page for page in PAGES if not before[page] or not after[page]] == []
    assert set().union(*before.values()) & set().union(*after.values()) == set()


@pytest.mark.parametrize("label", ["Model", "Split", "Class of interest"])
def test_a_text_that_is_no_option_changes_no_choice(label: str) -> None:
    visitor = Visitor(study="heart-rhythm").go("overview")
    before = visitor.query, visitor.text
    box = next(box for box in visitor.app.selectbox if box.label == label)
    box.options.append("of another study")
    box.set_value("of another study")
    assert (visitor.run().query, visitor.text) == before


@pytest.mark.thorough
def test_what_was_kept_ends_with_its_study() -> None:
    visitor = Visitor(study="heart-rhythm").go("threshold").set("threshold_box", 0.137)
    ending = visitor.key("")
    visitor.open_example("heart-sounds")
    assert [key for key in visitor.app.session_state.to_dict() if str(key).endswith(ending)] == []
    assert opened("labels only").label_of_choices() == "Murmur"


def test_another_tab_goes_on_with_a_copy_of_what_was_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(widgets.st, "session_state", {})
    remembered = {"two_thresholds": {2: {"low": 0.1}}}
    widgets.take_up(7, remembered)
    widgets.state["two_thresholds"][2]["low"] = 0.3
    assert remembered == {"two_thresholds": {2: {"low": 0.1}}}


@pytest.mark.parametrize(
    ("name", "value"), [("pick_picture_format", "png"), ("apply_columns", True), ("close_study", True)]
)
def test_what_is_done_while_another_study_takes_the_place_is_not_done_to_it(name: str, value: object) -> None:
    """A hurried click on the page of the study before arrives together with the answer, or just after it."""
    visitor = Visitor(study="heart-rhythm").go("data")
    visitor.app.button(key="open_heart-sounds").click()
    visitor.widget(name).set_value(value)
    arrived = sorted(visitor.app._tree.get_widget_states().widgets, key=lambda each: "open_heart-sounds" not in each.id)
    visitor.app._run(WidgetStates(widgets=arrived))
    assert [each.value for each in visitor.app.exception] == []
    assert visitor.go("overview").text == Visitor(study="heart-sounds").go("overview").text
