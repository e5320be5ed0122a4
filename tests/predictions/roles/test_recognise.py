from dataclasses import fields, replace
from typing import Any

import pytest

from predictions.columns.aliases import (
    CASE_ID,
    FOLD,
    MODEL,
    ORDER,
    PREDICTED,
    READER,
    SEQUENCE,
    SPLIT,
    TRUTH,
    key_of,
)
from predictions.columns.weight_kinds import ALIASES as WEIGHTS
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.problems import NeedsMapping, Problem
from predictions.roles.normal_class import guess_normal
from predictions.roles.recognise import SINGLE_ROLES, USES
from predictions.study import Capability
from tests.predictions.helpers import counted, csv_bytes, opened, pairs, warnings

T, P = ["a", "b", "a", "b"], ["a", "b", "b", "b"]


def role_of(columns: dict[str, list[str]], column: str) -> str:
    return next(role.meaning for role in opened(columns).columns if role.column == column)


@pytest.mark.parametrize("name", TRUTH)
def test_the_true_class_is_known_by_its_aliases(name: str) -> None:
    assert counted(opened({name.upper(): T, "y_pred": P})) == pairs(T, P)


@pytest.mark.parametrize("name", PREDICTED)
def test_the_prediction_is_known_by_its_aliases(name: str) -> None:
    study = opened({"y_true": T, name.title(): P})
    assert (study.models[0].model, counted(study)) == (None, pairs(T, P))


@pytest.mark.parametrize(
    ("role", "name"),
    [(role, name) for role, (names, _) in SINGLE_ROLES.items() for name in names],
)
def test_every_other_role_is_known_by_its_aliases(role: str, name: str) -> None:
    values = ["1", "2", "3", "4"]
    assert getattr(opened({"y_true": T, "y_pred": P, name: values}).mapping, role) == name
    assert role_of({"y_true": T, "y_pred": P, name: values}, name) == SINGLE_ROLES[role][1]


@pytest.mark.parametrize("name", WEIGHTS)
def test_weights_are_not_used_and_this_is_said(name: str) -> None:
    study = opened({"y_true": T, "y_pred": P, name: ["1", "2", "3", "4"]})
    assert counted(study) == pairs(T, P)
    assert f"“{name}” looks like weights of cases" in warnings(study)


@pytest.mark.parametrize("name", ["count", "n cases"])
def test_a_tally_is_a_weight_only_where_rows_are_no_cases_with_ids(name: str) -> None:
    columns = {"y_true": T * 2, "y_pred": P * 2, name: ["1", "2", "3", "4"] * 2}
    assert f"“{name}” looks like weights of cases" in warnings(opened(columns))
    assert "weights" not in warnings(opened(columns | {"case_id": [*"abcdefgh"]}))


def test_no_alias_means_two_things() -> None:
    every = [*TRUTH, *PREDICTED, *CASE_ID, *MODEL, *SPLIT, *FOLD, *SEQUENCE, *ORDER, *READER, *WEIGHTS]
    assert len(set(every)) == len(every)
    assert [key_of(name) for name in every] == every


def test_column_names_may_be_written_with_blanks_and_capitals() -> None:
    assert counted(opened({" Ground Truth ": T, "Predicted-Label": P})) == pairs(T, P)


def test_without_a_true_class_a_person_is_asked() -> None:
    with pytest.raises(NeedsMapping, match="y_true") as asked:
        opened({"pathology": T, "scan": P})
    assert asked.value.columns["scan"] == ("a", "b")
    likeliest = asked.value.question.answers[0]
    assert likeliest.columns == ("pathology",)
    assert counted(opened({"pathology": T, "scan": P}, likeliest.mapping)) == pairs(T, P)


def test_the_sex_is_the_last_answer_to_what_the_true_class_is() -> None:
    """It stood first in the file and was chosen: "missed 504 of 506 cases with F" of an ECG study."""
    with pytest.raises(NeedsMapping) as asked:
        opened({"sex": ["F", "M", "M", "F"], "AF": ["0", "1", "0", "1"], "score": ["0.1", "0.9", "0.2", "0.7"]})
    assert [answer.columns for answer in asked.value.question.answers] == [("AF",), ("sex",)]


