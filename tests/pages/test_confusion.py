"""The confusion page lists, for a chosen cell, exactly the cases of that cell."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import confusion_matrix

from predictions.demo import EXAMPLES
from tests.support.studies import TABLES, first_view, opened, seen
from tests.support.visitor import Visitor
from ui.tables.layout import ROW

MOST = 200


def listed(visitor: Visitor) -> pd.DataFrame:
    """The cases of the chosen cell."""
    return next(visitor.frames())[0]


def cells(visitor: Visitor) -> tuple[list[str], np.ndarray]:
    """The names of the matrix as it is shown, and the counts in its cells."""
    bars = next(trace for trace in visitor.chart("matrix")["data"] if trace["type"] == "bar")
    view = visitor.app.session_state["open_study"].view
    names = [view.plain_voice.names[i] for i in view.voice.order]
    counts = [re.search(r">([\d,]+)</b>", text) for text in bars["text"]]
    numbers = [int(found[1].replace(",", "")) if found else 0 for found in counts]
    return names, np.array(numbers).reshape(len(names), len(names))


@pytest.mark.parametrize("key", [example.key for example in EXAMPLES if example.key != "surgical-phases"])
def test_the_matrix_is_that_of_the_reference(key: str) -> None:
    table = first_view(key)
    names, shown = cells(seen(key, "confusion"))
    assert (shown == confusion_matrix(table.y_true, table.y_pred, labels=names)).all()


def test_every_error_has_the_median_score_of_its_prediction() -> None:
    table, visitor = first_view("heart-rhythm"), seen("heart-rhythm", "confusion")
    scored = table.assign(score=[row[f"score_{row.y_pred}"] for _, row in table.iterrows()])
    medians = scored.groupby(["y_true", "y_pred"]).score.median()
    shown = visitor.table(-1)
    cells = [re.findall(r"[A-Z]\w+", error)[:2] for error in shown["Error" if "Error" in shown else shown.columns[0]]]
    assert len(cells) == 6
    assert shown["Median score of the prediction"].tolist() == [f"{medians[tuple(cell)]:.2f}" for cell in cells]


def test_the_finding_is_the_most_dangerous_error_and_its_cell_is_chosen() -> None:
    table, visitor = first_view("heart-rhythm"), seen("heart-rhythm", "confusion")
    number = int(((table.y_true == "VT") & (table.y_pred == "Normal")).sum())
    support = int((table.y_true == "VT").sum())
    assert visitor.finding == f"{number} of {support} patients with VT are classified as Normal (10 %)."
    assert f"{number} patients: VT → Normal" in visitor.text
    wrong = table[table.y_true != table.y_pred].groupby(["y_true", "y_pred"]).size()
    truth, predicted = wrong.idxmax()
    assert f"Most frequent error: {truth} classified as {predicted}, {wrong.max():,} of " in visitor.detail


@pytest.mark.thorough
def test_the_cell_follows_the_finding_until_somebody_chooses_one() -> None:
    visitor = Visitor(study="heart-rhythm").go("confusion").choose("Class of interest", "Ectopic")
    assert "with Ectopic are classified as Normal" in visitor.finding
    assert "18 patients: Ectopic → Normal" in visitor.text
    shown = {box.label: box.options[box.index] for box in visitor.app.selectbox}
    assert (shown["True class"], shown["Predicted class"]) == ("Ectopic", "Normal")
    visitor.choose("Predicted class", "VT").choose("Class of interest", "VT")
    assert "with VT are classified as Normal" in visitor.finding
    assert "6 patients: Ectopic → VT" in visitor.text


@pytest.mark.parametrize("cell", ["0", "0-9", "-1", "a-b", "0-0-1", "²-1"])
def test_a_cell_that_the_study_does_not_have_is_dropped_from_the_address(cell: str) -> None:
    visitor = Visitor(study="heart-rhythm", cell=cell).go("confusion")
    assert "5 patients: VT → Normal" in visitor.text
    assert "cell" not in visitor.query


def test_every_error_stands_below_the_most_dangerous_first() -> None:
    visitor = seen("heart-rhythm", "confusion")
    first = [row.split(" | ") for row in visitor.table()["Error"]]
    assert [row[0] for row in first][:3] == ["VT → Normal", "VT → Ectopic", "Ectopic → Normal"]
    assert [row[1] for row in first][::2] == ["missed as Normal", "missed as Normal", "false alarm"]
    assert visitor.table()["Of the true class"].tolist()[0].startswith("10 % (5 of 50)")


@pytest.mark.parametrize(
    ("study", "page"), [("heart-rhythm", "confusion"), ("heart-rhythm", "cases"), ("surgical-phases", "confusion")]
)
def test_a_list_ends_with_a_whole_row_in_a_wide_window(study: str, page: str) -> None:
    """From 1,600 px on a row of the page's own height is 39 px, and the fifth of 5 patients was cut in its middle."""
    assert ROW in {each.proto.row_height for each in seen(study, page).app.dataframe}


