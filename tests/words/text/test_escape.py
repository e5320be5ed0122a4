import html as standard
import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from words import html, markdown, short

JOINER = "\u2060"
HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![x](http://example.org/pixel.png)",
    "[click](http://example.org)",
    "[ref][1]\n\n[1]: http://example.org",
    "<http://example.org>",
    "http://example.org www.example.org HTTPS://example.org a@example.org mailto:a@example.org",
    "$x^2$ and $$\\frac{1}{2}$$",
    ":red[danger] :blue-background[x] :small[x] :badge[x]",
    ":material/home: :streamlit: :smile: :+1:",
    "a -> b <- c <-> d -- e >= f <= g ~= h",
    "**bold** __bold__ *it* _it_ ~~gone~~ `code`",
    "# heading",
    "- item",
    "+ item",
    "1. item",
    "1) item",
    "> quote",
    "    code",
    "```\ncode\n```",
    "===",
    "---",
    "***",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "a\\",
    "line\nbreak\r\nand\ttab",
    "two  \nspaces",
    "&lt;b&gt; &amp; &#36;",
    "\u202eevil\u2066 \u200fmark\u061c",
    "\ufeffbom \u200bzero\x00nul\x1b[31m",
    "footnote[^1]",
    "\\(x\\) \\[y\\]",
    "quote\" and 'apostrophe'",
    "x" * 10_000,
    "*" * 10_000,
    "",
    " ",
)
HIDDEN = re.compile(
    "[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u2061-\u2064\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
)
texts = st.text() | st.text(alphabet="*_`[]()<>#+-.!|$~^&\"':;/@=\\{} \n\tawh1w2:", max_size=30)
renderers = [MarkdownIt("commonmark"), MarkdownIt("commonmark").enable(["table", "strikethrough"])]
hostile = pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:20]))


def named(text: str) -> str:
    """Hidden characters as they are to be shown."""
    return HIDDEN.sub(lambda match: f"[U+{ord(match[0]):04X}]", text)


def read(renderer: MarkdownIt, source: str) -> str:
    """What a reader sees; fails if anything but one paragraph of text comes out."""
    rendered = renderer.render(source).strip()
    assert re.fullmatch(r"<p>[^<>]*</p>", rendered) or not rendered, rendered
    return without_isolates(standard.unescape(rendered[3:-4]).replace(JOINER, ""))


def without_isolates(text: str) -> str:
    """Those of our own: others are shown by their code."""
    return text.replace("\u2068", "").replace("\u2069", "")


def reads_as_written(text: str) -> None:
    """Alone, and within a sentence; spaces around it do not count."""
    source, shown = markdown(text, 10**5), named(text).replace(JOINER, "").strip(" ")
    for renderer in renderers:
        assert read(renderer, source).strip(" ") == shown
        within = read(renderer, f"Of 5 with {source}, 2")
        assert within.removeprefix("Of 5 with ").removesuffix(", 2").strip(" ") == shown


@hostile
def test_markdown_shows_hostile_text_as_it_is(text: str) -> None:
    reads_as_written(text)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp", "Zs"]) | st.just(" ")))
def test_markdown_shows_any_text_as_it_is(text: str) -> None:
    reads_as_written(text)


@given(st.text(alphabet="*_`[]()<>#+-.!|$~^&\"':;/@=\\{} \n\twh1", max_size=30))
def test_markdown_shows_any_punctuation_as_it_is(text: str) -> None:
    reads_as_written(text)


@hostile
def test_nothing_that_the_page_recognises_by_itself_is_left(text: str) -> None:
    """Addresses, icons, emoji and arrows are found in plain text, where a backslash does not help."""
    shown = standard.unescape(re.sub(r"\\(.)", r"\1", markdown(text, 10**5)))
    assert not re.search(r"https?://|www\.|\w@\w|:\w+[:/\[]|:\+1:|<?->|<-|--|[<>~]=", shown, re.IGNORECASE)


@given(texts)
@example("a\\")
def test_every_mark_of_markdown_is_escaped(text: str) -> None:
    """Also the ones only this dialect knows: formulas and colours."""
    rest = re.sub(r"\\[!-/:-@\[-`{-~]", "", markdown(text))
    assert not re.search(r"[\\`*_{}\[\]<>$:~|]", rest)


class Read(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: object) -> None:
        raise AssertionError(f"<{tag}> came to life")


PLOTLY_NAMES = {"amp", "lt", "gt", "nbsp", "times", "plusmn", "deg", "mu"}


@given(texts | st.sampled_from(HOSTILE))
@example('say "hi"')
def test_html_is_text_for_a_browser_and_for_plotly(text: str) -> None:
    escaped, reader = html(text, 10**5), Read()
    reader.feed(escaped)
    reader.close()
    assert without_isolates(reader.text) == named(text)
    assert not re.search(r"[<>$]", escaped)
    entities = re.findall(r"&(#x?[0-9a-fA-F]+|[a-z]+);", escaped)
    assert escaped.count("&") == len(entities)
    unknown = {name for name in entities if not name.startswith("#")} - PLOTLY_NAMES
    assert not unknown, "Plotly shows an entity that it does not know as its name"


@hostile
def test_hidden_characters_are_shown_by_their_code(text: str) -> None:
    for escaped in (markdown(text, 10**5), html(text, 10**5)):
        assert not HIDDEN.search(without_isolates(escaped))


@pytest.mark.parametrize("escape", [markdown, html])
def test_a_name_written_from_the_right_leaves_the_order_of_the_numbers_beside_it(escape: Callable[[str], str]) -> None:
    assert escape("שלום") == "\u2068שלום\u2069"
    assert escape("a مجموعة") == "\u2068a مجموعة\u2069"
    assert escape("Größe 漢字") == "Größe 漢字"


@given(texts, st.integers(2, 80))
def test_text_is_truncated_to_its_limit_with_an_ellipsis(text: str, limit: int) -> None:
    cut = short(text, limit)
    assert len(cut) <= limit
    assert cut == text or (cut.endswith("…") and text.startswith(cut[:-1])) or text.endswith(cut.rpartition("…")[2])


def test_a_name_that_was_cut_in_its_middle_keeps_its_end() -> None:
    name = "Invasive ductal carcinoma … histologic grade 2"
    assert short(name, 36) == "Invasive ductal … histologic grade 2"
    assert short(name, 22) == "Invasive … grade 2"
    assert short(name, 12) == "…grade 2"
    assert short("Invasive …", 8) == "Invasiv…"


@pytest.mark.parametrize("escape", [markdown, html])
def test_ten_thousand_characters_do_not_fill_a_page(escape: object) -> None:
    for text in ("x" * 10_000, "<" * 10_000, "\u202e" * 10_000):
        assert len(escape(text)) < 1300  # type: ignore[operator]


@pytest.mark.parametrize("escape", [markdown, html])
def test_what_is_shown_can_be_sent(escape: object) -> None:
    """Half a surrogate pair, as broken workbooks hold it, cannot be written as UTF-8."""
    escape("broken \ud800 name").encode()  # type: ignore[operator]


@pytest.mark.parametrize("escape", [markdown, html])
def test_labels_that_are_no_text_are_shown_as_text(escape: object) -> None:
    assert escape(7) == "7"  # type: ignore[operator]
