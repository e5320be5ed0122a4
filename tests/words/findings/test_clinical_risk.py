"""Both sides of one mistake: the patients missed, and the Normal predictions that are wrong."""

from tests.words.findings.heart import said, study
from words.findings.clinical_risk import clinical_risk


def test_risk_says_the_two_sides_of_one_mistake() -> None:
    headline, detail = said(clinical_risk(*study()))
    assert headline == "Ectopic is missed in 27 of 100 patients, and 17 of those are called Normal."
    assert "of 930 patients called Normal, 22 are not" in detail
    assert "17 of them have Ectopic" in detail
    assert detail.endswith("from the other side: 17 of 100 patients with Ectopic.")


def test_the_level_is_said_with_the_interval() -> None:
    evaluation, voice = study()
    assert "99 % CI" in said(clinical_risk(evaluation.at_level(0.99), voice))[1]


def test_what_cannot_be_estimated_is_said() -> None:
    assert "cannot be estimated" in said(clinical_risk(*study([[0, 10, 0], [0, 10, 0], [0, 5, 5]])))[1]
    assert "nothing could be missed" in said(clinical_risk(*study([[10, 0], [0, 0]], ("Normal", "VT"))))[0]