def test_all_errors_are_listed_when_unfolded() -> None:
    """A list that nobody sees was a tenth of what the browser had to do first."""
    truth, predicted = np.random.default_rng(3).integers(0, 5, (2, 400))
    visitor = Visitor().bring(pd.DataFrame({"y_true": truth, "y_pred": predicted}).map("stage {}".format))
    visitor.go("confusion")
    assert not [frame for frame, _ in visitor.frames() if "Predicted class" in frame]
    visitor.keep("all_errors", True).run()
    errors = next(frame for frame, _ in visitor.frames() if "Predicted class" in frame)
    assert errors["Cases"].sum() == (truth != predicted).sum()


@pytest.mark.thorough
def test_every_cell_chosen_by_the_lists_has_its_cases() -> None:
    table, visitor = first_view("heart-rhythm"), Visitor(study="heart-rhythm").go("confusion")
    for truth in ("Normal", "VT"):
        for predicted in ("Normal", "Ectopic", "VT"):
            visitor.choose("True class", truth).choose("Predicted class", predicted)
            cell = table[(table.y_true == truth) & (table.y_pred == predicted)]
            shown = listed(visitor)
            assert len(shown) == min(MOST, len(cell))
            assert set(shown["patient_id"]) <= set(cell["patient_id"])
            assert f": {truth} → {predicted}" in visitor.text


@pytest.mark.thorough
def test_the_most_confident_cases_come_first_and_a_long_list_says_that_it_is_longer() -> None:
    table, visitor = first_view("heart-rhythm"), Visitor(study="heart-rhythm").go("confusion")
    visitor.choose("True class", "Normal").choose("Predicted class", "Normal")
    shown, cell = listed(visitor), table[(table.y_true == "Normal") & (table.y_pred == "Normal")]
    most_confident = np.sort(cell["score_Normal"].to_numpy())[::-1][:MOST]
    assert list(shown["score Normal"]) == pytest.approx(list(most_confident))
    assert f"The first {MOST} of {len(cell):,} patients." in visitor.text


@pytest.mark.thorough
def test_an_empty_cell_says_so() -> None:
    visitor = opened("never predicted").go("confusion").choose("True class", "Normal").choose("Predicted class", "Rare")
    assert "No case is in this cell." in visitor.text
    assert not [frame for frame, _ in visitor.frames() if "Predicted class" not in frame]


def test_the_outline_stands_where_the_lists_point() -> None:
    visitor = (
        Visitor(study="heart-rhythm").go("confusion").choose("True class", "VT").choose("Predicted class", "Normal")
    )
    labels = visitor.choices_in("Predicted class")
    (outline,) = visitor.chart("matrix")["layout"]["shapes"]
    assert (outline["x0"] + outline["x1"]) / 2 == labels.index("Normal")
    assert (outline["y0"] + outline["y1"]) / 2 == labels.index("VT")


@pytest.mark.thorough
@pytest.mark.parametrize("study", ["pasted matrix", "typed matrix"])
def test_a_matrix_alone_has_no_cases_to_list(study: str) -> None:
    visitor = seen(study, "confusion")
    assert "Case list not available: only a confusion matrix was given." in visitor.text
    assert not [frame for frame, _ in visitor.frames() if "Predicted class" not in frame]


@pytest.mark.thorough
def test_labels_alone_list_cases_in_the_order_of_the_file() -> None:
    table, visitor = TABLES["labels only"](), opened("labels only").go("confusion")
    visitor.choose("True class", "Normal").choose("Predicted class", "Normal")
    cell = table[(table.y_true == "Normal") & (table.y_pred == "Normal")]
    assert list(listed(visitor)["case_id"]) == list(cell["case_id"])


@pytest.mark.parametrize(("mode", "axis"), [("truth", 1), ("predicted", 0)])
def test_the_percentages_are_of_the_true_class_or_of_the_predictions(mode: str, axis: int) -> None:
    visitor = Visitor(study="heart-rhythm").go("confusion")
    _, counts = cells(visitor)
    visitor.set("matrix_mode", mode)
    proportions = counts / counts.sum(axis=axis, keepdims=True)
    text = next(trace["text"] for trace in visitor.chart("matrix")["data"] if trace["type"] == "bar")
    for place, proportion in enumerate(proportions.ravel()):
        if 0.01 <= proportion <= 0.99:
            assert f"{proportion * 100:.0f}" in text[place] or f"{proportion * 100:.1f}" in text[place]


