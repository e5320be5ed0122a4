"""The picture of the folds: a mark for each fold that has a value, in its place and of its size."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import charts
from charts.style.theme import class_style
from metrics import MetricChoice, Spread
from words.text.voice import CASES

NAN = float("nan")


def row(values, sizes=None, name="VT", reading=None, **more):
    values = np.array(values, float)
    sizes = np.full(len(values), 10) if sizes is None else np.array(sizes)
    names = tuple(f"f{i}" for i in range(len(values)))
    spread = Spread(reading or MetricChoice("sensitivity", 1), names, sizes, values, 0.8, 2)
    return charts.FoldRow(name, spread, class_style(1), **more)


def marks(fig):
    return [trace for trace in fig.data if trace.type == "scatter" and trace.mode == "markers"]


@pytest.mark.thorough
@given(st.lists(st.floats(0, 1) | st.just(NAN), min_size=1, max_size=200))
def test_every_fold_with_a_value_has_one_mark_and_everything_stays_in_the_picture(values):
    fig = charts.fold_rows([row(values)], unit=CASES)
    (drawn,) = marks(fig)
    kept = [value for value in values if value == value]
    low, high = fig.layout.xaxis.range
    assert sorted(drawn.x) == sorted(kept)
    assert 0 <= low < high <= 1.04
    assert all(low <= value <= high for value in kept)
    assert np.abs(drawn.y).max(initial=0) < 0.5
    band = fig.data[0]
    if len(kept) > 1:
        assert low <= band.base[0] <= band.base[0] + band.x[0] <= high + 1e-12


def test_equal_values_stand_side_by_side():
    (drawn,) = marks(charts.fold_rows([row([0.7, 0.9, 0.9, 0.9])], unit=CASES))
    assert len(set(drawn.y[1:])) == 3
    assert drawn.y[0] == 0


def test_the_area_of_a_mark_follows_the_cases_of_its_fold():
    (drawn,) = marks(charts.fold_rows([row([0.7, 0.8, 0.9], [100, 50, 1])], unit=CASES))
    large, half, least = drawn.marker.size
    assert (half / large) ** 2 == pytest.approx(0.5)
    assert least == 5


def test_the_label_says_mean_deviation_and_how_many_folds_have_a_value():
    fig = charts.fold_rows([row([0.7, NAN, 0.9]), row([NAN, NAN], name="Rare"), row([0.8])], unit=CASES)
    labels = [text.replace("\u00a0", " ") for text in fig.layout.yaxis.ticktext]
    assert labels == [
        "<b>VT</b><br>80.0 ± 14.1<br>2 of 3 folds",
        "<b>Rare</b><br>not estimable",
        "<b>VT</b><br>80.0",
    ]
    assert fig.layout.yaxis.range == (2.5, -0.5)


def test_hover_names_the_fold_its_value_and_its_cases():
    (drawn,) = marks(charts.fold_rows([row([0.7, NAN, 0.9], [10, 10, 12])], ("patient", "patients")))
    assert drawn.hovertext[1].replace("\u00a0", " ") == "<b>VT</b><br>fold f2: 90.0 %<br>12 patients"


def test_a_number_that_can_be_negative_has_room_below_zero():
    fig = charts.fold_rows([row([-0.2, 0.1], reading=MetricChoice("mcc"))], unit=CASES)
    assert -1 <= fig.layout.xaxis.range[0] < -0.2


def test_marks_of_many_folds_show_how_many_lie_on_one_another():
    few, many = (marks(charts.fold_rows([row(np.linspace(0, 1, n))], unit=CASES))[0].marker for n in (40, 41))
    assert (few.opacity, many.opacity < 1) == (1, True)


def test_the_lowest_of_a_few_folds_has_its_name_beside_its_mark():
    fig = charts.fold_rows([row([0.9, 0.7, 0.8]), row([0.8, 0.8]), row([NAN, 0.6, 0.9])], unit=CASES)
    assert [(each.text, each.x) for each in fig.layout.annotations] == [("fold f1", 0.7), ("fold f1", 0.6)]
    assert not charts.fold_rows([row(np.linspace(0.5, 1, 13))], unit=CASES).layout.annotations


def test_percentages_have_their_sign_and_other_numbers_stay_fractions():
    assert charts.fold_rows([row([0.9, 0.98])], unit=CASES).layout.xaxis.ticktext[-1] == "95\u00a0%"
    auc = row([0.9, 0.98], reading=MetricChoice("auc", 1))
    assert "%" not in "".join(charts.fold_rows([auc], unit=CASES).layout.xaxis.ticktext)
    assert "%" not in "".join(charts.fold_rows([row([0.9, 0.98]), auc], unit=CASES).layout.xaxis.ticktext)


def test_zero_has_no_sign_on_the_axis_and_less_has_a_minus():
    assert charts.fold_rows([row([0.05, 0.14, 0.66])], unit=CASES).layout.xaxis.ticktext[0] == "0\u00a0%"
    mcc = row([-0.4, 0.1], reading=MetricChoice("mcc", None))
    assert charts.fold_rows([mcc], unit=CASES).layout.xaxis.ticktext[0].startswith("−")


@given(st.floats(0, 1), st.floats(0, 1))
def test_the_axis_has_few_round_ticks_within_its_ends(one, other):
    axis = charts.fold_rows([row([one, other])], unit=CASES).layout.xaxis
    low, high = axis.range
    assert len(axis.tickvals) <= 8
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in axis.tickvals)


def test_the_picture_in_words():
    said = charts.fold_rows_alt([row([0.7, NAN, 0.9]), row([NAN], name="Rare")]).replace("\u00a0", " ")
    assert said.replace("\u2060", "") == (
        "Every fold with mean and SD. VT: 80.0 ± 14.1 % over 2 of 3 folds, range 70–90. "
        "Rare: not estimable in any fold."
    )
