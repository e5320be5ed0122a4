"""What every test that runs pages shares: imported by their conftest.py."""

from collections.abc import Callable, Hashable, Iterator
from functools import cache, lru_cache, partial

import pytest
from streamlit import dataframe_util
from streamlit.commands import execution_control
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime import context
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.scriptrunner_utils import script_run_context
from streamlit.testing.v1 import app_test, local_script_runner
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from predictions.mapping import Mapping
from predictions.opening import Files, open_files
from predictions.sandbox.client import Guard
from predictions.study import Study
from reviews import Cache
from ui.data import inbox, loading
from ui.state import session

TABLES_AT_ONCE = 50  # those of a page, for each time they are looked at


@pytest.fixture(scope="session", autouse=True)
def streamlit_does_once_what_it_would_do_for_each_run() -> Iterator[None]:
    """Search all installed packages for components, compile the pages, read a table; and a run is waited for at rest.

    Nothing is done for a browser that is not there: no message gets its hash, none is waited for before a page gives
    way to another, and the browser's own headers and cookies are none rather than mocks.
    """
    compiled = ScriptCache()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        patch.setattr(app_test, "ScriptCache", lambda: compiled)
        asked = local_script_runner.require_widgets_deltas
        patch.setattr(local_script_runner, "require_widgets_deltas", partial(_wait, asked))
        patch.setattr(script_run_context, "populate_hash_if_needed", lambda _message: None)
        patch.setattr(execution_control, "MESSAGE_FLUSH_INTERVAL_SECS", 0)
        patch.setattr(context, "_get_client_context", lambda: None)
        read = dataframe_util.convert_arrow_bytes_to_pandas_df
        patch.setattr(dataframe_util, "convert_arrow_bytes_to_pandas_df", lru_cache(TABLES_AT_ONCE)(read))
        yield


def _wait(asked: Callable[..., None], runner: LocalScriptRunner, seconds: float) -> None:
    """For the thread of the run, without looking a thousand times a second; `asked` says so where it takes too long."""
    if runner._script_thread is not None:
        runner._script_thread.join(seconds)
    asked(runner, 1)


@pytest.fixture(scope="session", autouse=True)
def files_are_read_here_and_waited_for() -> Iterator[None]:
    """A process for each small file would only cost time, and so would reading it again; tests of loading undo this."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "Guard", partial(Guard, apart=False))
        patch.setattr(loading, "open_files", _read_once)
        patch.setattr(inbox, "AT_ONCE", 60)
        patch.setattr(session, "cache_for", _cache_for)
        yield


def _read_once(files: Files, mapping: Mapping | None, guard: Guard) -> Study:
    """One study for the same bytes read in the same way, and so one cache of what is worked out for it."""
    if guard.apart or not all(isinstance(content, bytes) for _, content in files):
        return open_files(files, mapping, guard)
    key = (tuple(files), repr(mapping))
    if key not in _read:
        _read[key] = open_files(files, mapping, guard)
    return _read[key]


_read: dict[Hashable, Study] = {}


@cache
def _cache_for(_study: Study, _example: str | None) -> Cache:
    """One for each study that was read."""
    return Cache()
