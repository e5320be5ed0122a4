"""The worst error is a dangerous disease classified as Normal; over-triage does less harm than under-triage."""

import numpy as np

from predictions.cases.harm import harm

VT, ECTOPIC, NORMAL, ARTIFACT = 2, 0, 1, 3


def test_errors_stand_by_their_harm_to_the_patient() -> None:
    rank = harm((VT, ECTOPIC, ARTIFACT, NORMAL), NORMAL, {ARTIFACT})
    pairs = [(VT, NORMAL), (ECTOPIC, NORMAL), (VT, ECTOPIC), (ECTOPIC, VT), (NORMAL, VT), (ARTIFACT, NORMAL), (VT, VT)]
    ranks = [int(rank[pair]) for pair in pairs]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) == len(ranks)


def test_without_a_normal_class_errors_are_alike_and_correct_cases_last() -> None:
    rank = harm((1, 0, 2), None)
    errors = rank[~np.eye(3, dtype=bool)]
    assert len(set(errors.tolist())) == 1
    assert rank.diagonal().min() > errors.max()
