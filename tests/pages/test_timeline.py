"""The timeline page: the numbers of a reference, one recording and all of them, time, background, and odd orders."""

import re

import numpy as np
import pandas as pd
import pytest

from tests.support.studies import HOSTILE, example_table
from tests.support.visitor import Visitor

TAB, NAME = "pick_timeline_tab", "pick_timeline_name"
RATE, WAY, BACKGROUND = "pick_timeline_rate", "pick_timeline_way", "pick_timeline_background"


def surgical() -> Visitor:
    return Visitor(study="surgical-phases").go("timeline")


def all_of(visitor: Visitor, noun: str = "videos") -> Visitor:
    visitor.keep(TAB, f"All {noun}")
    return visitor.run()


def open_recording(visitor: Visitor, name: str) -> Visitor:
    box = visitor.widget("pick_timeline_box")
    box.select_index(next(i for i, option in enumerate(box.options) if option.startswith(name)))
    return visitor.run()


def frames(courses: dict[str, tuple[str, str]], step: int = 1, column: str = "frame") -> pd.DataFrame:
    """One row per letter of (truth, prediction), which are names of phases."""
    parts = [
        pd.DataFrame({"video_id": name, "y_true": list(truth), "y_pred": list(said)})
        for name, (truth, said) in courses.items()
    ]
    return pd.concat([part.assign(**{column: np.arange(len(part)) * step}) for part in parts])


THREE = {
    "op1": ("AAAAABBBBBCCCCC", "AAAAAAABBBCCCCC"),
    "op2": ("AAAAABBBBBCCCCC", "AAAAAAAAAAACCCC"),
    "op3": ("AAAAABBBBBCCCCC", "AAAAABBBBBCCCCC"),
}


# ------------------------------------------------------------------ one recording


def test_recordings_are_listed_worst_first_and_the_worst_is_open() -> None:
    visitor = Visitor().upload(frames(THREE)).go("timeline")
    options = visitor.widget("pick_timeline_box").options
    assert [option.split(" ")[0] for option in options] == ["op2", "op1", "op3"]
    assert visitor.finding == "In video op2 the model enters C 1 s late and never recognises B."
    assert visitor.detail.startswith("9 of 15 frames agree (60 %).")


def test_next_and_previous_walk_through_the_list_and_the_choice_is_kept_over_pages() -> None:
    visitor = Visitor().upload(frames(THREE)).go("timeline").press("Next")
    assert visitor.finding == "In video op1 the model enters B 2 s late."
    assert visitor.go("overview").go("timeline").finding == "In video op1 the model enters B 2 s late."
    assert "recognises every phase and enters each on time" in visitor.press("Next").finding
    assert next(button for button in visitor.app.button if button.label == "Next").disabled
    assert "op1" in visitor.press("Previous").finding


def test_the_tiles_and_the_table_hold_the_numbers_of_the_open_recording() -> None:
    visitor = open_recording(Visitor().upload(frames(THREE)).go("timeline"), "op2")
    assert {name: told.split(" | ")[0] for name, told in visitor.metrics.items()} == {
        "Frame accuracy": "60 %",
        "Overlap score": f"{(5 / 11 + 0 + 4 / 5) / 3:.3f}",
        "Edit score": "0.667",
        "Stretches": "2 for 3",
        "Missed phases": "1 of 3",
        "Order violations": "0 of 1",
        "F1@10": "0.800",
        "F1@25": "0.800",
        "F1@50": "0.400",
    }
    table = visitor.table().set_index("Phase")
    assert table.loc["B"].tolist() == [
        "0:05–0:10", "never", "not estimable", "not estimable", "−100 % | 0 s for 5 s", "0.00", "0 for 1",
    ]  # fmt: skip
    assert table.loc["A"].tolist() == [
        "0:00–0:05", "0:00–0:11", "on time", "6 s late", "+120 % | 11 s for 5 s", "0.45", "1 for 1",
    ]  # fmt: skip


def test_the_picture_has_the_three_strips_and_names_each_difference() -> None:
    visitor = open_recording(Visitor().upload(frames(THREE)).go("timeline"), "op1")
    chart = visitor.chart("ribbons")
    assert chart["layout"]["yaxis"]["ticktext"] == ["Differs", "Model", "Truth"]
    assert [trace["name"] for trace in chart["data"]] == ["A", "B", "C", "called late"]
    assert "Truth: A from 0:00, B from 0:05, C from 0:10" in visitor.text


def test_a_picture_of_a_long_recording_is_drawn_from_stretches_and_says_what_it_joined() -> None:
    rng = np.random.default_rng(0)
    predicted = np.where(rng.random(8_000) < 0.3, rng.choice(list("ABC"), 8_000), "A")
    table = frames({"long": ("A" * 4_000 + "B" * 4_000, "".join(predicted))})
    visitor = Visitor().upload(table).go("timeline")
    assert sum(len(trace["hovertext"]) for trace in visitor.chart("ribbons")["data"]) < 5_000
    assert re.search(r"[\d,]+ stretches of the model too short to be seen are drawn together", visitor.text)


