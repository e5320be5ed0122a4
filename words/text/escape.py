"""User text is hostile until it went through here: labels, column names, file names, case ids."""

from __future__ import annotations

import html as standard
import re

# At the start of a cell, which is also after what separates cells and lines in one country or another.
_FORMULA_START = re.compile(r"^(?=[\t\r\n]|\s*[=+@＝＋－＠-])|(?<=[;\t\r\n])(?=[\s\"]*[=+@＝＋－＠-])")
GAP = "…"  # of what was cut
JOINER = "\u2060"  # invisible; stops arrows, icons, e-mail and web addresses from being recognised
_PUNCTUATION = re.compile(r"([\\`*_{}\[\]()<>#+.!|$~^&\"':;/@=-])")
_RECOGNISED = re.compile(r"([:<>=@~-]|www(?=\.))", re.IGNORECASE)
_HIDDEN = re.compile(
    r"[\ud800-\udfff\u00ad\u061c\u180e\u2061-\u2064\u0000-\u001f\u007f-\u009f"
    r"\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
)

_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
_ISOLATED = "\u2068{}\u2069"


def short(text: str, limit: int = 60) -> str:
    """At most `limit` characters, with an ellipsis where something was cut; a name cut in its middle keeps its end."""
    if len(text) <= limit:
        return text
    start, _, end = text.rpartition(f" {GAP} ")
    return _shorter_in_the_middle(start, end, limit) if start and end else text[: limit - 1].rstrip() + GAP


def _shorter_in_the_middle(start: str, end: str, limit: int) -> str:
    """The last words of the end after the first of the beginning; without these where there is no room."""
    first = start.partition(" ")[0]
    if last := _last_words(end, limit - len(f"{first} {GAP} ")):
        words = f"{start} "[: limit - len(last) - 2].rpartition(" ")[0].rstrip(f" {GAP}")
        return f"{words or first} {GAP} {last}"
    if last := _last_words(end, limit - len(GAP)):
        return GAP + last
    return f"{start} {GAP} {end}"[: limit - 1].rstrip() + GAP


def _last_words(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[-limit:].partition(" ")[2] if limit > 0 else ""


def visible(text: str) -> str:
    """Control characters and text-direction overrides as their code: no label rearranges a page."""
    return _HIDDEN.sub(lambda match: f"[U+{ord(match[0]):04X}]", text)


def markdown(text: str, limit: int = 60) -> str:
    """Text that Markdown shows as it is: no link, image, formula, colour, icon or arrow comes to life."""
    plain = _RECOGNISED.sub(lambda match: match[0] + JOINER, short(visible(str(text)).strip(), limit))
    return isolated(_PUNCTUATION.sub(r"\\\1", plain))


def isolated(text: str) -> str:
    """Text that leaves the order of what stands beside it: after a Hebrew name "21 of 26" would read "of 26 21"."""
    return _ISOLATED.format(text) if _RIGHT_TO_LEFT.search(text) else text


def html(text: str, limit: int = 200) -> str:
    """Text inside a Plotly figure, which knows a few HTML tags and formulas between dollar signs."""
    plain = standard.escape(short(visible(str(text)), limit), quote=False)
    return isolated(plain.replace("$", "&#36;").replace("%{", f"%{JOINER}{{"))  # %{ would start a template field


def no_formula(text: str) -> str:
    """Text that no spreadsheet takes for a formula, nor a part of it where cells are separated by ; or tabs.

    What would start a formula gets an apostrophe before it.
    """
    return _FORMULA_START.sub("'", text)