def test_among_more_than_two_columns_nothing_is_guessed() -> None:
    """Family history has the values of an outcome, and is no prediction of it."""
    with pytest.raises(NeedsMapping) as asked:
        opened({"dead": T, "famhistory": P, "age": ["61", "70", "55", "48"]})
    assert (asked.value.proposed.truth, asked.value.proposed.predicted) == (None, None)


def test_a_column_with_the_same_words_is_taken_as_the_partner_and_said() -> None:
    study = opened({"y_true": T, "scan": P, "sex": ["m", "f", "f", "m"]})
    assert counted(study) == pairs(T, P)
    assert "“scan” was taken as the prediction" in warnings(study)
    study = opened({"pathology": T, "y_pred": P})
    assert "“pathology” was taken as the true class" in warnings(study)


@pytest.mark.parametrize("columns", [{"scan": P, "reader": T}, {"site": list("uvwu")}, {"sex": ["0", "1", "0", "1"]}])
def test_an_unclear_partner_is_never_guessed(columns: dict[str, list[str]]) -> None:
    truth = ["0", "1", "1", "1"] if "sex" in columns else T
    with pytest.raises(NeedsMapping, match=r"y_pred.*score"):
        opened({"y_true": truth, **columns})


def test_several_prediction_columns_are_several_models_that_share_their_arrays() -> None:
    study = opened({"y_true": T, "pred_A": P, "pred_B b": T, "pred_time": ["1", "2", "3", "4"]})
    first, second = study.models
    assert (first.model, second.model) == ("A", "B b")
    assert first.truth is second.truth
    assert first.details is second.details
    assert first.details.column_names == ["pred_time"]


NAMED = [f"S{row:03}" for row in range(len(T) * 10)]


@pytest.mark.parametrize("name", ["label", "target"])
def test_what_names_each_row_is_no_true_class_where_another_column_may_be(name: str) -> None:
    study = opened({name: NAMED, "diagnosis": T * 10, "pred": P * 10})
    assert study.mapping.truth == "diagnosis"
    with pytest.raises(NeedsMapping) as needed:
        opened({name: NAMED, "died": ["0", "1"] * 20, "pred": ["1", "0"] * 20})
    assert [answer.columns for answer in needed.value.question.answers] == [("died",), ("pred",)]
    with pytest.raises(Problem, match=f"“{name}” has a distinct value in every row"):
        opened({name: NAMED, "y_pred": P * 10})


def test_a_model_column_makes_several_models() -> None:
    study = opened({"y_true": T, "y_pred": P, "model": ["x", "x", "y", ""]})
    assert [(model.model, len(model)) for model in study.models] == [("x", 2), ("y", 1)]
    assert "1 row with a blank model" in warnings(study)
    assert [(part.reason, part.rows) for part in study.excluded] == [("no answer", 1)]


def test_several_files_are_several_models_named_by_file() -> None:
    files = [("one.csv", csv_bytes({"y_true": T, "y_pred": P})), ("dir/two.csv", csv_bytes({"truth": T, "pred": T}))]
    study = open_files(files)
    assert [model.model for model in study.models] == ["one", "two"]
    assert counted(study, 1) == pairs(T, T)
    assert (study.rows, study.used, len(study.files)) == (8, 8, 2)


def test_a_mapping_corrects_every_role() -> None:
    columns = {"y_true": P, "real": T, "said": P, "y_pred": T, "who": ["1", "1", "2", "3"], "part": list("xxyy")}
    study = opened(columns, Mapping(truth="real", predicted=("said",), case_id="who", split="part"))
    assert counted(study) == pairs(T, P)
    assert study.models[0].splits == ("x", "y")
    assert study.evaluate().clusters == 3


def test_an_empty_name_in_the_mapping_takes_a_role_away() -> None:
    study = opened({"y_true": T, "y_pred": P, "case_id": list("1234")}, Mapping(case_id=""))
    assert study.models[0].case_ids is None
    assert study.models[0].details.column_names == ["case_id"]


def test_a_column_that_does_not_exist_is_named() -> None:
    with pytest.raises(Problem, match="no column “nothing”"):
        opened({"y_true": T, "y_pred": P}, Mapping(truth="nothing"))


