"""The mean over several readers, once for each split: with the first of them."""

from __future__ import annotations

from collections.abc import Iterator

from report.formats.tables import Table
from reviews import View
from reviews.models.readers import Readers, readers_of
from words import Voice, ci, short, whole
from words.findings.finding import Finding
from words.findings.models.readers import NAMES, readers_caption, readers_finding


def readers_said(view: View, voice: Voice) -> Iterator[Finding]:
    """The finding of the page that compares models."""
    if found := _led(view):
        named = [(short(name, 40), means) for name, means in found.means_by_modality]
        yield readers_finding(len(found.names), named, view.interest, found.cases, voice, view.level)


def reader_table(view: View, voice: Voice) -> Iterator[Table]:
    """A line per modality and number."""
    if found := _led(view):
        many = len(found.modalities) > 1
        head = ["", "mean", ci(view.level), "readers", *(["difference"] if many else [])]
        rows = [
            [f"{NAMES[key]}{f', {short(name, 40)}' if many else ''}", each.said, each.bounds_said(), each.range]
            + ([each.apart_said()] if many else [])
            for name, means in found.means_by_modality
            for key, each in means.items()
        ]
        title = f"{voice.title(view.interest)}, mean of {whole(len(found.names))} readers"
        yield Table(title, head, [list(row) for row in rows], [readers_caption(view.level, 1)])


def _led(view: View) -> Readers | None:
    """The readers that the model of the view is the first of."""
    found = readers_of(view)
    return found if found and found.modalities[0].models[0] == view.model else None
