"""Whether the model works alike in all groups of patients: one class, by kept columns such as sex, age and site."""

from predictions.groups.grouping import MOST_VALUES
from reviews.groups.page import chosen, has_groups, too_many
from ui.parts import page
from ui.subgroups import over_time, settings
from ui.subgroups.case_mix import show_case_mix
from ui.subgroups.figures import show_figures, show_lens
from ui.subgroups.table import show_table
from ui.subgroups.where_it_fails import show_where_it_fails
from words.findings.finding import sentences
from words.findings.groups import apart as said
from words.findings.methods import PROPORTIONS as METHOD

MEANINGS = ("sensitivity", "fpr", "ppv", "auc", "oe_ratio", "difference_to_rest", "standardised_rate", "shrunken_rate")

view = page.view_or_stop("Sensitivity and false positive rate in groups of patients, such as women and men.")
if not has_groups(view):
    page.nothing_to_show(said.NO_GROUPS, sentences(said.NO_GROUPS_TAKES, said.too_many(too_many(view), MOST_VALUES)))
found = chosen(view, view.interest, settings.ways(view))
dated = over_time.dated(view, found.label)
page.finding(over_time.finding(dated) if dated and not found.columns else found.finding(found.speaker))

page.warnings(view)
settings.controls(view, lambda: show_lens(found))
show_figures(found)
if dated:
    over_time.show_over_time(dated, leads=not found.columns)
if found.columns:
    show_table(found)
    show_case_mix(found)
    show_where_it_fails(view)
page.meanings((*MEANINGS, *(over_time.OVER_TIME if dated else ())))
page.footnote(view, found.footnote, methods=(METHOD,))
