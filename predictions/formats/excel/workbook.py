"""The parts of an Excel workbook but for its cells: sheets, shared texts, and which number formats are dates.

The XML is read as a stream by expat. Document types are refused, so no entity can grow or reach a file.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from xml.parsers import expat

from predictions.formats.archives import pieces
from predictions.limits import Limits
from predictions.problems import Problem

# The built-in formats that show a date or a time; 27 to 36 and 50 to 58 do in East Asian versions.
DATE_FORMATS = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
NO_PATTERN = re.compile(r"\"[^\"]*\"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]", re.IGNORECASE)
ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
Start = Callable[[dict[str, str]], None]
End = Callable[[str], None]


@dataclass(frozen=True)
class Part:
    """One file of the workbook's archive, ready to be streamed."""

    archive: zipfile.ZipFile
    info: zipfile.ZipInfo
    where: str
    limits: Limits

    def pieces(self) -> Iterator[bytes]:
        return pieces(self.archive, self.info, self.where, self.limits)


@dataclass(frozen=True)
class Sheet:
    """A sheet of cells: its name, whether Excel shows it, and its part."""

    name: str
    hidden: bool
    part: Part


@dataclass(frozen=True)
class Workbook:
    """What cells refer to. dates: positions of cell styles that show a number as a date."""

    sheets: tuple[Sheet, ...]
    texts: list[str]
    dates: frozenset[int]
    since_1904: bool

    @classmethod
    def of(cls, archive: zipfile.ZipFile, where: str, limits: Limits) -> Workbook:
        """Raises Problem for a workbook whose parts are missing or are no XML."""
        parts = {info.filename.lstrip("/"): Part(archive, info, where, limits) for info in archive.infolist()}
        found = next((name for name in parts if re.fullmatch(r"xl/workbook\d*\.xml", name)), "")
        if not found:
            raise damaged(where)
        targets = _relations(parts, found)
        book = _Book()
        parse(parts[found], {"sheet": book.sheet, "workbookPr": book.properties})
        if any("name" not in sheet for sheet in book.sheets):
            raise damaged(where)
        sheets = tuple(
            Sheet(sheet["name"], sheet.get("state", "visible") != "visible", parts[targets[link]])
            for sheet in book.sheets
            if (link := sheet.get("id", "")) in targets and targets[link] in parts and "chartsheet" not in targets[link]
        )
        texts = next((part for name, part in parts.items() if name.endswith("sharedStrings.xml")), None)
        styles = next((part for name, part in parts.items() if name.endswith("styles.xml")), None)
        return cls(sheets, _texts(texts) if texts else [], _dates(styles) if styles else frozenset(), book.since_1904)


def damaged(where: str) -> Problem:
    """The error for every workbook that cannot be read."""
    return Problem(f"{where} is a damaged or incomplete Excel workbook. Open it in Excel and save it again.")


def parse(part: Part, starts: dict[str, Start], ends: dict[str, End] | None = None) -> None:
    """Run starts[tag](attributes) and ends[tag](text inside), tags without the prefix of their namespace.

    Raises Problem for what is no XML, and for a document type.
    """
    texts: list[str] = []
    opening: dict[str, Start | None] = {}
    closing: dict[str, End | None] = {}

    def on_start(name: str, attributes: dict[str, str]) -> None:
        texts.clear()
        if name not in opening:
            tag = name.rpartition(":")[2]
            opening[name], closing[name] = starts.get(tag), (ends or {}).get(tag)
        handler = opening[name]
        if handler is not None:
            handler(attributes)

    def on_end(name: str) -> None:
        handler = closing[name]
        if handler is not None:
            handler("".join(texts))
            texts.clear()

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = on_start, on_end
    parser.CharacterDataHandler = texts.append
    parser.StartDoctypeDeclHandler = lambda *_: _refuse_entities(part.where)
    parser.EntityDeclHandler = lambda *_: _refuse_entities(part.where)
    try:
        for piece in part.pieces():
            parser.Parse(piece, False)
        parser.Parse(b"", True)
    except (expat.ExpatError, ValueError, KeyError, IndexError, OverflowError, LookupError):
        raise damaged(part.where) from None


def _refuse_entities(where: str) -> None:
    what = f"{where} is an unsafe Excel workbook: its XML declares a document type or an entity"
    raise Problem(f"{what}. Open it in Excel and save it again.")


class _Book:
    """The sheets of xl/workbook.xml, and where its days begin."""

    def __init__(self) -> None:
        self.sheets: list[dict[str, str]] = []
        self.since_1904 = False

    def sheet(self, attributes: dict[str, str]) -> None:
        self.sheets.append({name.rpartition(":")[2]: value for name, value in attributes.items()})

    def properties(self, attributes: dict[str, str]) -> None:
        self.since_1904 = attributes.get("date1904", "0") in ("1", "true")


def _relations(parts: dict[str, Part], book: str) -> dict[str, str]:
    """Id -> name of its part."""
    folder, file = posixpath.split(book)
    links = parts.get(f"{folder}/_rels/{file}.rels")
    targets: dict[str, str] = {}

    def relation(attributes: dict[str, str]) -> None:
        if attributes.get("TargetMode") != "External":
            target = attributes["Target"]
            path = target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"{folder}/{target}")
            targets[attributes["Id"]] = path

    if links is not None:
        parse(links, {"Relationship": relation})
    return targets


def _texts(part: Part) -> list[str]:
    """The shared texts by their position; runs of one format are joined, without readings (furigana)."""
    texts: list[str] = []
    inside: list[str] = []
    readings = 0

    def open_text(_attributes: dict[str, str]) -> None:
        inside.clear()

    def reading(step: int) -> None:
        nonlocal readings
        readings += step

    def run(text: str) -> None:
        if not readings:
            inside.append(text)

    starts: dict[str, Start] = {"si": open_text, "rPh": lambda _: reading(1)}
    parse(part, starts, {
        "t": run, "rPh": lambda _: reading(-1), "si": lambda _: texts.append(unescaped("".join(inside))),
    })  # fmt: skip
    return texts


def unescaped(text: str) -> str:
    """Excel writes what XML cannot hold as _x000D_, and such a text itself as _x005F_x000D_."""
    return ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def is_date_format(code: str) -> bool:
    """Whether a number format has a day, month, year, hour, minute or second in its first section."""
    return re.search("[dmyhs]", NO_PATTERN.sub("", code).split(";")[0], re.IGNORECASE) is not None


def _dates(part: Part) -> frozenset[int]:
    """The cell styles (positions in cellXfs) that show a number as a date or a time."""
    formats, styles, inside = set(DATE_FORMATS), [], False

    def number_format(attributes: dict[str, str]) -> None:
        if is_date_format(attributes.get("formatCode", "")):
            formats.add(int(attributes["numFmtId"]))

    def cell_formats(here: bool) -> None:
        nonlocal inside
        inside = here

    def cell_format(attributes: dict[str, str]) -> None:
        if inside:
            styles.append(int(attributes.get("numFmtId", 0)))

    starts: dict[str, Start] = {"numFmt": number_format, "cellXfs": lambda _: cell_formats(True), "xf": cell_format}
    parse(part, starts, {"cellXfs": lambda _: cell_formats(False)})
    return frozenset(position for position, code in enumerate(styles) if code in formats)