def test_the_settled_mapping_opens_the_same_study_again() -> None:
    columns = {
        "y_true": T, "pred_A": P, "pred_B": T, "score_A_a": [".1"] * 4, "score_A_b": [".9"] * 4, "id": list("1123"),
        "split": list("vvtt"),
    }  # fmt: skip
    study = opened(columns)
    assert study.mapping is not None
    assert all(
        getattr(study.mapping, part.name) is not None
        for part in fields(Mapping)
        if part.name not in ("positive", "normal", "sheet", "weight")  # of weights nobody has said anything
    )
    again = opened(columns, study.mapping)
    assert counted(again) == counted(study)
    assert [model.scores is None for model in again.models] == [model.scores is None for model in study.models]
    assert [column.meaning[:9] for column in again.columns] == [column.meaning[:9] for column in study.columns]


def test_the_key_follows_the_bytes_and_the_mapping() -> None:
    columns = {"y_true": T, "y_pred": P}
    keys = {opened(columns).key, opened(columns, Mapping(normal="a")).key, opened({"y_true": P, "y_pred": P}).key}
    assert len(keys) == 3
    assert opened(columns).key in keys


def test_every_column_has_a_meaning_a_reason_and_examples() -> None:
    roles = opened(
        {"y_true": T, "y_pred": P, "a": ["1", "0", "1", "0"], "b": ["0", "1", "0", "1"], "site": list("uvuv")}
    ).columns
    assert [role.meaning for role in roles] == [
        "the true class", "predicted class", "the score for “a”", "the score for “b”", "additional column",
    ]  # fmt: skip
    assert "add up to 1" in roles[2].because
    assert roles[4].examples == ("u", "v")


@pytest.mark.parametrize(
    ("labels", "normal"),
    [
        (["Ectopic", "Normal", "VT"], 1), (["benign", "malignant", "normal"], 2), (["benign", "malignant"], 0),
        (["0", "1"], 0),
        (["0", "1", "2"], None), (["N", "S", "V"], 0), (["none_seen", "polyp"], 0), (["Sinus Rhythm", "AF"], 0),
        (["AF", "Non-AF"], 1), (["Adenocarcinoma", "Non-small cell", "Small cell"], None),
        (["abnormal", "normal ECG"], 1), (["A", "B"], None), (["no murmur", "no signal", "murmur"], None), ([], None),
    ],
)  # fmt: skip
def test_the_normal_class_is_guessed_from_names_only(labels: list[str], normal: int | None) -> None:
    found, reason = guess_normal(labels)
    assert found == normal
    assert ("recognised by name" in reason) == (normal is not None)


@pytest.mark.parametrize("labels", [("FALSCH", "WAHR"), ("FAUX", "VRAI"), ("FALSO", "VERDADERO"), ("FALSO", "VERO")])
def test_true_and_false_of_other_languages_tell_the_positive_class(labels: tuple[str, str]) -> None:
    """As Excel writes them; which class a high score means was asked."""
    study = opened({"y_true": [*labels] * 4, "score": ["0.2", "0.9", "0.6", "0.8"] * 2})
    assert (study.labels[study.normal], study.labels[study.positive]) == labels


def test_the_normal_class_can_be_chosen_or_refused() -> None:
    columns = {"y_true": ["normal", "x"], "y_pred": ["normal", "x"]}
    assert (opened(columns).normal, opened(columns, Mapping(normal="x")).normal) == (0, 1)
    assert opened(columns, Mapping(normal="")).normal is None
    with pytest.raises(Problem, match="No row uses the class “y”"):
        opened(columns, Mapping(normal="y"))


@pytest.mark.parametrize(
    ("column", "values", "unit"),
    [
        ("patient_id", "1234", "patient"), ("subject_id", "1134", "case"), ("record_id", "1234", "recording"),
        ("case_id", "1234", "case"), ("study_id", "1234", "study"), ("sex", "mffm", "case"),
    ],
)  # fmt: skip
def test_rows_are_said_to_be_patients_only_when_each_is_one(column: str, values: str, unit: str) -> None:
    assert opened({"y_true": T, "y_pred": P, column: list(values)}).unit[0] == unit


