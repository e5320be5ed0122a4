"""The confusion matrix: each cell is there, in the right colour, and a click on it means that cell."""

import json
import re

import numpy as np
import pytest

import charts
from charts.figures.heatmap import CORRECT, EMPTY, FALSE_POSITIVE, MISSED
from charts.figures.heatmap_texts import proportions
from metrics import ConfusionMatrix
from tests.support.text import plain
from words.text.amounts import ONE_BY_ONE, Amounts
from words.text.voice import CASES

HEART = ConfusionMatrix(("VT", "Ectopic", "Normal"), np.array([[40, 5, 5], [6, 76, 18], [33, 45, 922]]))


def matrix_of(classes, seed=0):
    cells = np.random.default_rng(seed).integers(0, 30, (classes, classes))
    return ConfusionMatrix(tuple(f"class {k}" for k in range(classes)), cells)


def test_a_class_whose_cases_weigh_nothing_has_counts_alone():
    weighted = ConfusionMatrix(HEART.labels, HEART.cells * np.array([[0], [1], [1]]))
    texts = cells_of(charts.confusion(HEART, weighted=weighted)).text
    assert ["%" in each for each in texts[:6]] == [False] * 3 + [True] * 3


def cells_of(fig):
    return next(trace for trace in fig.data if trace.type == "bar")


@pytest.mark.parametrize("classes", [2, 12, 13, 60])
def test_every_cell_can_be_clicked_and_maps_back(classes):
    bars = cells_of(charts.confusion(matrix_of(classes)))
    clicked = []
    for place in range(classes**2):
        cell = tuple(bars.customdata[place].tolist())
        assert cell == (bars.y[place], pytest.approx(bars.base[place] + 0.48))
        clicked.append(cell)
    assert sorted(clicked) == [(i, j) for i in range(classes) for j in range(classes)]


def test_cells_are_shaded_in_five_steps_and_rows_of_no_disease_are_amber():
    colors = cells_of(charts.confusion(HEART, healthy=[2])).marker.color
    assert [colors[i] for i in (0, 4, 8)] == [CORRECT] * 3
    assert colors[1] == f"rgba({MISSED},0.62)"  # 10 %
    assert colors[5] == f"rgba({MISSED},1.0)"  # 18 %
    assert colors[3] == f"rgba({MISSED},0.4)"  # 6 %
    assert colors[6] == colors[7] == f"rgba({FALSE_POSITIVE},0.4)"  # 3.3 and 4.5 %
    colors = cells_of(charts.confusion(HEART, healthy=[1, 2])).marker.color
    assert colors[3] == f"rgba({FALSE_POSITIVE},0.4)", "an artefact that is misread is no missed disease"
    empty = ConfusionMatrix(("a", "b"), np.array([[3, 0], [1, 9]]))
    assert cells_of(charts.confusion(empty)).marker.color[1] == EMPTY
    assert cells_of(charts.confusion(HEART)).marker.color[6] == f"rgba({MISSED},0.4)", "no class is Normal"


def test_the_shade_follows_the_part_of_the_predictions_when_asked():
    colors = cells_of(charts.confusion(HEART, "predicted", healthy=[2])).marker.color
    assert colors[6] == f"rgba({FALSE_POSITIVE},1.0)"  # 33 of 78 predictions


@pytest.mark.parametrize("mode", charts.MODES)
def test_shares_add_up_to_one_where_there_are_cases(mode):
    matrix = ConfusionMatrix(("a", "b"), np.array([[3, 0], [0, 0]]))
    proportion = proportions(matrix, mode)
    np.testing.assert_allclose(np.nansum(proportion, 0 if mode == "predicted" else 1), [1, 0])
    assert np.isnan(proportion).any()


def test_a_count_stands_in_every_cell_that_has_one():
    assert cells_of(charts.confusion(HEART)).text[0] == '<b style="font-size:17px">40</b><br>80\u00a0%'
    for classes in (3, 7, 12):
        matrix = matrix_of(classes)
        texts = cells_of(charts.confusion(matrix)).text
        assert [bool(text) for text in texts] == [bool(n) for n in matrix.cells.ravel()]
    assert charts.confusion(HEART).layout.uniformtext.mode is False, "a long count becomes smaller, never left out"


def test_an_undefined_cell_is_silent_and_says_why_on_hover():
    empty_row = cells_of(charts.confusion(ConfusionMatrix(("a", "b"), np.array([[3, 1], [0, 0]]))))
    assert empty_row.text[2] == ""
    assert "no cases of this class" in empty_row.hovertext[2]


def test_beyond_twelve_classes_counts_are_only_on_hover_and_colours_in_one_layer():
    many = charts.confusion(matrix_of(13), healthy=[12])
    assert cells_of(many).text is None
    assert len(cells_of(many).hovertext) == 169
    codes = next(trace for trace in many.data if trace.type == "heatmap").z
    assert np.nanmax(np.diag(codes)) == 0
    assert np.nanmax(codes[:12]) <= 5
    assert np.nanmin(np.delete(codes[12], 12)) >= 6


