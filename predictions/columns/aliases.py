"""The column names that are recognised without asking, in order of preference."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

TRUTH = (
    "y_true", "true", "true_label", "true_class", "truth", "target", "label", "ground_truth", "gt", "actual", "obs",
    "outcome", "reference", "ytrue", "truelabel", "trueclass", "groundtruth", "y_test", "targets",
    "wahrheit", "wahre_klasse", "klasse_wahr", "label_wahr", "wahres_label", "tatsächliche_klasse", "tatsächlich",
    "referenz", "goldstandard", "gold_standard", "vérité", "verite", "vérité_terrain", "verite_terrain",
    "classe_réelle", "classe_reelle", "vraie_classe", "classe_vraie", "référence", "diagnostic_réel", "diagnostic_reel",
    "reference_standard",
    "clase_real", "clase_verdadera", "etiqueta_real", "etiqueta_verdadera", "diagnóstico_real", "verdad",
    "classe_real", "classe_verdadeira", "rótulo_verdadeiro", "rotulo_verdadeiro", "verdade",
    "classe_reale", "classe_vera", "etichetta_vera", "diagnosi_reale", "verità",
    "werkelijke_klasse", "ware_klasse", "werkelijke_diagnose", "waarheid",
    "正解ラベル", "正解クラス", "正解", "真のクラス", "真实标签", "真实类别", "真实值", "真值",
)  # fmt: skip
# The true class beside a predicted class, where no other column is named like one.
TRUTH_BESIDE = ("diagnose", "diagnosis", "diagnostic", "befund", "klasse", "classe", "krankheit", "maladie", "y")
UNMISTAKABLE = {"y_true", "true_label", "ground_truth"}
PREDICTED = (
    "y_pred", "pred", "predicted", "prediction", "predicted_label", "y_hat", "call", "pred_class", "y_pred_class",
    "predicted_class", "pred_label", "prediction_label", "prediction_class", "predict", "preds", "predictions", "ypred",
    "yhat", "predictedlabel", "predictedclass", "predlabel", "predclass",
    "vorhersage", "vorhergesagt", "vorhergesagte_klasse", "klasse_vorhergesagt", "prädiktion", "praediktion",
    "prädiziert", "prédiction", "prédit", "predit", "prédite", "classe_prédite", "classe_predite", "diagnostic_prédit",
    "index_test", "scored_labels", "pgr_1",
    "predicción", "prediccion", "predicho", "clase_predicha", "etiqueta_predicha", "diagnóstico_predicho",
    "predição", "predicao", "previsão", "previsao", "classe_prevista", "classe_predita", "predito",
    "predizione", "previsione", "classe_predetta", "predetto", "voorspelling", "voorspelde_klasse", "voorspeld",
    "予測ラベル", "予測クラス", "予測", "预测标签", "预测类别", "预测结果", "预测",
)  # fmt: skip
PREDICTED_PREFIX = ("y_pred_", "predicted_", "prediction_", "pred_", "y_hat_", "call_")
PREDICTED_SUFFIX = ("_y_pred", "_predicted", "_prediction", "_pred")
LABELS = frozenset((*TRUTH, *PREDICTED))
SCORE = (
    "score", "y_score", "prob", "probability", "y_prob", "risk", "proba", "scores", "y_scores", "probs", "y_probs",
    "probabilities", "y_proba", "logits", "predict_proba", "pred_prob", "pred_proba", "y_pred_prob", "y_pred_proba",
    "predicted_prob", "predicted_probability", "scored_probabilities",
    "wahrscheinlichkeit", "probabilité", "probabilite", "probabilidad", "probabilidade", "probabilità", "probabilita",
    "kans", "waarschijnlijkheid", "確率", "概率",
)  # fmt: skip
# The contract's four, their longer spellings, and R's .pred_<class>.
SCORE_PREFIX = (
    "score_", "prob_", "p_", "proba_", "probability_", "y_score_", "y_prob_", "pred_", "scores_", "probs_",
    "probabilities_", "softmax_", "logit_", "logits_",
)  # fmt: skip
SCORE_SUFFIX = tuple(f"_{name}" for name in SCORE)
ID_SUFFIX = ("_id", "_nr", "_number")  # `p_id` is no score of a class id
PATIENT_ID = (
    "patient_id", "subject_id", "patientid", "subjectid", "patient", "participant_id", "participantid", "participant",
    "subject", "usubjid", "patienten_id", "patientenid", "patient_nr", "patient_no", "patient_number", "patnr",
    "pat_id", "patid",
    "patienten_nr", "patientennr", "patientennummer", "patiëntnummer", "patientnummer", "patiënt_id", "patiënt",
    "id_paziente", "codice_paziente", "paziente", "paciente", "código_paciente", "id_do_paciente", "código_do_paciente",
    "患者id", "患者_id", "患者番号", "患者编号", "症例id", "症例番号", "病例号", "病人id",
    "n°_patient", "numéro_patient", "numero_patient", "id_patient", "id_paciente", "paciente_id",
)  # fmt: skip
CASE_ID = (
    "case_id", "id", *PATIENT_ID, "record_id", "study_id", "caseid", "recordid", "studyid", "fallnummer", "fall_nr",
    "fall_id", "id_code", "hadm_id", "stay_id", "encounter_id", "admission_id", "exam_id", "examination_id",
    "studyinstanceuid",
    "accession_number", "accessionnumber", "lesion_id", "specimen_id", "slide_id", "ecg_id", "eeg_id", "recording_id",
    "scan_id", "seriesinstanceuid", "dicom_id", "isic_id", "sopinstanceuid",  # names of images begin anew in a folder
)  # fmt: skip
MODEL = ("model", "classifier", "algorithm", "model_name", "learner_id")
SPLIT = ("split", "set", "subset", "partition", "dataset")
FOLD = (
    "fold", "cv_fold", "resample", "kfold", "fold_id", "fold_number", "fold_no", "fold_index", "outer_fold", "fold_idx",
    "folds", "kfold_id", "k_fold", "cvfold", "cv_fold_id", "cv_split", "foldid", "fold_num", "fold_nr", "foldnr",
    "test_fold", "cross_validation_fold",
)  # fmt: skip
# What yes and no mean in a column of this name.
SPLIT_FLAG = {
    **dict.fromkeys(("is_test", "is_testing", "in_test", "test_set", "is_holdout", "holdout"), ("test", "train")),
    **dict.fromkeys(("is_validation", "is_val", "is_valid", "in_validation"), ("valid", "train")),
    **dict.fromkeys(
        ("is_train", "is_training", "in_train", "in_training", "train", "training", "train_set", "training_set"),
        ("train", "test"),
    ),
}
# What any column may hold beside classes of that name; and what a flag says, in more languages.
ANSWERS = {"0", "1", "true", "false", "yes", "no", "y", "n"}
YES, NO = ("1", "true", "t", "yes", "y", "ja", "oui"), ("0", "false", "f", "no", "n", "nein", "non")
SEQUENCE = ("video_id", "video", "sequence", "record", "night")
READER = (
    "reader", "rater", "annotator", "scorer", "reader_id", "rater_id", "annotator_id", "scorer_id", "observer",
    "observer_id", "radiologist", "radiologist_id", "pathologist", "pathologist_id", "reviewer", "reviewer_id",
    "expert", "expert_id", "grader", "grader_id", "cardiologist", "dermatologist", "ophthalmologist",
)  # fmt: skip
ORDER = (
    "frame", "time", "t", "timestamp", "epoch", "second", "frame_number", "frame_no", "frame_id", "frame_idx",
    "frame_index", "frame_num",
)  # fmt: skip

# Frequencies where rows are no cases with ids, else any detail.
TALLIES = (
    "count", "counts", "n_cases", "n", "cnt", "anzahl", "nombre", "patients", "subjects", "n_patients", "nb_patients",
    "n_subjects", "effectif", "effectifs", "fälle", "count_star()", "count(*)",
)  # fmt: skip
# The cases of a cell of a matrix; the last three are of a sum without a name, in SQL and in pandas.
COUNT = (
    *TALLIES, "cases", "number", "freq", "frequency", "total", "size", "num", "f0", "(no_column_name)", "0",
)  # fmt: skip

# In the languages that hospitals write in.
SPLIT_VALUES = {
    "test": ("test", "testing", "tst", "testen", "teste", "prueba", "prova", "тест", "测试"),
    "valid": (
        "valid", "val", "validation", "validate", "dev", "holdout", "hold-out", "tune", "validierung", "validación",
        "validacion", "validazione", "validatie", "validação", "validacao", "验证",
    ),
    "train": (
        "train", "training", "trn", "derivation", "trainieren", "entraînement", "entrainement", "apprentissage",
        "entrenamiento", "addestramento", "treinamento", "treino", "обучение", "训练",
    ),
}  # fmt: skip
AROUND_SPLIT = re.compile(
    r"^(?:\d+[_. \-]+|(?:jeu|ensemble|échantillon) d(?:e |['’])|conjunto de )"
    r"|[_. \-]*(?:(?:sub|data)?sets?|data|s?daten(?:satz)?|split|sample|cohort|partition)$"
)
HELD_OUT = ("holdout", "hold-out")  # the test split, where another one is for validation


def split_of(name: str) -> str:
    """What a name of a split means, such as valid for `Validation cohort`; the name itself where it is another one."""
    return next((split for split, names in SPLIT_VALUES.items() if bare_split(name) in names), name)


def bare_split(name: str) -> str:
    """`1_Test`, `Test set` -> `test`."""
    text = name.strip().casefold()
    return AROUND_SPLIT.sub("", text) or text


def flagged(column: str, value: str) -> str:
    """`train` for False in `is_test`; the value itself where it is no flag."""
    yes, no = SPLIT_FLAG.get(key_of(column), (value, value))
    return yes if value.casefold() in YES else no if value.casefold() in NO else value


def key_of(name: str) -> str:
    """A column name as the aliases spell it: `Case ID` -> `case_id`, `.pred_A` -> `pred_a`, `Fold #` -> `fold`."""
    name = unicodedata.normalize("NFC", name)  # as macOS decomposes accents
    return re.sub(r"[\s\-.]+", "_", name.strip().lstrip(".").removesuffix(" #").casefold()).strip("_")


def by_alias(names: Iterable[str], wanted: Iterable[str]) -> list[str]:
    """Columns whose name is one of the aliases, the preferred alias first."""
    order = [*wanted]
    found = [name for name in names if key_of(name) in order]
    return sorted(found, key=lambda name: order.index(key_of(name)))


def names_score(name: str) -> bool:
    """Whether a column of this name is likely a score: `risk`, `score_A`, `sepsis_prob`, and no `p_id`."""
    key = key_of(name)
    is_score = key in SCORE or key.startswith(SCORE_PREFIX) or key.endswith(SCORE_SUFFIX)
    return is_score and not key.endswith(ID_SUFFIX)


ROLES = frozenset((*TRUTH, *PREDICTED, *SCORE, *CASE_ID, *MODEL, *SPLIT, *FOLD, *SEQUENCE, *ORDER))


def is_header(keys: set[str]) -> bool:
    """Whether keys of a row name a true-class column and more; `True` and `target` are in ordinary rows, too."""
    others = [key for key in keys if key not in TRUTH and _has_role(key)]
    return len(keys) > 1 and bool(keys & UNMISTAKABLE or (keys & set(TRUTH) and others))


def likeliest_header(rows: Iterable[tuple[int, Iterable[str]]]) -> int | None:
    """The number of the row of cells that is a header: one with a name such as y_true goes before, then the one with
    more names that are known, then the first: above `id, truth, class, score` may stand `Reference, Model`."""
    keyed = ((number, {key for cell in cells if (key := key_of(cell))}) for number, cells in rows)
    headers = [(number, keys) for number, keys in keyed if is_header(keys)]
    ranked = [(not UNMISTAKABLE & keys, -sum(map(_has_role, keys)), number) for number, keys in headers]
    return min(ranked)[-1] if ranked else None


def has_role(name: str) -> bool:
    """Whether a column of this name is read as more than a detail of its case."""
    return _has_role(key_of(name))


def _has_role(key: str) -> bool:
    return key in ROLES or key.startswith(SCORE_PREFIX) or names_prediction(key)


def names_prediction(key: str) -> bool:
    """Whether a key is that of predictions, or begins or ends like one."""
    return key in PREDICTED or key.startswith(PREDICTED_PREFIX) or key.endswith(PREDICTED_SUFFIX)


def from_of(key: str) -> str:
    """The true class as SAS names it beside a prediction `_INTO_` or `I_sepsis`; "" for another name."""
    return "from" if key == "into" else f"f_{key[2:]}" if key.startswith("i_") else ""
