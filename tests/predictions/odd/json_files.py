"""JSON as interfaces and notebooks write it."""

from __future__ import annotations

import json
from typing import Any

from tests.predictions.odd.expected import HEADER, PREDICTED, Odd, rows

RECORDS = [dict(zip(HEADER, row, strict=True)) for row in rows()]
COLUMNS = {name: [record[name] for record in RECORDS] for name in HEADER}
LINES = [json.dumps(record) + "\n" for record in RECORDS]
CLASSES = ["healthy", "sepsis"]


def named(score: float) -> list[dict[str, Any]]:
    return [{"label": name, "score": each} for name, each in zip(CLASSES, (1 - score, score), strict=True)]


JSON = [
    Odd("JSON with NaN", json.dumps(RECORDS).replace("0.91", "NaN"), says="without a score", auc=None),
    Odd("JSON behind a mark", "\ufeff" + json.dumps(RECORDS)),
    Odd("JSON with single quotation marks", str(RECORDS), refused="not valid JSON"),
    Odd("JSON with a comma too many", json.dumps(RECORDS)[:-1] + ",]", refused="not valid JSON"),
    Odd("JSON with a comment", "// predictions\n" + json.dumps(RECORDS), refused="JSON|column"),
    Odd("JSON of two lists", json.dumps(RECORDS[:6]) + json.dumps(RECORDS[6:]), refused="several JSON values"),
    Odd("JSON of lists of two lengths", json.dumps(COLUMNS | {"y_pred": PREDICTED[:-1]}), refused="shapes do not fit"),
    Odd("JSON with a total outside", json.dumps({"n": 12, "predictions": RECORDS}), says="predictions"),
    Odd(
        "JSON with keys in two spellings",
        json.dumps(
            [
                {("Y_true" if n == 3 else k) if k == "y_true" else k: v for k, v in r.items()}
                for n, r in enumerate(RECORDS)
            ]
        ),
        says="without the key",
        refused="differ only in case",
        cells=None,
        auc=None,
    ),
    Odd(
        "JSON with probabilities inside",
        json.dumps([{"y_true": t, "y_pred": p, "probs": {"healthy": 1 - s, "sepsis": s}} for _, t, p, s in rows()]),
        says="nested values",
    ),
    Odd(
        "JSON with a list of probabilities",
        json.dumps([{"y_true": t, "y_pred": p, "scores": [1 - s, s]} for _, t, p, s in rows()]),
        says="holds a list of scores in each row",
        auc=None,
    ),
    Odd(
        "a pipeline of Hugging Face, the likelier class first",
        json.dumps(
            [
                {"label": t, "prediction": sorted(named(s), key=lambda each: each["score"] < 0.5)}
                for _, t, _, s in rows()
            ]
        ),
        says="score_sepsis",
    ),
    Odd(
        "batch predictions of Vertex AI",
        "".join(
            json.dumps(
                {"label": t, "prediction": {"ids": ["7", "8"], "displayNames": CLASSES, "confidences": [1 - s, s]}}
            )
            + "\n"
            for _, t, _, s in rows()
        ),
        says="score_healthy",
    ),
    Odd(
        "the likeliest class alone in a list",
        json.dumps([{"y_true": t, "prediction": [{"label": p, "score": 0.9}]} for _, t, p, _ in rows()]),
        refused="nested values",
    ),
    Odd("JSON that is a page of an interface", json.dumps({"error": "unauthorized"}), refused="holds no table"),
    Odd(
        "a bundle of FHIR",
        json.dumps({"resourceType": "Bundle", "entry": [{"resource": {"id": "1"}}]}),
        refused="holds no table",
    ),
    Odd("NDJSON", "".join(LINES)),
    Odd("NDJSON with blank lines", "\n".join(LINES) + "\n\n"),
    Odd("NDJSON behind a mark", "\ufeff" + "".join(LINES)),
    Odd("NDJSON with a broken line", "".join([*LINES[:4], '{"y_true": "sepsis", \n', *LINES[5:]]), refused="line 5"),
    Odd("NDJSON cut off", "".join(LINES)[:-9], refused="line 12"),
    Odd("NDJSON with commas between", ",\n".join(line.strip() for line in LINES), refused="line 1,|line 1 "),
]
