"""One reader of the app without a browser: opens studies as a person would, and reads everything on the page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
from google.protobuf.message import Message
from streamlit.runtime.state import SafeSessionState, SessionState
from streamlit.testing.v1 import AppTest

from metrics import Evaluation
from predictions.study import Study
from reviews import Kind
from tests.support.drawn import Element, drawn
from tests.support.text import as_read, is_table, table_of
from ui.data.inbox import INBOX, Inbox
from ui.data.loading import Loading
from ui.state.session import OPEN, OpenStudy
from ui.state.widgets import OPENED

ROOT = Path(__file__).parents[2]
# Fields that hold no text for people: ids, settings and icons.
SILENT = {"id", "form_id", "key", "icon", "tag", "type", "color", "config", "url", "theme", "element_id"}
SILENT |= {"deferred_file_id"}  # of a download that is made when it is asked for
# Widgets that show only their label and help as Markdown; everything of all other elements is Markdown.
PLAIN_WIDGETS = {"selectbox", "multiselect", "text_input", "text_area", "number_input", "slider"}


class Visitor:
    """Drives the app from its frame. Reading methods return text as a person sees it."""

    def __init__(self, **query: str) -> None:
        self._app = AppTest.from_file(str(ROOT / "ui" / "frame.py"), default_timeout=30)
        self._waits = True
        self._is_shared = False
        self._read: tuple[Any, list[tuple[str, str]]] = None, []  # the page that was read last, and its texts
        for name, value in query.items():
            self._app.query_params[name] = value

    @property
    def app(self) -> AppTest:
        """The app as it stands: begun, at the latest, when somebody looks."""
        return self.run()._app if self._waits else self._app

    def run(self) -> Visitor:
        assert not self._is_shared, "other tests read this page, too: act on a Visitor of your own"
        self._waits = False
        self._app.run()
        assert [error.message for error in self.app.exception] == []
        return self

    def shared(self) -> Visitor:
        """For all who only read the page that is shown: nothing can be done with it any more."""
        self._is_shared = True
        return self

    def go(self, page: str) -> Visitor:
        """Open a page by its name in the address."""
        if self._waits and page == "data" and self.run().title == "Data":  # which has no name before there is a menu
            return self
        return self.begin_at(page).run()

    def begin_at(self, page: str) -> Visitor:
        """What is shown first, unless the visitor goes to another page before anybody looks."""
        self._app.switch_page(str(ROOT / "pages" / f"{page}.py"))
        return self

    def begin_a_new_session(self) -> Visitor:
        """The server has forgotten this tab, which still shows its page and sends what its widgets say."""
        self.app._session_state = SafeSessionState(SessionState(), lambda: None)
        self.app.session_state = type(self.app.session_state)(self.app._session_state)
        return self

    # ------------------------------------------------------------------ ways in

    def upload(self, content: bytes | pd.DataFrame, name: str = "answers.csv") -> Visitor:
        """Drop one file on the data page."""
        self.go("data")
        self.uploader.upload(name, _bytes(content))
        return self.run()

    def bring(self, content: bytes | pd.DataFrame, name: str = "answers.csv") -> Visitor:
        """Come with a file that was dropped before any page is drawn, and so see only the page that is gone to."""
        self._app.session_state[INBOX] = Inbox(loading=Loading([(name, _bytes(content))]), start_files_opened=True)
        return self

    @property
    def uploader(self) -> Any:
        """The upload box of the data page."""
        return next(each for each in self.app.file_uploader if (each.key or "").startswith("upload_"))

    def open_example(self, key: str) -> Visitor:
        self.go("data").app.button(key=f"open_{key}").click()
        return self.run()

    def read_anew(self, label: str, value: Any) -> Visitor:
        """Change one field of how the columns are read, and apply it."""
        return self.go("data").fill(label, value).press("Apply")

    def paste(self, text: str) -> Visitor:
        """Paste a confusion matrix on the data page."""
        self.go("data").press("Enter a confusion matrix")
        self.app.text_area(key="matrix_text").set_value(text)
        return self.run().press("Read the pasted matrix")

    # ------------------------------------------------------------------ acting

    def press(self, label: str) -> Visitor:
        next(button for button in self.app.button if button.label == label).click()
        return self.run()

    def choose(self, label: str, option: str) -> Visitor:
        """Choose an option of a list by its name."""
        box = next(box for box in self.app.selectbox if box.label == label)
        box.select_index([as_read(each) for each in box.options].index(option))
        return self.run()

    def fill(self, label: str, value: Any) -> Visitor:
        """Fill in a field of a form by the beginning of its label; nothing happens before a button is pressed."""
        app = self.app
        fields = (*app.selectbox, *app.text_input, *app.text_area, *app.number_input, *app.get("pills"))
        field = next(each for each in fields if each.label.startswith(label))
        field.set_value(value)
        return self

    def set(self, key: str, value: Any) -> Visitor:
        """Give the widget of that key another value."""
        self.widget(key).set_value(value)
        return self.run()

    def key(self, name: str) -> str:
        """The key of a widget that is drawn for the open study, by its name."""
        return f"{name}-{self.app.session_state.to_dict().get(OPENED, 0)}"

    @staticmethod
    def name(key: str | None) -> str:
        """The name behind the key of a widget."""
        return re.sub(r"-\d+$", "", key or "")

    def widget(self, name: str) -> Any:
        """The widget of that name: of the open study, or of no study."""
        try:
            return self.app.get_by_key(self.key(name))
        except KeyError:
            return self.app.get_by_key(name)

    def keep(self, name: str, value: Any) -> Visitor:
        """As if the widget of that name had been given this value; nothing happens before the next run."""
        self.app.session_state[self.key(name)] = value
        return self

    def kept(self, name: str) -> Any:
        """The value of a widget of the open study, None without one."""
        return self.app.session_state.to_dict().get(self.key(name))

    # ------------------------------------------------------------------ reading

    @property
    def finding(self) -> str:
        return as_read(self.app.header[0].value)

    @property
    def title(self) -> str:
        """The name of the page that is shown."""
        return as_read(self.app.title[0].value)

    @property
    def detail(self) -> str:
        """The paragraph under the finding."""
        nodes = list(_nodes(self.app.main))
        after = nodes[next(i for i, node in enumerate(nodes) if node.type == "header") + 1 :]
        return as_read(next(node.value for node in after if node.type == "markdown" and not is_table(node.value)))

    @property
    def metrics(self) -> dict[str, str]:
        """Name -> value, counts and interval of each key figure; the counts are said where it is pointed at."""
        parts = {m.label: (m.value, m.proto.delta_description or _counts(m.help), m.delta) for m in self.app.metric}
        return {as_read(name): as_read(" | ".join(part for part in told if part)) for name, told in parts.items()}

    @property
    def opened(self) -> OpenStudy | None:
        """The open study with what was decided about it."""
        return self.app.session_state.to_dict().get(OPEN)

    @property
    def study(self) -> Study | None:
        return self.opened.study if self.opened else None

    @property
    def evaluation(self) -> Evaluation:
        """The numbers of what is looked at."""
        return self.opened.view.evaluation

    @property
    def query(self) -> dict[str, str]:
        return dict(self.app.query_params)

    @property
    def warnings(self) -> list[str]:
        return [as_read(each.value) for each in self.app.warning]

    @property
    def errors(self) -> list[str]:
        return [as_read(each.value) for each in self.app.error]

    def label_of_choices(self) -> str:
        """The line beside the title that says which choices apply."""
        return as_read(next(iter(self.app.get("popover"))).proto.popover.label)

    def make_normal(self, name: str | None) -> Visitor:
        """The class of this name as the Normal one, as the table of the classes does it; None: no class is."""
        opened = self.app.session_state["open_study"]
        label = opened.review.normal if name is None else opened.study.labels.index(name)
        opened.review = opened.review.with_kind(label, Kind.DISEASE if name is None else Kind.NORMAL)
        return self.run()

    def choices_in(self, label: str) -> list[str]:
        return [as_read(each) for each in next(box for box in self.app.selectbox if box.label == label).options]

    def chart(self, key: str) -> dict[str, Any]:
        """The figure of a chart as Plotly gets it."""
        return json.loads(self.widget(key).proto.spec)

    def pictures(self) -> list[Element]:
        """The pictures that are HTML text, from top to bottom."""
        shown = (each for block in self.app.get("html") for each in drawn(block.proto.body).all())
        return [each for each in shown if each.given.get("role") == "img"]

    def table(self, number: int = 0) -> pd.DataFrame:
        """A table to read, as a person sees its cells: every mark of Markdown gone."""
        return self.tables[number].map(_cell).rename(columns=_cell)

    @property
    def tables(self) -> list[pd.DataFrame]:
        """The tables to read, from top to bottom, each cell as its Markdown."""
        return [table_of(each.value) for each in self.app.markdown if is_table(each.value)]

    @property
    def text(self) -> str:
        """Every text of the page, line by line."""
        return "\n".join(as_read(text) for _, text in self.texts())

    def kinds(self) -> list[str]:
        """What kind of element each one is, from top to bottom."""
        return [node.type for node in _nodes(self.app.main)]

    def texts(self) -> list[tuple[str, str]]:
        """(kind, text) of everything that can be read: kind is "markdown" or "plain". Read once for each run."""
        main = self.app.main
        if self._read[0] is not main:
            self._read = main, [told for node in _nodes(main) for told in _texts(node)]
        return self._read[1]

    def frames(self) -> Iterator[tuple[pd.DataFrame, str]]:
        """Each table to scroll, with what it shows in an empty cell; that of the title line is no page's."""
        for frame in self.app.dataframe:
            if "In the file" in frame.value:
                continue
            yield frame.value, frame.proto.placeholder if frame.proto.HasField("placeholder") else "None"


