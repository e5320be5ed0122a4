"""Filters, orders and matched models of a list of cases agree with a selection by pandas."""

from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from predictions.cases.case_list import CaseList
from predictions.cases.filters import CaseFilter, among, matching
from predictions.cases.finding import find
from predictions.cases.kinds import OUTCOMES, CaseKind, CaseOrder
from predictions.study import Study
from tests.predictions.helpers import opened

LABELS = ("AF", "Normal", "VT")
NORMAL = 1
BY_HAND = {
    CaseKind.MISSED: lambda t: (t.y_true != t.said) & (t.y_true != "Normal"),
    CaseKind.REASSURED: lambda t: (t.y_true != "Normal") & (t.said == "Normal"),
    CaseKind.FALSE_POSITIVE: lambda t: (t.y_true != t.said) & (t.said != "Normal"),
    CaseKind.CONFIDENT: lambda t: (t.y_true != t.said) & (t.confidence >= 0.5),
    CaseKind.RESCUED: lambda t: (t.y_true != t.said) & (t.pred_b == t.y_true),
    CaseKind.DIFFERENT: lambda t: t.said != t.pred_b,
}


@st.composite
def tables(draw: st.DrawFn) -> pd.DataFrame:
    """Two models of one file; the scores belong to the first, with ties and holes."""
    label, score = st.sampled_from(LABELS), st.integers(-1, 4)
    row = st.tuples(label, label, label, score, score, score, st.sampled_from(["F", "M", ""]))
    names = ["y_true", "pred_a", "pred_b", *(f"prob_a_{each}" for each in LABELS), "sex"]
    start = [(each, each, each, 1, 1, 1, sex) for each, sex in zip(LABELS, "FMF", strict=True)]
    frame = pd.DataFrame([*start, *draw(st.lists(row, max_size=30))], columns=names)
    for name in names[3:6]:
        frame[name] = frame[name].where(frame[name] >= 0) / 4
    return frame.assign(case_id=[f"p{i}" for i in range(len(frame))])


def study_of(frame: pd.DataFrame) -> Study:
    return opened({name: frame[name].astype(object).where(frame[name].notna(), "").tolist() for name in frame})


def with_confidence(frame: pd.DataFrame) -> pd.DataFrame:
    confidence = [row[f"prob_a_{row.pred_a}"] for _, row in frame.iterrows()]
    return frame.assign(said=frame.pred_a, confidence=confidence)


@pytest.mark.thorough
@settings(max_examples=2 * settings.default.max_examples)
@given(
    tables(),
    st.frozensets(st.sampled_from(list(CaseKind))),
    st.sampled_from([None, 0, 1, 2]),
    st.sampled_from([None, 0, 1, 2]),
    st.sampled_from([None, "F", "M"]),
)
def test_a_case_needs_one_of_the_kinds_and_every_other_condition(
    frame: pd.DataFrame, kinds: frozenset[CaseKind], truth: int | None, predicted: int | None, sex: str | None
) -> None:
    cases, table = CaseList(study_of(frame)), with_confidence(frame)
    assert [(group.name, group.values) for group in cases.groups] == [("sex", ("F", "M"))]
    wanted = CaseFilter(kinds, truth, predicted, None if sex is None else "sex", sex, least=0.5, normal=NORMAL)
    outcomes, narrowing = kinds & OUTCOMES, kinds - OUTCOMES
    expected = np.full(len(table), not outcomes)
    for kind in outcomes:
        expected |= BY_HAND[kind](table)
    for kind in narrowing:
        expected &= BY_HAND[kind](table)
    for column, value in (("y_true", truth), ("said", predicted)):
        expected &= True if value is None else table[column] == LABELS[value]
    expected &= True if sex is None else table.sex == sex
    assert matching(cases, wanted).tolist() == expected.tolist()
    assert not (matching(cases, wanted) & ~among(cases, wanted)).any(), "the wanted are a part of those they could be"


@pytest.mark.thorough
@settings(max_examples=2 * settings.default.max_examples)
@given(tables())
def test_the_worst_come_first_errors_and_of_those_the_most_confident(frame: pd.DataFrame) -> None:
    cases, table = CaseList(study_of(frame)), with_confidence(frame)
    found = table.iloc[cases.listed(matching(cases, CaseFilter()))]
    incorrect = (found.y_true != found.said).to_numpy()
    assert sorted(found.index) == list(table.index)
    assert not (np.diff(incorrect.astype(int)) > 0).any(), "no error follows a correct case"
    assert (np.diff(found.confidence[incorrect].dropna()) <= 0).all()
    assert (np.diff(found.confidence[~incorrect].dropna()) >= 0).all()
    for part in (found.confidence[incorrect].isna(), found.confidence[~incorrect].isna()):
        assert part.is_monotonic_increasing, "those without a score stand last"
    assert cases.listed(matching(cases, CaseFilter()), CaseOrder.FILE).tolist() == list(range(len(table)))