def test_frames_of_known_length_are_written_as_time():
    shown = charts.confusion(matrix_of(7), amounts=Amounts(1.0))
    assert all(":" in text for text in cells_of(shown).text if text)
    assert all(re.search(r"</b> · \d+:\d\d$", note.text) for note in shown.layout.annotations)
    assert charts.confusion(HEART, amounts=Amounts(1.0)).layout.xaxis.ticktext[0] == "<b>VT</b><br>1:19"
    assert "17:18 of 19:10 min correct" in plain(charts.confusion_alt(HEART, amounts=Amounts(1.0), unit=CASES))


def test_the_chosen_cell_is_outlined_whole():
    shape = charts.confusion(HEART, chosen=(2, 0)).layout.shapes[-1]
    assert (shape.x0, shape.x1) == (-0.48, 0.48)
    assert shape.y0 < 2 < shape.y1
    low, high = charts.confusion(HEART, chosen=(2, 0)).layout.xaxis.range
    assert (low < -0.5, high > 2.5) == (True, True)


def test_rows_and_columns_whose_names_begin_alike_show_what_differs():
    names = tuple(f"Invasive ductal carcinoma of the left breast, histologic grade {grade}" for grade in (3, 2, 1))
    layout = charts.confusion(ConfusionMatrix(names, np.eye(3, dtype=int))).layout
    assert layout.yaxis.ticktext[0] == "<b>Invasive …<br>grade 3</b><br>1"
    assert layout.xaxis.ticktext[2] == "<b>Invasive …<br>grade 1</b><br>1"


def test_rows_are_the_true_class_and_columns_the_predicted_one():
    layout = charts.confusion(HEART).layout
    assert (layout.yaxis.title.text, layout.xaxis.title.text) == ("True class", "Predicted class")
    assert layout.yaxis.ticktext[0] == "<b>VT</b><br>50"
    assert layout.xaxis.ticktext[0] == "<b>VT</b><br>79"


def test_names_over_columns_stand_upright_where_they_would_overlap():
    assert charts.confusion(HEART).layout.xaxis.autotickangles == (0, -90)


def test_over_five_columns_names_and_counts_take_two_lines():
    """Upright on a phone, three lines of one column would lie over those of the next."""
    names = ("Extra heart sound", "Murmur", "Artifact", "Normal", "Extrasystole")
    layout = charts.confusion(ConfusionMatrix(names, np.eye(5, dtype=int))).layout
    assert plain(layout.xaxis.ticktext[0]) == "<b>Extra heart<br>sound</b> 1"
    assert layout.xaxis.ticktext[1] == "<b>Murmur</b><br>1"
    assert layout.yaxis.ticktext[0] == "<b>Extra heart<br>sound</b><br>1"


def test_from_six_classes_on_columns_have_numbers_and_names_stand_above_their_rows():
    assert charts.confusion(matrix_of(5)).layout.xaxis.ticktext[4].startswith("<b>class 4")
    assert charts.confusion(matrix_of(6)).layout.xaxis.ticktext[5] == "6"
    layout = charts.confusion(matrix_of(7)).layout
    assert layout.xaxis.ticktext[6] == "7"
    assert [note.text.split(" <b>")[0] for note in layout.annotations] == [str(i) for i in range(1, 8)]
    assert {note.align for note in layout.annotations} == {"left"}, "else staggered where a window becomes wider"


def test_of_fewer_than_ten_cases_a_cell_has_its_count_alone() -> None:
    bars = cells_of(charts.confusion(ConfusionMatrix(("a", "b"), np.array([[8, 1], [2, 9]]))))
    assert bars.text[1] == '<b style="font-size:17px">1</b>'
    assert bars.text[2].endswith("18\u00a0%")
    assert bars.hovertext[1].endswith("1 of 9 of this class<br>1 of 10 predictions (10\u00a0%)")


def test_short_names_stand_for_themselves() -> None:
    layout = charts.confusion(ConfusionMatrix(tuple("012345"), np.eye(6, dtype=int))).layout
    assert layout.xaxis.ticktext[1] == "1", "the name of the second class, not its number"
    assert layout.annotations[1].text == "<b>1</b> · 1", "not 1 1"


def test_sixty_classes_stay_a_light_picture():
    assert len(charts.confusion(matrix_of(60)).to_json()) < 1_200_000
    assert json.loads(charts.confusion(matrix_of(60)).to_json())["layout"]["height"] > 900


def test_the_alternative_text_names_the_most_frequent_error():
    said = charts.confusion_alt(HEART, unit=CASES, amounts=ONE_BY_ONE).replace("\u00a0", " ")
    assert said == (
        "Confusion matrix of 3 classes: 1,038 of 1,150 cases correct. "
        "The most frequent error is Normal classified as Ectopic: 45."
    )
