"""Patients by ranges of the risk: an engine adds up what rows that are held give, and calibration rests on it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from metrics import Evaluation
from metrics.calibration.patients_in_ranges import RisksOfPatients
from predictions.groups.by import groups
from predictions.groups.lens import offered, within
from predictions.mapping import Mapping
from predictions.problems import Problem
from predictions.sources.counted.groups import GroupCounter
from predictions.sources.counted.patients import in_ranges
from predictions.study import Study
from reviews import Review, View
from reviews.risks.calibration import can_be_recalibrated, recalibrated
from reviews.risks.net_benefit import NetBenefit
from tests.predictions.sources.counted.conftest import Opened
from tests.predictions.sources.counted.patients.test_areas import texts, too_many

pytestmark = pytest.mark.thorough

PATIENTS, LABELS = 90, np.array(["AF", "Normal", "VT"], object)


def made(decimals: int = 2, seed: int = 0) -> dict[str, Any]:
    """Probabilities of three classes of patients whose rows resemble each other. `who` is theirs."""
    generator = np.random.default_rng(seed)
    who = np.repeat(np.arange(PATIENTS), generator.integers(1, 30, PATIENTS))
    odds = generator.normal(0, 1, (len(who), 3)) + generator.normal(0, 1, (PATIENTS, 3))[who]
    chance = np.exp(odds) / np.exp(odds).sum(1, keepdims=True)
    truth = (chance.cumsum(1) > generator.random((len(who), 1))).argmax(1)
    scores = chance.round(decimals)
    scores[:, 2] = (1 - scores[:, 0] - scores[:, 1]).round(decimals).clip(0)
    columns = {f"score_{name}": scores[:, place] for place, name in enumerate(LABELS)}
    return {"y_true": LABELS[truth], "y_pred": LABELS[scores.argmax(1)], "who": who} | columns


def assert_same_sums(held: Evaluation, told: Evaluation) -> None:
    for label in range(len(held.labels)):
        one, other = held.scored_cases(label), told.scored_cases(label)
        assert isinstance(other, RisksOfPatients)
        assert other.independent == one.independent
        known, units = other.told(), held.units
        assert known is not None
        assert units is not None
        own, others = units.ranked(label, known.lowest)
        counted = np.hstack([own, others])
        assert known.products.tolist() == (counted.T @ counted).tolist()


@pytest.mark.parametrize("ids", [texts, np.asarray], ids=["texts", "integers"])
def test_sums_are_those_of_held_rows(opened: Opened, ids: Any) -> None:
    columns = made(3)
    held, told = opened(Mapping(missing=("unknown",)), patient_id=ids(columns.pop("who")), **columns)
    assert_same_sums(held.evaluate(), told.evaluate())


def test_a_frequency_is_as_many_rows(opened: Opened) -> None:
    columns = made()
    who, times = columns.pop("who"), np.random.default_rng(3).integers(0, 4, len(columns["y_true"]))
    held, told = opened(Mapping(weight="frequency"), patient_id=texts(who), frequency=times, **columns)
    assert_same_sums(held.evaluate(), told.evaluate())


def test_splits_and_a_lens_have_sums_of_their_own(opened: Opened) -> None:
    columns = made()
    who = columns.pop("who")
    split, site = np.array(["test", "train"])[who % 2], np.array(["a", "b"])[who % 3 % 2]
    held, told = opened(None, patient_id=who, split=split, site=site, **columns)
    for place in held.slices:
        assert_same_sums(held.evaluate(*place), told.evaluate(*place))
    lens = offered(groups(told))[0]
    one, other = within(held, lens), within(told, lens)
    assert_same_sums(one.evaluate(*one.slices[0]), other.evaluate(*other.slices[0]))


def test_patients_who_do_not_fit_at_once_are_added_up_in_parts(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    ask, asked = in_ranges._asked, []

    def limited(*given: Any) -> Any:
        asked.append(given)
        return too_many() if len(asked) == 1 else ask(*given)

    monkeypatch.setattr(in_ranges, "_asked", limited)
    columns = made()
    held, told = opened(None, patient_id=texts(columns.pop("who")), **columns)
    assert_same_sums(held.evaluate(), told.evaluate())


def test_where_they_do_not_fit_or_the_file_is_gone_nothing_has_an_interval(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: Any) -> None:
        raise Problem("gone")

    columns = made()
    given = {"patient_id": columns.pop("who"), **columns}
    for place, name, fails in ((in_ranges, "_asked", too_many), (GroupCounter, "_open", gone)):
        told = opened(None, **given)[1]
        with monkeypatch.context() as patch:
            patch.setattr(place, name, fails)
            found = told.evaluate().calibration(0)
            assert found is not None
            assert found.line[1].low is None
            assert found.oe_ratio.low is None


def view_of(study: Study) -> View:
    return View(study, Review.begin(study), split="test").asking


def test_on_its_pages_intervals_are_those_of_patients(opened: Opened) -> None:
    """Also of risks that a validation split recalibrates; net benefit of these, too."""
    columns = made(3)
    who = columns.pop("who")
    split = np.array(["test", "valid"])[who % 2]
    held, told = map(view_of, opened(None, patient_id=who, split=split, **columns))
    assert can_be_recalibrated(told, 0)
    found, whole = recalibrated(told, 0), recalibrated(held, 0)
    assert found is not None
    assert whole is not None
    one, other = found.calibration, whole.calibration
    pairs = [(one.oe_ratio, other.oe_ratio), (one.brier, other.brier), *zip(one.line, other.line, strict=True)]
    widths = [[(each.high or 0) - (each.low or 0) for each in pair] for pair in pairs]
    for narrow, wide in widths:
        assert narrow / wide == pytest.approx(1, abs=0.1)
    asked, drawn = (NetBenefit(view, 0, changed=each).at(0.3) for view, each in ((told, found), (held, whole)))
    assert str(asked.method).startswith("cluster-robust")
    assert asked.model.value == pytest.approx(drawn.model.value)
    assert asked.model.error == pytest.approx(drawn.model.error, rel=0.1)


def test_elsewhere_nothing_is_asked(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    columns = made()
    told = opened(None, patient_id=columns.pop("who"), **columns)[1]
    monkeypatch.setattr(GroupCounter, "in_ranges", None)
    found = View(told, Review.begin(told)).evaluation.calibration(0)
    assert found is not None
    assert (found.oe_ratio.low, found.oe_ratio.is_defined) == (None, True)