@pytest.mark.parametrize(
    ("kinds", "truth", "predicted", "expected"),
    [
        ({CaseKind.MISSED}, None, None, "AF VT"),
        ({CaseKind.MISSED}, 2, None, "VT"),
        ({CaseKind.FALSE_POSITIVE}, None, None, "calls"),
        ({CaseKind.FALSE_POSITIVE}, None, 2, "VT calls"),
        ({CaseKind.CONFIDENT}, None, None, "all"),
        ({CaseKind.MISSED, CaseKind.REASSURED}, None, None, "AF VT"),
        ({CaseKind.MISSED, CaseKind.FALSE_POSITIVE}, None, None, "all"),
        ({CaseKind.MISSED, CaseKind.FALSE_POSITIVE}, 2, None, "VT"),
        ({CaseKind.FALSE_POSITIVE, CaseKind.CONFIDENT}, None, 2, "all"),
        ({CaseKind.MISSED, CaseKind.CONFIDENT}, None, None, "AF VT"),
    ],
)
def test_of_whom_the_cases_are_a_part(kinds: set[CaseKind], truth: int | None, predicted: int | None, expected) -> None:
    pairs = list(product(LABELS, LABELS))
    cases = CaseList(opened({"y_true": [a for a, _ in pairs], "y_pred": [b for _, b in pairs]}))
    found = among(cases, CaseFilter(frozenset(kinds), truth, predicted, normal=NORMAL))
    by_hand = {
        "AF VT": lambda a, b: a != "Normal",
        "VT": lambda a, b: a == "VT",
        "calls": lambda a, b: b != "Normal",
        "VT calls": lambda a, b: b == "VT",
        "all": lambda a, b: True,
    }[expected]
    assert found.tolist() == [by_hand(*pair) for pair in pairs]


def test_an_id_is_found_whole_or_by_how_it_begins() -> None:
    study = opened({"case_id": ["P1", "P10", "P11", "", "Q1"], "y_true": list("ababa"), "y_pred": list("abbba")})
    cases = CaseList(study)
    found = {
        text: cases.listed(matching(cases, CaseFilter(case_id=text)), CaseOrder.FILE).tolist()
        for text in ("P1", "P", "p", "1", "P1(", "")
    }
    assert found == {"P1": [0], "P": [0, 1, 2], "p": [], "1": [], "P1(": [], "": [0, 1, 2, 3, 4]}


def test_a_lone_probability_is_for_the_other_class_what_it_lacks() -> None:
    study = opened({"y_true": ["no", "yes", "no", "yes"], "score": [".3", ".1", ".8", ".9"]})
    confidence = CaseList(study).confidence()
    assert confidence == pytest.approx([0.7, 0.9, 0.8, 0.9])
    cases = CaseList(study)
    assert cases.listed(matching(cases, CaseFilter())).tolist() == [1, 2, 0, 3]
    assert (cases.lone, cases.has_probabilities) == (1, True)
    assert [find(cases, CaseFilter(frozenset({CaseKind.MISSED}), normal=0)).errors_as] == [{0}]
    both = {"y_true": ["a", "b"], "score_a": ["-1.5", "2"], "score_b": [".5", "1"]}
    assert (CaseList(opened(both)).lone, CaseList(opened(both)).has_probabilities) == (None, False)
    assert not CaseList(opened({"y_true": ["a", "b"], "y_pred": ["a", "b"]})).has_probabilities


def test_an_error_is_confident_from_the_score_that_a_tenth_of_the_answers_reach() -> None:
    labels = ["a", "b"] * 50
    logits = [float(i) for i in range(100)]
    assert CaseList(opened({"y_true": labels, "score_b": [each / 100 for each in logits]})).confident_from == 0.9
    assert CaseList(opened({"y_true": labels, "score_b": logits})).confident_from > 80
    assert CaseList(opened({"y_true": labels, "y_pred": labels})).confident_from == 0.9


