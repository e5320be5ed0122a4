"""What is said about phases and stages: what is missed, how late a phase starts, and the kappa of a night."""

import numpy as np
import pytest

from metrics.recordings.recording_scores import score_recording
from tests.support.text import plain
from words import Voice
from words.findings.recordings.timeline import (
    Phrases,
    phase_changes,
    phases_finding,
    recording_headline,
    stages_finding,
)
from words.text.voice import Nouns

VIDEOS = Nouns(("video", "videos"), ("frame", "frames"), ("phase", "phases"))
NIGHTS = Nouns(("night", "nights"), ("epoch", "epochs"), ("stage", "stages"))
NAMES = ("Preparation", "Clipping", "Cleaning")
IN_ALL = ("000111222", "000111222")
LATE = ("000111222", "000011222")
EARLY = ("000111222", "001111222")
NEVER = ("000111222", "000000222")


def tell(seconds: float = 1, names: tuple[str, ...] = NAMES, nouns: Nouns = VIDEOS) -> Phrases:
    return Phrases(Voice(names, nouns.row, noun=nouns.phase[0]), nouns, seconds)


def scored(truth: str, predicted: str):
    return score_recording(*(np.array([int(letter) for letter in text]) for text in (truth, predicted)), 3)


def phases(*pairs: tuple[str, str], label: int = 1, told: Phrases | None = None):
    headline, detail, _ = phases_finding([scored(*pair) for pair in pairs], label, told or tell())
    return plain(headline), plain(detail)


# ------------------------------------------------------------------ phases


def test_a_phase_that_is_missed_leads_with_how_late_it_starts_elsewhere() -> None:
    headline, detail = phases(NEVER, *[LATE] * 4, EARLY, IN_ALL)
    assert headline == "Clipping was not recognised in 1 of 7 videos."
    assert detail.startswith("In the other 6 it starts 1 s late (median; range 1 s early to 1 s late).")
    assert detail.endswith("The model changes phase 13 times, the true class 14 times.")
    short = phase_changes([scored(*pair) for pair in (NEVER, IN_ALL)], tell())
    assert plain(short) == "model 3 phase changes, true class 4"  # which are not among the 3


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ([IN_ALL] * 3, "Clipping was recognised in all 3 videos."),
        ([IN_ALL, LATE], "Clipping was recognised in all 2 videos, with 0:01 of 0:06 min missed."),
        ([NEVER] * 3, "Clipping was not recognised in any of 3 videos."),
        ([NEVER], "Clipping was not recognised in the only video."),
        ([IN_ALL], "Clipping was recognised in the only video."),
        ([IN_ALL, NEVER, ("000222", "000222")], "Clipping was not recognised in 1 of 2 videos with it."),
        ([NEVER, ("000222", "000222")], "Clipping was not recognised in the only video with it."),
        ([("000222", "000122")] * 2, "Clipping occurs in none of 2 videos."),
    ],
)
def test_how_often_a_phase_is_recognised(pairs: list[tuple[str, str]], said: str) -> None:
    assert phases(*pairs)[0] == said


def test_starts_of_a_few_recordings_are_listed() -> None:
    assert phases(NEVER, LATE, EARLY)[1].startswith("In the other 2 it starts 1 s early and 1 s late.")
    assert phases(IN_ALL, LATE)[1].startswith("It starts on time and 1 s late.")
    assert phases(*[LATE] * 5)[1].startswith("It starts 1 s late in each.")


def test_a_phase_that_is_entered_again_has_no_lateness() -> None:
    again = ("00110011222", "00010011222")
    assert "late" not in phases(again, LATE)[1]


def test_where_the_phase_is_always_recognised_another_that_is_missed_is_named() -> None:
    assert phases(NEVER, IN_ALL, label=2)[1].startswith(
        "It starts on time and on time. Clipping was not recognised in 1 of 2 videos."
    )


def test_a_phase_with_a_number_for_a_name_keeps_its_noun() -> None:
    told = tell(30, ("0", "1", "2"), NIGHTS)
    assert phases(NEVER, IN_ALL, told=told)[0] == "Stage 1 was not recognised in 1 of 2 nights."


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        (NEVER, "Video SIM09: 0:03 min of Clipping missed"),
        (LATE, "Video SIM09: 0:01 min of Clipping missed"),
        (IN_ALL, "Video SIM09: all 0:03 min of Clipping recognised"),
        (("000222", "000222"), "Video SIM09: no Clipping"),
    ],
)
def test_one_video_is_told_by_the_time_that_is_missed(pair: tuple[str, str], said: str) -> None:
    assert plain(recording_headline("SIM09", scored(*pair), 1, tell())) == said


# ------------------------------------------------------------------ stages


def night(truth: str, predicted: str):
    return scored(truth * 20, predicted * 20)


def stages(*pairs: tuple[str, str], label: int = 1, names: tuple[str, ...] = ("Wake", "N3", "N2")):
    told = tell(30, names, NIGHTS)
    headline, detail, _ = stages_finding("25", [night(*pair) for pair in pairs], 0, label, told)
    return plain(headline), plain(detail)


def test_a_night_leads_with_the_minutes_missed_and_what_they_were_taken_for() -> None:
    headline, detail = stages(("01112", "01222"), *[("01112", "01112")] * 5)
    assert headline == "Night 25: the model missed 20 of 30 min of N3 (67 %), 20 min as N2."
    assert detail == "κ 0.44, the lowest of 6 nights; median 1.00 (IQR 1.00–1.00)."


@pytest.mark.parametrize(("name", "said"), [("25", "Night 25"), ("night_3", "night_3"), ("nightly", "Night nightly")])
def test_a_night_that_is_named_so_is_not_said_twice(name: str, said: str) -> None:
    assert NIGHTS.named(name) == said


def test_a_long_headline_keeps_what_the_minutes_were_taken_for_for_the_next_line() -> None:
    headline, detail = stages(("01112", "01222"), names=("Wake", "Deep sleep of the third stage " * 2, "N2"))
    assert headline.endswith("(67 %).")
    assert detail == "Of these, 20 min as N2. κ 0.44."


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        (("01112", "01112"), "Night 25: the model detected all 30 min of N3."),
        (("00002", "00002"), "Night 25: no N3."),
        (("00002", "00012"), "Night 25: no N3; the model predicted 10 min."),
    ],
)
def test_a_night_where_nothing_is_missed(pair: tuple[str, str], said: str) -> None:
    assert stages(pair)[0] == said


def test_kappa_stands_beside_that_of_the_other_nights() -> None:
    right, incorrect, same = ("01112", "01112"), ("01112", "01222"), ("11111", "11111")
    assert stages(right, incorrect)[1] == "κ 1.00, the highest of 2 nights; range 0.44–1.00."
    assert stages(right, right)[1] == "κ 1.00; range of 2 nights 1.00–1.00."
    assert stages(("01112", "01122"), right, incorrect, right, right, right)[1] == (
        "κ 0.69; median of 6 nights 1.00 (IQR 0.77–1.00)."
    )
    assert stages(same, right, right)[1] == "κ not estimable."
