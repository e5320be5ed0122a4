"""What a page that is no longer shown still asks for, and what a closed study still holds."""

from __future__ import annotations

from collections.abc import Iterable

from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests, ScriptRequestType

from ui.server.sessions import note_closed
from ui.state import widgets


def forget_old_parts() -> None:
    """At the end of a run: a part of the page before that was to run again goes with that page."""
    context = get_script_run_ctx()
    if context is not None and context.script_requests is not None:
        forget_parts_of_others(context.script_requests, context.page_script_hash)


def forget_parts_of_others(requests: ScriptRequests, page: str) -> None:
    """Streamlit would run them after this page, name their own page to the browser, which then clears this one."""
    with requests._lock:
        waiting = requests._rerun_data
        is_part = requests._state is ScriptRequestType.RERUN and bool(waiting.fragment_id_queue)
        if is_part and waiting.page_script_hash not in ("", page):
            requests._state = ScriptRequestType.CONTINUE


def forget_old_widgets() -> None:
    """At the end of a whole run: the widgets of the study before go, as their callbacks hold that study.

    Streamlit keeps a callback for as long as its session lasts, and with it some 100 MB for 1,000,000 rows of five
    classes. Those of the open study stay: a click may come in late.
    """
    context = get_script_run_ctx()
    if context is None or not widgets.are_first_of_study():
        return
    kept, drawn = context.session_state, context.shared.widget_ids_this_run.snapshot()
    with kept._lock:
        held = kept._state._new_widget_state
        held.widget_metadata = {each: told for each, told in held.widget_metadata.items() if is_of(each, drawn)}
    note_closed()


def is_of(widget: str, drawn: Iterable[str]) -> bool:
    """Whether an id is one of these, or that of the events of a component, which stands around the component's own."""
    return any(each in widget for each in drawn)
