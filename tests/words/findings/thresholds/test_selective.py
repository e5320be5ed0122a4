"""What is said where the model decides only the cases it is most confident in."""

from dataclasses import replace

from metrics import Estimate, wilson
from words import Voice
from words.findings.thresholds import selective as said

VOICE = Voice(("Normal", "VT", "malignant"), ("patient", "patients"), normal=0, interest=1)
CHOICE = said.Choice(0.8, 230, 9, (wilson(880, 920), wilson(1038, 1150)), (wilson(4, 41), wilson(10, 50)), 0.95)
NONE = Estimate(float("nan"), successes=0, trials=0)


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u2060", "")


def decided(choice: said.Choice = CHOICE, label: int = 1) -> str:
    return plain(said.decided(choice, label, VOICE))


def test_misses_among_the_decided_and_who_goes_to_a_clinician() -> None:
    assert decided() == (
        "If the model decides only the 80 % of patients it is most confident in, it misses 4 of 41 patients with VT "
        "(10 %; 95 % CI 4–23) instead of 10 of 50 (20 %); 230 patients go to a clinician, 9 patients with VT among "
        "them."
    )
    assert "4 of 41 malignant cases" in decided(label=2)
    assert decided(replace(CHOICE, left=1, own_left=0)).endswith("; 1 patient goes to a clinician.")
    assert decided(replace(CHOICE, coverage=0.7987)).startswith("If the model decides only the 79.9 % of patients")


def test_below_ten_cases_the_counts_say_it_all() -> None:
    few = replace(CHOICE, miss_rate=(wilson(1, 7), wilson(2, 9)))
    assert "it misses 1 of 7 patients with VT instead of 2 of 9; 230" in decided(few)


def test_a_class_without_cases_or_without_decided_ones() -> None:
    assert decided(replace(CHOICE, miss_rate=(NONE, wilson(10, 50)))).startswith(
        "If the model decides only the 80 % of patients it is most confident in, it decides no patient with VT instead "
        "of missing 10 of 50 (20 %); "
    )
    assert decided(replace(CHOICE, miss_rate=(NONE, NONE))).endswith(
        "most confident in, 230 patients go to a clinician."
    )


def test_accuracy_and_cases_without_a_score() -> None:
    text = plain(said.accuracy_said(CHOICE, 12, VOICE))
    assert text == (
        "Accuracy 95.7 % (CI 94.1–96.8) instead of 90.3 %. 12 patients without a score of every class excluded."
    )
    assert "excluded" not in said.accuracy_said(CHOICE, 0, VOICE)


def test_where_ties_are_more_than_the_coverage() -> None:
    assert plain(said.none_decided(0.3, VOICE)) == (
        "More than 30 % of patients have the highest confidence: none can be decided alone."
    )


def test_the_picture_and_the_link() -> None:
    assert said.names(1, VOICE) == ("Miss rate for VT", "Error rate, all classes")
    assert plain(said.point_said("Miss rate for VT", 0.8, 4, 41)) == "Miss rate for VT 10 % (4 of 41) at 80 % decided"
    assert plain(said.how(0.0441, 0.0974, False)).endswith("(AURC) 0.044; without any order 0.097.")
    assert "weighted" in said.how(0.1, 0.2, True)
    assert plain(said.confident_errors(1)) == "Read the confident error (confidence at least 0.9)"


def test_a_small_area_is_not_none() -> None:
    assert plain(said.how(0.0287, 0.0974, False)).endswith("(AURC) 0.029; without any order 0.097.")
    assert plain(said.how(0.000043, 0.0021, False)).endswith("(AURC) 0.000043; without any order 0.002100.")
    assert plain(said.how(0.0, 0.0, False)).endswith("(AURC) 0.000; without any order 0.000.")
