"""A report in one HTML file that asks nothing of any other place: sentences, pictures and tables of the pages."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from pathlib import Path

from plotly.offline import get_plotlyjs

import charts
from report.formats.pictures import Picture, pictures_of
from report.formats.plain_text import about_source, findings, footnote, title_of, voice_of
from report.formats.requirements import requirement_table
from report.formats.tables import Cell, Table, tables_of
from report.formats.text_layout import plain
from report.results import Report, Result
from words import counted
from words.notices import worded

__all__ = ["as_html"]

STYLE = Path(__file__).with_name("page.css")
# Whatever a file of predictions holds, the report loads nothing and sends nothing.
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; "
    "form-action 'none'; base-uri 'none'"
)
DRAW = "for (const [id, figure] of drawn) Plotly.newPlot(id, figure.data, figure.layout, look);"


def as_html(report: Report) -> bytes:
    """The whole study. Text of the user is escaped; figures are data, not markup."""
    sections, figures = [], []
    for number, result in enumerate(report.results):
        pictures = list(pictures_of(report, result))
        names = [f"picture-{number}-{i}" for i in range(len(pictures))]
        named = list(zip(names, pictures, strict=True))
        figures += [f"[{json.dumps(name)}, {each.figure}]" for name, each in named if each.figure]
        sections += _section(report, result, number, named)
    script = f"const look = {json.dumps(charts.CONFIG)};\nconst drawn = [{','.join(figures)}];\n{DRAW}"
    name = _text(report.study.name)
    page = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Rounds: {name}</title>\n<style>\n{STYLE.read_text('utf-8')}</style>\n</head>\n<body>",
        *_start(report), *sections,
        f'<p class="small">{_text(footnote(report))}</p>',
        f"<script>{get_plotlyjs()}</script>\n<script>{script}</script>\n</body>\n</html>\n",
    ]  # fmt: skip
    return "\n".join(page).encode("utf-8", "replace")


def _text(text: str) -> str:
    return html.escape(plain(text))


def _start(report: Report) -> Iterator[str]:
    name, *others = about_source(report.study)
    yield f"<header><h1>Rounds: {_text(name)}</h1>"
    yield from (f"<p>{_text(each)}</p>" for each in others)
    for notice in report.study.notices:
        kind = "notice" if notice.level == "warning" else "small"
        yield f'<p class="{kind}">{_text(worded(notice))}</p>'
    yield "</header>"
    if len(report.results) > 1:
        links = (f'<li><a href="#part-{i}">{_text(title_of(each))}</a></li>' for i, each in enumerate(report.results))
        yield f'<nav aria-label="Parts"><ul>{"".join(links)}</ul></nav>'


def _section(report: Report, result: Result, number: int, pictures: list[tuple[str, Picture]]) -> Iterator[str]:
    cases = _text(counted(result.evaluation.n, report.study.unit))
    yield f'<section id="part-{number}"><h2>{_text(title_of(result))} <small>{cases}</small></h2>'
    voice = voice_of(report.study)
    for position, said in enumerate(findings(report, result.evaluation, voice)):
        kind = "further" if position else "finding"
        yield f'<p class="{kind}">{_text(said.headline)}</p>'
        yield f"<p>{_text(said.detail)}</p>" if said.detail else ""
    required = requirement_table(report, result, voice)
    yield _table(required) if required else ""
    alone = [each for each in pictures if each[1].width is None or each[1].width > 600]
    yield from (_figure(name, picture) for name, picture in alone)
    beside = [_figure(name, picture) for name, picture in pictures if (name, picture) not in alone]
    yield f'<div class="beside">{"".join(beside)}</div>' if beside else ""
    yield from (_table(table) for table in tables_of(result, voice))
    yield "</section>"


def _figure(name: str, picture: Picture) -> str:
    width = f' style="max-width:{picture.width}px"' if picture.width else ""
    label = html.escape(plain(picture.alt))
    shown = picture.html or f'<div id="{name}" role="img" aria-label="{label}"{width}></div>'
    return f'<div class="picture"><h3>{_text(picture.title)}</h3>{shown}</div>'


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{_text(name)}</th>' if name else "<td></td>" for name in table.head)
    rows = "".join(map(_row, table.rows))
    below = "".join(f'<p class="small">{_text(sentence)}</p>' for sentence in table.below)
    shown = f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
    return f"<h3>{_text(table.title)}</h3>{shown}{below}"


def _row(cells: list[Cell]) -> str:
    name, *others = map(_cell, cells)
    return f'<tr><th scope="row">{name}</th>{"".join(f"<td>{cell}</td>" for cell in others)}</tr>'


def _cell(cell: Cell) -> str:
    if isinstance(cell, str):
        return _text(cell)
    value, *others = (_text(part) for part in cell)
    return "".join([value, *(f"<br><small>{part}</small>" for part in others)])
