"""Widgets with a memory: Streamlit forgets a widget that is not on the page, so what was chosen is kept apart."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from typing import Any

import streamlit as st

from ui.state import widgets

__all__ = ["Kept", "number", "segments"]

Kept = MutableMapping[Any, Any]


def segments(label: str, kept: Kept, key: str, names: Sequence[str], explanation: str | None = None) -> None:
    """One of several names in Markdown; its position is kept under `key`."""
    widgets.state[key] = int(kept[key])
    st.segmented_control(
        label,
        range(len(names)),
        format_func=names.__getitem__,
        key=widgets.key(key),
        on_change=_keep,
        args=(kept, key, key),
        required=True,
        wrap=True,
        help=explanation,
    )


def number(label: str, kept: Kept, key: str, *, name: Any = None, **more: Any) -> None:
    """A number box. name: under which it is kept where that is not the key of the widget. more: as st.number_input."""
    name = key if name is None else name
    widgets.state[key] = float(kept[name])
    taken = {"on_change": _keep, "args": (kept, name, key)}
    st.number_input(label, key=widgets.key(key), **taken | more)


def _keep(kept: Kept, name: Any, key: str) -> None:
    if (value := widgets.state.get(key)) is not None:
        kept[name] = value
