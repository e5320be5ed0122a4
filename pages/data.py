"""Open a study: a file, a bundled example or a matrix; and see how it was read."""

import streamlit as st

from ui.data import how_it_was_read, ways_in
from ui.data.inbox import inbox
from ui.parts import page
from ui.server import preload
from ui.state import session
from words.reading.read_as import INVITATION

opened, pending = session.opened(), inbox().pending
if pending is not None:
    from ui.data import questions  # its picture loads the charts, which the first page does not need

    questions.ask(pending)
elif opened is not None:
    page.finding(how_it_was_read.summary(opened.study), is_of_cases=False)
    how_it_was_read.show(opened.study)
else:
    page.finding(INVITATION)
if pending is not None or opened is not None:
    st.subheader("Open another file", anchor=False)
ways_in.ways_to_open()
preload.preload()
