"""Open a study: a file, a bundled example or a matrix; and see how it was read."""

import streamlit as st

from ui.data import how_it_was_read, ways_in
from ui.data.inbox import Way, inbox
from ui.data.mapping_form import mapping_form
from ui.parts import page
from ui.server import preload
from ui.state import session

study = session.current()
pending = inbox().pending
if pending is not None:
    page.finding(how_it_was_read.unclear(pending))
    mapping_form(pending.columns, pending.proposed, None, inbox().read_again)
    ways_in.show_problem(Way.COLUMNS)
elif study is not None:
    page.finding(how_it_was_read.summary(study))
    how_it_was_read.show_notices(study)
    how_it_was_read.show_columns(study)
    ways_in.actions(study)
    how_it_was_read.show_first_rows(study)
else:
    page.finding(how_it_was_read.INVITATION)

if pending or study:
    st.subheader("Open something else", anchor=False)
ways_in.ways_to_open()
preload.preload()
if study is not None:
    session.precompute_in_background()
