"""Every model on the same cases as the one of the title line: one verdict, and the table that it comes from."""

from ui.compare.concordance import show_concordance
from ui.compare.details import show_details
from ui.compare.league_table import show_league_table
from ui.compare.start import comparison_or_stop, finding
from ui.parts import page

view = page.view_or_stop("The comparison shows which of several models detects more, on the same cases.")
now = comparison_or_stop(view)
page.finding(finding(now))
show_league_table(now)
if not now.is_assumed:
    show_concordance(now)
show_details(now)
page.meanings(
    ("sensitivity", "missed_as_normal", "ppv", "auc", "oe_ratio"),
    ("sensitivity_difference", "mcnemar_p", "adjusted_p", "relative_ppv"),
)
