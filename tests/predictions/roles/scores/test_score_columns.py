"""Scores under names that match no class, or in columns named like predictions: asked about, never classes."""

import numpy as np
import pandas as pd
import pytest

from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.plain_table import PlainTable
from predictions.problems import NeedsMapping, Problem
from predictions.question import Asked, Gave
from tests.predictions.helpers import warnings
from tests.predictions.roles.asking import CODED, RNG, SICK, N, answered, asked, opened

SCORES = (0.6 * CODED + 0.4 * np.random.default_rng(1).random(N)).round(3)
AT_HALF = pd.crosstab(CODED, SCORES >= 0.5).to_numpy()


@pytest.mark.parametrize("name", ["prob_sepsis", "score_total", "p_death", "probability of sepsis", "score v2"])
def test_a_score_named_after_no_class_is_asked_about(name: str) -> None:
    question = asked(pd.DataFrame({"y_true": CODED, name: SCORES}))
    assert [(each.gave, each.columns) for each in question.answers] == [(Gave.SCORE, (name,))]
    questions, study = answered(pd.DataFrame({"y_true": CODED, name: SCORES}))
    assert questions == [Asked.GAVE]
    assert (study.labels, study.evaluate().matrix.cells.tolist()) == (("0", "1"), AT_HALF.tolist())


def test_a_score_named_after_the_true_class_is_its_score() -> None:
    data = b"label,label_pred,label_prob\n0,0,0.1\n1,1,0.9\n0,1,0.6\n1,1,0.8\n"
    found = open_files([("a.csv", data)]).mapping
    assert (found.predicted, found.score) == (("label_pred",), "label_prob")


def test_scores_named_after_no_class_may_be_models() -> None:
    question = asked(pd.DataFrame({"y_true": CODED, "prob_cnn": SCORES, "prob_svm": SCORES / 2}))
    assert (question.answers[-1].gave, question.answers[-1].columns) == (Gave.SCORES, ("prob_cnn", "prob_svm"))


def test_a_score_of_a_class_that_is_never_true_is_kept_beside_those_that_are() -> None:
    table = pd.DataFrame(
        {"y_true": SICK, "prob_ill": SCORES, "prob_well": 0.9 - SCORES, "prob_other": [0.95] + [0.1] * (N - 1)}
    )
    assert opened(table).labels == ("ill", "other", "well")


@pytest.mark.parametrize("name", ["y_pred", "pred", "prediction"])
@pytest.mark.parametrize("scores", [SCORES, np.where(CODED == 1, 1, SCORES), (SCORES * 100).round()])
def test_scores_in_a_column_named_like_a_prediction_are_no_classes(name: str, scores: np.ndarray) -> None:
    question = asked(pd.DataFrame({"label": CODED, name: scores}))
    assert [(each.gave, each.columns) for each in question.answers] == [(Gave.SCORE, (name,))]


def test_classes_written_with_decimals_and_halves_among_the_true_classes_are_classes() -> None:
    halves = pd.DataFrame({"y_true": CODED / 2, "y_pred": np.roll(CODED, 1) / 2})
    assert opened(halves).labels == ("0", "0.5")
    assert opened(halves * 2).labels == ("0", "1")


@pytest.mark.parametrize("name", ["p{}", "softmax_{}", "{}_p", "out[{}]"])
def test_columns_that_differ_in_the_class_only_and_add_up_to_1_are_its_scores(name: str) -> None:
    table = pd.DataFrame({"y_true": CODED, name.format(0): 1 - SCORES, name.format(1): SCORES})
    study = opened(table)
    assert study.mapping.scores == {"0": name.format(0), "1": name.format(1)}
    assert study.evaluate().matrix.cells.tolist() == AT_HALF.tolist()


def test_numbered_columns_of_something_else_are_no_scores_of_classes() -> None:
    table = pd.DataFrame({"y_true": CODED, "marker0": SCORES, "marker1": SCORES * 3})
    assert asked(table).answers[0].gave is Gave.SCORE


