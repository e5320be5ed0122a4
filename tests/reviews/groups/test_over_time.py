"""A class by months: what is counted, judged and marked, against pandas."""

from datetime import date

import numpy as np
import pandas as pd
import pytest

from assets.rhythm_patients import VT_PREDICTIONS
from metrics import wilson
from metrics.notes import Code
from metrics.subgroups.control_limits import LANEY, P_CHART, control_limits
from metrics.subgroups.periods import MONTH, QUARTER
from predictions.demo import open_example
from predictions.problems import Problem
from reviews.groups.over_time import OverTime, dated_columns
from reviews.groups.time_picture import time_picture
from reviews.review import Marker, Review
from reviews.view import View
from tests.support.data.dated import FLAGGED, months, view_on

UPDATE = date(2026, 9, 1)
KEYS = ("alarm_rate", "sensitivity", "fpr", "ppv")


def over(view: View, **more: object) -> OverTime:
    return OverTime(view, view.study.labels.index("VT"), "date", **more)


def test_each_month_has_the_numbers_of_its_rows() -> None:
    table = months().sample(frac=1, random_state=1)
    found = over(view_on(table))
    assert found.periods.starts.astype(str).tolist() == [f"2026-{month:02d}-01" for month in range(1, 13)]
    for at, (_, rows) in enumerate(table.groupby(table.date.str[:7])):
        ill, flagged = rows.y_true == "VT", rows.y_pred == "VT"
        told = {"alarm_rate": ill | ~ill, "sensitivity": ill, "fpr": ~ill, "ppv": flagged}
        hits = {"alarm_rate": flagged, "sensitivity": flagged, "fpr": flagged, "ppv": ill}
        for key in KEYS:
            estimate = found.estimates(key)[at]
            successes, trials = int((hits[key] & told[key]).sum()), int(told[key].sum())
            assert (estimate.successes, estimate.trials) == (successes, trials)
            if 0 < successes < trials:
                assert (estimate.low, estimate.high) == (wilson(successes, trials).low, wilson(successes, trials).high)


def test_months_after_the_update_are_outside_the_limits_of_those_before() -> None:
    found = over(view_on(months(), UPDATE))
    limits = found.limits("alarm_rate")
    expected = control_limits(FLAGGED, [80] * 12, np.arange(12) < 8)
    assert (limits.method, limits.centre) == (P_CHART, 32 / 640)
    assert limits.high.tolist() == expected.high.tolist()
    assert np.flatnonzero(limits.sides).tolist() == [8, 9, 11]
    marked = found.marked("alarm_rate")
    assert marked is not None
    assert (marked.before.successes, marked.before.trials) == (32, 640)
    assert (marked.since.successes, marked.since.trials) == (41, 320)
    assert marked.apart.value == pytest.approx(41 / 320 - 32 / 640)
    assert marked.apart.excludes_0


def test_a_day_within_a_month_divides_the_cases_by_day_and_the_month_is_no_baseline() -> None:
    found = over(view_on(months(), date(2026, 9, 16)))
    marked = found.marked("alarm_rate")
    assert marked is not None
    assert (marked.before.trials, marked.since.trials) == (680, 280)
    assert found.are_baseline.tolist() == [True] * 8 + [False] * 4


@pytest.mark.parametrize("day", [date(2020, 1, 1), date(2030, 1, 1)])
def test_a_day_before_or_after_all_cases_divides_nothing(day: date) -> None:
    found = over(view_on(months(), day))
    assert found.marked("alarm_rate") is None
    assert found.are_baseline.sum() == (12 if day.year == 2030 else 0)


def test_the_reader_chooses_the_baseline() -> None:
    found = over(view_on(months(), UPDATE), until=np.datetime64("2026-07-01"))
    assert found.are_baseline.sum() == 6
    assert over(view_on(months())).are_baseline.all()


def test_incomplete_first_and_last_months_are_not_judged() -> None:
    table = months()
    table = table[(table.date >= "2026-01-20") & (table.date <= "2026-12-10")]
    found = over(view_on(table))
    assert np.flatnonzero(found.periods.are_incomplete).tolist() == [0, 11]
    assert found.limits("alarm_rate").judged.tolist() == [False, *[True] * 10, False]


