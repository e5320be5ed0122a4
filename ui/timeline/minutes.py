"""How many minutes of each phase were called what, over all recordings."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from ui.parts.tables import MOST_IN_A_TABLE, header
from ui.timeline.timeline import Timeline


def used_classes(timeline: Timeline) -> list[int]:
    """Classes that occur or are called, in file order."""
    cells = sum(each.cells for each in timeline.scores)
    return np.flatnonzero(np.asarray(cells).any(0) | np.asarray(cells).any(1)).tolist()


def minutes(timeline: Timeline) -> pd.DataFrame:
    """Minutes of each true class (rows) by what they were called (columns)."""
    used, labels = used_classes(timeline), timeline.study.labels
    cells = np.asarray(sum(each.cells for each in timeline.scores))[np.ix_(used, used)] * timeline.phrases.seconds / 60
    frame = pd.DataFrame(cells.round(2), columns=[labels[i] for i in used])
    frame.insert(0, "truth \\ called, minutes", [labels[i] for i in used], allow_duplicates=True)
    return frame


def show_minutes(timeline: Timeline) -> None:
    """The table of minutes: rows are the truth."""
    frame = minutes(timeline)
    if len(frame) > MOST_IN_A_TABLE:
        st.dataframe(frame, hide_index=True)
        return
    names = [timeline.phrases.voice.names[i] for i in used_classes(timeline)]
    cells = [
        [f"**{markdown_name}**", *(_minutes_cell(value, i == j) for j, value in enumerate(row))]
        for i, (markdown_name, row) in enumerate(zip(names, frame.iloc[:, 1:].to_numpy(), strict=True))
    ]
    columns = [header("Truth"), *(f"called  \n**{name}**" for name in names)]
    st.table(pd.DataFrame(cells, columns=columns), border="horizontal", hide_index=True)


def _minutes_cell(value: float, right: bool) -> str:
    if not value:
        return ":gray[0]"
    text = f"{value:,.1f}" if value >= 0.1 else f"{value:.2f}"
    return f"**{text}**" if right else text