def test_what_is_used_is_not_said_to_be_ignored() -> None:
    study = opened(pd.DataFrame({"y_true": CODED, "proba_class_0": 1 - SCORES, "proba_class_1": SCORES}))
    assert study.mapping.scores == {"0": "proba_class_0", "1": "proba_class_1"}
    assert "score_columns_match_no_class" not in {each.code for each in study.notices}


def test_classes_that_scores_spell_in_another_case_are_no_others() -> None:
    table = pd.DataFrame({"y_true": np.where(CODED == 1, "Ill", "Well"), "prob_ill": SCORES, "prob_well": 1 - SCORES})
    study = opened(table)
    assert study.labels == ("Ill", "Well")
    assert "score_column_spelling" in {each.code for each in study.notices}


def test_a_prediction_under_other_class_names_is_named() -> None:
    table = pd.DataFrame({"truth": SICK, "ki": np.where(CODED == 1, "positive", "negative")})
    with pytest.raises(NeedsMapping, match=r"“ki” holds other classes\. Write both with the same class names"):
        opened(table)


@pytest.mark.thorough
def test_names_are_asked_for_a_few_times_however_many_columns_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    table, asked_for, names = pd.DataFrame({"y_true": SICK, "y_pred": SICK}), [], PlainTable.names
    monkeypatch.setattr(PlainTable, "names", property(lambda own: asked_for.append(1) or names.fget(own)))
    opened(pd.concat([table, pd.DataFrame(1, range(N), [f"c{at}" for at in range(300)])], axis=1))
    assert len(asked_for) < 100


def test_scores_of_each_model_may_have_no_other_prefix_than_its_name() -> None:
    columns = {"y_true": ["a", "b"] * 4, "cnn_pred": ["a", "b"] * 4, "rf_pred": ["a", "a"] * 4}
    own = {f"{model}_{label}": [".8", ".2", ".4", ".6"] * 2 for model in ("cnn", "rf") for label in "ab"}
    assert [model.scores is not None for model in opened(pd.DataFrame(columns | own)).models] == [True, True]
    del own["rf_b"]
    assert [model.scores is not None for model in opened(pd.DataFrame(columns | own)).models] == [True, False]


@pytest.mark.parametrize("name", ["{model}_prob_{label}", "{model} score {label}", "{model}.softmax_{label}"])
def test_scores_of_each_model_may_say_behind_its_name_that_they_are_scores(name: str) -> None:
    """They were ignored, and nobody said so."""
    labels = ["a", "b", "c"]
    columns = {"y_true": labels * 4, "cnn_pred": labels * 4, "rf_pred": ["a", "a", "c"] * 4}
    own = {name.format(model=model, label=label): [".7", ".2", ".1"] * 4 for model in ("cnn", "rf") for label in labels}
    assert [model.scores is not None for model in opened(pd.DataFrame(columns | own)).models] == [True, True]


@pytest.mark.parametrize("name", ["cnn_pred_b", "cnn_score_a"])
def test_words_behind_the_name_of_a_model_are_no_scores(name: str) -> None:
    columns = {
        "y_true": ["a", "b"] * 4,
        "cnn_pred": ["a", "b"] * 4,
        "rf_pred": ["a", "a"] * 4,
        name: ["high", "low"] * 4,
    }
    assert opened(pd.DataFrame(columns)).used == 8


def test_the_scores_whose_positive_class_was_guessed_are_named() -> None:
    columns = {"y_true": ["0", "1"] * 4, "pred_A": ["0", "1"] * 4, "pred_B": ["0", "0"] * 4}
    study = opened(pd.DataFrame(columns | {"score_A": [".8", ".2"] * 4, "score_B": [".1", ".2"] * 4}))
    assert "“score_A, score_B” was taken as the score" in warnings(study)


