"""Widgets with a memory: Streamlit forgets a widget that is not on the page, so what was chosen is kept apart."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any

import streamlit as st

from ui.state import widgets
from words import distinct, markdown

Kept = MutableMapping[Any, Any]


def kept(name: str, begin: Mapping[Any, Any]) -> dict[Any, Any]:
    """What was chosen in some widgets of the open study; to begin with, `begin`."""
    if name not in widgets.state:
        widgets.remember(name, dict(begin))
    found: dict[Any, Any] = widgets.state[name]
    return found


def segments(label: str, kept: Kept, key: str, names: Mapping[Any, str] | Sequence[str], **more: Any) -> Any:
    """One of several options with names in Markdown, kept under `key`; without a mapping the options are positions."""
    options = names if isinstance(names, Mapping) else dict(enumerate(names))
    widgets.state[key] = kept[key]
    st.segmented_control(
        label,
        list(options),
        format_func=options.__getitem__,
        key=widgets.key(key),
        on_change=_keep,
        args=(kept, key, key),
        required=True,
        wrap=True,
        **more,
    )
    return kept[key]


def select(label: str, kept: Kept, key: str, names: Mapping[Any, str]) -> None:
    """A list of options with names in plain text; the first where the kept one is not offered any more."""
    options = list(names)
    widgets.state[key] = options.index(kept[key]) if kept[key] in names else 0
    st.selectbox(
        label,
        range(len(options)),
        format_func=list(names.values()).__getitem__,
        key=widgets.key(key),
        on_change=_keep_option,
        args=(kept, key, options),
    )


def pills(
    label: str, kept: Kept, key: str, names: Sequence[str], usual: Sequence[str], most: int | None = None, **more: Any
) -> None:
    """Several of these plain names, kept under `key` in their order: the first `most` of those that are picked.

    usual: those that it shows while nothing is kept. more: as st.pills.
    """
    said = [markdown(name) for name in distinct(names, 40)]
    widgets.state[key] = [at for at, name in enumerate(names) if name in kept.get(key, usual)]
    st.pills(
        label, range(len(names)), format_func=said.__getitem__, selection_mode="multi", wrap=True,
        key=widgets.key(key), on_change=_keep_several, args=(kept, key, names, most), **more,
    )  # fmt: skip


def number(label: str, kept: Kept, key: str, *, name: Any = None, usual: float | None = None, **more: Any) -> None:
    """A number box. name: under which it is kept where that is not the key of the widget. more: as st.number_input.

    usual: what it shows while nothing is kept, which is not kept before it is changed.
    """
    name = key if name is None else name
    widgets.state[key] = float(kept[name] if usual is None else kept.get(name, usual))
    taken: dict[str, Any] = {"on_change": _keep, "args": (kept, name, key)}
    st.number_input(label, key=widgets.key(key), **taken | more)


def span(label: str, kept: Kept, key: str, lowest: int, highest: int, **more: Any) -> None:
    """A slider with two ends, whole numbers, kept under `key` as (low, high)."""
    widgets.state[key] = tuple(kept[key])
    taken: dict[str, Any] = {"on_change": _keep, "args": (kept, key, key)}
    st.slider(label, lowest, highest, key=widgets.key(key), **taken | more)


def _keep(kept: Kept, name: Any, key: str) -> None:
    if (value := widgets.state.get(key)) is not None:
        kept[name] = value


def _keep_several(kept: Kept, key: str, names: Sequence[str], most: int | None) -> None:
    kept[key] = [names[at] for at in widgets.state.get(key) or ()][:most]


def _keep_option(kept: Kept, key: str, options: Sequence[Any]) -> None:
    kept[key] = options[widgets.state.get(key) or 0]
