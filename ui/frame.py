"""The frame around every page: navigation, title line, the choices that apply to all pages."""

from pathlib import Path

import streamlit as st

from predictions.demo import EXAMPLES
from ui.data import ways_in
from ui.data.inbox import inbox
from ui.parts.title_line import title_line
from ui.state import choices, session

ROOT = Path(__file__).parents[1]
PAGES = {
    "data.py": "Data",
    "overview.py": "Overview",
    "clinical_risk.py": "Clinical risk",
    "confusion.py": "Confusion",
    "curves.py": "Curves",
    "threshold.py": "Threshold",
    "cases.py": "Cases",
    "cross_validation.py": "Cross-validation",
    "compare_models.py": "Compare models",
    "timeline.py": "Timeline",
    "definitions.py": "Definitions",
}

st.set_page_config(page_title="Rounds", page_icon=str(ROOT / "assets" / "icon.svg"), layout="wide")
st.logo(str(ROOT / "assets" / "logo.svg"), size="medium")

inbox().take_up()
linked = st.query_params.get("study")
if session.reader().is_new and linked in {example.key for example in EXAMPLES}:
    inbox().open_bundled(linked)

chosen = st.navigation(
    [
        st.Page(ROOT / "pages" / file, title=title, default=file == "data.py", url_path=Path(file).stem)
        for file, title in PAGES.items()
    ],
    position="top",
)
title_line(chosen.title)
if opened := session.opened():
    choices.to_link(opened)
ways_in.show_loading(on_data_page=chosen.title == PAGES["data.py"])
chosen.run()
