"""A review is taken up by the open study, from a file or from the study before it was read again; and it is saved."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from metrics.interval_methods import STYLES
from predictions.groups.lens import Lens
from predictions.study import Study
from reviews import Review, lens_file, review_file
from reviews.review_file import GROUP, ReviewFile
from ui.state import choices, session
from ui.state.session import LEVELS, OpenStudy
from words.findings import review_file as said
from words.findings.lens import not_there


def take_up(opened: OpenStudy, found: ReviewFile) -> None:
    """Restore what fits, look at what was looked at, and remember what there is to say.

    Where all of it fits, the file holds what was decided.
    """
    opened.review = found.restored(opened.study)
    session.reader().requirements = found.requirements
    _look_at(opened, found.choices)
    parts = [said.opened(found.study, found.belongs_to(opened.study), found.lacking(opened.study))]
    if not _take_group(opened, found.choices.get(GROUP)) and not opened.not_as_chosen:  # which every page says
        parts.append(not_there(found.choices[GROUP].said, opened.study.unit))
    opened.review_said = " ".join(parts)
    if review_file.loaded(now := content(opened)) == found:
        note_saved(opened, digest(now))


def content(opened: OpenStudy) -> bytes:
    """The review file as it would be saved now."""
    view = opened.view.delivered
    names = opened.study.model_names
    looked_at: dict[str, Any] = {
        "model": names[opened.model] if names else None,
        "split": view.split,
        "level": LEVELS[opened.reader.level],
        "intervals": STYLES[opened.reader.intervals],
    }
    if opened.lens is not None:
        looked_at[review_file.GROUP] = lens_file.entries(opened.lens)
    return review_file.dumped(opened.study, view.review, looked_at)


def digest(current: bytes) -> str:
    """What tells one saved review from another."""
    return hashlib.sha256(current).hexdigest()


def is_saved(opened: OpenStudy) -> bool:
    """Whether the reader has everything decided so far as a file."""
    return opened.saved is not None and opened.saved[0] == digest(content(opened))


def note_saved(opened: OpenStudy, of: str) -> None:
    """From now on the review with this digest is the saved one."""
    opened.saved = of, datetime.now().strftime("%H:%M")


def carry(before: OpenStudy, after: OpenStudy) -> None:
    """What a person decided about a study whose files were read again; what nobody decided is as they now suggest.

    Thresholds stay where the same columns are the scores; the model, the split and the group that are looked at stay,
    too, where the study still has them.
    """
    old, new, begun = before.review, after.review, Review.begin(before.study).with_interest(before.study)
    found = review_file.loaded(review_file.dumped(before.study, old, {}))
    if _scores(before.study) != _scores(after.study):
        found = replace(found, thresholds=())
    kept = [name for name in ("normal", "interest", "not_diseases") if getattr(old, name) == getattr(begun, name)]
    kept += ["order", "ordered_by"] if old.ordered_by is begun.ordered_by else []
    restored = replace(found.restored(after.study), **{name: getattr(new, name) for name in kept})
    after.review = replace(restored, not_diseases=restored.not_diseases - {restored.normal})
    models, splits = before.study.model_names, before.study.splits_of(before.model)
    seen = {"model": models[before.model : before.model + 1], "split": splits[before.split : before.split + 1]}
    _look_at(after, {name: each[0] for name, each in seen.items() if each})
    if before.lens and not _take_group(after, before.lens) and not after.not_as_chosen:
        after.not_as_chosen = not_there(before.lens.said, after.study.unit)


def _scores(study: Study) -> tuple[object, ...]:
    named = study.mapping
    return named.scores, named.score, named.positive, named.model_scores, named.score_models


def _take_group(opened: OpenStudy, lens: Lens | None) -> bool:
    """Look at the group of the review, or at all cases where the study does not have it; whether it has."""
    opened.look_at(lens)
    seen = opened.view
    if lens is not None and (seen.lens is None or not any(seen.study.cases_in(*place) for place in seen.study.slices)):
        opened.lens = None
    return opened.lens == lens


def _look_at(opened: OpenStudy, found: Mapping[str, Any]) -> None:
    """The model, split, level and intervals of these names, where the study has them."""
    models = list(opened.study.model_names)
    if (model := found.get("model")) in models:
        choices.choose(opened, "model", models.index(model))
    splits = opened.study.splits_of(opened.model)
    if (split := found.get("split")) in splits:
        choices.choose(opened, "split", splits.index(split))
    if (level := found.get("level")) in LEVELS:
        choices.choose(opened, "level", LEVELS.index(level))
    if (style := found.get("intervals")) in STYLES:
        choices.choose(opened, "intervals", STYLES.index(style))
