"""What a session is opening, while two of its runs overlap."""

from pathlib import Path

from streamlit.testing.v1 import AppTest

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
