"""The frame around every page: navigation, title line, the choices that apply to all pages."""

from pathlib import Path
from typing import NoReturn

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.navigation.page import Page

from predictions.demo import EXAMPLES
from reviews import View
from ui.data import ways_in
from ui.data.inbox import inbox
from ui.parts import lens, patience
from ui.parts.menu import ENTRIES, is_listed
from ui.server.old_parts import forget_old_parts, forget_old_widgets
from ui.state import choices, session
from ui.tab import keeping
from ui.title_line.title_line import title_line

ROOT = Path(__file__).parents[1]


def navigation(view: View | None, lists_all: bool = False) -> Page:
    """The menu of what the study can fill; the page to run."""
    return st.navigation(
        [
            st.Page(
                ROOT / "pages" / f"{name}.py",
                title=entry.title,
                default=name == "data",
                url_path=name,
                visibility="visible" if lists_all or is_listed(entry, view) else "hidden",
            )
            for name, entry in ENTRIES.items()
        ],
        position="top",
    )


def frame() -> None:
    """A function, as the variables of the last script that ran stay in memory, and with them somebody's study."""
    st.set_page_config(page_title="Rounds", page_icon=str(ROOT / "assets" / "icon.svg"), layout="wide")
    st.html(ROOT / "ui" / "page.css")
    st.logo(str(ROOT / "assets" / "logo.svg"), size="medium")

    top = st.container(gap=None)  # so that what only the browser sees takes no room
    if not keeping.find_again():
        navigation(None, lists_all=True)  # first: the tab answers for the page that it knows of
        keeping.ask(top)
        st.stop()

    if inbox().begins():
        wait_a_moment(top)
    inbox().take_up()
    linked = st.query_params.get("study")
    if session.reader().is_new and linked in {example.key for example in EXAMPLES}:
        inbox().open_bundled(linked, shows_answer=False)

    chosen, on_data_page = choose(top)
    turn_to_answer(on_data_page)
    opened = session.opened()
    with patience.patiently(top, "page", lambda: patience.stop(chosen.title)):
        run(chosen, top, on_data_page)
    if opened and not on_data_page:
        from ui.server.ahead import look_ahead  # it loads the charts, which the first page does not need

        look_ahead(opened.view)


def wait_a_moment(top: DeltaGenerator) -> NoReturn:
    """For what was dropped or asked for just now: once its tab can find it, should it be loaded again meanwhile."""
    _, on_data_page = choose(top)
    with top:
        keeping.keep()
    inbox().take_up()
    turn_to_answer(on_data_page)
    st.rerun()


def choose(top: DeltaGenerator) -> tuple[Page, bool]:
    """The page of the menu for what is open, and whether it is Data."""
    opened = session.opened()
    with patience.patiently(top, "group", (lambda: lens.look_at(None)) if opened and opened.lens else None):
        chosen = navigation(opened.view if opened else None)
    return chosen, chosen.title == ENTRIES["data"].title


def turn_to_answer(on_data_page: bool) -> None:
    """To Overview, where a click on the Data page has just opened a study."""
    if inbox().turns_to_answer(on_data_page):
        st.switch_page(ROOT / "pages" / "overview.py")


def run(chosen: Page, top: DeltaGenerator, on_data_page: bool) -> None:
    """What is common to all pages, then the page. top: the container of the title line."""
    opened = session.opened()
    with top:
        keeping.keep()
        title_line(chosen.title)
    keeping.say_what_is_missing()
    lens.say_without()
    if opened is not None:
        choices.to_link(opened)
    ways_in.show_loading(on_data_page)
    if not patience.said_if_stopped(chosen.title):
        chosen.run()


try:
    frame()
    forget_old_widgets()
finally:
    forget_old_parts()
