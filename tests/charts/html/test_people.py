"""The picture of people has a mark for each."""

import re
from urllib.parse import unquote

import pytest

from charts import people
from metrics import NaturalFrequencies


@pytest.mark.parametrize("leaves", [(35, 8, 35, 922), (0, 0, 0, 1000), (1000, 0, 0, 0)])
def test_every_person_has_a_mark(leaves: tuple[int, int, int, int]) -> None:
    tp, fn, fp, tn = leaves
    drawn = unquote(str(people(NaturalFrequencies(tp + fn, fp + tn, tp, fn, fp, tn), "said")))
    paths = re.findall(r"<path d='([^']*)'", drawn)
    assert [path.count("M") for path in paths] == [number for number in leaves if number]
    assert "said" in drawn


def test_more_people_than_marks_are_not_drawn() -> None:
    assert str(people(NaturalFrequencies(10, 9990, 5, 5, 10, 9980), "said")) == ""