@pytest.mark.parametrize(("column", "unit"), [("frame", "frames"), ("epoch", "epochs"), ("time", "frames")])
def test_rows_of_sequences_are_frames_or_epochs(column: str, unit: str) -> None:
    study = opened({"y_true": T, "y_pred": P, "record_id": list("1122"), column: list("0101")})
    assert (study.unit[1], study.models[0].sequences) == (unit, ("1", "2"))
    assert study.models[0].order is not None
    assert study.models[0].order.tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("truth", "predicted"), [("label", "label_pred"), ("target", "Prediction (target)"), ("y_true", "predicted_y_true")]
)
def test_a_prediction_named_like_the_true_class_is_of_no_model_of_that_name(truth: str, predicted: str) -> None:
    assert opened({truth: T, predicted: P}).models[0].model is None


def test_scores_behind_the_name_of_their_model_are_its_own() -> None:
    scores = {"cnn_score": ["0.9", "0.2", "0.8", "0.3"], "svm_prob": ["0.7", "0.4", "0.6", "0.1"]}
    study = opened({"y_true": T, "cnn_pred": P, "svm_pred": T, **scores})
    assert all(model.scores[0] is not None or model.scores[1] is not None for model in study.models)


@pytest.mark.parametrize("first", [0, 2])
def test_scores_that_are_numbered_from_another_number_than_the_classes_are_not_used(first: int) -> None:
    scores = {f"prob_{first + at}": ["0.2", "0.5", "0.3"] * 4 for at in range(3)}
    study = opened({"y_true": ["1", "2", "3"] * 4, "y_pred": ["1", "2", "3"] * 4, **scores})
    assert f"are numbered from {first}, classes from 1" in warnings(study)
    assert study.models[0].scores is None


def test_a_column_is_not_the_answer_to_itself() -> None:
    with pytest.raises(Problem, match="“y_true” is chosen as the true class and as the prediction"):
        opened({"y_true": T, "y_pred": P}, Mapping(truth="y_true", predicted=("y_true",)))
    with pytest.raises(Problem, match="“y_true” is recognised as the true class and chosen as the prediction"):
        opened({"y_true": T, "y_pred": P}, Mapping(predicted=("y_true",)))


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"score": "y_true", "positive": "1"}, "score"),
        ({"score_models": ("score", "y_true"), "positive": "1"}, "score"),
        ({"scores": {"0": "score", "1": "y_true"}}, "score"),
        ({"model_scores": {"y_pred": {"": "y_true"}}}, "score"),
        *(({role: "y_true"}, said) for role, said in USES.items()),
    ],
)
def test_the_true_class_is_nothing_else(chosen: dict[str, Any], said: str) -> None:
    columns = {"y_true": ["0", "1", "0", "1"], "score": ["0.9", "0.2", "0.8", "0.3"], "y_pred": ["1", "0", "1", "0"]}
    for given, how in (({}, "recognised as the true class and chosen"), ({"truth": "y_true"}, "chosen as the true")):
        with pytest.raises(Problem, match=rf"“y_true” is {how}.* as the {said}\. Choose another column"):
            opened(columns, Mapping(**given, **chosen))


def test_classes_beside_scores_are_said_to_be_unused_where_one_class_is_never_predicted() -> None:
    scores = {f"prob_{label}": ["0.2", "0.5", "0.3"] * 4 for label in "abc"}
    study = opened({"truth": ["a", "b", "c"] * 4, "rated": ["a", "b", "b"] * 4, **scores})
    assert "“rated” holds the classes of “truth”" in warnings(study)


def test_response_is_the_prediction_as_mlr3_writes_it() -> None:
    for truth, response, predicted in (
        ("truth", ["0", "1", "1", "1"], ("response",)),
        ("truth", ["0", "1", "2", "1"], ()),  # another class: a grade
        ("outcome", ["0", "1", "1", "1"], ()),  # of the patient, perhaps
    ):
        study = opened({truth: ["0", "1", "0", "1"], "response": response, "score": ["0.1", "0.9", "0.2", "0.7"]})
        assert study.mapping.predicted == predicted


@pytest.mark.parametrize("name", ["learner_id", "model_name"])
def test_models_in_rows_of_their_own_are_told_by_the_column_of_their_names(name: str) -> None:
    study = opened({"truth": [*"abab"] * 2, "response": [*"abba"] * 2, name: ["ranger"] * 4 + ["rpart"] * 4})
    assert study.model_names == ("ranger", "rpart")


