"""The timeline page: phases as ribbons, stages as staircases, the recordings of both, time, and odd orders."""

import re

import numpy as np
import pandas as pd
import pytest

from metrics.glossary import GLOSSARY
from metrics.measures.agreement import kappa
from metrics.recordings.recording_scores import SEQUENCE_METRICS
from reviews.review import Kind
from tests.support.studies import HOSTILE, example_table, seen
from tests.support.text import as_read
from tests.support.visitor import Visitor
from ui.timeline.meanings import OF_PHASES, OF_STAGES

pytestmark = pytest.mark.thorough

RATE, WAY, BOX = "pick_timeline_rate", "pick_timeline_way", "pick_timeline_box"


def surgical() -> Visitor:
    return Visitor(study="surgical-phases").go("timeline")


def open_recording(visitor: Visitor, name: str) -> Visitor:
    box = visitor.widget(BOX)
    box.select_index(next(i for i, option in enumerate(box.options) if option.startswith(name)))
    return visitor.run()


def lead_with(visitor: Visitor, label: int) -> Visitor:
    visitor.opened.review = visitor.opened.review.__class__(**{**vars(visitor.opened.review), "interest": label})
    return visitor.run()


def mark_as_neither(visitor: Visitor, *labels: int) -> Visitor:
    for label in labels:
        visitor.opened.review = visitor.opened.review.with_kind(label, Kind.NEITHER)
    return visitor.run()


def subheaders(visitor: Visitor) -> list[str]:
    return [as_read(each.value) for each in visitor.app.subheader]


def frames(courses: dict[str, tuple[str, str]], step: int = 1, column: str = "frame") -> pd.DataFrame:
    """One row per letter of (true class, prediction), which are names of phases."""
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


def three(**more) -> Visitor:
    return lead_with(Visitor().bring(frames(THREE, **more)).go("timeline"), 1)


# ------------------------------------------------------------------ phases


def test_the_recording_that_misses_most_of_the_class_of_interest_opens_first() -> None:
    visitor = three()
    assert visitor.finding == "B was not recognised in 1 of 3 videos."
    assert visitor.detail == (
        "In the other 2 it starts on time and 2 s late. The model changes phase 5 times, the true class 6 times."
    )
    assert [as_read(option) for option in visitor.widget(BOX).options] == [
        "op2 · 0:05 missed",
        "op1 · 0:02 missed",
        "op3 · none missed",
    ]
    assert subheaders(visitor)[0] == "Video op2: 0:05 min of B missed"


def test_next_and_previous_walk_through_the_list_and_the_choice_is_kept_over_pages() -> None:
    visitor = three().press("Next")
    assert subheaders(visitor)[0] == "Video op1: 0:02 min of B missed"
    assert subheaders(visitor.go("overview").go("timeline"))[0].startswith("Video op1")
    assert subheaders(visitor.press("Next"))[0] == "Video op3: all 0:05 min of B recognised"
    assert next(button for button in visitor.app.button if button.label == "Next").disabled
    assert subheaders(visitor.press("Previous"))[0].startswith("Video op1")


def test_the_table_tells_each_phase_of_the_open_recording_in_order_of_time() -> None:
    visitor = open_recording(three(), "op2")
    assert "Phases of op2, frame accuracy 60 %" in subheaders(visitor)
    table = visitor.table()
    assert table.to_numpy().tolist() == [
        ["1 A", "0:00–0:05", "on time", "all (0:05 of 0:05 min)", "1"],
        ["2 B", "0:05–0:10", "not recognised", "none (0:00 of 0:05 min)", "0"],
        ["3 C", "0:10–0:15", "1 s late", "0:04 of 0:05 min", "1"],
    ]
    assert list(table.columns)[1:] == ["True class", "Start", "Recognised", "Segments"]


def test_of_ten_rows_or_more_a_percentage_stands_before_the_counts() -> None:
    long = frames({"op1": ("A" * 15 + "B" * 10, "A" * 19 + "B" * 6)})
    assert Visitor().bring(long).go("timeline").table()["Recognised"].tolist() == [
        "all (0:15 of 0:15 min)",
        "60 % (0:06 of 0:10 min)",
    ]


