"""What is said about several models: one verdict from the interval, the better model first, every sign kept."""

import numpy as np

from metrics import Estimate, PairedAUC
from metrics.notes import Code, Note
from metrics.paired.multiplicity import simultaneous_level
from metrics.paired.paired_proportions import PairedProportion, non_inferior, paired_proportion
from tests.support.text import plain
from words import Voice
from words.findings.finding import Finding
from words.findings.models.compare import (
    Names,
    Told,
    apart_said,
    area_finding,
    compare_finding,
    joined_said,
    margin_said,
    marks_said,
)
from words.text.amounts import Amounts

VOICE = Voice(("Normal", "VT", "malignant"), ("patient", "patients"), 0)
VT, MALIGNANT = 1, 2


def paired(*counts: int, level: float = 0.95, patients: int = 0) -> PairedProportion:
    """counts: both, first only, second only, neither; patients: who have several of them."""
    first, second = np.repeat([1, 1, 0, 0], counts), np.repeat([1, 0, 1, 0], counts)
    return paired_proportion(first, second, np.arange(len(first)) % patients if patients else None, level)


def told(*counts: int, others: tuple[int, ...] = (900, 10, 20, 70), model: str = "B", level: float = 0.95) -> Told:
    proportion, rest = paired(*counts, level=level), paired(*others, level=level)
    return Told(Names(model, "A"), proportion, rest, proportion.cases + rest.cases)


def said(lead: Told, *others: Told, label: int = VT, voice: Voice = VOICE) -> Finding:
    found = compare_finding(lead, others, label, voice, 0.95)
    return Finding(plain(found.headline), plain(found.detail))


def test_the_better_model_stands_first_with_its_lead() -> None:
    found = said(told(319, 78, 22, 32))
    assert found.headline == "B detects 397 of 451 patients with VT, A 341 (+12.4 points, CI 8.2–16.7)."
    assert found.detail == "Specificity: B −1.0 points (CI −2.2 to +0.1), no clear difference. Same 1,451 patients."


def test_without_an_interval_nothing_is_judged() -> None:
    """Six nights, five of which differ: nothing was judged."""
    few = paired(100, 3, 2, 15, patients=6)
    found = said(Told(Names("B", "A"), few, few, 120))
    assert found.headline == "VT sensitivity: B 103 of 120, A 102 of 120."
    assert found.detail.startswith("No verdict: CI not estimated: 6 clusters, 15 needed. Specificity: B ")
    assert "no clear difference" not in found.detail
    same = paired(100, 0, 0, 20, patients=6)
    assert said(Told(Names("B", "A"), same, same, 120)).headline.startswith("No clear difference in VT sensitivity")


def test_the_specificity_that_more_detection_costs_is_said_beside_further_models() -> None:
    costly = told(319, 78, 22, 32, others=(805, 0, 40, 70))
    found = said(costly, told(319, 30, 25, 77, model="C"))
    assert "Specificity: B −4.4 points (CI −5.8 to −3.1). C 349 of 451" in found.detail
    assert "Specificity" not in said(told(319, 78, 22, 32), told(319, 30, 25, 77, model="C")).detail


def test_a_normal_class_keeps_its_own_name() -> None:
    voice = Voice(("benign", "malignant"), ("patient", "patients"), 0)
    assert "Other classes classified as benign: B " in said(told(187, 14, 3, 8), label=0, voice=voice).detail


def test_a_worse_model_is_never_advertised() -> None:
    """C10: it detected 22 that the better one missed, which the headline once led with."""
    found = said(told(319, 22, 78, 32))
    assert found.headline == "A detects 397 of 451 patients with VT, B 341 (+12.4 points, CI 8.2–16.7)."


def test_an_adjective_goes_with_cases_and_a_long_headline_goes_on_below() -> None:
    found = said(told(187, 14, 3, 8), label=MALIGNANT)
    assert found.headline == "B detects 201 of 212 malignant cases, A 190 (+5.2 points, CI 1.3–9.5)."
    long = told(187, 14, 3, 8, model="A rather long name of a network")._replace(
        names=Names("A rather long name of a network", "Another name that is as long as it")
    )
    found = said(long, label=MALIGNANT)
    assert found.headline.endswith(
        "network detects 201 of 212 malignant cases, Another name that is as long as it 190."
    )
    assert found.detail.startswith("A rather long name of a network +5.2 points (95 % CI 1.3–9.5). Specificity:")


