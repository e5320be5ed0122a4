"""Groups and months of a file that an engine counts: the same numbers as of the file held in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from metrics import Estimate
from predictions.groups.asked import asked, asked_dates
from predictions.groups.by import By, ways
from predictions.groups.lens import Lens
from predictions.opening import open_files
from predictions.study import Study
from report.formats.over_time import months_of
from report.formats.subgroups import groups_of
from report.results import results_of
from reviews import Review, View
from reviews.groups.over_time import OverTime
from reviews.groups.page import at_first, chosen, offered
from reviews.groups.subgroups import subgroups
from reviews.review import Marker
from tests.predictions.sources.counted.test_groups import counted, rhythm

pytestmark = pytest.mark.thorough

Two = tuple[Study, Study]


def both(path: Path, table: pa.Table) -> Two:
    """Held in memory, and counted where it lies."""
    large = counted(path, table)
    return open_files([("a.parquet", path / "a.parquet")]), large


@pytest.fixture(scope="module")
def rhythms(tmp_path_factory: pytest.TempPathFactory) -> Two:
    return both(tmp_path_factory.mktemp("rhythms"), rhythm())


@pytest.fixture(scope="module")
def odds(tmp_path_factory: pytest.TempPathFactory) -> Two:
    return both(tmp_path_factory.mktemp("odds"), odd())


def of_groups(study: Study, columns: Sequence[tuple[By, ...]], dates: str | None = None) -> list[Any]:
    """What the JSON document says of groups and months, of every model, on the smallest split of the rhythms."""
    results = results_of(study, ways=columns, dates=dates).results
    seen = [each for each in results if each.evaluation.split in (None, "valid")]
    return [[groups_of(each, written), months_of(each, written)] for each in seen]


def written(found: Estimate, key: str) -> Any:
    return key, repr(found)


def odd(rows: int = 900) -> pa.Table:
    """Two classes with a lone score and predictions made by it, blank cells everywhere, and labels that come late."""
    draw = np.random.default_rng(3)
    truth = draw.random(rows) < 0.4
    score = np.round((draw.random(rows) + truth) / 2, 3)
    late = draw.random(rows) < np.linspace(0, 0.3, rows) ** 2
    days = np.datetime64("2025-11-20T06:30") + (np.arange(rows) * 7).astype("timedelta64[h]")
    return pa.table(
        {
            "y_true": pa.array(np.where(truth, "1", "0"), mask=late),
            "score": pa.array(score, mask=draw.random(rows) < 0.05),
            "sex": np.array(["F", " F", "M", "", None], object)[draw.integers(0, 5, rows)],
            "weight_kg": np.where(draw.random(rows) < 0.1, np.nan, np.round(draw.normal(70, 12, rows), 1)),
            "beds": pa.array(draw.integers(0, 60, rows), pa.int16(), mask=draw.random(rows) < 0.1),
            "insured": pa.array(draw.random(rows) < 0.5),
            "seen": pa.array(days.astype("datetime64[us]"), pa.timestamp("us", "Europe/Berlin")),
            "constant": ["x"] * rows,
        }
    )


def test_every_group_of_every_column_and_every_month(tmp_path: Path) -> None:
    table = rhythm()
    held, large = both(tmp_path, table.filter(pa.array([each != "train" for each in table["split"].to_pylist()])))
    columns = [(by,) for by in ways(held)]
    assert of_groups(large, columns, "date") == of_groups(held, columns, "date") != []


def test_groups_of_odd_columns(odds: Two) -> None:
    held, large = odds
    assert ways(large) == ways(held)
    assert [by.column for by in ways(large)] == ["sex", "weight_kg", "beds", "insured", "seen"]
    columns = [*((by,) for by in ways(held)), (By("insured"), By("weight_kg", (60.5,)))]
    assert of_groups(large, columns, "seen") == of_groups(held, columns, "seen")


def test_a_group_looked_at_has_groups_and_months_too(odds: Two) -> None:
    held, large = odds
    lens = Lens((By("sex"), By("beds", (20,))), ("F", "under 20"))
    for by in ((By("insured"),), (By("weight_kg", (70,)),)):
        one, other = (subgroups(_view(study).within(lens), by, 1) for study in (held, large))
        assert 0 < one.cases(0) < subgroups(_view(held), by, 1).cases(0)
        assert [one.figures(group) for group in range(2)] == [other.figures(group) for group in range(2)]
    one, other = (OverTime(_view(study).within(lens), 1, "seen") for study in (held, large))
    assert one.periods.sizes.tolist() == other.periods.sizes.tolist()
    assert one.periods.unlabelled.sum() == other.periods.unlabelled.sum() > 0


def test_the_page_finds_the_same(rhythms: Two) -> None:
    held, large = rhythms
    one, other = (chosen(view, 2, [(by,) for by in at_first(view)]) for view in map(_view, (held, large)))
    assert one.finding(one.speaker) == other.finding(other.speaker)
    assert repr(one.not_assessable("sensitivity")) == repr(other.not_assessable("sensitivity"))  # nan is not nan
    assert one.without_group == other.without_group


@pytest.mark.parametrize("mix", [(By("site"),), (By("site"), By("age", (50, 65, 80)))])
def test_groups_at_the_case_mix_of_the_rest(rhythms: Two, mix: tuple[By, ...]) -> None:
    one, other = (subgroups(_view(study), (By("sex"),), 2) for study in rhythms)
    for key in ("sensitivity", "fpr"):
        first, second = one.at_case_mix(mix, 0, key), other.at_case_mix(mix, 0, key)
        assert (first.absent, first.of) == (second.absent, second.of)
        assert (second.rest, second.own.value, second.own.low) == pytest.approx(
            (first.rest, first.own.value, first.own.low), rel=1e-12
        )


def test_before_and_from_a_date_on(rhythms: Two) -> None:
    marker = Marker(np.datetime64("2026-09-01").item(), "update")
    seen = [_view(study, marker=marker) for study in rhythms]
    one, other = (OverTime(view, 2, "date").marked("sensitivity") for view in seen)
    assert one == other is not None


def test_what_is_asked_for_on_a_command_line_is_found(rhythms: Two) -> None:
    held, large = rhythms
    texts = ("sex,age:18,65", "date")
    assert asked(large, texts) == asked(held, texts)
    assert asked_dates(large, "date") == "date"


def test_a_column_of_too_many_values_is_not_offered(tmp_path: Path) -> None:
    table = odd(7000)
    table = table.append_column("free", pa.array(np.random.default_rng(1).random(len(table))))
    large = counted(tmp_path, table)
    assert "free" not in {by.column for by in offered(_view(large))}


def _view(study: Study, **decided: Any) -> View:
    return View(study, replace(Review.begin(study), **decided), split=(study.splits_of(0) or (None,))[0])