def test_the_ribbons_name_what_is_not_recognised() -> None:
    visitor = three()
    chart = visitor.chart("ribbons")
    assert chart["layout"]["yaxis"]["ticktext"] == ["Differs", "Model", "True class"]
    assert chart["data"][4]["text"] == ["2 not recognised"]
    assert "True class: A from 0:00, B from 0:05, C from 0:10" in visitor.text


def test_starts_of_all_recordings_stand_beside_the_table() -> None:
    visitor = three()
    assert "Start of each phase, 3 videos" in subheaders(visitor)
    ticks = visitor.chart("starts")["layout"]["yaxis"]["ticktext"]
    assert ticks == ["<b>1</b>", "<b>2</b>", "<b>3</b>"]


def test_all_recordings_stand_as_ribbons_lowest_frame_accuracy_first() -> None:
    table, visitor = example_table("surgical-phases"), surgical()
    accuracy = (table.y_true == table.y_pred).groupby(table.video_id).mean().sort_values()
    ticks = visitor.chart(visitor.key("timeline_all_ribbons"))["layout"]["yaxis"]["ticktext"]
    assert [re.sub("<.*?>", "", tick).split(" ")[0] for tick in ticks] == list(accuracy.index)
    assert as_read(re.sub("<.*?>", "", ticks[0])) == f"{accuracy.index[0]} {accuracy.iloc[0] * 100:.1f} %"
    assert "All 12 videos, lowest frame accuracy first" in subheaders(visitor)


def test_a_picture_of_a_long_recording_is_drawn_from_segments_and_says_what_it_merged() -> None:
    rng = np.random.default_rng(0)
    predicted = np.where(rng.random(8_000) < 0.3, rng.choice(list("ABC"), 8_000), "A")
    visitor = Visitor().bring(frames({"long": ("A" * 4_000 + "B" * 4_000, "".join(predicted))})).go("timeline")
    assert sum(len(trace.get("hovertext", ())) for trace in visitor.chart("ribbons")["data"]) < 5_000
    assert re.search(r"[\d,]+ predicted segments too short to draw are merged in the picture", visitor.text)


# ------------------------------------------------------------------ scores of segments


def test_segment_scores_are_closed_and_counted_when_they_are_opened() -> None:
    visitor = surgical()
    assert len(visitor.tables) == 1
    table = example_table("surgical-phases")
    each = (table.y_true == table.y_pred).groupby(table.video_id).mean()
    shown = opened_scores(visitor).set_index("Score").loc["Frame accuracy"]
    assert shown["Mean ± SD | over videos"] == f"{each.mean():.2f} ± {each.std(ddof=1):.2f}"
    right = (table.y_true == table.y_pred).sum()
    assert shown["Pooled | all videos together"].endswith(f"{right:,} of {len(table):,} frames")
    assert shown["Lowest | video"] == f"{each.min():.2f} | {each.idxmin()}"
    assert "95 % CI | of the mean" not in shown.index, "twelve videos are too few for an interval"


def opened_scores(visitor: Visitor) -> pd.DataFrame:
    return visitor.keep("segment_scores", True).run().table(1)


def test_fewer_than_five_recordings_are_listed_and_have_no_mean() -> None:
    shown = opened_scores(three()).set_index("Score")
    assert shown.loc["Frame accuracy", "Each video"] == "op1 0.87, op2 0.60, op3 1.00"


def test_from_fifteen_recordings_on_the_mean_has_an_interval() -> None:
    courses = {f"op{i:02d}": ("AAAAABBBBBCCCCC", "A" * (5 + i % 4) + "B" * (5 - i % 4) + "CCCCC") for i in range(16)}
    shown = opened_scores(Visitor().bring(frames(courses)).go("timeline")).set_index("Score")
    mean = np.mean([(15 - i % 4) / 15 for i in range(16)])
    low, high = map(float, shown.loc["Frame accuracy", "95 % CI | of the mean"].split("–"))
    assert low < mean < high


