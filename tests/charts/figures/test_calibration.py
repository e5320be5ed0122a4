"""The calibration picture: what is drawn are the computed values, within the cases, and nothing else."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import special

import charts
from charts.style.theme import class_style
from metrics import ThresholdTable
from metrics.calibration.calibration import Calibration, calibration
from metrics.intervals.linearised import ScoredCases


def risks(size: int = 600) -> Calibration:
    generator = np.random.default_rng(0)
    x = generator.normal(-1, 1.2, size)
    truth = generator.random(size) < special.expit(0.5 * x)
    given = np.append(special.expit(x), [0.0, 1.0])
    return calibration(ScoredCases(ThresholdTable.from_scores(given, np.append(truth, [False, True]))))


FOUND = risks()
DRAWN = charts.CalibrationPicture(
    FOUND, class_style(1), ("patient", "patients"), 0.9, ("VT", "others"), FOUND.groups(10), 0.2, [("<b>B", risks(300))]
)


def test_curve_and_band_are_the_computed_values_between_the_cases_that_have_log_odds() -> None:
    _, band, line, *_ = charts.calibration_figure(DRAWN).data
    assert_allclose(line.y, FOUND.curve.at(line.x))
    low, high = FOUND.curve.band(line.x)
    assert_allclose(band.y, np.concatenate([high, low[::-1]]))
    assert line.x.min() > 0
    assert line.x.max() <= 0.9


def test_the_curve_is_drawn_only_where_there_are_cases_enough_at_both_ends() -> None:
    _, band, line, *_ = charts.calibration_figure(replace(DRAWN, nearest=0.3, farthest=0.7)).data
    assert 0.3 <= line.x.min() == band.x.min()
    assert line.x.max() == band.x.max() <= 0.7


def test_the_curve_of_another_model_does_not_begin_where_that_of_the_shown_one_does() -> None:
    named = [
        line
        for line in charts.calibration_figure(replace(DRAWN, nearest=0.3)).data
        if str(line.hovertext).endswith("B")
    ]
    assert [line.x.min() < 0.1 for line in named] == [True]
    assert ": 36\u00a0% predicted" in charts.calibration_alt(replace(DRAWN, nearest=0.3)), "not below 30 %"


def test_a_curve_begins_within_a_pixel_of_0_however_small_the_first_risks_are() -> None:
    """Of risks that lie on the axis the band would be a spike on it, up to all cases where few have such a risk."""
    rng = np.random.default_rng(3)
    risks = special.expit(rng.normal(-9, 4, 2000))
    tiny = calibration(ScoredCases(ThresholdTable.from_scores(risks, rng.random(2000) < risks)))
    drawn = replace(DRAWN, found=tiny, farthest=1.0, groups=(), others=())
    _, _, line, *_ = charts.calibration_figure(drawn).data
    assert 0.0005 <= line.x.min() <= 0.002


def test_groups_and_the_point_of_the_headline_are_marked() -> None:
    fig = charts.calibration_figure(DRAWN)
    groups, point = (each for each in fig.data if each.type == "scatter" and each.mode == "markers")
    assert list(groups.x) == [each.mean_risk for each in DRAWN.groups]
    assert list(groups.y) == [each.observed.value for each in DRAWN.groups]
    assert (point.x[0], point.y[0]) == (0.2, pytest.approx(FOUND.curve.at(0.2)[0]))
    assert fig.layout.annotations[0].text.startswith("20 %: ".replace(" %", "\u00a0%"))


def test_a_group_at_a_risk_of_0_does_not_lie_on_the_label_of_the_axis() -> None:
    for fig in (charts.calibration_figure(DRAWN), charts.calibration_panel(DRAWN)):
        start, end = fig.layout.xaxis.range
        assert start == pytest.approx(-0.02 * DRAWN.end)
        assert end > DRAWN.end


def test_bars_count_every_case_of_both_groups() -> None:
    above, below = (each for each in charts.calibration_figure(DRAWN).data if each.type == "bar")
    said = [sum(int(text.split(": ")[1].split()[0]) for text in each.hovertext) for each in (above, below)]
    assert said == [FOUND.cases.seen.n_positive, FOUND.cases.seen.n_negative]
    assert min(above.y) >= 0 >= max(below.y)


@pytest.mark.parametrize("end", [1.0, 0.8, 0.4, 0.2, 0.02])
def test_a_risk_at_a_border_is_counted_in_the_bar_that_begins_there(end: float) -> None:
    """Also where 3 times a fiftieth is no round number; the last bar holds the end, and none what lies beyond."""
    tenths = round(500 / end)
    given = np.arange(tenths + 1) / tenths  # ten of them in each bar
    found = calibration(ScoredCases(ThresholdTable.from_scores(given, np.zeros(len(given)))))
    drawn = replace(DRAWN, found=found, farthest=end, groups=(), point=None, others=())
    assert drawn.end == end
    _, below = (each for each in charts.calibration_figure(drawn).data if each.type == "bar")
    said = [int(text.split(": ")[1].split()[0]) for text in below.hovertext]
    assert said == [10] * 49 + [11]


def test_a_name_of_the_user_is_escaped() -> None:
    fig = charts.calibration_figure(DRAWN)
    assert any("&lt;b&gt;B" in (each.text or "") for each in fig.layout.annotations)
    assert not any("<b>B" in (each.text or "") for each in fig.layout.annotations)


def test_without_a_curve_the_risks_of_both_groups_remain() -> None:
    few = calibration(ScoredCases(ThresholdTable([0.6, 0.1], [3, 4], [12, 60])))
    drawn = replace(DRAWN, found=few, groups=(), others=())
    kinds = [each.type for each in charts.calibration_figure(drawn).data]
    assert kinds == ["scatter", "bar", "bar"]
    assert charts.calibration_alt(drawn) == "No curve; predicted risks of both groups as bars."


def test_a_panel_and_the_picture_in_words_are_of_the_same_curve() -> None:
    assert len(charts.calibration_panel(DRAWN).data) == 3
    assert charts.calibration_alt(DRAWN).count("predicted") == 3


@pytest.mark.parametrize(
    ("farthest", "end"), [(0.0004, 0.001), (0.022, 0.025), (0.03, 0.05), (0.41, 0.6), (0.7, 0.8), (1.0, 1.0)]
)
def test_the_axis_ends_at_a_round_risk(farthest: float, end: float) -> None:
    assert replace(DRAWN, farthest=farthest).end == end


def test_a_long_class_name_stands_on_two_lines_beside_its_risks() -> None:
    figure = charts.calibration_figure(replace(DRAWN, names=("Extra heart sound", "others")))
    assert figure.layout.yaxis2.ticktext == ("Extra heart<br>sound", "others")


def test_a_curve_above_the_axis_of_risk_has_room_for_its_band() -> None:
    steep = ThresholdTable([0.4, 0.3, 0.2, 0.1, 0.05], [52, 42, 30, 10, 3], [48, 58, 70, 90, 97])
    drawn = replace(DRAWN, found=calibration(ScoredCases(steep)), farthest=0.4, groups=(), others=())
    assert (drawn.end, drawn.top) == (0.4, 1.0)


def test_a_group_above_the_axis_of_risk_has_room() -> None:
    separated = calibration(ScoredCases(ThresholdTable([0.7, 1e-6, 1e-8], [38, 0, 0], [2, 250, 510])))
    assert separated.curve is None
    drawn = replace(DRAWN, found=separated, farthest=0.7, groups=separated.groups(20), others=())
    assert max(each.observed.value for each in drawn.groups) == 0.95
    assert (drawn.end, drawn.top) == (0.8, 1.0)
