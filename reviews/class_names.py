"""The names of classes before a person gives them: as in the file, of yes and no by what the column asks."""

from __future__ import annotations

from predictions.columns import aliases
from predictions.columns.aliases import key_of
from predictions.roles.candidates import is_yes_no
from predictions.roles.normal_class import without_number
from predictions.roles.several_labels import label_read, label_shown
from predictions.study import Study

# Words of a column's name that do not say what its yes means, or turn it round.
EMPTY = (
    "answer", "class", "code", "column", "condition", "correct", "diagnosis", "endpoint", "event", "expert", "final",
    "flag", "gold", "group", "labels", "outcome", "reader", "ref", "reference", "result", "right", "sex", "status",
    "unnamed", "value", "y",
)  # fmt: skip
METHODS = ("biopsy", "consensus", "ct", "culture", "histology", "mri", "pathology", "pcr", "test")
TURNED = ("alive", "benign", "has", "healthy", "is", "negative", "no", "non", "normal", "not", "survived", "without")
TELL_NOTHING = {*aliases.TRUTH, *aliases.TRUTH_BESIDE, *aliases.PREDICTED, *EMPTY, *METHODS, *TURNED}


def guess_names(study: Study) -> tuple[str, ...]:
    """ "no AF" and "AF" for the 0 and 1 of a column AF: "class 1" and "class TRUE" would not say what is looked at.

    "benign" and "malignant" for "1:benign" and "2:malignant".
    """
    bare = tuple(map(without_number, study.labels))
    if len({*bare}) == len(bare) and not {*bare} & {*study.labels}:
        return bare
    if study.normal is None or len(study.labels) != 2 or not is_yes_no(study.labels):
        return study.labels
    truth = study.mapping.truth or ""
    label = label_read(truth, [each.column for each in study.columns]) or _own_name(truth)
    return tuple(f"no {label}" if at == study.normal else label for at in range(2)) if label else study.labels


def _own_name(truth: str) -> str:
    """What a column is named after, "" where its name says nothing of the class."""
    name = label_shown(truth).replace("_", " ").strip()
    words = {key_of(truth), key_of(name), *key_of(name).split("_")}
    return name if name.replace(" ", "").isalpha() and not words & TELL_NOTHING else ""