def test_without_a_clear_difference_both_counts_and_the_interval_are_given() -> None:
    found = said(told(36, 6, 4, 4))
    assert found.headline == "No clear difference in VT sensitivity: B 42 of 50, A 40 of 50."
    assert found.detail.startswith("B +4 points (95 % CI −9 to +17). Specificity: B −1.0 points (CI")


def test_few_discordant_cases_and_too_few_patients_are_no_verdict() -> None:
    found = said(told(40, 2, 1, 7))
    assert found.detail.startswith("B +2 points (95 % CI −7 to +11); only 3 discordant patients; a verdict needs 6.")
    few = Told(Names("B", "A"), paired(40, 8, 1, 11, patients=12), paired(50, 1, 1, 8, patients=12), 120)
    found = said(few)
    assert found.headline == "VT sensitivity: B 48 of 60, A 41 of 60."
    assert found.detail.startswith("No verdict: CI not estimated: 12 clusters")


def test_without_cases_of_the_class_nothing_is_compared() -> None:
    found = said(told(0, 0, 0, 0))
    assert found.headline == "No patient in both models has VT: sensitivity cannot be compared."
    assert (
        found.detail == "Specificity: B −1.0 points (95 % CI −2.2 to +0.1), no clear difference. Same 1,000 patients."
    )


def test_normal_is_never_detected() -> None:
    lead = told(900, 40, 5, 55, others=(100, 10, 3, 20))
    found = said(lead, label=0)
    assert found.headline == "B classifies 940 of 1,000 Normal patients correctly, A 905 (+3.5 points, CI 2.2–4.9)."
    assert found.detail == "Other classes classified as Normal: B 23 of 133, A 30. Same 1,133 patients."
    found = said(told(36, 6, 4, 4), label=0)
    assert found.headline.startswith("No clear difference in correctly classified Normal patients: B 42 of 50")
    assert "detect" not in f"{said(lead, label=0)}"


def test_further_models_have_a_sentence_each_and_many_are_counted() -> None:
    level = simultaneous_level(0.95, 2)
    lead, other = told(36, 6, 4, 4, level=level), told(26, 3, 14, 7, model="C", level=level)
    found = said(lead, other)
    assert found.detail.startswith("B +4 points (95 % CI")
    assert "C detects fewer, 29 of 50: −22 points (CI −38 to −4)." in found.detail
    assert found.detail.endswith("Same 1,050 patients.")
    alike = told(37, 3, 3, 7, model="D")
    assert "D 40 of 50: no clear difference (0 points, CI" in said(lead, alike).detail
    many = said(lead, *[other] * 2, *[alike] * 3).detail
    assert "Of 5 further models: 2 detect fewer and 3 without a clear difference." in many
    less = other._replace(common=800)
    assert said(lead, less).detail.endswith("Each on the patients that both models share: 800 to 1,050.")


def test_a_margin_is_said_with_the_interval_that_decides() -> None:
    found, names = paired(50, 9, 6, 5), Names("B", "A")
    by = {m: plain(margin_said("Sensitivity", found, non_inferior(found.difference, m), m, names)) for m in (0.05, 0.2)}
    assert by[0.2] == "Sensitivity of B against A: **non-inferior**: CI entirely above −20 (CI −7 to +16)."
    assert "**inconclusive**: CI includes −5" in by[0.05]


def test_the_caption_names_the_correction_only_where_there_are_several_models() -> None:
    assert "simultaneous for 4 models; filled where it excludes 0." in plain(marks_said("A", 0.95, 4, False, True))
    one = plain(marks_said("A", 0.9, 1, True, False))
    assert "simultaneous" not in one
    assert "AUC" not in one
    assert one.endswith("with 90 % CI; filled where it excludes 0, open also with fewer than 6 discordant cases.")


def test_what_was_matched_is_said_with_everything_excluded() -> None:
    names, unit = Names("B", "A"), ("case", "cases")
    text = joined_said(170, (10, 0), 3, 2, ("patient", "recording"), names, unit)
    assert plain(text) == (
        "170 cases in both models (matched by patient and recording), 10 only in B, 0 only in A, 3 rows without ID "
        "excluded, 2 excluded, as their true class differs between the models."
    )
    assert (
        plain(joined_said(9, (0, 0), 0, 0, (), names, unit)) == "9 cases in both models (predictions in the same row)."
    )


