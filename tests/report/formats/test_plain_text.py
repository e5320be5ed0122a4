"""The summary in a terminal and the report that stands alone: what is said, how wide, and that no text comes alive."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from predictions.demo import open_example
from report.cli.progress import Progress
from report.formats.html import as_html
from report.formats.json_document import document
from report.formats.plain_text import summary
from report.formats.text_layout import WIDTH, aligned, columns, plain, wrapped
from report.results import report_of_views
from reviews import KeptThreshold, Review, View
from reviews.previews import first_view
from tests.report.formats.test_json_document import HOSTILE, MATRIX, STUDIES, scored, table
from tests.report.helpers import KEYS, csv_file, example_file, report_of

VOID = {"meta", "br", "link", "img", "input", "hr"}
BIDI = re.compile("[\u202a-\u202e\u2066-\u2069\x00-\x08\x0b-\x1f\x7f]")


def hostile_file(folder: Path) -> str:
    """Labels, column, file and model names that would like to be more than text."""
    columns_ = scored(HOSTILE) | {"model": ["<script>alert(2)</script>", "\x1b]0;title\x07"] * 45}
    return csv_file(folder, table(columns_), "<b>x&y.csv")


# ------------------------------------------------------------------ the terminal


@pytest.mark.parametrize("key", KEYS)
def test_the_summary_keeps_to_its_width_and_ends_no_line_in_space(key: str) -> None:
    lines = summary(report_of(example_file(key))).splitlines()
    assert max(map(columns, lines)) <= WIDTH
    assert lines == [line.rstrip() for line in lines]


def test_the_class_that_leads_is_that_of_the_pages_and_the_document_names_none(tmp_path: Path) -> None:
    """The rarest class has two cases, of which little can be said."""
    rows = "Sinus,Sinus\n" * 60 + "Flutter,Flutter\n" * 20 + "Flutter,Sinus\n" * 10 + "AVNRT,AVNRT\n" + "AVNRT,Sinus\n"
    found = report_of(csv_file(tmp_path, f"y_true,y_pred\n{rows}"))
    view = found.results[0].view
    assert view.interest == first_view(found.study).interest
    assert "The model missed 10 of 30 cases with Flutter" in summary(found).replace("\u00a0", " ")
    assert document(found)["positive"] is None


@pytest.mark.thorough
def test_a_report_of_one_group_says_of_whom_its_numbers_are() -> None:
    study = open_example("heart-rhythm")
    everybody = View(study, Review.begin(study), 0, "test")
    women = everybody.lenses[0]
    for view, is_said in ((everybody, False), (everybody.within(women), True)):
        report = report_of_views([view])
        told = f"Only {women.plain}: every number is of these patients, not of all rows used."
        assert (told in summary(report), told in as_html(report).decode()) == (is_said, is_said)


def test_the_summary_of_many_classes_is_short(tmp_path: Path) -> None:
    labels = [f"class number {i} of many" for i in range(120)]
    text = "y_true,y_pred\n" + "".join(f"{label},{labels[i * 7 % 120]}\n" for i, label in enumerate(labels * 2))
    lines = summary(report_of(csv_file(tmp_path, text))).splitlines()
    assert "  The first 40 of 120 classes; --json lists all of them." in lines
    assert len(lines) < 150


@pytest.mark.thorough
def test_the_level_is_said_and_intervals_of_single_rows_stand_beside_those_of_patients() -> None:
    said = " ".join(summary(report_of(example_file("heart-sounds"), "--level", "90")).split())
    assert "90 % CIs: patient-level (cluster) bootstrap (bootstrap SE, logit scale, t; 2,000 " in said
    assert "90 % CI" in said
    assert re.search(r"Accuracy 82\.6–85\.3 8\d\.\d–8\d\.\d 1\.\d× as wide", said)
    assert "95 % CI" not in said


@pytest.mark.thorough
def test_how_calibration_was_made_is_said_once_and_of_which_class_each_curve_is() -> None:
    said = " ".join(summary(report_of(example_file("heart-rhythm"))).split())
    table = said[said.index("Calibration of each class") : said.index("Averages over")]
    assert "Curve (VT, Ectopic): logistic regression on restricted cubic splines of the logit, 4 knots" in table
    assert "Curve (Normal): logistic regression on the logit." in table
    assert table.count("95 % CI: Wald;") == 1


def test_the_summary_says_what_was_noticed_and_excluded(tmp_path: Path) -> None:
    text = "y_true,y_pred\n" + "a,a\nb,b\n,a\nb,\n" * 6
    said = summary(report_of(csv_file(tmp_path, text)))
    assert "12 of 24 rows used; 6 have no true class." in said
    assert "! No case ID column" in said


def test_a_report_is_amber_only_where_rows_are_lost_and_says_that_first(tmp_path: Path) -> None:
    rows = "y_true,y_pred\n" + "Normal,VT\n" * 20 + "VT,VT\n" * 20 + ",VT\n" * 5
    page = as_html(report_of(csv_file(tmp_path, rows))).decode()
    (lost,) = re.findall(r'<p class="notice">(.*?)</p>', page)
    assert "5" in lost
    assert "true class" in lost
    assert page.index(lost) < page.index('<p class="small">')


def test_undefined_values_carry_their_reason(tmp_path: Path) -> None:
    said = summary(report_of(csv_file(tmp_path, STUDIES["never predicted"])))
    assert "  – PPV: no case is classified as the class (c)." in said
    assert "  PPV: defined for 2 of 3 classes; c excluded from macro and weighted." in said


def test_a_reason_that_holds_for_many_numbers_of_all_classes_is_said_once() -> None:
    """Eight lines of twelve videos named the same seven phases again."""
    said = " ".join(summary(report_of(example_file("surgical-phases"))).split())
    alike = (
        "Sensitivity, Specificity, NPV, F1, Jaccard, AUC, Average precision: CI not estimated: 12 clusters, 15 needed."
    )
    assert alike in said
    assert "PPV: CI not estimated: 11 clusters, 15 needed (Clipping and cutting, Cleaning and coagulation)." in said


def test_a_matrix_has_a_summary_too(tmp_path: Path) -> None:
    said = summary(report_of(csv_file(tmp_path, MATRIX), "--confusion-matrix"))
    assert "The model missed 10 of 50 cases with VT (20 %): 5 classified as Normal, 5 as Ectopic." in said
    assert "AUC" not in said


def test_names_steer_no_terminal(tmp_path: Path) -> None:
    said = summary(report_of(hostile_file(tmp_path)))
    assert not BIDI.search(said)
    assert "[U+001B]" in said


def test_wide_and_combining_characters_keep_columns_straight() -> None:
    lines = aligned([["日本", "1"], ["e\u0301e\u0301", "22"], ["abcd", "333"]])
    assert {columns(line) for line in lines} == {2 + 4 + 2 + 3}


def test_numbers_stay_with_their_units() -> None:
    text = " ".join(["word"] * 18) + " of\u00a050\u00a0patients, CI 11\u2060–\u206033\u00a0%"
    lines = wrapped(text)
    assert any("of 50 patients," in line for line in lines)
    assert plain("CI\u00a011\u2060–\u206033") == "CI 11–33"


# ------------------------------------------------------------------ one file that stands alone


class Reader(HTMLParser):
    """Tags must close in order; collects elements and the text outside scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"script", "style"} & set(self.open):
            self.text += data

    def having(self, tag: str) -> Iterator[dict[str, str | None]]:
        return (attributes for name, attributes in self.elements if name == tag)


