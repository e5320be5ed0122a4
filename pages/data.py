"""Open a study: a file, a bundled example or a matrix; and see how it was read."""

import streamlit as st

from ui import intake, page, preload, reading, session
from ui.mapping import mapping_form

study = session.current()
pending = intake.pending()
if pending is not None:
    page.finding(reading.unclear(pending))
    intake.show_problem()
    mapping_form(pending.columns, pending.proposed, None, intake.read_as)
elif study is not None:
    page.finding(reading.summary(study))
    intake.show_problem()
    reading.show_notices(study)
    reading.show_columns(study)
    intake.actions(study)
    reading.show_first_rows(study)
else:
    page.finding(reading.INVITATION)
    intake.show_problem()

if pending or study:
    st.subheader("Open something else", anchor=False)
intake.ways_to_open()
preload.preload()
if study is not None:
    session.count_beside(study)
