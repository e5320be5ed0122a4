"""What is said when a review file is saved, or opened beside a study."""

from __future__ import annotations

from collections.abc import Sequence

from words.text.escape import markdown
from words.text.names import listed, quoted

WHAT = "Names, order and kinds of classes, thresholds, requirements and choices. No rows."


def opened(study: str, is_same: bool, lacking: Sequence[str]) -> str:
    """Markdown. study: the name in the review; is_same: whether its files are those of the open study."""
    if is_same:
        return "The review is restored."
    said = f"This review was saved for another file, {quoted(study)}; what fits is restored."
    return markdown(f"{said} Not in this study: {listed(lacking)}." if lacking else said, 600)
