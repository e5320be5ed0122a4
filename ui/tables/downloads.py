"""Shown numbers and lists of cases as CSV and Excel, made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

import pandas as pd
import streamlit as st

from predictions.study import Study
from ui.state import widgets
from words import markdown
from words.text.names import listed
from words.text.spreadsheet import csv_of

Writer = Callable[[pd.DataFrame], bytes]
Frame: TypeAlias = pd.DataFrame | Callable[[], pd.DataFrame]  # or what makes it when it is asked for


def as_csv(frame: pd.DataFrame) -> bytes:
    """UTF-8 with a mark that spreadsheets know; undefined numbers are empty."""
    cells = frame.astype(object).where(frame.notna(), None)
    return csv_of([list(frame.columns), *cells.itertuples(index=False, name=None)]).encode("utf-8-sig")


def as_excel(frame: pd.DataFrame) -> bytes:
    from ui.tables.workbook import workbook  # only here: a first page is there sooner without it

    return workbook(frame)


def without_ids(frame: pd.DataFrame, columns: Iterable[str]) -> pd.DataFrame:
    """Rows with sequential numbers in place of ids; equal ids keep equal numbers."""
    numbers = {name: pd.factorize(frame[name].astype(str))[0] + 1 for name in columns if name in frame}
    return frame.assign(**numbers)


FORMATS: dict[str, tuple[str, str, Writer]] = {
    "CSV": ("csv", "text/csv", as_csv),
    "Excel": ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", as_excel),
}


@dataclass(frozen=True)
class DownloadPolicy:
    """What may be taken of individual cases.

    ids: columns that tell who it is; sequential numbers take their place unless the reader wants them. never: columns
    that may name a patient; they stay away, and one of the ids among them keeps its sequential numbers. load_all: makes
    all rows, where those shown are only a part.
    """

    ids: tuple[str, ...]
    never: tuple[str, ...] = ()
    load_all: Callable[[], pd.DataFrame] | None = None

    @classmethod
    def of_cases(
        cls, study: Study, columns: Iterable[str], load_all: Callable[[], pd.DataFrame] | None = None
    ) -> DownloadPolicy:
        """Of a list of cases with these columns."""
        ids = tuple(name for name in (study.mapping.case_id, study.mapping.sequence) if name)
        return cls(ids, identifying_columns(study, columns), load_all)


def identifying_columns(study: Study, columns: Iterable[str]) -> tuple[str, ...]:
    """Those of the columns of a list of cases that may identify a patient directly."""
    names = {name.strip() for name in study.identifiers}
    return tuple(each for each in columns if each.strip() in names)  # a list may have put a space to a repeated name


def numbers_heading(
    frame: Frame, name: str, what: str, title: str = "In numbers", policy: DownloadPolicy | None = None
) -> None:
    """The heading of the numbers, with their download at the right. policy: as for `download`."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.subheader(title, anchor=False, width="content")
        download(frame, name, what, policy)


def download(frame: Frame, name: str, what: str, policy: DownloadPolicy | None = None) -> None:
    """A menu with both formats; what a spreadsheet would run is made text. policy: of individual cases."""
    label = "Download" if policy is None else "Download the list"
    with st.popover(label, icon=":material/download:", type="tertiary", key=widgets.key(f"download_{name}")):
        if policy is None:
            take(frame, name, what)
        else:
            st.caption(f"{what}.")
            _cases(_made(frame), name, policy)


def take(frame: Frame, name: str, what: str) -> None:
    """What the file holds, and a button for each format."""
    st.caption(f"{what}.")
    _buttons(name, lambda: _made(frame))


def _made(frame: Frame) -> pd.DataFrame:
    return frame() if callable(frame) else frame


def _cases(frame: pd.DataFrame, name: str, policy: DownloadPolicy) -> None:
    """What a list of cases asks before it can be taken."""
    never = [column for column in frame if column in policy.never]
    if never:
        st.caption(f"Excluded as possible direct identifiers: {markdown(listed(never), 400)}.")
    allowed = st.checkbox(
        "This file contains individual patient data. I am authorised to export it.", key=widgets.key(f"may_take_{name}")
    )
    numbered = [column for column in policy.ids if column in frame]
    if set(numbered) - set(never) and st.checkbox(
        "Include original IDs (default: sequential numbers)", key=widgets.key(f"with_ids_{name}"), disabled=not allowed
    ):
        numbered = [column for column in numbered if column in never]
    dropped = [column for column in never if column not in policy.ids]
    load = policy.load_all or (lambda: frame)
    _buttons(name, lambda: without_ids(load(), numbered).drop(columns=dropped), allowed)


def _buttons(name: str, load: Callable[[], pd.DataFrame], allowed: bool = True) -> None:
    for kind, (ending, mime, write) in FORMATS.items():
        st.download_button(
            kind,
            _written(write, load),
            file_name=f"rounds-{name}.{ending}",
            mime=mime,
            key=widgets.key(f"{name}_{ending}"),
            icon=":material/download:",
            on_click="ignore",
            disabled=not allowed,
            width="stretch",
        )


def _written(write: Writer, load: Callable[[], pd.DataFrame]) -> Callable[[], bytes]:
    """The file, made when it is asked for."""
    return lambda: write(load())