def test_the_literal_overlap_says_what_it_ignores() -> None:
    swapped = {f"op{i}": ("AAAAABBBBB", "BBBBBAAAAA") for i in range(5)}
    visitor = Visitor().bring(frames(swapped)).go("timeline")
    opened_scores(visitor)
    assert "which ignores the phase name: 1.00 ± 0.00 (0.00 ± 0.00 with it)" in visitor.text


def test_every_definition_of_the_page_is_there_when_it_is_opened() -> None:
    for visitor, keys in ((surgical(), (*OF_PHASES, *SEQUENCE_METRICS)), (sleep(), OF_STAGES)):
        visitor.app.session_state["definitions"] = True
        text = visitor.run().text
        assert [key for key in keys if GLOSSARY[key].name not in text] == []


# ------------------------------------------------------------------ stages


def nights(number: int = 6) -> pd.DataFrame:
    rng = np.random.default_rng(1)
    parts = []
    for i in range(number):
        truth = np.repeat(rng.choice(["Wake", "N1", "N2", "N3", "REM"], 60), 8)
        said = np.where(rng.random(len(truth)) < 0.1 + 0.04 * i, "N2", truth)
        parts.append(pd.DataFrame({"night": i + 1, "epoch": range(len(truth)), "y_true": truth, "y_pred": said}))
    return pd.concat(parts)


def sleep(number: int = 6) -> Visitor:
    visitor = Visitor().bring(nights(number)).go("timeline")
    return lead_with(visitor, visitor.study.labels.index("N3"))


def kappas(table: pd.DataFrame) -> pd.Series:
    return table.groupby("night").apply(lambda g: kappa(pd.crosstab(g.y_true, g.y_pred).to_numpy()))


def test_classes_that_recur_are_stages_and_the_night_that_misses_most_of_the_class_opens_first() -> None:
    table, visitor = nights(), sleep()
    each = kappas(table)
    opened = (table.assign(missed=(table.y_true == "N3") & (table.y_pred != "N3"))).groupby("night").missed.sum()
    assert opened.idxmax() == each.idxmin(), "so that the detail has a rank to say"
    night = table[table.night == opened.idxmax()]
    deep = night[night.y_true == "N3"]
    missed = (deep.y_pred != "N3").sum()
    said = f"Night {each.idxmin()}: the model missed {missed / 2:g} of {len(deep) / 2:g} min of N3"
    assert visitor.finding.startswith(said)
    low, middle, high = each.quantile([0.25, 0.5, 0.75])
    assert visitor.detail == (
        f"κ {each.min():.2f}, the lowest of 6 nights; median {middle:.2f} (IQR {low:.2f}–{high:.2f})."
    )
    first = next(as_read(option) for option in visitor.widget(BOX).options)
    assert first == f"{opened.idxmax()} · {missed / 2:g} min missed"


def test_a_night_without_the_class_of_interest_stands_last_however_low_its_kappa() -> None:
    table = nights().reset_index(drop=True)
    is_last = table.night == 6
    table.loc[is_last & (table.y_true == "N3"), "y_true"] = "Wake"
    table.loc[is_last, "y_pred"] = "N1"
    visitor = lead_with(Visitor().bring(table).go("timeline"), sorted(["Wake", "N1", "N2", "N3", "REM"]).index("N3"))
    assert visitor.finding.startswith("Night 5: the model missed ")
    assert visitor.widget(BOX).options[-1] == "6 · absent"


def test_stages_have_a_staircase_with_wake_on_top_and_no_lateness() -> None:
    visitor = sleep()
    names = ["Wake", "REM", "N1", "N2", "N3"]
    assert visitor.chart("hypnogram")["layout"]["yaxis"]["ticktext"] == [*names, "Differs", *names]
    assert not re.search(r"\blate\b|\bearly\b", visitor.text)
    thick = [line for line in visitor.chart("hypnogram")["data"] if line.get("line", {}).get("width", 0) > 4]
    assert len({line["line"]["color"] for line in thick}) == 2, "REM and N3"


