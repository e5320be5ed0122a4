"""Patients in groups of whom only counts are known are compared as the same patients whose rows are held."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from metrics import ConfusionMatrix, Evaluation, PatientCounts, PatientProducts, ResamplingUnits
from metrics.interval_methods import MOVER_OF_GROUPS
from metrics.intervals.patient_counts import Patients
from metrics.subgroups.class_figures import PROPORTIONS, proportions_of
from metrics.subgroups.differences import difference_to_rest
from metrics.subgroups.divided import Alike, Divided
from metrics.subgroups.interaction import interaction, p_of_sums
from metrics.subgroups.patients_in_groups import PatientsInGroups
from metrics.subgroups.standardised import Combined
from tests.metrics.intervals.test_patient_counts import LABELS, counted, histogram, rows
from tests.metrics.intervals.test_patient_products import products

LABEL = 1
Codes = NDArray[np.int64]


def groups_of(patients: int, groups: int) -> list[NDArray[np.int64]]:
    """Of each group (patients, 9) rows of each in the cells of the matrix, in the order in which they are drawn."""
    each = counted(*rows(patients))
    if groups == 2:
        each[::2] += np.eye(9, dtype=np.int64)[3]  # missed once more
    return [own[np.lexsort(own.T[::-1])] for own in (each[at::groups] for at in range(groups))]


def evaluated(each: NDArray[np.int64], units: ResamplingUnits | None, patients: Patients | None) -> Evaluation:
    matrix = ConfusionMatrix(LABELS, each.sum(0).reshape(3, 3))
    return Evaluation(matrix, clusters=len(each), units=units, patients=patients)


def held(groups: list[NDArray[np.int64]]) -> Divided:
    def of(chosen: list[int]) -> Evaluation:
        each = np.concatenate([groups[at] for at in chosen])
        unit, truth, predicted = as_rows(each)
        return evaluated(each, ResamplingUnits(truth, predicted, 3, len(each), patients=unit), None)

    every = [*range(len(groups))]
    codes = np.repeat(every, [int(own.sum()) for own in groups])
    return Divided(
        of(every), codes, len(groups), LABEL, lambda at, _: of([at]), lambda at, _: of([i for i in every if i != at])
    )


def as_rows(each: NDArray[np.int64]) -> tuple[Codes, Codes, Codes]:
    unit, cell = np.divmod(np.repeat(np.arange(each.size), each.ravel()), 9)
    return unit, *np.divmod(cell, 3)


def told(groups: list[NDArray[np.int64]], known: PatientsInGroups) -> Divided:
    def of(chosen: list[int]) -> Evaluation:
        return evaluated(np.concatenate([groups[at] for at in chosen]), None, known.together(chosen))

    every = [*range(len(groups))]
    codes, cell = np.divmod(np.arange(9 * len(groups)), 9)
    cases = np.concatenate([own.sum(0) for own in groups])
    return Divided(
        evaluated(np.concatenate(groups), None, histogram(np.concatenate(groups))), codes, len(groups), LABEL,
        lambda at, _: of([at]), lambda at, _: of([i for i in every if i != at]),
        Alike(*np.divmod(cell, 3), cases), known,
    )  # fmt: skip


def counts_of(groups: list[NDArray[np.int64]], seed: int = 1) -> PatientsInGroups:
    each = [histogram(own) for own in groups]
    order = np.random.default_rng(seed).permutation(9)
    return PatientsInGroups(
        tuple(PatientCounts(3, one.cells[order], one.vectors[:, order], one.patients) for one in each), True
    )


def sums_of(groups: list[NDArray[np.int64]]) -> PatientsInGroups:
    found = [products(own) for own in groups]
    assert {len(one.cells) for one in found} == {9}
    return PatientsInGroups(tuple(found), True)


@pytest.mark.parametrize("patients", [60, 400, 5000])
@pytest.mark.parametrize("groups", [2, 3])
def test_differences_and_their_test_are_those_of_held_rows(patients: int, groups: int) -> None:
    each = groups_of(patients, groups)
    one, other = held(each), told(each, counts_of(each))
    assert [*map(np.ndarray.tolist, one.counts)] == [*map(np.ndarray.tolist, other.counts)]
    for key in PROPORTIONS:
        for group in range(groups):
            assert difference_to_rest(one, group, key) == difference_to_rest(other, group, key)
        assert interaction(one, key) == pytest.approx(interaction(other, key), rel=1e-9, nan_ok=True)
    for group in range(groups):
        assert proportions_of(one.group(group, False), LABEL) == proportions_of(other.group(group, False), LABEL)


def test_the_rest_of_three_groups_is_drawn_from_the_patients_of_both_others() -> None:
    each = groups_of(600, 3)
    one, other = (proportions_of(of.rest(0, False), LABEL) for of in (held(each), told(each, counts_of(each))))
    for key, found in one.items():
        assert (found.value, found.trials, found.method) == (other[key].value, other[key].trials, other[key].method)
        assert found.low == pytest.approx(other[key].low, abs=0.003)


@pytest.mark.parametrize("groups", [2, 3])
def test_sums_over_patients_give_nearly_the_same(groups: int) -> None:
    each = groups_of(900, groups)
    one, other = held(each), told(each, sums_of(each))
    for key in ("sensitivity", "fpr", "ppv"):
        drawn, summed = (difference_to_rest(of, 0, key) for of in (one, other))
        assert drawn.value == pytest.approx(summed.value)
        assert summed.method == MOVER_OF_GROUPS
        assert summed.high - summed.low == pytest.approx(drawn.high - drawn.low, rel=0.08)
        assert interaction(one, key) == pytest.approx(interaction(other, key), abs=0.01)


def test_rows_are_those_of_the_class_that_is_asked_for_whatever_was_asked_before() -> None:
    each = groups_of(60, 2)
    again, fresh = counts_of(each), counts_of(each).rows(1)
    first, second = again.rows(0), again.rows(1)
    assert first is not None
    assert second is not None
    assert fresh is not None
    assert second[0].truth.tolist() == fresh[0].truth.tolist() != first[0].truth.tolist()


def test_too_few_patients_have_no_test() -> None:
    each = groups_of(14, 2)
    assert math.isnan(interaction(told(each, sums_of([own + 1 for own in each])), "sensitivity"))


@pytest.mark.thorough
def test_under_no_difference_p_of_sums_is_below_5_percent_in_5_percent_of_studies() -> None:
    """1,000 studies of 80 patients with up to six rows each; binomial error 0.7 points."""
    rng, below = np.random.default_rng(3), 0
    for _ in range(1000):
        cases = rng.integers(1, 7, (2, 40))
        hits = rng.binomial(cases, rng.beta(4, 1, (2, 40)))
        each = [np.column_stack([of - own, own]) for own, of in zip(hits, cases, strict=True)]
        sums = tuple(PatientProducts(2, np.array([2, 3]), one.sum(0), one.T @ one, 40, 40) for one in each)
        below += p_of_sums(PatientsInGroups(sums, True), np.ones(2, bool), 1, "sensitivity") < 0.05
    assert below / 1000 == pytest.approx(0.05, abs=0.02)


def test_nobody_is_told_of_groups_together_where_nothing_tells_who_is_in_several() -> None:
    each = groups_of(40, 3)
    known = PatientsInGroups(counts_of(each).each, are_apart=False)
    assert known.together([1]) is known.each[1]
    assert (known.together([0, 1]), known.together([]), known.rows(0)) == (None, None, None)


def test_sums_of_groups_together_are_those_of_all_their_patients() -> None:
    each = groups_of(200, 2)
    found, whole = sums_of(each).together([0, 1]), products(np.concatenate(each))
    assert isinstance(found, PatientProducts)
    assert (found.count, found.repeated) == (whole.count, whole.repeated)
    assert (found.sums == whole.sums).all()
    assert (found.products == whole.products).all()


def in_several(patients: int, groups: int, apart: float = 0.0) -> NDArray[np.int64]:
    """(patients, g, 9) rows of patients who resemble themselves in all groups; a part of them is in one only."""
    generator = np.random.default_rng(5)
    who, truth, _ = rows(patients, 4)
    is_wrong = generator.random(len(who)) < generator.beta(0.2, 0.6, patients)[who]
    said = np.where(is_wrong, generator.integers(0, 3, len(who)), truth)
    group = generator.integers(0, groups, len(who))
    group = np.where(generator.random(patients)[who] < apart, who % groups, group)
    group[:groups] = range(groups)
    said = np.where((group == 0) & (generator.random(len(who)) < 0.1), 0, said)
    found = np.zeros((patients, groups, 9), np.int64)
    np.add.at(found, (who, group, 3 * truth + said), 1)
    flat = found.reshape(patients, -1)
    return found[np.lexsort(flat.T[::-1])]


def held_jointly(each: NDArray[np.int64]) -> Divided:
    """The same patients with their rows."""
    size = each.shape[1]
    unit, code = np.divmod(np.repeat(np.arange(each.size), each.ravel()), 9 * size)
    codes, (truth, predicted) = code // 9, np.divmod(code % 9, 3)

    def of(chosen: NDArray[np.bool_]) -> Evaluation:
        kept = np.unique(unit[chosen], return_inverse=True)[1]
        units = ResamplingUnits(truth[chosen], predicted[chosen], 3, kept.max() + 1, patients=kept)
        return evaluated(each[:, np.unique(codes[chosen])].sum(1), units, None)

    every = np.ones(len(codes), bool)
    return Divided(of(every), codes, size, LABEL, lambda at, _: of(codes == at), lambda at, _: of(codes != at))


def told_jointly(each: NDArray[np.int64], known: PatientsInGroups) -> Divided:
    def of(chosen: list[int]) -> Evaluation:
        return evaluated(each[:, chosen].sum(1), None, known.together(chosen))

    every = [*range(each.shape[1])]
    codes, cell = np.divmod(np.arange(9 * len(every)), 9)
    return Divided(
        evaluated(each.sum(1), None, histogram(each.sum(1))), codes, len(every), LABEL,
        lambda at, _: of([at]), lambda at, _: of([i for i in every if i != at]),
        Alike(*np.divmod(cell, 3), each.sum(0).ravel()), known,
    )  # fmt: skip


def counts_jointly(each: NDArray[np.int64]) -> PatientsInGroups:
    vectors, patients = np.unique(each.reshape(len(each), -1), axis=0, return_counts=True)
    order = np.random.default_rng(2).permutation(vectors.shape[1])
    jointly = PatientCounts(3, order, vectors[:, order], patients)
    return PatientsInGroups(tuple(jointly.within([group]) for group in range(each.shape[1])), False, jointly)


def sums_jointly(each: NDArray[np.int64]) -> PatientsInGroups:
    flat = each.reshape(len(each), -1)
    cells = np.arange(flat.shape[1])
    jointly = PatientProducts(3, cells, flat.sum(0), flat.T @ flat, len(each), int((flat.sum(1) > 1).sum()))
    return PatientsInGroups(counts_jointly(each).each, False, jointly)


@pytest.mark.thorough
@pytest.mark.parametrize("patients", [60, 400, 5000])
@pytest.mark.parametrize("groups", [2, 3])
def test_patients_in_several_groups_are_drawn_for_both_sides_as_held_rows(patients: int, groups: int) -> None:
    each = in_several(patients, groups)
    one, other = held_jointly(each), told_jointly(each, counts_jointly(each))
    for key in PROPORTIONS:
        for group in range(groups):
            assert difference_to_rest(one, group, key) == difference_to_rest(other, group, key)
        assert interaction(one, key) == pytest.approx(interaction(other, key), rel=1e-9, nan_ok=True)
    for group in range(groups):
        for first, second in ((one.group, other.group), (one.rest, other.rest)):
            found = [proportions_of(of(group, False), LABEL)["sensitivity"] for of in (first, second)]
            assert (found[0].value, found[0].trials) == (found[1].value, found[1].trials)
            assert found[0].low == pytest.approx(found[1].low, abs=0.015)


@pytest.mark.thorough
@pytest.mark.parametrize(("groups", "apart"), [(2, 0.0), (3, 0.0), (3, 0.6)])
def test_sums_over_patients_in_several_groups_give_nearly_the_same(groups: int, apart: float) -> None:
    each = in_several(900, groups, apart)
    one, other = held_jointly(each), told_jointly(each, sums_jointly(each))
    independent = told_jointly(each, sums_of([*each.transpose(1, 0, 2)]))
    narrower = []
    for key in ("sensitivity", "fpr", "ppv"):
        for group in range(groups):
            drawn, summed, wide = (difference_to_rest(of, group, key) for of in (one, other, independent))
            assert drawn.value == pytest.approx(summed.value)
            assert summed.method == MOVER_OF_GROUPS
            assert summed.high - summed.low == pytest.approx(drawn.high - drawn.low, rel=0.08)
            narrower.append((summed.high - summed.low) / (wide.high - wide.low))
        assert interaction(one, key) == pytest.approx(interaction(other, key), abs=0.01)
    assert np.mean(narrower) < 1 - 0.05 * (1 - apart)


@pytest.mark.parametrize("made", [counts_jointly, sums_jointly])
def test_sums_over_patients_are_those_of_each_patient(made: Any) -> None:
    each = in_several(80, 3)
    known, forms = made(each), np.random.default_rng(0).normal(size=(2, 3, 9))
    added = np.einsum("pgc,qgc->pq", each, forms)
    np.testing.assert_allclose(known.cross_products(forms), added.T @ added)
    np.testing.assert_array_equal(known.cells, each.sum(0))
    several = each[:, 1:, 4].sum(1)
    least = several.sum() ** 2 // (several**2).sum()
    told = known.jointly.told(np.isin(known.jointly.cells, [9 + 4, 18 + 4]).astype(float))
    assert told == (least if made is sums_jointly else np.count_nonzero(several))


def test_sums_of_groups_that_have_no_patient_in_common_add() -> None:
    each = groups_of(200, 2)
    forms = np.random.default_rng(0).normal(size=(2, 2, 9))
    expected = sum((own @ form.T).T @ (own @ form.T) for own, form in zip(each, forms.transpose(1, 0, 2), strict=True))
    for known in (counts_of(each), sums_of(each)):
        np.testing.assert_allclose(known.cross_products(forms), expected)


def test_several_groups_have_at_least_as_many_patients_as_their_sums_tell() -> None:
    each = in_several(300, 3)
    found = [made(each).together([0, 2]) for made in (counts_jointly, sums_jointly)]
    both = each[:, [0, 2]].sum(1)
    both = both[both.any(1)]
    assert (found[0].count, found[0].repeated) == (len(both), (both.sum(1) > 1).sum())
    assert 0.5 * len(both) < found[1].count <= len(both)
    assert found[1].repeated
    np.testing.assert_array_equal(found[1].products, both.T @ both)


def test_what_moves_a_rate_at_another_case_mix_is_added_up_for_each_patient() -> None:
    """All other classes are one for the engine, here the first, which no row of the groups need have."""
    each = in_several(80, 3)[:, :, [4, 5, 7, 8]]
    rows = Alike(np.tile([1, 1, 2, 2], 3), np.tile([1, 2, 1, 2], 3), each.sum(0).ravel())
    flat = each.reshape(80, 12)
    cells = np.add.outer(9 * np.arange(3), [4, 3, 1, 0]).ravel()
    counts = PatientCounts(3, cells, flat, np.ones(80, int))
    sums = PatientProducts(3, cells, flat.sum(0), flat.T @ flat, 80, 80)
    chosen = np.array([0, 1, 6, 9])
    moves = np.random.default_rng(0).normal(size=4)
    of_patients = flat[:, chosen] @ moves
    for jointly in (counts, sums):
        combined = Combined(jointly, np.repeat(np.arange(3), 4), LABEL)
        squares, patients = combined.spread(combined.places(rows)[chosen], moves)
        assert squares == pytest.approx(of_patients @ of_patients)
        if jointly is counts:
            assert patients == np.count_nonzero(flat[:, chosen].sum(1))


def test_the_order_of_an_answer_changes_no_digit_of_sums() -> None:
    each, forms = in_several(400, 2), np.random.default_rng(0).normal(size=(1, 2, 9))
    vectors = each.reshape(400, -1)
    found = set()
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(400)
        counts = PatientCounts(3, np.arange(18), vectors[order], np.ones(400, int))
        found.add(float(counts.cross_products(forms.reshape(1, -1))[0, 0]))
    assert len(found) == 1
