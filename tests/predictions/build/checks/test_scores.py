import numpy as np
import pytest

from metrics import auc
from predictions.columns.aliases import SCORE, SCORE_PREFIX
from predictions.mapping import Mapping
from predictions.problems import NeedsMapping, Problem
from predictions.question import Asked
from tests.predictions.helpers import counted, opened, pairs, warnings

T3, P3 = ["a", "b", "c", "a"], ["a", "b", "c", "c"]
S3 = {"a": [".7", ".1", ".2", ".3"], "b": [".2", ".8", ".1", ".1"], "c": [".1", ".1", ".7", ".6"]}
T2, P2, S2 = ["no", "yes", "no", "yes"], ["no", "yes", "no", "no"], [".1", ".9", ".2", ".4"]


def scores(study, label: str, model: int = 0) -> list[float] | None:
    columns = study.models[model].scores
    column = None if columns is None else columns[study.labels.index(label)]
    return None if column is None else column.tolist()


@pytest.mark.parametrize("prefix", [*SCORE_PREFIX, ""])
def test_a_score_per_class_is_known_by_its_name(prefix: str) -> None:
    shuffled = {f"{prefix}{label}": S3[label] for label in "cab"}
    study = opened({"y_true": T3, "y_pred": P3, **shuffled})
    for label in "abc":
        assert scores(study, label) == [float(score) for score in S3[label]]
    assert "score" not in warnings(study)


def test_whole_percentages_from_1_are_no_fractions_among_percentages() -> None:
    said = [["1", "1", "99", "1", "60", "2"], ["1", "0.9", "99", "0.8", "60", "2"]]
    mixed = ["may be mixed" in warnings(opened({"y_true": list("010011"), "score": score})) for score in said]
    assert mixed == [False, True]


def test_without_predictions_the_highest_score_answers_and_it_is_said() -> None:
    study = opened({"y_true": T3, **{f"score_{label}": S3[label] for label in "abc"}})
    assert counted(study) == pairs(T3, P3)
    assert "derived from the highest score" in warnings(study)


def test_a_class_that_only_scores_know_is_used_when_it_is_predicted() -> None:
    columns = {"y_true": ["a", "b", "a"], "score_a": [".7", ".1", ".1"], "score_b": [".2", ".8", ".1"]}
    assert counted(opened(columns | {"score_c": [".1", ".1", ".8"]})) == pairs("aba", "abc")
    assert opened(columns | {"score_c": ["0", "0", ".1"]}).labels == ("a", "b")


def test_equal_highest_scores_go_to_the_first_class_and_are_counted() -> None:
    study = opened({"y_true": ["a", "b", "b"], "score_a": [".5", ".5", "0"], "score_b": [".5", ".5", "1"]})
    assert counted(study) == pairs("abb", "aab")
    assert "In 2 rows two classes share the highest score" in warnings(study)


@pytest.mark.parametrize("name", SCORE)
def test_a_lone_score_predicts_by_the_threshold(name: str) -> None:
    study = opened({"y_true": T2, name: [".1", ".5", ".49", ".3"]})
    assert counted(study) == pairs(T2, ["no", "yes", "no", "no"])
    assert "No prediction column: predictions derived, “yes” at score ≥ 0.5" in warnings(study)
    assert "positive class “yes”" in warnings(study)
    study = opened({"y_true": T2, name: [".1", ".5", ".49", ".3"]}, Mapping(threshold=0.3))
    assert counted(study) == pairs(T2, ["no", "yes", "yes", "yes"])


def test_a_lone_score_belongs_to_the_positive_class_only() -> None:
    study = opened({"y_true": T2, "y_pred": P2, "score_yes": S2})
    assert (study.positive, scores(study, "yes"), scores(study, "no")) == (1, [0.1, 0.9, 0.2, 0.4], None)
    tables = study.evaluate().tables
    assert [auc(table) for table in tables if table] == [1.0, 1.0]
    assert "positive" not in warnings(study)


def test_the_positive_class_is_chosen_before_it_is_guessed() -> None:
    study = opened({"y_true": T2, "y_pred": P2, "score": S2}, Mapping(positive="no"))
    assert (study.positive, "taken as the score" in warnings(study)) == (0, False)
    with pytest.raises(Problem, match="No row uses the positive class “maybe”"):
        opened({"y_true": T2, "y_pred": P2, "score": S2}, Mapping(positive="maybe"))


