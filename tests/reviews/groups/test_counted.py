"""Patients in groups of a file that an engine counts are those of the same file held in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from metrics import Evaluation, PatientCounts, PatientProducts
from metrics.interval_methods import MOVER_OF_GROUPS
from metrics.subgroups.class_figures import PROPORTIONS
from predictions.counted_in_groups import CountedInGroups
from predictions.groups.by import By, ways
from predictions.groups.lens import Lens
from predictions.mapping import Mapping
from predictions.problems import TooManyGroups
from predictions.sources.counted.patients import counts
from predictions.sources.counted.table import CountedTable
from predictions.study import Study
from reviews import Review, View
from reviews.groups import subgroups as reviewed
from reviews.groups.over_time import OverTime
from reviews.groups.page import chosen
from reviews.groups.subgroups import Subgroups, subgroups
from reviews.review import Marker
from tests.predictions.sources.counted.conftest import Opened
from tests.predictions.sources.counted.patients.test_counts import held_histogram, told_histogram
from tests.reviews.groups.test_over_time import UPDATE

pytestmark = pytest.mark.thorough

PATIENTS = 240
LABELS = np.array(["Normal", "VT", "AF"])
SITE, SEX, DEVICE = By("site"), By("sex"), By("device")


def columns(patients: int = PATIENTS, seed: int = 0) -> dict[str, Any]:
    """Rows of patients who resemble themselves; a site has its own patients, a device has many of all."""
    rng = np.random.default_rng(seed)
    who = np.repeat(np.arange(patients), rng.integers(1, 8, patients))
    truth = rng.integers(0, 3, len(who))
    is_wrong = rng.random(len(who)) < rng.beta(1, 3, patients)[who] + 0.2 * (who % 3 == 0)
    said = np.where(is_wrong, rng.integers(0, 3, len(who)), truth)
    day = np.datetime64("2026-01-01") + (who * 360 // patients + rng.integers(0, 2, len(who)))
    return {
        "y_true": LABELS[truth], "y_pred": LABELS[said], "patient_id": [f"p{each}" for each in who],
        "site": np.array(["North", "South", "West", None])[who % 4], "sex": np.array(["F", "M"])[who % 2],
        "age": (who * 7 % 60 + 20).astype(float), "device": np.array(["A", "B", "C"])[rng.integers(0, 3, len(who))],
        "date": day.astype("datetime64[D]").astype(str),
    }  # fmt: skip


def view_of(study: Study, **more: Any) -> View:
    return View(study, Review.begin(study), **more)


def both(studies: tuple[Study, Study], *by: By, label: int = 1, split: str | None = None) -> list[Subgroups]:
    return [subgroups(view_of(study, split=split), by, label) for study in studies]


def assert_same_patients(held: Evaluation, told: Evaluation) -> None:
    assert held.matrix.cells.tolist() == told.matrix.cells.tolist()
    assert held.is_clustered == told.is_clustered
    assert held.clusters == told.clusters
    if held.is_clustered:
        assert held_histogram(held) == told_histogram(told)


def assert_alike(held: Sequence[Any], told: Sequence[Any], reach: float = 0.02) -> None:
    """Of the same method; bounds differ as two sets of resamples do."""
    for one, other in zip(held, told, strict=True):
        assert (one.value, one.trials, one.method, one.note) == pytest.approx(
            (other.value, other.trials, other.method, other.note), nan_ok=True
        )
        assert [one.low, one.high] == pytest.approx([other.low, other.high], abs=reach)


@pytest.mark.parametrize(
    ("by", "split"),
    [((SITE,), None), ((SEX,), None), ((By("age", (40.0, 60.0)),), None), ((DEVICE,), None), ((SITE, SEX), None),
     ((By("date", period="quarter"),), None), ((SITE,), "test")],
    ids=["blanks", "two", "cuts", "patients in several", "crossed", "periods", "a split"],
)  # fmt: skip
def test_each_group_has_the_patients_of_its_rows(opened: Opened, by: tuple[By, ...], split: str | None) -> None:
    given = columns()
    if split:
        given["split"] = np.where(np.arange(len(given["y_true"])) % 3, "test", "train")
    given["patient_id"][:30] = ["", " ", "unknown"] * 10
    held, told = both(opened(Mapping(missing=("unknown",)), **given), *by, split=split)
    assert held.groups == told.groups
    for group in range(len(held.groups)):
        assert_same_patients(held.members.group(group, None), told.members.group(group, None))


def test_groups_of_one_group_and_rows_that_are_several_cases_have_their_patients(opened: Opened) -> None:
    given = columns()
    given["count"] = np.resize([0, 1, 2, 3], len(given["y_true"]))
    views = [view_of(study).within(Lens((SITE,), ("North",))) for study in opened(Mapping(weight="count"), **given)]
    for by in (SEX, DEVICE):
        held, told = (subgroups(view, (by,), 1) for view in views)
        assert held.groups == told.groups
        for group in range(len(held.groups)):
            assert_same_patients(held.members.group(group, None), told.members.group(group, None))


@pytest.mark.parametrize(
    "by", [(SITE,), (SEX,), (SITE, SEX), (DEVICE,), (DEVICE, SEX)],
    ids=["three", "two", "crossed", "patients in several", "patients in some of them"],
)  # fmt: skip
def test_groups_are_compared_as_held_rows(opened: Opened, by: tuple[By, ...]) -> None:
    held, told = both(opened(None, **columns()), *by)
    every = range(len(held.groups))
    for key in PROPORTIONS:
        assert_alike([held.rates(group)[key] for group in every], [told.rates(group)[key] for group in every])
        assert_alike([held.rates_of_rest(at)[key] for at in every], [told.rates_of_rest(at)[key] for at in every])
        assert_alike([held.difference(at, key) for at in every], [told.difference(at, key) for at in every], 0.04)
        assert held.interaction(key) == pytest.approx(told.interaction(key), nan_ok=True)
    assert_alike([*held.everybody.values()], [*told.everybody.values()])


def test_a_group_has_the_intervals_of_a_lens_on_it(opened: Opened) -> None:
    told = opened(None, **columns())[1]
    found = subgroups(view_of(told), (SITE,), 1)
    for group, value in enumerate(("North", "South", "West")):
        alone = view_of(told).within(Lens((SITE,), (value,))).evaluation
        assert found.rates(group)["sensitivity"] == alone.classes[1]["sensitivity"]
        assert found.rates(group)["ppv"] == alone.classes[1]["ppv"]


def test_patients_in_several_groups_are_known_by_sums_where_they_are_too_unlike(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counts, "MOST_CELLS", 9)  # of the nine of a matrix, and the twelve of a class in three groups
    held, told = both(opened(None, **columns(900)), DEVICE)
    for group in range(3):
        assert_alike([held.rates(group)["sensitivity"]], [told.rates(group)["sensitivity"]])
        drawn, summed = (of.difference(group, "sensitivity") for of in (held, told))
        assert (summed.method, summed.value) == (MOVER_OF_GROUPS, pytest.approx(drawn.value))
        assert summed.high - summed.low == pytest.approx(drawn.high - drawn.low, rel=0.1)
        rests = [of.rates_of_rest(group)["sensitivity"] for of in (held, told)]
        assert [rests[1].low, rests[1].high] == pytest.approx([rests[0].low, rests[0].high], abs=0.01)
    assert held.interaction("sensitivity") == pytest.approx(told.interaction("sensitivity"), abs=0.02)


def test_where_nothing_tells_who_is_in_several_groups_their_differences_are_by_rows(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CountedInGroups, "patients_across", lambda *_: None)
    held, told = both(opened(None, **columns()), DEVICE)
    apart = subgroups(told.view.by_rows, (DEVICE,), 1)
    for group in range(3):
        assert_alike([held.rates(group)["sensitivity"]], [told.rates(group)["sensitivity"]])
        assert told.difference(group, "sensitivity") == apart.difference(group, "sensitivity")
        assert told.rates_of_rest(group) == apart.rates_of_rest(group)
    assert told.interaction("sensitivity") == apart.interaction("sensitivity")
    found = chosen(told.view, 1, [(DEVICE,)])
    assert "Newcombe" in found.footnote
    assert found.footnote.endswith(
        "Some patients are in several groups of device: all these differences treat rows as independent."
    )


def test_the_page_says_what_treats_rows_as_independent(opened: Opened) -> None:
    view = view_of(opened(None, **columns())[1])
    said = chosen(view, 1, [(SITE,), (DEVICE,)]).footnote
    assert "drawn with the same resamples" in said
    assert said.endswith(
        "Some patients are in several groups of device: these differences of AUC and O:E treat rows as independent."
    )
    assert "independent" not in chosen(view.by_rows, 1, [(SITE,)]).footnote


AGES = By("age", (50.0,))
MIXED = [((SITE,), (AGES,)), ((SITE,), (DEVICE,)), ((DEVICE,), (SITE,)), ((SEX,), (AGES, DEVICE))]


@pytest.mark.parametrize(("by", "mix"), MIXED, ids=["apart", "in several strata", "in several groups", "two columns"])
def test_a_case_mix_is_that_of_held_rows(opened: Opened, by: tuple[By, ...], mix: tuple[By, ...]) -> None:
    held, told = both(opened(None, **columns(480)), *by)
    assert not told.mixes_by_rows(mix)
    for key in ("sensitivity", "fpr"):
        for group in range(len(held.groups)):
            one, other = (of.at_case_mix(mix, group, key) for of in (held, told))
            assert (one.rest, one.absent, one.of) == pytest.approx((other.rest, other.absent, other.of))
            assert (one.own.method, one.own.note) == (other.own.method, other.own.note)
            assert [one.own.value, one.own.low, one.own.high] == pytest.approx(
                [other.own.value, other.own.low, other.own.high], rel=1e-9, nan_ok=True
            )


def test_a_case_mix_of_patients_too_unlike_for_a_histogram_is_from_sums(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counts, "MOST_CELLS", 2)
    for by, mix in MIXED[:3]:
        held, told = (of.at_case_mix(mix, 0, "fpr").own for of in both(opened(None, **columns(480)), *by))
        assert told.method != held.method  # with fewer degrees of freedom
        assert [told.low, told.high] == pytest.approx([held.low, held.high], abs=0.003)


def test_a_case_mix_takes_rows_as_independent_where_nobody_tells_patients(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = both(opened(None, **columns()), SITE)[1]
    apart = subgroups(told.view.by_rows, (SITE,), 1)
    monkeypatch.setattr(reviewed, "MOST_COMBINED", 5)
    assert told.mixes_by_rows((SEX,))
    assert told.at_case_mix((SEX,), 0, "sensitivity") == apart.at_case_mix((SEX,), 0, "sensitivity")
    assert not apart.mixes_by_rows((SEX,))


@pytest.mark.parametrize("many", ["MOST_CELLS", "MOST_PATIENTS"])
def test_patients_too_unlike_for_a_histogram_have_sums(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, many: str
) -> None:
    monkeypatch.setattr(counts, many, 2)
    held, told = both(opened(None, **columns()), SITE)
    for group in range(3):
        one, other = (of.members.group(group, None) for of in (held, told))
        each, found = np.array(held_histogram(one)), other.patients
        assert isinstance(found, PatientProducts)
        each = each[:, found.cells]
        assert (found.count, found.repeated) == (one.clusters, (each.sum(1) > 1).sum())
        assert (found.sums.tolist(), found.products.tolist()) == (each.sum(0).tolist(), (each.T @ each).tolist())
    assert told.difference(0, "sensitivity").method == MOVER_OF_GROUPS
    assert held.interaction("sensitivity") == pytest.approx(told.interaction("sensitivity"), abs=0.02)


def test_where_an_engine_tells_nobody_apart_rows_are_independent(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = view_of(opened(None, **columns())[1])
    answer = CountedTable.answer

    def limited(table: CountedTable, question: Any) -> pa.Table:
        if counts.PATIENTS in question.collect_schema().names():
            raise TooManyGroups("too many")
        return answer(table, question)

    monkeypatch.setattr(CountedTable, "answer", limited)
    found, apart = (subgroups(view, (SITE,), 1) for view in (told, told.by_rows))
    assert found.patients is None
    assert chosen(told, 1, [(SITE,)]).footnote.endswith("All CIs in the groups of site treat rows as independent.")
    assert [found.rates(at) for at in range(3)] == [apart.rates(at) for at in range(3)]
    assert found.difference(0, "fpr") == apart.difference(0, "fpr")


def test_months_have_the_patients_of_held_rows(opened: Opened) -> None:
    held, told = (
        OverTime(replace(view, review=view.review.marking(Marker(UPDATE, "update"))), 1, "date", 1)
        for view in map(view_of, opened(None, **columns(900)))
    )
    for key in ("alarm_rate", "sensitivity", "fpr"):
        assert_alike(held.estimates(key), told.estimates(key), 0.04)
    found = [each.marked("sensitivity") for each in (held, told)]
    assert found[0] is not None
    assert found[1] is not None
    assert_alike([found[0].before, found[0].since, found[0].apart], [found[1].before, found[1].since, found[1].apart])
    assert (held.is_marked_by_rows, told.is_marked_by_rows) == (False, False)


def test_patients_of_one_row_each_are_independent(opened: Opened) -> None:
    given = columns()
    first = np.unique(given["patient_id"], return_index=True)[1]
    studies = opened(None, **{name: np.array(values)[first] for name, values in given.items()})
    found = both(studies, SITE)[1]
    assert found.patients is None
    assert ways(studies[0]) == ways(studies[1])
    assert not isinstance(found.members.group(0, None).patients, PatientCounts)
