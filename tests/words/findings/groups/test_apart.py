import math

import pytest

from metrics import wilson
from metrics.intervals.analytic import Estimate, proportion_interval
from metrics.intervals.too_few import few_patients
from metrics.notes import Code, note
from metrics.paired.hypothesis_tests import difference
from tests.support.text import plain
from words.findings.groups.apart import (
    Apart,
    Speaker,
    by_rows,
    finding,
    footnote,
    link,
    not_assessable,
    required_said,
    too_many,
    without_group,
    without_interval,
)  # fmt: skip
from words.findings.groups.named import Member
from words.text.voice import Voice

WOMEN, MEN = Member((("sex", "F"),)), Member((("sex", "M"),))
VOICE = Voice(("Normal", "VT"), ("patient", "patients"), 0)
BOTH = ("sensitivity", "fpr")
SPEAKER = Speaker(VOICE, 1, ("sex", "age", "site"))


def gap(own: tuple[int, int], rest: tuple[int, int], p: float = 0.0109, columns: int = 3) -> Apart:
    return Apart(WOMEN, MEN, wilson(*own), wilson(*rest), difference(*own, *rest), 0.95, p, columns)


def test_the_gap_in_sensitivity_leads_and_then_how_far_it_goes() -> None:
    said = finding(gap((13, 21), (27, 29)), None, BOTH, SPEAKER)
    assert plain(said.headline) == "Sensitivity for VT is 62 % in women (13 of 21) and 93 % in men (27 of 29)."
    assert plain(said.detail) == (
        "31 points lower in women (95 % CI 8–53; interaction p = 0.011, adjusted for 3 columns p = 0.033). "
        "False positive rate: no clear difference."
    )


def test_a_gap_in_the_false_positive_rate_is_said_after_it() -> None:
    said = finding(None, gap((40, 500), (10, 500), math.nan), BOTH, SPEAKER)
    assert said.headline == "No clear difference in sensitivity for VT between the groups of sex, age and site."
    assert plain(said.detail) == (
        "False positive rate: 8.0 % in women (40 of 500) and 2.0 % in men (10 of 500). "
        "6.0 points higher in women (95 % CI 3.4–8.9)."
    )


def test_many_groups_are_compared_with_all_others() -> None:
    one = Apart(WOMEN, None, wilson(13, 21), wilson(27, 29), difference(13, 21, 27, 29), 0.95, math.nan, 1)
    assert "and 93 % in all others (27 of 29)" in plain(finding(one, None, BOTH, SPEAKER).headline)


def test_where_nothing_can_be_compared_that_is_the_finding() -> None:
    said = finding(None, None, ("fpr",), Speaker(VOICE, 1, ("sex",)))
    assert said.headline == (
        "Sensitivity for VT cannot be compared: fewer than two groups of sex have 10 patients with VT."
    )


def test_a_rate_that_no_group_has_is_not_said_to_be_without_difference() -> None:
    assert finding(None, None, (), SPEAKER).detail == (
        "False positive rate: too few patients of other classes to compare."
    )


def test_a_class_of_which_no_case_is_detected_has_no_sensitivity_to_compare() -> None:
    said = finding(None, None, BOTH, SPEAKER, detected=0)
    assert plain(said.headline) == (
        "The model detected none of the patients with VT: sensitivity is 0 % in all groups of sex, age and site."
    )


def test_what_is_small_never_reads_as_none() -> None:
    said = finding(None, gap((20, 10_000), (4, 10_000)), BOTH, SPEAKER)
    assert "0.2 points higher" in plain(said.detail)
    assert "CI 0–" not in plain(said.detail)


def test_other_pages_name_the_gap_in_a_few_words() -> None:
    assert plain(link(gap((13, 21), (27, 29)), SPEAKER)) == "sensitivity for VT: 31 points lower in women (13 of 21)"


def test_a_requirement_is_judged_for_each_group() -> None:
    states = {"not met": ["women"], "met": ["men"], "inconclusive": ["a", "b", "c", "d"]}
    assert required_said("sensitivity", "at least 90 %", states) == (
        "Required sensitivity at least 90 % – not met: women; met: men; inconclusive: 4 groups."
    )
    assert required_said("sensitivity", "at least 90 %", {}) == ""


def rate(hits: int, trials: int) -> Estimate:
    return proportion_interval(hits, trials)


def test_groups_that_are_too_small_are_listed_with_their_counts() -> None:
    groups = [(WOMEN, rate(3, 4)), (MEN, rate(6, 6)), (Member((("site", "West"),)), rate(0, 0))]
    assert plain(not_assessable("sensitivity", groups, SPEAKER)) == (
        "Fewer than 10 patients with VT: women (3 of 4 detected), men (6 of 6), site West (none)."
    )
    many = plain(not_assessable("fpr", groups * 4, SPEAKER))
    assert many.startswith("Fewer than 10 patients of other classes: women (3 of 4)")
    assert many.endswith("and 4 more.")
    assert not_assessable("fpr", [], SPEAKER) == ""


def test_groups_whose_mark_has_no_interval_are_told_with_the_reason() -> None:
    few, alike = few_patients(6), note(Code.ALL_REPLICATES_EQUAL)
    groups = [(WOMEN, few), (MEN, alike), (Member((("site", "West"),)), few_patients(4))]
    assert plain(without_interval("fpr", groups, ("night", "nights"))) == (
        "False positive rate, too few nights for a CI (15 needed): women (6), site West (4). "
        "False positive rate, CI not estimable: no variation between resamples: men."
    )
    many = plain(without_interval("sensitivity", [(WOMEN, few)] * 10, VOICE.unit))
    assert many.startswith("Sensitivity, too few patients for a CI (15 needed): women (6), women (6)")
    assert many.endswith(" and 2 more.")
    assert without_interval("fpr", [], VOICE.unit) == ""


@pytest.mark.parametrize(("counts", "said"), [
    ({"age": 12, "sex": 0}, "In no group, as the cell is empty or cannot be read: 12 patients (age)."),
    ({"sex": 0}, ""),
])  # fmt: skip
def test_cases_without_a_value_are_counted(counts: dict[str, int], said: str) -> None:
    assert plain(without_group(counts, VOICE.unit)) == said


def test_columns_of_too_many_values_are_named() -> None:
    said = "Not offered, as more than 20 values are too many groups: site and ward."
    assert plain(too_many(["site", "ward"], 20)) == said
    assert too_many([], 20) == ""


def test_the_footnote_names_the_method() -> None:
    assert "Newcombe" in footnote(VOICE.unit, "cases", True)
    assert "resamples" in footnote(VOICE.unit, "draws", True)
    assert "MOVER" in footnote(VOICE.unit, "sums", True)


def test_two_groups_are_one_comparison_without_bonferroni() -> None:
    assert "Newcombe, simultaneous for the groups of a column (Bonferroni)." in footnote(VOICE.unit, "cases", True)
    assert "Newcombe. Vertical line" in footnote(VOICE.unit, "cases", False)


def test_what_treats_rows_as_independent_names_its_columns() -> None:
    assert by_rows([], [], []) == ""
    every = by_rows(["site", "*x*"], ["ward"], ["age"])
    so = "treat rows as independent."
    assert rf"Some patients are in several groups of site and \*x\*: these differences of AUC and O:E {so}" in every
    assert "Some patients are in several groups of ward: all these differences treat rows as independent." in every
    assert every.endswith("All CIs in the groups of age treat rows as independent.")