def test_readers_beside_predictions_are_said_to_be_unused_and_numbered_groups_are_none() -> None:
    stages, says = [str(at % 4) for at in range(24)], [str(at % 4 if at % 7 else 0) for at in range(24)]
    groups = [str(at * 5 % 23 % 4) for at in range(24)]
    given = {"y_true": stages, "pred_net": says, "scorer_1": says, "scorer_2": stages, "age_group": groups}
    study = opened(given)
    assert study.model_names == ("net",)
    assert "“scorer_1”, “scorer_2” hold the classes of “y_true”" in warnings(study)
    assert "age_group" not in warnings(study)
    assert "hold" not in warnings(opened(given, Mapping(predicted=("pred_net", "scorer_1", "scorer_2"))))


def test_classes_with_and_without_a_minus_are_refused() -> None:
    signs, plain = ["-1", "1", "1"] * 4, ["0", "1", "0"] * 4
    for truth, predicted in ((signs, plain), (plain, signs)):
        with pytest.raises(Problem, match=r"never agree\. Write both"):
            opened({"y_true": truth, "y_pred": predicted})
    assert opened({"y_true": signs, "y_pred": ["-1", "0", "1"] * 4}).labels == ("-1", "0", "1")


def test_several_chosen_scores_are_models_beside_predictions_which_are_not_used() -> None:
    columns = {"y_true": T, "y_pred": P, "s": ["0.9", "0.2", "0.8", "0.3"], "t": ["0.7", "0.4", "0.6", "0.1"]}
    chosen = Mapping(score_models=("s", "t"), positive="a")
    study = opened(columns, chosen)
    assert [model.model for model in study.models] == ["s", "t"]
    assert "“y_pred” is not used: several scores were chosen" in warnings(study)
    with pytest.raises(Problem, match="Choose one of the two"):
        opened(columns, replace(chosen, predicted=("y_pred",)))


@pytest.mark.parametrize("with_patient", [False, True])
def test_a_record_of_one_row_is_no_sequence(with_patient: bool) -> None:
    columns = {"record": [f"r{row}" for row in range(12)], "y_true": list("ab" * 6), "y_pred": list("ab" * 6)}
    study = opened(columns | ({"patient_id": [f"p{row // 2}" for row in range(12)]} if with_patient else {}))
    assert Capability.RECORDINGS not in study.capabilities
    assert (study.mapping.sequence, study.mapping.case_id) == (None, "patient_id" if with_patient else "record")
    again = opened({name: [*values, values[0]] for name, values in columns.items()})
    assert again.mapping.sequence == "record"


@pytest.mark.parametrize("values", [["yes", "no"] * 6, ["yes"] * 6 + ["no"] * 6, ["Yes"] * 12, [0, 1, 1] * 4])
@pytest.mark.parametrize("name", ["night", "record", "video"])
def test_yes_and_no_are_no_recordings(name: str, values: list[Any]) -> None:
    """All rows of each were one independent unit: no interval was given."""
    columns = {name: values, "y_true": T * 3, "y_pred": P * 3}
    for each in (columns, columns | {"id": [*range(12)]}):
        study = opened(each)
        assert (study.mapping.sequence or None, study.evaluate().clusters) == (None, 12 if "id" in each else None)
    assert opened(columns | {"frame": [*range(12)]}).mapping.sequence == name
    for numbered in ([0] * 6 + [1] * 6, [1] * 12):
        assert opened(columns | {name: numbered}).mapping.sequence == name


def test_the_numbers_of_rows_are_no_true_class_beside_one() -> None:
    """A file of SAS was refused: `Obs` stood before `outcome` among the names of a true class."""
    study = opened({"Obs": [*range(1, 17)], "outcome": T * 4, "y_pred": P * 4})
    assert study.mapping.truth == "outcome"
    assert "could also be the true class" not in warnings(study)
    with pytest.raises(Problem, match="none in common"):
        opened({"Obs": [*range(1, 17)], "y_pred": P * 4})


@pytest.mark.parametrize("beside", [("outcome", "y_pred"), ("F_death", "I_death"), ("diagnosis", "y_pred")])
@pytest.mark.parametrize("step", [1, 3])
def test_the_numbers_of_chosen_rows_are_no_true_class_beside_one(beside: tuple[str, str], step: int) -> None:
    """`Obs` of SAS has gaps where rows were not chosen: "has a distinct value in every row"."""
    study = opened({"Obs": [*range(step, 17 * step, step)], beside[0]: T * 4, beside[1]: P * 4})
    assert (study.mapping.truth, counted(study)) == (beside[0], pairs(T * 4, P * 4))
    assert "could also be the true class" not in warnings(study)


