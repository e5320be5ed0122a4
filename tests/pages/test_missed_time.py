"""The missed time page: for phases and stages, beside a count with pandas."""

import re

import numpy as np
import pandas as pd
import pytest

from tests.pages.test_timeline import frames, lead_with, mark_as_neither
from tests.support.studies import HOSTILE, example_table, opened, seen
from tests.support.text import as_read
from tests.support.visitor import Visitor
from ui.parts.menu import ENTRIES, is_listed

COURSES = {
    "op1": ("AAAAABBBBBCCCCC" * 2, "AAAAAAABBBCCCCC" + "AAAAABBBBBCCCCC"),
    "op2": ("A" * 20 + "B" * 20, "A" * 40),
}


def page(courses, step: int = 1, column: str = "frame") -> Visitor:
    return Visitor().bring(frames(courses, step, column)).go("missed_time")


def subheaders(visitor: Visitor) -> list[str]:
    return [as_read(each.value) for each in visitor.app.subheader]


def pictures(visitor: Visitor) -> list[str]:
    """What each picture says to who cannot see it."""
    return [
        as_read(said)
        for html in visitor.app.get("html")
        for said in re.findall(r'aria-label="([^"]*)"', html.proto.body)
    ]


def test_the_example_counts_what_pandas_counts() -> None:
    table, visitor = example_table("surgical-phases"), seen("surgical-phases", "missed_time")
    missed, other = pictures(visitor)
    for name, rows in table.groupby("y_true"):
        wrong = int((rows.y_pred != name).sum())
        assert f"{name}: {wrong // 60}:{wrong % 60:02d} of {len(rows) // 60}:{len(rows) % 60:02d} min" in missed
    for name, rows in table.groupby("y_pred"):
        wrong = int((rows.y_true != name).sum())
        assert f"{name}: {wrong // 60}:{wrong % 60:02d} of {len(rows) // 60}:{len(rows) % 60:02d} min" in other


def test_the_class_of_interest_leads_and_every_phase_has_a_row() -> None:
    visitor = seen("surgical-phases", "missed_time")
    name = visitor.opened.view.plain_voice.names[visitor.opened.view.interest]
    assert name in visitor.finding
    assert " are missed, " in visitor.finding
    shown = visitor.table()
    assert len(shown) == 7
    assert list(shown.columns)[1:] == ["Start, median", "Range", "Not recognised"]
    assert shown["Not recognised"].tolist().count("1 of 12 (SIM09)") == 1


def test_of_few_videos_every_start_is_listed_and_the_whole_phase_is_named_where_none_recurs() -> None:
    visitor = lead_with(page({"op1": ("A" * 9 + "B" * 9, "A" * 12 + "B" * 6), "op2": COURSES["op2"]}), 1)
    assert visitor.finding == "0:23 of 0:29 min of B are missed, 0:20 in one video."
    assert visitor.detail.startswith("0:03 at its start, 0:20 in op2, where it is not recognised.")
    assert visitor.table()["Start"].tolist() == ["on time, on time", "3 s late"]
    assert visitor.table()["Not recognised"].tolist() == ["0 of 2", "1 of 2 (op2)"]
    assert "whole phase" in visitor.text


def test_stages_that_recur_have_their_parts_in_a_table_and_no_start() -> None:
    visitor = page({f"night{i}": ("WWNNRRNNWW" * 3, "WWNNNRNNWW" * 3) for i in range(3)}, column="epoch")
    assert subheaders(visitor)[:2] == ["Missed time", "Time predicted, but another stage"]
    assert "How late" not in visitor.text
    assert "Segment not recognised" in visitor.table().columns
    assert "min of R are missed" in visitor.finding


def test_one_recording_and_a_phase_that_is_never_predicted() -> None:
    visitor = lead_with(page({"op2": COURSES["op2"]}), 1)
    assert visitor.finding == "0:20 of 0:20 min of B are missed."
    assert "The model never predicted B." in visitor.detail
    assert "B: never predicted" in pictures(visitor)[1]


def test_many_phases_are_those_with_most_errors() -> None:
    rng = np.random.default_rng(0)
    truth = np.repeat([f"p{i:02d}" for i in range(30)], 20)
    called = np.where(rng.random(len(truth)) < 0.3, rng.permutation(truth), truth)
    table = pd.DataFrame({"video_id": "v", "frame": range(len(truth)), "y_true": truth, "y_pred": called})
    visitor = Visitor().bring(table).go("missed_time")
    assert "The 12 of 30 phases with most of such time." in visitor.text


def test_a_class_that_is_no_phase_has_no_row() -> None:
    visitor = mark_as_neither(page({"op1": ("AAAABBBBCCCC", "AAAACCBBCCCC")}), 2)
    assert not any(" C: " in said for said in pictures(visitor))


def test_names_stay_text() -> None:
    phases = {f"op{i}": ("".join("ABCDE"), "".join("ABCDA")) for i in range(2)}
    table = frames(phases).replace(dict(zip("ABCDE", HOSTILE, strict=True)))
    visitor = Visitor().bring(table).go("missed_time")
    assert not any("<img" in html.proto.body for html in visitor.app.get("html"))


@pytest.mark.parametrize("study", ["surgical-phases", "heart-rhythm", "pasted matrix", "labels only"])
def test_the_menu_lists_it_for_phases_alone_in_place_of_clinical_risk(study: str) -> None:
    view = opened(study).opened.view
    is_phases = study == "surgical-phases"
    assert is_listed(ENTRIES["missed_time"], view) == is_phases
    assert is_listed(ENTRIES["clinical_risk"], view) != is_phases


def test_without_recordings_the_page_says_what_it_needs() -> None:
    assert seen("labels only", "missed_time").finding == "No sequences in this dataset."