def _bytes(content: bytes | pd.DataFrame) -> bytes:
    return content if isinstance(content, bytes) else content.to_csv(index=False).encode()


def _counts(told: str) -> str:
    """ "40 of 50" of a proportion."""
    first = told.split("\n\n")[0].removesuffix(".")
    return first if re.fullmatch(r"[\d,]+\xa0of\xa0[\d,]+", first) else ""


def _cell(text: Any) -> str:
    text = re.sub(r"!\[[^\]]*\]\(data:[^)]*\)", "", str(text))  # the picture of an interval, which stands beside it
    lines = re.sub(r":(?:small|gray|red|blue|orange)\[(.*?)\](?=$|\s)", r"\1", text)
    lines = re.sub(r'\[([^\]]*)\]\(#[\w-]+(?: "[^"]*")?\)', r"\1", lines)  # a name with its meaning: the name
    return as_read(lines.replace("**", "")).replace("  \n", " | ").strip(" |")


def _nodes(block: Any) -> Iterator[Any]:
    for child in block.children.values():
        yield child
        if hasattr(child, "children"):
            yield from _nodes(child)


def _texts(node: Any) -> Iterator[tuple[str, str]]:
    if node.type == "plotly_chart":
        yield "plain", node.proto.alt
        yield from (("plain", text) for text in _figure_texts(json.loads(node.proto.spec)))
    elif node.type == "html":
        yield from (("plain", text) for text in _html_texts(drawn(node.proto.body)))
    elif node.type in ("dataframe", "data_editor"):
        yield from (("plain", cell) for cell in _cells(node.value) if isinstance(cell, str))
    elif node.type == "markdown" and is_table(node.value):
        yield from (("markdown", cell) for cell in _cells(table_of(node.value)))
    elif isinstance(node.proto, Message):
        yield from _message_texts(node.proto, node.type in PLAIN_WIDGETS)


