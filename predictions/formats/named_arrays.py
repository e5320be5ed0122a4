"""Arrays under names (NPZ, NPY, lists in JSON) become one table: codes get their names, scores their class."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pyarrow as pa
import pyarrow.compute as pc

from predictions.columns import aliases
from predictions.columns.aliases import key_of
from predictions.columns.cells import as_text, holds_fractions
from predictions.limits import Limits
from predictions.plain_table import column_names
from predictions.problems import Notes, Problem
from words.text.names import listed, quoted

CLASS_NAMES = ("labels", "classes", "class_names", "label_names", "target_names", "categories", "names")
ROLES = aliases.ROLES.difference(aliases.ORDER)
CODE = re.compile(r"([+-]?\d+)(?:\.0*)?")
LABEL_IDS, SCORES = "label_ids", "scores"
NO_CODE = ("", "nan")


@dataclass(frozen=True, eq=False)
class Block:
    """One array under its name: one column of (n,) values, or K columns of an (n, K) one."""

    name: str
    columns: tuple[pa.ChunkedArray, ...]
    is_vector: bool = True

    @property
    def rows(self) -> int:
        return len(self.columns[0]) if self.columns else 0

    @property
    def shape(self) -> str:
        return f"({self.rows},)" if self.is_vector else f"({self.rows}, {len(self.columns)})"

    @property
    def key(self) -> str:
        return key_of(self.name)


def table_of_blocks(blocks: Sequence[Block], where: str, notes: Notes, limits: Limits) -> pa.Table:
    """One row per case. Raises Problem without true classes, and for arrays that cannot belong together."""
    limits.check_columns(sum(len(block.columns) for block in blocks), where)
    blocks = _of_hugging_face([_squeezed(block) for block in blocks], notes)
    truth = _truth(blocks, where)
    limits.check_rows(truth.rows, where)
    names = _class_names(blocks, truth, notes)
    blocks = [block for block in blocks if names is None or block.key not in CLASS_NAMES]
    _check_shapes(blocks, truth, where)
    blocks = _aligned(blocks, truth, notes)
    columns: dict[str, pa.ChunkedArray] = {}
    for block in blocks:
        for name, column in _columns(block, truth, names, where, notes):
            columns[_free(name, columns)] = column
    _refuse_unnamed(blocks, columns, where)
    return pa.table(dict(zip(column_names(list(columns), where, limits), columns.values(), strict=True)))


def _refuse_unnamed(blocks: Sequence[Block], columns: dict[str, pa.ChunkedArray], where: str) -> None:
    """Raises Problem for scores of unknown classes where nothing else says what was predicted."""
    if any(block.key in aliases.PREDICTED for block in blocks):
        return
    for block in blocks:
        if (
            not block.is_vector
            and block.key in aliases.SCORE
            and not any(name.startswith("score_") for name in columns)
        ):
            what = f"{where}: nothing names the class of each of the {len(block.columns)} columns of"
            raise Problem(f"{what} {quoted(block.name)}. Save the class names in this order as labels.")


def _squeezed(block: Block) -> Block:
    return replace(block, is_vector=True) if len(block.columns) == 1 else block


def _of_hugging_face(blocks: list[Block], notes: Notes) -> list[Block]:
    """`label_ids` with a value per case are the true classes, fractions in `predictions` (n, K) the scores; said."""
    truth = next((block for block in blocks if block.key == LABEL_IDS and block.is_vector), None)
    if truth is None or any(block.key in (*aliases.TRUTH, *aliases.SCORE) for block in blocks):
        return blocks
    given = [block for block in blocks if block.key in aliases.PREDICTED and block.rows == truth.rows]
    if len(given) != 1:
        return blocks
    notes.warn("truth_by_its_name", column=truth.name, beside=given[0].name)
    is_scored = not given[0].is_vector and all(holds_fractions(each, given[0].name) for each in given[0].columns)
    named = {truth.name: "y_true", given[0].name: SCORES if is_scored else given[0].name}
    return [replace(block, name=named.get(block.name, block.name)) for block in blocks]


def _truth(blocks: Sequence[Block], where: str) -> Block:
    found = sorted((b for b in blocks if b.key in aliases.TRUTH), key=lambda block: aliases.TRUTH.index(block.key))
    if not found:
        names = listed([block.name for block in blocks], 12) or "no list of one value per case"
        text = f"{where} has no array that is known to contain the true class (y_true)"
        raise Problem(f"{text}: it holds {names}. Name it y_true.")
    if not found[0].is_vector:
        text = f"{where}: {quoted(found[0].name)} has the shape {found[0].shape}, but one class per row is needed"
        raise Problem(f"{text}. Save the class of each row, such as y.argmax(axis=1).")
    return found[0]


def _class_names(blocks: Sequence[Block], truth: Block, notes: Notes) -> list[str] | None:
    """The names of the integer codes, when there is a list of different names."""
    for block in blocks:
        if block.key not in CLASS_NAMES or block is truth or not block.is_vector:
            continue
        names = [str(name).strip() for name in as_text(block.columns[0], block.name).to_pylist()]
        if len(set(names)) == len(names) and all(names):
            return names
        if block.rows != truth.rows:
            notes.warn("array_of_names_repeats", name=block.name)
    return None


def _check_shapes(blocks: Sequence[Block], truth: Block, where: str) -> None:
    """Raises Problem for arrays with a role that do not have a row per case."""
    wrong = [block for block in blocks if block.key in ROLES and block.rows != truth.rows]
    if not wrong:
        return
    shapes = " and ".join(f"{quoted(block.name)} has {block.shape}" for block in wrong[:4])
    turned = any(len(block.columns) == truth.rows for block in wrong)
    advice = "It looks transposed: save it with a row per case." if turned else "Save them with a row per case each."
    text = f"{where}: the shapes do not fit: {quoted(truth.name)} has {truth.shape}, {shapes}"
    raise Problem(f"{text}. {advice}")


def _aligned(blocks: Sequence[Block], truth: Block, notes: Notes) -> list[Block]:
    """Those with a row per case that are a column each or the scores."""
    kept = [b for b in blocks if b.rows == truth.rows and (b.is_vector or b.key in ROLES)]
    ignored = [block.name for block in blocks if block not in kept]
    if ignored:
        notes.warn("arrays_of_other_length", arrays=ignored)
    return kept


def _columns(
    block: Block, truth: Block, names: list[str] | None, where: str, notes: Notes
) -> list[tuple[str, pa.ChunkedArray]]:
    is_label = block.key in aliases.TRUTH or block.key in aliases.PREDICTED
    if block.is_vector:
        column = block.columns[0]
        return [(block.name, _named(column, block.name, names, where) if is_label and names else column)]
    if block.key not in aliases.SCORE:
        text = f"{where}: {quoted(block.name)} has the shape {block.shape}, but one value per row is needed"
        raise Problem(f"{text}. Save the class of each row, such as y.argmax(axis=1).")
    classes = _classes(block, truth, names, where, notes)
    return [(f"score_{name}", column) for name, column in zip(classes, block.columns, strict=False)]


def _named(column: pa.ChunkedArray, name: str, names: list[str], where: str) -> pa.ChunkedArray:
    """Codes as their names; texts that are names already stay."""
    coded = as_text(column, name).combine_chunks().dictionary_encode()
    coded = coded.combine_chunks() if isinstance(coded, pa.ChunkedArray) else coded
    texts = coded.dictionary.to_pylist()
    if {text.strip() for text in texts} - {*NO_CODE} <= set(names):
        return column
    codes = [int(text == "True") for text in texts] if pa.types.is_boolean(column.type) else _codes(texts)
    if codes is None:
        return column
    outside = [code for code in codes if code is not None and not 0 <= code < len(names)]
    if outside:
        text = (
            f"{where}: {quoted(name)} holds the code {outside[0]}, but there are names for 0 to {len(names) - 1} only"
        )
        raise Problem(f"{text} ({len(names)} labels). Give every class its name.")
    meant = [None if code is None else names[code] for code in codes]
    return pa.chunked_array([pc.take(pa.array(meant, pa.string()), coded.indices)])


def _codes(texts: list[str | None]) -> list[int | None] | None:
    """Whole numbers, None for a blank one; None altogether when a text is no whole number."""
    found: list[int | None] = []
    for text in texts:
        code = CODE.fullmatch((text or "").strip())
        if code is None and (text or "").strip() not in NO_CODE:
            return None
        found.append(int(code[1]) if code else None)
    return found


def _classes(block: Block, truth: Block, names: list[str] | None, where: str, notes: Notes) -> list[str]:
    """The class of each score column; () when nothing says it."""
    width = len(block.columns)
    if names is not None:
        if width != len(names):
            text = f"{where}: {quoted(block.name)} has {width} columns, but there are {len(names)} class names"
            raise Problem(f"{text}. Save a column of scores per class.")
        return names
    codes = _codes(pc.unique(as_text(truth.columns[0], truth.name).combine_chunks()).to_pylist())
    if codes is not None and all(code is None or 0 <= code < width for code in codes):
        notes.warn("codes_as_classes", name=block.name)
        return [str(code) for code in range(width)]
    notes.warn("unnamed_score_columns", columns=width)
    return []


def _free(name: str, taken: dict[str, pa.ChunkedArray]) -> str:
    """The name, when no other array has it: `score_1` may be an array beside y_score."""
    if name in taken:
        raise Problem(f"There is more than one column named {quoted(name)}. Rename or remove the duplicate.")
    return name