def test_a_positive_class_that_no_row_has_is_named() -> None:
    columns = {"y_true": ["True", "False"] * 3, "score": [".9", ".1"] * 3}
    with pytest.raises(Problem, match="no row has the positive class “TRUE”; its true classes are “False”, “True”"):
        opened(columns, Mapping(positive="TRUE"))


def test_without_telling_names_the_predictions_tell_the_positive_class() -> None:
    truth, predicted = list("abab"), list("abaa")
    assert opened({"y_true": truth, "y_pred": predicted, "score": S2}).positive == 1
    assert opened({"y_true": truth, "y_pred": predicted, "score": [".9", ".1", ".8", ".6"]}).positive == 0
    with pytest.raises(NeedsMapping, match="positive class"):
        opened({"y_true": truth, "score": S2})


def test_of_classes_1_and_2_the_predictions_tell_the_positive_one_else_it_is_1_and_said() -> None:
    truth, predicted = list("1212"), list("1211")
    assert opened({"y_true": truth, "y_pred": predicted, "score": S2}).positive == 1
    assert opened({"y_true": truth, "y_pred": predicted, "score": S2}, Mapping(normal="2")).positive == 0
    alone = opened({"y_true": truth, "score": S2})
    assert alone.positive == 0
    assert "positive class “1”" in warnings(alone)


def test_a_score_that_runs_against_the_predictions_is_said_and_not_flipped() -> None:
    study = opened({"y_true": T2, "y_pred": P2, "score": [".9", ".1", ".8", ".6"]})
    assert (study.positive, scores(study, "yes")) == (1, [0.9, 0.1, 0.8, 0.6])
    assert "nothing was flipped" in warnings(study)


def test_scores_alone_with_one_true_class_know_the_other_of_zero_and_one() -> None:
    assert counted(opened({"y_true": ["1", "1"], "score": [".2", ".8"]})) == pairs("11", "01")


@pytest.mark.parametrize(
    ("cells", "words", "kept"),
    [
        ([".1", "", ".2", ".3"], "1 row without a score", [0.1, None, 0.2, 0.3]),
        ([".1", "inf", ".2", "-inf"], "2 rows with an infinite score", [0.1, None, 0.2, None]),
        ([".1", "<0.01", ".2", ".3"], "1 row where the score is not a number, such as “<0.01”", [0.1, None, 0.2, 0.3]),
        ([".1", "2024-01-02", ".2", ".3"], "a date", [0.1, None, 0.2, 0.3]),
        (["0,1", "0,2", "0,3", "1"], "Decimal commas", [0.1, 0.2, 0.3, 1]),
        (["10%", "20%", "30 %", "40%"], "Percent signs", [10, 20, 30, 40]),
        (["-.1", ".1", "1.1", "0"], "2 rows with scores outside 0 and 1", [-0.1, 0.1, 1.1, 0]),
    ],
)
def test_odd_scores_are_said_with_their_number(cells: list[str], words: str, kept: list[float | None]) -> None:
    study = opened({"y_true": T2, "y_pred": P2, "score_yes": cells})
    assert words in warnings(study)
    assert scores(study, "yes") == pytest.approx([np.nan if k is None else k for k in kept], nan_ok=True)
    table = study.evaluate().tables[1]
    assert table is not None
    assert table.n_positive + table.n_negative == sum(k is not None for k in kept)


def test_the_same_oddity_of_several_columns_is_said_once() -> None:
    study = opened(
        {"y_true": T2, "y_pred": P2, "score_no": ["", ".1", ".2", ".3"], "score_yes": ["", ".9", ".8", ".7"]}
    )
    assert "1 row without a score in “score_no”, “score_yes”" in warnings(study)


def test_a_reader_beside_a_model_has_no_scores_and_lacks_none() -> None:
    """The model has a blank score itself; the reader has no score in any row."""
    both = {"case_id": [1, 2, 3, 4] * 2, "model": ["net"] * 4 + ["reader"] * 4, "y_true": T2 * 2, "y_pred": P2 * 2}
    study = opened(both | {"score_yes": ["", ".9", ".8", ".7", "", "", "", ""]})
    assert "1 row without a score in “score_yes”" in warnings(study)
    assert "“reader” has no scores: its predicted classes are used." in warnings(study)
    net, reader = study.models
    assert net.scores is not None
    assert reader.scores is None
    quiet = opened(both | {"score_yes": [".1", ".9", ".8", ".7", "", "", "", ""]})
    assert "without a score" not in warnings(quiet)


