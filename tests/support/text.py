"""Texts as a person reads them."""

import re

INVISIBLE = str.maketrans({"\u00a0": " ", "\u2060": ""})


def plain(text: str) -> str:
    """Without the marks that keep a line together."""
    return text.translate(INVISIBLE)


def as_read(text: str) -> str:
    """As Markdown shows it: without its escapes, too."""
    return re.sub(r"\\([^A-Za-z0-9\s])", r"\1", plain(text))
