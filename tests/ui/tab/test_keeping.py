"""Reload, second tab, lost session and foreign link."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import streamlit as st

from metrics.requirements import Requirement
from tests.support.studies import labels_only, scored
from tests.support.tab import Browser, in_a_browser
from tests.support.text import as_read
from tests.support.visitor import Visitor
from ui.data.inbox import Inbox
from ui.data.loading import Loading
from ui.state.reviewed import content, digest, note_saved
from ui.tab import keeping
from ui.tab.keeping import COMPONENT
from ui.threshold.manual import THRESHOLDS
from words.reading.missing_study import ASKED, LINKED, LOST

pytestmark = pytest.mark.thorough


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Browser:
    return in_a_browser(monkeypatch)


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


def test_a_reload_finds_what_is_being_read_while_its_first_run_still_waits(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = []

    def wait_until(reading: Loading, _: float) -> bool:
        tokens.append(browser.storage)
        return reading.wait(20)

    def stop() -> None:
        if len(tokens) == 1:
            tokens.append("")
            st.stop()

    monkeypatch.setattr(Loading, "wait_until", wait_until)
    visitor = browser.visit()
    monkeypatch.setattr(Inbox, "turns_to_answer", lambda box, on_data_page: stop())  # as Streamlit does for no tab
    assert visitor.upload(labels_only()).study is not None
    assert len(tokens[0]) > 40
    assert browser.reload(visitor).study is not None


def test_nothing_but_the_question_is_drawn_before_the_tab_has_answered(browser: Browser) -> None:
    visitor = browser.visit().upload(labels_only())
    browser.session, browser.there, browser.answer = "2", {"2"}, None
    app = Visitor(**visitor.query).app
    assert len(app.header) == 0
    assert [each.value for each in app.caption] == [ASKED], "a page is never without words, however slow the browser is"


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


def test_choices_for_a_file_are_not_those_of_an_example(browser: Browser) -> None:
    """Back, from an example that was opened by its link in the tab of a file, to the address of that file."""
    visitor = (
        browser.visit().upload(scored(["Normal", "Murmur", "VT"], 90)).go("overview").choose("Class of interest", "VT")
    )
    visitor.make_normal(None)
    of_file = visitor.query
    browser.there, browser.session = {"2"}, "2"
    example = browser.visit(study="heart-rhythm")
    before = example.go("overview").finding, example.label_of_choices()
    browser.there, browser.session = {"3"}, "3"
    again = browser.visit(**of_file)
    assert again.opened.example == "heart-rhythm"
    assert (again.go("overview").finding, again.label_of_choices()) == before


def test_choices_for_a_file_are_not_those_of_the_example_that_is_opened_in_its_place(browser: Browser) -> None:
    usual = browser.visit(study="heart-rhythm").go("overview").label_of_choices()
    browser.storage = ""
    visitor = browser.visit(model="1", split="0", normal="-1", level="0", **{"class": "0"})
    assert LINKED in visitor.text
    assert visitor.open_example("heart-rhythm").go("overview").label_of_choices() == usual
