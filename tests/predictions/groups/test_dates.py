import unicodedata
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pytest

from predictions.groups.dates import date_columns, dates_of, holds_dates
from predictions.opening import open_files
from predictions.problems import Problem
from predictions.study import Study
from tests.predictions.helpers import opened


def read(cells: list[Any]) -> list[str]:
    study = with_dates(cells)
    return [str(day) for day in dates_of(study.cases_of(0), "seen")]


def with_dates(cells: list[Any], name: str = "seen") -> Study:
    labels = [str(i % 2) for i in range(len(cells))]
    return opened({"y_true": labels, "y_pred": labels, name: cells})


@pytest.mark.parametrize(
    ("cell", "day"),
    [
        ("2026-03-31", "2026-03-31"),
        (" 2026-03-31 ", "2026-03-31"),
        ("2026-03-31T23:59:59", "2026-03-31"),
        ("2026-03-31 23:59:59+02:00", "2026-03-31"),
        ("2026-03-31T23:30:00Z", "2026-03-31"),
        ("2026/3/1", "2026-03-01"),
        ("2026-02-30", "NaT"),
        ("2026-13-01", "NaT"),
        ("0026-03-01", "NaT"),
        ("31.3.2026", "2026-03-31"),
        ("03.04.2026 10:15", "2026-04-03"),
        ("", "NaT"),
        ("soon", "NaT"),
        ("12345", "NaT"),
        ("2024-02-29", "2024-02-29"),
        ("20260331", "2026-03-31"),
        ("20260331101500", "2026-03-31"),
        ("20261331", "NaT"),
        ("202603311", "NaT"),
        ("31MAR2026", "2026-03-31"),
        ("31MAR2026:23:59:59", "2026-03-31"),
        ("31-Mar-2026 10:15", "2026-03-31"),
        ("3 March 2026", "2026-03-03"),
        ("Mar 3, 2026", "2026-03-03"),
        ("3. Mai 2026", "2026-05-03"),
        ("30-Feb-2026", "NaT"),
        ("Mar 2026", "NaT"),
        ("3 Ides 2026", "NaT"),
    ],
)
def test_a_written_day_is_read_as_it_stands(cell: str, day: str) -> None:
    assert read([cell, "2026-01-01"])[0] == day


@pytest.mark.parametrize(
    "months",
    [
        "January February March April May June July August September October November December",
        "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        "januari februari maart april mei juni juli augustus september oktober november december",
    ],
)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_all_months_of_a_language_are_read(months: str, form: Literal["NFC", "NFD"]) -> None:
    """Some alone, such as mars and mai, would leave gaps in place of the others."""
    cells = [f"7 {unicodedata.normalize(form, month)} 2026" for month in months.split()]
    assert read(cells) == [f"2026-{month:02d}-07" for month in range(1, 13)]


@pytest.mark.parametrize(
    ("cells", "days"),
    [
        (["03/04/2026", "13/04/2026"], ["2026-04-03", "2026-04-13"]),
        (["03/04/2026", "04/13/2026"], ["2026-03-04", "2026-04-13"]),
        (["03/04/2026", "04/05/2026"], ["NaT", "NaT"]),
        (["13/04/2026", "04/13/2026"], ["NaT", "NaT"]),
        (["03-04-2026", "28-04-2026"], ["2026-04-03", "2026-04-28"]),
        (["03.04.2026", "04.05.2026"], ["2026-04-03", "2026-05-04"]),
        (["13/04/2026"] * 3 + ["04/13/2026", ""], ["2026-04-13"] * 3 + ["NaT"] * 2),
        (["03/04/2026", "13/04/2026", "13/14/2026"], ["2026-04-03", "2026-04-13", "NaT"]),
    ],
)
def test_day_and_month_are_told_by_the_column_or_not_at_all(cells: list[str], days: list[str]) -> None:
    assert read(cells) == days