def test_a_night_is_told_in_minutes_per_stage_and_in_sleep_measures() -> None:
    table, visitor = nights(), sleep()
    night = table[table.night == kappas(table).idxmin()]
    shown = visitor.table().set_index(visitor.table().columns[0])
    assert list(shown.index) == [
        "Wake",
        "REM",
        "N1",
        "N2",
        "N3",
        "Sleep efficiency",
        "REM latency",
        "Wake after sleep onset",
    ]
    true, said = ((night[side] == "N3").sum() / 2 for side in ("y_true", "y_pred"))
    assert shown.loc["N3"].tolist()[:3] == [f"{true:g} min", f"{said:g} min", f"−{true - said:g} min"]
    assert shown.loc["Sleep efficiency", "True class"] == f"{(night.y_true != 'Wake').mean() * 100:.1f} %"


def test_without_names_of_stages_there_are_no_sleep_measures() -> None:
    table = nights().replace(dict(zip(["Wake", "N1", "N2", "N3", "REM"], "abcde", strict=True)))
    visitor = Visitor().bring(table).go("timeline")
    order = [visitor.study.labels[i] for i in visitor.opened.review.order]
    assert visitor.table().iloc[:, 0].tolist() == order
    assert "Sleep efficiency" not in visitor.text


def test_all_nights_have_sensitivity_and_ppv_as_marks_and_minutes_per_night() -> None:
    table, visitor = nights(), sleep()
    shown = visitor.tables[1]
    assert shown["Sensitivity"].str.contains(r"!\[.*\]\(data:image/svg").all()
    lowest = table[table.y_true == "N3"].groupby("night").apply(lambda g: (g.y_pred == "N3").mean()).min() * 100
    assert f"({lowest:.0f}–" in as_read(shown["Sensitivity"].iloc[4]), "six nights are too few for a CI"
    each = table.groupby("night").apply(lambda g: ((g.y_pred == "N2").sum() - (g.y_true == "N2").sum()) / 2)
    said = as_read(shown.iloc[3, 3])
    mean, sd = (f"{round(number, 1):g}" for number in (each.mean(), each.std()))
    assert said == f"+{mean} min (SD {sd}, +{each.min():g} to +{each.max():g})"


def test_of_few_epochs_the_table_of_a_night_tells_their_time() -> None:
    table = nights().replace("N3", "N2").reset_index(drop=True)
    table.loc[table.epoch.between(100, 105), ["y_true", "y_pred"]] = "N3"
    table.loc[table.epoch == 100, "y_pred"] = "N2"
    shown = Visitor().bring(table).go("timeline").table()
    row = shown.set_index(shown.columns[0]).loc["N3"].tolist()
    assert row == ["3 min", "2.5 min", "−0.5 min", "2.5 of 3 min", "2.5 of 2.5 min"]


def test_the_kappas_of_all_nights_are_drawn_from_five_on() -> None:
    visitor = sleep()
    assert "κ of all 6 nights" in subheaders(visitor)
    assert len(visitor.chart(visitor.key("timeline_kappas"))["data"][0]["hovertext"]) == 6
    assert not any("κ of all" in each for each in subheaders(sleep(4)))


# ------------------------------------------------------------------ time


@pytest.mark.parametrize(
    ("column", "step", "because", "late"),
    [
        ("frame", 1, "Frame duration not given; 1 s assumed.", "2 s late"),
        ("frame", 25, "Frame duration not given; 1 s assumed.", "2 s late"),
        ("epoch", 1, "Epoch duration not given; 30 s assumed.", "60 s late"),
        ("second", 5, "“second” is read as seconds, in steps of 5.", "10 s late"),
    ],
)
def test_time_comes_from_the_file_where_it_says_it_and_the_reason_is_said(
    column: str, step: int, because: str, late: str
) -> None:
    visitor = three(step=step, column=column)
    assert f"starts on time and {late}." in visitor.detail
    assert because in visitor.text


def test_the_reader_sets_how_long_a_row_lasts_either_way() -> None:
    visitor = three().set(RATE, 25)
    assert subheaders(visitor)[0] == "Video op2: 2:05 min of B missed"
    assert "on time and 50 s late" in visitor.detail
    visitor.set(WAY, "rows per second")
    assert "on time and 0.08 s late" in visitor.detail
    assert "25 frames per second, as set here." in visitor.text
    assert "on time and 2 s late" in visitor.set(RATE, None).detail


