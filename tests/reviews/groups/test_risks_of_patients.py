"""O:E and net benefit in groups of a file that an engine counts have the patient-level intervals of held rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from metrics import Estimate
from predictions.groups.by import By
from predictions.mapping import Mapping
from predictions.sources.counted import groups as engine
from reviews.groups.subgroups import Subgroups
from tests.predictions.sources.counted.conftest import Opened
from tests.reviews.groups.test_counted import DEVICE, LABELS, SEX, SITE, both

pytestmark = pytest.mark.thorough

PATIENTS, ILL = 300, 1


def columns(classes: int = 2) -> dict[str, Any]:
    """Probabilities of patients whose rows resemble each other; a site has its own patients, a device many of all."""
    generator = np.random.default_rng(7)
    who = np.repeat(np.arange(PATIENTS), generator.integers(1, 15, PATIENTS))
    odds = generator.normal(0, 1, (len(who), classes)) + generator.normal(0, 1, (PATIENTS, classes))[who]
    chance = np.exp(odds) / np.exp(odds).sum(1, keepdims=True)
    truth = (chance.cumsum(1) > generator.random((len(who), 1))).argmax(1)
    scores = {f"score_{LABELS[at]}": chance[:, at] for at in range(classes)}
    return {
        "y_true": LABELS[truth], "y_pred": LABELS[chance.argmax(1)], "patient_id": [f"p{each}" for each in who],
        "site": np.array(["North", "South", "West", None])[who % 4], "sex": np.array(["F", "M"])[who % 2],
        "device": np.array(["A", "B", "C"])[generator.integers(0, 3, len(who))],
    } | scores  # fmt: skip


def near(found: Estimate, held: Estimate, reach: float = 0.1) -> None:
    assert found.value == pytest.approx(held.value)
    assert str(found.method).startswith("cluster-robust")
    width = (held.high or 0) - (held.low or 0)
    assert (found.high or 0) - (found.low or 0) == pytest.approx(width, rel=reach)


def assert_near(held: Subgroups, told: Subgroups) -> None:
    for group in range(len(held.groups)):
        near(told.figures(group)["oe_ratio"], held.figures(group)["oe_ratio"])
        near(told.net_benefit(group), held.net_benefit(group), 0.15)


@pytest.mark.parametrize("by", [(SITE,), (DEVICE,), (SITE, SEX)], ids=["apart", "in several", "crossed"])
def test_they_are_about_those_of_held_rows(opened: Opened, by: tuple[By, ...]) -> None:
    assert_near(*both(opened(None, **columns()), *by, label=ILL))


@pytest.mark.parametrize("which", ["fold", "frequency", "some without an id"])
def test_of_folds_frequencies_and_rows_without_an_id(opened: Opened, which: str) -> None:
    given, generator = columns(), np.random.default_rng(3)
    many = len(given["y_true"])
    if which == "some without an id":
        given["patient_id"] = np.where(generator.random(many) < 0.2, None, given["patient_id"])
    else:
        given[which] = generator.integers(1, 4, many)
    mapping = Mapping(weight="frequency") if which == "frequency" else None
    assert_near(*both(opened(mapping, **given), SITE, label=ILL))


def test_a_difference_has_that_of_both_sides_where_no_patient_is_on_both(opened: Opened) -> None:
    held, told = both(opened(None, **columns()), SITE, label=ILL)
    for group in range(3):
        one, other = held.difference(group, "oe_ratio"), told.difference(group, "oe_ratio")
        assert other.value == pytest.approx(one.value)
        assert other.high - other.low == pytest.approx(one.high - one.low, rel=0.1)  # type: ignore[operator]


def test_all_groups_are_asked_at_once(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    told, asked, ask = both(opened(None, **columns()), SITE, label=ILL)[1], [], engine.patients_in_ranges
    monkeypatch.setattr(engine, "patients_in_ranges", lambda *given: asked.append(given) or ask(*given))
    for group in range(3):
        assert told.figures(group)["oe_ratio"].low is not None
    assert len(asked) == 1
    assert {told.net_benefit(group).low is None for group in range(3)} == {False}
    assert len(asked) == 2


def test_where_they_do_not_fit_neither_has_a_patient_level_interval(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = both(opened(None, **columns()), SITE, label=ILL)[1]
    monkeypatch.setattr(engine, "patients_in_ranges", lambda *_: None)
    assert told.figures(0)["oe_ratio"].low is None
    assert "cluster-robust" not in str(told.net_benefit(0).method)
