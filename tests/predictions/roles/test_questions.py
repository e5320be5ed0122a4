"""What is asked of a file, and that the first answers open it: at most three questions, none about what is known."""

import numpy as np
import pandas as pd
import pytest

from predictions.mapping import Mapping
from predictions.problems import NeedsMapping, Problem
from predictions.question import Asked, Gave, Question
from tests.predictions.roles.asking import CODED, RNG, SICK, N, answered, asked, opened, other, score


def test_of_two_columns_with_the_same_classes_one_is_the_true_class_and_the_other_the_prediction() -> None:
    table = pd.DataFrame({"scan": other(SICK), "pathology": SICK})
    question = asked(table)
    assert [each.columns for each in question.answers] == [("pathology",), ("scan",)]
    assert question.answers[0].classes == {"ill": 30, "well": 30}
    (agreement,) = question.agreements
    ill, said = agreement.label == SICK, other(SICK) == agreement.label
    assert agreement.columns == ("pathology", "scan")
    assert (agreement.both, agreement.only_first) == ((ill & said).sum(), (ill & ~said).sum())
    assert (agreement.only_second, agreement.neither) == ((~ill & said).sum(), (~ill & ~said).sum())
    questions, study = answered(table)
    assert questions == [Asked.TRUTH]
    assert study.mapping.predicted == ("scan",)


def test_a_lone_score_of_half_and_more_beside_a_class_is_asked_about() -> None:
    """PyCaret and Hugging Face give the probability of the predicted class: it was read as that of 1."""
    own = np.maximum(score(), 1 - score())
    table = pd.DataFrame({"label": CODED, "decision": other(CODED), "score": own})
    question = asked(table)
    assert question.asked is Asked.GAVE
    assert [(each.gave, each.columns) for each in question.answers[:2]] == [
        (Gave.CLASS, ("decision",)),
        (Gave.SCORE, ("score",)),
    ]
    assert opened(table, question.answers[1].mapping).mapping.score == "score"
    for told in (table.assign(score=score()), table.drop(columns="decision")):
        assert opened(told).mapping.score == "score"


def test_a_known_true_class_is_not_asked_but_what_the_model_gave() -> None:
    table = pd.DataFrame({"outcome": SICK, "nn": score(), "svm": score(), "age": RNG.integers(20, 90, N)})
    question = asked(table)
    assert question.truth == "outcome"
    assert [(each.gave, each.columns) for each in question.answers[:3]] == [
        (Gave.SCORE, ("nn",)),
        (Gave.SCORE, ("svm",)),
        (Gave.SCORE, ("age",)),
    ]
    assert (question.answers[3].gave, question.answers[3].columns) == (Gave.SCORES, ("nn", "svm"))
    study = opened(table, question.answers[3].mapping)
    assert study.model_names == ("nn", "svm")
    assert [study.evaluate(i).n for i in range(2)] == [N, N]


def test_of_two_scores_beside_a_class_the_first_answer_has_that_of_the_positive_one() -> None:
    """`MLP_PseudoProbability_1` of SPSS is of the class 0: taken for 1 its AUC is reversed."""
    of_ill = (0.6 * CODED + 0.4 * np.random.default_rng(1).random(N)).round(3)
    called = np.where(of_ill >= 0.5, 1, 0)
    table = pd.DataFrame({"outcome": CODED, "MLP_PredictedValue": called, "MLP_PseudoProbability_1": 1 - of_ill})
    question = asked(table.assign(MLP_PseudoProbability_2=of_ill))
    assert question.answers[0].columns == ("MLP_PredictedValue", "MLP_PseudoProbability_2")
    study = opened(table.assign(MLP_PseudoProbability_2=of_ill), question.answers[0].mapping)
    assert study.evaluate().classes[1]["auc"].value > 0.9


def test_classes_beside_a_score_are_asked_about_once_the_true_class_was() -> None:
    table = pd.DataFrame({"final_dx": SICK, "finding_md": other(SICK), "risk": score()})
    table["alg_v2"] = np.where(table.risk >= 0.3, "ill", "well")
    first = asked(table).answers[0]
    assert first.columns == ("final_dx",)
    question = asked(table, first.mapping)
    assert [(each.gave, each.columns) for each in question.answers] == [
        (Gave.CLASS_AND_SCORE, ("alg_v2", "risk")),
        (Gave.CLASSES, ("alg_v2", "finding_md")),
        (Gave.CLASS, ("alg_v2",)),
        (Gave.CLASS, ("finding_md",)),
        (Gave.SCORE, ("risk",)),
    ]
    study = opened(table, question.answers[0].mapping)
    assert any(study.scored)
    assert opened(table, Mapping(truth="final_dx")).mapping.score == "risk"


def test_which_class_a_high_score_means_is_chosen_among_both() -> None:
    table = pd.DataFrame({"truth": np.where(CODED == 1, "poor", "fine"), "s100b": score() * 3})
    question = asked(table, Mapping(score="s100b"))
    assert question.asked is Asked.POSITIVE
    assert [each.label for each in question.answers] == ["fine", "poor"]
    study = opened(table, question.answers[1].mapping)
    assert study.labels[study.positive] == "poor"


def test_no_file_asks_more_than_three_questions() -> None:
    table = pd.DataFrame({"grp": np.where(CODED == 1, "poor", "fine"), "m1": score() * 3, "m2": score() * 9})
    questions, study = answered(table)
    assert questions == [Asked.TRUTH, Asked.GAVE, Asked.POSITIVE]
    assert study.used == N


