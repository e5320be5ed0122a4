"""The picture of rule-out and rule-in thresholds: indeterminate cases stay in every proportion."""

import numpy as np

from charts.figures.thresholds.two_thresholds import zones as picture
from charts.figures.thresholds.two_thresholds import zones_alt
from metrics import ThresholdTable
from metrics.thresholding.two_thresholds import zones
from words.text.voice import CASES


def test_two_bars_hold_all_cases_with_the_class_and_all_others() -> None:
    found = zones(ThresholdTable([0.7, 0.3, 0.0], [11, 20, 7], [2, 44, 28]), 0.1, 0.6)
    bars = picture(found, "<b>VT", unit=CASES).data
    for row, total in ((0, 38), (1, 74)):
        proportions = [float(bar.x[0]) for bar in bars if bar.y[0] == row]
        assert np.allclose(sum(proportions), 1)
        assert np.allclose(proportions, [[7 / 38, 20 / 38, 11 / 38], [28 / 74, 44 / 74, 2 / 74]][row])
        assert all(f"of\u00a0{total}" in bar.hovertext[0] for bar in bars if bar.y[0] == row)
    texts = ["7 missed", "20 indeterminate", "11 detected", "28 true negatives", "44 indeterminate", "2"]
    assert [bar.text[0] for bar in bars] == texts
    names = ["missed", "indeterminate", "detected", "true negatives", "false positives"]
    assert [bar.name for bar in bars if bar.showlegend] == names
    assert "&lt;b&gt;VT · 38" in [each.text for each in picture(found, "<b>VT", unit=CASES).layout.annotations]
    one = zones(ThresholdTable([0.7, 0.3, 0.0], [11, 20, 7], [1, 2, 1]), 0.1, 0.6)
    texts = [bar.text[0] for bar in picture(one, "VT", unit=CASES).data]
    assert texts[-3:] == ["1 true negative", "2 indeterminate", "1 false positive"]
    said = zones_alt(found, "VT", unit=CASES)
    assert said.startswith("VT, 38 cases: 7 missed, 20 indeterminate, 11 detected. Others, 74: 28 true negatives")
