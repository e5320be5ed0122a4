"""Bars of concordant and discordant cases: what is drawn, which number has room, and the words."""

import pytest

import charts
from charts.figures.concordance import VERBS
from tests.support.studies import HOSTILE
from tests.support.text import plain
from words.text.amounts import ONE_BY_ONE

UNIT = ("patient", "patients")


def row(*counts: int, name: str = "Model B") -> charts.ConcordanceRow:
    return charts.ConcordanceRow(name, *counts)


def test_four_segments_fill_every_bar_in_their_order() -> None:
    figure = charts.concordance(
        [row(37, 5, 3, 5), row(26, 3, 14, 7, name="C")], "Model A", UNIT, verbs=VERBS, amounts=ONE_BY_ONE
    )
    for place, counts in enumerate([(37, 5, 3, 5), (26, 3, 14, 7)]):
        ends = 0.0
        for segment, count in zip(figure.data, counts, strict=True):
            assert segment.base[place] == pytest.approx(ends)
            assert segment.x[place] == pytest.approx(count / 50)
            ends += count / 50
    assert [segment.text[0] for segment in figure.data] == ["37 detected by both", "5", "3", "5"]
    assert plain(figure.data[1].hovertext[0]) == "5 patients detected only by Model B"
    assert plain(figure.data[2].hovertext[1]) == "14 patients detected only by Model A"


def test_a_number_without_room_is_left_to_the_words() -> None:
    figure = charts.concordance([row(990, 4, 6, 0)], "A", UNIT, verbs=VERBS, amounts=ONE_BY_ONE)
    assert [segment.text[0] for segment in figure.data] == ["990 detected by both", "", "", ""]
    said = charts.concordance_alt([row(990, 4, 6, 0)], "A", "1,000 patients with VT", verbs=VERBS, amounts=ONE_BY_ONE)
    assert "4 detected only by Model B, 6 detected only by A, 0 missed by both." in said


def test_a_row_without_cases_and_many_rows_are_drawn() -> None:
    assert [
        segment.x[0]
        for segment in charts.concordance([row(0, 0, 0, 0)], "A", UNIT, verbs=VERBS, amounts=ONE_BY_ONE).data
    ] == [0, 0, 0, 0]
    few, many = (
        charts.concordance([row(3, 1, 1, 1)] * rows, "A", UNIT, verbs=VERBS, amounts=ONE_BY_ONE) for rows in (2, 20)
    )
    assert many.layout.height - few.layout.height == 18 * 54
    assert [each.y for each in few.layout.annotations] == [-0.3, 0.7]  # each above its bar
    assert {each.align for each in few.layout.annotations} == {"left"}, "else staggered where a window becomes wider"


def test_normal_is_never_detected() -> None:
    said = charts.concordance_alt(
        [row(3, 1, 1, 1)], "A", "Normal patients", ("classified correctly", "misclassified"), amounts=ONE_BY_ONE
    )
    assert "3 classified correctly by both" in said
    assert "detect" not in said


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_escaped(name: str) -> None:
    figure = charts.concordance([row(3, 1, 1, 1, name=name)], name, UNIT, verbs=VERBS, amounts=ONE_BY_ONE)
    for text in (figure.layout.annotations[0].text, *figure.data[1].hovertext):
        assert "<img" not in text
        assert "<script" not in text
