import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import Estimate, wilson
from metrics.notes import Code, Note
from words import NBSP, counted, decimal, interval, of, percent, percent_of, threshold, whole
from words.text.numbers import in_table, key_number, proportion

JOINER = "\u2060"
proportions = st.integers(1, 10**6).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials)))
edges = proportions | st.integers(2, 10**6).flatmap(lambda n: st.sampled_from([(0, n), (1, n), (n - 1, n), (n, n)]))


def spaced(text: str) -> str:
    """As it looks: no-break spaces as spaces, without invisible joiners."""
    return text.replace(NBSP, " ").replace(JOINER, "")


def number(text: str) -> float:
    return float(re.sub(r"[ %,]", "", spaced(text)))


@pytest.mark.parametrize(
    ("successes", "trials", "text"),
    [
        (10, 50, "20 %"),
        (41, 50, "82 %"),
        (0, 50, "0 %"),
        (50, 50, "100 %"),
        (1, 3, "33 %"),
        (198, 199, "99.5 %"),
        (100, 199, "50 %"),
        (100, 200, "50.0 %"),
        (22, 930, "2.4 %"),
        (1019, 1150, "88.6 %"),
        (2, 200, "1.0 %"),
        (198, 200, "99.0 %"),
        (5, 930, "0.5 %"),
        (925, 930, "99.5 %"),
        (1, 2000, "0.05 %"),
        (1999, 2000, "99.95 %"),
        (1, 10_000, "0.01 %"),
        (9_999, 10_000, "99.99 %"),
        (1, 100_000, "0.001 %"),
        (99_999, 100_000, "99.999 %"),
        (7, 1000, "0.7 %"),
        (993, 1000, "99.3 %"),
        (999, 100_000, "1.0 %"),
        (0, 100_000, "0 %"),
        (100_000, 100_000, "100 %"),
        (0, 200, "0 %"),
    ],
)
def test_percentages_have_the_decimals_that_their_cases_can_bear(successes: int, trials: int, text: str) -> None:
    assert spaced(percent(successes / trials, trials)) == text


@given(edges)
def test_a_percentage_is_close_and_never_says_all_or_none_for_some(given_: tuple[int, int]) -> None:
    successes, trials = given_
    text = percent(successes / trials, trials)
    said = number(text)
    rest = min(successes, trials - successes) / trials
    assert abs(said - 100 * successes / trials) <= max(0.5 if trials < 200 else 0.05, 5 * rest) + 1e-9
    assert (said == 0) == (successes == 0)
    assert (said == 100) == (successes == trials)
    assert text.endswith(f"{NBSP}%")


@given(edges)
def test_a_proportion_and_its_rest_are_written_with_the_same_decimals(given_: tuple[int, int]) -> None:
    successes, trials = given_
    texts = [percent(part / trials, trials) for part in (successes, trials - successes)]
    places = [len(spaced(text).removesuffix(" %").partition(".")[2]) for text in texts]
    assert places[0] == places[1], texts


@given(edges)
def test_an_interval_has_the_decimals_of_its_value_and_stays_on_one_line(given_: tuple[int, int]) -> None:
    estimate = wilson(*given_)
    text = interval(estimate)
    low, high = spaced(text).split("–")
    places = [len(text.partition(".")[2]) for text in (low, high, spaced(percent_of(estimate)).removesuffix(" %"))]
    if estimate.value not in (0, 1):
        assert places[0] == places[1] == places[2]
        assert float(low) <= float(spaced(percent_of(estimate)).removesuffix(" %")) <= float(high)
    assert 0 <= float(low) <= float(high) <= 100
    assert f"{JOINER}–{JOINER}" in text
    assert not re.search(r"\s", text)


@pytest.mark.parametrize(
    ("successes", "trials", "text"),
    [
        (10, 50, "20 % (95 % CI 11–33)"),
        (22, 930, "2.4 % (95 % CI 1.6–3.6)"),
        (41, 50, "82 % (95 % CI 69–90)"),
        (5, 930, "0.5 % (95 % CI 0.2–1.3)"),
        (4, 9, "4 of 9"),
        (0, 1, "0 of 1"),
        (5, 10, "50 % (95 % CI 24–76)"),
        (0, 0, "not estimable (there are no cases)"),
    ],
)
def test_a_proportion_is_said_with_its_interval_or_only_its_counts(successes: int, trials: int, text: str) -> None:
    assert spaced(proportion(wilson(successes, trials), 0.95)) == text


def test_the_level_of_an_interval_is_named() -> None:
    assert spaced(proportion(wilson(10, 50, 0.99), 0.99)).startswith("20 % (99 % CI ")
    assert spaced(proportion(wilson(10, 50, 0.999), 0.999)).startswith("20 % (99.9 % CI ")


