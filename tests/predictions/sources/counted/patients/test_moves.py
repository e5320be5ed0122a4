"""Average precision and means of areas over classes: counted rows have the bounds of held ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from metrics import Evaluation
from predictions.groups.by import groups
from predictions.groups.lens import offered, within
from predictions.mapping import Mapping
from predictions.slices.at_threshold import at_threshold
from predictions.sources.counted.cases import columns as case_columns
from predictions.sources.counted.patients import moves
from predictions.study import Study
from tests.predictions.sources.counted.conftest import Opened
from tests.predictions.sources.counted.patients.test_areas import made, texts, too_many

pytestmark = pytest.mark.thorough

KEYS = ("auc", "average_precision")


def assert_same(held: Evaluation, told: Evaluation) -> int:
    """To the last digit; how many have bounds."""
    assert told.sums is not None
    is_shared = held.is_clustered and len(held.labels) == 2  # then the mean AUC is that of a class, with its bounds
    blocks = zip((held.macro, held.weighted), (told.macro, told.weighted), strict=True)
    pairs = [(one[key], other[key]) for one, other in blocks for key in KEYS[is_shared:] if key in one]
    pairs += [
        (one["average_precision"], other["average_precision"])
        for one, other in zip(held.classes, told.classes, strict=True)
        if "average_precision" in one
    ]
    for one, other in pairs:
        assert other == one or (other.value == one.value and np.isnan(one.value))
    return sum(one.low is not None for one, _ in pairs)


def assert_alike(studies: tuple[Study, Study], fewest: int = 1) -> None:
    held, told = studies
    for place in held.slices:
        assert assert_same(held.evaluate(*place), told.evaluate(*place)) >= fewest


@pytest.mark.parametrize(
    ("ids", "classes"),
    [(None, 2), (np.asarray, 2), (texts, 5), (None, 7)],
    ids=["rows, 2", "integers, 2", "texts, 5", "rows, 7"],
)
def test_bounds_are_those_of_held_rows(opened: Opened, ids: Any, classes: int) -> None:
    columns = made(classes)
    who = columns.pop("who")
    given = columns if ids is None else columns | {"patient_id": ids(who)}
    assert_alike(opened(Mapping(missing=("unknown",)), **given), fewest=2 + min(classes, 5))


@pytest.mark.parametrize("has_ids", [False, True])
def test_of_a_lone_score_both_classes_move(opened: Opened, has_ids: bool) -> None:
    columns = made(2)
    given = {"y_true": columns["y_true"], "score_VT": columns["score_VT"]}
    given |= {"patient_id": columns["who"]} if has_ids else {}
    assert_alike(opened(None, **given), fewest=4)


def test_splits_and_a_lens_are_asked_for_their_own_rows(opened: Opened) -> None:
    columns = made(3)
    who = columns.pop("who")
    columns |= {"split": np.array(["test", "train"])[who % 2], "site": np.array(["a", "b"])[who % 3 % 2]}
    held, told = opened(None, **columns, patient_id=who)
    assert_alike((held, told))
    for lens in offered(groups(told)):
        assert_alike((within(held, lens), within(told, lens)), fewest=0)


def test_rows_taken_as_independent_are_asked_as_rows(opened: Opened) -> None:
    columns = made(5)
    held, told = opened(None, patient_id=columns.pop("who"), **columns)
    assert_alike((held, told))
    assert assert_same(held.evaluate().naive, told.by_rows.evaluate())
    apart = [of.evaluate().macro["average_precision"] for of in (told, told.by_rows)]
    assert apart[0].low < apart[1].low
    assert [each.method.split(",")[0] for each in apart] == ["cluster-robust SE", "linearised SE"]


def test_predictions_made_again_move_no_area(opened: Opened) -> None:
    columns = made(2)
    held, told = opened(None, patient_id=columns.pop("who"), **columns)
    assert_alike((at_threshold(held, 0, 1, 0.4), at_threshold(told, 0, 1, 0.4)))


def test_a_frequency_is_as_many_rows(opened: Opened) -> None:
    columns = made(3)
    who, times = columns.pop("who"), np.random.default_rng(3).integers(0, 4, len(columns["y_true"]))
    for ids in (None, np.array(texts(who), object)):
        given = columns if ids is None else columns | {"patient_id": ids}
        assert_alike(opened(Mapping(weight="frequency"), **given, frequency=times))


def test_patients_who_do_not_fit_at_once_are_added_up_in_parts(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    ask, asked = moves._asked, []

    def limited(*given: Any) -> list[int]:
        asked.append(given)
        return too_many() if len(asked) == 1 else ask(*given)

    monkeypatch.setattr(moves, "_asked", limited)
    columns = made(5)
    named = [f"{each}{'ab'[each % 2] if each % 5 == 0 else ''}" for each in columns.pop("who").tolist()]
    assert_alike(opened(None, **columns, patient_id=[*named[:-2], None, " "]))
    assert len(asked) == 1 + len(case_columns.DIGITS) + 1 + 1


def test_patients_who_do_not_fit_at_all_leave_the_numbers_without_bounds(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = made(5)
    held, told = opened(None, patient_id=columns.pop("who"), **columns)
    monkeypatch.setattr(moves, "_asked", too_many)
    found = told.evaluate().macro["average_precision"]
    assert (found.value, found.low) == (held.evaluate().macro["average_precision"].value, None)


def test_too_many_classes_leave_the_numbers_without_bounds(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "MOST_CLASSES", 4)
    columns = made(5)
    columns.pop("who")
    held, told = (each.evaluate() for each in opened(None, **columns))
    assert told.macro["auc"].low is None
    assert told.classes[0]["average_precision"] == held.classes[0]["average_precision"], "the table tells it"


def test_the_mean_of_several_folds_is_asked_for_where_it_is_of_all_rows(opened: Opened) -> None:
    """That of the AUCs of several classes has no bounds yet: how far a row moves each fold is not asked for."""
    columns = made(5)
    fold = columns.pop("who") % 4
    held, told = (each.evaluate() for each in opened(None, **columns, fold=fold))
    for block in ("macro", "weighted"):
        one, other = (getattr(of, block) for of in (held, told))
        assert other["average_precision"] == one["average_precision"]
        assert other["auc"] == replace(one["auc"], low=None, high=None, method=None)
