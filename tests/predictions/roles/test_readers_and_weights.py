"""Several predictions of one reader for one case: what tells them apart is asked, or said."""

import pandas as pd
import pytest

from predictions.mapping import Mapping
from predictions.question import Asked
from tests.predictions.roles.asking import SICK, N, asked, opened, other


def read(reader: str, condition: object, wrong: int) -> pd.DataFrame:
    told = {"case_id": range(N), "y_true": SICK, "y_pred": other(SICK, wrong), "reader": reader, "condition": condition}
    return pd.DataFrame(told)


def study_of(first: object, second: object) -> pd.DataFrame:
    """Two readers, each under both conditions, in no order."""
    parts = [read("A", first, 3), read("A", second, 5), read("B", first, 7), read("B", second, 9)]
    return pd.concat(parts).sample(frac=1, random_state=0)


@pytest.mark.parametrize("conditions", [("with AI", "without AI"), (0, 1)])
def test_a_reader_under_two_conditions_is_a_model_under_each(conditions: tuple[object, object]) -> None:
    table = study_of(*conditions)
    question = asked(table)
    assert question.asked is Asked.READERS
    assert [each.columns for each in question.answers] == [("reader", "condition"), ("reader",), ("reader",)]
    study = opened(table, question.answers[0].mapping)
    assert [study.evaluate(model).n for model in range(len(study.model_names))] == [N] * 4


def test_what_is_counted_together_is_said() -> None:
    table = study_of("with AI", "without AI")
    for each in (table, table.iloc[5:], table[table.reader == "A"].drop(columns="reader")):
        study = opened(each, Mapping(reader="reader" if "reader" in each else None))
        (notice,) = [each for each in study.notices if each.code == "cases_of_several_models"]
        assert notice.fields == {"column": "condition", "values": 2}


def test_two_eyes_of_a_patient_with_classes_of_their_own_are_no_readings() -> None:
    table = pd.DataFrame({"patient_id": [*range(N // 2)] * 2, "y_true": SICK, "y_pred": other(SICK)})
    study = opened(table.assign(eye=["left"] * (N // 2) + ["right"] * (N // 2)))
    assert "cases_of_several_models" not in {each.code for each in study.notices}


def test_conditions_are_asked_about_once_the_true_class_was() -> None:
    table = study_of("with AI", "without AI").rename(columns={"y_true": "gold"})
    table = table.assign(gold=table.gold == "ill", y_pred=table.y_pred == "ill")
    question = asked(table, asked(table).answers[0].mapping)
    assert question.answers[0].columns == ("reader", "condition")
