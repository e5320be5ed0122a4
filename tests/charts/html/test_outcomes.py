"""Predictions by true class, and the strips: every case is drawn once, in the colour that is true of it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import charts
from charts.html import markup
from charts.html.outcomes import AS_AFTER, AS_ANOTHER, AS_BEFORE, outcomes_alt, phase_segments, segments
from charts.html.strips import missed_strip_alt, predictions_strip_alt
from charts.style.theme import CORRECT, FALSE_POSITIVE, MISSED_NORMAL
from metrics import ConfusionMatrix
from tests.support.drawn import drawn
from words import NBSP, Voice
from words.text.voice import CASES

HEART = ConfusionMatrix(("Normal", "Ectopic", "VT"), np.array([[908, 62, 30], [17, 73, 10], [5, 5, 40]]))


@st.composite
def matrices(draw):
    classes = draw(st.integers(2, 12))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    cells = rng.integers(0, draw(st.sampled_from([2, 50, 10**6])), (classes, classes))
    cells[draw(st.integers(0, classes - 1))] *= draw(st.integers(0, 1))
    return ConfusionMatrix(tuple(f"c{k}" for k in range(classes)), cells)


@given(matrices(), st.booleans())
def test_the_bar_of_a_class_holds_each_of_its_cases_once(matrix, has_normal):
    normal = 0 if has_normal else None
    for truth in range(len(matrix.labels)):
        parts = segments(matrix, truth, normal)
        assert sum(part.count for part in parts) == matrix.support[truth]
        predicted = [k for part in parts for k in part.predicted]
        assert sorted(predicted) == np.flatnonzero(matrix.cells[truth]).tolist()


def rows(html):
    """(name, segments) of each class."""
    (picture,) = drawn(html).inside
    names, bars = picture.inside[0].inside[:-1:2], picture.inside[0].inside[1:-1:2]
    return [(name.text, bar.having("flex")) for name, bar in zip(names, bars, strict=True)]


def looks_like(element, meaning):
    return element.given["style"].endswith(markup.filled(meaning))


def voice_of(matrix, normal=None, unit=("case", "cases"), **more):
    return Voice(matrix.labels, unit, normal, **more)


@pytest.mark.thorough
@given(matrices(), st.booleans())
def test_the_segments_of_a_row_share_its_width_by_their_counts(matrix, has_normal):
    normal = 0 if has_normal else None
    voice = voice_of(matrix, normal, order=tuple(range(len(matrix.labels)))[::-1])
    shown = rows(charts.outcomes(matrix, voice))
    for truth, (name, parts) in zip(voice.order, shown, strict=True):
        counted = segments(matrix, truth, normal)
        cases = f"{matrix.support[truth]:,}" if counted else "none"
        assert name == f"{voice.numbered(truth)} ·\u00a0{cases}"
        assert [part.look["flex"] for part in parts] == [f"{part.count} 1 0" for part in counted]
        assert [part.inside[1].text for part in parts] == [f"{part.count:,}" for part in counted]
        assert all(looks_like(part, each.meaning) for part, each in zip(parts, counted, strict=True))


def test_a_row_tells_its_counts_inside_and_all_of_it_where_it_is_pointed_at():
    shown = rows(charts.outcomes(HEART, voice_of(HEART, 0, ("patient", "patients"), order=(2, 1, 0))))
    assert [name for name, _ in shown] == ["VT ·\u00a050", "Ectopic ·\u00a0100", "Normal ·\u00a01,000"]
    inside = [[[each.text for each in part.inside if each.text] for part in parts] for _, parts in shown]
    assert inside == [
        [["40", "correct"], ["5", "→ Normal"], ["5", "→ Ectopic"]],
        [["73", "correct"], ["17", "→ Normal"], ["10", "→ VT"]],
        [["908", "correct"], ["62", "→ Ectopic"], ["30", "→ VT"]],
    ]
    said = [part.given["title"].replace("\u00a0", " ") for part in shown[1][1]]
    assert said == [
        "Ectopic\n73 of 100 correct (73 %)",
        "Ectopic\n17 of 100 patients (17 %) classified as Normal",
        "Ectopic\n10 of 100 patients (10 %) classified as VT",
    ]


@pytest.mark.parametrize(
    ("normal", "neither", "said"),
    [
        (
            0,
            (),
            ["correct", "missed, → Normal", "missed, → another disease", "false alarms: 62\u00a0Ectopic, 30\u00a0VT"],
        ),
        (0, (1,), ["correct", "missed, → Normal", "missed, → another class", "incorrect, no disease"]),
        (None, (), ["correct", "classified as another class"]),
    ],
)
def test_below_the_rows_stand_the_percentages_of_a_class_and_what_each_fill_says(normal, neither, said):
    voice = voice_of(HEART, normal, not_diseases=frozenset(neither))
    (picture,) = drawn(charts.outcomes(HEART, voice)).inside
    axis, legend = picture.inside[0].inside[-1], picture.inside[1]
    assert [(tick.look["left"], tick.text) for tick in axis.inside] == [
        ("0%", "0"), ("25%", "25 %"), ("50%", "50 %"), ("75%", "75 %"), ("100%", "100 %"),
    ]  # fmt: skip
    assert [item.text for item in legend.inside] == said
    every = (CORRECT, MISSED_NORMAL, charts.MISSED_OTHER, FALSE_POSITIVE)
    meanings = every if normal == 0 else (CORRECT, charts.MISSED_OTHER)
    assert all(looks_like(item.inside[0], each) for item, each in zip(legend.inside, meanings, strict=True))
    assert picture.given["aria-label"] == outcomes_alt(HEART, voice, voice.order, None)


def test_every_label_of_the_axis_has_a_line_that_the_bars_cover():
    (picture,) = drawn(charts.outcomes(HEART, voice_of(HEART, 0))).inside
    rows_and_axis, axis = picture.inside[0], picture.inside[0].inside[-1]
    assert axis.look["border-top"].startswith("1px solid")
    assert [len(tick.having("border-left")) for tick in axis.inside] == [1] * 5
    assert (rows_and_axis.look["isolation"], axis.look["z-index"]) == ("isolate", "-1")


def test_a_name_over_its_bar_is_bold_and_its_count_is_not():
    names = ("a name of many letters", "Normal")
    matrix = ConfusionMatrix(names, np.eye(2, dtype=int) * 5)
    (picture,) = drawn(charts.outcomes(matrix, voice_of(matrix))).inside
    (bold,) = picture.inside[0].inside[0].having("font-weight")
    assert bold.text == names[0]


def test_an_error_of_a_class_that_is_no_disease_is_no_miss():
    (_, parts), *_ = rows(charts.outcomes(HEART, voice_of(HEART, 0, order=(1, 2, 0), not_diseases=frozenset({1}))))
    assert [looks_like(part, FALSE_POSITIVE) for part in parts] == [False, True, True]


def test_the_legend_names_only_what_is_drawn():
    pure = ConfusionMatrix(("a", "b"), np.diag([3, 4]))
    (picture,) = drawn(charts.outcomes(pure, voice_of(pure, 0))).inside
    assert [item.text for item in picture.inside[1].inside] == ["correct"]
    nothing = ConfusionMatrix(("a", "b"), np.zeros((2, 2), int))
    (empty,) = drawn(charts.outcomes(nothing, voice_of(nothing, 0))).inside
    assert len(empty.inside) == 1


def test_among_many_classes_a_row_has_its_number_and_only_those_asked_for_are_drawn():
    names = tuple(f"phase no {letter}" for letter in "abcdef")
    matrix = ConfusionMatrix(names, np.diag([9] * 6) + np.eye(6, k=1, dtype=int))
    shown = rows(charts.outcomes(matrix, voice_of(matrix, order=(5, 4, 3, 2, 1, 0)), shown=(5, 3)))
    assert [name for name, _ in shown] == ["1\u00a0phase no f ·\u00a09", "3\u00a0phase no d ·\u00a010"]
    assert [each.text for each in shown[1][1][1].inside if each.text] == ["1", "→ 2"]


def test_where_all_names_are_short_a_segment_names_its_class_as_a_number_could_be_a_count():
    names = ("AF", "SB", "1dAVb", "LBBB", "ST", "normal")
    matrix = ConfusionMatrix(names, np.diag([9] * 6) + np.eye(6, k=1, dtype=int))
    _, (_, parts), *_ = rows(charts.outcomes(matrix, voice_of(matrix, 5)))
    assert [each.text for each in parts[1].inside if each.text] == ["1", "→ 1dAVb"]


def test_a_class_that_is_a_number_is_said_to_be_one_wherever_a_count_stands_beside_it():
    matrix = ConfusionMatrix(("0", "1", "2"), np.array([[80, 15, 5], [30, 20, 10], [1, 2, 7]]))
    voice = voice_of(matrix, normal=0, order=(2, 1, 0))
    said = "".join(each.text for each in drawn(charts.outcomes(matrix, voice)).inside).replace(NBSP, " ")
    for part in ("class 1 · 60", "30→ class 0", "missed, → class 0", "false alarms: 15 class 1, 5 class 2"):
        assert part in said
    alt = outcomes_alt(matrix, voice, (1,), None).replace(NBSP, " ")
    assert "class 1: 20 of 60 correct, 30 as class 0, 10 as class 2." in alt


def test_phases_tell_the_phase_before_from_the_one_after_and_count_time():
    cells = np.array([[50, 0, 0, 0], [7, 40, 9, 4], [0, 0, 30, 0], [0, 0, 0, 20]])
    matrix = ConfusionMatrix(tuple("ABCD"), cells)
    shown = rows(charts.outcomes(matrix, voice_of(matrix), time=lambda rows: f"0:{rows:02d}", in_order=True))
    assert shown[1][0] == "B ·\u00a00:60"
    assert [[each.text for each in part.inside if each.text] for part in shown[1][1]] == [
        ["0:40", "correct"], ["0:07", "→ A"], ["0:09", "→ C"], ["0:04", "→ D"],
    ]  # fmt: skip
    looks = (CORRECT, AS_BEFORE, AS_AFTER, AS_ANOTHER)
    assert all(looks_like(part, each) for part, each in zip(shown[1][1], looks, strict=True))
    assert len({markup.filled(each) for each in looks}) == 4
    assert shown[1][1][1].given["title"].replace("\u00a0", " ") == "B\n0:07 of 0:60 (12 %) classified as A"


@given(matrices())
def test_the_bar_of_a_phase_holds_each_of_its_rows_once(matrix):
    for truth in range(len(matrix.labels)):
        parts = phase_segments(matrix, truth, tuple(range(len(matrix.labels))))
        assert sum(part.count for part in parts) == matrix.support[truth]
        assert sorted(k for part in parts for k in part.predicted) == np.flatnonzero(matrix.cells[truth]).tolist()


def test_meaning_depends_on_the_normal_class():
    meanings = {truth: [part.meaning for part in segments(HEART, truth, normal=0)] for truth in range(3)}
    assert meanings[0] == [CORRECT, FALSE_POSITIVE, FALSE_POSITIVE]
    assert meanings[1] == meanings[2] == [CORRECT, MISSED_NORMAL, charts.MISSED_OTHER]
    without = [part.meaning for part in segments(HEART, 2, normal=None)]
    assert without == [CORRECT, charts.MISSED_OTHER, charts.MISSED_OTHER]


def test_small_errors_of_a_row_are_drawn_as_one_and_named_on_hover():
    matrix = ConfusionMatrix(tuple("ABCD"), np.diag([997, 5, 5, 5]) + np.eye(4, k=1, dtype=int))
    many = ConfusionMatrix(tuple("ABCD"), np.array([[997, 1, 1, 1], [0, 5, 0, 0], [0, 0, 5, 0], [0, 0, 0, 5]]))
    assert [part.predicted for part in segments(matrix, 0, None)] == [(0,), (1,)]
    assert [part.predicted for part in segments(many, 0, None)] == [(0,), (1, 2, 3)]
    (_, (_, others)), *_ = rows(charts.outcomes(many, voice_of(many)))
    assert [each.text for each in others.inside if each.text] == ["3", "→ 3 others"]
    assert others.given["title"].replace("\u00a0", " ") == "A\n3 of 1,000 cases (0.3 %) classified as\n1 B\n1 C\n1 D"


def test_a_class_without_cases_says_so():
    matrix = ConfusionMatrix(("a", "b"), np.array([[3, 1], [0, 0]]))
    (picture,) = drawn(charts.outcomes(matrix, voice_of(matrix))).inside
    name, bar, _ = picture.inside[0].inside[2:]
    assert (name.text, bar.text) == ("b ·\u00a0none", "no cases")
    assert "b: no cases." in outcomes_alt(matrix, voice_of(matrix), (0, 1), None)


@pytest.mark.parametrize(("longest", "columns"), [("x" * 16, 2), ("x" * 17, 1)])
def test_long_names_stand_over_their_bars(longest, columns):
    matrix = ConfusionMatrix((longest, "Normal"), np.eye(2, dtype=int) * 5)
    (picture,) = drawn(charts.outcomes(matrix, voice_of(matrix))).inside
    grid = picture.inside[0]
    assert len(grid.look["grid-template-columns"].split()) == columns
    assert [name.text for name in grid.inside[:-1:2]] == [f"{longest} ·\u00a05", "Normal ·\u00a05"]
    assert [name.look.get("text-align") for name in grid.inside[:-1:2]] == ["right" if columns == 2 else None] * 2


def test_long_names_that_begin_alike_are_told_apart():
    names = tuple(f"Infarction of the whole myocardium of the {where} wall" for where in ("anterior", "inferior"))
    matrix = ConfusionMatrix(names, np.eye(2, dtype=int) * 5)
    shown = rows(charts.outcomes(matrix, voice_of(matrix)))
    assert [name for name, _ in shown] == [f"{name} ·\u00a05" for name in names]
    longer = tuple(f"{name} with and without pericardial effusion" for name in names)
    shown = rows(charts.outcomes(matrix := ConfusionMatrix(longer, np.eye(2, dtype=int) * 5), voice_of(matrix)))
    assert len({name for name, _ in shown}) == 2


def test_the_number_of_a_class_does_not_make_names_that_are_cut_alike_different():
    names = tuple(f"{'long ' * 14}name {letter}" for letter in "abcdefg")
    matrix = ConfusionMatrix(names, np.eye(7, dtype=int) * 5)
    shown = [name.partition("\u00a0")[2] for name, _ in rows(charts.outcomes(matrix, voice_of(matrix)))]
    assert len(set(shown)) == 7


@pytest.mark.parametrize("classes", [2, 12, 13, 40])
def test_all_bars_of_a_picture_are_equally_thick(classes):
    matrix = ConfusionMatrix(tuple(f"class {k}" for k in range(classes)), np.eye(classes, dtype=int) * 50)
    (picture,) = drawn(charts.outcomes(matrix, voice_of(matrix, 0))).inside
    bars = picture.inside[0].inside[1:-1:2]
    assert {(bar.look["height"], bar.look["line-height"]) for bar in bars} == {
        ("32px", "32px") if classes <= 12 else ("24px", "24px")
    }


def strip(html):
    """The segments of a strip: its elements with a part of the width."""
    (picture,) = drawn(html).inside
    return picture.having("flex")


@pytest.mark.thorough
@given(matrices(), st.booleans())
def test_the_segments_of_a_strip_share_its_width_by_their_counts(matrix, has_normal):
    normal = 0 if has_normal else None
    for k in range(len(matrix.labels)):
        missed = [
            int(part.look["flex"].split()[0])
            for part in strip(charts.missed_strip(matrix, k, normal, unit=CASES, has_percent=True))
        ]
        assert missed == [part.count for part in segments(matrix, k, normal)]
        predicted = [
            int(part.look["flex"].split()[0])
            for part in strip(charts.predictions_strip(matrix, k, normal, has_percent=True))
        ]
        assert sum(predicted) == matrix.predicted[k]
        assert not predicted or matrix.cells[k, k] in (0, predicted[0])


def test_the_missed_strip_counts_the_detected_and_where_the_others_went():
    parts = strip(charts.missed_strip(HEART, 2, 0, unit=CASES, has_percent=True))
    assert [[each.text for each in part.inside if each.text] for part in parts] == [["40", "detected"], ["5"], ["5"]]
    looks = [markup.filled(each) for each in (CORRECT, MISSED_NORMAL, charts.MISSED_OTHER)]
    assert [part.given["style"].endswith(look) for part, look in zip(parts, looks, strict=True)] == [True] * 3
    said = [part.given["title"].replace("\u00a0", " ") for part in parts]
    assert said == [
        "40 of 50 (80 %) detected",
        "5 of 50 (10 %) classified as Normal",
        "5 of 50 (10 %) classified as Ectopic",
    ]
    (picture,) = drawn(charts.missed_strip(HEART, 2, 0, unit=CASES, has_percent=True)).inside
    assert picture.given["aria-label"] == missed_strip_alt(HEART, 2, 0, unit=CASES)
    assert missed_strip_alt(HEART, 2, 0, unit=CASES) == (
        "Of 50 cases with VT, 40 detected and 10 missed, 5 of them as Normal."
    )


def test_the_strip_of_predictions_counts_them_by_true_class():
    parts = strip(charts.predictions_strip(HEART, 2, 0, has_percent=True))
    assert [part.look["color"] for part in parts] == [CORRECT.on_fill, *[FALSE_POSITIVE.on_fill] * 2]
    said = [part.given["title"].replace("\u00a0", " ") for part in parts]
    assert said == [
        "40 of 80 VT predictions are VT (50 %)",
        "30 of 80 VT predictions are Normal (38 %)",
        "10 of 80 VT predictions are Ectopic (12 %)",
    ]
    assert predictions_strip_alt(HEART, 2) == "Of 80 VT predictions, 40 are correct and 40 incorrect."


def test_a_number_that_has_no_room_falls_below_its_bar_as_a_whole():
    for part in [
        *strip(charts.missed_strip(HEART, 2, 0, unit=CASES, has_percent=True)),
        *rows(charts.outcomes(HEART, voice_of(HEART, 0)))[0][1],
    ]:
        assert part.inside[0].look == {"height": "100%"}
        assert {"flex-wrap": "wrap", "overflow": "hidden"}.items() <= part.look.items()


def test_strips_of_classes_that_begin_alike_show_what_differs():
    names = tuple(f"Invasive ductal carcinoma of the left breast, histologic grade {grade}" for grade in (1, 2))
    matrix = ConfusionMatrix(names, np.array([[8, 2], [1, 9]]))
    assert (
        drawn(charts.predictions_strip(matrix, 0, normal=None, has_percent=True)).text
        == "8Invasive … grade 11Invasive … grade 2"
    )
    never = ConfusionMatrix(names, np.array([[10, 0], [0, 0]]))
    assert (
        drawn(charts.missed_strip(never, 1, normal=None, unit=CASES, has_percent=True)).text
        == "no cases with Invasive … grade 2"
    )


def test_strips_of_a_class_never_predicted_or_never_true_say_so():
    matrix = ConfusionMatrix(("a", "b"), np.array([[3, 0], [0, 0]]))
    assert drawn(charts.missed_strip(matrix, 1, normal=None, unit=CASES, has_percent=True)).text == "no cases with b"
    assert drawn(charts.predictions_strip(matrix, 1, normal=None, has_percent=True)).text == "no b predictions"
    assert predictions_strip_alt(matrix, 1) == "No b predictions."
    assert charts.missed_legend(matrix, 1, normal=None, as_normal="") == ""


def test_the_legend_says_where_the_missed_cases_went_normal_first():
    cells = np.array([[90, 0, 0, 0, 0, 0, 0], [4, 50, 9, 8, 7, 6, 5], *np.eye(7, dtype=int)[2:]])
    matrix = ConfusionMatrix(tuple("NABCDEF"), cells)
    items = drawn(charts.missed_legend(matrix, 1, 0, as_normal="")).inside[0].inside
    said = ["4 → N", "9 → B", "8 → C", "7 → D", "11 → other classes"]
    assert [item.text for item in items] == said
    swatches = [item.inside[0].given["style"] for item in items]
    first, *others = [MISSED_NORMAL, *[charts.MISSED_OTHER] * 4]
    assert swatches[0].endswith(markup.filled(first))
    assert all(look.endswith(markup.filled(each)) for look, each in zip(swatches[1:], others, strict=True))


def test_the_alternative_text_tells_the_counts():
    said = outcomes_alt(HEART, voice_of(HEART, 0), (0, 1, 2), None).replace("\u00a0", " ")
    assert "VT: 40 of 50 correct, 5 as Normal, 5 as Ectopic." in said


def test_above_twelve_classes_errors_of_one_meaning_are_one_segment():
    cells = np.full((13, 13), 3) + np.diag([20] * 13)
    matrix = ConfusionMatrix(tuple(f"c{i}" for i in range(13)), cells)
    shown = rows(charts.outcomes(matrix, voice_of(matrix, 12)))
    assert [next(each.text for each in part.inside if each.text) for part in shown[0][1]] == ["23", "3", "33"]
    assert [next(each.text for each in part.inside if each.text) for part in shown[12][1]] == ["23", "36"]
