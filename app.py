"""The ASGI app. One frame shows all pages, so that a deep link works on a freshly started server."""

import streamlit as st

from ui.data.start_files import stop_unless_understood
from ui.server.log import log_script_error
from ui.server.middleware import lifespan, middleware, stop_unless_private

stop_unless_private(st.get_option("server.address"))
stop_unless_understood()
app = st.App("ui/frame.py", middleware=middleware, lifespan=lifespan, on_script_error=log_script_error)
