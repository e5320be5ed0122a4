"""What a session is opening: files on their way, their errors, and what they ask."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import streamlit as st
from streamlit.runtime.uploaded_file_manager import DeletedFile, UploadedFile

from predictions.demo import EXAMPLES, FOLDER, open_example
from predictions.mapping import Mapping
from predictions.opening import Files
from predictions.opening_matrix import open_matrix
from predictions.problems import NeedsMapping, Problem, SeveralSheets
from predictions.sources.engines.servers import Server, parts_of
from predictions.sources.engines.spark import SparkTable
from reviews.previews import Effect
from reviews.requirement_text import NotUnderstood
from reviews.review_file import ReviewFile, is_review, loaded
from ui.data import start_files
from ui.data.loading import Loading, Trail
from ui.state import opening, reviewed, session
from ui.state.session import OpenStudy
from ui.state.size import check_room
from ui.state.uploads import release, taken
from words.reading.server import UPLOAD_LOST
from words.text.names import quoted

INBOX = "inbox"
AT_ONCE = 1.0  # seconds: what is read within them is simply there


class Way(StrEnum):
    """Where a person acted, and so where the answer is said."""

    UPLOAD = "upload"
    MATRIX = "matrix"
    TABLE = "table"
    COLUMNS = "columns"


@dataclass
class Inbox:
    """files: of the open study, or of the one that asks. pending: which columns mean what must be said by a person.

    problem: why the last file could not be opened, and whether it is_told; way: where that was asked for. sheets: which
    of its sheets may be chosen, and refused: what was opened. is_late: the answer came while another page than Data was
    shown. has_begun: a reading, since the last run. uploads: counts what was taken from the uploader, which is then a
    fresh one. is_typing: a matrix is being entered. mapping: what a person said of the columns so far; trail: the same
    before each answer. effects: what each answer to the question would make of the file. shows_answer: a study was just
    opened by a click, and the reader is to see its finding. review: one that was dropped before its predictions.
    before: what was open when a file began to ask, with its files and mapping.
    """

    files: Files | None = None
    mapping: Mapping | None = None
    trail: Trail = ()
    effects: tuple[Effect, ...] = ()
    shows_answer: bool = False
    pending: NeedsMapping | None = None
    problem: str = ""
    is_told: bool = False
    sheets: tuple[str, ...] = ()
    refused: Loading | None = None
    way: Way = Way.UPLOAD
    loading: Loading | None = None
    has_begun: bool = False
    is_late: bool = False
    uploads: int = 0
    is_typing: bool = False
    start_files_opened: bool = False
    review: ReviewFile | None = None
    before: tuple[opening.Closed, Files | None, Mapping | None] | None = None

    def open(self, files: Files, mapping: Mapping | None = None, way: Way = Way.UPLOAD, trail: Trail = ()) -> None:
        """Begin to open files as the study; the run that follows waits a moment for it."""
        self.cancel()
        self._say("")
        self.is_late, self.way = False, way
        self.loading, self.has_begun = Loading(files, mapping, trail), True

    def read_sheet(self, sheet: str) -> None:
        """The refused workbook again, this sheet of it."""
        if refused := self.refused:
            mapping = replace(refused.mapping or Mapping(), sheet=sheet)
            self.open(refused.files, mapping, self.way, refused.trail)

    def _say(self, problem: str, sheets: tuple[str, ...] = (), refused: Loading | None = None) -> None:
        self.problem, self.sheets, self.refused, self.is_told = problem, sheets, refused, False

    def forget_what_was_told(self) -> None:
        """On a page other than Data: a refusal that was read there; sheets to choose from stay."""
        if self.is_told and not self.sheets:
            self._say("")

    def take_upload(self, uploaded: Sequence[UploadedFile | DeletedFile]) -> None:
        """Open what was dropped. The uploader is emptied whatever comes of it, so that the next file stands alone.

        A first upload of which nothing is there was sent to a server that has stopped since.
        """
        there = [each for each in uploaded if isinstance(each, UploadedFile)]  # one that was released is none
        refused = "" if there or self.uploads else UPLOAD_LOST
        try:
            dropped = [(each.name, taken(each)) for each in there]
        except NotUnderstood as refusal:
            dropped, refused = [], str(refusal)
        release(there)
        self.uploads += 1
        if refused:
            self.way = Way.UPLOAD
            self._say(refused)
        reviews = [each for each in dropped if is_review(*each)]
        files = [each for each in dropped if each not in reviews]
        if reviews and not self._take_review(*reviews[0]):
            return
        if files:
            self.open(files, self._mapping_of_review(files))

    def _take_review(self, name: str, content: bytes) -> bool:
        """Whether it can be read. It waits for its predictions, unless they are open."""
        self._say("")
        self.way = Way.UPLOAD
        try:
            self.review = loaded(content)
        except NotUnderstood as refusal:
            self.problem = f"{quoted(name)}: {refusal}"
            return False
        opened = session.opened()
        if opened and self.review.belongs_to(opened.study):
            self.take_up_review(opened, self.review)
            self.shows_answer = True
        return True

    def take_up_review(self, opened: OpenStudy, found: ReviewFile) -> None:
        """Restore what was decided; the files are read again where it was decided about other columns of them."""
        self._say("")
        self.review = found
        if self.files and found.reads_otherwise(opened.study):
            self.open(self.files, found.mapping)
        else:
            self._opened()

    def _mapping_of_review(self, files: Files) -> Mapping | None:
        """What the waiting review says of the columns of the very files that it was saved for."""
        if self.review is None:
            return None
        sums = sorted(hashlib.sha256(content).hexdigest() for _, content in files if isinstance(content, bytes))
        return self.review.mapping if sums == sorted(sha for _, sha in self.review.files) else None

    def _opened(self) -> None:
        """A study was opened: the review that waits is taken up."""
        opened, found = session.opened(), self.review
        self.review = None
        if opened and found:
            opened.edits += 1  # a table of classes of its own
            reviewed.take_up(opened, found)

    def read_again(self, mapping: Mapping) -> None:
        """The same files, with the columns as a person named them."""
        self.open(self.files or (), mapping, Way.COLUMNS)

    def answer(self, mapping: Mapping) -> None:
        """The same files, with one question answered."""
        self.open(self.files or (), mapping, Way.COLUMNS, (*self.trail, self.mapping))

    @property
    def asking(self) -> str:
        """Which question waits for an answer; "" for none."""
        return f"{self.uploads}_{len(self.trail)}" if self.pending else ""

    def back(self) -> None:
        """The question before; from the first one, what was open before the file began to ask."""
        if self.trail:
            *before, mapping = self.trail
            self.open(self.files or (), mapping, Way.COLUMNS, tuple(before))
        else:
            was_open = self.before
            self._clear()
            if was_open:
                closed, self.files, self.mapping = was_open
                closed.open_again()

    def open_bundled(self, key: str, shows_answer: bool = True) -> None:
        """An example, from its card, or from a link, which leads where it points."""
        example = next(each for each in EXAMPLES if each.key == key)
        opening.open_study(open_example(key), key)
        self._clear()
        self.files = [(example.file, (FOLDER / example.file).read_bytes())]
        self._opened()
        self.shows_answer = shows_answer

    def open_matrix(self, source: str | Sequence[Sequence[object]], labels: Sequence[str] | None = None) -> None:
        """A matrix as text, or its cells with the names of its classes; a refused one changes only the message."""
        self._say("")
        self.way = Way.MATRIX
        try:
            study = open_matrix(source, labels)
        except Problem as problem:
            self.problem = str(problem)
            return
        self._clear()
        opening.open_study(study)
        self._opened()
        self.is_typing, self.shows_answer = False, True

    def open_table(self, server: Server, table: str) -> None:
        """A table on one of the clusters that may be asked, by the name that a person typed."""
        self._say("")
        self.way = Way.TABLE
        try:
            origin = SparkTable(server, parts_of(table))
        except Problem as problem:
            self._say(str(problem))
            return
        self.open([(origin.name, origin)], way=Way.TABLE)

    def remove(self) -> None:
        """Forget the study, its files and a review that waits."""
        self._clear()
        self.review = None
        opening.close()

    def turns_to_answer(self, on_data_page: bool) -> bool:
        """Once for each study that was just opened: whether the reader, still on the Data page, goes to Overview."""
        turns, self.shows_answer = self.shows_answer and on_data_page, False
        return turns

    def begins(self) -> bool:
        """Once for each reading: whether it was begun by the click or drop of this run."""
        begins, self.has_begun = self.has_begun and self.loading is not None, False
        return begins

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
        session.opened()  # where a click waits, this run ends here, before it takes anything
        if self.loading is not loading:
            return
        self.loading = None
        try:
            study = loading.answer()
            check_room(study, loading.files)
        except NeedsMapping as needed:
            if closed := opening.close():
                self.before = closed, self.files, self.mapping
            self.pending, self.files, self.mapping = needed, loading.files, loading.mapping
            self.trail, self.effects = loading.trail, loading.effects
        except SeveralSheets as problem:
            self._say(str(problem), problem.sheets, loading)
        except Problem as problem:
            self.problem = str(problem)
        else:
            before = session.opened() if loading.files is self.files else None
            if self.before and self.before[1] is loading.files:  # they asked something when they were read again
                before = self.before[0].opened
            after = opening.open_study(study)
            if before:
                reviewed.carry(before, after)
            self._opened()
            self.pending, self.files, self.mapping = None, loading.files, loading.mapping
            self.before, self.shows_answer = None, True

    def duplicate(self) -> Inbox:
        """For another tab: what is being read is read again there, as either may cancel it."""
        return replace(self, loading=self.loading and self.loading.again())

    def _clear(self) -> None:
        self.cancel()
        self._say("")
        self.pending, self.before, self.files, self.mapping = None, None, None, None


def inbox() -> Inbox:
    """What this session is opening."""
    found: Inbox = st.session_state.setdefault(INBOX, Inbox())
    return found
