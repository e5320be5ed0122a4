"""What a session holds goes with it, by a timer, and its files are its browser's alone: tried on a real server."""

import asyncio
import functools
import gc
import json
import re
import subprocess
import sys
import threading
import time
import tomllib
import urllib.error
import urllib.request
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough

Told = dict[str, dict[str, object]]
ROOT = Path(__file__).parents[3]
ROWS = b"a,a\nb,a\na,b\nb,b\n" * 2_000
FILE = b"truth,pred\n" + ROWS


class Inside:
    """A server of this process, so that what it holds can be counted."""

    def __init__(self, **settings: object) -> None:
        import uvicorn
        from streamlit import config

        config._main_script_path = str(ROOT / "app.py")
        config.get_config_options(force_reparse=True)
        for name, value in settings.items():
            config.set_option(f"server.{name}", value)
        self.server = uvicorn.Server(uvicorn.Config("app:app", port=0, log_level="error", ws="websockets-sansio"))
        threading.Thread(target=self.server.run, daemon=True).start()
        until(lambda: self.server.started and hasattr(self.server, "servers"))
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://localhost:{port}"

    @property
    def sent(self) -> int:
        """Bytes of uploads that are held."""
        from ui.server import sessions

        return sum(size for _, size in sessions.sizes())

    def studies(self) -> list[weakref.ref]:
        """Every study and table of rows that is in memory."""
        from predictions.rows import Predictions
        from ui.state.session import OpenStudy

        gc.collect()
        return [weakref.ref(each) for each in gc.get_objects() if isinstance(each, OpenStudy | Predictions)]