@pytest.mark.parametrize("name", ["PRE_1", "ai_score", "risk_score", "phat", "p1", "decision_function"])
def test_what_looks_like_a_score_beside_predictions_is_named_where_it_is_not_used(name: str) -> None:
    """The AUC was missing, and nobody said why."""
    others = RNG.random(N)
    table = pd.DataFrame({"y_true": CODED, "y_pred": SCORES > 0.5, name: others, "age": RNG.integers(20, 90, N)})
    assert f"“{name}” looks like a score and is not used" in warnings(opened(table))
    assert "is not used" not in warnings(opened(table.assign(prob=SCORES)))
    details = table.drop(columns=name).assign(P_axis=SCORES, p_value=SCORES, biomarker=SCORES)
    assert "not used" not in warnings(opened(details))
    assert "is not used" not in warnings(opened(table.assign(prob=SCORES).drop(columns=name)))


@pytest.mark.parametrize(
    "name", ["PRE_1", "ai_score", "phat", "decision_function", "sepsis_risk", "pred", "prediction"]
)
@pytest.mark.parametrize("way", [1, -1])
def test_what_looks_like_a_score_beside_predictions_is_used_where_a_threshold_on_it_gives_them(
    name: str, way: int
) -> None:
    table = pd.DataFrame({"y_true": SICK, "pred_class": np.where(SCORES > 0.5, "ill", "well"), name: way * SCORES})
    study = opened(table)
    assert study.mapping.scores == {"ill" if way == 1 else "well": name}
    assert "as a threshold on it gives the predictions" in warnings(study)
    assert study.evaluate().matrix.cells.tolist() == AT_HALF[::-1, ::-1].tolist()
    assert not opened(table.assign(risk_score=way * SCORES * 2)).mapping.scores, "one of the two, and not known which"


def test_a_risk_in_words_beside_predictions_is_a_group() -> None:
    """The file was refused, since the risk is no number."""
    table = pd.DataFrame({"y_true": CODED, "y_pred": CODED, "risk": np.where(SCORES > 0.5, "high", "low")})
    study = opened(table)
    assert study.mapping.score == ""
    assert "“risk” is named like a score and holds words: not used" in warnings(study)
    assert opened(table.assign(score=SCORES)).mapping.score == "score"
    with pytest.raises(Problem, match="holds no number"):
        opened(table.drop(columns="y_pred"))


def test_a_score_that_is_0_in_all_rows_holds_no_classes() -> None:
    """It was said to hold those of the true class, and perhaps to be a prediction."""
    table = pd.DataFrame({"y_true": CODED * 3, "prob_0": 1 - SCORES, "prob_1": 0.0, "prob_3": SCORES})
    assert "prob_1" not in warnings(opened(table))


@pytest.mark.parametrize(("raw", "probability"), [("y_score", "y_prob"), ("score", "probability")])
def test_of_several_lone_scores_a_probability_goes_before_a_logit(raw: str, probability: str) -> None:
    """Predictions were those of a logit of 0.5."""
    table = pd.DataFrame({"y_true": CODED, raw: SCORES * 9 - 4.5, probability: SCORES})
    assert opened(table).evaluate().matrix.cells.tolist() == AT_HALF.tolist()
    assert f"“{probability}” is used" in warnings(opened(table))
    assert opened(table.assign(**{raw: SCORES / 2})).mapping.score == raw
    assert opened(table.assign(**{probability: CODED})).mapping.score == raw, "a column of 0 and 1 is no score"


@pytest.mark.parametrize("labels", [("0", "1"), ("benign", "malignant")])
@pytest.mark.parametrize("way", [1, -1])
def test_the_lone_score_of_another_name_is_used_where_a_threshold_on_it_gives_the_predictions(
    labels: tuple[str, str], way: int
) -> None:
    """`score_sepsis` beside 0 and 1 was ignored, and with it every curve."""
    own = SCORES if way == 1 else 1 - SCORES
    truth, predicted = (np.array(labels)[codes.astype(int)] for codes in (CODED, SCORES >= 0.5))
    table = pd.DataFrame({"y_true": truth, "y_pred": predicted, "score_sepsis": own})
    study = opened(table)
    assert study.mapping.scores == {labels[way > 0]: "score_sepsis"}
    assert f"taken as the score for class “{labels[way > 0]}”" in warnings(study)
    assert "ignored" not in warnings(study)
    assert opened(table.assign(prob_sofa=RNG.random(N))).mapping.scores == study.mapping.scores
    other = table.assign(prob_healthy=1 - own)
    assert opened(other).mapping.scores == {labels[way > 0]: "score_sepsis", labels[way < 0]: "prob_healthy"}
    once = table.assign(y_pred=np.where(own == own.max(), labels[1], labels[0]))
    for other in (table.assign(score_sepsis=RNG.random(N)), table.assign(prob_sofa=own), once):
        assert not opened(other).mapping.scores