def late(months_of_2026: str = "2026-1[12]") -> pd.DataFrame:
    """Two of three true classes of the named months are not known yet: all of VT, and other ones."""
    table = months()
    is_late = table.date.str.contains(months_of_2026) & (np.arange(len(table)) % 3 > 0)
    return table.assign(y_true=table.y_true.where(~is_late, ""))


def test_months_whose_true_classes_come_late_are_not_judged_and_not_compared() -> None:
    found = over(view_on(late(), UPDATE))
    assert found.periods.unlabelled.tolist() == [0] * 10 + [53, 54]
    assert found.limits("alarm_rate").judged.tolist() == [True] * 10 + [False] * 2
    marked, until_october = found.marked("alarm_rate"), over(view_on(months()[:800], UPDATE)).marked("alarm_rate")
    assert marked is not None
    assert until_october is not None
    assert (marked.since, marked.before) == (until_october.since, until_october.before)


def test_predictions_without_a_true_class_are_those_of_the_model_split_and_frequency() -> None:
    table = late()
    table = pd.concat([table.assign(model="a"), months().assign(model="b"), table[-80:].assign(model="a", y_pred="")])
    table = table.assign(split=np.where(np.arange(len(table)) % 2, "test", "train"), frequency=2)
    view = view_on(table, weight="frequency")
    told = [
        over(View(view.study, view.review, model=model, split=split)).periods.unlabelled.sum()
        for model in (0, 1)
        for split in ("test", "train")
    ]
    assert told == [2 * 53, 2 * 54, 0, 0]


def test_the_rest_of_a_lone_score_has_no_true_class() -> None:
    table = late().drop(columns="y_pred").assign(score=np.linspace(0, 1, 960))
    assert over(view_on(table, positive="VT")).periods.unlabelled.sum() == 107


def test_dates_without_a_true_class_are_read_as_the_others_are() -> None:
    table = late("2026-0[12]")
    written = pd.to_datetime(table.date)
    found = over(view_on(table.assign(date=written.dt.strftime("%d/%m/%Y"))))
    assert found.periods.unlabelled.tolist() == [53, 53] + [0] * 10
    few = table.assign(date=written.dt.strftime("%d/%m/%Y"))
    few = few[(written.dt.day <= 12) | (few.y_true == "")]  # only the days without a true class tell which is the month
    assert over(view_on(few)).periods.unlabelled.tolist() == [53, 53] + [0] * 10


def test_few_cases_with_the_disease_are_not_judged() -> None:
    limits = over(view_on(months())).limits("sensitivity")
    assert not limits.judged.any()
    assert limits.note is not None
    assert limits.note.code is Code.FEW_BASELINE_PERIODS


@pytest.mark.parametrize("count", [1, 2, 8, 9, 10])
def test_any_number_of_months(count: int) -> None:
    found = over(view_on(months([4] * count)))
    drawn = time_picture(found, "alarm_rate")
    assert len(drawn.said) == len(drawn.starts) == len(found.periods) == count


def test_months_without_cases_are_gaps_and_rows_without_a_date_are_counted() -> None:
    table = months()
    table = table[~table.date.str.startswith("2026-04")]
    table.loc[table.index[:7], "date"] = ["", " ", "unknown", "2026-13-01", "2026-02-30", "n/a", ""]
    found = over(view_on(table))
    assert found.periods.sizes[3] == 0
    assert not found.estimates("alarm_rate")[3].is_defined
    assert np.isnan(found.limits("alarm_rate").high[3])
    assert found.periods.undated == 7


def test_a_file_without_dates_and_a_matrix_have_no_column_of_dates() -> None:
    assert dated_columns(view_on(months())) == ("date",)
    assert dated_columns(view_on(months().drop(columns="date"))) == ()
    assert dated_columns(view_on(months().assign(date="soon"))) == ()


def test_a_column_that_is_not_kept_is_a_problem() -> None:
    view = view_on(months())
    with pytest.raises(Problem, match="no column"):
        _ = OverTime(view, 0, "nothing").periods


def test_a_time_belongs_to_the_calendar_day_of_its_own_zone() -> None:
    table = months([4, 4])
    table.loc[0, "date"] = "2026-01-31T23:30:00-05:00"
    assert over(view_on(table)).periods.sizes.tolist() == [80, 80]


def test_months_that_vary_more_than_binomial_have_limits_of_laney() -> None:
    wild = [10, 60, 20, 70, 15, 65, 10, 60, 20, 70, 15, 65]
    found = over(view_on(months(wild, cases=400)))
    limits = found.limits("alarm_rate")
    assert limits.method == LANEY
    assert not limits.sides.any()


