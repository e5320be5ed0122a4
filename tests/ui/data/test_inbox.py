"""What a session is opening, while two of its runs overlap."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec
from streamlit.testing.v1 import AppTest

from ui.data import inbox

SCRIPT = """
import streamlit as st
from ui.data.inbox import inbox

class TakenMeanwhile:
    def wait_until(self, age):
        inbox().loading = None  # another run of the session took the answer
        return True

    def answer(self):
        raise AssertionError("taken twice")

box = inbox()
box.start_files_opened = True
box.loading = TakenMeanwhile()
box.take_up()
st.text(f"{box.loading} {box.problem!r}")
"""


def test_an_answer_that_another_run_took_is_not_taken_again(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    ran = AppTest.from_file(str(script)).run()
    assert not ran.exception
    assert ran.text[0].value == "None ''"


def test_streamlit_keeps_no_second_copy_of_a_taken_file(monkeypatch: pytest.MonkeyPatch) -> None:
    files = MemoryUploadedFileManager("/upload")
    files.add_file("me", record := UploadedFileRec("1", "answers.csv", "text/csv", b"y_true,y_pred\nA,A\nB,A\n"))
    here = SimpleNamespace(uploaded_file_mgr=files, session_id="me")
    monkeypatch.setattr(inbox, "get_script_run_ctx", lambda: here)
    monkeypatch.setattr(inbox.Inbox, "open", lambda box, taken: setattr(box, "files", taken))
    (box := inbox.Inbox()).take_upload([UploadedFile(record, FileURLs())])
    assert files.get_files("me", ["1"]) == []
    assert box.files == [("answers.csv", record.data)]
