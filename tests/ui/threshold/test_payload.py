"""What the threshold picker gets: every threshold as Python words it, in little room."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from metrics import (
    METRICS,
    ConfusionMatrix,
    Counts,
    Evaluation,
    ResamplingUnits,
    ThresholdTable,
    estimate,
    listed_thresholds,
    natural_frequencies,
    people_per,
)
from predictions.slices.at_threshold import Changes, changes
from ui.parts import my_prevalence
from ui.threshold.content import RATES, Content
from ui.threshold.payload import payload
from ui.threshold.threshold_picker import _number
from words import Voice, percent_of, threshold
from words.findings.thresholds.one_class import NO_CLASSES, Delivered, beside_delivered, change_rows, threshold_finding
from words.text.amounts import ONE_BY_ONE, Amounts

VOICE = Voice(("Normal", "VT", "*7 [odd](x)\n"), ("patient", "patients"), 0)
LARGEST_MESSAGE = 1_300_000  # of a thousand rules with their words; localhost takes that in milliseconds


class Made:
    """An evaluation of three classes whose second has these scores, and what the page makes of it."""

    def __init__(self, size: int, kind: str, proportion: float | None = 0.1, positives: float = 0.1) -> None:
        rng = np.random.default_rng(size)
        truth = np.where(rng.random(size) < positives, 1, rng.integers(0, 2, size) * 2)
        raw = rng.normal(size=size) + 2 * (truth == 1)
        scores = {"probability": 1 / (1 + np.exp(-raw)), "tied": raw.round(1), "signed": raw * 40, "same": raw * 0}
        all_scores = (rng.random(size), scores[kind], rng.random(size))
        predicted = np.array(all_scores).argmax(0)
        units = ResamplingUnits(truth, predicted, 3, size, all_scores)
        self.table = ThresholdTable.from_scores(scores[kind], truth == 1)
        matrix = ConfusionMatrix.from_codes(truth, predicted, VOICE.names)
        self.evaluation = Evaluation(matrix, (None, self.table, None), units=units)
        found = changes(self.evaluation, 1)
        assert found is not None
        self.changes: Changes = found
        self.prevalence = self._prevalence(proportion)

    def _prevalence(self, proportion: float | None) -> my_prevalence.Prevalence:
        cases, total = self.table.n_positive, self.table.n_positive + self.table.n_negative
        study: Any = SimpleNamespace(key="", unit=VOICE.unit)
        own = cases / total
        return my_prevalence.Prevalence(
            study, 1, own if proportion is None else proportion, own, cases, total, proportion is None
        )

    def content(self, proportion: float | None = -1) -> Content:
        point = self.evaluation.delivered(1)
        assert point is not None
        prevalence = self.prevalence if proportion == -1 else self._prevalence(proportion)
        delivered = Delivered(point, self.changes.delivered, True)
        return Content(
            1, VOICE, prevalence, delivered, tuple(change_rows(1, VOICE)), amounts=ONE_BY_ONE, group="", unchosen=None
        )

    def payload(self, chosen: float, content: Content | None = None) -> dict[str, Any]:
        return read(payload(self.table, content or self.content(), chosen, self.changes.cells_at, weighted=None))


def read(sent: dict[str, Any]) -> dict[str, Any]:
    """What the browser reads."""
    return {"id": sent["id"], **json.loads(sent["text"])}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("size", "kind", "proportion"),
    [(30, "signed", None), (400, "tied", 0.3), (3000, "probability", 0.0004), (60, "same", None)],
)
def test_every_threshold_says_what_a_rerun_would(size: int, kind: str, proportion: float | None) -> None:
    made = Made(size, kind, proportion)
    table, content = made.table, made.content()
    rules = made.payload(0.1234)
    assert "0.1234" in rules["thresholds"]
    assert np.all(np.diff([float(each) for each in rules["thresholds"]]) < 0)
    for number, text in enumerate(rules["texts"]):
        at = float(rules["thresholds"][number])
        said, counts = dict(zip(rules["slots"], text, strict=True)), table.at(at)
        cells = made.changes.cells_at(np.array([at]))[0]
        assert (
            (rules["tp"][number], rules["fp"][number])
            == (counts.tp, counts.fp)
            == (cells[1, 1], cells[[0, 2], 1].sum())
        )
        assert said["said"] == threshold(at)
        assert said["headline"] == threshold_finding(counts, at, 1, VOICE)
        assert said["detail"] == beside_delivered(counts, at, cells, content.delivered, 1, VOICE)
        assert said["row0_at"].startswith(f"{cells[0, 0]:,}")
        assert said["fp_said"] == f"{counts.fp:,}\u00a0false\u00a0positive{'' if counts.fp == 1 else 's'}"
        for key in RATES:
            found = estimate(METRICS[key], counts)
            if (found.trials or 0) >= 10:
                assert said[f"{key}_value"] == percent_of(found)
        rates = counts.tp / table.n_positive, counts.tn / table.n_negative
        per = people_per(*rates, made.prevalence.proportion)
        tree = natural_frequencies(*rates, made.prevalence.proportion, per, whole=True)
        leaves = [int(said[f"{leaf}_people"].replace(",", "")) for leaf in ("tp", "fn", "fp", "tn")]
        assert leaves == [tree.tp, tree.fn, tree.fp, tree.tn]
        assert said["fp_meaning"] == ("false positive" if tree.fp == 1 else "false positives")
        assert sum(leaves) == per
        assert [people[number] for people in rules["people"]] == [tree.tp, tree.fn, tree.fp, per]


def test_one_of_a_kind_is_singular_but_in_time() -> None:
    made = Made(400, "probability")
    content, tree = made.content(), natural_frequencies(0.9, 0.999, 0.1, whole=True)
    counts = Counts(20, 1, 9, 1)
    said = dict(zip(content.slots, content.said_at(0.5, counts, None, tree), strict=False))
    assert [said[f"{cell}_said"].replace("\u00a0", " ") for cell in ("fp", "tn")] == [
        "1 false positive",
        "1 true negative",
    ]
    assert (said["fp_people"], said["fp_meaning"], said["tn_meaning"]) == ("1", "false positive", "true negatives")
    in_time = replace(content, amounts=Amounts(1.0)).said_at(0.5, counts, None, tree)
    assert dict(zip(content.slots, in_time, strict=False))["fp_said"].replace("\u00a0", " ") == "0:01 false positives"


def test_thresholds_have_few_digits_and_the_counts_of_the_scores_that_they_stand_for() -> None:
    made = Made(400, "probability")
    rules = made.payload(0.5)
    listed = listed_thresholds(made.table)
    assert len(rules["thresholds"]) == len(listed.thresholds)
    assert sum(len(each) <= 5 for each in rules["thresholds"]) > 250  # three decimals
    assert rules["tp"] == listed.counts.tp.tolist()


def test_the_delivered_point_is_marked_where_its_threshold_is() -> None:
    made = Made(400, "probability")
    rules, point = made.payload(0.5), made.evaluation.delivered(1)
    assert point is not None
    index = rules["delivered"]["index"]
    assert tuple(made.table.at(float(rules["thresholds"][index]))) == tuple(made.table.at(point.threshold))
    assert rules["delivered"]["tpr"] == point.counts.tp / made.table.n_positive


@pytest.mark.parametrize("other", [{"amounts": Amounts(30.0)}, {"group": "women"}])
def test_of_rows_that_last_longer_or_another_group_the_texts_are_made_again(other: dict[str, Any]) -> None:
    made = Made(40, "tied")
    content = replace(made.content(), amounts=Amounts(1.0))
    before = made.payload(0.5, content)
    after = made.payload(0.5, replace(content, **other))
    assert after["id"] != before["id"]
    assert after["texts"] != before["texts"]


def test_without_delivered_predictions_none_is_marked_and_nothing_stands_beside() -> None:
    made = Made(40, "signed")
    rules = made.payload(0.0, Content(1, VOICE, made.prevalence, None, (), amounts=ONE_BY_ONE, group="", unchosen=None))
    assert rules["delivered"] is None
    assert "0.0" in rules["thresholds"]
    assert {dict(zip(rules["slots"], text, strict=True))["detail"] for text in rules["texts"]} == {NO_CLASSES}


def test_the_threshold_that_nobody_chose_is_no_headline_and_every_other_one_is() -> None:
    made = Made(40, "signed")
    rules = made.payload(0.0, Content(1, VOICE, made.prevalence, None, (), unchosen=0.0, amounts=ONE_BY_ONE, group=""))
    texts = (dict(zip(rules["slots"], text, strict=True)) for text in rules["texts"])
    told = dict(zip(rules["thresholds"], texts, strict=True))
    assert told["0.0"]["headline"] == "No threshold is chosen for VT."
    assert "At threshold 0" in told["0.0"]["detail"]
    assert {each["headline"][:12] for at, each in told.items() if at not in ("0.0", "inf")} == {"At threshold"}


def test_without_a_prevalence_nothing_is_said_of_people() -> None:
    made = Made(40, "signed")
    content = made.content()
    rules = made.payload(
        0.0, Content(1, VOICE, None, content.delivered, content.rows, amounts=ONE_BY_ONE, group="", unchosen=None)
    )
    assert rules["people"] is None
    assert dict(zip(rules["slots"], rules["texts"][0], strict=True))["people_title"] == ""


@pytest.mark.thorough
def test_the_message_stays_small_and_is_made_once_for_all_listed_thresholds() -> None:
    made = Made(200_000, "probability", None)
    first = made.payload(0.5)
    assert len(json.dumps(first)) < LARGEST_MESSAGE
    assert made.payload(float(first["thresholds"][17]))["id"] == first["id"]
    typed = made.payload(0.25)
    assert typed["id"] != first["id"]
    assert {"0.25"} <= set(typed["thresholds"])
    assert len(typed["thresholds"]) <= 1001
    assert made.payload(0.25, made.content(0.3))["id"] not in (first["id"], typed["id"])


def test_it_is_made_anew_once_what_changes_for_every_class_is_known() -> None:
    """The browser kept texts without it, and showed "undefined"."""
    made = Made(40, "signed")
    content = made.content()
    before = read(payload(made.table, replace(content, rows=()), 0.0, None, weighted=None))
    known = made.payload(0.0, content)
    assert known["id"] != before["id"]
    assert len(known["slots"]) > len(before["slots"])


@pytest.mark.parametrize("sent", [None, "", "nan", "many", {}, [1]])
def test_what_is_no_number_is_not_taken(sent: Any) -> None:
    assert _number(sent) is None


def test_numbers_arrive_to_the_last_digit() -> None:
    assert [_number(text) for text in ("0.1", "inf", "1e-05", repr(0.1 + 0.2))] == [0.1, math.inf, 1e-05, 0.1 + 0.2]


def test_rates_of_weighted_cases_are_read_from_their_own_table() -> None:
    """A hundredfold: every rate the same, and no count of it is told."""
    made = Made(60, "tied")
    table = ThresholdTable(made.table.scores, made.table.positives * 100, made.table.negatives * 300)
    plain, weighted = read(payload(made.table, made.content(), 0.3, None, weighted=None)), Made(60, "tied")
    found = read(payload(weighted.table, weighted.content(), 0.3, None, table))
    slots = found["slots"]
    for name in ("headline", "sensitivity_value", "fpr_value", "tp_said"):
        at = slots.index(name)
        assert [each[at] for each in found["texts"]] == [each[at] for each in plain["texts"]], name
    at = slots.index("ppv_value")
    assert [each[at] for each in found["texts"]] != [each[at] for each in plain["texts"]]
    assert found["totals"] == [100 * plain["totals"][0], 300 * plain["totals"][1]]
    assert found["roc"] == plain["roc"]
    assert found["pr"] != plain["pr"]
