"""Every page that shows a table offers it as CSV and as Excel; rows of single cases ask first."""

import pytest

from tests.pages.studies import opened
from tests.pages.visitor import Visitor

TABLES = {
    "overview": ["classes"],
    "clinical_risk": ["risk"],
    "confusion": ["cases", "matrix"],
    "curves": ["curves"],
    "threshold": ["threshold"],
}
CONSENT, IDS = (
    "These are rows of single cases. I may take them with me.",
    "With the ids of the file, not running numbers",
)


def buttons(visitor: Visitor) -> dict[str, bool]:
    """Name of the file -> whether it can be had, in the order of the page."""
    return {button.key: not button.proto.disabled for button in visitor.app.get("download_button")}


@pytest.mark.parametrize("page", TABLES)
def test_a_page_offers_its_tables_in_both_formats(page: str) -> None:
    offered = buttons(Visitor(study="heart-rhythm").go(page))
    assert list(offered) == [f"{name}_{ending}" for name in TABLES[page] for ending in ("csv", "xlsx")]
    assert [key for key, open_ in offered.items() if not open_] == [key for key in offered if key.startswith("cases")]


def test_a_list_of_cases_asks_before_it_is_taken_and_hides_ids_unless_told_otherwise() -> None:
    visitor = Visitor(study="heart-rhythm").go("confusion")
    consent, ids = (next(box for box in visitor.app.checkbox if box.label == label) for label in (CONSENT, IDS))
    assert (consent.value, ids.value, ids.disabled) == (False, False, True)
    consent.check()
    visitor.run()
    assert all(buttons(visitor).values())
    visitor.go("overview").go("confusion")
    assert not buttons(visitor)["cases_csv"]


def test_many_classes_without_an_all_clear_can_be_downloaded_too() -> None:
    offered = buttons(opened("20 classes").go("clinical_risk"))
    assert list(offered) == ["risk_csv", "risk_xlsx"]