def test_epochs_of_training_are_no_nights() -> None:
    """The predictions of three epochs were said to be recordings of three rows."""
    ids, epochs = [*range(12)] * 3, [1] * 12 + [2] * 12 + [3] * 12
    columns = {"patient_id": ids, "epoch": epochs, "y_true": [*"aabbababbaab"] * 3, "y_pred": [*"ab"] * 18}
    study = opened(columns)
    assert (study.mapping.case_id, study.mapping.sequence or None, study.mapping.order) == ("patient_id", None, None)
    assert "once under each of the 3 values of “epoch”" in warnings(study)
    rare = {"patient_id": ["u"] * 17 + ["v"] * 17, "epoch": [*range(17)] * 2, "y_true": ["a"] * 17 + ["b"] * 17}
    assert opened(rare | {"y_pred": [*"ab"] * 17}).mapping.order == "epoch", "nights without a change in the first rows"
    night = columns | {"y_true": [*"abab"] * 9}
    assert opened(night | {"patient_id": [*range(3)] * 12, "epoch": [*range(36)]}).mapping.sequence == "patient_id"
    assert opened(columns, Mapping(order="epoch")).mapping.sequence == "patient_id"


@pytest.mark.parametrize("name", ["ecg_id", "StudyInstanceUID", "hadm_id", "Fall-ID"])
def test_names_that_the_field_gives_a_case_are_ids(name: str) -> None:
    """As in PTB-XL, DICOM and MIMIC. A patient goes before them."""
    columns = {"y_true": T, "y_pred": P, name: [*"abca"]}
    assert (opened(columns).mapping.case_id, opened(columns).evaluate().clusters) == (name, 3)
    assert "No case ID" not in warnings(opened(columns))
    assert opened(columns | {"patient_id": [*"uuvv"]}).mapping.case_id == "patient_id"
    truth, model = {"y_true": T, name: [*"abcd"]}, {"y_pred": [*P[::-1]], name: [*"dcba"]}
    joined = open_files([("t.csv", csv_bytes(truth)), ("m.csv", csv_bytes(model))])
    assert counted(joined) == pairs(T, P)


@pytest.mark.parametrize("order", [{"frame": [*range(6)] * 2}, {}])
def test_an_id_of_every_frame_is_no_patient(order: dict[str, list[int]]) -> None:
    """Intervals were those of independent frames, and nothing said so."""
    for name, sequence in (("patient_id", "video_id"), ("id", "sequence")):  # patients; T1 and T2 of a scanner
        meant = opened({name: [*range(12)], sequence: ["T1", "T2"] * 6, "y_true": T * 3, "y_pred": P * 3})
        assert meant.mapping.case_id == name
    columns = {"id": [*"abcdefghijkl"], "video_id": [*"uuuuuuvvvvvv"], "y_true": T * 3, "y_pred": P * 3} | order
    study = opened(columns)
    assert (study.mapping.case_id, study.evaluate().clusters) == (None, 2)
    assert "“id” has an ID for each row of a sequence, so it names no patient" in warnings(study)
    assert opened(columns, Mapping(case_id="id")).evaluate().clusters == 12
    assert opened(columns | {"id": [*"uuuuuuvvvvvv"]}).mapping.case_id == "id"
    twice = {name: [*values] * 2 for name, values in columns.items()} | {"model": ["m"] * 12 + ["n"] * 12}
    assert opened(twice).mapping.case_id == (None if order else "id")


@pytest.mark.parametrize(
    "truth", ["Wahrheit", "wahre Klasse", "Referenz", "vérité", "ve\u0301rite\u0301", "Classe réelle", "verite_terrain"]
)
@pytest.mark.parametrize("said", ["Vorhersage", "vorhergesagte Klasse", "Prédiction", "classe prédite"])
def test_german_and_french_names_are_known_as_english_ones_are(truth: str, said: str) -> None:
    study = opened({truth: ["0", "1", "0", "1"], said: ["0", "1", "1", "1"]})
    assert (study.mapping.truth, study.mapping.predicted) == (truth, (said,))
    assert "was taken as" not in warnings(study)


