"""A kept threshold: its name where it applies, its formula, and a reason for every obstacle."""

from predictions.slices.at_threshold import Obstacle
from words import Voice
from words.findings.thresholds.kept import WHY_NOT, named, named_assumed, reported, rule

VOICE = Voice(("Ectopic", "Normal", "VT", "1"), ("patient", "patients"), 1, interest=2)


def test_its_name_says_whose_it_is_where_that_is_not_known() -> None:
    assert named(0.1, 2, VOICE) == "threshold 0.100"
    assert named(0.1, 0, VOICE) == "Ectopic threshold 0.100"


def test_a_threshold_that_nobody_chose_says_so() -> None:
    assert named_assumed(0.5, 2, VOICE) == "threshold 0.5 (assumed)"
    assert named_assumed(0.5, 0, VOICE) == "Ectopic threshold 0.5 (assumed)"


def test_its_threshold_is_said_in_words() -> None:
    assert rule(0.1, 2, VOICE) == "VT predicted at a score of 0.100 or above"
    assert rule(3.0, 3, VOICE).startswith("Class\u00a01 predicted at a score of ")
    used = reported(0.1, 2, True, "Model A", VOICE)
    assert used.startswith(f"Model A: {rule(0.1, 2, VOICE)}, a threshold chosen in Rounds; below it")
    assert reported(0.1, 2, False, "", VOICE).startswith("kept threshold, not used in this report: VT predicted")


def test_every_obstacle_has_its_reason() -> None:
    assert WHY_NOT.keys() == {each.value for each in Obstacle}
