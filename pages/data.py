"""Open a study: a file, a bundled example or a matrix; and see how it was read."""

import streamlit as st

from ui import intake, page, reading, session

study = session.current()
pending = intake.pending()
if study is None and pending is None:
    page.finding(reading.INVITATION)
    intake.show_problem()
    intake.ways_to_open()
    st.stop()

if pending is not None:
    page.finding(reading.unclear(pending))
    intake.show_problem()
    intake.mapping_form(pending.columns, pending.proposed, None)
else:
    assert study is not None
    page.finding(reading.summary(study))
    intake.show_problem()
    reading.show_notices(study)
    reading.show_columns(study)
    intake.actions(study)
    reading.show_first_rows(study)

st.subheader("Open something else", anchor=False)
intake.ways_to_open()