@pytest.mark.parametrize(
    ("patient", "truth", "said", "score"),
    [
        ("id_paciente", "diagnóstico_real", "predicción", "probabilidad"),
        ("Código paciente", "Clase real", "Clase predicha", "Probabilidad"),
        ("ID do paciente", "classe_real", "classe_prevista", "probabilidade"),
        ("codice_paziente", "Diagnosi reale", "Predizione", "Probabilità"),
        ("patiëntnummer", "werkelijke_klasse", "voorspelde_klasse", "kans"),
        ("Patienten-Nr.", "Wahre Klasse", "Vorhersage", "Wahrscheinlichkeit"),
        ("症例ID", "正解ラベル", "予測ラベル", "確率"),
        ("病例号", "真实标签", "预测标签", "概率"),
    ],
)
def test_names_of_more_languages_are_known(patient: str, truth: str, said: str, score: str) -> None:
    """A person was asked twice, and the number of a patient was a detail."""
    study = opened({patient: [*"abca"], truth: [*"0101"], said: [*"0111"], score: ["0.1", "0.7", "0.6", "0.9"]})
    mapping = study.mapping
    assert (mapping.case_id, mapping.truth, mapping.predicted, mapping.score) == (patient, truth, (said,), score)


@pytest.mark.parametrize("name", ["Diagnose", "Befund", "Klasse", "diagnostic", "diagnosis", "classe"])
def test_a_name_of_a_diagnosis_is_the_true_class_beside_a_predicted_one_and_said(name: str) -> None:
    study = opened({name: ["0", "1", "0", "1"], "Vorhersage": ["0", "1", "1", "1"]})
    assert (study.mapping.truth, study.mapping.predicted) == (name, ("Vorhersage",))
    assert f"“{name}” was taken as the true class, by its name beside “Vorhersage”." in warnings(study)


@pytest.mark.parametrize(
    ("truth", "predicted"),
    [
        ("true_stage", "pred_stage"),
        ("Stage_true", "Stage_pred"),
        ("gt_class", "pred_class"),
        ("actual class", "predicted class"),
    ],
)
def test_a_true_class_is_known_beside_the_prediction_that_is_named_like_it(truth: str, predicted: str) -> None:
    """A person was asked which column it is."""
    columns = {"age": ["50", "60", "50", "70"], truth: ["0", "1", "0", "1"], predicted: ["0", "1", "1", "1"]}
    study = opened(columns)
    assert (study.mapping.truth, study.mapping.predicted) == (truth, (predicted,))
    assert study.models[0].model is None
    assert f"“{truth}” was taken as the true class, by its name beside “{predicted}”." in warnings(study)
    assert opened(columns | {"outcome": ["1", "1", "0", "0"]}).mapping.truth == "outcome"
    other = {"diagnosis": ["1", "0", "0", "0"], "y_pred": ["0", "1", "1", "1"]}
    assert opened(columns | other).mapping.truth == "diagnosis"


@pytest.mark.parametrize(
    "columns",
    [
        {"true_AF": ["0", "1", "0", "1"], "AF": ["0", "1", "0", "1"], "pred_AF": ["0", "1", "1", "1"]},
        {"true_stage": ["a", "b", "a", "b"], "pred_stage": ["0.1", "0.9", "0.2", "0.7"]},
        {"true_stage": ["a", "b", "a", "b"], "pred_stage": ["c", "d", "c", "d"]},
        {"histology": ["0", "1", "0", "1"], "resident": ["0", "1", "1", "1"], "resident_pred": ["0", "1", "1", "0"]},
        {"sex": ["0", "1", "0", "1"], "pred_sex": ["0", "1", "1", "1"], "death": ["0", "0", "0", "1"]},
        {"x": [*"0123"], "y": [*"0101"], "tumor": [*"0001"], "y_hat": [*"0111"]},
        {"case_id": [*"0123"], "class": [*"0101"], "died": [*"0001"], "y_pred": [*"0111"]},
        {
            "true_smoker": [*"0101"],
            "smoker_pred": [*"0111"],
            "sepsis": [*"0001"],
            "sepsis_prob": [".1", ".9", ".2", ".7"],
        },
        {"x": ["0", "1", "0", "1"], "y": ["0", "1", "0", "1"], "cnn": ["0", "1", "1", "1"]},
    ],
)
def test_other_names_are_asked_about(columns: dict[str, list[str]]) -> None:
    with pytest.raises(NeedsMapping, match=r"no column that is known to hold the true class|2 labels per row"):
        opened(columns)