def until(is_so: Callable[[], object], seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if is_so():
            return True
        time.sleep(0.05)
    return False


def test_a_file_is_held_no_longer_than_its_study_and_nothing_outlives_its_session(told: Told) -> None:
    assert told["what is held"] == {
        "opened": 0,
        "replaced": 0,
        "refused": 0,
        "removed": 0,
        "left alone": len(FILE),
        "swept": 0,
        "of the closed tab": 0,
        "studies": [True, True],
    }


def what_is_held(here: Inside) -> dict[str, object]:
    from benchmarks.lean import LeanReader

    tab = LeanReader(here.address)
    found: dict[str, object] = {}
    for name, content in (("opened", FILE), ("replaced", FILE + b"a,a\n"), ("refused", b"\x00\x01")):
        until(lambda: tab.run("Data") and tab.uploader)
        tab.upload("answers.csv", content)
        found[name] = here.sent
    until(lambda: tab.run("Data") and tab.uploader)
    tab.run(pressed="Close study")
    found["removed"] = here.sent
    path = f"/_stcore/upload_file/{tab.session}/nobody-asked"
    assert tab.put(path, "a.csv", FILE) == 204
    found["left alone"] = here.sent
    until(lambda: here.sent == 0)
    found["swept"] = here.sent
    until(lambda: tab.run("Data") and tab.uploader)
    tab.upload("answers.csv", FILE)
    until(lambda: tab.run() and "Confusion" in tab.pages)
    tab.run("Confusion")
    tab.put(path, "a.csv", FILE)
    held = here.studies()
    tab.close()
    is_gone = until(lambda: here.sent == 0 and not any(each() for each in held))  # the collector is the server's own
    found["of the closed tab"] = here.sent
    return found | {"studies": [len(held) >= 2, is_gone]}


def test_what_pages_leave_behind_is_collected_by_a_timer_and_not_after_every_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from ui.server import sessions

    monkeypatch.setattr(sessions, "SWEEP_EVERY", 0.01)
    assert tomllib.loads((ROOT / ".streamlit/config.toml").read_text())["runner"]["postScriptGC"] is False
    kept, left = Kept(), threading.Event()
    kept.itself = kept
    weakref.finalize(kept, left.set)
    del kept

    async def swept() -> bool:
        sweeping = asyncio.create_task(sessions.sweep())
        found = await asyncio.to_thread(left.wait, 10)
        sweeping.cancel()
        return found

    gc.disable()
    try:
        assert asyncio.run(swept())
    finally:
        gc.enable()


def test_a_closed_study_s_memory_goes_to_the_system_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from ui.server import sessions

    monkeypatch.setattr(sessions, "SWEEP_EVERY", 0.01)
    monkeypatch.setattr(sessions, "_closed", threading.Event())  # other tests closed studies, too
    monkeypatch.setattr(sessions, "_let_rest", lambda: 0)
    given, looks = [], []
    monkeypatch.setattr(sessions, "_give_back", lambda: given.append(len(looks)))
    monkeypatch.setattr(sessions.gc, "collect", lambda: looks.append(len(given)))

    async def swept() -> None:
        sweeping = asyncio.create_task(sessions.sweep())
        await asyncio.to_thread(until, lambda: looks, 10)
        sessions.note_closed()
        await asyncio.to_thread(until, lambda: given and len(looks) > given[0] + 2, 10)
        sweeping.cancel()

    asyncio.run(swept())
    assert len(given) == 1
    assert given[0] >= 1


class Kept:
    """What only it itself holds."""

    itself: object = None


def test_a_session_and_its_files_are_its_browser_s_alone(told: Told) -> None:
    assert told["what others get"] == {
        "resumed by its browser": True,
        "by another": False,
        "by another that says it is that one": False,
        "by one without a cookie": False,
        "download": [200, 404, 404],
        "upload": [204, 404, 404],
    }


def what_others_get(here: Inside) -> dict[str, object]:
    from streamlit.runtime import get_instance

    from benchmarks.lean import LeanReader

    own, other = LeanReader(here.address), LeanReader(here.address)

    def resumes(cookie: str, **headers: str) -> bool:
        return LeanReader(here.address, cookie, own.session, headers).session == own.session

    files = get_instance().media_file_mgr
    button, *_ = [each for each, made in files._deferred_callables.items() if made["session_id"] == own.session]
    paths = {"download": files.execute_deferred(button), "upload": f"/_stcore/upload_file/{own.session}/file"}
    cookies = (own.cookie, "rounds_browser=another", "")
    found: dict[str, object] = {
        "download": [status(here.address + paths["download"], each) for each in cookies],
        "upload": [own.put(paths["upload"], "a.csv", FILE, each) for each in cookies],
    }
    digest = get_instance()._session_mgr.get_session_info(own.session).session._user_info["browser"]
    found["by another"] = resumes(other.cookie)
    found["by another that says it is that one"] = resumes(other.cookie, **{"x-rounds-browser": digest})
    found["by one without a cookie"] = resumes("")
    found["resumed by its browser"] = resumes(own.cookie)
    return found


def status(address: str, cookie: str) -> int:
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers={"cookie": cookie})) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def tell() -> None:
    """Both scenarios on one server, one after the other, as one line of JSON."""
    from predictions.sandbox.client import Guard
    from ui.data import inbox, loading
    from ui.server import sessions
    from ui.state.shelf import SHELF

    loading.Guard = functools.partial(Guard, apart=False)  # what a process of its own holds ends with it
    inbox.AT_ONCE = 60  # however slow the machine, a study is open once its file has come
    sessions.SWEEP_EVERY, sessions.UNTAKEN, SHELF._seconds = 0.2, 2, 0.5
    here = Inside(disconnectedSessionTTL=1)
    print(json.dumps({"what is held": what_is_held(here), "what others get": what_others_get(here)}))  # noqa: T201


@pytest.fixture(scope="module")
def told() -> Told:
    """What the scenarios find in a process of its own, which logs no error, traceback or id of a session."""
    done = subprocess.run(
        [sys.executable, "-c", "from tests.ui.server.test_sessions import tell; tell()"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not re.search(r"Traceback|Error|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}", done.stderr), done.stderr
    return json.loads(done.stdout.splitlines()[-1])
