"""Cases in groups, drawn with known rates."""

from dataclasses import replace

import numpy as np

from metrics import ConfusionMatrix, Evaluation, ResamplingUnits, ThresholdTable
from metrics.subgroups.divided import Divided
from metrics.weighted_evaluation import weighted_evaluation

LABELS = ("Normal", "VT")


def evaluation(truth, predicted, scores=None, patients=None, weights=None, labels=LABELS):
    """Of (n,) codes; scores: (n,) of the last class."""
    truth, predicted = np.asarray(truth), np.asarray(predicted)
    last = len(labels) - 1
    table = None if scores is None else ThresholdTable.from_scores(scores, truth == last)
    each = tuple(np.asarray(scores) if at == last and scores is not None else None for at in range(len(labels)))
    count = len(truth) if patients is None else len(np.unique(patients))
    own = None if count == len(truth) else patients
    units = ResamplingUnits(truth, predicted, len(labels), count, each, own)
    tables = () if scores is None else (*(None,) * last, table)
    found = Evaluation(ConfusionMatrix.from_codes(truth, predicted, labels), tables, units=units)
    return found if weights is None else weighted_evaluation(found, weights)


def divided(codes, truth, predicted, scores=None, patients=None, weights=None, labels=LABELS, level=0.95):
    codes = np.asarray(codes)
    parts = [None if each is None else np.asarray(each) for each in (truth, predicted, scores, patients, weights)]

    def of(rows):
        return evaluation(*(None if each is None else each[rows] for each in parts), labels).at_level(level)

    whole = of(np.ones(len(codes), bool))
    return Divided(
        replace(whole) if weights is None else whole,
        codes,
        int(codes.max()) + 1,
        len(labels) - 1,
        lambda group, scored: of(codes == group),
        lambda group, scored: of((codes >= 0) & (codes != group)),
    )


def counted(*groups):
    """Rows of groups given as (tp, fp, fn, tn)."""
    codes, truth, predicted = [], [], []
    for code, (tp, fp, fn, tn) in enumerate(groups):
        codes += [code] * (tp + fp + fn + tn)
        truth += [1] * tp + [0] * fp + [1] * fn + [0] * tn
        predicted += [1] * (tp + fp) + [0] * (fn + tn)
    return np.array(codes), np.array(truth), np.array(predicted)
