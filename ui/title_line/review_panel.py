"""Saving what was decided about a study, and taking it up again: the popover of the title line."""

from __future__ import annotations

import streamlit as st

from reviews import review_file
from reviews.requirement_text import NotUnderstood
from ui.data.inbox import inbox
from ui.state import widgets
from ui.state.reviewed import content, digest, is_saved, note_saved
from ui.state.session import OpenStudy
from ui.state.uploads import taken
from words import markdown
from words.findings import review_file as said

UPLOAD = "review_upload"


def saved_popover(opened: OpenStudy) -> None:
    """ "Not saved" or "Saved 14:32"; in it the file to save and the way to open one."""
    current = content(opened)
    label = f"Saved {opened.saved[1]}" if opened.saved and is_saved(opened) else "Not saved"
    with st.popover(label, type="tertiary", key=widgets.key("saved_review")):
        st.caption(said.WHAT)
        st.download_button(
            "Save the review",
            lambda: current,  # asked for on a click: the page looks for a file at once, which the next study takes away
            "rounds-review.json",
            "application/json",
            key=widgets.key("save_review"),
            icon=":material/save:",
            on_click=note_saved,
            args=(opened, digest(current)),
        )
        key = widgets.key(f"{UPLOAD}_{opened.edits}")
        st.file_uploader("Open a review file", ["json"], key=key, on_change=_open, args=(opened, key))
        if opened.review_said:
            st.markdown(opened.review_said)


def _open(opened: OpenStudy, key: str) -> None:
    """Take up the review of a file; one that is refused changes nothing but the message."""
    upload = st.session_state.get(key)
    if upload is None:
        return
    opened.edits += 1  # an uploader and a table of classes of their own
    try:
        found = review_file.loaded(taken(upload))
    except NotUnderstood as problem:
        opened.review_said = markdown(str(problem), 600)
        return
    box = inbox()
    box.take_up_review(opened, found)
    box.take_up()
    if box.problem:  # the files could not be read as it says: told here, as only the Data page shows it
        opened.review_said, box.problem, box.review = markdown(box.problem, 600), "", None