def test_a_score_column_without_any_number_is_refused() -> None:
    with pytest.raises(Problem, match=r"^Score column “score_yes” holds no number"):
        opened({"y_true": T2, "y_pred": P2, "score_yes": ["0x1p-1"] * 4})
    with pytest.raises(Problem, match=r"^Score columns “score_no”, “score_yes” hold no number"):
        opened({"y_true": T2, "y_pred": P2} | dict.fromkeys(["score_no", "score_yes"], ["0x1p-1"] * 4))


def test_rows_that_do_not_sum_to_one_are_counted_beyond_rounding() -> None:
    columns = {"y_true": T2, "y_pred": P2, "score_no": [".9", ".1", ".8", ".7"], "score_yes": [".11", ".9", ".1", ".3"]}
    assert "1 row: scores do not sum to 1" in warnings(opened(columns))


def test_infinite_scores_of_both_signs_are_said_and_no_sum() -> None:
    columns = {
        "y_true": T2,
        "y_pred": P2,
        "score_no": ["Inf", ".1", ".8", ".7"],
        "score_yes": ["-Inf", ".9", ".2", ".3"],
    }
    assert "infinite" in warnings(opened(columns))


def test_scores_as_large_as_numbers_can_be_are_said_and_no_warning_of_numpy() -> None:
    three = {
        f"score_{label}": [score, ".3", ".3", ".4"] for label, score in (("a", "1e308"), ("b", "1e308"), ("c", "9"))
    }
    study = opened({"y_true": ["a", "b", "c", "a"], "y_pred": ["a", "b", "c", "a"]} | three)
    assert "such as 1e+308" in warnings(study)


def test_predictions_that_are_not_the_highest_score_are_counted_and_kept() -> None:
    study = opened(
        {"y_true": T2, "y_pred": P2, "score_no": [".1", ".1", ".8", ".5"], "score_yes": [".9", ".9", ".2", ".5"]}
    )
    assert counted(study) == pairs(T2, P2)
    assert "In 1 row the predicted class differs from the highest score (argmax)" in warnings(study)


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"score_0": ".1", "score_1": ".2", "score_2": ".7"}, "match no class and are ignored"),
        ({"score_a": ".1", "score_b": ".2"}, "no score column for “c”"),
        ({"score_a": ".1", "score_b": ".2", "score_c": ".3", "score_d": ".4"}, "“score_d” is not used"),
        ({"score": ".1"}, "one score for 3 classes"),
        ({"score_A": ".1", "score_b": ".2", "score_c": ".7"}, "“score_A” was taken for class “a”"),
    ],
)
def test_scores_that_do_not_fit_the_classes_are_said(columns: dict[str, str], words: str) -> None:
    study = opened({"y_true": T3, "y_pred": P3, **{name: [cell] * 4 for name, cell in columns.items()}})
    assert words in warnings(study)
    assert (scores(study, "b") is not None) == ("score_b" in columns)


def test_missing_score_columns_cannot_answer() -> None:
    with pytest.raises(Problem, match="no score column for “c”"):
        opened({"y_true": T3, "score_a": S3["a"], "score_b": S3["b"]})


def test_a_model_takes_only_scores_that_name_it() -> None:
    own = {f"score_m1_{label}": S3[label] for label in "abc"}
    study = opened({"y_true": T3, "pred_m1": P3, "pred_m2": T3, **own})
    assert (scores(study, "a"), scores(study, "a", 1)) == ([0.7, 0.1, 0.2, 0.3], None)
    study = opened({"y_true": T3, "pred_m1": P3, "pred_m2": T3, **{f"score_{label}": S3[label] for label in "abc"}})
    assert [model.scores for model in study.models] == [None, None]
    assert "not known which model" in warnings(study)


def test_two_models_may_have_a_lone_score_each() -> None:
    study = opened({"y_true": T2, "pred_x": P2, "pred_y": T2, "score_x": S2, "score_y": [".2", ".7", ".3", ".6"]})
    assert (scores(study, "yes"), scores(study, "yes", 1)) == ([0.1, 0.9, 0.2, 0.4], [0.2, 0.7, 0.3, 0.6])


