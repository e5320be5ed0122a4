"""What the model misses, whether it is good enough, and every class in numbers."""

from metrics import METRICS
from ui.data.read_as import read_as, show_losses
from ui.overview import content
from ui.overview.elsewhere import show_elsewhere
from ui.overview.numbers import key_names
from ui.parts import menu, page
from ui.tables.class_table import NUMBERS
from ui.timeline.time_settings import show_settings
from ui.timeline.timeline import timeline_of
from words.findings.methods import AREAS, OTHERS, PROPORTIONS

view = page.view_or_stop("Shows missed cases, disease among Normal predictions, and every class in numbers.")
timeline = timeline_of(view)
page.finding(content.finding_of(view, timeline))
show_losses(view)
page.warnings(view)
content.show(view, timeline)
content.show_unanswered(view)
show_elsewhere(view, timeline)
read_as(view)
if timeline:
    show_settings(timeline)
menu.show_not_listed(view)
has_scores = view.evaluation.has_scores
key_figures = [*key_names(view.evaluation), *(["AUC"] if has_scores else [])]
page.meanings([key for key in NUMBERS if key in METRICS], key_figures)
areas = [AREAS] if has_scores and not timeline else []
page.footnote(view, methods=(PROPORTIONS, *areas, OTHERS))
