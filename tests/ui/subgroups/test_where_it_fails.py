"""The expander of the Subgroups page that searches where errors concentrate."""

import pytest

from tests.support.data.planted import planted
from tests.support.visitor import Visitor

OPEN = "subgroups_where"


@pytest.fixture
def page() -> Visitor:
    return Visitor().bring(planted()).go("subgroups").keep(OPEN, True).run()


def test_nothing_is_searched_before_it_is_opened() -> None:
    page = Visitor().bring(planted()).go("subgroups")
    assert "examined" not in page.text
    assert "Where errors concentrate: combinations of columns" in page.text


@pytest.mark.thorough
def test_the_finding_and_the_five_first_groups_are_shown(page: Visitor) -> None:
    assert "Misses of VT concentrate in women, site South: " in page.text
    assert "permutations over patients, seed 0" in page.text
    shown = page.table(0)
    assert shown.iloc[0, 0] == "Women, site South"
    assert len(shown) == 5
    assert list(shown)[1:] == ["Miss rate", "Shrunken"]


@pytest.mark.thorough
def test_false_positives_and_other_columns_can_be_chosen(page: Visitor) -> None:
    page.set("where_errors", "fpr")
    assert "predicted as VT" in page.text or "stands out" in page.text
    assert list(page.table(0))[1] == "False positive rate"
    page.set("where_columns", [0])
    assert "No group of sex stands out: 2 groups examined" in page.text
    page.set("where_columns", [])
    assert "Choose a column that tells at least two groups apart." in page.text