def test_frames_of_known_length_are_told_as_time() -> None:
    voice = Voice(("Clipping", "Dissection"), ("frame", "frames"))
    lead, other = told(553, 120, 20, 30), told(500, 30, 73, 120, model="C")
    found = compare_finding(lead, [other], 0, voice, 0.95, Amounts(1.0))
    assert plain(found.headline).startswith("B detects 11:13 of 12:03 min of Clipping, A 9:33 (+13.8 points, CI ")
    assert "C detects fewer, 8:50 of 12:03 min: −5.9 points" in plain(found.detail)
    assert plain(found.detail).endswith("Same 1,723 frames.")


# ------------------------------------------------------------------ scores without predicted classes


def by_area(first: float, second: float, low: float, high: float, model: str = "B", common: int = 750) -> Told:
    area = PairedAUC(Estimate(first), Estimate(second), Estimate(first - second, low, high), 1.0, 0.3)
    return told(1, 0, 0, 0, model=model)._replace(auc=area, common=common)


def said_of_areas(lead: Told, *others: Told) -> Finding:
    found = area_finding(lead, others, VT, VOICE, 0.95)
    return Finding(plain(found.headline), plain(found.detail))


def test_lone_scores_are_compared_by_their_area_and_the_better_stands_first() -> None:
    found = said_of_areas(by_area(0.86, 0.71, 0.10, 0.21))
    assert found.headline == "AUC for VT: B 0.86, A 0.71 (+0.15, CI 0.10–0.21)."
    assert found.detail == "The file gives scores and no predicted classes, so AUC is compared. Same 750 patients."
    worse = said_of_areas(by_area(0.71, 0.86, -0.21, -0.10))
    assert worse.headline == "AUC for VT: A 0.86, B 0.71 (+0.15, CI 0.10–0.21)."


def test_areas_without_a_clear_difference_and_further_models_are_said() -> None:
    other, lower = by_area(0.77, 0.71, -0.04, 0.15, model="C"), by_area(0.6, 0.71, -0.2, -0.02, model="D")
    found = said_of_areas(by_area(0.72, 0.71, -0.013, 0.02), other, lower)
    assert found.headline == "No clear difference in AUC for VT: B 0.72, A 0.71."
    assert found.detail.startswith(
        "B +0.01 (95 % CI −0.01 to +0.02). C 0.77: no clear difference, +0.06 (−0.04 to +0.15)."
    )
    assert "D 0.60: lower, −0.11 (−0.20 to −0.02)." in found.detail
    missing = Estimate(float("nan"), note=Note(Code.NO_TRUE_CASES))
    none = by_area(0.5, 0.5, 0, 0)._replace(auc=PairedAUC(missing, missing, missing, 0, 1))
    assert said_of_areas(none).headline.startswith("AUC for VT cannot be compared: no case")


def test_the_verdict_on_weighted_cases_follows_the_weights_and_not_the_counts() -> None:
    first, second = np.repeat([1, 1, 0, 0], [60, 10, 20, 10]), np.repeat([1, 0, 1, 0], [60, 10, 20, 10])
    weights = np.repeat([1, 20, 1, 1], [60, 10, 20, 10])
    found = paired_proportion(first, second, weights=weights)
    rest = paired(90, 1, 2, 7)
    lead = Told(Names("B", "A"), found, rest, 200)
    better = said(lead)
    assert better.headline.startswith("B detects 70 of 100 patients with VT (weighted 90 %), A 80 (weighted 28 %)")
    assert "+62" in f"{better.headline} {better.detail}"
    other = said(told(319, 78, 22, 32), Told(Names("C", "A"), found, rest, 200))
    assert "C detects more, 70 of 100 (weighted 90 %): +62" in other.detail
    even = paired_proportion(first, second, weights=np.repeat([1, 2, 1, 1], [60, 10, 20, 10]))
    unclear = said(Told(Names("B", "A"), even, rest, 200))
    assert (
        unclear.headline
        == "No clear difference in VT sensitivity: B 70 of 100 (weighted 73 %), A 80 of 100 (weighted 73 %)."
    )


def test_where_ci_and_test_do_not_agree_the_reader_is_told_which_one_the_verdict_follows() -> None:
    found = paired(36, 7, 1, 6)
    assert (found.verdict, round(found.p, 3)) == ("first", 0.07)
    said = apart_said([("sensitivity of B", True, found.p), ("AUC of B", True, 0.01), ("PPV of B", False, 0.2)], 0.95)
    assert said.startswith("CI and p do not agree for sensitivity of B: ")
    assert said.endswith("Verdicts follow the CI.")
    assert apart_said([("sensitivity of B", True, 0.04), ("AUC of B", False, np.nan)], 0.95) == ""
    assert apart_said([("sensitivity of B", True, 0.04)], 0.99) != ""
