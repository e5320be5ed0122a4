"""A group of a study has the numbers of a file that holds its rows alone; the largest clear gap leads."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from metrics.notes import Code
from metrics.requirements import Requirement
from metrics.subgroups.class_figures import assessable, figures_of
from predictions.demo import open_example
from predictions.groups.by import By
from predictions.groups.lens import Lens, within
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.problems import Problem
from reviews import Cache, Review, View
from reviews.groups.page import at_first, chosen, has_groups, offered
from reviews.groups.required import required
from reviews.groups.subgroups import largest_gap, subgroups
from reviews.review import KeptThreshold
from reviews.risks.net_benefit import NetBenefit
from tests.pages.test_subgroups import CLEAR, groups

SEX = (By("sex"),)


def view_of(table: pd.DataFrame, **more: object) -> View:
    study = open_files([("answers.csv", table.to_csv(index=False).encode())])
    return View(study, Review.begin(study), **more)


def scored(rows: int = 400, patients: int | None = None, seed: int = 7) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    truth = rng.random(rows) < 0.3
    score = np.clip(rng.normal(0.3 + 0.35 * truth, 0.2), 0.01, 0.99).round(4)
    return pd.DataFrame({
        "patient_id": [f"p{at}" for at in (np.arange(rows) if patients is None else rng.integers(0, patients, rows))],
        "y_true": np.where(truth, "VT", "Normal"), "y_pred": np.where(score >= 0.5, "VT", "Normal"),
        "score_VT": score, "score_Normal": (1 - score).round(4), "sex": rng.choice(["F", "M"], rows),
        "site": rng.choice(["North", "South", "West"], rows),
    })  # fmt: skip


KINDS = {
    "independent": scored(), "recordings": scored(patients=90),
    "weighted": scored().assign(weight=np.random.default_rng(1).choice([1.0, 2.0, 5.5], 400)),
    "frequencies": scored().assign(count=np.random.default_rng(1).integers(1, 4, 400)),
}  # fmt: skip


def opened(table: pd.DataFrame) -> View:
    column = next((name for name in ("weight", "count") if name in table), None)
    study = open_files([("answers.csv", table.to_csv(index=False).encode())], Mapping(weight=column))
    return View(study, Review.begin(study))


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
def test_the_numbers_of_a_group_are_those_of_a_file_with_its_rows_alone(kind: str) -> None:
    table, patients = KINDS[kind], kind == "recordings"
    view = opened(table)
    label = view.study.labels.index("VT")
    found = subgroups(view, SEX, label)
    for group, value in enumerate(("F", "M")):
        alone = opened(table[table.sex == value])
        for key, expected in figures_of(alone.evaluation, label, True).items():
            own = found.figures(group)[key]
            assert (own.value, own.method, own.trials) == (expected.value, expected.method, expected.trials)
            # Patients are numbered, and so drawn, in the order of the file: bounds agree to the Monte-Carlo error.
            assert (own.low, own.high) == pytest.approx((expected.low, expected.high), rel=0.02 if patients else 1e-12)
        assert found.rates(group) == {key: found.figures(group)[key] for key in found.rates(group)}


@pytest.mark.parametrize("kind", KINDS)
def test_each_difference_is_that_of_the_two_values(kind: str) -> None:
    found = subgroups(opened(KINDS[kind]), (By("site"),), 1)
    for group in range(3):
        for key in ("sensitivity", "fpr", "ppv", "alarm_rate"):
            apart = found.difference(group, key)
            assert apart.value == pytest.approx(found.rates(group)[key].value - found.rates_of_rest(group)[key].value)
            assert apart.low < apart.value < apart.high
            assert apart.scope.code is Code.SIMULTANEOUS
        for key in ("auc", "oe_ratio"):
            assert found.difference(group, key).low < found.difference(group, key).high


def test_the_largest_clear_gap_is_that_of_the_worse_side() -> None:
    view = view_of(groups(CLEAR))
    gap = largest_gap([subgroups(view, SEX, view.study.labels.index("VT"))], "sensitivity")
    assert gap.is_worse
    assert gap.column.groups[gap.group].value == "F"
    assert gap.difference.value == pytest.approx(13 / 21 - 27 / 29)


def test_a_group_that_is_worse_off_leads_before_one_that_is_better_off() -> None:
    counts = {"A": (12, 20, 18, 500), "B": (290, 20, 10, 500), "C": (290, 20, 12, 500)}
    column = subgroups(view_of(groups(counts)), SEX, 1)
    assert all(column.difference(group, "sensitivity").excludes_0 for group in (0, 1))
    assert largest_gap([column], "sensitivity").group == 0


def test_no_gap_is_told_from_the_difference_alone() -> None:
    view = view_of(groups({"F": (8, 4, 4, 50), "M": (10, 4, 2, 50)}))
    assert largest_gap([subgroups(view, SEX, view.study.labels.index("VT"))], "sensitivity") is None


def test_net_benefit_of_a_group_is_that_of_a_file_with_its_rows_alone() -> None:
    study = open_example("heart-rhythm")
    view, label = View(study, Review.begin(study), split="test"), study.labels.index("VT")
    found = subgroups(view, (By("sex"),), label)
    assert found.threshold == 0.1
    for group, member in enumerate(found.groups):
        alone = replace(view, study=within(study, Lens((By("sex"),), (member.value,))), cache=Cache())
        assert found.net_benefit(group) == NetBenefit(alone, label).worth(0.1).gain


def test_net_benefit_is_at_the_used_kept_threshold_and_takes_ten_cases_of_both_kinds() -> None:
    study = open_example("heart-rhythm")
    review = Review.begin(study)
    label = study.labels.index("VT")
    unused = review.keeping(KeptThreshold(0, label, 0.3))
    assert subgroups(View(study, unused, split="test"), (By("site"),), label).threshold == 0.1
    kept = review.keeping(KeptThreshold(0, label, 0.3, applied=True))
    found = subgroups(View(study, kept, split="test"), (By("site"),), label)
    assert found.threshold == 0.3
    values = {member.value: found.net_benefit(at) for at, member in enumerate(found.groups)}
    few = {value for value, each in values.items() if not each.is_defined}
    assert few == {member.value for at, member in enumerate(found.groups) if not assessable("auc", found.counts(at))}


def test_blank_cells_are_in_no_group_and_no_rest() -> None:
    table = groups(CLEAR)
    table.loc[table.index[:40], "sex"] = ""
    found = subgroups(view_of(table), SEX, 1)
    assert found.members.without_group == 40
    assert sum(found.cases(group) for group in range(2)) == len(table) - 40
    assert sum(found.divided.counts_of_rest[0]) == found.cases(1)


def test_what_is_asked_for_and_is_not_there_is_refused() -> None:
    with pytest.raises(Problem, match="nothing"):
        subgroups(view_of(groups(CLEAR)), (By("nothing"),), 1)


def test_groups_that_do_not_occur_in_a_split_are_not_shown() -> None:
    table = groups(CLEAR | {"X": (5, 5, 5, 5)})
    table["split"] = np.where(table.sex == "X", "train", "test")
    found = subgroups(view_of(table, split="test"), SEX, 1)
    assert [member.value for member in found.groups] == ["F", "M"]
    assert found.compared("sensitivity") == 1


def test_requirements_are_taken_as_they_are_or_from_the_complement() -> None:
    given = [Requirement("VT", "specificity", 0.95), Requirement("VT", "fnr", 0.1, at_most=True)]
    assert required(given, "VT", "fpr") == Requirement("VT", "fpr", 0.05, at_most=True)
    assert required(given, "VT", "sensitivity") == Requirement("VT", "sensitivity", 0.9)
    assert required(given, "Normal", "fpr") is None


def test_a_requirement_is_judged_on_the_interval_of_each_group() -> None:
    view = view_of(groups({"F": (13, 18, 8, 507), "M": (270, 21, 2, 554)}))
    review = view.review.__class__(**{**vars(view.review), "requirements": (Requirement("VT", "sensitivity", 0.9),)})
    found = chosen(View(view.study, review), 1, [SEX])
    assert found.states("sensitivity") == {"not met": ["women"], "met": ["men"], "inconclusive": []}
    assert found.states("fpr") == {}


def test_a_study_offers_what_it_keeps() -> None:
    view = view_of(groups(CLEAR))
    assert [by.column for by in offered(view)] == ["sex"]
    assert at_first(view) == (By("sex"),)
    assert not has_groups(view_of(groups(CLEAR).drop(columns="sex")))


def test_a_group_of_few_patients_among_many_has_no_interval_and_says_so() -> None:
    table = scored(1_000, patients=60).assign(device=lambda rows: np.where(rows.patient_id < "p12", "rare", "usual"))
    table = table.drop(columns=[name for name in table.columns if name.startswith("score")])
    view = view_of(table)
    found = chosen(view, view.interest, [(By("device"),)])
    [rare] = [at for at, member in enumerate(found.columns[0].groups) if member.value == "rare"]
    assert found.columns[0].rates(rare)["fpr"].low is None
    [(member, why)] = found.without_interval("fpr")
    assert (member.value, why.code, why.fields["needed"]) == ("rare", Code.FEW_PATIENTS, 15)
    assert found.resampled == ("patient", "patients")
    few = view_of(table[table.patient_id < "p18"])
    assert few.evaluation.clusters < 15
    assert chosen(few, few.interest, [(By("device"),)]).without_interval("fpr") == []
