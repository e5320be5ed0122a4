"""The report: what the pages say in one file, chosen, looked at and downloaded."""

from functools import partial

import streamlit as st

from report.formats.html import Layout, Section, as_html, made_or_why_not
from report.results import report_of_views
from reviews.groups.page import has_groups
from ui.parts import page
from ui.report_page import choose
from ui.subgroups import over_time, settings
from words.findings.report import finding

view = page.view_or_stop("What the pages say in one file: chosen models, splits and sections.")
page.finding(finding(view.study.name), is_of_cases=False)
grid = page.in_thirds()
contents, file = grid.cell(column_span=2), grid.cell()
with contents:
    st.subheader("Contents", anchor=False)
    slices = choose.slices(view)
    sections, fewest = choose.contents()
with file:
    st.subheader("File", anchor=False)
    title, paper = choose.form(view)
layout = Layout(title, frozenset(map(Section, sections)), paper, fewest)
ways = settings.ways(view) if has_groups(view) else ()
dates = over_time.column(view)
if not slices:
    file.caption("Choose at least one model and split.")
    st.stop()


def made() -> bytes:
    """The file, made when it is asked for."""
    return as_html(report_of_views(choose.views(view, slices), ways=ways, dates=dates), layout)


with file:
    choose.take_along(partial(made_or_why_not, made))
    wants_preview = choose.wants_preview()
if wants_preview:
    with page.asking():
        preview = made().decode()
    st.iframe(preview, height=900)
