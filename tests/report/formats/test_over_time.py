"""Over time in JSON, text and HTML: with --date, as on the page, and never beside withheld counts."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pandas as pd
import pytest

from predictions.opening import open_files
from report.cli.command import main
from report.formats.html import Layout, as_html
from report.formats.json_document import document
from report.formats.plain_text import summary
from report.results import Report, report_of_views, results_of
from reviews.review import Marker
from tests.support.data.dated import months, view_on


def written(report: Report) -> list[dict]:
    return json.loads(json.dumps(document(report), allow_nan=False))["evaluations"][0]["over_time"]


@pytest.fixture(scope="module")
def report() -> Report:
    view = view_on(months(), date(2026, 9, 1), "<b>software</b> update")
    view = replace(view, review=replace(view.review, interest=view.study.labels.index("VT")))
    return report_of_views([view], dates="date")


def test_json_has_every_month_with_cases_in_the_shape_of_the_contract() -> None:
    table = months()
    table = table[~table.date.str.startswith("2026-04")]
    found = written(results_of(view_on(table).study, dates="date"))
    assert [each["from"][:7] for each in found] == [f"2026-{month:02d}" for month in range(1, 13) if month != 4]
    assert all(set(each) == {"from", "to", "n", "classes"} for each in found)
    assert (found[0]["from"], found[0]["to"], found[0]["n"]) == ("2026-01-01", "2026-01-31", 80)
    assert set(found[0]["classes"]) == {"Normal", "VT"}


def test_what_no_month_shows_is_a_notice_of_the_document() -> None:
    table = months()
    table.loc[:4, "date"] = ""
    found = document(results_of(view_on(table).study, dates="date"))["notices"]
    assert [each["text"].replace("\u00a0", " ") for each in found if each["code"] == "blank_dates"] == [
        "5 rows with a blank “date”: not shown over time."
    ]
    assert "blank_dates" not in {each["code"] for each in document(results_of(view_on(table).study))["notices"]}


@pytest.mark.thorough
def test_a_month_has_the_numbers_of_a_file_with_its_rows_alone(report: Report) -> None:
    for found, (_, rows) in zip(written(report), months().groupby(months().date.str[:7]), strict=True):
        alone = results_of(open_files([("one.csv", rows.to_csv(index=False).encode())]))
        expected = document(alone)["evaluations"][0]["classes"]
        for label, each in found["classes"].items():
            shared = set(each) & set(expected[label])
            assert shared >= {"support", "predicted", "tp", "fp", "fn", "tn", "sensitivity", "fpr", "ppv"}
            few = {key for key in shared if isinstance(each[key], dict) and each[key].get("code") == "not_assessable"}
            assert {key: each[key] for key in shared - few} == {key: expected[label][key] for key in shared - few}


def test_a_month_with_fewer_than_ten_cases_of_a_number_says_so_as_a_group_does(report: Report) -> None:
    """The pages leave such a month without a percentage and do not judge it."""
    about = {"sensitivity": ("tp", "fn"), "fpr": ("fp", "tn"), "ppv": ("tp", "fp")}
    seen = set()
    for month in written(report):
        for each in month["classes"].values():
            for key, parts in about.items():
                told = sum(each[part] for part in parts)
                is_few = 0 < told < 10
                assert (each[key].get("code") == "not_assessable") == is_few, (month["from"], key, told)
                assert (each[key]["value"] is None) == (told < 10)
                seen.add(is_few)
    assert seen == {True, False}


def test_text_and_html_say_what_the_page_says(report: Report) -> None:
    sentence = "12.8 % of cases are predicted VT, before 5.0 %; 3 of 4 months are above the control limit."
    text = " ".join(summary(report).replace("\u00a0", " ").split())
    assert sentence in text
    assert "VT by month" in text
    page = as_html(report).decode().replace("\u00a0", " ")
    assert sentence in page
    assert "VT predictions, over time" in page
    assert "<b>software</b>" not in page
    assert "&lt;b&gt;software&lt;/b&gt;" in page


def test_nothing_of_dates_stands_beside_withheld_counts(report: Report) -> None:
    page = as_html(report, Layout(fewest=5)).decode()
    assert "by month" not in page
    assert "over time" not in page
    assert "No numbers by “date”" in page
    assert "2026-0" not in page


def test_months_whose_true_classes_come_late_are_a_notice() -> None:
    table = months()
    table.loc[(table.date > "2026-12") & (table.index % 2 == 0), "y_true"] = ""
    found = results_of(view_on(table).study, dates="date")
    (notice,) = [each for each in document(found)["notices"] if each["code"] == "late_labels"]
    assert notice["text"] == (
        "40 of 80 predictions dated 2026-12 have no true class yet: this month is incomplete and not judged."
    )
    assert "have no true class yet" in summary(found)
    assert "late_labels" not in json.dumps(document(results_of(view_on(table).study)))


def test_nothing_is_said_of_time_that_nobody_asked_for() -> None:
    found = results_of(view_on(months()).study)
    assert "over_time" not in document(found)["evaluations"][0]
    assert "by month" not in summary(found)


def test_one_month_has_json_and_no_picture() -> None:
    found = results_of(view_on(months([4])).study, dates="date")
    assert len(written(found)) == 1
    assert "by month" not in summary(found)


def test_an_empty_marker_or_another_split_fails_nothing() -> None:
    table = months([4, 5]).assign(split=["test", "train"] * 80)
    view = view_on(table)
    marked = replace(view.review, marker=Marker(date(1990, 1, 1)))
    views = [replace(view, review=marked, split=split) for split in ("test", "train")]
    assert len(json.loads(json.dumps(document(report_of_views(views, dates="date"))))["evaluations"]) == 2


@pytest.mark.parametrize("name", ["timestamp", "study_date", "time"])
def test_a_column_of_dates_is_asked_for_by_its_name(tmp_path: Path, capsys, name: str) -> None:
    path = tmp_path / "a.csv"
    months().rename(columns={"date": name}).to_csv(path, index=False)
    assert main([str(path), "--json", "--date", name]) == 0
    found = json.loads(capsys.readouterr().out)["evaluations"][0]["over_time"]
    assert [each["n"] for each in found] == [80] * 12


@pytest.mark.parametrize(
    ("table", "column", "said"),
    [
        (months(), "day", "There is no column “day” with the dates of cases. These columns hold dates: “date”."),
        (months().drop(columns="date"), "date", "No column of this file holds dates."),
        (months().assign(date="soon"), "date", "holds no dates that can be read. Write them as 2026-03-31."),
    ],
)
def test_a_column_without_dates_is_refused_in_words(
    tmp_path: Path, capsys, table: pd.DataFrame, column: str, said: str
) -> None:
    path = tmp_path / "a.csv"
    table.to_csv(path, index=False)
    assert main([str(path), "--date", column]) == 2
    assert said in capsys.readouterr().err