def test_a_file_of_scores_alone_is_refused_in_one_sentence() -> None:
    with pytest.raises(Problem, match="named y_true") as refused:
        opened(pd.DataFrame({"AF": score(), "ST": score()}))
    assert not isinstance(refused.value, NeedsMapping)


def test_several_labels_per_row_without_predictions_are_never_taken_for_each_others() -> None:
    table = pd.DataFrame({name: RNG.permutation(CODED) for name in [f"ECG {i}" for i in range(12)]})
    with pytest.raises(
        NeedsMapping, match=r"12 yes/no columns .* labels per row are not read.*one file per label"
    ) as needed:
        opened(table)
    assert needed.value.question == Question(Asked.LABEL, labels=tuple(table.columns))


def test_yes_no_columns_that_agree_are_one_finding_and_its_readers() -> None:
    truth = CODED.astype(str)
    table = pd.DataFrame({"dx": truth, "cnn": other(truth), "resident": other(truth, 5)})
    assert asked(table).asked is Asked.TRUTH
    assert answered(table)[1].used == N


def test_yes_no_columns_beside_a_score_may_be_the_true_class() -> None:
    table = pd.DataFrame({name: RNG.permutation(CODED) for name in ("dead", "diabetes", "smoker")}).assign(nn=score())
    question = asked(table)
    assert (question.asked, len(question.answers), len(question.labels)) == (Asked.TRUTH, 3, 3)


NAMES = ("1dAVb", "RBBB", "AF")
SAID = {name: RNG.permutation(CODED) for name in NAMES}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("true", "score_of", "predicted"),
    [
        ("y_true_{}", "score_{}", "y_pred_{}"),
        ("true_{}", "", "pred_{}"),
        ("{}", "prob_{}", ""),
        ("{}", "{} probability", "{}_pred"),
        ("{}", "pred_{}", ""),
        ("{}_label", "p_{}", "call_{}"),
        ("{} (gt)", "{} (prob)", "{} (pred)"),
        ("Label[{}]", "Prob[{}]", ""),
    ],
)
def test_one_of_several_labels_is_a_study_where_names_pair_it_with_what_the_model_gave(
    true: str, score_of: str, predicted: str
) -> None:
    table = pd.DataFrame({true.format(name): said for name, said in SAID.items()})
    for name, said in SAID.items():
        if score_of:
            table[score_of.format(name)] = score(said)
        if predicted:
            table[predicted.format(name)] = other(said, 5)
    question = asked(table.assign(age=RNG.integers(20, 90, N)))
    assert (question.asked, question.labels) == (Asked.LABEL, NAMES)
    for name, answer in zip(NAMES, question.answers, strict=True):
        study = opened(table, answer.mapping)
        assert answer.label == name
        if predicted:
            expected = pd.crosstab(SAID[name], other(SAID[name], 5)).to_numpy()
            assert (study.evaluate().matrix.cells == expected).all()
        assert any(study.scored) == bool(score_of)
        assert study.used == N
        named = opened(table, Mapping(truth=answer.columns[0]))  # what was predicted of other labels is no model
        assert (named.model_names, named.scored) == (study.model_names, study.scored)
        assert (named.evaluate().matrix.cells == study.evaluate().matrix.cells).all()


def test_labels_that_are_spelt_alike_are_not_paired() -> None:
    table = pd.DataFrame({"AF": SAID["AF"], "y_true_AF": SAID["RBBB"], "true_AF": CODED, "prob_AF": score()})
    assert asked(table).asked is Asked.TRUTH


def test_several_readers_of_the_same_cases_are_models_when_the_reader_says_so() -> None:
    one = pd.DataFrame({"case_id": range(N), "y_true": SICK, "y_pred": other(SICK), "reader": "Dr A"})
    table = pd.concat([one, one.assign(reader="Dr B", y_pred=other(SICK, 3))])
    question = asked(table)
    assert question.asked is Asked.READERS
    apart, together = (opened(table, each.mapping) for each in question.answers)
    assert apart.model_names == ("Dr A", "Dr B")
    assert apart.evaluate(1).n == N
    assert together.model_names == (None,)
    assert "reader" in together.cases_of(0).details.column_names


def test_a_reader_who_reads_each_case_once_is_an_additional_column() -> None:
    table = pd.DataFrame({"case_id": range(N), "y_true": SICK, "y_pred": other(SICK), "reader": ["A", "B"] * (N // 2)})
    assert opened(table).model_names == (None,)


def test_an_age_a_row_number_and_a_code_of_many_values_are_no_true_class() -> None:
    table = pd.DataFrame({"row": range(N), "age": RNG.integers(20, 90, N), "dx": SICK, "dx2": other(SICK)})
    assert [each.columns for each in asked(table).answers] == [("dx",), ("dx2",)]


def test_the_sex_beside_a_lone_score_of_half_and_more_is_no_prediction() -> None:
    table = pd.DataFrame({"label": CODED, "sex": RNG.integers(0, 2, N), "score": 0.5 + score() / 2})
    assert opened(table).mapping.score == "score"


@pytest.mark.parametrize("rows", [8, N])
@pytest.mark.parametrize("names", [("ill", "well"), ("1", "0")])
def test_who_is_there_is_asked_whether_a_class_or_a_score_is_what_the_model_gave(
    rows: int, names: tuple[str, str]
) -> None:
    own = np.maximum(score(), 1 - score())
    table = pd.DataFrame({"y_true": CODED, "answer": other(CODED), "score": own}).iloc[N // 2 - rows // 2 :][:rows]
    table[["y_true", "answer"]] = table[["y_true", "answer"]].replace({1: names[0], 0: names[1]})
    assert asked(table, Mapping(asks=True)).asked is Asked.GAVE