def _cells(frame: pd.DataFrame) -> Iterator[Any]:
    yield from (*frame.columns, *frame.to_numpy().ravel())


def _html_texts(element: Element) -> Iterator[str]:
    """What can be read of HTML, where it is pointed at, and without seeing it."""
    yield from (each for each in element.inside if isinstance(each, str))
    for each in (each for each in element.inside if isinstance(each, Element) and each.name != "script"):
        yield from (each.given[name] for name in ("aria-label", "title") if name in each.given)
        yield from _html_texts(each)


def _message_texts(message: Message, plain_options: bool) -> Iterator[tuple[str, str]]:
    for field, value in message.ListFields():
        if field.name in SILENT:
            continue
        kind = "plain" if field.name == "alt" or (plain_options and field.name not in ("label", "help")) else "markdown"
        for each in value if field.is_repeated else [value]:
            if isinstance(each, str):
                yield kind, each
            elif isinstance(each, Message):
                yield from _message_texts(each, plain_options)


def _figure_texts(part: Any) -> Iterator[str]:
    """Texts of a figure, without its packed numbers."""
    if isinstance(part, dict):
        for name, value in part.items():
            if name not in ("bdata", "template"):
                yield from _figure_texts(value)
    elif isinstance(part, list):
        for value in part:
            yield from _figure_texts(value)
    elif isinstance(part, str):
        yield part
