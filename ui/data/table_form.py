"""A table on a Spark cluster: there only where the start command lists servers that may be asked."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from predictions.columns.cells import SAMPLE_ROWS
from predictions.sources.engines.servers import Server
from ui.data.inbox import Way, inbox
from ui.data.problem import show_problem
from words import markdown
from words.reading.read_as import WHAT_TRAVELS

NAME, PLACE = "table_name", "table_server"


def table_form(servers: Sequence[Server]) -> None:
    """The server where there are several, the name of the table, and why it could not be read."""
    with st.container(border=True):
        st.subheader("Table on Spark", anchor=False)
        place = _place(servers)
        st.text_input("Name of the table", key=NAME, placeholder="catalog.schema.table")
        st.button(
            "Read the table",
            icon=":material/arrow_forward:",
            on_click=lambda: inbox().open_table(servers[place], st.session_state[NAME]),
        )
        show_problem(Way.TABLE)
        st.caption(WHAT_TRAVELS.format(rows=f"{SAMPLE_ROWS:,}"))


def _place(servers: Sequence[Server]) -> int:
    """Which of the servers is meant: no other can be."""
    if len(servers) == 1:
        st.markdown(markdown(servers[0].name))
        return 0
    return st.selectbox("Server", range(len(servers)), format_func=lambda place: servers[place].name, key=PLACE)