def test_another_study_begins_with_its_own_time() -> None:
    visitor = surgical().set(RATE, 25)
    visitor.upload(frames(THREE)).go("timeline")
    assert "1 s assumed" in visitor.text


def test_the_word_for_a_recording_is_the_file_s_own() -> None:
    table = frames(THREE, column="epoch").rename(columns={"video_id": "night"})
    visitor = lead_with(Visitor().bring(table).go("timeline"), 1)
    assert visitor.finding == "B was not recognised in 1 of 3 nights."
    assert "The model changes stage 5 times" in visitor.detail


# ------------------------------------------------------------------ classes that are no phase


def test_a_class_that_is_neither_is_no_phase_but_still_counts_in_frame_accuracy() -> None:
    visitor = open_recording(mark_as_neither(three(), 1), "op2")
    assert visitor.finding == "Phase A was recognised in all 3 videos."
    assert "Phases of op2, frame accuracy 60 %" in subheaders(visitor)
    assert visitor.table().iloc[:, 0].tolist() == ["1 A", "3 C"]


def test_where_no_class_is_a_phase_that_is_said() -> None:
    assert mark_as_neither(three(), 0, 1, 2).finding == "No class is a phase."


# ------------------------------------------------------------------ what cannot be laid out, and odd orders


@pytest.mark.parametrize("study", ["heart-rhythm", "breast-cancer"])
def test_without_recordings_the_page_says_what_it_would_need(study: str) -> None:
    visitor = seen(study, "timeline")
    assert visitor.finding == "No sequences in this dataset."
    assert "video_id" in visitor.text
    assert len(visitor.app.get("plotly_chart")) == 0


def test_odd_orders_are_told_and_nothing_is_repaired() -> None:
    table = frames(THREE)
    table = pd.concat([table.iloc[::-1], table.iloc[:1]])
    table = table[~((table.video_id == "op3") & (table.frame == 7))]
    visitor = Visitor().bring(table).go("timeline")
    assert any("1 row with the same “frame” as the row before: both are counted." in each for each in visitor.warnings)
    assert "1 frame missing in 1 gap of “frame”" in visitor.text
    assert "a row with a higher “frame”: rows were sorted." in visitor.text


def test_time_begins_with_the_first_row_that_is_used() -> None:
    table = frames({"op1": THREE["op1"]})
    visitor = Visitor().bring(table.assign(frame=table.frame + 60)).go("timeline")
    assert "0:00 is frame 60, the first that is used." in visitor.text


@pytest.mark.parametrize("recurs", [False, True])
def test_names_of_recordings_and_phases_stay_text(recurs: bool) -> None:
    courses = {name: tuple(side * 3 for side in sides) for name, sides in THREE.items()} if recurs else THREE
    table = frames(courses).replace({"y_true": dict(zip("ABC", HOSTILE, strict=False))})
    table = table.replace({"y_pred": dict(zip("ABC", HOSTILE, strict=False))})
    table["video_id"] = table.video_id.map({"op1": HOSTILE[0], "op2": HOSTILE[1], "op3": HOSTILE[3]})
    visitor = Visitor().bring(table).go("timeline")
    assert ("hypnogram" in {visitor.name(each.key) for each in visitor.app.get("plotly_chart")}) is recurs
    alive = [text for kind, text in visitor.texts() if kind == "markdown" and any(name in text for name in HOSTILE)]
    assert alive == []
    for chart in visitor.app.get("plotly_chart"):
        assert "<img" not in chart.proto.spec
        assert "](javascript" not in chart.proto.spec.replace("[x](javascript", "")


def test_the_title_line_has_the_recordings_and_a_length_that_the_file_does_not_give() -> None:
    captions = [as_read(each.value) for each in surgical().app.caption]
    assert "12 videos, too few for a CI · 1 s per frame (assumed)" in captions
    given = Visitor().bring(frames(THREE, column="second")).go("timeline")
    assert [said for said in (as_read(each.value) for each in given.app.caption) if "per row" in said] == []
    typed = three().set(RATE, 2.0)
    assert any(as_read(each.value).endswith("· 2 s per frame") for each in typed.app.caption)