@given(edges)
def test_a_line_may_only_break_at_the_bracket(given_: tuple[int, int]) -> None:
    text = proportion(wilson(*given_), 0.95)
    assert text.count(" ") <= 2
    assert re.search(r"\d (?!\()", text) is None


@pytest.mark.parametrize(("number_", "text"), [(0, "0"), (999, "999"), (1150, "1,150"), (10**7, "10,000,000")])
def test_thousands_have_a_comma(number_: int, text: str) -> None:
    assert whole(number_) == text


def test_counts_stay_beside_their_unit() -> None:
    assert of(41, 1150) == f"41{NBSP}of{NBSP}1,150"
    assert counted(1, ("patient", "patients")) == f"1{NBSP}patient"
    assert counted(0, ("frame", "frames")) == f"0{NBSP}frames"
    assert counted(1150, ("case", "cases")) == f"1,150{NBSP}cases"


def test_undefined_is_said_and_never_a_number() -> None:
    nothing = Estimate(math.nan, note=Note(Code.NO_TRUE_CASES), successes=0, trials=0)
    assert percent_of(nothing) == decimal(math.nan) == "not estimable"
    assert proportion(nothing, 0.95) == "not estimable (no case has the class)"
    assert interval(nothing) == ""


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [(0.95512, 3, "0.955"), (0.95512, 2, "0.96"), (-0.0312, 2, "−0.03"), (-1, 2, "−1.00"), (1, 3, "1.000")],
)
def test_key_figures_have_three_decimals_and_a_true_minus(value: float, places: int, text: str) -> None:
    assert decimal(value, places) == text


@pytest.mark.parametrize("value", [0.0, -0.0, -1e-17, -0.0004])
def test_nothing_is_never_negative(value: float) -> None:
    assert decimal(value) == "0.000"


def test_a_narrow_interval_is_not_one_number_twice_and_its_number_lies_within() -> None:
    narrow = Estimate(151_988 / 5_379_521, 0.0281, 0.0284, trials=5_379_521, successes=151_988)
    assert (spaced(percent_of(narrow)), spaced(interval(narrow))) == ("2.83 %", "2.81–2.84")
    assert spaced(proportion(narrow, 0.95)) == "2.83 % (95 % CI 2.81–2.84)"
    assert spaced(interval(Estimate(0.0029, 0.0029, 0.0029, trials=10_737))) == "0.3–0.3"
    area = Estimate(0.9412, 0.9409, 0.9415)
    assert (key_number(area), spaced(interval(area, 3))) == ("0.941", "0.941–0.942")
    assert (in_table(area), spaced(interval(area, 2))) == ("0.941", "0.941–0.942")
    assert (in_table(Estimate(0.9412)), key_number(Estimate(0.9412, 0.91, 0.96), 2)) == ("0.94", "0.94")


@pytest.mark.parametrize(("found", "said"), [((0, 1000), "0–0.4"), ((1000, 1000), "99.6–100"), ((0, 50), "0–7")])
def test_the_bound_of_none_and_of_all_is_written_as_they_are(found: tuple[int, int], said: str) -> None:
    """ "0 %" beside "0.0–0.4" would be one number in two ways."""
    assert spaced(interval(wilson(*found))) == said


def test_intervals_of_agreement_may_be_negative() -> None:
    assert spaced(interval(Estimate(0.1, -0.05, 0.25), 2)) == "−0.05 to 0.25"
    assert spaced(interval(Estimate(-0.462, -0.554, -0.359), 3)) == "−0.554 to −0.359"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.5, "0.500"),
        (0.29, "0.290"),
        (0.1375, "0.1375"),
        (0.123456, "0.123456"),
        (1 / 3, "0.333333"),
        (-1.25, "−1.250"),
        (3.0, "3"),
        (-40.0, "−40"),
        (1e20, "1e+20"),
        (0.0, "0.000"),
        (math.inf, "above every score"),
        (-math.inf, "below every score"),
    ],
)
def test_a_threshold_shows_the_decimals_it_has(value: float, text: str) -> None:
    assert threshold(value) == text


@given(st.floats(0.001, 1.999))
def test_a_threshold_has_at_least_three_decimals_and_is_never_far_off(value: float) -> None:
    text = threshold(value)
    assert len(text.partition(".")[2]) >= 3, text
    assert float(text) == pytest.approx(value, rel=1e-5)


@pytest.mark.parametrize(
    ("value", "said"),
    [(0.956, "0.96"), (0.9949, "0.99"), (0.998, "0.998"), (0.9996, "0.9996"), (1.0, "1.00"), (0.0, "0.00")],
)
def test_what_is_not_1_does_not_read_as_1_in_a_table(value: float, said: str) -> None:
    assert in_table(Estimate(value)) == said
