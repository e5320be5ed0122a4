"""Reload, second tab, lost session and foreign link, with a tab that does in Python what tab.js does in a browser."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1.element_tree import ButtonGroup, DateInput, NumberInput, Selectbox, Slider, TextInput, Toggle

from metrics.requirements import Requirement
from tests.support.pages import PAGES
from tests.support.studies import labels_only, scored
from tests.support.text import as_read
from tests.support.visitor import Visitor
from ui.state.shelf import Shelf
from ui.tab import cookie, keeping
from ui.tab.keeping import COMPONENT
from ui.threshold.manual import THRESHOLDS
from ui.title_line.review_panel import content, digest, note_saved
from words.reading.missing_study import LINKED, LOST

pytestmark = pytest.mark.thorough


class Browser:
    """One browser with one tab in front; `there` are the sessions that have a tab."""

    def __init__(self) -> None:
        self.storage, self.session, self.there, self.told, self.answer = "", "1", {"1"}, {}, None

    def is_there(self, session: str) -> bool:
        return session in self.there

    def component(self, key: str, data: dict[str, Any], on_had_change: object) -> None:
        assert key == COMPONENT
        self.told = data
        if data["asks"]:
            answered = self.answer and self.answer["asked"] == data["asks"]
            if not answered and (self.storage or data["waits"]):
                self.answer = {"asked": data["asks"], "token": self.storage}
        else:
            self.storage = data["token"]

    def visit(self, **query: str) -> Visitor:
        """Load an address in the tab, until the page stands."""
        self.answer = None
        visitor = Visitor(**query).run()
        if self.answer:
            visitor.app.session_state[COMPONENT] = {"had": self.answer}
            visitor.run()
        return visitor

    def reload(self, visitor: Visitor, session: str = "2") -> Visitor:
        """The same address in a session of its own, whose predecessor has lost its tab."""
        self.there, self.session = {session}, session
        return self.visit(**visitor.query)


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Browser:
    made = Browser()
    monkeypatch.setattr(keeping, "SHELF", Shelf(made.is_there))
    return made


@pytest.fixture(autouse=True)
def in_a_browser(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "can_follow", lambda: True)
    monkeypatch.setattr(keeping, "is_there", browser.is_there)
    monkeypatch.setattr(keeping, "own_id", lambda: browser.session)
    monkeypatch.setattr(keeping, "_component", browser.component)
    monkeypatch.setattr(cookie, "browser", lambda: "cookie")


def test_a_reload_finds_the_recording_the_row_duration_and_the_cell_that_were_chosen(browser: Browser) -> None:
    visitor = browser.visit(study="surgical-phases").go("timeline").press("Next")
    visitor.set("pick_timeline_rate", 2.0)
    video = next(each.value for each in visitor.app.subheader)
    visitor.go("confusion").choose("True class", "1 Preparation")
    again = browser.reload(visitor).go("timeline")
    assert next(each.value for each in again.app.subheader) == video
    assert "2 s per frame, as set here" in again.text
    assert [as_read(each.value) for each in again.go("confusion").app.subheader][1].endswith(": 1 → 2")


def test_a_reload_finds_the_model_whose_other_classes_are_compared(browser: Browser) -> None:
    table = scored(["Normal", "Murmur", "VT"], 90)
    rolled = [table.assign(model=f"M{i}", y_pred=np.roll(table.y_pred, 7 * i)) for i in range(3)]
    table = pd.concat([each[["case_id", "model", "y_true", "y_pred"]] for each in rolled])
    visitor = browser.visit().upload(table).go("compare_models")
    visitor.keep("compare_classes", True).run()
    box = "pick_compare_rival"
    first = visitor.widget(box).value
    other = next(each for each in (1, 2) if each != first)
    visitor.set(box, other)
    again = browser.reload(visitor).go("compare_models")
    again.keep("compare_classes", True).run()
    assert again.widget(box).value == other


def test_a_reload_finds_the_study_with_everything_decided_about_it(browser: Browser) -> None:
    visitor = browser.visit().upload(scored(["Normal", "Murmur", "VT"], 90), "ward.csv").go("overview")
    visitor.choose("Class of interest", "Murmur")
    before = visitor.finding
    again = browser.reload(visitor)
    assert again.study is visitor.study
    assert again.opened.review == visitor.opened.review
    assert again.go("overview").finding == before
    assert browser.storage


def test_a_tab_is_told_its_token_and_nothing_of_it_stands_in_the_address(browser: Browser) -> None:
    visitor = browser.visit()
    assert browser.storage == ""
    visitor.upload(labels_only())
    assert len(browser.storage) > 40
    assert browser.storage not in str(visitor.query)
    visitor.go("data").press("Close study")
    assert browser.storage == ""


def test_nothing_is_drawn_before_the_tab_has_answered(browser: Browser) -> None:
    visitor = browser.visit().upload(labels_only())
    browser.session, browser.there, browser.answer = "2", {"2"}, None
    assert len(Visitor(**visitor.query).app.header) == 0


def test_a_tab_that_never_answers_gets_its_page_at_last(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    browser.visit().upload(labels_only())
    monkeypatch.setattr(keeping, "PATIENCE", 0)
    monkeypatch.setattr(keeping, "_component", lambda **given: None)
    assert Visitor().finding.startswith("Drop a predictions file")


def test_a_duplicated_tab_has_the_study_and_goes_its_own_way(browser: Browser) -> None:
    first = browser.visit().upload(scored(["Normal", "Murmur", "VT"], 90)).go("overview")
    token, browser.session = browser.storage, "2"
    browser.there.add("2")
    second = browser.visit(**first.query).go("overview")
    assert second.study is first.study
    assert browser.storage not in ("", token)
    second.choose("Class of interest", "Murmur")
    assert second.label_of_choices() != first.run().label_of_choices()
    browser.storage, browser.session, browser.there = token, "3", {"2", "3"}
    assert browser.visit(**first.query).label_of_choices() == first.label_of_choices()


def test_an_answer_that_was_given_to_another_session_is_no_answer(browser: Browser) -> None:
    """A page that stood while its session went sends what its tab had when that page was loaded: nothing."""
    query = browser.visit().upload(labels_only()).query
    browser.session, browser.there, browser.answer = "2", {"2"}, None
    visitor = Visitor(**query).run()
    for had, headers in [({"asked": "an earlier session", "token": ""}, 0), (browser.answer, 1)]:
        visitor.app.session_state[COMPONENT] = {"had": had}
        assert len(visitor.run().app.header) == headers
    assert visitor.study is not None


def test_a_question_about_columns_survives_a_reload_with_its_file(browser: Browser) -> None:
    table = labels_only().rename(columns={"y_true": "one", "y_pred": "two", "case_id": "three"})
    visitor = browser.visit().upload(table.assign(four=table["two"].to_numpy()[::-1]), "ward.csv")
    assert visitor.study is None
    again = browser.reload(visitor)
    assert again.finding == visitor.finding
    assert "ward.csv" in again.detail


def test_what_was_set_on_single_pages_survives_a_reload_and_is_each_tabs_own(browser: Browser) -> None:
    visitor = browser.visit().upload(scored(["Normal", "Murmur", "VT"], 90)).go("threshold")
    visitor.kept(THRESHOLDS)[0, 2] = 0.25  # also where only a fragment of the page runs after it
    again = browser.reload(visitor)
    assert again.kept(THRESHOLDS) == {(0, 2): 0.25}
    again.kept(THRESHOLDS)[0, 2] = 0.5
    assert visitor.kept(THRESHOLDS)[0, 2] == 0.25
    assert browser.reload(again, session="3").kept(THRESHOLDS) == {(0, 2): 0.5}


def test_requirements_survive_a_reload(browser: Browser) -> None:
    visitor = browser.visit().open_example("heart-rhythm")
    visitor.opened.reader.requirements = asked = (Requirement("VT", "sensitivity", 0.9),)
    assert browser.reload(visitor).opened.reader.requirements == asked


def test_a_session_that_is_gone_for_good_says_so_and_an_example_comes_back(browser: Browser) -> None:
    visitor = browser.visit().upload(labels_only())
    keeping.SHELF.drop(browser.storage, "cookie")
    again = browser.reload(visitor)
    assert LOST in again.text
    assert LOST in again.go("overview").text
    assert LOST not in again.upload(labels_only()).text
    example = again.open_example("heart-sounds")
    keeping.SHELF.drop(browser.storage, "cookie")
    back = browser.reload(example, session="3")
    assert back.opened.example == "heart-sounds"
    assert LOST not in back.text


def test_the_link_of_another_person_says_that_its_file_must_be_opened(browser: Browser) -> None:
    visitor = browser.visit(model="0", split="0", normal="1", **{"class": "2"})
    assert LINKED in visitor.text
    visitor.app.query_params.clear()  # as a browser does on the way to another page
    assert LINKED in visitor.go("data").text
    visitor.upload(scored(["Murmur", "Normal", "VT"], 90))
    assert LINKED not in visitor.text
    assert visitor.opened.review.interest == 2
    assert LINKED not in browser.visit().text


def test_an_address_that_names_another_study_wins(browser: Browser) -> None:
    browser.visit().open_example("heart-rhythm")
    browser.session, browser.there = "2", {"2"}
    assert browser.visit(study="heart-sounds").opened.example == "heart-sounds"


def test_only_an_unsaved_study_of_the_readers_own_asks_before_it_is_left(browser: Browser) -> None:
    visitor = browser.visit()
    assert not browser.told["unsaved"]
    visitor.upload(labels_only())
    assert browser.told["unsaved"]
    note_saved(visitor.opened, digest(content(visitor.opened)))
    visitor.run()
    assert not browser.told["unsaved"]
    visitor.opened.review = visitor.opened.review.renamed(0, "another name")
    visitor.run()
    assert browser.told["unsaved"]
    visitor.upload(b"u,v\nVT,VT\nNormal,VT\n", "asks.csv")
    assert browser.told["unsaved"], "Back leads to it again"
    visitor.press("Back").go("data").open_example("heart-rhythm")
    assert not browser.told["unsaved"]


# ------------------------------------------------------------------ whatever is chosen on any page

UNFOLDED = (
    *("calibration_more", "calibration_shift", "compare_classes", "compare_margin", "curves_selective", "planner"),
    *("net_benefit_models", "net_benefit_prevalence", "net_benefit_cost", "prevalence_open"),
    *("several_lines_open", "two_thresholds_open", "subgroups_case_mix", "subgroups_where"),
)
NEVER_KEPT = ("requirement_", "may_take_", "with_ids_", "report_preview")  # drafts, permissions, and what is drawn anew


class Pressed(ButtonGroup):
    """A row of buttons of which others are pressed, by what stands on them."""

    formatted_values = property(lambda self: self.pressed)


def other(widget: Any) -> Any:
    """A value that the widget does not have; None where it takes no other."""
    match widget:
        case ButtonGroup():
            return next((each for each in reversed(widget.options) if each not in widget.formatted_values), None)
        case Selectbox():
            return next((at for at in reversed(range(len(widget.options))) if at != widget.index), None)
        case NumberInput():
            return (widget.value or widget.min or 0) + (widget.step or 1)
        case Slider():
            return (widget.min, widget.max)
        case Toggle():
            return not widget.value
        case TextInput():
            return "40, 70"
        case DateInput():
            return date(2021, 3, 1)
    return None


def change(visitor: Visitor, name: str) -> None:
    widget = visitor.widget(name)
    if (value := other(widget)) is None or widget.proto.disabled:
        return
    if isinstance(widget, ButtonGroup):
        widget.__class__, widget.pressed, widget._value = Pressed, [value], value
    elif isinstance(widget, Selectbox):
        widget.select_index(value)
    else:
        widget.set_value(value)
    visitor.run()


def names(visitor: Visitor) -> list[str]:
    """Of the widgets that are drawn for the study and hold a choice."""
    kinds = (ButtonGroup, DateInput, NumberInput, Selectbox, Slider, TextInput, Toggle)
    keys = [each.key for each in visitor.app._tree if isinstance(each, kinds) and each.key and each.key[-1].isdigit()]
    return [name for name in map(visitor.name, keys) if not name.startswith(NEVER_KEPT)]


def chosen(visitor: Visitor) -> dict[str, Any]:
    """What each of them shows. A number after its name only counts what was chosen for it in other ways."""
    found = {name.rstrip("_0123456789"): visitor.widget(name) for name in names(visitor)}
    return {name: getattr(each, "formatted_values", each.value) for name, each in found.items()}


def unfolded(visitor: Visitor, page: str) -> Visitor:
    visitor.begin_at(page).app.session_state["planner"] = True
    for each in UNFOLDED:
        visitor.keep(each, True)
    return visitor.run()


PLACES = [
    *(("heart-rhythm", page) for page in (*PAGES[1:], "report")),
    *(("breast-cancer", page) for page in ("calibration", "compare_models", "cross_validation", "curves")),
    *(("surgical-phases", page) for page in ("curves", "missed_time", "overview", "timeline")),
]


@pytest.mark.parametrize(("study", "page"), PLACES)
def test_a_choice_on_any_page_holds_over_other_pages_and_a_reload(browser: Browser, study: str, page: str) -> None:
    visitor = unfolded(browser.visit(study=study), page)
    for name in names(visitor):
        if name in names(visitor):
            change(visitor, name)
    before = chosen(visitor)
    assert chosen(unfolded(visitor.go("data"), page)) == before
    assert chosen(unfolded(browser.reload(visitor), page)) == before
