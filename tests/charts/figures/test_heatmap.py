"""The confusion matrix: each cell is there, in the right colour, and a click on it means that cell."""

import json

import numpy as np
import pytest

import charts
from metrics import ConfusionMatrix

HEART = ConfusionMatrix(("Normal", "Ectopic", "VT"), np.array([[908, 62, 30], [17, 73, 10], [5, 5, 40]]))


def matrix_of(classes, seed=0):
    cells = np.random.default_rng(seed).integers(0, 30, (classes, classes))
    return ConfusionMatrix(tuple(f"class {k}" for k in range(classes)), cells)


def cells_of(fig):
    return next(trace for trace in fig.data if trace.type == "bar")


@pytest.mark.parametrize("classes", [2, 12, 13, 60])
@pytest.mark.parametrize("as_browser", [list, lambda pair: {str(i): v for i, v in enumerate(pair)}])
def test_every_cell_can_be_clicked_and_maps_back(classes, as_browser):
    bars = cells_of(charts.confusion(matrix_of(classes)))
    clicked = []
    for place in range(classes**2):
        point = {"customdata": as_browser(bars.customdata[place].tolist())}
        cell = charts.chosen_cell({"selection": {"points": [point]}})
        assert (bars.y[place], bars.base[place] + 0.5) == cell
        clicked.append(cell)
    assert sorted(clicked) == [(i, j) for i in range(classes) for j in range(classes)]


@pytest.mark.parametrize("event", [None, {}, {"selection": {}}, {"selection": {"points": [{"x": 1}]}}])
def test_no_click_chooses_no_cell(event):
    assert charts.chosen_cell(event) is None


def test_right_and_wrong_cells_lie_in_different_layers():
    right, wrong = (layer.z for layer in charts.confusion(HEART).data[:2])
    assert (np.isfinite(right) == np.eye(3, dtype=bool)).all()
    assert (np.isfinite(wrong) == ~np.eye(3, dtype=bool)).all()


@pytest.mark.parametrize("mode", charts.MODES)
def test_shares_add_up_to_one_where_there_are_cases(mode):
    matrix = ConfusionMatrix(("a", "b"), np.array([[3, 0], [0, 0]]))
    share = charts.shares(matrix, mode)
    axis = {"calls": 0, "all": None}.get(mode, 1)
    np.testing.assert_allclose(np.nansum(share, axis), [1, 0] if axis is not None else 1)
    assert np.isnan(share).any() == (mode != "all")


def test_text_is_the_count_or_the_share_and_undefined_cells_are_silent():
    assert cells_of(charts.confusion(HEART)).text[0] == '<b style="font-size:17px">908</b><br>90.8\u00a0%'
    shares = cells_of(charts.confusion(HEART, "calls")).text
    assert shares[8] == '<b style="font-size:17px">50\u00a0%</b><br>40'
    empty_row = ConfusionMatrix(("a", "b"), np.array([[3, 1], [0, 0]]))
    assert cells_of(charts.confusion(empty_row)).text[2] == ""
    assert "no cases of this class" in cells_of(charts.confusion(empty_row)).hovertext[2]


def test_beyond_twelve_classes_counts_are_only_on_hover():
    few, many = cells_of(charts.confusion(matrix_of(12))), cells_of(charts.confusion(matrix_of(13)))
    assert few.text is not None
    assert many.text is None
    assert charts.confusion(matrix_of(13)).layout.xaxis.tickangle == -45
    assert len(many.hovertext) == 169


def test_the_chosen_cell_is_outlined_whole():
    shape = charts.confusion(HEART, chosen=(2, 0)).layout.shapes[-1]
    assert (shape.x0, shape.x1, shape.y0, shape.y1) == (-0.5, 0.5, 1.5, 2.5)
    low, high = charts.confusion(HEART, chosen=(2, 0)).layout.xaxis2.range
    assert low < -0.5
    assert high > 2.5


def test_rows_are_truth_and_columns_are_calls():
    layout = charts.confusion(HEART, unit=("patient", "patients")).layout
    assert layout.yaxis.labelalias["2"] == "VT<br>50\u00a0patients"
    assert layout.xaxis.labelalias["2"] == "VT<br>80\u00a0calls"


def test_names_alike_when_cut_stay_apart():
    names = tuple(f"Arrhythmia of the left ventricle, type {k}" for k in range(20))
    cells = np.eye(20, dtype=int)
    layout = charts.confusion(ConfusionMatrix(names, cells)).layout
    assert len(set(layout.yaxis.labelalias.values())) == 20
    assert max(map(len, layout.yaxis.labelalias.values())) <= 22


def test_sixty_classes_stay_a_light_picture():
    assert len(charts.confusion(matrix_of(60)).to_json()) < 1_200_000
    assert json.loads(charts.confusion(matrix_of(60)).to_json())["layout"]["height"] > 1_000


def test_the_alternative_text_names_the_most_frequent_error():
    said = charts.confusion_alt(HEART).replace("\u00a0", " ")
    assert said == (
        "Confusion matrix of 3 classes: 1,021 of 1,150 cases correct. "
        "The most frequent error is Normal called Ectopic: 62."
    )
