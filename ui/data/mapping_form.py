"""The form in which a person says what each column is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from predictions.mapping import Mapping
from predictions.study import Study
from ui.state import widgets
from words import distinct, markdown, short

NONE = "none"
MOST_SCORES = 24
SINGLE = {
    "case_id": "Case or patient ID",
    "model": "Model",
    "split": "Split (train, validation, test)",
    "fold": "Fold",
    "sequence": "Sequence (video, night)",
    "order": "Position in the sequence",
    "reader": "Reader, each a model",
    "weight": "Weight, frequency or sampling fraction",
}


def mapping_form(
    columns: dict[str, tuple[str, ...]], proposed: Mapping, study: Study | None, read: Callable[[Mapping], None]
) -> None:
    """Which column is what. Class scores can be named once the classes are known.

    The answer is taken in the button's callback, which runs before anything else of the next run: a person who
    leaves for another page at once must not lose the correction.
    """
    form = _Form(columns, proposed, _scored(study), () if study is None else study.labels)
    with st.form("mapping"), st.container():
        form.draw()
        st.form_submit_button("Apply", icon=":material/refresh:", key=widgets.key("apply_columns"),
                              on_click=lambda: read(form.answer()))  # fmt: skip


def _scored(study: Study | None) -> tuple[str, ...]:
    """The classes whose score columns can be named one by one."""
    return () if study is None or len(study.labels) > MOST_SCORES else study.labels


@dataclass(frozen=True)
class _Form:
    """The fields; each keeps its answer under a key of its own, so that another file inherits nothing."""

    columns: dict[str, tuple[str, ...]]
    proposed: Mapping
    scored: tuple[str, ...]
    labels: tuple[str, ...]

    def draw(self) -> None:
        proposed = self.proposed
        with st.grid(3, min_column_width=240):
            self._column("True class", proposed.truth, "truth")
            self._several("Predicted class (several: several models)", proposed.predicted or (), "predicted")
            for role, label in SINGLE.items():
                self._column(label, getattr(proposed, role), role)
            self._column("Score column (binary)", proposed.score, "score")
            self._several("Score columns, each a model", proposed.score_models, "score_models")
            if self.labels:
                self._class("Positive class", proposed.positive)
            st.number_input("Threshold", value=proposed.threshold, key=self._at("threshold"))
            st.text_area(
                "Exclude true classes (one per line)",
                "\n".join(proposed.ignore_truth),
                key=self._at("ignore"),
                height=68,
            )
            st.text_input(
                "Missing-value markers (comma-separated)",
                ", ".join(proposed.missing),
                key=self._at("missing"),
            )
            for i, label in enumerate(self.scored):
                self._column(f"Score for {markdown(label, 30)}", (proposed.scores or {}).get(label), f"score_{i}")

    def answer(self) -> Mapping:
        """The mapping as the fields now say."""
        return replace(
            self.proposed,
            truth=self._said("truth") or None,
            predicted=tuple(self._said("predicted") or ()),
            score_models=tuple(self._said("score_models") or ()),
            scores=self._scores(),
            score=self._said("score"),
            positive=(self._said("positive") or None) if self.labels else self.proposed.positive,
            threshold=self._said("threshold"),
            ignore_truth=_parts(self._said("ignore"), "\n"),
            missing=_parts(self._said("missing"), ","),
            **{role: self._said(role) for role in SINGLE},
        )

    def _scores(self) -> dict[str, str] | None:
        """One column per class; None leaves them to be recognised."""
        if not self.scored:
            return self.proposed.scores
        said = {label: self._said(f"score_{i}") for i, label in enumerate(self.scored)}
        return {label: column for label, column in said.items() if column}

    def _several(self, label: str, current: tuple[str, ...], key: str) -> None:
        shown = self._shown()
        st.pills(  # a list of several would write white on the accent, which dark mode cannot carry
            label,
            list(self.columns),
            selection_mode="multi",
            default=[name for name in current if name in self.columns],
            format_func=lambda name: markdown(shown[name], 80),
            key=self._at(key),
            wrap=True,
        )

    def _class(self, label: str, current: str | None) -> None:
        options, shown = ["", *self.labels], dict(zip(self.labels, distinct(self.labels, 40), strict=True))
        index = options.index(current) if current in options else 0
        show = {"": "by name", **shown}
        st.selectbox(label, options, index, format_func=show.__getitem__, key=self._at("positive"))

    def _column(self, label: str, current: str | None, key: str) -> None:
        options, shown = ["", *self.columns], self._shown()

        def show(name: str) -> str:
            sample = ", ".join(self.columns.get(name, ()))
            return NONE if name == "" else f"{shown[name]} ({short(sample, 24)})" if sample else shown[name]

        index = options.index(current) if current in options else 0
        st.selectbox(label, options, index, format_func=show, key=self._at(key))

    def _shown(self) -> dict[str, str]:
        return dict(zip(self.columns, distinct(list(self.columns), 40), strict=True))

    def _at(self, key: str) -> str:
        return widgets.key(f"map_{key}")

    def _said(self, key: str) -> Any:
        return widgets.state[f"map_{key}"]


def _parts(text: str, separator: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(separator) if part.strip())
