"""What a session is opening: files on their way, what was wrong with them, and what they ask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from predictions.demo import EXAMPLES, FOLDER, open_example
from predictions.mapping import Mapping
from predictions.opening import Files
from predictions.opening_matrix import open_matrix
from predictions.problems import NeedsMapping, Problem
from ui.data import start_files
from ui.data.loading import Loading
from ui.state import opening, session

INBOX = "inbox"
AT_ONCE = 1.0  # seconds: what is read within them is simply there


@dataclass
class Inbox:
    """files: of the open study, or of the one that asks. pending: which columns mean what must be said by a person.

    problem: why the last file could not be opened. is_late: the answer came while another page than Data was shown.
    uploads: turns with every file taken, so that the uploader is a fresh one. is_typing: a matrix is being entered.
    """

    files: Files | None = None
    pending: NeedsMapping | None = None
    problem: str = ""
    loading: Loading | None = None
    is_late: bool = False
    uploads: int = 0
    is_typing: bool = False
    start_files_opened: bool = False

    def open(self, files: Files, mapping: Mapping | None = None) -> None:
        """Begin to open files as the study. What takes longer than a moment goes on while the pages stay usable."""
        self.cancel()
        self.problem, self.is_late = "", False
        self.loading = loading = Loading(files, mapping)
        if loading.wait_until(AT_ONCE):
            self._take(loading)

    def read_again(self, mapping: Mapping) -> None:
        """The same files, with the columns as a person named them."""
        self.open(self.files or (), mapping)

    def open_bundled(self, key: str) -> None:
        """An example, from its card or from a link."""
        example = next(each for each in EXAMPLES if each.key == key)
        self._clear()
        self.files = [(example.file, (FOLDER / example.file).read_bytes())]
        opening.open_study(open_example(key), key)
        self.uploads += 1

    def open_matrix(self, source: str | Sequence[Sequence[object]], labels: Sequence[str] | None = None) -> None:
        """A matrix as text, or its cells with the names of its classes."""
        self._clear()
        try:
            opening.open_study(open_matrix(source, labels))
            self.is_typing = False
            self.uploads += 1
        except Problem as problem:
            self.problem = str(problem)

    def remove(self) -> None:
        """Forget the study and its files."""
        self._clear()
        opening.close()
        self.uploads += 1

    def cancel(self) -> None:
        """End what is being read; what was open before stays open."""
        if self.loading is not None:
            self.loading.cancel()
        self.loading = None

    def take_up(self) -> None:
        """Whatever has been read since the last look; in a new session, begin with the files of the start command."""
        linked = st.query_params.get("study") in {example.key for example in EXAMPLES}
        if session.reader().is_new and not linked and not self.start_files_opened and (files := start_files.files()):
            self.start_files_opened = True
            self.open(files)
        loading = self.loading
        if loading is not None and loading.wait_until(AT_ONCE):  # the reader may have left the page at once
            self.is_late = True
            self._take(loading)

    def _take(self, loading: Loading) -> None:
        """What was read. A refused file changes nothing but the message; one that asks waits with its form.

        Nothing where it was taken or cancelled while this run waited: two runs of one session overlap for a moment.
        """
        if self.loading is not loading:
            return
        self.loading = None
        try:
            study = loading.answer()
        except NeedsMapping as needed:
            opening.close()
            self.pending, self.files = needed, loading.files
        except Problem as problem:
            self.problem = str(problem)
        else:
            opening.open_study(study)
            self.pending, self.files = None, loading.files
            self.uploads += 1

    def _clear(self) -> None:
        self.cancel()
        self.problem, self.pending, self.files = "", None, None


def inbox() -> Inbox:
    """What this session is opening."""
    found: Inbox = st.session_state.setdefault(INBOX, Inbox())
    return found
