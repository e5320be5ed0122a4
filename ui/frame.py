"""The frame around every page: navigation, title line, the choices that apply to all pages."""

from pathlib import Path

import streamlit as st

from predictions.demo import EXAMPLES
from ui.data import ways_in
from ui.data.inbox import inbox
from ui.parts.menu import ENTRIES, is_listed
from ui.state import choices, session
from ui.title_line.title_line import title_line

ROOT = Path(__file__).parents[1]
st.set_page_config(page_title="Rounds", page_icon=str(ROOT / "assets" / "icon.svg"), layout="wide")
st.logo(str(ROOT / "assets" / "logo.svg"), size="medium")

inbox().take_up()
linked = st.query_params.get("study")
if session.reader().is_new and linked in {example.key for example in EXAMPLES}:
    inbox().open_bundled(linked, shows_answer=False)

opened = session.opened()
view = opened.view if opened else None
chosen = st.navigation(
    [
        st.Page(
            ROOT / "pages" / f"{name}.py",
            title=entry.title,
            default=name == "data",
            url_path=name,
            visibility="visible" if is_listed(entry, view) else "hidden",
        )
        for name, entry in ENTRIES.items()
    ],
    position="top",
)
on_data_page = chosen.title == ENTRIES["data"].title
if inbox().turns_to_answer(on_data_page):
    st.switch_page(ROOT / "pages" / "overview.py")
title_line(chosen.title)
if opened is not None:
    choices.to_link(opened)
ways_in.show_loading(on_data_page)
chosen.run()
