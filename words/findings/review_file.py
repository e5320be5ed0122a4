"""What is said when a review file is saved, or opened beside a study."""

from __future__ import annotations

from collections.abc import Sequence

from words.text.escape import markdown
from words.text.names import listed, quoted

WHAT = "Names, order and kinds of classes, thresholds, requirements and choices. No rows."


def opened(study: str, is_same: bool, lacking: Sequence[str]) -> str:
    """Markdown. study: the name in the review; is_same: whether its files are those of the open study."""
    other = f"This review was saved for another file, {quoted(study)}; what fits is restored."
    said = "The review is restored." if is_same else other
    return markdown(f"{said} Not in this study: {listed(lacking)}." if lacking else said, 600)


def waiting(files: Sequence[str]) -> str:
    """Markdown: a review was opened before the file that it was saved for."""
    return markdown(f"Review read. Drop its predictions {_files(files)} to restore it.", 600)


def another_file(files: Sequence[str]) -> str:
    """Plain text: the note of a run whose predictions are not those of the review."""
    return f"saved for another {_files(files)}; applied, as its classes and models are here."


def of_a_group(group: str, cases: str) -> str:
    """Plain text: the note of a run of all cases whose review was saved while one group was shown."""
    return f"saved while one group was shown, {group}; the numbers here are of all {cases}."


def of_a_split(split: str) -> str:
    """Plain text: the note of a run of predictions without the split that was looked at."""
    return f"saved while the split {quoted(split)} was shown, which these predictions lack."


def misfit(classes: Sequence[str], models: Sequence[str]) -> str:
    """Plain text: why a review cannot be applied; "" where it can."""
    lacking = [f"the {'class' if len(classes) == 1 else 'classes'} {listed(classes)}"] if classes else []
    lacking += [f"the {'model' if len(models) == 1 else 'models'} {listed(models)}"] if models else []
    if not lacking:
        return ""
    return f"does not fit these predictions, which lack {' and '.join(lacking)}. Save a review for them in Rounds."


def _files(names: Sequence[str]) -> str:
    return f"{'file' if len(names) < 2 else 'files'} {listed(names) if names else ''}".strip()
