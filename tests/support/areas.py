"""The AUC of scikit-learn: where rows are of folds, the mean of theirs."""

from __future__ import annotations

import numpy as np
import pandas as pd
from sklearn.metrics import roc_auc_score


def area(rows: pd.DataFrame, label: str) -> float:
    """One class, one-vs-rest, from the columns y_true, score_<label> and, of a cross-validation, fold."""
    parts = [part for _, part in rows.groupby("fold")] if "fold" in rows else [rows]
    return float(np.mean([roc_auc_score(part.y_true == label, part[f"score_{label}"]) for part in parts]))
