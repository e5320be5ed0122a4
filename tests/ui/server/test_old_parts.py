import gc
import weakref

import pytest
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests, ScriptRequestType

from tests.support.pages import PAGES
from tests.support.studies import scored
from tests.support.visitor import Visitor
from ui.server import old_parts
from ui.server.old_parts import forget_parts_of_others, is_of


@pytest.mark.parametrize(
    ("asked", "is_kept"),
    [
        (RerunData(fragment_id="watch", page_script_hash="data", is_auto_rerun=True), False),
        (RerunData(fragment_id="watch", page_script_hash="overview", is_auto_rerun=True), True),
        (RerunData(fragment_id="watch"), True),
        (RerunData(page_script_hash="data"), True),
    ],
    ids=["part of the page before", "part of this page", "part of a page without a name", "whole page"],
)
def test_a_part_of_the_page_before_does_not_run_after_the_next_page(asked: RerunData, is_kept: bool) -> None:
    requests = ScriptRequests()
    assert requests.request_rerun(asked)
    forget_parts_of_others(requests, "overview")
    assert (requests.on_scriptrunner_ready().type is ScriptRequestType.RERUN) is is_kept


def test_every_run_forgets_at_its_end_also_where_the_page_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    pages: list[str] = []
    monkeypatch.setattr(old_parts, "forget_parts_of_others", lambda _requests, page: pages.append(page))
    Visitor(study="heart-rhythm").go("overview")
    Visitor().go("overview")  # without a study: it stops
    assert len(pages) == 2
    assert all(pages)


@pytest.mark.thorough
def test_a_study_is_gone_once_the_next_one_is_shown_whatever_pages_it_was_seen_on() -> None:
    visitor = Visitor().upload(scored(["Normal", "AF", "VT"], 60), "first.csv")
    first = weakref.ref(visitor.opened)
    for page in PAGES:
        visitor.go(page)
    visitor.upload(scored(["Normal", "AF", "VT"], 60, seed=1), "second.csv")
    gc.collect()
    assert visitor.opened is not None
    assert first() is None


def test_the_events_of_a_component_go_with_it() -> None:
    assert is_of("$$STREAMLIT_INTERNAL_KEY_picker-1__events", {"picker-1", "box-2"})
    assert not is_of("picker-3", {"picker-1", "box-2"})