@pytest.mark.parametrize("name", ["score", "prob", "probability"])
@pytest.mark.parametrize("predicted", ["y_pred", "label"])
def test_the_probability_of_the_predicted_class_is_no_score_of_one_class(name: str, predicted: str) -> None:
    """Of fastai and Hugging Face: its AUC was 0.2, and without a known prediction every case was the positive class."""
    called = np.where(SCORES >= 0.5, "ill", "well")
    table = pd.DataFrame({"true_label": SICK, predicted: called, name: np.maximum(SCORES, 1 - SCORES)})
    study = opened(table)
    assert study.evaluate().matrix.cells.tolist() == AT_HALF[::-1, ::-1].tolist()
    assert (study.mapping.score, study.models[0].scores) == ("", None)
    assert f"“{name}” is 0.5 or more in every row, whichever class is predicted" in warnings(study)
    assert opened(table, Mapping(score=name)).mapping.score == name
    higher = table.assign(**{name: 0.5 + SCORES / 2})
    assert opened(higher).mapping.score == name
    assert "whichever class" not in warnings(opened(higher)), "a threshold of 0.75 gives the predictions"


@pytest.mark.parametrize("prefix", ["", "prob.", ".pred_"])
def test_classes_that_r_spells_in_names_of_columns_have_their_scores(prefix: str) -> None:
    """make.names puts a dot for what no name may hold; the scores were left aside without a word."""
    truth = np.where(SICK == "ill", "AF (paroxysmal)", "1st degree")
    table = pd.DataFrame({"y_true": truth, "y_pred": truth, f"{prefix}AF..paroxysmal.": SCORES})
    degree = "1st.degree" if prefix else "X1st.degree"
    study = opened(table.assign(**{f"{prefix}{degree}": 1 - SCORES}))
    assert study.mapping.scores == {"AF (paroxysmal)": f"{prefix}AF..paroxysmal.", "1st degree": f"{prefix}{degree}"}
    features = pd.DataFrame({"y_true": CODED, "y_pred": CODED, "X0": RNG.random(N), "X1": RNG.random(N)})
    assert not opened(features).mapping.scores, "only what adds up is for 0 and 1"


def test_scores_before_the_name_of_their_model_are_its_own() -> None:
    """`prob_ill_cnn` was said to be of no known model."""
    table = pd.DataFrame({"y_true": SICK, "pred_cnn": SICK, "pred_svm": SICK[::-1]})
    for model, scores in (("cnn", SCORES), ("svm", 1 - SCORES)):
        table = table.assign(**{f"prob_ill_{model}": scores, f"prob_well_{model}": 1 - scores})
    study = opened(table)
    found = study.mapping.model_scores or {}
    assert found["pred_cnn"] == {"ill": "prob_ill_cnn", "well": "prob_well_cnn"}
    assert found["pred_svm"] == {"ill": "prob_ill_svm", "well": "prob_well_svm"}
    assert "not known which model" not in warnings(study)


def test_a_score_of_a_model_comes_before_one_of_a_class_behind_which_its_name_stands() -> None:
    table = pd.DataFrame({"y_true": SICK, "pred_cnn": SICK, "pred_svm": SICK[::-1], "prob_ill_cnn": SCORES / 2})
    found = opened(table.assign(prob_cnn=SCORES, prob_svm=1 - SCORES)).mapping.model_scores or {}
    assert [own[""] for own in found.values()] == ["prob_cnn", "prob_svm"]


