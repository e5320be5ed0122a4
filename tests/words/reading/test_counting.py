"""How far a count is, in words."""

from predictions.progress import Counting
from words.reading.counting import asking_said, counting_said
from words.text.numbers import NBSP


def test_every_step_of_a_count_has_words() -> None:
    said = [counting_said(each, 3, 7) for each in (None, *Counting)]
    assert said == [
        "queued",
        "step 1 of 3, classes and models",
        "step 2 of 3, scores: 3 of 7 columns counted",
        "step 3 of 3, checks: 3 of 7 done",
    ]
    assert counting_said(Counting.SCORES, 0, 0) == "step 2 of 3, scores"
    assert asking_said("a.parquet", 1200).replace(NBSP, " ") == "Counting in a.parquet: 1,200 s so far."
