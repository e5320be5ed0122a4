"""The picture of the folds: a mark for each fold that has a value, in its place and of its size."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import charts
from metrics import MetricChoice, Spread

NAN = float("nan")


def row(values, sizes=None, name="VT", reading=None, **more):
    values = np.array(values, float)
    sizes = np.full(len(values), 10) if sizes is None else np.array(sizes)
    names = tuple(f"f{i}" for i in range(len(values)))
    spread = Spread(reading or MetricChoice("sensitivity", 1), names, sizes, values, 0.8, 2)
    return charts.FoldRow(name, spread, charts.class_style(1), **more)


def marks(fig):
    return [trace for trace in fig.data if trace.type == "scatter" and trace.mode == "markers"]


@given(st.lists(st.floats(0, 1) | st.just(NAN), min_size=1, max_size=200))
def test_every_fold_with_a_value_has_one_mark_and_everything_stays_in_the_picture(values):
    fig = charts.fold_rows([row(values)], "Sensitivity")
    (drawn,) = marks(fig)
    kept = [value for value in values if value == value]
    low, high = fig.layout.xaxis.range
    assert sorted(drawn.x) == sorted(kept)
    assert 0 <= low < high <= 1
    assert all(low <= value <= high for value in kept)
    assert np.abs(drawn.y).max(initial=0) < 0.5
    band = fig.data[0]
    if len(kept) > 1:
        assert low <= band.base[0] <= band.base[0] + band.x[0] <= high + 1e-12


def test_equal_values_stand_side_by_side():
    (drawn,) = marks(charts.fold_rows([row([0.7, 0.9, 0.9, 0.9])], "Sensitivity"))
    assert len(set(drawn.y[1:])) == 3
    assert drawn.y[0] == 0


def test_the_area_of_a_mark_follows_the_cases_of_its_fold():
    (drawn,) = marks(charts.fold_rows([row([0.7, 0.8, 0.9], [100, 50, 1])], "Sensitivity"))
    large, half, least = drawn.marker.size
    assert (half / large) ** 2 == pytest.approx(0.5)
    assert least == 5


def test_the_label_says_mean_deviation_and_how_many_folds_have_a_value():
    fig = charts.fold_rows([row([0.7, NAN, 0.9]), row([NAN, NAN], name="Rare"), row([0.8], model="A")], "Sensitivity")
    labels = [text.replace("\u00a0", " ") for text in fig.layout.yaxis.ticktext]
    assert labels == [
        "<b>VT</b><br>0.80±0.14<br>2 of 3 folds",
        "<b>Rare</b><br>not estimable",
        "<b>VT</b><br>A<br>0.80",
    ]
    assert fig.layout.yaxis.range == (2.5, -0.5)


def test_hover_names_the_fold_its_value_and_its_cases():
    (drawn,) = marks(charts.fold_rows([row([0.7, NAN, 0.9], [10, 10, 12])], "Sensitivity", ("patient", "patients")))
    assert drawn.hovertext[1].replace("\u00a0", " ") == "<b>VT</b><br>fold f2: 0.90<br>12 patients"


def test_a_number_that_can_be_negative_has_room_below_zero():
    fig = charts.fold_rows([row([-0.2, 0.1], reading=MetricChoice("mcc"))], "MCC")
    assert -1 <= fig.layout.xaxis.range[0] < -0.2


def test_marks_of_many_folds_show_how_many_lie_on_one_another():
    few, many = (marks(charts.fold_rows([row(np.linspace(0, 1, n))], "F1"))[0].marker for n in (40, 41))
    assert (few.opacity, many.opacity < 1) == (1, True)


def test_the_picture_in_words():
    said = charts.fold_rows_alt([row([0.7, NAN, 0.9]), row([NAN], name="Rare")], "Sensitivity").replace("\u00a0", " ")
    assert said == (
        "Sensitivity of every fold. VT: 2 of 3 folds from 0.70 to 0.90, mean and spread 0.80±0.14. "
        "Rare: not estimable in any fold."
    )
