"""A report in one HTML file that asks nothing of any other place: sentences, pictures and tables of the pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup
from plotly.offline import get_plotlyjs

import charts
from predictions.problems import Notice, Problem
from report.formats.pictures import FigurePicture, Picture, pictures_of
from report.formats.plain_text import about_source, every_table, findings, footnote, how_much, title_of
from report.formats.requirements import requirement_table
from report.formats.tables import Table
from report.formats.withheld import withheld_tables
from report.results import Report, Result
from words import counted
from words.findings.report import groups_withheld
from words.notices import by_weight, losses, shared
from words.text.escape import visible

FOLDER = Path(__file__).parent
WIDEST_BESIDE = 600  # px
# Whatever a file of predictions holds, the report loads nothing and sends nothing.
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; "
    "form-action 'none'; base-uri 'none'"
)


class Section(StrEnum):
    """What a report can hold, in its order."""

    NOTICES = "Notices"
    FINDINGS = "Findings"
    REQUIREMENTS = "Requirements"
    PICTURES = "Pictures"
    TABLES = "Tables"


@dataclass(frozen=True)
class Layout:
    """What a report holds and how it prints. title: "" for the name of the study; paper: as CSS names it.

    fewest: counts from 1 to fewest - 1 are withheld with all that would tell them; 0 for none.
    """

    title: str = ""
    sections: frozenset[Section] = frozenset(Section)
    paper: Literal["A4", "letter"] = "A4"
    fewest: int = 0


def as_html(report: Report, layout: Layout = Layout()) -> bytes:  # frozen
    """The whole study. Text of the user is escaped; figures are data, not markup."""
    name, *about = about_source(report, not layout.fewest)
    name = layout.title or name
    parts = [_part(report, result, number, layout) for number, result in enumerate(report.results)]
    drawn = [(key, each) for part in parts for key, each in part["pictures"] if isinstance(each, FigurePicture)]
    page = _template().render(
        policy=POLICY,
        style=Markup((FOLDER / "page.css").read_text("utf-8")),
        paper=layout.paper,
        name=name,
        about=about,
        notices=_notices(report) if Section.NOTICES in layout.sections and not layout.fewest else (),
        parts=parts,
        footnote=footnote(report, layout.fewest),
        plotly=Markup(get_plotlyjs()),
        look=Markup(json.dumps(charts.CONFIG)),
        drawn=Markup(",".join(f"[{json.dumps(key)}, {each.figure}]" for key, each in drawn)),
    )
    return page.encode("utf-8", "replace")


def made_or_why_not(made: Callable[[], bytes]) -> bytes:
    """A report; where what an engine counts has changed, a page that says so, as a download has no other place."""
    try:
        return made()
    except Problem as problem:
        page = Markup('<!doctype html><html lang="en"><meta charset="utf-8"><title>{0}</title><p>{0}</p></html>')
        return page.format(visible(str(problem))).encode("utf-8", "replace")


def _notices(report: Report) -> list[tuple[Notice, bool]]:
    """Heaviest first, and whether it is one of those that the pages show in amber, too."""
    amber = losses(report.notices, report.study.rows)
    return [(each, each in amber) for said in by_weight(report.notices).values() for each in said]


@cache
def _template() -> Template:
    """The page: what it names is made visible and escaped, but for what is markup; a number stays with its unit."""
    room = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        keep_trailing_newline=True,
    )
    room.filters["shared"] = shared
    return room.get_template("page.html")


def _shown(value: Any) -> Any:
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _part(report: Report, result: Result, number: int, layout: Layout) -> dict[str, Any]:
    """What the template shows of one model on one split. Pictures have a name each."""
    voice, sections = result.view.plain_voice, layout.sections
    if layout.fewest:
        return _withheld(report, result, layout.fewest)
    shown = pictures_of(report, result) if Section.PICTURES in sections else ()
    pictures = [(f"picture-{number}-{i}", picture) for i, picture in enumerate(shown)]
    narrow = [each for each in pictures if _is_narrow(each[1])]
    return {
        "title": title_of(result),
        "cases": how_much(result),
        "findings": findings(result, voice, shared=True) if Section.FINDINGS in sections else [],
        "requirements": requirement_table(report, result, voice) if Section.REQUIREMENTS in sections else None,
        "pictures": pictures,
        "wide": [each for each in pictures if each not in narrow],
        "narrow": narrow,
        "tables": every_table(result, voice) if Section.TABLES in sections else [],
    }


def _withheld(report: Report, result: Result, fewest: int) -> dict[str, Any]:
    """The same with small counts withheld: only tables of which every count may be told."""
    return {
        "title": title_of(result),
        "cases": counted(result.evaluation.n, report.study.unit) if result.evaluation.n >= fewest else "",
        "findings": [],
        "requirements": None,
        "pictures": [],
        "wide": [],
        "narrow": [],
        "tables": [*_counts_withheld(result, fewest), *_groups_withheld(result, fewest)],
    }


def _counts_withheld(result: Result, fewest: int) -> Iterator[Table]:
    """Without any where no threshold was chosen, as then no class is predicted."""
    if not result.waits_for_threshold:
        view, classes = result.view, result.evaluation.classes
        rates = [(classes[i]["sensitivity"], classes[i]["ppv"]) for i in view.plain_voice.order]
        yield from withheld_tables(view.shown_matrix, fewest, view.level, rates)


def _groups_withheld(result: Result, fewest: int) -> list[Table]:
    """One sentence where groups or months are asked for."""
    columns = [each.column for way in result.ways for each in way] + ([result.dates] if result.dates else [])
    return [Table("Groups", [""], [], [groups_withheld(list(dict.fromkeys(columns)), fewest)])] if columns else []


def _is_narrow(picture: Picture) -> bool:
    """Whether two of them stand side by side."""
    return isinstance(picture, FigurePicture) and picture.width is not None and picture.width <= WIDEST_BESIDE