def test_columns_that_name_patients_or_hold_many_values_narrow_nothing() -> None:
    rows = 60
    columns = {
        "y_true": list("ab") * (rows // 2),
        "y_pred": list("ab") * (rows // 2),
        "fold": [f"{i % 5}" for i in range(rows)],
        "site": [f"site {i % 12}" for i in range(rows)],
        "surname": ["Miller", "Smith"] * (rows // 2),
        "note": [f"note {i}" for i in range(rows)],
        "constant": ["x"] * rows,
        "sex": ["F", "M", " M ", "", "F", "M"] * (rows // 6),
    }
    groups = {group.name: group for group in CaseList(opened(columns)).groups}
    assert list(groups) == ["fold", "site", "sex"]
    assert groups["site"].values[:3] == ("site 0", "site 1", "site 2")
    assert groups["site"].values[-1] == "site 11"
    assert groups["sex"].values == ("F", "M")
    assert groups["sex"].codes[:4].tolist() == [0, 1, 1, -1]


def long_file(seed: int) -> pd.DataFrame:
    """Two models of a long file, their rows shuffled and some of the second gone; ids repeat over splits."""
    rng = np.random.default_rng(seed)
    half = np.arange(40) % 20
    part = pd.DataFrame({"case_id": [f"c{i}" for i in half], "split": np.where(np.arange(40) < 20, "test", "train")})
    part["y_true"] = rng.choice(["a", "b"], 40)
    parts = [part.assign(model=name, y_pred=rng.choice(["a", "b"], 40)) for name in ("one", "two")]
    return pd.concat([parts[0], parts[1].sample(34, random_state=seed)])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("split", ["test", "train"])
def test_models_of_a_long_file_are_matched_case_by_case(seed: int, split: str) -> None:
    table = long_file(seed)
    cases = CaseList(study_of(table), 0, split)
    (other,) = cases.elsewhere
    said = table[(table.model == "two") & (table.split == split)].set_index("case_id").y_pred
    own = table[(table.model == "one")].reset_index(drop=True)
    expected = [said.get(row.case_id, "") if row.split == split else "" for row in own.itertuples()]
    assert [(*cases.predictions.labels, "")[code] for code in other.predicted] == expected


@pytest.mark.parametrize("about", ["a", "b", "c"])
def test_a_list_may_hold_only_what_two_models_say_differently_about_a_class(about: str) -> None:
    rng = np.random.default_rng(1)
    columns = {"y_true": rng.choice(list("abc"), 60)} | {
        f"pred_{model}": rng.choice(list("abc"), 60) for model in "xyz"
    }
    study = opened({name: list(values) for name, values in columns.items()})
    label = study.labels.index(about)
    wanted = CaseFilter(frozenset({CaseKind.DIFFERENT}), against=2, about=label)
    expected = (columns["pred_x"] == about) != (columns["pred_z"] == about)
    assert matching(CaseList(study), wanted).tolist() == expected.tolist()
    assert not matching(CaseList(study), replace(wanted, against=7)).any()


def test_models_without_ids_are_matched_only_within_one_table() -> None:
    wide = opened({"y_true": list("abab"), "pred_x": list("abba"), "pred_y": list("aabb")})
    assert [each.predicted.tolist() for each in CaseList(wide).elsewhere] == [[0, 0, 1, 1]]
    long = opened({"model": list("xxyy"), "y_true": list("abab"), "y_pred": list("abba")})
    assert CaseList(long).elsewhere == ()


def test_scores_stand_once_in_a_list() -> None:
    columns = {
        "y_true": ["a", "b"],
        "y_pred": ["a", "b"],
        "score_a": [0.9, 0.2],
        "score_b": [0.1, 0.8],
        "sex": ["F", "M"],
    }
    cases = CaseList(opened(columns))
    assert list(cases.frame(np.arange(2))) == ["true class", "predicted class", "score a", "score b", "sex"]
    assert cases.others(1) == {"sex": "M"}


def test_a_list_has_the_names_and_the_order_that_the_reader_chose() -> None:
    columns = {"y_true": ["0", "1"], "y_pred": ["0", "0"], "score_0": [0.9, 0.8], "score_1": [0.1, 0.2]}
    listed = CaseList(opened(columns), names=("well", "ill"), order=(1, 0)).frame(np.arange(2))
    assert list(listed) == ["true class", "predicted class", "score ill", "score well"]
    assert listed["true class"].tolist() == ["well", "ill"]
    assert listed["score ill"].tolist() == [0.1, 0.2]
