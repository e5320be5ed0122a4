"""Counts as cases or as time: one number, one unit, in sentences, cells and bars alike."""

from tests.support.text import plain
from words import Voice
from words.text.amounts import ONE_BY_ONE, Amounts

VOICE = Voice(("Clipping", "1"), ("frame", "frames"))


def test_cases_are_counted_one_by_one() -> None:
    assert plain(ONE_BY_ONE.part(834, 1505)) == "834 of 1,505"
    assert ONE_BY_ONE.alone(1505) == "1,505"
    assert plain(ONE_BY_ONE.counted(1, VOICE.unit)) == "1 frame"
    assert plain(ONE_BY_ONE.group(60, 0, VOICE)) == "60 frames of Clipping"
    assert plain(ONE_BY_ONE.part_of_group(6, 60, 0, VOICE)) == "6 of 60 frames of Clipping"


def test_frames_of_known_length_are_time() -> None:
    frames, epochs = Amounts(1.0), Amounts(30.0)
    assert plain(frames.part(170, 723)) == "2:50 of 12:03 min"
    assert (frames.alone(170), epochs.alone(834)) == ("2:50", "417")
    assert plain(epochs.counted(1505, VOICE.unit)) == "752.5 min"
    assert plain(frames.group(723, 0, VOICE)) == "12:03 min of Clipping"
    assert plain(epochs.part_of_group(834, 1505, 1, VOICE)) == "417 of 752.5 min of class 1"


def test_predictions_and_changes_are_counted_or_timed() -> None:
    frames = Amounts(1.0)
    assert plain(ONE_BY_ONE.predictions(1, 1, "VT")) == "1 of 1 VT prediction"
    assert plain(ONE_BY_ONE.predictions(0, 1, "VT")) == "0 of 1 VT predictions"  # are incorrect
    assert plain(frames.predictions(217, 525, "VT")) == "3:37 of 8:45 min of predictions"
    assert [ONE_BY_ONE.change(each) for each in (-5, 1200, 0)] == ["−5", "+1,200", "0"]
    assert [frames.change(each) for each in (-2, 0)] == ["−0:02", "0"]
