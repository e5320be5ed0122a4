"""Recordings whose names begin anew for each patient."""

import pytest

from tests.predictions.helpers import opened, warnings

T, P = ["W", "N1", "N2"] * 8, ["W", "N2", "N2"] * 8
NIGHTS = {"night": [*"111222"] * 4, "epoch": [1, 2, 3] * 8, "y_true": T, "y_pred": P}


@pytest.mark.parametrize("order", ["epoch", ""])
def test_nights_of_each_patient_are_recordings_of_their_own(order: str) -> None:
    """Night 1 of all patients was one recording, with every epoch four times."""
    columns = {name: values for name, values in NIGHTS.items() if name != "epoch" or order}
    patients = [patient for patient in ("S1", "S2", "S3", "") for _ in range(6)]
    study = opened({"subject_id": patients} | columns)
    model = study.models[0]
    assert model.sequences == ("1", "2", *(f"S{patient}: {night}" for patient in (1, 2, 3) for night in (1, 2)))
    assert [model.sequences[code] for code in model.sequence[::6]] == ["S1: 1", "S2: 1", "S3: 1", "1"]
    assert "“night” has the same names under several patients of “subject_id”: they are 8 recordings" in warnings(study)
    assert "duplicate epoch" not in warnings(study)


def test_recordings_that_are_of_one_patient_each_keep_their_names() -> None:
    names = [f"n{number}" for number in range(8) for _ in range(3)]
    columns = {"patient_id": [*"aaabbb"] * 4, "y_true": T, "y_pred": P}
    study = opened({"patient_id": [name > "n3" for name in names]} | NIGHTS | {"night": names})
    assert study.models[0].sequences == tuple(f"n{number}" for number in range(8))
    assert "several patients" not in warnings(study)
    assert opened(columns | {"sequence": ["T1", "T2"] * 12}).models[0].sequences == ("T1", "T2"), "of a scanner"


def test_an_id_of_every_row_names_no_patient_whose_recordings_they_are() -> None:
    study = opened({"subject": [str(number) for number in range(24)]} | NIGHTS)
    assert study.models[0].sequences == ("1", "2")