def test_many_classes_have_a_list_of_errors_that_chooses_the_cell() -> None:
    visitor = seen("20 classes", "confusion")
    errors = next(frame for frame, _ in visitor.frames() if "Predicted class" in frame)
    view = visitor.app.session_state["open_study"].view
    wrong = view.evaluation.matrix.cells.copy()
    np.fill_diagonal(wrong, 0)
    assert len(errors) == (wrong > 0).sum()
    assert errors["Cases"].sum() == wrong.sum()


def test_many_classes_without_an_error_have_no_list_of_errors() -> None:
    labels = [f"class {i:02d}" for i in range(20)] * 2
    visitor = Visitor().bring(pd.DataFrame({"y_true": labels, "y_pred": labels})).go("confusion")
    assert visitor.finding == "The model made no error in 40 cases."
    assert "Errors, most dangerous first" not in visitor.text


# ------------------------------------------------------------------ phases and stages


def surgical() -> Visitor:
    return Visitor(study="surgical-phases").go("confusion")


def test_the_matrix_of_phases_is_that_of_the_reference_in_minutes_and_seconds() -> None:
    table, visitor = first_view("surgical-phases"), surgical()
    bars = next(trace for trace in visitor.chart("matrix")["data"] if trace["type"] == "bar")
    view = visitor.opened.view
    names = [view.plain_voice.names[i] for i in view.voice.order]
    expected = confusion_matrix(table.y_true, table.y_pred, labels=names).ravel().tolist()
    written = [f"<b>{n // 60}:{n % 60:02d}</b>" if n else "" for n in expected]
    assert list(bars["text"]) == written


def test_of_phases_the_finding_is_time_in_so_many_videos_and_between_neighbours() -> None:
    table, visitor = first_view("surgical-phases"), surgical()
    wrong = table[table.y_true != table.y_pred]
    (truth, predicted), rows = (
        wrong.groupby(["y_true", "y_pred"]).size().pipe(lambda sizes: (sizes.idxmax(), sizes.max()))
    )
    assert visitor.finding.startswith(f"Most frequent error: {truth} classified as {predicted}, {rows // 60}:")
    videos = wrong[(wrong.y_true == truth) & (wrong.y_pred == predicted)].video_id.nunique()
    assert visitor.detail.startswith(
        f"In {videos} of 12 videos. Of {len(wrong) // 60}:{len(wrong) % 60:02d} min of error,"
    )
    assert "frames" not in visitor.finding + visitor.detail


def test_a_cell_of_phases_lists_its_segments_longest_first() -> None:
    table, visitor = first_view("surgical-phases"), surgical()
    shown = listed(visitor)
    assert list(shown.columns) == ["Video", "From", "To", "Seconds"]
    assert (np.diff(shown["Seconds"]) <= 0).all()
    truth, predicted = re.search(r"error: (.*) classified as (.*), ", visitor.finding).groups()
    cell = table[(table.y_true == truth) & (table.y_pred == predicted)]
    assert shown.groupby("Video")["Seconds"].sum().to_dict() == cell.groupby("video_id").size().to_dict()
    first = cell[cell.video_id == shown["Video"][0]]
    minutes, seconds = shown["From"][0].split(":")
    assert 60 * int(minutes) + int(seconds) in first.frame.to_numpy()
    assert f"{len(shown)} segments: " in visitor.text


def test_errors_of_phases_have_their_time_a_tick_per_video_and_how_many_have_them() -> None:
    shown = surgical().table()
    assert shown["Videos"].iloc[0].endswith(" of 12")
    assert re.match(r"[\d.]+ % \(\d+:\d\d of \d+:\d\d min\)", shown["Of the true class"].iloc[0])


def test_errors_of_patients_with_several_rows_have_an_interval_that_resamples_patients() -> None:
    visitor = seen("heart-sounds", "confusion")
    shown = visitor.tables[0]
    assert shown["Of the true class"].str.contains("![CI", regex=False).all()
    assert "(cluster bootstrap), scale 0–100" in visitor.text
    said = seen("heart-rhythm", "confusion").text
    assert "(Wilson), scale 0–40 % of the true class, 0–60 % of the predictions." in said


def test_errors_of_many_videos_have_an_interval_in_place_of_ticks() -> None:
    visitor = Visitor().bring(many_videos(20)).go("confusion")
    shown = visitor.tables[0]
    assert shown["Of the true class"].str.contains("![CI", regex=False).all()
    assert "(cluster bootstrap), scale 0–100" in visitor.text


def many_videos(number: int) -> pd.DataFrame:
    """Three phases in every video; each begins late by a time of its own."""
    rows = []
    for video in range(number):
        truth = np.repeat(["Preparation", "Clipping", "Retraction"], 40)
        late = 2 + video % 7
        predicted = np.concatenate([truth[:1].repeat(late), truth[:-late]])
        rows.append(pd.DataFrame({"video_id": f"V{video}", "frame": range(120), "y_true": truth, "y_pred": predicted}))
    return pd.concat(rows)
