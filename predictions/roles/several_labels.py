"""Files with several labels a row: a yes/no column for each, and the model's column beside it where names pair them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from predictions.columns import aliases
from predictions.columns.aliases import key_of
from predictions.columns.labels import encode
from predictions.roles import candidates
from predictions.roles.understood import Understood

FEWEST, OF_ONE_FINDING = 2, 0.4  # labels; the correlation of yes/no columns that say the same of a row
TRUE, PREDICTED, SCORE = (
    r"y_true|true_label|true|truth|ground_truth|gt|actual|target|label|outcome|reference",
    r"y_pred|y_hat|predicted|prediction|pred|call",
    "|".join(sorted({prefix.rstrip("_") for prefix in aliases.SCORE_PREFIX} | set(aliases.SCORE), key=len)[::-1]),
)


@dataclass(frozen=True)
class Label:
    """One label of several: the column of its true class, and what the model gave; "" for none."""

    name: str
    truth: str
    predicted: str
    score: str

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.truth, self.predicted, self.score)))


def paired_labels(table: Understood, yes_no: Sequence[str]) -> list[Label]:
    """Labels whose true class and prediction or score are told by name, as AF beside prob_AF; [] for fewer than two."""
    scores = [name for name in table.free if name not in yes_no and candidates.is_score(table, name)]
    predicted = {label: name for name in yes_no if (label := _label_of(name, PREDICTED))}
    scored = {label: name for name in scores if (label := _label_of(name, f"{SCORE}|{PREDICTED}"))}
    taken, found = {*predicted.values()}, []
    for name in yes_no:
        label = _label_or_name(name)
        if name not in taken and (label in predicted or label in scored):
            found.append(Label(label_shown(name), name, predicted.get(label, ""), scored.get(label, "")))
    return found if len(found) >= FEWEST and len({key_of(each.name) for each in found}) == len(found) else []


def label_read(truth: str, names: Sequence[str]) -> str:
    """The label of this true class, as the file spells it, where names pair several with what a model gave; else ""."""
    own, paired = _label_or_name(truth), _labels_paired(names)
    is_label = key_of(truth) not in aliases.TRUTH and own not in aliases.TRUTH  # y_pred has no label y
    return label_shown(truth) if is_label and own in paired and len(paired) >= FEWEST else ""


def _labels_paired(names: Sequence[str]) -> set[str]:
    """The labels that a column is named after, perhaps as their true class, and another one as what a model gave."""
    given = {_label_of(name, f"{SCORE}|{PREDICTED}") for name in names} - {""}
    return given & {_label_or_name(name) for name in names}


def pairs_of_names(names: Sequence[str]) -> list[tuple[str, str]]:
    """The true class of a label, such as true_stage or stage, beside the prediction of the same, such as pred_stage.

    In place of a prediction it may be a score, such as stage_prob. [] where several labels have a prediction or a
    score, or where two columns may be the true class.
    """
    given = {label: name for name in names if (label := _label_of(name, SCORE))}
    given |= {label: name for name in names if (label := _label_of(name, PREDICTED))}
    known = [(name, given[label]) for name in names if (label := _label_or_name(name)) in given]
    return known if len(known) == len(_labels_paired(names)) == 1 else []


def is_bare(name: str) -> bool:
    """Whether a column is not named as a true class, unlike true_stage."""
    return not _label_of(name, TRUE)


def named_as(truth: str) -> set[str]:
    """What a prediction may be named after: `true_stage` and `stage`, of `y_true` nothing else."""
    key = key_of(truth)
    return {key} if key in aliases.TRUTH else {key, _label_or_name(truth)}


def true_labels(names: Sequence[str]) -> dict[str, str]:
    """The columns named as the true class of one label each, as true_AF, with that label as the file spells it."""
    found = {name: label_shown(name) for name in names if _label_of(name, TRUE)}
    return found if len({key_of(label) for label in found.values()}) == len(found) else {}


def say_the_same(table: Understood, yes_no: Sequence[str]) -> bool:
    """Whether two of these columns agree as a true class and its prediction do, which two labels hardly ever do."""
    held = np.array([_said(table, name) for name in yes_no], float)
    spread = held.std(axis=1) > 0
    return bool((np.corrcoef(held[spread])[np.triu_indices(int(spread.sum()), 1)] >= OF_ONE_FINDING).any())


def agreeing(table: Understood, yes_no: Sequence[str], truth: str) -> list[str]:
    """Those of the columns that agree with the true class as a prediction does, as neither sex nor another label do."""
    held = np.array([_said(table, name) for name in (truth, *yes_no)], float)
    with np.errstate(invalid="ignore"):  # a column of one value agrees with nothing
        found = np.atleast_2d(np.corrcoef(held))[0, 1:]
    return [name for name, own in zip(yes_no, found, strict=True) if own >= OF_ONE_FINDING]


def _said(table: Understood, column: str) -> np.ndarray:
    """(n,) 0 or 1 of the first rows, by the two texts of a column in their order; 0 for an empty cell."""
    coded = encode(table.first(column), column)
    ranks = np.append(np.argsort(np.argsort(coded.texts)), 0)
    found: np.ndarray = np.minimum(ranks[coded.codes], 1)
    return found


def _label_of(name: str, words: str) -> str:
    """`y_true_AF` and `AF_true` -> `af`; "" for a name of another kind."""
    match = re.fullmatch(rf"(?:{words})_(.+)|(.+?)_(?:{words})", key_of(_without_brackets(name)))
    return "" if match is None else match[1] or match[2]


def _without_brackets(name: str) -> str:
    """`AF (gt)` and `Prob[AF]` name their label as `AF gt` and `Prob AF` do."""
    return re.sub(r"[()\[\]]", " ", name)


def _label_or_name(name: str) -> str:
    return _label_of(name, TRUE) or key_of(name)


def label_shown(name: str) -> str:
    """The label as the file spells it."""
    spelt = _without_brackets(name).strip()
    bare = re.fullmatch(rf"(?:{TRUE})[\s._\-]+(.+)|(.+?)[\s._\-]+(?:{TRUE})", spelt, re.IGNORECASE)
    return name if bare is None else bare[1] or bare[2]
