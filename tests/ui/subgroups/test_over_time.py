"""Over time on the Subgroups page: sentence, picture, marked day, baseline and download in every state of the dates."""

from datetime import date

import numpy as np
import pandas as pd
import pytest

from reviews.groups.over_time import OverTime
from tests.support.data.dated import FLAGGED, months, view_on
from tests.support.studies import HOSTILE
from tests.support.visitor import Visitor
from ui.subgroups.over_time import COLUMN, DAY, NAME, PERIOD, SHOWN, UNTIL, frame
from ui.subgroups.settings import COLUMNS

pytestmark = pytest.mark.thorough


def page(table: pd.DataFrame) -> Visitor:
    groups = np.where(np.arange(len(table)) % 2, "F", "M")
    return Visitor().bring(table.assign(sex=groups)).go("subgroups")


def has_picture(shown: Visitor) -> bool:
    return "Control chart of" in shown.text


def test_months_outside_the_limits_are_said_and_drawn() -> None:
    shown = page(months([4, 3, 5, 4, 4, 3, 5, 4, 20, 4, 3, 5], start="2025-03"))
    assert "VT predictions by month" in shown.text
    assert "VT predictions were above the control limit in November 2025 (20 of 80)." in shown.text
    assert "Control limits: " in shown.text
    assert has_picture(shown)


def test_a_marked_day_divides_the_cases_and_is_kept_in_the_review() -> None:
    shown = page(months()).set(DAY, date(2026, 9, 1)).set(NAME, "  the software  update ")
    expected = "From the software update on 1 September, 12.8 % of cases are predicted VT, before 5.0 %; 3 of 4 months"
    assert expected in shown.text
    assert "41 of 320 since then, 32 of 640 before: +7.8 points (95 % CI " in shown.text
    assert shown.opened is not None
    assert shown.opened.review.marker is not None
    assert shown.opened.review.marker.name == "the software update"
    shown.go("overview").go("subgroups")
    assert expected in shown.text
    shown.set(DAY, None)
    assert "before 5.0 %" not in shown.text
    assert shown.opened.review.marker is None


def test_another_study_has_no_marked_day() -> None:
    shown = page(months()).set(DAY, date(2026, 9, 1))
    shown.upload(months([3] * 12), "other.csv").go("subgroups")
    assert shown.opened is not None
    assert shown.opened.review.marker is None


@pytest.mark.parametrize("day", [date(1990, 1, 1), date(2190, 1, 1)])
def test_a_day_beyond_the_dates_compares_nothing(day: date) -> None:
    shown = page(months()).set(DAY, day)
    assert "so nothing is compared" in shown.text


def test_sensitivity_and_false_positives_are_a_click_away() -> None:
    shown = page(months()).set(SHOWN, "sensitivity")
    assert "Sensitivity for VT by month, 2026" in shown.text
    assert "No control limits: no baseline month is complete with 10 or more cases with VT" in shown.text
    shown.set(SHOWN, "fpr")
    assert "False positive rate for VT by month, 2026" in shown.text


def test_months_or_quarters_by_choice() -> None:
    shown = page(months()).set(PERIOD, 3)
    assert "VT predictions by quarter, 2026" in shown.text
    assert (
        "4 baseline quarters are complete with 10 or more cases and one or more expected of either outcome; 6"
        in shown.text
    )


def test_the_baseline_is_the_readers_choice() -> None:
    shown = page(months()).set(UNTIL, 8)  # the first nine months; the first choice is the usual baseline
    assert "(January to August 2026)" in shown.text
    shown.set(UNTIL, 0)
    assert "(January to December 2026)" in shown.text


def test_a_baseline_that_the_periods_do_not_have_is_the_usual_one_as_the_list_shows() -> None:
    shown = page(months()).set(UNTIL, 8).set(PERIOD, 3)
    assert shown.widget(UNTIL).value == 0
    assert (
        "4 baseline quarters are complete with 10 or more cases and one or more expected of either outcome; 6"
        in shown.text
    )
    shown.set(PERIOD, 1)
    assert shown.widget(UNTIL).value == 8
    assert "(January to August 2026)" in shown.text


def test_several_columns_of_dates() -> None:
    table = months().assign(reported="2026-03-05")
    table.loc[:100, "reported"] = "2026-04-09"
    shown = page(table)
    assert "by month" in shown.text
    shown.set(COLUMN, 1)
    assert "in each month" not in shown.text
    assert "2 baseline months are complete" in shown.text or "no baseline month" in shown.text


@pytest.mark.parametrize(
    "table",
    [months().drop(columns="date"), months().assign(date=""), months().assign(date="soon")],
    ids=["no dates", "blank", "unreadable"],
)
def test_without_dates_there_is_nothing_over_time(table: pd.DataFrame) -> None:
    shown = page(table)
    assert "by month" not in shown.text
    assert not has_picture(shown)


def test_one_month_has_no_picture() -> None:
    shown = page(months([4]))
    assert "All 80 cases with a date are from January 2026." in shown.text
    assert not has_picture(shown)


@pytest.mark.parametrize("count", [2, 5, 8, 9, 10, 30])
def test_any_number_of_months(count: int) -> None:
    shown = page(months([4, 5, 3] * 10)[: 80 * count])
    assert has_picture(shown)
    assert ("No control limits" in shown.text) == (count < 6)


def test_some_dates_are_missing() -> None:
    table = months()
    table.loc[:4, "date"] = ""
    assert "Not shown: 5 cases without a readable date." in page(table).text


def test_hostile_names_of_classes_columns_and_of_the_day() -> None:
    table = months().rename(columns={"date": HOSTILE[0]})
    table["y_true"] = table.y_true.replace("VT", HOSTILE[1])
    table["y_pred"] = table.y_pred.replace("VT", HOSTILE[1])
    shown = page(table).set(DAY, date(2026, 9, 1)).set(NAME, HOSTILE[4])
    markdown = [text for kind, text in shown.texts() if kind == "markdown" and "1\u00a0September" in text]
    assert markdown
    assert not [text for text in markdown if "[x](javascript" in text or "![x](http" in text]


def test_the_download_has_every_period_with_its_limits() -> None:
    view = view_on(months(), date(2026, 9, 1))
    found = frame(OverTime(view, view.study.labels.index("VT"), "date"))
    assert found["from"].tolist()[8:10] == ["2026-09-01", "2026-10-01"]
    assert found["to"].tolist()[0] == "2026-01-31"
    assert found["alarm_rate"].tolist() == (np.array(FLAGGED) / 80).tolist()
    assert found["alarm_rate_outside"].tolist() == ["", "", "", "", "", "", "", "", "above", "above", "", "above"]
    assert found["tp"].sum() + found["fp"].sum() == sum(FLAGGED)
    assert found["alarm_rate_upper_limit"].notna().all()
    assert found["sensitivity_upper_limit"].isna().all()


def test_dates_alone_lead_the_page_and_are_no_groups() -> None:
    shown = Visitor().bring(months([4, 3, 5, 4, 4, 3, 5, 4, 20, 4, 3, 5])).go("subgroups")
    said = "VT predictions were above the control limit in September 2026 (20 of 80)."
    assert shown.text.count(said) == 1
    assert shown.text.index(said) < shown.text.index("VT predictions by month, 2026")
    assert has_picture(shown)
    assert "points higher in" not in shown.text
    assert "points lower in" not in shown.text
    assert "All numbers" not in shown.text
    shown.set(COLUMNS, [0])
    assert "Sensitivity for VT" in shown.text.split("VT predictions by month")[0]
