"""Texts as a person reads them."""

import re

import pandas as pd

INVISIBLE = str.maketrans({"\u00a0": " ", "\u2060": ""})


def plain(text: str) -> str:
    """Without the marks that keep a line together."""
    return text.translate(INVISIBLE)


def as_read(text: str) -> str:
    """As Markdown shows it: without its escapes, too."""
    return re.sub(r"\\([^A-Za-z0-9\s])", r"\1", plain(text))


def is_table(text: str) -> bool:
    return text.startswith("| ")


def table_of(text: str) -> pd.DataFrame:
    """The cells of a table in Markdown, each as it was before it became a part of one line."""
    header, _, *rows = ([_whole(cell) for cell in line[2:-2].split(" | ")] for line in text.split("\n"))
    return pd.DataFrame(rows, columns=header)


def _whole(cell: str) -> str:
    return cell.replace("&#10;", "  \n")
