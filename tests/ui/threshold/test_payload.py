"""What the threshold picker gets: every rule as Python words it, in little room."""

from __future__ import annotations

import json
import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from metrics import METRICS, ThresholdTable, estimate, listed_thresholds, natural_frequencies, people_per
from ui.parts import my_prevalence
from ui.threshold.content import SLOTS
from ui.threshold.operating_point import RATES
from ui.threshold.payload import payload
from ui.threshold.threshold_picker import _number
from words import Voice, percent_of, threshold
from words.findings.prevalence import per_thousand
from words.findings.thresholds.one_class import threshold_finding

VOICE = Voice(("Normal", "VT", "*7 [odd](x)\n"), ("patient", "patients"), 0)
LARGEST_MESSAGE = 1_200_000  # of a thousand rules with their words; localhost takes that in milliseconds


def made(size: int, kind: str, share: float = 0.1) -> ThresholdTable:
    rng = np.random.default_rng(size)
    has = rng.random(size) < share
    raw = rng.normal(size=size) + 2 * has
    scores = {"probability": 1 / (1 + np.exp(-raw)), "tied": raw.round(1), "signed": raw * 40, "same": raw * 0}[kind]
    return ThresholdTable.from_scores(scores, has)


def mine_of(table: ThresholdTable, share: float | None) -> my_prevalence.Prevalence:
    cases, total = table.n_positive, table.n_positive + table.n_negative
    study: Any = SimpleNamespace(key="", unit=VOICE.unit)
    return my_prevalence.Prevalence(study, 1, cases / total if share is None else share, cases, total, share is None)


@pytest.mark.parametrize(
    ("size", "kind", "share"),
    [(30, "signed", None), (400, "tied", 0.3), (3000, "probability", 0.0004), (60, "same", None)],
)
def test_every_rule_says_what_a_rerun_would(size: int, kind: str, share: float | None) -> None:
    table = made(size, kind)
    prevalence, voice = mine_of(table, share), VOICE
    rules = json.loads(json.dumps(payload(table, 1, voice, 0.1234, prevalence)))
    assert "0.1234" in rules["thresholds"]
    for number, text in enumerate(rules["texts"]):
        at = float(rules["thresholds"][number])
        said, counts = dict(zip(SLOTS, text, strict=True)), table.at(at)
        assert (rules["tp"][number], rules["fp"][number]) == (counts.tp, counts.fp)
        assert said["said"] == threshold(at)
        assert (said["headline"], said["detail"]) == threshold_finding(counts, at, 1, voice)[:2]
        assert said["fp_said"] == f"{counts.fp:,}\u00a0false\u00a0alarm{'s' if counts.fp != 1 else ''}"
        for key in RATES:
            found = estimate(METRICS[key], counts)
            if (found.trials or 0) >= 10:
                assert said[f"{key}_value"] == percent_of(found)
            if found.trials:
                assert (
                    f"{found.successes:,}\u00a0of\u00a0{found.trials:,}" in said[f"{key}_value"] + said[f"{key}_counts"]
                )
        rates = counts.tp / table.n_positive, counts.tn / table.n_negative
        per = people_per(*rates, prevalence.share)
        tree = natural_frequencies(*rates, prevalence.share, per, whole=True)
        leaves = [int(said[f"{leaf}_people"].replace(",", "")) for leaf in ("tp", "fn", "fp", "tn")]
        assert leaves == [tree.tp, tree.fn, tree.fp, tree.tn]
        assert sum(leaves) == per
        assert [people[number] for people in rules["people"]] == [tree.tp, tree.fn, tree.fp, per]
        assert said["has"] == per_thousand(tree, 1, voice).has


def test_without_a_share_nothing_is_said_of_people() -> None:
    rules = payload(made(40, "signed"), 1, VOICE, 0.0, None)
    assert rules["people"] is None
    assert dict(zip(SLOTS, rules["texts"][0], strict=True))["people_title"] == ""


def test_the_message_stays_small_and_is_made_once_for_all_listed_rules() -> None:
    table = made(200_000, "probability")
    prevalence = mine_of(table, None)
    first = payload(table, 1, VOICE, 0.5, prevalence)
    assert len(json.dumps(first)) < LARGEST_MESSAGE
    assert payload(table, 1, VOICE, float(first["thresholds"][17]), prevalence) is first
    typed = payload(table, 1, VOICE, 0.25, prevalence)
    assert typed["id"] != first["id"]
    assert {"0.25"} <= set(typed["thresholds"])
    assert len(typed["thresholds"]) <= len(listed_thresholds(table).thresholds) + 1 <= 1002
    assert payload(table, 1, VOICE, 0.25, mine_of(table, 0.3))["id"] not in (first["id"], typed["id"])


@pytest.mark.parametrize("sent", [None, "", "nan", "many", {}, [1]])
def test_what_is_no_number_is_not_taken(sent: Any) -> None:
    assert _number(sent) is None


def test_numbers_arrive_to_the_last_digit() -> None:
    assert [_number(text) for text in ("0.1", "inf", "1e-05", repr(0.1 + 0.2))] == [0.1, math.inf, 1e-05, 0.1 + 0.2]
