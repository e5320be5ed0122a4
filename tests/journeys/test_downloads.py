"""Every page that shows a table offers it as CSV and as Excel; rows of single cases ask first."""

from collections.abc import Callable
from functools import partial

import pandas as pd
import pytest

from tests.support.studies import scored, seen
from tests.support.visitor import Visitor
from ui.tables import downloads

pytestmark = pytest.mark.thorough

TABLES = {
    "overview": ["classes"],
    "clinical_risk": ["risk"],
    "confusion": ["matrix", "cases", "errors"],
    "curves": ["curves"],
    "threshold": ["threshold"],
}
CONSENT, IDS = (
    "This file contains individual patient data. I am authorised to export it.",
    "Include original IDs (default: sequential numbers)",
)


def buttons(visitor: Visitor) -> dict[str, bool]:
    """Name of the file -> whether it can be had, in the order of the page."""
    found = {visitor.name(button.key): not button.proto.disabled for button in visitor.app.get("download_button")}
    return {name: is_open for name, is_open in found.items() if name != "save_review"}


@pytest.mark.parametrize("page", TABLES)
def test_a_page_offers_its_tables_in_both_formats(page: str) -> None:
    offered = buttons(seen("heart-rhythm", page))
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


def test_many_classes_without_a_normal_class_can_be_downloaded_too() -> None:
    offered = buttons(seen("20 classes", "clinical_risk"))
    assert list(offered) == ["risk_csv", "risk_xlsx"]


def taken(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> pd.DataFrame:
    """The list that the reader would take along, after the tick and with the ids wherever they are offered."""
    frames: list[pd.DataFrame] = []

    def keeping(write: object, load: Callable[[], pd.DataFrame]) -> object:
        frames.append(load())
        return partial(write, frames[-1])

    monkeypatch.setattr(downloads, "_written", keeping)
    for label in (CONSENT, IDS):
        for box in visitor.app.checkbox:
            if box.label == label:
                box.check()
        frames.clear()
        visitor.run()
    return next((each for each in frames if "case_id" in each), frames[0])


def with_identifiers() -> pd.DataFrame:
    table = scored(["Normal", "VT"], 120)
    table["patient_name"] = [f"CANARY name {i}" for i in range(len(table))]
    table["contact"] = [f"canary{i}@mail.example" for i in range(len(table))]
    return table.assign(birth_date="1970-01-01", ward="B2")


def test_columns_that_name_patients_are_never_downloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = Visitor().bring(with_identifiers()).go("confusion")
    assert "Excluded as possible direct identifiers: “patient_name”, “contact”, “birth_date”." in visitor.text
    frame = taken(visitor, monkeypatch)
    assert {"case_id", "score VT", "ward"} <= set(frame)
    assert set(frame).isdisjoint({"patient_name", "contact", "birth_date"})
    assert frame.case_id[0].startswith("c"), "an id that names nobody is taken when it is asked for"


def test_an_id_that_names_a_patient_becomes_a_running_number_whatever_is_ticked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = with_identifiers()
    visitor = Visitor().bring(table.assign(case_id=table.contact)).go("confusion")
    frame = taken(visitor, monkeypatch)
    assert [box.label for box in visitor.app.checkbox if box.label == IDS] == []
    assert list(frame.case_id) == list(range(1, len(frame) + 1))
    assert not frame.astype(str).stack().str.contains("canary", case=False).any()


def test_names_of_recordings_that_name_patients_become_sequential_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    table = scored(["Normal", "VT"], 90).drop(columns="case_id")
    table["video_id"] = [f"canary{i % 3}@mail.example" for i in range(len(table))]
    visitor = Visitor().bring(table.assign(frame=range(len(table))))
    frame = taken(visitor.go("timeline"), monkeypatch)
    assert sorted(set(frame.video)) == [1, 2, 3]
