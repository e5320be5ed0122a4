"""What the model misses, whether it is good enough, and every class in numbers."""

import streamlit as st

from metrics import METRICS
from ui.data.read_as import read_as, show_losses
from ui.overview import in_time
from ui.overview.elsewhere import show_elsewhere
from ui.overview.numbers import key_names, show_numbers
from ui.overview.predictions import show_predictions
from ui.parts import menu, page
from ui.parts.class_table import NUMBERS
from ui.requirements.panel import verdicts
from ui.timeline.timeline import timeline_of
from words.findings.methods import AREAS, OTHERS, SHARES
from words.findings.overview import overview

view = page.view_or_stop("Shows missed cases, disease among Normal predictions, and every class in numbers.")
evaluation, timeline = view.evaluation, timeline_of(view)
page.finding(in_time.finding_in_time(timeline) if timeline else overview(evaluation, view.voice))
show_losses(view)

grid = st.grid(3, min_column_width=300, gap=("small", "large"))
with grid.cell(column_span=2):
    if timeline:
        in_time.show_time(timeline)
    else:
        show_predictions(view)
with grid.cell():
    verdicts(evaluation, view.voice)
    if timeline:
        in_time.show_key_figures(timeline)
if timeline:
    in_time.show_phases(timeline)
else:
    show_numbers(view)
show_elsewhere(view, timeline)
read_as(view)
menu.show_not_listed(view)
page.meanings([key for key in NUMBERS if key in METRICS], (*key_names(evaluation), "AUC"))
page.footnote(view, methods=(SHARES, AREAS, OTHERS))
