"""The names of classes before a person gives them: as in the file, of one label of several by the name of the label."""

from __future__ import annotations

from predictions.roles.candidates import is_yes_no
from predictions.roles.several_labels import label_read
from predictions.study import Study


def guess_names(study: Study) -> tuple[str, ...]:
    """ "no AF" and "AF" for the 0 and 1 of one label of several: "class 1" would not say which is looked at."""
    label = label_read(study.mapping.truth or "", [each.column for each in study.columns])
    if not label or study.normal is None or len(study.labels) != 2 or not is_yes_no(study.labels):
        return study.labels
    return tuple(f"no {label}" if at == study.normal else label for at in range(2))