# ------------------------------------------------------------------ time


@pytest.mark.parametrize(
    ("column", "step", "because", "late"),
    [
        ("frame", 1, "The file does not say how long a frame lasts, so one second is taken.", "2 s late"),
        ("frame", 25, "The file does not say how long a frame lasts, so one second is taken.", "2 s late"),
        ("epoch", 1, "Sleep is usually scored in epochs of 30 seconds", "60 s late"),
        ("second", 5, "“second” is read as seconds, and goes in steps of 5.", "10 s late"),
    ],
)
def test_time_comes_from_the_file_where_it_says_it_and_the_reason_is_said(
    column: str, step: int, because: str, late: str
) -> None:
    visitor = open_recording(Visitor().upload(frames(THREE, step, column)).go("timeline"), "op1")
    assert visitor.finding.endswith(f"enters B {late}.")
    assert because in visitor.text


def test_the_reader_sets_how_long_a_row_lasts_either_way() -> None:
    visitor = open_recording(Visitor().upload(frames(THREE)).go("timeline"), "op1").set(RATE, 25)
    assert visitor.finding == "In video op1 the model enters B 50 s late."
    visitor.set(WAY, "rows per second")
    assert visitor.finding == "In video op1 the model enters B 0.08 s late."
    assert "You said: 25 frames per second." in visitor.text
    assert visitor.set(RATE, None).finding == "In video op1 the model enters B 2 s late."


def test_another_study_begins_with_its_own_time_and_background() -> None:
    visitor = surgical().set(RATE, 25).set(BACKGROUND, [6])
    assert "1 class in the background" in visitor.text
    visitor.upload(frames(THREE)).go("timeline")
    assert "every class is a phase" in visitor.text
    assert "so one second is taken" in visitor.text


def test_the_word_for_a_recording_is_the_file_s_own() -> None:
    table = frames(THREE, column="epoch").rename(columns={"video_id": "night"})
    visitor = Visitor().upload(table).go("timeline")
    assert visitor.finding.startswith("In night op2 the model enters C 30 s late and never recognises B")
    assert visitor.metrics["Missed stages"].startswith("1 of 3")
    assert "9 of 15 epochs agree" in visitor.detail


# ------------------------------------------------------------------ background


def test_a_background_class_is_no_phase_but_still_counts_in_frame_accuracy() -> None:
    visitor = open_recording(Visitor().upload(frames(THREE)).go("timeline"), "op2")
    visitor.set(BACKGROUND, [1])  # B
    assert visitor.metrics["Missed phases"].startswith("0 of 2")
    assert visitor.metrics["Frame accuracy"].startswith("60 %")
    assert visitor.table()["Phase"].tolist() == ["A", "C"]
    assert "B (no phase)" in [trace["name"] for trace in visitor.chart("ribbons")["data"]]


def test_where_every_class_is_background_nothing_is_estimable_and_that_is_said() -> None:
    visitor = Visitor().upload(frames(THREE)).go("timeline").set(BACKGROUND, [0, 1, 2])
    assert visitor.finding == "In video op1 no phase occurs."
    assert visitor.metrics["Overlap score"] == "– | no phase truly occurs"
    assert visitor.metrics["Edit score"] == "– | no phase occurs or is called"
    assert "No phase occurs or is called." in visitor.text
    assert all_of(visitor).finding == "No phase occurs in any video."


# ------------------------------------------------------------------ all recordings


def reference(table: pd.DataFrame) -> pd.Series:
    return (table.y_true == table.y_pred).groupby(table.video_id).mean()


def test_all_recordings_show_mean_and_sd_over_them_beside_the_pooled_number() -> None:
    table, visitor = example_table("surgical-phases"), all_of(surgical())
    each, shown = reference(table), visitor.table().set_index("Number").loc["Frame accuracy"]
    assert shown["Mean ± SD | over videos"] == f"{each.mean():.2f} ± {each.std(ddof=1):.2f} | 12 videos"
    right = (table.y_true == table.y_pred).sum()
    assert shown["Pooled | all rows or stretches together"].endswith(f"{right:,} of {len(table):,} frames")
    assert shown["Lowest | video"] == f"{each.min():.2f} | {each.idxmin()}"
    dots = visitor.chart("dots")["data"]
    assert len(dots) == 8
    assert "95 % CI | of the mean" not in visitor.table(), "twelve videos are too few for an interval"


def test_fewer_than_five_recordings_are_listed_and_have_no_mean() -> None:
    visitor = all_of(Visitor().upload(frames(THREE)).go("timeline"))
    shown = visitor.table().set_index("Number")
    assert shown.loc["Frame accuracy", "Each video"] == "op1 0.87, op2 0.60, op3 1.00"
    assert "±" not in visitor.text.replace("Mean ± SD", "")
    assert visitor.finding.endswith("never recognised B; when it did, it started on time and 2 s late.")


