"""The curves of a few classes in two figures with one legend below, or a panel for each of many classes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import streamlit as st

import charts
from charts.figures.curve_traces import prevalence
from charts.html.swatches import line_swatch
from metrics import Counts
from predictions.slices.row_duration import nouns_of
from predictions.study import Capability
from reviews import View
from reviews.assumed import predictions_named
from reviews.models.areas import bands
from ui.parts import pictures
from ui.parts.help import help_of
from ui.parts.legend import show_legend
from ui.state import widgets
from words import ci, sentence_case
from words.findings.curves import point_name
from words.text.legends import area_legend, precision_legend
from words.text.numbers import threshold

TOGETHER = 5  # classes in one figure: beyond them the curves lie on one another
MOST = 8  # panels at a time
KIND, CHOSEN = "curves_kind", "curves_chosen"
NOT_USED = " (kept, not used)"
PR, ROC = "precision–recall", "ROC"


def show_curves(view: View, drawable: Sequence[int], label: int) -> None:
    """Both figures for a few classes, small multiples for many. label: the class that leads."""
    if len(drawable) <= TOGETHER:
        _together(view, drawable, label)
    else:
        _panels(view, drawable)


def _curves(view: View, labels: Iterable[int], said_of: str) -> list[charts.Curve]:
    """The curves of these classes; said_of: the key of the figure that stands for them."""
    evaluation, names = view.evaluation, view.plain_voice.names
    styles = charts.styles_of(view.plain_voice, view.is_in_time)
    found = []
    for label in labels:
        table, cells = evaluation.curve(label), evaluation.in_population.counts(label) if delivered(view) else None
        assert table is not None
        estimate = evaluation.classes[label][said_of]
        said = area_legend(estimate) if said_of == "auc" else precision_legend(estimate, prevalence(table))
        has_counts = not evaluation.is_weighted
        found.append(charts.Curve(names[label], table, styles[label], said, cells, has_counts=has_counts))
    return found


def _together(view: View, drawable: Sequence[int], label: int) -> None:
    order = [label, *(each for each in drawable if each != label)]
    points = delivered(view)
    with st.grid(2, min_column_width=320, gap="medium"):
        for title, key, draw, alt in (
            ("ROC", "auc", charts.roc, charts.roc_alt),
            ("Precision–recall", "average_precision", charts.pr, charts.pr_alt),
        ):
            curves = _leading(view, _curves(view, order, key), label)
            with st.container():
                st.subheader(title, anchor=False, help=help_of(key))
                legend = [(each.style.color, each.name) for each in curves]
                pictures.show(draw(curves, points), title, legend, alt=alt(curves), key=title)
    _legend(view, order, curves)


def _leading(view: View, curves: list[charts.Curve], label: int) -> list[charts.Curve]:
    """The first curve with its band and the kept threshold; each with a line of its own."""
    styles = charts.curve_styles([each.style for each in curves])
    first, *others = (replace(each, style=style) for each, style in zip(curves, styles, strict=True))
    cells, name = _kept(view, label)
    return [replace(first, bands=bands(view, label), kept=cells, kept_as=name), *others]


def delivered(view: View) -> str:
    """The name of the points of the predicted labels; "" where no class is predicted."""
    return point_name(predictions_named(view), view.study.mapping.threshold)


def _kept(view: View, label: int) -> tuple[Counts | None, str]:
    """The cells of the kept threshold of this class and its name, which says whether it is used; None without one."""
    kept, table = view.review.threshold_of(view.model), view.evaluation.curve(label)
    if kept is None or kept.label != label or table is None:
        return None, ""
    return table.at(kept.threshold), f"at {threshold(kept.threshold)}{'' if view.used_threshold else NOT_USED}"


def _legend(view: View, order: Sequence[int], curves: Sequence[charts.Curve]) -> None:
    """One line of text below both figures."""
    names, first = [view.voice.beside_counts[label] for label in order], curves[0]
    entries = [f"{line_swatch(each.style)} {name}" for each, name in zip(curves, names, strict=True)]
    entries += [f"○ {delivered(view)}"] if delivered(view) else []
    entries += [f"● {first.kept_as}"] if first.kept is not None else []
    if first.bands:
        entries.append(f"shaded: pointwise {ci(view.level)} of {names[0]}")
    elif Capability.LOADED not in view.study.capabilities:
        entries.append("no CI band: the file is too large to resample")
    show_legend([*entries, "dotted: chance, prevalence"])


# ------------------------------------------------------------------ many classes


def _panels(view: View, drawable: Sequence[int]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = st.segmented_control(
            "Curve", (PR, ROC), required=True, label_visibility="collapsed", **widgets.keeping(KIND, PR)
        )
        labels = _chosen(view, drawable)
    of_pr = kind == PR
    drawn = _curves(view, labels, "average_precision" if of_pr else "auc")
    curves = [replace(each, style=charts.curve_styles([each.style])[0]) for each in drawn]
    draw, alt = (charts.pr_panel, charts.pr_alt) if of_pr else (charts.roc_panel, charts.roc_alt)
    with st.grid(4, min_column_width=150, gap="small"):
        for at, each in zip(labels, curves, strict=True):
            others = [other.table for other in curves if other is not each]
            with st.container(gap=None):
                st.markdown(f"**{view.voice.numbered(at)}**")
                figure = draw(each, others)
                pictures.show(figure, f"{sentence_case(kind)}: {each.name}", alt=alt([each]), key=f"{kind} {at}")
        if len(labels) % 4:
            st.markdown(
                "**Reading**  \n" + "  \n".join(f":small[{each}]" for each in _reading(view, of_pr, len(labels)))
            )
    if not len(labels) % 4:
        st.caption(" ".join(_reading(view, of_pr, len(labels))))


def _chosen(view: View, drawable: Sequence[int]) -> list[int]:
    """The classes that are drawn: all of up to MOST, else the first ones, or those of the reader's choice."""
    if len(drawable) <= MOST:
        return list(drawable)
    chosen = st.multiselect(
        f"Classes, {MOST} at most", drawable, format_func=view.plain_voice.numbered, max_selections=MOST,
        **widgets.keeping(CHOSEN, list(drawable[:MOST]), drawable),
    )  # fmt: skip
    return [each for each in drawable if each in chosen] or list(drawable[:1])


def noun_of(view: View) -> tuple[str, str]:
    """One and many of what has a curve: phases or stages where time runs through them, else classes."""
    in_time = view.study.mapping.sequence and view.normal is None
    return nouns_of(view.study).phase if in_time else ("class", "classes")


def _reading(view: View, of_pr: bool, drawn: int) -> list[str]:
    """How a panel is read: in the place of the panel after the last one, or in a line below full rows."""
    across, up = ("recall (sensitivity)", "PPV (precision)") if of_pr else ("false positive rate", "sensitivity")
    lines = [f"Horizontal: {across}.", f"Vertical: {up}."]
    lines += [f"Coloured: this {noun_of(view)[0]}. Grey: the other {drawn - 1}."] if drawn > 1 else []
    lines += [f"○ {delivered(view)}."] if delivered(view) else []
    return [*lines, f"Dotted: {'prevalence' if of_pr else 'chance'}."]
