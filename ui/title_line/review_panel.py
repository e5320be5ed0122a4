"""Saving what was decided about a study, and taking it up again: the popover of the title line."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

import streamlit as st

from metrics.interval_methods import STYLES
from reviews import lens_file, review_file
from reviews.requirement_text import NotUnderstood
from ui.data.inbox import inbox
from ui.state import widgets
from ui.state.session import LEVELS, OpenStudy
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


def content(opened: OpenStudy) -> bytes:
    """The review file as it would be saved now."""
    view = opened.view.delivered
    names = opened.study.model_names
    looked_at: dict[str, Any] = {
        "model": names[opened.model] if names else None,
        "split": view.split,
        "level": LEVELS[opened.reader.level],
        "intervals": STYLES[opened.reader.intervals],
    }
    if opened.lens is not None:
        looked_at[review_file.GROUP] = lens_file.entries(opened.lens)
    return review_file.dumped(opened.study, view.review, looked_at)


def digest(current: bytes) -> str:
    """What tells one saved review from another."""
    return hashlib.sha256(current).hexdigest()


def is_saved(opened: OpenStudy) -> bool:
    """Whether the reader has everything decided so far as a file."""
    return opened.saved is not None and opened.saved[0] == digest(content(opened))


def note_saved(opened: OpenStudy, of: str) -> None:
    """From now on the review with this digest is the saved one."""
    opened.saved = of, datetime.now().strftime("%H:%M")


def _open(opened: OpenStudy, key: str) -> None:
    """Take up the review of a file; one that is refused changes nothing but the message."""
    upload = st.session_state.get(key)
    if upload is None:
        return
    opened.edits += 1  # an uploader and a table of classes of their own
    try:
        given = taken(upload)
        found = review_file.loaded(given)
    except NotUnderstood as problem:
        opened.review_said = markdown(str(problem), 600)
        return
    box = inbox()
    box.take_up_review(opened, found)
    if box.problem:  # the files could not be read as it says: told here, as only the Data page shows it
        opened.review_said, box.problem, box.review = markdown(box.problem, 600), "", None
    if content(opened) == given:
        note_saved(opened, digest(given))
