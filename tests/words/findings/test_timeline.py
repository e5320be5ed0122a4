"""Times of recordings, and what is said about how late a phase begins."""

import re

import numpy as np
import pytest

from metrics.recordings.recording_scores import score_recording
from tests.support.text import plain
from words import Voice
from words.findings.timeline import (
    Phrases,
    cohort_finding,
    median_and_quartiles,
    recording_finding,
    signed_percent,
)
from words.text.voice import Nouns

VIDEOS = Nouns(("video", "videos"), ("frame", "frames"), ("phase", "phases"))
NIGHTS = Nouns(("night", "nights"), ("epoch", "epochs"), ("stage", "stages"))
NAMES = ("Preparation", "Clipping", "Cleaning")


def tell(seconds: float = 1, names: tuple[str, ...] = NAMES, nouns: Nouns = VIDEOS) -> Phrases:
    return Phrases(Voice(names, ("frame", "frames")), nouns, seconds)


def scored(truth: str, predicted: str):
    return score_recording(*(np.array([int(letter) for letter in text]) for text in (truth, predicted)), 3)


@pytest.mark.parametrize(
    ("errors", "said"),
    [
        ([4, 4, 12, 31, 31], ("12 s late", "IQR 4 to 31")),
        ([-31, -31, -12, -4, -4], ("12 s early", "IQR 4 to 31")),
        ([-4, -4, 12, 31, 31], ("12 s late", "IQR 4 s early to 31 s late")),
        ([0, 0, 12, 31, 31], ("12 s late", "IQR 0 to 31")),
        ([60, 60, 120, 400, 400], ("2 min late", "IQR 60 s late to 6 min 40 s late")),
        ([0, 0, 0, 0, 5], ("on time", "IQR the same")),
    ],
)
def test_a_spread_names_the_median_and_the_middle_half(errors: list[float], said: tuple[str, str]) -> None:
    assert tuple(map(plain, median_and_quartiles(errors))) == said


def test_percentages_of_time_carry_a_sign() -> None:
    assert [plain(signed_percent(each)) for each in (0.123, -0.28, 0.001, -0.004, 12)] == [
        "+12 %", "−28 %", "0 %", "0 %", "+1,200 %",
    ]  # fmt: skip


# ------------------------------------------------------------------ findings


@pytest.mark.parametrize(
    ("truth", "predicted", "headline"),
    [
        ("000111222", "000011000", "In video 07 the model enters Clipping 1 s late and never recognises Cleaning."),
        ("000111222", "001111222", "In video 07 the model enters Clipping 1 s early."),
        ("000111222", "000111111", "In video 07 the model never recognises Cleaning."),
        ("000111222", "222222111", "In video 07 the model never recognises Preparation, Clipping and Cleaning."),
        ("000111222", "000111222", "In video 07 the model recognises every phase and enters each on time."),
    ],
)
def test_a_recording_is_told_by_what_is_furthest_off(truth: str, predicted: str, headline: str) -> None:
    said = recording_finding("07", scored(truth, predicted), tell())
    assert plain(said.headline) == headline
    assert re.search(rf"{sum(map(str.__eq__, truth, predicted))} of 9 frames agree", plain(said.detail))


def test_what_does_not_fit_a_line_moves_down_and_what_is_never_seen_stays() -> None:
    names = ("Preparation", "Clipping and cutting of the cystic duct", "Cleaning and coagulation of the bed")
    said = recording_finding("07", scored("000111222", "000011000"), tell(names=names))
    assert plain(said.headline).endswith("the model never recognises Cleaning and coagulation of the bed.")
    assert plain(said.detail).startswith("It enters Clipping and cutting of the cystic duct 1 s late.")


def test_a_stage_with_a_number_for_a_name_does_not_run_into_the_time() -> None:
    night = tell(30, ("0", "1", "2"), NIGHTS)
    said = recording_finding("07", scored("000111222", "000001222"), night)
    assert plain(said.headline) == "In night 07 the model enters stage 1 late, by 60 s."


def cohort(*pairs: tuple[str, str], teller: Phrases | None = None) -> tuple[str, str]:
    said = cohort_finding([scored(*pair) for pair in pairs], teller or tell())
    return plain(said.headline), plain(said.detail)


def test_all_recordings_are_told_by_the_phase_that_is_missed_most() -> None:
    late_ = ("0000011111", "0000000111")
    missed = ("0000011111", "0000000000")
    assert cohort(*[late_] * 6, *[missed] * 2) == (
        "In 2 of 8 videos the model never recognised Clipping.",
        "When it did, it started a median 2 s late (IQR the same).",
    )
    assert cohort(missed, missed) == ("In all 2 videos the model never recognised Clipping.", "")
    assert cohort(missed) == ("In the only video the model never recognised Clipping.", "")


def test_fewer_than_five_starts_are_listed_one_by_one() -> None:
    pairs = [("0000011111", "0000000111"), ("0000011111", "0000111111"), ("0000011111", "0000000000")]
    assert cohort(*pairs, teller=tell(names=("A", "B", "C"))) == (
        "In 1 of 3 videos the model never recognised B; when it did, it started 1 s early and 2 s late.",
        "",
    )


def test_a_phase_that_only_some_recordings_have_is_counted_among_those() -> None:
    pairs = [("0000000000", "0000000000"), ("0000011111", "0000000000"), ("0000011111", "0000011111")]
    assert cohort(*pairs)[0].startswith("In 1 of the 2 videos with Clipping the model never recognised it")


def test_without_a_missed_phase_the_latest_is_told() -> None:
    pairs = [("0001112222", "0001111222")] * 5
    assert cohort(*pairs) == (
        "In all 5 videos the model recognises every phase.",
        "Furthest off: Cleaning starts a median 1 s late (IQR the same).",
    )
    perfect = [("0001112222", "0001112222")] * 5
    assert cohort(*perfect)[0] == (
        "In all 5 videos the model recognises every phase; the median start of each is on time."
    )


def test_where_nothing_is_a_phase_that_is_said() -> None:
    background = score_recording(np.zeros(5, int), np.zeros(5, int), 3, background={0})
    assert cohort_finding([background], tell()).headline == "No phase occurs in any video."
    assert plain(recording_finding("07", background, tell()).headline) == "In video 07 no phase occurs."