def test_from_fifteen_recordings_on_the_mean_has_an_interval() -> None:
    courses = {f"op{i:02d}": ("AAAAABBBBBCCCCC", "A" * (5 + i % 4) + "B" * (5 - i % 4) + "CCCCC") for i in range(16)}
    shown = all_of(Visitor().upload(frames(courses)).go("timeline")).table().set_index("Number")
    mean = np.mean([(15 - i % 4) / 15 for i in range(16)])
    low, high = map(float, shown.loc["Frame accuracy", "95 % CI | of the mean"].split("–"))
    assert low < mean < high


def test_the_printed_overlap_is_shown_apart_and_says_what_it_ignores() -> None:
    swapped = {f"op{i}": ("AAAAABBBBB", "BBBBBAAAAA") for i in range(5)}
    visitor = all_of(Visitor().upload(frames(swapped)).go("timeline"))
    (line,) = (line for line in visitor.text.split("\n") if line.startswith("By the formula as printed"))
    assert "1.00 ± 0.00 in place of 0.00 ± 0.00" in re.sub(r"\*\*", "", line)
    assert "It ignores the phase name, segmentation only" in line


def test_phases_are_told_one_by_one_in_the_order_in_which_they_come() -> None:
    visitor = all_of(surgical())
    table = visitor.table(1).set_index("Phase")
    assert list(table.index)[:2] == ["Preparation", "Calot triangle dissection"]
    assert table.loc["Clipping and cutting", "Never recognised"] == "1 of 12 videos"
    assert re.fullmatch(r"0\.\d\d \| 12 videos", table.loc["Preparation", "Jaccard | mean"])


def test_confusion_is_in_minutes_of_the_chosen_time() -> None:
    counts = example_table("surgical-phases").groupby(["y_true", "y_pred"]).size()
    table = all_of(surgical().set(RATE, 30)).table(2).set_index("Truth")
    seen = float(table.loc["Preparation", "called | Preparation"].replace(",", ""))
    assert seen == pytest.approx(counts["Preparation", "Preparation"] * 30 / 60, abs=0.051)


@pytest.mark.parametrize("shown", [0, 1, 2])
def test_each_recording_has_a_strip_over_its_course(shown: int) -> None:
    visitor = all_of(surgical()).set("pick_timeline_strips", shown)
    heat = visitor.chart("strips")["data"][0]
    assert len(heat["hovertext"]) == 12
    assert visitor.chart("strips")["layout"]["yaxis"]["ticktext"][0] == "SIM07"


# ------------------------------------------------------------------ what cannot be laid out, and odd orders


@pytest.mark.parametrize("study", ["heart-rhythm", "breast-cancer"])
def test_without_recordings_the_page_says_what_it_would_need(study: str) -> None:
    visitor = Visitor(study=study).go("timeline")
    assert visitor.finding == "This study has no recordings to lay out in time."
    assert "video_id" in visitor.text
    assert len(visitor.app.get("plotly_chart")) == 0


def test_odd_orders_are_told_and_nothing_is_repaired() -> None:
    table = frames(THREE)
    table = pd.concat([table.iloc[::-1], table.iloc[:1]])
    table = table[~((table.video_id == "op3") & (table.frame == 7))]
    visitor = Visitor().upload(table).go("timeline")
    assert any("1 row with the same “frame” as the row before: both are counted." in each for each in visitor.warnings)
    assert "1 row missing in 1 gap of “frame”" in visitor.text
    assert "stood behind a row with a higher “frame”: rows were sorted by it." in visitor.text


def test_time_begins_with_the_first_row_that_is_used() -> None:
    table = frames({"op1": THREE["op1"]})
    visitor = Visitor().upload(table.assign(frame=table.frame + 60)).go("timeline")
    assert "0:00 is frame 60, the first that is used." in visitor.text


def test_names_of_recordings_and_phases_stay_text() -> None:
    table = frames(THREE).replace({"y_true": dict(zip("ABC", HOSTILE, strict=False))})
    table = table.replace({"y_pred": dict(zip("ABC", HOSTILE, strict=False))})
    table["video_id"] = table.video_id.map({"op1": HOSTILE[0], "op2": HOSTILE[1], "op3": HOSTILE[3]})
    visitor = Visitor().upload(table).go("timeline")
    for view in (visitor, all_of(visitor)):
        alive = [text for kind, text in view.texts() if kind == "markdown" and any(name in text for name in HOSTILE)]
        assert alive == []
        for chart in view.app.get("plotly_chart"):
            assert "<img" not in chart.proto.spec
            assert "](javascript" not in chart.proto.spec.replace("[x](javascript", "")
