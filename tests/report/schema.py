"""The exported document as a JSON schema: nothing else may stand in it."""

from __future__ import annotations

from typing import Any

from metrics.notes import Code

Schema = dict[str, Any]

COUNTED = ("sensitivity", "specificity", "ppv", "npv", "f1", "jaccard", "accuracy")
RANKED = ("auc", "average_precision")
WHOLE = ("accuracy", "balanced_accuracy", "mean_class_accuracy", "mcc", "kappa")
ROWS = (
    "auc_hand_till", "auc_hand_till_pooled", "brier", "overlap_score", "overlap_score_any_class", "edit_score",
    "segmental_f1_10", "segmental_f1_25", "segmental_f1_50",
)  # fmt: skip
CLASS_ONLY = ("fpr", "fnr", "prevalence", "lr_positive", "lr_negative")
RISK = ("risk_score", "missed_as_normal")

COUNT: Schema = {"type": "integer", "minimum": 0}
TEXT: Schema = {"type": "string", "minLength": 1}
NOTICE_CODE: Schema = {"type": "string", "pattern": "^[a-z0-9_]+$"}
NAME: Schema = {"type": ["string", "null"]}


def exactly(required: dict[str, Schema], **optional: Schema) -> Schema:
    return {
        "type": "object", "properties": required | optional, "required": list(required), "additionalProperties": False
    }  # fmt: skip


def each(keys: tuple[str, ...], schema: Schema) -> dict[str, Schema]:
    return dict.fromkeys(keys, schema)


def listed(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


NUMBER = {"type": "number"}
CODE = {"enum": [code.value for code in Code]}
UNDEFINED = exactly({"value": {"type": "null"}, "code": CODE, "note": TEXT})
DEFINED = exactly({"value": NUMBER}, code=CODE, note=TEXT)
BOUNDED = exactly({"value": NUMBER, "low": NUMBER, "high": NUMBER, "method": TEXT}, code=CODE, note=TEXT)
ESTIMATE: Schema = {"oneOf": [UNDEFINED, DEFINED, BOUNDED]}
SPREAD = exactly(
    {"mean": {"type": ["number", "null"]}, "sd": {"type": ["number", "null"]}, "used": COUNT, "total": COUNT}
)


def blocks(leaf: Schema) -> dict[str, Schema]:
    averaged = exactly(each(COUNTED, leaf), **each(RANKED, leaf))
    return {
        "macro": averaged,
        "micro": exactly(each(COUNTED, leaf)),
        "weighted": averaged,
        "overall": exactly(each(WHOLE, leaf), **each((*RISK, *ROWS, "f1_of_means"), leaf)),
    }


CLASS = exactly(
    each(("support", "predicted", "tp", "fp", "fn", "tn"), COUNT) | each((*COUNTED, *CLASS_ONLY), ESTIMATE),
    **each((*RANKED, "auc_pooled", *RISK), ESTIMATE),
    decision_curve=listed(exactly({"threshold": NUMBER} | each(("model", "all", "avoided_per_100"), ESTIMATE))),
    unanswered=exactly({"rows": COUNT, "sensitivity_if_all_wrong": ESTIMATE}),
    calibration=exactly(
        each(("intercept", "slope", "citl", "oe_ratio", "ici", "brier"), ESTIMATE),
        curve=listed({"type": "array", "items": {"type": ["number", "null"]}, "minItems": 4, "maxItems": 4}),
    ),
)
CELLS = each(("support", "predicted", "tp", "fp", "fn", "tn"), COUNT)
IN_GROUP = each(("sensitivity", "fpr", "ppv", "alarm_rate"), ESTIMATE)
OF_RISKS = each(("auc", "oe_ratio"), ESTIMATE)
SUBGROUP = exactly(
    {
        "column": TEXT,
        "value": TEXT,
        "n": {"type": "integer", "minimum": 1},
        "classes": {"type": "object", "additionalProperties": exactly(CELLS | IN_GROUP, **OF_RISKS)},
        "difference": {"type": "object", "additionalProperties": exactly(IN_GROUP, **OF_RISKS)},
    }
)
DAY: Schema = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}
MONTH = exactly(
    {
        "from": DAY,
        "to": DAY,
        "n": {"type": "integer", "minimum": 1},
        "classes": {"type": "object", "additionalProperties": exactly(CELLS | IN_GROUP)},
    }
)
REQUIREMENT = exactly(
    {
        "model": NAME,
        "split": NAME,
        "class": NAME,
        "metric": TEXT,
        "state": {"enum": ["met", "not met", "inconclusive"]},
        "reason": TEXT,
        "notes": listed(TEXT),
        "estimate": ESTIMATE,
    },
    at_least=NUMBER,
    at_most=NUMBER,
)
EVALUATION = exactly(
    {
        "model": NAME,
        "split": NAME,
        "n": {"type": "integer", "minimum": 1},
        "clusters": {"type": ["integer", "null"]},
        "sequences": {"type": ["integer", "null"]},
        "confusion_matrix": listed(listed(COUNT)),
        "classes": {"type": "object", "additionalProperties": CLASS},
    }
    | blocks(ESTIMATE),
    effective_n=NUMBER,
    folds=listed(exactly({"fold": {"type": "string"}, "n": COUNT} | blocks(ESTIMATE))),
    fold_summary=exactly(blocks(SPREAD)),
    subgroups=listed(SUBGROUP),
    over_time=listed(MONTH),
)
DOCUMENT = exactly(
    {
        "schema": {"const": 2},
        "software": exactly(
            {"name": {"const": "rounds"}, "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"}}
        ),
        "intervals": exactly(
            {"style": {"enum": ["default", "conventional"]}, "level": NUMBER, "replicates": COUNT, "seed": COUNT},
            conditional_on={"const": "fitted models"},
        ),
        "source": exactly(
            {
                "files": listed(exactly({"name": TEXT, "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"}})),
                "rows": COUNT,
                "used": COUNT,
                "excluded": listed(exactly({"reason": TEXT, "rows": COUNT})),
            }
        ),
        "settings": exactly({"undefined_as_zero": {"type": "boolean"}}),
        "notices": listed(exactly({"level": {"enum": ["info", "warning"]}, "code": NOTICE_CODE, "text": TEXT})),
        "labels": listed({"type": "string"}),
        "names": {"type": "object", "additionalProperties": TEXT},
        "not_diseases": listed({"type": "string"}),
        "normal": NAME,
        "positive": NAME,
        "requirements": listed(REQUIREMENT),
        "evaluations": listed(EVALUATION),
    }
)