def test_texts_that_hardly_repeat_are_read_as_those_that_do() -> None:
    texts = [f"2026-01-01 {hour:02}:{minute:02}" for hour in range(24) for minute in range(60)]
    assert read([*texts, "13.01.2026", ""]) == ["2026-01-01"] * len(texts) + ["2026-01-13", "NaT"]


def parquet(values: pa.Array) -> Study:
    import io

    import pyarrow.parquet as pq

    labels = pa.array([str(i % 2) for i in range(len(values))])
    file = io.BytesIO()
    pq.write_table(pa.table({"y_true": labels, "y_pred": labels, "seen": values}), file)
    return open_files([("a.parquet", file.getvalue())])


def test_whole_numbers_are_dates_where_most_are_days_of_the_calendar() -> None:
    study = parquet(pa.array([20260331, 20260401, None, 7]))
    assert date_columns(study) == ("seen",)
    assert [str(day) for day in dates_of(study.cases_of(0), "seen")] == ["2026-03-31", "2026-04-01", "NaT", "NaT"]
    assert not date_columns(parquet(pa.array([20261331, 20264401, 20260101, 7])))


def test_arrow_dates_and_timestamps_are_of_their_own_calendar_day() -> None:
    late = datetime(2026, 3, 31, 23, 30, tzinfo=UTC)
    for values, days in (
        (pa.array([date(2026, 3, 31), None, date(1999, 1, 1)]), ["2026-03-31", "NaT", "1999-01-01"]),
        (pa.array([datetime(2026, 3, 31, 23, 30), None], pa.timestamp("us")), ["2026-03-31", "NaT"]),
        (pa.array([date(1, 1, 1), date(2026, 1, 1), date(9999, 12, 31)]), ["NaT", "2026-01-01", "NaT"]),
        (pa.array([late, None], pa.timestamp("us", "UTC")), ["2026-03-31", "NaT"]),
        (pa.array([late, None], pa.timestamp("ns", "Europe/Berlin")), ["2026-04-01", "NaT"]),
        (pa.array([late.astimezone(timezone(timedelta(hours=2)))], pa.timestamp("s", "+02:00")), ["2026-04-01"]),
    ):
        study = parquet(values)
        assert [str(day) for day in dates_of(study.cases_of(0), "seen")] == days
        assert date_columns(study) == (("seen",) if days.count("NaT") < 2 else ())


def test_date_columns_are_those_of_mostly_dates() -> None:
    assert date_columns(with_dates(["2026-01-01", "2026-01-02", "later", ""])) == ("seen",)
    assert date_columns(with_dates(["2026-01-01", "soon", "later", ""])) == ()
    assert date_columns(with_dates(["", "", "2026-01-01", ""])) == ("seen",)
    assert date_columns(with_dates(["1950-01-01", "1961-01-02"], "date_of_birth")) == ()
    assert date_columns(with_dates(["3", "4"])) == ()


def test_a_column_that_is_not_there_is_said() -> None:
    with pytest.raises(Problem, match="There is no column “ward”"):
        dates_of(with_dates(["2026-01-01"]).cases_of(0), "ward")


@pytest.mark.thorough
def test_a_million_dates_take_no_loop() -> None:
    days = np.datetime64("2026-01-01") + (np.arange(50_000) % 300).astype("timedelta64[D]")
    assert read([str(day) for day in days]) == [str(day) for day in days]


@pytest.mark.parametrize("filled", [0, 500, 501, 5000])
def test_the_first_thousand_filled_cells_tell_wherever_they_stand(filled: int) -> None:
    """Blank cells before them are passed over; what comes after them is not asked."""
    late = pa.chunked_array([["", None, "  "] * 20_000, ["2026-03-31"] * filled, ["soon"] * 3_000])
    assert holds_dates(late, "seen") == (filled > 500)
    assert holds_dates(late.dictionary_encode(), "seen") == (filled > 500)
