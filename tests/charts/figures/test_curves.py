"""ROC and precision-recall figures: what is drawn, what the legend and the hover say."""

import re

import numpy as np
import pytest

import charts
from charts.style.source_line import with_source
from charts.style.theme import PAGE, class_style
from charts.style.thinning import thin_pr, thin_roc
from metrics import Counts, ThresholdTable


def table_of(n, proportion=0.3, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < proportion
    return ThresholdTable.from_scores(rng.normal(size=n) + truth, truth)


def curve(table, name="VT", legend="AUC 0.900", **more):
    return charts.Curve(name, table, class_style(1), legend, **more)


def lines(fig):
    return [trace for trace in fig.data if trace.name]


def shown_on_hover(line, place):
    """What the browser makes of the template at one point."""

    def value(match):
        name, column, form = match.groups()
        if name != "customdata":
            return str(line.meta if name == "meta" else line.text[place])
        number = float(line.customdata[place, int(column)])
        return f"{round(number):,d}" if form == ",d" else f"{number:{form}}"

    return re.sub(r"%\{(\w+)(?:\[(\d)\])?(?::([^}]+))?\}", value, line.hovertemplate).replace("\u00a0", " ")


@pytest.mark.parametrize("proportion", [0.01, 0.3])
def test_a_curve_of_a_million_scores_is_some_hundred_points_in_forty_kibibytes(proportion):
    table = table_of(1_000_000, proportion)
    for draw in (charts.roc, charts.pr):
        (line,) = lines(draw([curve(table)]))
        assert len(line.x) == len(line.text) == len(line.customdata)
        assert 150 <= len(line.x) <= 1_000
        sent = with_source(draw([curve(table)]), (), ())
        assert len(sent.to_json()) < 40 * 1024


@pytest.mark.thorough
def test_hover_gives_the_counts_and_rates_of_the_table_to_the_last_digit():
    table = table_of(300_000, 0.1, seed=3)
    for draw, thinned in ((charts.roc, thin_roc), (charts.pr, thin_pr)):
        (line,), rows = lines(draw([curve(table)])), thinned(table).row
        for place in range(0, len(rows), 7):
            tp, fp = int(table.counts.tp[rows[place]]), int(table.counts.fp[rows[place]])
            said = shown_on_hover(line, place)
            assert f"sensitivity {tp:,d} of {table.n_positive:,d} ({100 * tp / table.n_positive:.1f} %)" in said
            assert f"false positive rate {fp:,d} of {table.n_negative:,d} ({100 * fp / table.n_negative:.1f} %)" in said
            assert f"PPV {tp:,d} of {tp + fp:,d}" in said
            assert draw is charts.roc or f" ({100 * tp / (tp + fp):.1f} %)<extra>" in said


def test_hover_says_the_threshold_and_its_counts():
    table = ThresholdTable(np.array([0.9, 0.18]), np.array([30, 20]), np.array([0, 1100]))
    (roc,), (pr,) = lines(charts.roc([curve(table)])), lines(charts.pr([curve(table)]))
    assert shown_on_hover(roc, 0) == (
        "<b>VT</b> · threshold above every score<br>sensitivity 0 of 50 (0 %)<br>"
        "false positive rate 0 of 1,100 (0.0 %)<br>PPV 0 of 0<extra></extra>"
    )
    assert shown_on_hover(roc, 1).startswith("<b>VT</b> · score ≥ 0.900<br>sensitivity 30 of 50 (60 %)<br>")
    assert shown_on_hover(pr, len(pr.x) - 1).endswith("PPV 50 of 1,150 (4.3 %)<extra></extra>")


def test_the_roc_has_a_chance_line_and_the_pr_curve_the_prevalence_of_each_class():
    table = table_of(500)
    roc, pr = charts.roc([curve(table)]), charts.pr([curve(table)])
    assert roc.layout.annotations[0].text == "chance"
    proportion = table.n_positive / 500
    assert [trace.y.tolist() for trace in pr.data if trace.line.dash == "2px,3px"] == [[proportion, proportion]]


def test_the_marks_are_one_trace_with_the_look_and_words_of_each_class():
    looks = [class_style(1), class_style(2)]
    names, counts = ("VT", "AF"), (Counts(40, 40, 10, 1060), Counts(30, 100, 20, 1000))
    curves = [
        charts.Curve(*each, point=n) for *each, n in zip(names, [table_of(50)] * 2, looks, "ab", counts, strict=True)
    ]
    (marks,) = [trace for trace in charts.roc(curves).data if trace.mode == "markers"]
    assert marks.y.tolist() == [0.8, 0.6]
    assert marks.marker.symbol == (looks[0].marker, looks[1].marker)
    assert set(marks.marker.color) == {PAGE}
    assert marks.marker.line.color == (looks[0].color, looks[1].color)
    assert isinstance(marks.marker.size, int)  # of several sizes the browser makes pale bubbles
    assert [text[:9] for text in marks.hovertext] == ["<b>VT</b>", "<b>AF</b>"]


def test_a_class_without_cases_has_no_curve_and_does_not_stop_the_others():
    empty = ThresholdTable(np.array([0.5]), np.array([0]), np.array([9]))
    assert len(lines(charts.roc([curve(empty), curve(table_of(50))]))) == 1
    assert len(lines(charts.pr([curve(empty)]))) == 0


def test_the_marked_point_lies_at_its_rates():
    fig = charts.roc([curve(table_of(50), point=Counts(40, 40, 10, 1060))])
    mark = next(trace for trace in fig.data if trace.mode == "markers")
    assert (mark.x[0], mark.y[0]) == (40 / 1100, 0.8)
    undefined = charts.pr([curve(table_of(50), point=Counts(0, 0, 10, 90))])
    assert not [trace for trace in undefined.data if trace.mode == "markers"]


def test_the_legend_breaks_where_a_phone_would():
    long = "Myocardial infarction, anterior wall, within the last 24 h"
    figures = "AUC 0.900 (0.880–0.920)"
    fig = charts.roc([curve(table_of(50)), curve(table_of(50), long, figures)], legend=True)
    assert [line.name for line in lines(fig)][::-1] == [
        "VT  AUC 0.900",
        f"Myocardial infarction, anterior wall, within th…<br>{figures}",
    ]
    assert fig.layout.showlegend
    assert not charts.roc([curve(table_of(50))]).layout.showlegend
    assert charts.roc_alt([curve(table_of(50))]).endswith("VT: AUC 0.900.")


def test_the_first_curve_is_a_whole_line_and_wider_than_the_dashed_others():
    styles = charts.curve_styles([class_style(i) for i in range(6)])
    assert [style.dash == "solid" for style in styles] == [True, *[False] * 5]
    assert len({style.dash for style in styles[:5]}) == 5
    assert {style.marker for style in styles} == {"circle"}
    first, second = (charts.Curve(name, table_of(60), style) for name, style in zip("ab", styles, strict=False))
    *_, other, leading = lines(charts.roc([first, second]))
    assert leading.name == "a"
    assert leading.line.width > other.line.width


def test_a_kept_threshold_is_a_filled_point_beside_the_hollow_one_and_both_have_their_name():
    assert charts.curve_styles([]) == []
    style = charts.curve_styles([class_style(2)])[0]
    shown = charts.Curve(
        "VT", table_of(50), style, "", Counts(40, 40, 10, 1060), None, Counts(45, 90, 5, 1010), "at 0.1"
    )
    for draw in (charts.roc, charts.pr):
        fig = draw([shown], "as delivered")
        (marks,) = [trace for trace in fig.data if trace.mode == "markers"]
        assert marks.marker.color == (PAGE, style.color)
        assert [text.partition("<br>")[0] for text in marks.hovertext] == [
            "<b>VT</b> · as delivered",
            "<b>VT</b> · at 0.1",
        ]
        labels = [each for each in fig.layout.annotations if each.text != "chance"]
        assert [each.text for each in labels] == ["as delivered", "at 0.1"]
        assert [(each.x, each.y) for each in labels] == list(zip(marks.x, marks.y, strict=True))


def test_the_name_of_a_point_in_the_corner_stands_where_there_is_room():
    style = class_style(1)
    corner = charts.roc([charts.Curve("VT", table_of(50), style, point=Counts(0, 0, 10, 90))], "as delivered")
    right = charts.roc([charts.Curve("VT", table_of(50), style, point=Counts(9, 80, 1, 10))], "as delivered")
    assert corner.layout.annotations[1].yshift > 0
    assert right.layout.annotations[1].xanchor == "right"


@pytest.mark.parametrize("hostile", ["<img src=x>", "%{x}", "a<br>b"])
def test_names_stay_text(hostile):
    fig = charts.roc([curve(table_of(50), hostile, "", kept=Counts(1, 1, 1, 1), kept_as=hostile)])
    told = [trace.meta or "" for trace in fig.data] + [each.text for each in fig.layout.annotations]
    assert not any("<img" in text or "a<br>b" in text for text in told)


def test_the_legend_names_the_curves_in_their_order_though_the_first_is_drawn_on_top():
    fig = charts.roc([curve(table_of(50), name) for name in ("VT", "Ectopic", "Normal")], legend=True)
    drawn = [each.name.split("  ")[0] for each in fig.data if each.name and each.showlegend is not False]
    assert [name.partition(" ")[0] for name in drawn] == ["Normal", "Ectopic", "VT"]
    assert fig.layout.legend.traceorder == "reversed"
