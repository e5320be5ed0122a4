"""Small multiples of curves: one class in colour, the others grey behind it in one trace."""

import numpy as np
import pytest

import charts
from charts.style.source_line import with_source
from charts.style.theme import class_style
from metrics import Counts, ThresholdTable


def table_of(n: int, proportion: float = 0.3, seed: int = 0) -> ThresholdTable:
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < proportion
    return ThresholdTable.from_scores(rng.normal(size=n) + truth, truth)


@pytest.mark.parametrize("draw", [charts.roc_panel, charts.pr_panel])
def test_a_panel_has_its_curve_in_colour_and_all_others_as_one_grey_line(draw) -> None:
    style = class_style(3)
    curve = charts.Curve("VT", table_of(300), style, point=Counts(40, 30, 50, 180))
    fig = draw(curve, [table_of(300, seed=seed) for seed in range(1, 7)])
    dotted, grey, line, mark = fig.data
    assert (line.line.color, line.name) == (style.color, "VT")
    assert np.isnan(grey.y).sum() == 6
    assert grey.hoverinfo == "skip"
    assert dotted.line.dash == "2px,3px"
    assert mark.mode == "markers"


def test_the_dotted_line_of_a_panel_is_the_prevalence_or_chance() -> None:
    table = table_of(400)
    curve = charts.Curve("VT", table, class_style(1))
    assert charts.roc_panel(curve, []).data[0].y.tolist() == [0, 1]
    assert charts.pr_panel(curve, []).data[0].y.tolist() == [table.n_positive / 400] * 2


@pytest.mark.thorough
def test_eight_panels_of_a_million_scores_stay_light() -> None:
    tables = [table_of(1_000_000, seed=seed) for seed in range(2)] * 4
    curve = charts.Curve("VT", tables[0], class_style(1))
    sent = with_source(charts.pr_panel(curve, tables[1:]), (), ())
    assert len(sent.to_json()) < 64 * 1024
