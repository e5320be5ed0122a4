"""Two staircases on one axis: levels in the order given, only chosen stages thick, differences between them."""

import numpy as np

import charts
from charts.style.theme import phase_styles
from tests.support.data.recordings import course, looks

TRUTH, MODEL = [0, 0, 1, 2, 1, 0], [0, 1, 1, 2, 2, 0]


def test_each_side_is_a_line_through_its_stages_from_top_to_bottom() -> None:
    figure, drawn = charts.hypnogram(course(TRUTH, MODEL), looks(order=(0, 1, 2)), ())
    true, model, differs = figure.data
    assert drawn.joined == 0
    assert true.x.tolist() == [0, 4, 4, 6, 6, 8, 8, 10, 10, 12]
    levels = [int(true.y[0] - level) for level in true.y]
    assert levels == [0, 0, 1, 1, 2, 2, 1, 1, 0, 0]
    assert min(true.y) > differs.y[0] > max(model.y)
    assert differs.x.tolist() == [2, 2]
    names = ("Preparation", "Clipping", "Cleaning")
    assert figure.layout.yaxis.ticktext == (*names, "Differs", *names)


def test_only_the_chosen_stages_are_thick_and_coloured() -> None:
    figure, _ = charts.hypnogram(course(TRUTH, MODEL), looks(order=(0, 1, 2)), {2, 3})
    thick = [line for line in figure.data if line.type == "scatter" and line.line.width > 4]
    assert [line.line.color for line in thick] == [looks().color(2)] * 2
    assert [line.x[~np.isnan(line.x)].tolist() for line in thick] == [[6, 8], [6, 10]]


def test_a_staircase_of_many_stages_stays_as_high_as_a_screen() -> None:
    figure, _ = charts.hypnogram(course(TRUTH, MODEL), looks(order=(0, 1, 2)), ())
    many = charts.ClassLooks(
        tuple(map(str, range(30))), phase_styles(range(30), normal=None), tuple(range(30)), background=frozenset()
    )
    tall, _ = charts.hypnogram(course(TRUTH, MODEL), many, ())
    assert figure.layout.height < tall.layout.height < 700


def test_the_words_say_how_long_each_stage_lasts() -> None:
    said = charts.hypnogram_alt(course(TRUTH, MODEL), looks(order=(0, 2))).replace("\xa0", " ")
    assert said == (
        "True class and model as two staircases over 0:12 min. Time by true class and by model: Preparation 0:06 min "
        "and 0:04 min, Cleaning 0:02 min and 0:04 min. They differ during 0:04 min (33 %)."
    )
