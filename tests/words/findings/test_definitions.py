"""How a definition is said, in a tooltip, in a link's title and with the counts of a study."""

import math
import re

import pytest

from metrics import Counts, Estimate, wilson
from metrics.glossary import GLOSSARY
from tests.support.text import as_read
from words.findings.definitions import (
    counts_said,
    found_by,
    in_one_line,
    names,
    number,
    plain_formula,
    question,
    span,
    tooltip,
    with_counts,
)


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("sensitivity", "TP / (TP + FN)"),
        ("f1", "(2 TP) / (2 TP + FP + FN)"),
        ("balanced_accuracy", "1 / |D| Σ(i ∈ D) TP_i / n_i"),
        ("mcc", "(N Σ_i TP_i - Σ_i n_i m_i) / (√((N^2 - Σ_i n_i^2)(N^2 - Σ_i m_i^2)))"),
        ("risk_score", "(Σ(i ≠ z) C_iz) / m_z"),
        ("fold_sd", "√(1 / (F - 1) Σ_f (m_f - mean m)^2)"),
        ("ppv_elsewhere", "(Se π) / (Se π + (1 - Sp) (1 - π))"),
    ],
)
def test_a_formula_becomes_a_line_of_text(key: str, line: str) -> None:
    assert plain_formula(GLOSSARY[key].latex) == line


def test_a_difference_is_not_broken_after_its_1() -> None:
    texts = [text for each in GLOSSARY.values() for text in (tooltip(each), question(each), names(each))]
    tied = [text for text in texts if "1\u00a0−\u00a0" in text]
    assert len(tied) >= 4
    assert not [text for text in texts if "1 − " in text]


def test_a_tooltip_holds_question_other_names_and_formula() -> None:
    for definition in GLOSSARY.values():
        said = tooltip(definition)
        assert said.startswith(question(definition))
        assert definition.latex in said
        assert names(definition) in said


def test_a_link_title_is_one_plain_line_that_ends_no_link() -> None:
    for definition in GLOSSARY.values():
        said = in_one_line(definition)
        assert said.startswith(question(definition))
        assert not re.search(r'["\\$\n{}]', said)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("sensitivity", "From 0 to 1, higher is better."),
        ("mcc", "From −1 to 1, higher is better."),
        ("risk_score", "From 0 to 1, lower is better."),
        ("prevalence", "From 0 to 1."),
        ("lr_negative", "0 or more, lower is better."),
        ("calibration_slope", "Any number."),
    ],
)
def test_the_range_and_the_better_side_are_said(key: str, said: str) -> None:
    assert span(GLOSSARY[key]) == said


def test_the_counts_of_a_study_stand_in_the_formula() -> None:
    counts = Counts(1040, 3, 10, 4)
    assert with_counts(GLOSSARY["sensitivity"], counts) == r"\frac{1{,}040}{1{,}040 + 10}"
    assert with_counts(GLOSSARY["f1"], counts) == r"\frac{2 \cdot 1{,}040}{2 \cdot 1{,}040 + 3 + 10}"


def test_the_counts_have_their_marks_and_only_a_disease_is_detected() -> None:
    counts = Counts(1040, 3, 10, 4)
    assert counts_said(counts, True) == [
        ":blue[■] TP 1,040 detected",
        ":red[✕] FN 10 missed",
        ":orange[◆] FP 3 false positives",
        ":gray[●] TN 4 true negatives",
    ]
    assert counts_said(Counts(1, 1, 1, 1), False)[2:] == [
        ":orange[◆] FP 1 false positive",
        ":gray[●] TN 1 true negative",
    ]
    assert counts_said(counts, False)[:2] == [":blue[■] TP 1,040 true positives", ":red[✕] FN 10 false negatives"]


def test_another_reading_is_written_like_the_number_itself() -> None:
    assert as_read(number(0.5, wilson(40, 50))) == "50 %"
    assert number(0.25, Estimate(0.5)) == "0.250"
    assert number((0.25, 0.75), Estimate(0.5)) == "0.250 to 0.750"
    assert number(math.nan, Estimate(0.5)) == "not estimable"


@pytest.mark.parametrize(
    ("searched", "keys"),
    [
        ("recall", {"sensitivity", "macro_sensitivity", "balanced_accuracy"}),
        ("TPR", {"sensitivity"}),
        ("false discovery", {"false_discovery_rate"}),
        ("overlap SCORE", {"overlap_score"}),
        ("risk_score", set()),
        ("risk score", {"risk_score", "class_risk_score"}),
    ],
)
def test_a_search_finds_by_any_name_in_any_case(searched: str, keys: set[str]) -> None:
    found = {key for key, definition in GLOSSARY.items() if found_by(definition, searched)}
    assert keys <= found
    assert len(found) < len(GLOSSARY) / 2
