"""Cases are counted, frames are timed."""

from tests.support.text import plain
from words import Voice
from words.findings.thresholds.amounts import COUNTS, Amounts

TIME = Amounts(1.0)
VOICE = Voice(("Clipping", "VT"), ("frame", "frames"))


def test_cases_are_counted() -> None:
    assert [plain(each) for each in (COUNTS.one(1200), COUNTS.of(45, 50), COUNTS.change(-5), COUNTS.change(0))] == [
        "1,200", "45 of 50", "−5", "0",
    ]  # fmt: skip
    assert plain(COUNTS.predictions(1, 1, "VT")) == "1 of 1 VT prediction"
    assert plain(COUNTS.part(4, 5, 0, Voice(("VT",), ("patient", "patients")))) == "4 of 5 patients with VT"


def test_frames_are_timed() -> None:
    assert [plain(each) for each in (TIME.one(308), TIME.of(308, 455), TIME.change(-2), TIME.change(0))] == [
        "5:08", "5:08 of 7:35 min", "−0:02", "0",
    ]  # fmt: skip
    assert plain(TIME.predictions(217, 525, "Clipping")) == "3:37 of 8:45 min of predictions"
    assert plain(TIME.group(455, 0, VOICE)) == "7:35 min of Clipping"
    assert plain(TIME.part(308, 455, 0, VOICE)) == "5:08 of 7:35 min of Clipping"
    assert plain(Amounts(30.0).of(20, 260)) == "10 of 130 min"
