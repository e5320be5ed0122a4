"""Two readers of one bundled example share what was worked out, and neither reads what the other one decided."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.pages import PAGES
from tests.support.visitor import Visitor
from ui.state.row_seconds import RATE

pytestmark = pytest.mark.thorough


def read(visitor: Visitor) -> str:
    """Every page with something to unfold, all of it unfolded."""
    for name in (
        "subgroups_where",
        "subgroups_numbers",
        "subgroups_case_mix",
        "curves_selective",
        "several_lines_open",
    ):
        visitor.keep(name, True)
    return "\n".join(visitor.go(page).text for page in PAGES)


@pytest.mark.parametrize("example", ["heart-rhythm", "surgical-phases"])
def test_what_one_reader_decides_is_read_by_nobody_else(example: str) -> None:
    first = Visitor(study=example).go("overview")
    review = first.opened.review
    for label in range(len(review.names)):
        review = review.renamed(label, f"Zebra {label}")
    first.opened.review = replace(review, order=review.order[::-1], normal=None, not_diseases=frozenset())
    first.keep(RATE, 30.0)
    assert "Zebra" in read(first)
    assert "Zebra" not in read(Visitor(study=example))
