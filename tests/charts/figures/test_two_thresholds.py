"""Pictures of rules that leave cases undecided: whoever is not called stays in every share."""

import numpy as np

from charts.figures.per_class_matrix import per_class_matrix, per_class_matrix_alt
from charts.figures.two_thresholds import zones as picture
from charts.figures.two_thresholds import zones_alt
from metrics import ConfusionMatrix, ThresholdTable
from metrics.thresholding.per_class_thresholds import ThresholdedMatrix
from metrics.thresholding.two_thresholds import zones

FOUND = ThresholdedMatrix(ConfusionMatrix(("Normal", "<b>VT"), np.array([[90, 2], [1, 7]])), np.array([8, 2]))


def test_two_bars_hold_all_cases_with_the_class_and_all_others() -> None:
    found = zones(ThresholdTable([0.7, 0.3, 0.0], [11, 20, 7], [2, 44, 28]), 0.1, 0.6)
    bars = picture(found, "<b>VT").data
    for row, total in ((0, 38), (1, 74)):
        shares = [float(bar.x[0]) for bar in bars if bar.y[0] == row]
        assert np.allclose(sum(shares), 1)
        assert np.allclose(shares, [[7 / 38, 20 / 38, 11 / 38], [28 / 74, 44 / 74, 2 / 74]][row])
        assert all(f"of\u00a0{total}" in bar.hovertext[0] for bar in bars if bar.y[0] == row)
    assert [bar.text[0] for bar in bars] == ["7 missed", "20 undecided", "11 found", "28 cleared", "44 undecided", "2"]
    assert [bar.name for bar in bars if bar.showlegend] == ["missed", "undecided", "found", "cleared", "false alarms"]
    assert "&lt;b&gt;VT · 38" in [each.text for each in picture(found, "<b>VT").layout.annotations]
    assert zones_alt(found, "VT").startswith("VT, 38 cases: 7 missed, 20 undecided, 11 found. Others, 74: 28 cleared")


def test_cases_without_a_call_are_a_column_of_their_own_and_part_of_every_share() -> None:
    figure = per_class_matrix(FOUND)
    _, wrong, bars, grey = figure.data
    texts = np.array(bars.text).reshape(3, 3)
    assert [text.split("<br>")[1] for text in texts[1]] == ["10\u00a0%", "70\u00a0%", "20\u00a0%"]
    assert np.isnan(wrong.z[:, 2]).all()
    assert (np.isnan(grey.z) == np.array([[1, 1, 0], [1, 1, 0], [1, 1, 1]])).all()
    assert figure.layout.xaxis.labelalias["2"] == "no call<br>10\u00a0cases"
    assert figure.layout.yaxis.range[0] < 2 == int(figure.layout.xaxis.range[1])
    assert "10\u00a0of\u00a0110 cases get no call" in per_class_matrix_alt(FOUND)
    assert len(per_class_matrix(ThresholdedMatrix(FOUND.matrix, np.zeros(2, int))).data) == 3