@pytest.mark.thorough
@pytest.mark.parametrize("key", KEYS)
def test_the_report_is_one_file_that_asks_for_nothing_else(key: str) -> None:
    page = Reader(as_html(report_of(example_file(key))).decode())
    assert not [each for each in page.elements if {"src", "srcset", "onload", "onerror"} & set(each[1])]
    assert not list(page.having("link"))
    assert all(str(link["href"]).startswith("#part-") for link in page.having("a"))
    (policy,) = (each["content"] for each in page.having("meta") if each.get("http-equiv") == "Content-Security-Policy")
    assert str(policy).startswith("default-src 'none';")


@pytest.mark.thorough
def test_the_report_says_what_the_summary_says() -> None:
    report = report_of(example_file("breast-cancer"))
    page = Reader(as_html(report).decode())
    said = " ".join(page.text.split())
    lines = [line.strip(" –!-") for line in summary(report).splitlines()]
    titles = [
        line
        for line in lines
        if line in ("Overall", "Averages as in “Metric Equations and Aggregation Methods”", "Averages over the classes")
    ]
    assert len(titles) == 6
    assert all(line in said for line in titles)
    for number in re.findall(r"\d+\.\d+±\d+\.\d+|\d\.\d{3}", summary(report)):
        assert number in said
    assert sum(each.get("role") == "img" for each in page.having("div")) == 12


def test_no_text_of_a_file_comes_alive_in_the_report(tmp_path: Path) -> None:
    content = as_html(report_of(hostile_file(tmp_path))).decode()
    page = Reader(content)
    assert not list(page.having("img")) + list(page.having("b"))
    assert len(list(page.having("script"))) == 2
    assert "<img src=x onerror=alert(1)>" in page.text
    drawn = content[content.rindex("<script>") : content.rindex("</script>")]
    assert "<img" not in drawn
    assert "</" not in drawn
    assert not BIDI.search(page.text.replace("\n", ""))


def test_a_matrix_has_a_report_without_curves(tmp_path: Path) -> None:
    page = Reader(as_html(report_of(csv_file(tmp_path, MATRIX), "--confusion-matrix")).decode())
    assert sum(each.get("role") == "img" for each in page.having("div")) == 2


