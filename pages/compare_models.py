"""Every model on the same cases as the one of the title line: one verdict, and the table that it comes from."""

from reviews.models.readers import readers_of
from ui.compare import readers
from ui.compare.concordance import show_concordance
from ui.compare.details import made_said, show_details
from ui.compare.league_table import show_league_table
from ui.compare.start import comparison_or_stop, finding
from ui.parts import page

view = page.view_or_stop("The comparison shows which of several models detects more, on the same cases.")
now = comparison_or_stop(view)
together = readers_of(view)
page.finding(readers.finding(together) if together else finding(now))
if together:
    readers.show_means(together)
show_league_table(now)
if not now.is_assumed:
    show_concordance(now)
show_details(now)
page.meanings(
    ("sensitivity", "missed_as_normal", "ppv", "auc", "oe_ratio"),
    ("sensitivity_difference", "mcnemar_p", "adjusted_p", "relative_ppv"),
)
is_by_rows = view.evaluation.patients is not None and any(each.units is None for each in now.rivals)
page.footnote(view.by_rows if is_by_rows else view, made_said(now))
