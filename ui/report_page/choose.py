"""The choices of the Report page: models, splits, sections, paper, small counts; and taking the file along."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal

import streamlit as st

from reviews import View
from ui.parts import inputs
from ui.state import widgets
from words import distinct
from words.text.names import names_of_models

KEPT = "report"
SLICES, TITLE, FEWEST, CHOSEN, PAPER = (f"report_{name}" for name in ("slices", "title", "fewest", "sections", "paper"))
SECTIONS = ("Notices", "Findings", "Requirements", "Pictures", "Tables")
SMALL = {0: "show all", 5: "below 5", 11: "below 11"}
WITHHELD = "Withheld counts: cells from 1 to the limit, and every cell that would tell one of them."
Paper = Literal["A4", "letter"]
PAPERS: dict[Paper, str] = {"A4": "A4", "letter": "Letter"}


def slices(view: View) -> list[tuple[int, str | None]]:
    """The models and splits that go into the report; the one that is looked at first."""
    every = list(view.study.slices)
    if len(every) == 1:
        return every
    now, names, kept = (view.model, view.split), _names(view), _kept()
    usual = [names[every.index(now) if now in every else 0]]
    inputs.pills("Models and splits", kept, SLICES, names, usual)
    return [each for each, name in zip(every, names, strict=True) if name in kept.get(SLICES, usual)]


def _kept() -> inputs.Kept:
    return inputs.kept(KEPT, {PAPER: "A4", FEWEST: 0, CHOSEN: list(SECTIONS)})


def _names(view: View) -> tuple[str, ...]:
    models = names_of_models(view.study.model_names) or ("",)
    parts = [(models[model] if len(models) > 1 else "", split or "") for model, split in view.study.slices]
    return distinct((" · ".join(filter(None, part)) or "All cases" for part in parts), 80)


def views(view: View, chosen: list[tuple[int, str | None]]) -> list[View]:
    """A view of each chosen model and split, with what was decided."""
    return [replace(view, model=model, split=split) for model, split in chosen]


def contents() -> tuple[tuple[str, ...], int]:
    """The sections, and the limit of small counts (0: all are shown)."""
    kept = _kept()
    place = st.container()  # above what may turn it off
    fewest: int = inputs.segments("Withhold small counts", kept, FEWEST, SMALL)
    with place:
        inputs.pills("Sections", kept, CHOSEN, SECTIONS, SECTIONS, disabled=bool(fewest))
    if fewest:
        st.caption(WITHHELD)
    return tuple(kept[CHOSEN]), fewest


def form(view: View) -> tuple[str, Paper]:
    """Title and paper."""
    title = st.text_input("Title", placeholder=view.study.name[:80], **widgets.keeping(TITLE, ""))
    paper: Paper = inputs.segments("Paper", _kept(), PAPER, PAPERS)
    return title.strip()[:200], paper


def take_along(made: Callable[[], bytes]) -> None:
    """The file, made when it is asked for."""
    name = f"rounds-report-{datetime.now(UTC):%Y-%m-%d}.html"
    st.download_button(
        "Download the report", made, name, "text/html", icon=":material/download:", key=widgets.key("report_file")
    )
    st.caption(
        "One file that opens in any browser and prints on the chosen paper; it loads nothing from anywhere else."
    )


def wants_preview() -> bool:
    """Whether the file is shown below the choices."""
    return st.toggle("Preview", key=widgets.key("report_preview"))
