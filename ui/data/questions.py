"""What a file does not tell by itself is asked."""

from __future__ import annotations

from predictions.problems import NeedsMapping
from ui.data.inbox import Way, inbox
from ui.data.mapping_form import mapping_form
from ui.data.problem import show_problem
from ui.parts import page
from words import markdown
from words.findings.finding import Finding

LONGEST = 1200


def ask(needed: NeedsMapping) -> None:
    """The question, and the form in which it is answered."""
    page.finding(Finding("Which column contains the true class?", markdown(str(needed), LONGEST)))
    show_problem(Way.COLUMNS)
    mapping_form(needed.columns, needed.proposed, None, inbox().read_again)
