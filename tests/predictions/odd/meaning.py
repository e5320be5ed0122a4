"""Tables that are clean and mean something else than they seem: readers, folds, models, weights, several labels."""

from __future__ import annotations

from tests.predictions.helpers import pairs
from tests.predictions.odd.expected import ANYTHING, CELLS, HEADER, IDS, PREDICTED, SCORES, TRUTH, Odd, rows, text

OTHERS = PREDICTED[::-1]
NINE = ["healthy", "sepsis", "other"] * 4


def long(group: str, names: tuple[str, str], second_truth: list[str] = TRUTH, ids: list[str] = IDS) -> str:
    """Every case twice, under two names in one column."""
    first = [(*row, names[0]) for row in rows(ids=ids)]
    second = [(*row, names[1]) for row in rows(second_truth, OTHERS, ids=ids)]
    return text([*first, *second], header=["case_id", "y_true", "y_pred", "score_sepsis", group])


CHANGED = ["healthy", *TRUTH[1:]]
READER = "reader"

MEANING = [
    Odd(
        "scores of a class that no case is, the highest in all rows",
        text(
            [(*row[:2], 0.1, 0.2, 0.9) for row in rows()],
            header=["case_id", "y_true", "score_healthy", "score_sepsis", "score_other"],
        ),
        refused="the labels in “y_true” and those of the highest scores do not match",
    ),
    Odd("two readers", long("reader", ("A", "B")), refused=READER),
    Odd("two readers by another name", long("reader_id", ("A", "B")), refused=READER),
    Odd("two radiologists", long("radiologist", ("A", "B")), refused="radiologist"),
    Odd(
        "two readers of different cases",
        text(
            [(*row, "AB"[n % 2]) for n, row in enumerate(rows())],
            header=["case_id", "y_true", "y_pred", "score_sepsis", "reader"],
        ),
        says=READER,
    ),
    Odd(
        "two readers without ids",
        text(
            [(*row[1:], "AB"[n % 2]) for n, row in enumerate(rows())],
            header=["y_true", "y_pred", "score_sepsis", "reader"],
        ),
        says=READER,
        refused=READER,
    ),
    Odd("two models", long("model", ("A", "B"))),
    Odd(
        "two models with another truth for a case",
        long("model", ("A", "B"), CHANGED),
        says="different true class",
        refused="different true class",
        cells=None,
        auc=None,
    ),
    Odd(
        "two models in rows of the same order",
        long("model", ("A", "B"), ids=[""] * 12).replace("case_id", "note"),
        says=ANYTHING,
    ),
    Odd(
        "a model with another name for the truth",
        text(
            [(i, t, o, p, q) for i, t, o, p, q in zip(IDS, TRUTH, CHANGED, PREDICTED, OTHERS, strict=True)],
            header=["case_id", "y_true", "truth_B", "pred_A", "pred_B"],
        ),
        auc=None,
        says=ANYTHING,
    ),
    Odd(
        "predictions of each fold in a column of its own",
        text(
            [(i, t, *(p if n % 3 == fold else "" for fold in range(3))) for n, (i, t, p, _) in enumerate(rows())],
            header=["case_id", "y_true", "pred_fold1", "pred_fold2", "pred_fold3"],
        ),
        says="different numbers of rows|without a prediction",
        cells=None,
        auc=None,
    ),
    Odd(
        "folds of very different size",
        text(
            [(*row, 0 if n < 2 else 1) for n, row in enumerate(rows() * 4)],
            header=["case_id", "y_true", "y_pred", "score_sepsis", "fold"],
        ),
        says="folds? .*siz",
        cells=None,
        auc=None,
    ),
    Odd(
        "a weight",
        text([(*row, 2.5) for row in rows()], header=["case_id", "y_true", "y_pred", "score_sepsis", "sample_weight"]),
        says="weight",
        refused="weight",
    ),
    Odd(
        "a frequency",
        text(
            [(*row, n) for n, row in enumerate(rows(), 3)],
            header=["case_id", "y_true", "y_pred", "score_sepsis", "freq"],
        ),
        says="weight|freq",
        refused="freq|weight",
    ),
    Odd(
        "several labels a row",
        text(
            [(i, n % 2, n % 3 % 2, 1, n % 2, 0, 1) for n, i in enumerate(IDS)],
            header=["case_id", "y_true_A", "y_true_B", "y_true_C", "y_pred_A", "y_pred_B", "y_pred_C"],
        ),
        refused="label|true class",
    ),
    Odd(
        "one-hot predictions",
        text(
            [(i, t, int(p == "healthy"), int(p == "sepsis")) for i, t, p, _ in rows()],
            header=["case_id", "y_true", "pred_healthy", "pred_sepsis"],
        ),
        says="two values|highest",
        auc=None,
    ),
    Odd(
        "log odds for each class",
        text(
            [(i, t, p, round(0.5 - s, 2), round(s - 0.5, 2)) for i, t, p, s in rows()],
            header=["case_id", "y_true", "y_pred", "score_healthy", "score_sepsis"],
        ),
        says="negative",
    ),
    Odd(
        "percentages for each class",
        text(
            [(i, t, p, round(100 - 100 * s), round(100 * s)) for i, t, p, s in rows()],
            header=["case_id", "y_true", "y_pred", "score_healthy", "score_sepsis"],
        ),
        says="percent",
    ),
    Odd(
        "a score for a class that has no rows",
        text(
            [(i, t, p, round(1 - s, 2), s, 0) for i, t, p, s in rows()],
            header=["case_id", "y_true", "y_pred", "score_healthy", "score_sepsis", "score_flu"],
        ),
        says="score_flu",
    ),
    Odd(
        "predictions that are a score",
        text([(i, t, s) for i, t, _, s in rows()], header=["case_id", "y_true", "y_pred"]),
        refused="none in common|do not match|score",
    ),
    Odd(
        "a truth that is a score",
        text([(i, s, p) for i, _, p, s in rows()], header=["case_id", "y_true", "y_pred"]),
        refused="none in common|do not match|true class",
    ),
    Odd("a prediction that is the truth", text(rows(predicted=TRUTH)), says="not a copy", cells=pairs(TRUTH, TRUTH)),
    Odd(
        "train and test",
        text(
            [(*row, "train" if n < 6 else "test") for n, row in enumerate(rows())],
            header=["case_id", "y_true", "y_pred", "score_sepsis", "split"],
        ),
        says="train",
        cells=None,
        auc=None,
    ),
    Odd(
        "patients in train and test",
        text(
            [(f"P{n % 6}", *row[1:], "train" if n < 6 else "test") for n, row in enumerate(rows())],
            header=["patient_id", "y_true", "y_pred", "score_sepsis", "split"],
        ),
        says="leak",
        cells=None,
        auc=None,
    ),
    Odd(
        "counts instead of cases",
        "y_true,y_pred,n\nhealthy,healthy,50\nhealthy,sepsis,3\nsepsis,healthy,4\nsepsis,sepsis,40\n",
        refused="matrix",
    ),
    Odd("a confusion matrix", ",healthy,sepsis\nhealthy,50,3\nsepsis,4,40\n", refused="confusion matrix"),
    Odd(
        "a report of scikit-learn",
        ",precision,recall,f1-score,support\nhealthy,0.9,0.8,0.85,50\nsepsis,0.7,0.8,0.75,20\n"
        "accuracy,0.8,0.8,0.8,70\n",
        refused="true class|report|no column",
    ),
    Odd(
        "regression",
        text([(n, n * 1.7 + 0.1, n * 1.6 + 0.3) for n in range(40)], header=["id", "y_true", "y_pred"]),
        refused="none in common|distinct value",
    ),
    Odd(
        "survival",
        text(
            [(i, n * 10, int(t == "sepsis"), s) for n, (i, t, _, s) in enumerate(rows())],
            header=["patient_id", "time", "event", "risk"],
        ),
        refused="true class",
    ),
    Odd(
        "a question of the truth",
        text([(i, t, t, p) for i, t, p, _ in rows()], header=["case_id", "reference", "truth", "y_pred"]),
        says="truth|reference",
        auc=None,
    ),
    Odd(
        "two different truths",
        text(
            [(i, t, c, p) for (i, t, p, _), c in zip(rows(), CHANGED, strict=True)],
            header=["case_id", "reference", "truth", "y_pred"],
        ),
        says="could also be the true class",
        auc=None,
        cells=None,
    ),
    Odd(
        "a lone score for three classes",
        text(list(zip(IDS, NINE, SCORES, strict=True)), header=["case_id", "y_true", "score"]),
        refused="score|classes",
    ),
    Odd(
        "a confidence of the predicted class",
        text(
            [(i, t, p, max(s, round(1 - s, 2))) for i, t, p, s in rows()],
            header=["case_id", "y_true", "y_pred", "confidence"],
        ),
        says=ANYTHING,
        auc=None,
    ),
    Odd(
        "frames of a video",
        text(
            [(f"v{n // 6}", n % 6, t, p) for n, (_, t, p, _) in enumerate(rows())],
            header=["video_id", "frame", "y_true", "y_pred"],
        ),
        says="video",
        auc=None,
        cells=CELLS,
    ),
    Odd(
        "only twelve rows without a prediction",
        text([(i, t, "") for i, t, _, _ in rows()], header=["case_id", "y_true", "y_pred"]),
        refused="true and a predicted class",
    ),
    Odd("two readers' numbers as ids", text(rows(ids=["1.0", "1", *IDS[2:]])), says=ANYTHING),
    Odd("ids that a spreadsheet rounded", text(rows(ids=[f"1.2345{n:02d}E+11" for n in range(12)])), says="rounded"),
    Odd(
        "the same row twice",
        text([*rows(), rows()[0]]).replace("patient_id", "case_id"),
        says="1 row repeats another row in every column",
        cells=None,
        auc=None,
    ),
    Odd(
        "the same case twice with another prediction",
        text([*rows(), (IDS[0], TRUTH[0], "healthy", 0.2)]).replace("patient_id", "case_id"),
        says="conflicting predictions",
        cells=None,
        auc=None,
    ),
    Odd("names of nobody", text(rows(ids=["", *IDS[1:]])), says="blank ID"),
    Odd(
        "a score with its unit in the name",
        text(header=[*HEADER[:3], "score_sepsis (%)"]),
        says="as a threshold on it gives the predictions",
    ),
    Odd(
        "scores named behind their class",
        text(
            [(*row, round(1 - float(str(row[3])), 2)) for row in rows()],
            header=[*HEADER[:3], "sepsis_prob", "healthy_prob"],
        ),
    ),
    Odd(
        "scores with their class in brackets",
        text(
            [(*row, round(1 - float(str(row[3])), 2)) for row in rows()],
            header=[*HEADER[:3], "P(sepsis)", "P(healthy)"],
        ),
    ),
    Odd("a score of another kind", text(header=[*HEADER[:3], "sofa_score"]), says=ANYTHING, auc=None),
    Odd(
        "abstentions",
        text(rows(predicted=["no call", *PREDICTED[1:]])),
        says="“no call” .*missing",
        cells=None,
        auc=None,
    ),
]