# ------------------------------------------------------------------ progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def slow(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, patience: float = 0.02) -> str:
    monkeypatch.setattr("report.cli.progress.PATIENCE", patience)
    with Progress(stream) as progress:
        progress.say("Reading “a\x1b.csv”")
        time.sleep(0.3)
    return stream.getvalue()


def test_what_is_quick_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert slow(io.StringIO(), monkeypatch, patience=60) == ""


def test_a_log_file_gets_one_line_for_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    assert slow(io.StringIO(), monkeypatch) == "Reading “a[U+001B].csv” ...\n"


def test_on_a_terminal_one_line_counts_and_vanishes(monkeypatch: pytest.MonkeyPatch) -> None:
    said = slow(Terminal(), monkeypatch)
    assert "\n" not in said
    assert "Reading “a[U+001B].csv” ... 0 s" in said
    assert said.endswith("\r\x1b[K")


@pytest.mark.thorough
def test_a_kept_threshold_is_named_and_its_numbers_are_the_report_s() -> None:
    study = open_example("heart-rhythm")
    kept = KeptThreshold(0, study.labels.index("VT"), 0.1, applied=True)
    views = [View(study, Review.begin(study).keeping(kept), 0, "test").at_kept_thresholds]
    told = " ".join(summary(report_of_views(views)).split())
    assert "Model A: VT predicted at a score of 0.100 or above, a threshold chosen in Rounds;" in told
    assert "The model missed 5 of 50 patients with VT" in told
    assert "0.100 or above" in as_html(report_of_views(views)).decode()
    only_kept = [View(study, Review.begin(study).keeping(replace(kept, applied=False)), 0, "test").at_kept_thresholds]
    told = " ".join(summary(report_of_views(only_kept)).split())
    assert "Model A: kept threshold, not used in this report: VT predicted" in told
    assert "The model missed 10 of 50 patients with VT" in told


@pytest.mark.thorough
def test_frames_are_told_by_their_time_and_its_assumption_is_said_once() -> None:
    report = report_of(example_file("surgical-phases"))
    told = " ".join(summary(report).split())
    assert "12 videos, 2:18:41 h The model missed 2:50 of 12:03 min of Clipping and cutting (23.5 %)." in told
    assert (
        "Most frequent error: Clipping and cutting classified as Calot triangle dissection, 2:36 min (21.6 %)." in told
    )
    assert told.count("1 s per frame (assumed)") == 1
    page = plain(as_html(report).decode())
    assert page.count("1 s per frame (assumed)") == 1
    assert "2:50 of 12:03" in page


@pytest.mark.thorough
def test_a_number_stays_with_its_unit_and_a_range_on_its_line_in_a_browser() -> None:
    """ "CI 1.6–" at the end of a line and "3.6" on the next were two numbers on paper."""
    page = as_html(report_of(example_file("heart-rhythm"))).decode()
    assert "(2.4\u00a0%, CI\u00a01.6\u2060–\u20603.6; prevalence of disease 13.0\u00a0%)" in page


@pytest.mark.thorough
def test_a_length_that_the_reader_gave_is_no_assumption() -> None:
    study = open_example("surgical-phases")
    view = View(study, Review.begin(study), row_seconds=0.04)
    told = " ".join(summary(report_of_views([view])).split())
    assert "Times: 25 frames per second." in told
    assert "assumed" not in told
    assert "The model missed 0:01.0 of 0:18.7 min of Preparation" in told


def test_cases_are_counted_where_rows_are_no_frames() -> None:
    told = " ".join(summary(report_of(example_file("heart-sounds"))).split())
    assert "Times:" not in told


def test_an_assumed_threshold_stands_in_the_first_finding(tmp_path: Path) -> None:
    file = csv_file(tmp_path, STUDIES["one score"])
    told = " ".join(summary(report_of(file, "--positive", "1")).split())
    assert "At a score of 0.5 or more the model missed " in told
    assert "0.5 is an assumption." in told


def test_of_a_score_that_is_no_probability_the_report_opens_with_its_area_once(tmp_path: Path) -> None:
    file = csv_file(tmp_path, "y_true,score\n" + "".join(f"{i % 2},{i * 7 % 10}\n" for i in range(40)))
    told = " ".join(summary(report_of(file, "--positive", "1")).split())
    assert told.count("AUC for class 1: ") == 1
    assert "Most frequent error" not in told
    for page in (told, as_html(report_of(file, "--positive", "1")).decode()):
        assert "Average precision" in page
        assert all(name not in page for name in ("Specificity", "Confusion matrix", "Averages over the classes"))
    given = " ".join(summary(report_of(file, "--positive", "1", "--threshold", "4")).split())
    assert "At a score of 4 or more the model missed " in given
