"""The ASGI app. The pages stand behind one frame, so that a deep link works on a freshly started server."""

import streamlit as st

from ui.server import lifespan, log_script_error, middleware

app = st.App("ui/frame.py", middleware=middleware, lifespan=lifespan, on_script_error=log_script_error)