@pytest.mark.parametrize("score", ["score", "Wahrscheinlichkeit", "prob_1"])
def test_a_diagnosis_is_the_true_class_beside_a_lone_score_and_said(score: str) -> None:
    study = opened({"Befund": ["0", "1", "0", "1"], score: ["0.1", "0.9", "0.6", "0.4"]})
    assert study.mapping.truth == "Befund"
    assert f"“Befund” was taken as the true class, by its name beside “{score}”." in warnings(study)


@pytest.mark.parametrize(
    "columns",
    [
        {"Befund": ["0", "1", "0", "1"], "score": ["0.1", "0.9", "0.2", "0.7"]},  # made from it
        {"Befund": ["0", "1", "0", "1"], "score": ["0.7", "0.9", "0.6", "0.8"]},  # its confidence in it
        {"Befund": ["0", "1", "0", "1"], "score": ["0.1", "0.9", "0.6", "0.4"], "Biopsie": ["0", "1", "1", "1"]},
        {"Befund": ["0", "1", "0", "1"], "score": ["0.1", "0.9", "0.6", "0.4"], "histology": ["a", "b", "b", "b"]},
        {"Klasse": ["0", "1", "0", "1"], "score": ["0.1", "0.9", "0.2", "0.7"]},  # both may be the model's
        {"Diagnose": ["0", "1", "0", "1"], "Befund": ["0", "1", "1", "1"], "y_pred": ["0", "1", "1", "1"]},
        {"Diagnose": ["0", "1", "0", "1"], "y_pred": ["a", "b", "a", "b"]},
    ],
)
def test_other_diagnoses_are_asked_about(columns: dict[str, list[str]]) -> None:
    with pytest.raises(NeedsMapping, match="no column that is known to hold the true class"):
        opened(columns)


def test_the_true_class_that_a_prediction_names_in_brackets_is_known() -> None:
    """As KNIME and RapidMiner write them."""
    for predicted in ("Prediction (dx)", "prediction(dx)"):
        study = opened({"dx": ["0", "1", "0", "1"], predicted: ["0", "1", "1", "1"]})
        assert (study.mapping.truth, study.mapping.predicted) == ("dx", (predicted,))
        assert f"“dx” was taken as the true class, by its name beside “{predicted}”." in warnings(study)


@pytest.mark.parametrize(("truth", "predicted"), [("_FROM_", "_INTO_"), ("F_sepsis", "I_sepsis")])
def test_the_true_class_as_sas_writes_it_is_known_and_not_said_to_be_unused(truth: str, predicted: str) -> None:
    study = opened({"i_stage": [1, 2, 1, 2], truth: T, predicted: P, "sepsis": [0, 1, 0, 1]})
    assert (study.mapping.truth, study.mapping.predicted) == (truth, (predicted,))
    assert f"“{truth}” was taken as the true class, by its name beside “{predicted}”." in warnings(study)
    study = opened({"outcome": T, truth: T, predicted.replace("sepsis", "outcome"): P})
    assert study.mapping.truth == "outcome"
    assert ("not named like a prediction" in warnings(study)) == (truth == "F_sepsis")
    assert opened({"_": [1, 2, 1, 2], "diagnosis": T, "pred": P}).mapping.truth == "diagnosis"


@pytest.mark.parametrize(
    ("truth", "said", "score"),
    [
        ("reference_standard", "index_test", "score"),
        ("Label", "Scored Labels", "Scored Probabilities"),
        ("Wahrheit", "Vorhersage", "Wahrscheinlichkeit"),
        ("vérité", "prédiction", "probabilité"),
    ],
)
def test_names_of_programs_and_languages_have_their_roles(truth: str, said: str, score: str) -> None:
    study = opened({"Patientennummer": [1, 2, 3, 4], truth: T, said: P, score: [0.1, 0.9, 0.6, 0.8]})
    found = study.mapping
    assert (found.case_id, found.truth, found.predicted, found.score) == ("Patientennummer", truth, (said,), score)
