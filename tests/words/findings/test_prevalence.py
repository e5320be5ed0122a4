"""Whole people at another prevalence: the sentences of a clinician, which always add up."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import Estimate, NaturalFrequencies, natural_frequencies, people_per
from tests.support.text import plain
from tests.words.findings.heart import TWO
from words import Voice, percent_of
from words.findings.prevalence import as_proportion, common, here, per_thousand, predictive_values, sentence

VOICE = Voice(("healthy", "VT", "the disease"), ("patient", "patients"))
proportions = st.floats(0, 1)


def test_the_sentence_is_the_published_one() -> None:
    """Gigerenzer 2011, BMJ 343:d6386: mammography in 1,000 women, 9 of 98 positives have cancer."""
    tree = natural_frequencies(0.9, 0.91, 0.01, whole=True)
    assert plain(sentence(tree, 0.01, 2, VOICE)) == (
        "Per 1,000 patients at 1 % prevalence: 10 have the disease (9 detected, 1 missed); 89 of the other 990 are "
        "classified as the disease. PPV 9 of 98; NPV 901 of 902."
    )


@given(proportions, proportions, st.floats(1e-4, 0.99))
def test_the_numbers_of_the_sentence_add_up(sensitivity: float, specificity: float, proportion: float) -> None:
    per = people_per(sensitivity, specificity, proportion)
    tree = natural_frequencies(sensitivity, specificity, proportion, per, whole=True)
    said = plain(sentence(tree, proportion, 1, VOICE)).replace(",", "").rpartition("prevalence: ")[2]
    has, detected, missed, wrongly, others = map(int, re.findall(r"\d+", said)[:5])
    assert (has, detected + missed, has + others) == (tree.diseased, has, per)
    assert (f"PPV {detected} of {detected + wrongly};" in said) == bool(detected + wrongly)
    assert ("no negative predictions" in said) == (tree.fn + tree.tn == 0)


def test_no_positive_and_no_negative_predictions_are_said_in_words() -> None:
    assert plain(predictive_values(natural_frequencies(0, 1, 0.1))) == "No one is flagged; NPV 900 of 1,000."
    assert plain(predictive_values(natural_frequencies(1, 0, 0.1))) == "PPV 100 of 1,000; no negative predictions."


@pytest.mark.parametrize(
    ("proportion", "said"),
    [(0.0001, "0.01 %"), (0.001, "0.1 %"), (0.01, "1 %"), (0.043, "4.3 %"), (0.125, "12.5 %"), (0.99, "99 %")],
)
def test_a_prevalence_is_said_as_it_was_typed(proportion: float, said: str) -> None:
    assert plain(common(proportion)) == said


def test_the_prevalence_of_the_sample_stands_beside() -> None:
    assert plain(here(50, 1150)) == "In this study: 50 of 1,150 (4.3 %)."


@pytest.mark.parametrize(("value", "said"), [(1.0, "100 %"), (0.0, "0 %"), (0.0923, "9.2 %"), (0.9999, "99.99 %")])
def test_a_proportion_without_counts_is_written_in_percent(value: float, said: str) -> None:
    assert plain(percent_of(as_proportion(Estimate(value), 1150))) == said


def test_the_thousand_are_said_in_leaves_that_add_up() -> None:
    lines = per_thousand(NaturalFrequencies(43, 957, 35, 8, 35, 922), 1, TWO).lines()
    assert [plain(line) for line in lines][0::3] == ["43 have VT", "957 do not"]
    assert ["**35**" in lines[1], "**8**" in lines[2], "**35**" in lines[4], "**922**" in lines[5]] == [True] * 4
