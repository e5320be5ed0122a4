"""What is said about two models: counts first, signs that are never lost, and a winner only by the interval."""

import math

import numpy as np
import pytest

from metrics import Estimate
from metrics.notes import Code, Note
from metrics.paired.paired_shares import non_inferior, paired_share
from tests.support.text import plain
from words import Voice
from words.findings.compare import (
    Names,
    area_said,
    compare_finding,
    difference_said,
    joined_said,
    margin_said,
    p_said,
    points,
    points_interval,
    told_apart,
    verdict_said,
)

NAMES = Names("B", "A")
VOICE = Voice(("Normal", "VT"), ("patient", "patients"), 0)


def paired(both: int, first_only: int, second_only: int, neither: int):
    counts = [both, first_only, second_only, neither]
    return paired_share(np.repeat([1, 1, 0, 0], counts), np.repeat([1, 0, 1, 0], counts))


@pytest.mark.parametrize(
    ("value", "cases", "said"),
    [
        (0.0421, 300, "+4.2 points"), (-0.0421, 300, "−4.2 points"), (0.0421, 50, "+4 points"), (0.0, 300, "0 points"),
        (0.0004, 300, "+0.04 points"), (-0.004, 50, "−0.4 points"), (math.nan, 0, "not estimable"),
    ],
)  # fmt: skip
def test_points_have_a_sign_and_never_read_as_0_where_they_are_not(value: float, cases: int, said: str) -> None:
    assert plain(points(value, cases)) == said


def test_an_interval_has_words_between_its_signs_and_a_missing_one_its_reason() -> None:
    assert plain(points_interval(Estimate(0.1, -0.012, 0.2), 300, 0.9)) == "90 % CI −1.2 to +20.0"
    assert points_interval(Estimate(0.1, note=Note(Code.EMPTY_GROUP)), 300) == "a group without cases"


def test_p_is_never_0() -> None:
    assert [plain(p_said(p)) for p in (0.0, 0.0004, 0.0131, 1.0)] == [
        "p < 0.001",
        "p < 0.001",
        "p = 0.013",
        "p = 1.000",
    ]
    assert p_said(math.nan) == ""


def test_the_finding_is_who_found_what_the_other_missed() -> None:
    found = compare_finding(paired(319, 22, 78, 32), paired(155, 31, 22, 53), 1, NAMES, VOICE, 0.95)
    said = "On the same 451 patients with VT, A found 78 that B missed; B found 22 that A missed."
    assert plain(found.headline) == said
    assert plain(found.detail).startswith(
        "Sensitivity −12.4 points (95 % CI −16.7 to −8.2): A better. Specificity +3.4"
    )


def test_a_long_finding_goes_on_in_the_paragraph() -> None:
    names = Names("A rather long name of a model", "Another name that is as long")
    found = compare_finding(paired(30, 4, 9, 7), paired(40, 2, 1, 0), 1, names, VOICE, 0.95)
    assert plain(found.headline).endswith(f"{names.reference} found 9 that {names.model} missed.")
    assert plain(found.detail).startswith(f"{names.model} found 4 that {names.reference} missed. Sensitivity")


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("A", "B"), ("A", "B")),
        (("A deep network, first run", "A deep network, second run"), ("…first run", "…second run")),
        (("x" * 30, "x" * 31), ("x" * 15 + "…", "x" * 15 + "… (2)")),
    ],
)
def test_names_that_begin_alike_are_told_apart(names: tuple[str, str], shown: tuple[str, str]) -> None:
    assert told_apart(names, 16) == shown


@pytest.mark.parametrize(
    ("counts", "headline"),
    [
        ((0, 0, 0, 0), "No common patient truly belongs to VT, so neither model could miss one."),
        ((9, 0, 0, 0), "On the same 9 patients with VT, both models found all."),
        ((0, 0, 0, 9), "On the same 9 patients with VT, both models found none."),
        ((7, 0, 0, 2), "On the same 9 patients with VT, both models found the same 7."),
        ((7, 2, 0, 0), "On the same 9 patients with VT, A found none that B missed; B found 2 that A missed."),
    ],
)
def test_findings_without_a_difference(counts: tuple[int, ...], headline: str) -> None:
    assert plain(compare_finding(paired(*counts), paired(5, 0, 0, 1), 1, NAMES, VOICE, 0.95).headline) == headline


def test_a_verdict_names_a_winner_only_where_the_interval_leaves_out_0() -> None:
    assert verdict_said(paired(50, 30, 2, 5), NAMES) == "B better"
    assert verdict_said(paired(50, 2, 30, 5), NAMES) == "A better"
    assert verdict_said(paired(50, 9, 6, 5), NAMES) == "no clear difference (the interval holds 0)"
    assert verdict_said(paired(50, 5, 0, 5), NAMES) == "too few differ (5, at least 6 are needed)"
    assert "exact McNemar p = 0.607" in plain(difference_said(paired(50, 9, 6, 5), 0.95))


def test_a_margin_is_said_with_the_interval_that_decides() -> None:
    found = paired(50, 9, 6, 5)
    said = {
        m: plain(margin_said("Sensitivity", found, non_inferior(found.difference, m), m, NAMES)) for m in (0.05, 0.2)
    }
    assert said[0.2] == "Sensitivity of B against A: **non-inferior**: CI entirely above −20 (CI −7 to +16)."
    assert "**inconclusive**: CI includes −5" in said[0.05]


def test_what_was_joined_is_said_with_everything_left_out() -> None:
    said = joined_said(170, (10, 0), 3, 2, ("patient", "recording"), NAMES, ("case", "cases"))
    assert plain(said) == (
        "170 cases in common (told by patient and recording), 10 only in B, 0 only in A, 3 rows without an id left "
        "out, 2 left out, whose true class is not the same in both."
    )
    assert plain(joined_said(9, (0, 0), 0, 0, (), NAMES, ("case", "cases"))) == (
        "9 cases in common (both answers stand in the same rows)."
    )


def test_areas_are_judged_by_their_interval() -> None:
    assert plain(area_said(Estimate(0.05, 0.01, 0.09), 0.01, NAMES, 0.95)) == (
        "AUC of B − A: +0.050 (95 % CI +0.010 to +0.090), p = 0.010: **B better**."
    )
    assert "no clear difference" in area_said(Estimate(-0.05, -0.11, 0.01), 0.1, NAMES, 0.95)
    assert "better" not in area_said(Estimate(0.05, note=Note(Code.SAME_ORDER)), math.nan, NAMES, 0.95)
