"""The sentences about several readers: the mean first, then how far readers and modalities lie apart."""

from metrics import Estimate
from tests.support.text import as_read
from words import Voice
from words.findings.models.readers import ReaderMean, mean_in_short, readers_finding

VOICE = Voice(("Normal", "VT"), ("patient", "patients"), 0, (1, 0))
FIRST = {
    "sensitivity": ReaderMean(Estimate(0.82, 0.70, 0.945), (0.69, 0.93, 0.84), 45),
    "auc": ReaderMean(Estimate(0.897, 0.8252, 0.9689), (0.83, 0.97, 0.89), None),
}
CLEAR, UNCLEAR = Estimate(0.10, 0.02, 0.18), Estimate(0.0438, -0.0004, 0.088)
SECOND = {
    "sensitivity": ReaderMean(Estimate(0.92, 0.83, 1.0), (0.82, 1.0, 0.94), 45, CLEAR),
    "auc": ReaderMean(Estimate(0.941, 0.894, 0.987), (0.91, 1.0, 0.92), None, UNCLEAR),
}


def said(named: list[tuple[str, dict[str, ReaderMean]]], label: int = 1) -> tuple[str, str]:
    found = readers_finding(5, named, label, 114, VOICE, 0.95)
    return as_read(found.headline), as_read(found.detail)


def test_one_modality_names_its_mean_and_its_readers() -> None:
    headline, detail = said([("All readers", FIRST)])
    assert headline == "5 readers detect on average 82 % of 45 patients with VT (95 % CI 70–94)."
    assert detail == "Single readers 69–93 %. AUC 0.897 (CI 0.825–0.969). Same 114 patients for all 5 readers."


def test_normal_is_classified_not_detected() -> None:
    headline = said([("All readers", FIRST)], 0)[0]
    assert headline == "5 readers classify on average 82 % of 45 Normal patients correctly (95 % CI 70–94)."


def test_two_modalities_are_judged_by_the_interval() -> None:
    headline, detail = said([("CINE", FIRST), ("SE", SECOND)])
    assert headline == "5 readers with SE detect on average 92 % of 45 patients with VT, with CINE 82 %."
    assert detail == "SE − CINE: +10 points (95 % CI +2 to +18). Same 114 patients for all 5 readers."
    same = {"sensitivity": ReaderMean(Estimate(0.83), (0.8, 0.9, 0.8), 45, Estimate(0.01, -0.05, 0.07))}
    assert said([("CINE", FIRST), ("SE", same)])[0].endswith(", with CINE 82 %, no clear difference.")


def test_a_modality_that_says_how_is_not_said_to_be_read_with() -> None:
    """ "91 % with with AI, 78 % with unaided"."""
    headline = said([("unaided", FIRST), ("with AI", SECOND)])[0]
    assert headline == "5 readers with AI detect on average 92 % of 45 patients with VT, unaided 82 %."


def test_scores_alone_are_told_by_their_areas() -> None:
    headline, detail = said([("CINE", {"auc": FIRST["auc"]})])
    assert headline == "Mean AUC of 5 readers for VT: 0.897 (95 % CI 0.825–0.969)."
    assert detail == "Single readers 0.83–0.97. Same 114 patients for all 5 readers."
    headline, detail = said([("CINE", {"auc": FIRST["auc"]}), ("SE", {"auc": SECOND["auc"]})])
    assert headline == "Mean AUC of 5 readers for VT: SE 0.941, CINE 0.897, no clear difference."
    assert detail.startswith("SE − CINE: +0.04 (95 % CI −0.0004 to +0.09).")


def test_what_another_page_says_in_short() -> None:
    assert as_read(mean_in_short(5, "", FIRST)) == "Mean of 5 readers: sensitivity 82 %"
    assert as_read(mean_in_short(5, "SE", {"auc": SECOND["auc"]})) == "Mean of 5 readers with SE: AUC 0.941"