def test_few_cases_a_month_are_seen_by_quarters_unless_the_reader_chooses_months() -> None:
    view = view_on(months([1] * 12, cases=6))
    assert over(view).periods.months == QUARTER
    assert over(view, months=MONTH).periods.months == MONTH


@pytest.mark.thorough
def test_limits_of_weighted_cases_are_those_of_the_cases_that_tell_as_much() -> None:
    plain, varied = months(), np.where(np.arange(960) % 2, 1.0, 9.0)
    same, uneven = (
        over(view_on(plain.assign(weight=weights), UPDATE, weight="weight")).limits("alarm_rate")
        for weights in (2.5, varied)
    )
    assert same.high.tolist() == pytest.approx(over(view_on(plain, UPDATE)).limits("alarm_rate").high.tolist())
    centre = np.average(plain.y_pred[:640] == "VT", weights=varied[:640])
    assert uneven.centre == pytest.approx(centre)
    told = 40 * 10**2 / (81 + 1)  # effective cases of a month
    reach = 3 * np.sqrt(centre * (1 - centre) / told) * max(1, uneven.sigma_z if uneven.method == LANEY else 1)
    assert uneven.high.tolist() == pytest.approx([centre + reach] * 12)


def test_a_row_that_stands_for_several_cases_counts_as_often() -> None:
    found = over(view_on(months().assign(frequency=2), weight="frequency"))
    assert found.periods.sizes.tolist() == [160] * 12
    assert (found.estimates("alarm_rate")[0].successes, found.estimates("alarm_rate")[0].trials) == (8, 160)


def test_patients_with_several_rows_have_intervals_over_patients() -> None:
    table = months()
    found = over(view_on(table.assign(patient_id=np.arange(len(table)) // 4)))
    assert found.estimates("alarm_rate")[0].method != wilson(3, 80).method
    marked = over(view_on(table.assign(patient_id=np.arange(len(table)) // 4), UPDATE)).marked("alarm_rate")
    assert marked is not None
    assert marked.apart.low is not None


def test_the_picture_holds_each_period_and_the_marked_day() -> None:
    drawn = time_picture(over(view_on(months(), UPDATE)), "alarm_rate")
    assert drawn.marker == (8.0, "software update, 1\u00a0Sep")
    assert drawn.said[8].startswith("September\u00a02026: 15")
    assert len(drawn.said) == 12
    assert isinstance(drawn.starts[0], date)


def test_a_split_has_its_own_months() -> None:
    table = months().assign(split=np.where(np.arange(960) % 2, "test", "train"))
    view = view_on(table)
    found = over(View(view.study, view.review, split="test"))
    assert found.periods.sizes.tolist() == [40] * 12
    assert pd.Series(found.periods.codes).between(0, 11).all()


def test_the_drift_of_the_simulated_example_is_recovered() -> None:
    study = open_example("heart-rhythm")
    review = Review.begin(study).marking(Marker(UPDATE, "software update"))
    found = over(View(study, review, split="test"))
    marked, true = found.marked("alarm_rate"), np.array(VT_PREDICTIONS)
    assert marked is not None
    for side, share in ((marked.before, true[:8].mean()), (marked.since, true[8:].mean())):
        assert side.low is not None
        assert side.high is not None
        assert side.low < share < side.high
    apart = marked.apart
    assert apart.excludes_0
    assert apart.low < true[8:].mean() - true[:8].mean() < apart.high  # type: ignore[operator]
    outside = found.periods.starts[found.limits("alarm_rate").sides > 0]
    assert outside.astype("datetime64[M]").astype(str).tolist() == ["2026-09", "2026-10"]


def test_months_where_less_than_one_is_expected_are_not_judged() -> None:
    table = months()  # of 80 cases
    few = table.date.str.startswith("2026-11")
    table = pd.concat([table[~few], table[few].iloc[:10]])  # 0.7 predictions of VT are expected
    judged = over(view_on(table)).limits("alarm_rate").judged.tolist()
    assert judged == [True] * 10 + [False, True]
    nobody = over(view_on(table.assign(y_pred="Normal")))
    assert nobody.limits("alarm_rate").judged.all(), "all are alike, which is the reason that is given"
