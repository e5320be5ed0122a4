"""Small files that put the pages into every state, and how a visitor opens each."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pandas as pd

from predictions.demo import EXAMPLES, FOLDER
from tests.support.visitor import Visitor

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "![x](http://evil.example/x.png)",
    ":red[x]",
    "$\\alpha$",
    "[x](javascript:alert(1))",
)
MATRIX = "\tNormal\tVT\tEctopic\nNormal\t908\t30\t22\nVT\t5\t40\t5\nEctopic\t10\t6\t84"


def scored(labels: list[str], cases: int, seed: int = 0) -> pd.DataFrame:
    """True class, prediction and a score for every class, correct in about four of five cases."""
    rng = np.random.default_rng(seed)
    truth = rng.permutation(np.arange(cases) % len(labels))
    scores = rng.random((cases, len(labels))) ** 3
    scores[np.arange(cases), truth] += rng.random(cases)
    scores = (scores / scores.sum(1, keepdims=True)).round(4)
    named = np.array(labels, object)
    table = pd.DataFrame({"case_id": [f"c{i}" for i in range(cases)], "y_true": named[truth]})
    table["y_pred"] = named[scores.argmax(1)]
    return table.join(pd.DataFrame(scores, columns=[f"score_{label}" for label in labels]))


def labels_only() -> pd.DataFrame:
    return scored(["Normal", "Murmur", "Artifact"], 150)[["case_id", "y_true", "y_pred"]]


def one_score() -> pd.DataFrame:
    """Two classes, a single score column, no predictions: score >= 0.5 gives them."""
    table = scored(["healthy", "sick"], 200)
    return table[["case_id", "y_true", "score_sick"]].rename(columns={"score_sick": "score"})


def shifted_folds(shift: float = 3.0) -> pd.DataFrame:
    """Five folds of two classes, whose models separate alike; each fold's scores are higher by `shift`."""
    rng, fold = np.random.default_rng(0), np.arange(400) % 5
    truth = np.arange(400) // 5 % 4 == 0
    score = (rng.normal(size=400) + 1.5 * truth).round(4)
    table = pd.DataFrame({"case_id": [f"c{i}" for i in range(400)], "y_true": np.where(truth, "sick", "healthy")})
    predicted = np.where(score >= 0.75, "sick", "healthy")
    return table.assign(y_pred=predicted, score_sick=score + shift * fold, fold=fold)


def two_scales() -> pd.DataFrame:
    """Models A and B of the same cases, which rank them alike; only the scores of A are probabilities."""
    labels = ["Normal", "Ectopic", "VT"]
    table = scored(labels, 240).assign(model="A")
    columns = [f"score_{label}" for label in labels]
    table[columns] = table[columns].clip(lower=1e-4)
    other = table.assign(model="B", **{name: np.log(table[name]) * 3 - 2 for name in columns})
    return pd.concat([table, other], ignore_index=True)


def never_predicted() -> pd.DataFrame:
    """A rare class that the model never predicts."""
    table = scored(["Normal", "Murmur", "Rare"], 180)
    runner_up = np.where(table.score_Normal >= table.score_Murmur, "Normal", "Murmur")
    return table.assign(y_pred=table.y_pred.where(table.y_pred != "Rare", runner_up))


def one_true_class() -> pd.DataFrame:
    return scored(["Normal", "Murmur"], 60).assign(y_true="Normal")


def one_class() -> pd.DataFrame:
    return pd.DataFrame({"case_id": range(40), "y_true": "Normal", "y_pred": "Normal"})


TABLES: dict[str, Callable[[], pd.DataFrame]] = {
    "labels only": labels_only,
    "20 classes": lambda: scored([f"Class {chr(65 + i)}" for i in range(20)], 800),
    "one score": one_score,
    "shifted folds": shifted_folds,
    "never predicted": never_predicted,
    "one true class": one_true_class,
    "one class": one_class,
    "8 cases": lambda: scored(["Normal", "Murmur", "VT"], 8),
    "30 cases": lambda: scored(["Normal", "Murmur", "Artifact"], 30),
    "hostile names": lambda: scored(list(HOSTILE), 200),
}


def pasted(visitor: Visitor) -> Visitor:
    return visitor.paste(MATRIX)


def typed(visitor: Visitor) -> Visitor:
    """A matrix typed into the grid: 90, 10 / 4, 36."""
    visitor.go("data").press("Enter a confusion matrix")
    edits = {0: {"0": 90, "1": 10}, 1: {"0": 4, "1": 36}}
    visitor.app.session_state["matrix_grid_Normal|Disease"] = {
        "edited_rows": edits, "added_rows": [], "deleted_rows": [],
    }  # fmt: skip
    return visitor.press("Read the typed matrix")


def opened(name: str) -> Visitor:
    """A visitor with the study of that name open, who goes to Overview unless sent elsewhere first."""
    if name in ("pasted matrix", "typed matrix"):
        return pasted(Visitor()) if name == "pasted matrix" else typed(Visitor())
    visitor = Visitor().bring(_content(name)) if name in TABLES else Visitor(study=name)
    return visitor.begin_at("overview")


@cache
def seen(name: str, page: str) -> Visitor:
    """A page as the study of that name opens on it, run once for all who only read it."""
    return opened(name).go(page).shared()


@cache
def _content(name: str) -> bytes:
    return TABLES[name]().to_csv(index=False).encode()


STUDIES = (*(example.key for example in EXAMPLES), "pasted matrix", "typed matrix", *TABLES)
WITHOUT_SCORES = ("pasted matrix", "typed matrix", "labels only", "one class")


def example_table(key: str) -> pd.DataFrame:
    """A bundled file, read by pandas alone."""
    file = next(example.file for example in EXAMPLES if example.key == key)
    return pd.read_csv(FOLDER / file, keep_default_na=False)


def first_view(key: str) -> pd.DataFrame:
    """The rows behind the pages when an example opens: the model named first, the test split, known true class."""
    table = example_table(key)
    table = table[table.y_true != ""]
    if "model" in table:
        table = table[table.model == table.model.iloc[0]]
    return table[table.split == "test"] if "split" in table else table