def test_scores_are_chosen_by_the_mapping() -> None:
    columns = {"y_true": T3, "y_pred": P3, "x": S3["a"], "y": S3["b"], "z": S3["c"]}
    study = opened(columns, Mapping(scores={"a": "x", "b": "y", "c": "z"}))
    assert scores(study, "c") == [0.1, 0.1, 0.7, 0.6]
    study = opened({"y_true": T2, "y_pred": P2, "odds": S2}, Mapping(score="odds", positive="yes"))
    assert scores(study, "yes") == [0.1, 0.9, 0.2, 0.4]


@pytest.mark.parametrize(
    ("third", "words"),
    [
        ("NaN", "If “NaN” means missing, add it to the missing-value markers"),
        ("c", "Add a prediction column (y_pred) or a score per class"),
    ],
)
def test_a_lone_score_of_three_classes_is_refused_by_its_name(third: str, words: str) -> None:
    with pytest.raises(Problem) as refused:
        opened({"y_true": ["a", "b", third] * 5, "score": [0.1, 0.4, 0.9] * 5})
    assert "has one score (“score”) for 3 classes: “a”, “b”" in str(refused.value)
    assert words in str(refused.value)


def test_a_missing_marker_of_another_program_beside_scores_of_all_classes_is_asked_about() -> None:
    columns = {
        "y_true": ["a", "b", "c", "NA"] * 5,
        **{f"score_{label}": ["0.5", "0.3", "0.2", "0.4"] * 5 for label in "abc"},
    }
    with pytest.raises(NeedsMapping, match="There is no score column for “NA”") as asked:
        opened(columns)
    assert "If “NA” means missing, add it to the missing-value markers" in asked.value.advice
    assert asked.value.question.asked is Asked.MISSING
    study = opened(columns, asked.value.question.answers[0].mapping)
    assert (study.labels, study.used) == (("a", "b", "c"), 15)


def test_a_missing_marker_is_asked_about_also_beside_another_one_that_has_scores() -> None:
    columns = {"y_true": ["a", "unknown", "NA"] * 5, "score_a": ["0.5"] * 15, "score_unknown": ["0.5"] * 15}
    with pytest.raises(NeedsMapping, match="There is no score column for “NA”") as asked:
        opened(columns)
    assert asked.value.question.answers[0].columns == ("NA",)


def test_beside_a_lone_score_a_missing_marker_of_another_program_is_asked_about() -> None:
    columns = {"y_true": ["0", "1", "NA", "1"] * 5, "score": ["0.1", "0.9", "0.2", "0.4"] * 5}
    with pytest.raises(NeedsMapping) as asked:
        opened(columns)
    assert (asked.value.question.asked, asked.value.question.answers[0].columns) == (Asked.MISSING, ("NA",))
    study = opened(columns, asked.value.question.answers[0].mapping)
    assert (study.labels, study.used, scores(study, "1")) == (("0", "1"), 15, [0.1, 0.9, 0.4] * 5)


@pytest.mark.parametrize("code", ["-1", "-1.0", "9", "999"])
def test_beside_a_lone_score_a_code_that_often_marks_what_is_unknown_is_asked_about(code: str) -> None:
    """-1 of findings that are uncertain was refused as a third class."""
    columns = {"y_true": ["0", "1", code, "1"] * 5, "score": ["0.1", "0.9", "0.2", "0.4"] * 5}
    with pytest.raises(NeedsMapping) as asked:
        opened(columns)
    assert asked.value.question.asked is Asked.MISSING
    study = opened(columns, asked.value.question.answers[0].mapping)
    assert (study.labels, study.used) == (("0", "1"), 15)


@pytest.mark.parametrize(("first", "other"), [(0, 3), (1, 0)])
def test_columns_that_are_numbered_unlike_the_classes_are_refused_as_such(first: int, other: int) -> None:
    classes = [str(each) for each in range(3) if first] or ["1", "2", "3"]
    columns = {f"prob_{first + at}": ["0.2", "0.3", "0.5"] for at in range(3)}
    with pytest.raises(
        Problem, match=f"are numbered from {first}, and “{other}” is a true class.*such as score_{other}"
    ):
        opened({"y_true": classes, **columns})
