"""The look: readable in both modes, told apart without colour, harmless whatever the labels say."""

import json
import tomllib
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import charts
from charts.style import theme
from charts.style.theme import (
    CORRECT,
    FALSE_POSITIVE,
    MISSED_NORMAL,
    class_style,
    class_styles,
    phase_styles,
    styles_of,
)
from metrics import ConfusionMatrix, Counts, MetricChoice, Spread, ThresholdTable
from metrics.measures.segments import segments
from metrics.recordings.phase_timing import differences
from words import Voice
from words.text.voice import CASES

CONFIG = Path(__file__).parents[3] / ".streamlit" / "config.toml"
HOSTILE = '<img src=x onerror=alert(1)><a href="javascript:1">$\\frac{1}{2}$ %{customdata}'
MATRIX = ConfusionMatrix((HOSTILE, "b", HOSTILE + "2"), np.array([[50, 6, 3], [5, 9, 1], [0, 2, 0]]))
FOLDS = Spread(MetricChoice("sensitivity", 0), (HOSTILE, "2"), np.array([5, 9]), np.array([0.6, 0.7]), 0.66, 3)
TABLE = ThresholdTable.from_scores(np.linspace(0, 1, 60), np.arange(60) % 3 == 0)


def every_figure():
    curve = charts.Curve(
        HOSTILE, TABLE, class_style(1), "AUC", Counts(1, 2, 3, 4), kept=Counts(1, 2, 3, 4), kept_as=HOSTILE
    )
    return [
        *(charts.confusion(MATRIX, mode, (0, 1)) for mode in charts.MODES),
        charts.roc([curve], "as delivered", legend=True),
        charts.pr([curve]),
        charts.fold_rows([charts.FoldRow(HOSTILE, FOLDS, class_style(1))], unit=CASES),
        *recordings(),
    ]


def recordings():
    truth, said = np.array([0, 0, 1, 1, 2, 2]), np.array([0, 1, 1, 2, 2, 0])
    seen = differences(truth, said)
    course = charts.Course(HOSTILE, np.arange(7.0), segments(truth), segments(said), seen, row=1.0)
    looks = charts.ClassLooks(MATRIX.labels, phase_styles((0, 1, 2), normal=None), (0, 1, 2), frozenset({2}))
    starts = charts.PhaseStarts(0, np.array([0.5, np.nan]), np.array([False, True]))
    return [
        charts.ribbons(course, looks, (0,))[0],
        charts.all_ribbons([course], ["50 %"], 0, looks, [0]),
        charts.phase_starts([starts], [HOSTILE, "b"], 0, looks),
        charts.hypnogram(course, looks, {0})[0],
        charts.recording_values(np.array([0.5, 0.6]), [HOSTILE, "b"], 0),
    ]


def strings(node):
    if isinstance(node, dict):
        yield from (text for value in node.values() for text in strings(value))
    elif isinstance(node, list):
        yield from (text for value in node for text in strings(value))
    elif isinstance(node, str):
        yield node


def luminance(color):
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return float(np.dot(linear, [0.2126, 0.7152, 0.0722]))


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.thorough
def test_a_hostile_label_is_only_ever_text():
    for fig in every_figure():
        for text in strings(json.loads(fig.to_json())):
            assert "<img" not in text
            assert "<a " not in text
            assert "$" not in text


def test_no_template_reads_a_label():
    for fig in every_figure():
        for trace in fig.data:
            assert HOSTILE[:4] not in (getattr(trace, "hovertemplate", None) or "").replace("&lt;", "<")
            assert getattr(trace, "texttemplate", None) is None


def test_data_reach_the_browser_as_arrays():
    for fig in every_figure():
        for trace, name in product(fig.data, ("x", "y", "z", "customdata")):
            value = getattr(trace, name, None) if name in trace else None
            assert value is None or isinstance(value, np.ndarray)


def test_every_figure_has_the_shared_look_on_itself():
    for fig in every_figure():
        layout = fig.layout
        assert layout.font.color == theme.INK
        assert layout.paper_bgcolor == layout.plot_bgcolor == theme.CLEAR
        assert layout.dragmode is False
        assert layout.title.text is None
        assert layout.height >= 46
        assert all(axis.fixedrange for axis in [*fig.select_xaxes(), *fig.select_yaxes()])


def test_fills_stand_out_on_both_pages_and_text_on_fills_can_be_read():
    config = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["theme"]
    pages = [config[mode]["backgroundColor"] for mode in ("light", "dark")]
    fills = {meaning.color: meaning for meaning in (CORRECT, charts.MISSED_OTHER, FALSE_POSITIVE)}
    for color, meaning in fills.items():
        assert min(contrast(color, page) for page in pages) >= 3
        assert contrast(color, meaning.on_fill) >= 4.5
    for style in class_styles(8, normal=0):
        assert min(contrast(style.color, page) for page in pages) >= 3


def test_the_meaning_colours_are_the_pages_own():
    config = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["theme"]
    names = {"blueColor": CORRECT, "redColor": charts.MISSED_OTHER, "orangeColor": FALSE_POSITIVE}
    for mode, (name, meaning) in product(("light", "dark"), names.items()):
        assert config[mode][name] == meaning.color
    assert config["light"]["chartCategoricalColors"] == [class_style(i).color for i in range(8)]


def test_only_the_normal_class_is_slate():
    slate = class_style(0).color
    for normal in (None, 0, 3):
        styles = class_styles(60, normal)
        assert [i for i, style in enumerate(styles) if style.color == slate] == ([] if normal is None else [normal])


def test_twenty_eight_diseases_differ_in_colour_or_dash():
    styles = class_styles(29, normal=0)
    assert len({(style.color, style.dash) for style in styles}) == 29


def test_patterns_carry_meaning_without_colour():
    signs = [
        (meaning.pattern, meaning.marker) for meaning in (CORRECT, MISSED_NORMAL, charts.MISSED_OTHER, FALSE_POSITIVE)
    ]
    assert len(set(signs)) == 4
    assert theme.fill(charts.MISSED_OTHER)["pattern"]["bgcolor"] == charts.MISSED_OTHER.color


def test_every_exported_name_exists_and_is_said_once():
    assert len(set(charts.__all__)) == len(charts.__all__)
    assert all(hasattr(charts, name) for name in charts.__all__)


def test_phases_have_another_order_of_colours_and_the_normal_class_keeps_its_slate() -> None:
    order = (3, 0, 1, 2, 4, 5, 6, 7, 8)
    styles = phase_styles(order, normal=4)
    colors = [styles[label].color for label in order if label != 4]
    assert colors[:4] == ["#167F43", "#933BB0", "#4E8DF6", "#6F6A1E"]
    assert len(set(colors[:7])) == 7
    assert colors[7] == colors[0]
    assert styles[4] == class_style(0)


def test_rows_of_recordings_have_the_colours_of_phases_and_others_those_of_classes() -> None:
    voice = Voice(("A", "B", "C"), ("frame", "frames"), order=(2, 0, 1))
    assert styles_of(voice, in_time=True) == phase_styles((2, 0, 1), normal=None)
    assert styles_of(voice, in_time=False) == class_styles(3, normal=None)


def test_a_figure_that_plotly_would_refuse_or_change_is_found_by_every_test_that_draws_it() -> None:
    with pytest.raises(ValueError, match="no_such"):
        theme.figure([{"type": "scatter", "no_such": 1}], 100)
    with pytest.raises(AssertionError):
        theme.figure([{"type": "bar", "base": np.array([1.0])}], 100)
