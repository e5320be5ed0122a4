"""Whole people at another prevalence: the sentences of a clinician, which always add up."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import Estimate, NaturalFrequencies, natural_frequencies, people_per
from tests.support.text import plain
from tests.words.findings.heart import TWO
from words import Voice, percent_of
from words.findings.prevalence import alarms, as_share, common, heading, here, people, per_thousand

VOICE = Voice(("healthy", "VT", "the disease"), ("patient", "patients"))
shares = st.floats(0, 1)


def test_the_sentence_is_the_published_one() -> None:
    """Gigerenzer 2011, BMJ 343:d6386: mammography in 1,000 women."""
    tree = natural_frequencies(0.9, 0.91, 0.01, whole=True)
    assert plain(people(tree, 0.01, 2, VOICE)) == (
        "Of 1,000 patients where 1 % have the disease: 10 have the disease, 9 are flagged and 1 is missed; 89 of the "
        "990 others are flagged too. So of 98 alarms 9 are real (about 1 in 11); an all-clear is right 901 times out "
        "of 902."
    )


@given(shares, shares, st.floats(1e-4, 0.99))
def test_the_numbers_of_the_sentence_add_up(sensitivity: float, specificity: float, share: float) -> None:
    per = people_per(sensitivity, specificity, share)
    tree = natural_frequencies(sensitivity, specificity, share, per, whole=True)
    said = plain(people(tree, share, 1, VOICE)).replace("none", "0").replace(",", "")
    has, flagged, missed, wrongly, others = (
        int(number) for number in re.search(r": (\d+) ha\w+ VT (\d+) \w+ flagged and (\d+) \w+ missed; (\d+) of the (\d+)", said).groups()  # type: ignore[union-attr] # noqa: E501
    )  # fmt: skip
    assert (has, flagged + missed, has + others) == (tree.diseased, has, per)
    assert (f"So of {flagged + wrongly} alarm" in said) == bool(flagged + wrongly)
    assert ("nobody is cleared" in said) == (tree.fn + tree.tn == 0)


def test_nobody_flagged_and_one_alarm_are_said_in_words() -> None:
    assert plain(alarms(natural_frequencies(0, 1, 0.1))) == (
        "Nobody is flagged; an all-clear is right 900 times out of 1,000."
    )
    assert plain(alarms(natural_frequencies(1, 0, 0.1))).endswith("(about 1 in 10); nobody is cleared.")
    assert plain(alarms(natural_frequencies(1, 1, 0.001))).startswith("So of 1 alarm 1 is real;")


@pytest.mark.parametrize(
    ("share", "said"),
    [(0.0001, "0.01 %"), (0.001, "0.1 %"), (0.01, "1 %"), (0.043, "4.3 %"), (0.125, "12.5 %"), (0.99, "99 %")],
)
def test_a_prevalence_is_said_as_it_was_typed(share: float, said: str) -> None:
    assert plain(common(share)) == said
    assert plain(heading(1000, share, 1, VOICE)) == f"Per 1,000 patients where {said} have VT"


def test_the_share_of_the_sample_stands_beside() -> None:
    assert plain(here(50, 1150, 1, VOICE)) == "In this study 50 of 1,150 patients have VT (4.3 %)."
    assert plain(here(1, 20, 0, VOICE)) == "In this study 1 of 20 patients is healthy (5 %)."
    assert heading(1000, None, 1, VOICE) == "Per 1,000 patients like these"


@pytest.mark.parametrize(("value", "said"), [(1.0, "100 %"), (0.0, "0 %"), (0.0923, "9.2 %"), (0.9999, "99.990 %")])
def test_a_share_without_counts_is_written_in_percent(value: float, said: str) -> None:
    assert plain(percent_of(as_share(Estimate(value), 1150))) == said


def test_the_thousand_are_said_in_leaves_that_add_up() -> None:
    lines = per_thousand(NaturalFrequencies(43, 957, 35, 8, 35, 922), 1, TWO).lines()
    assert [plain(line) for line in lines][0::3] == ["43 have VT", "957 do not"]
    assert ["**35**" in lines[1], "**8**" in lines[2], "**35**" in lines[4], "**922**" in lines[5]] == [True] * 4
