"""Whether delivered predictions follow a threshold: of rows that an engine holds as of held ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from predictions.groups.by import groups
from predictions.groups.lens import offered, within
from predictions.mapping import Mapping
from predictions.slices.at_threshold import at_threshold
from predictions.study import Study
from tests.predictions.sources.counted.conftest import Opened

pytestmark = pytest.mark.thorough

LABELS, ROWS = np.array(["AF", "Normal", "VT", "PVC"], object), 1000


def columns(seed: int, classes: int = 4) -> dict[str, Any]:
    """Predicted by the highest of several scores: then a threshold of one often has the counts of its predictions."""
    generator, often = np.random.default_rng(seed), np.array([0.07, 0.8, 0.1, 0.03][:classes])
    truth = generator.choice(classes, ROWS, p=often / often.sum())
    odds = generator.normal(0, 1, (ROWS, classes)) + 2.5 * np.eye(classes)[truth] + np.log(often)
    scores = (np.exp(odds) / np.exp(odds).sum(1, keepdims=True)).round(6)
    named = {f"score_{LABELS[at]}": scores[:, at] for at in range(classes)}
    return {"y_true": LABELS[truth], "y_pred": LABELS[scores.argmax(1)]} | named


def rules(study: Study) -> list[tuple[bool, float | None]]:
    """Whether each class has one, and where."""
    found = []
    for place in study.slices:
        for label in range(len(study.labels)):
            point = study.evaluate(*place).delivered(label)
            assert point is not None
            found.append((point.is_rule, point.threshold if point.is_rule else None))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_equal_counts_are_of_no_threshold_where_different_cases_are_predicted(opened: Opened, seed: int) -> None:
    held, told = opened(None, **columns(seed))
    assert rules(held) == rules(told)
    assert sum(found for found, _ in rules(told)) <= 1


def test_of_two_classes_and_of_a_threshold_there_is_one(opened: Opened) -> None:
    given = columns(0, 2)
    of_both = rules(opened(None, **given)[1])
    assert [found for found, _ in of_both] == [True, True]
    assert of_both == rules(opened(None, **given)[0])
    lone = {"y_true": given["y_true"], "score_AF": given["score_AF"]}
    for more in ({}, {"y_pred": np.where(given["score_AF"] >= 0.3, "AF", "Normal")}):
        held, told = opened(None, **lone, **more)
        assert rules(held) == rules(told)
        assert [found for found, _ in rules(told)] == [True, True]


def test_in_splits_a_lens_and_with_frequencies_or_weights(opened: Opened) -> None:
    given, generator = columns(1), np.random.default_rng(2)
    more = {"split": np.array(["test", "train"])[generator.integers(0, 2, ROWS)], "site": np.arange(ROWS) % 2}
    for weight in ("frequency", "weight"):
        held, told = opened(Mapping(weight=weight), **given, **more, **{weight: generator.integers(1, 4, ROWS)})
        assert rules(held) == rules(told)
    held, told = opened(None, **given, **more)
    lens = offered(groups(told))[0]
    assert rules(within(held, lens)) == rules(within(told, lens))


@pytest.mark.parametrize("classes", [2, 4])
def test_predictions_made_again_follow_their_own_threshold(opened: Opened, classes: int) -> None:
    held, told = (at_threshold(study, 0, 1, 0.4) for study in opened(None, **columns(0, classes)))
    point = told.evaluate().delivered(1)
    assert point is not None
    assert point.is_rule
    assert [found for found, _ in rules(held)] == [found for found, _ in rules(told)]
