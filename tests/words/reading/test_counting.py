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
    assert counting_said(Counting.SCORES, 3, 7, 0.409) == f"{said[2]}, current query 40{NBSP}% done"
    assert counting_said(Counting.LABELS, 0, 0, 0.009) == said[1]
    assert asking_said("a.parquet", 3, 0.5) == f"Counting in a.parquet: 3 s so far, current query 50{NBSP}% done."
    assert asking_said("a.parquet", 1200).replace(NBSP, " ") == "Counting in a.parquet: 1,200 s so far."