@pytest.mark.parametrize("second", ["B", "A_big"])  # the name of one model may begin that of another
def test_scores_of_a_model_for_a_class_that_no_row_uses_leave_the_others_calibrated(second: str) -> None:
    """They were said to be of no known model, and the others not to sum to 1."""
    truth = ["well", "ill"] * 10
    columns: dict[str, object] = {"y_true": truth, "pred_A": truth, f"pred_{second}": truth[::-1]}
    for model in ("A", second):
        columns |= {
            f"score_{model}_{label}": [share] * 20 for label, share in (("ill", 0.5), ("well", 0.3), ("flat", 0.2))
        }
    study = opened(pd.DataFrame(columns))
    assert "not known which model" not in warnings(study)
    assert "do not sum to 1" not in warnings(study)
    assert f"Score columns “score_A_flat”, “score_{second}_flat” are not used" in warnings(study)
    assert [
        evaluation.calibration(0) is not None for evaluation in (study.evaluate(0, None), study.evaluate(1, None))
    ] == [True] * 2


LABELS = np.array(["AF", "Normal", "VT"])
OF_THREE = np.random.default_rng(2).dirichlet([1, 1, 1], N).round(4)
OF_THREE[:, 2] = 1 - OF_THREE[:, :2].sum(1)
TRUE_OF_THREE = LABELS[np.random.default_rng(3).integers(0, 3, N)]


def of_three(name: str) -> dict[str, np.ndarray]:
    return {name.format(label): OF_THREE[:, place] for place, label in enumerate(LABELS)}


@pytest.mark.parametrize("further", ["max", "entropy", "abnormal"])
def test_what_stands_beside_probabilities_that_add_up_to_1_is_no_class(further: str) -> None:
    beside = np.random.default_rng(4).random(N)
    study = opened(pd.DataFrame({"y_true": TRUE_OF_THREE} | of_three("prob_{}") | {f"prob_{further}": beside}))
    assert study.labels == ("AF", "Normal", "VT")
    assert study.evaluate().matrix.cells.trace() == (LABELS[OF_THREE.argmax(1)] == TRUE_OF_THREE).sum()
    (said,) = (each for each in study.notices if each.code == "score_columns_of_unused_classes")
    assert said.fields["columns"] == [f"prob_{further}"]


def test_a_class_that_is_never_true_has_its_part_of_1() -> None:
    noise = np.random.default_rng(4).random(N)
    table = {name: each * (1 - noise) for name, each in of_three("prob_{}").items()} | {"prob_noise": noise}
    assert opened(pd.DataFrame({"y_true": TRUE_OF_THREE} | table)).labels == ("AF", "noise", "Normal", "VT")


@pytest.mark.parametrize("beside", [{"y_prob": SCORES}, {"y_pred": np.where(SCORES >= 0.5, "ill", "well")}])
def test_properties_of_cases_are_no_scores_of_the_classes_that_they_name(beside: dict[str, np.ndarray]) -> None:
    has_it = np.random.default_rng(5).integers(0, 2, N).astype(float)
    has_it[3] = np.nan
    table = {"y_true": SICK, "diabetes_well": 1 - has_it, "diabetes_ill": has_it}
    study = opened(pd.DataFrame(table | beside))
    assert not study.mapping.scores
    assert study.evaluate().matrix.cells.tolist() == AT_HALF[::-1, ::-1].tolist()


@pytest.mark.parametrize("name", ["{m}_{{}}", "prob_{{}}_{m}", "{{}}_prob_{m}"])
def test_of_the_scores_of_several_models_those_that_are_not_used_are_named(name: str) -> None:
    first, second = (of_three(name.format(m=model)) for model in ("vit", "cnn"))
    study = opened(pd.DataFrame({"y_true": TRUE_OF_THREE} | first | {each: second[each][::-1] for each in second}))
    (said,) = (each for each in study.notices if each.code == "several_score_prefixes")
    assert said.fields == {"others": [*second], "used": [*first]}
