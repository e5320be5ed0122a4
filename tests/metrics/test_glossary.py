"""The catalog of everything that is shown: complete, and each formula is the function beside it."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import groupby, pairwise, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import METRICS, ConfusionMatrix, Counts, ThresholdTable
from metrics.catalog import AVERAGED
from metrics.definition import ALL_DOCUMENTS, LEVELS, Definition
from metrics.glossary import GLOSSARY, defined_at
from metrics.recordings.phase_timing import phase_timing
from tests.metrics.glossary.latex import evaluate

AVERAGES = ["sensitivity", "specificity", "ppv", "npv", "f1", "jaccard", "accuracy"]
EXPORTED = {
    "overall": "accuracy balanced_accuracy mean_class_accuracy mcc kappa risk_score missed_as_normal auc_hand_till "
    "brier "
    "overlap_score edit_score segmental_f1_10 segmental_f1_25 segmental_f1_50",
    "macro": f"{' '.join(AVERAGES)} auc average_precision",
    "micro": " ".join(AVERAGES),
    "weighted": f"{' '.join(AVERAGES)} auc average_precision",
    "classes": "support predicted tp fp fn tn sensitivity specificity ppv npv fpr fnr accuracy f1 jaccard prevalence "
    "lr_positive lr_negative auc average_precision risk_score missed_as_normal",
    "fold_summary": "mean sd",
}
FIT = "the numbers solve the equation that is shown; published fits hold them in the tests of calibration"
RESAMPLED = "a mean over resamples that are drawn; laws and a known truth hold it in the tests of optimism"
TESTS = "published values hold it in the tests of comparison and of pairing"
NOT_EVALUATED = {
    "mcnemar_p": TESTS,
    "adjusted_p": TESTS,
    "calibration_slope": FIT,
    "calibration_intercept": FIT,
    "calibration_in_the_large": FIT,
}
NOT_EVALUATED |= dict.fromkeys(("sigma_z", "longest_run"), "published charts hold it in the tests of control limits")
NOT_EVALUATED |= {"optimism": RESAMPLED, "ici": "a fitted curve; rms and a law hold it in the tests of calibration"}
NOT_EVALUATED |= {"log_loss": "a logarithm is no fraction; NumPy holds it in the tests of calibration"}
KEYS = [key for key in GLOSSARY if key not in NOT_EVALUATED]

ALWAYS_DEFINED = ("tp", "fp", "fn", "tn", "support", "predicted", "missed_phases", "order_violations")
few = st.integers(0, 4) | st.integers(0, 10**5)
Env = dict[str, Any]


# ------------------------------------------------------------------ complete


@pytest.mark.parametrize("path", [f"{block}.{name}" for block, names in EXPORTED.items() for name in names.split()])
def test_every_exported_name_is_defined(path: str) -> None:
    found = defined_at(path)
    assert found is not None
    assert found.path == path


def test_no_key_name_or_place_stands_for_two_numbers() -> None:
    every = list(GLOSSARY.values())
    assert len({each.name.casefold() for each in every}) == len(every)
    places = [each.path for each in every if each.path]
    assert len(set(places)) == len(places)
    assert set(METRICS) < set(GLOSSARY)
    assert all(GLOSSARY[key] is metric for key, metric in METRICS.items())
    assert list(AVERAGED) == AVERAGES


@pytest.mark.parametrize("key", GLOSSARY)
def test_an_entry_says_everything_about_its_number(key: str) -> None:
    each = GLOSSARY[key]
    assert each.key == key
    assert each.meaning.endswith(".")
    assert each.latex.count("{") == each.latex.count("}") > 0 or each.latex.isascii()
    assert each.level in LEVELS
    assert each.lowest < each.highest
    assert set(each.documents) <= set(ALL_DOCUMENTS)
    assert not set(map(str.casefold, each.aliases)) & {each.name.casefold()}
    assert each.undefined or key in ALWAYS_DEFINED
    assert all(reading.by and reading.says.endswith(".") for reading in each.readings)


def test_every_document_defines_something_and_is_contradicted_where_two_disagree() -> None:
    assert {document for each in GLOSSARY.values() for document in each.documents} == set(ALL_DOCUMENTS)
    for key in ("overall_accuracy", "macro_f1", "overlap_score", "mcc", "risk_score", "auc", "fpr", "accuracy"):
        assert GLOSSARY[key].readings, key


# ------------------------------------------------------------------ each formula is its function


def or_nan(latex: str, env: Env) -> float:
    try:
        return float(evaluate(latex, env))
    except ZeroDivisionError:
        return math.nan


def agrees(definition: Definition, env: Env, *given_: Any, **tolerance: float) -> None:
    found = float(definition.rule(*given_))
    assert found == pytest.approx(
        or_nan(definition.latex, env), nan_ok=True, **({"rel": 1e-9, "abs": 1e-12} | tolerance)
    )


def of_level(*levels: str) -> list[Definition]:
    return [GLOSSARY[key] for key in KEYS if GLOSSARY[key].level in levels]


def exactly(values: Any) -> list[Fraction]:
    return [Fraction(int(value)) for value in values]


@given(st.tuples(few, few, few, few))
def test_of_one_class(cells: tuple[int, ...]) -> None:
    env = dict(zip(("TP", "FP", "FN", "TN"), exactly(cells), strict=True))
    for definition in of_level("class"):
        if not definition.needs_normal:
            agrees(definition, env, Counts(*cells))


matrices = st.integers(1, 4).flatmap(
    lambda size: st.lists(st.lists(few, min_size=size, max_size=size), min_size=size, max_size=size)
)


def of_cells(rows: list[list[int]]) -> Env:
    cells = np.array(rows, object)
    size, total = len(rows), cells.sum()
    tp, n, m = cells.diagonal(), cells.sum(1), cells.sum(0)
    columns = {"TP": tp, "FN": n - tp, "FP": m - tp, "TN": total - n - m + tp, "n": n, "m": m}
    return {name: exactly(column).__getitem__ for name, column in columns.items()} | {
        "C": lambda i, j: Fraction(cells[i, j]), "N": Fraction(total), "K": Fraction(size), "over": {"i": range(size)},
        "D": [i for i in range(size) if n[i]],
    }  # fmt: skip


@given(matrices)
def test_of_a_matrix_and_its_averages(rows: list[list[int]]) -> None:
    cells, env = np.array(rows), of_cells(rows)
    for definition in of_level("matrix", "average"):
        block, _, key = definition.path.partition(".")
        if definition.needs_normal or key in ("auc", "average_precision"):
            continue
        if key in METRICS and block in ("macro", "weighted"):
            defined_ones = ~np.isnan(
                METRICS[key](ConfusionMatrix(tuple(map(str, range(len(rows)))), cells).one_vs_rest())
            )
            env = env | {"D": np.flatnonzero(defined_ones).tolist()}
        else:
            env = env | {"D": [i for i in range(len(rows)) if sum(rows[i])]}
        agrees(definition, env, cells, abs=1e-6 if definition.key in ("mcc", "kappa") else 1e-12)


@given(matrices, st.integers(0, 3))
def test_of_the_normal_class(rows: list[list[int]], normal: int) -> None:
    normal %= len(rows)
    env = of_cells(rows) | {"z": normal}
    for definition in GLOSSARY.values():
        if definition.needs_normal:
            found = np.asarray(definition.rule(np.array(rows), normal))
            for i in range(len(rows)) if found.ndim else [None]:
                if i != normal:
                    expected = or_nan(definition.latex, env | {"i": i})
                    assert float(found[i] if found.ndim else found) == pytest.approx(expected, nan_ok=True)


@given(st.lists(st.tuples(st.none() | st.integers(0, 8), st.integers(0, 5)), min_size=1, max_size=5))
def test_averages_of_scores(classes: list[tuple[int | None, int]]) -> None:
    values = [math.nan if value is None else value / 8 for value, _ in classes]
    env: Env = {"D": [i for i, (value, _) in enumerate(classes) if value is not None]}
    env |= {"n": [Fraction(n) for _, n in classes].__getitem__}
    env |= dict.fromkeys(("A", "P"), lambda i: Fraction(classes[i][0], 8))
    for definition in of_level("average"):
        if definition.path.endswith((".auc", ".average_precision")):
            agrees(definition, env, values, [n for _, n in classes])


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), max_size=12))
def test_of_scores(cases: list[tuple[int, bool]]) -> None:
    scores, is_class = [score / 4 for score, _ in cases], [each for _, each in cases]
    table = ThresholdTable.from_scores(np.array(scores, float), np.array(is_class, bool))
    cuts = sorted({score for score, _ in cases}, reverse=True)
    found = [[each for score, each in cases if score >= cut] for cut in cuts]
    ppv = [Fraction(sum(each), len(each)) for each in found]

    def recall(t: int) -> Fraction:
        return Fraction(sum(found[t - 1]) if t else 0, sum(is_class))

    env: Env = {
        "s+": [score for score, each in cases if each], "s-": [score for score, each in cases if not each],
        "R": recall, "P": lambda t: ppv[t - 1], "y": lambda c: Fraction(is_class[c]),
        "p": lambda c: Fraction(scores[c]), "over": {"t": range(1, len(cuts) + 1), "c": range(len(cases))},
    }  # fmt: skip
    agrees(GLOSSARY["auc"], env, table)
    agrees(GLOSSARY["oe_ratio"], env, table)
    if any(is_class):
        agrees(GLOSSARY["average_precision"], env, table)


@given(st.lists(st.tuples(st.integers(0, 2), st.tuples(*[st.integers(0, 4)] * 3)), min_size=1, max_size=9))
def test_of_the_scores_of_all_classes(cases: list[tuple[int, tuple[int, ...]]]) -> None:
    truth, scores = np.array([code for code, _ in cases]), np.array([row for _, row in cases]) / 4
    present = sorted(set(truth.tolist()))

    def ahead(i: int, j: int) -> Fraction:
        """How often a case of class i is scored higher for i than one of class j."""
        own, other = scores[truth == i, i], scores[truth == j, i]
        wins = sum(Fraction((a > b) * 2 + (a == b), 2) for a, b in product(own.tolist(), other.tolist()))
        return wins / (len(own) * len(other))

    env: Env = {
        "K": Fraction(len(present)), "N": Fraction(len(cases)), "A": ahead,
        "p": lambda a, k: Fraction(float(scores[a, k])), "y": lambda a, k: Fraction(int(truth[a] == k)),
        "over": {"i": present, "j": present, "a": range(len(cases)), "k": range(3)},
    }  # fmt: skip
    agrees(GLOSSARY["auc_hand_till"], env, truth, scores)
    agrees(GLOSSARY["brier"], env, truth, scores)


# ------------------------------------------------------------------ sequences and folds

frames = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=14)
Segment = tuple[int, frozenset[int]]


def segments_of(labels: list[int]) -> list[Segment]:
    runs = groupby(range(len(labels)), key=lambda place: labels[place])
    return [(label, frozenset(places)) for label, places in runs]


def levenshtein(first: list[int], second: list[int]) -> Fraction:
    if not first or not second:
        return Fraction(len(first) + len(second))
    replaced = levenshtein(first[1:], second[1:]) + (first[0] != second[0])
    return min(levenshtein(first[1:], second) + 1, levenshtein(first, second[1:]) + 1, replaced)


def matched(truth: list[Segment], output: list[Segment], least: Fraction) -> tuple[int, int, int]:
    """Detected, spurious and missed: each prediction takes the best true segment of its class, if still free."""
    free, found = set(range(len(truth))), 0
    for label, places in output:
        fits = [Fraction(len(places & of), len(places | of)) if label == own else Fraction(0) for own, of in truth]
        best = max(range(len(fits)), key=fits.__getitem__)
        if fits[best] >= least and best in free:
            free.remove(best)
            found += 1
    return found, len(output) - found, len(free)


@given(frames)
def test_of_a_sequence(pairs: list[tuple[int, int]]) -> None:
    truth, predicted = ([pair[side] for pair in pairs] for side in (0, 1))
    true, output = segments_of(truth), segments_of(predicted)
    label_of = {places: label for label, places in true}
    env: Env = {
        "S": Fraction(1), "c": lambda s: Fraction(sum(a == b for a, b in pairs)), "N": lambda s: Fraction(len(pairs)),
        "G": list(label_of), "P": lambda g: [places for label, places in output if label == label_of[g]],
        "g": [label for label, _ in true], "p": [label for label, _ in output], "L": levenshtein, "over": {"s": [0]},
    }  # fmt: skip
    agrees(GLOSSARY["frame_accuracy"], env, [(truth, predicted)])
    agrees(GLOSSARY["overlap_score"], env, [(truth, predicted)])
    if len(true) + len(output) < 12:
        agrees(GLOSSARY["edit_score"], env, [(truth, predicted)])
    for percent in (10, 25, 50):
        counts = matched(true, output, Fraction(percent, 100))
        counted = dict(zip(("TP", "FP", "FN"), exactly(counts), strict=True))
        agrees(GLOSSARY[f"segmental_f1_{percent}"], counted, [(truth, predicted)])


@given(st.lists(frames, min_size=1, max_size=3))
def test_of_phases_in_sequences(recordings: list[list[tuple[int, int]]]) -> None:
    pairs = [([a for a, _ in rows], [b for _, b in rows]) for rows in recordings]
    present = {(s, k) for s, rows in enumerate(recordings) for pair in rows for k in pair}

    def jaccard(s: int, k: int) -> Fraction:
        both = sum(pair == (k, k) for pair in recordings[s])
        return Fraction(both, sum(k in pair for pair in recordings[s]))

    missed = [k for truth, output in pairs for k in set(truth) if (k, k) not in zip(truth, output, strict=True)]
    steps = [back for pair in pairs for back in steps_back(*pair)]
    env: Env = {
        "J": jaccard, "K": Fraction(len({k for _, k in present})), "over": {"k": sorted({k for _, k in present})},
        "S": lambda k: sorted(s for s, other in present if other == k), "M": missed, "V": steps,
        "G": [each for truth, _ in pairs for each in segments_of(truth)],
        "P": [each for _, output in pairs for each in segments_of(output)],
    }  # fmt: skip
    for key in ("phase_jaccard", "segments_ratio", "missed_phases", "order_violations"):
        agrees(GLOSSARY[key], env, pairs)


def steps_back(truth: list[int], output: list[int]) -> list[tuple[int, int]]:
    steps = pairwise([label for label, _ in segments_of(output)])
    return [
        (one, other)
        for one, other in steps
        if {one, other} <= set(truth) and len(truth) - 1 - truth[::-1].index(other) < truth.index(one)
    ]


@given(frames)
def test_of_one_phase(pairs: list[tuple[int, int]]) -> None:
    truth, output = ([pair[side] for pair in pairs] for side in (0, 1))
    for phase in phase_timing(truth, output):
        on_truth = [p for k, p in segments_of(output) if k == phase.label and any(truth[i] == k for i in p)]
        true = [i for i, k in enumerate(truth) if k == phase.label]
        if on_truth:
            agrees(GLOSSARY["start_error"], {"s": min(map(min, on_truth)), "t": min(true)}, phase)
            agrees(GLOSSARY["stop_error"], {"s": max(map(max, on_truth)), "t": max(true)}, phase)
        lengths = {"s": Fraction(output.count(phase.label)), "t": Fraction(len(true))}
        agrees(GLOSSARY["length_error"], lengths, phase)


@given(st.lists(st.none() | st.integers(-8, 8), min_size=1, max_size=6))
def test_of_folds(values: list[int | None]) -> None:
    used = exactly(value for value in values if value is not None)
    env: Env = {"F": Fraction(len(used)), "m": used.__getitem__, "over": {"f": range(len(used))}}
    env[r"\bar{m}"] = sum(used) / len(used) if used else None
    given_ = [math.nan if value is None else value for value in values]
    agrees(GLOSSARY["fold_mean"], env, given_)
    if used:
        agrees(GLOSSARY["fold_sd"], env, given_)


# ------------------------------------------------------------------ two models


@given(st.tuples(few, few, few, few), st.integers(0, 20), st.integers(0, 20))
def test_of_two_models(pairs: tuple[int, int, int, int], model: int, reference: int) -> None:
    env: Env = dict(zip("bcn", exactly((pairs[1], pairs[2], sum(pairs))), strict=True))
    for key in ("sensitivity_difference", "specificity_difference"):
        agrees(GLOSSARY[key], env, *pairs)
    env = {"M": Fraction(model, 20), "R": Fraction(reference, 20)}
    for key in ("auc_difference", "relative_ppv", "relative_npv"):
        agrees(GLOSSARY[key], env, model / 20, reference / 20)


# ------------------------------------------------------------------ in practice

parts = st.integers(0, 20).map(lambda part: Fraction(part, 20))


@given(
    parts,
    parts,
    parts,
    st.tuples(few, few, few, few),
    st.integers(1, 19).map(lambda part: Fraction(part, 20)),
)
def test_where_it_is_used(
    found: Fraction, spared: Fraction, pi: Fraction, cells: tuple[int, ...], risk: Fraction
) -> None:
    env: Env = {"Se": found, "Sp": spared, r"\pi": pi}
    given_ = (float(found), float(spared), float(pi))
    agrees(GLOSSARY["ppv_elsewhere"], env, *given_)
    agrees(GLOSSARY["npv_elsewhere"], env, *given_)
    agrees(GLOSSARY["natural_frequencies"], env, *given_, abs=1)  # whole people, rounded so that they add up
    env = {"TP": Fraction(cells[0]), "FP": Fraction(cells[1]), "N": Fraction(sum(cells)), "t": risk}
    env |= {"FN": Fraction(cells[2]), "TN": Fraction(cells[3]), "P": Fraction(cells[0] + cells[2])}
    for key in ("net_benefit", "standardised_net_benefit", "actions_avoided"):
        agrees(GLOSSARY[key], env, Counts(*cells), float(risk))


@given(parts, st.integers(1, 10**6), st.integers(20, 80).map(lambda part: Fraction(part, 20)))
def test_over_time(centre: Fraction, cases: int, sigma_z: Fraction) -> None:
    env: Env = {"c": centre, "n": Fraction(cases), "s": sigma_z}
    agrees(GLOSSARY["control_limit"], env, float(centre), cases, float(sigma_z))


@given(matrices.filter(lambda rows: len(rows) > 1), st.integers(1, 19).map(lambda part: Fraction(part, 20)))
def test_of_the_normal_class_elsewhere(rows: list[list[int]], pi: Fraction) -> None:
    support, label = [Fraction(sum(row)) for row in rows], len(rows) - 1
    others = sum(support[:-1])
    if not others or not support[label]:
        return
    mix = [(1 - pi) * each / others for each in support[:-1]] + [pi]
    output = [Fraction(row[0]) / (each or 1) for row, each in zip(rows, support, strict=True)]
    env: Env = {r"\pi": mix.__getitem__, "s": output.__getitem__, "i": label, "over": {"j": range(len(rows))}}
    agrees(GLOSSARY["risk_score_elsewhere"], env, rows, 0, label, float(pi))


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=1, max_size=12))
def test_of_confidence(cases: list[tuple[int, bool]]) -> None:
    confidence, is_error = zip(*cases, strict=True)
    at_least = [[other for other in cases if other[0] >= own] for own in confidence]
    env: Env = {
        "N": Fraction(len(cases)),
        "D": lambda case: Fraction(len(at_least[case])),
        "E": lambda case: Fraction(sum(error for _, error in at_least[case])),
        "over": {"c": range(len(cases))},
    }
    agrees(GLOSSARY["risk_coverage"], env, confidence, is_error)


@given(st.integers(0, 50), st.integers(0, 50), parts, st.integers(0, 100))
def test_of_a_group_among_many(errors: int, others: int, pi: Fraction, more: int) -> None:
    env: Env = {"e": Fraction(errors), "n": Fraction(errors + others), r"\pi": pi, "m": Fraction(more)}
    agrees(GLOSSARY["shrunken_rate"], env, errors, errors + others, float(pi), more)


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50), st.integers(0, 50))
def test_of_a_group_and_its_rest(k: int, more: int, hits: int, others: int) -> None:
    env: Env = {"k": Fraction(k), "n": Fraction(k + more), "l": Fraction(hits), "m": Fraction(hits + others)}
    agrees(GLOSSARY["difference_to_rest"], env, k, k + more, hits, hits + others)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9), st.integers(0, 9)), min_size=1, max_size=4))
def test_of_a_group_at_the_case_mix_of_the_rest(strata: list[tuple[int, int, int]]) -> None:
    hits, misses, rest = (exactly(column) for column in zip(*strata, strict=True))
    cases = [hit + miss for hit, miss in zip(hits, misses, strict=True)]
    env: Env = {
        "k": hits.__getitem__, "n": cases.__getitem__, "m": rest.__getitem__, "over": {"s": range(len(strata))},
    }  # fmt: skip
    agrees(GLOSSARY["standardised_rate"], env, [*map(int, hits)], [*map(int, cases)], [*map(int, rest)])


def test_every_formula_is_evaluated_above_or_excused_by_name() -> None:
    """A new level or key has to join one of the tests above."""
    alone = (
        "auc average_precision oe_ratio auc_hand_till brier frame_accuracy overlap_score edit_score fold_mean fold_sd"
    )
    named = {"control_limit", *alone.split(), *(f"segmental_f1_{percent}" for percent in (10, 25, 50))}
    named |= {"phase_jaccard", "segments_ratio", "missed_phases", "order_violations"}
    named |= {"start_error", "stop_error", "length_error"}
    named |= {"ppv_elsewhere", "npv_elsewhere", "risk_score_elsewhere", "natural_frequencies", "net_benefit"}
    named |= {"standardised_net_benefit", "actions_avoided", "risk_coverage", "shrunken_rate"}
    named |= {"difference_to_rest", "standardised_rate"}
    named |= {"sensitivity_difference", "specificity_difference", "auc_difference", "relative_ppv", "relative_npv"}
    tried = {each.key for each in of_level("class", "matrix", "average")} | named
    assert tried | set(NOT_EVALUATED) == set(GLOSSARY)
    assert not tried & set(NOT_EVALUATED)
