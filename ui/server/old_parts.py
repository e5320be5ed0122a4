"""What a page that is no longer shown still asks for."""

from __future__ import annotations

from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests, ScriptRequestType


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
