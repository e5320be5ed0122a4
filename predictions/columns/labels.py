"""Class labels as text: trimmed, `1` and `1.0` one label, encoded once into whole-number codes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa

from predictions.columns.cells import as_text
from predictions.problems import Notes, Problem
from words.text.names import quoted

BLANK = -1
MAX_DISTINCT = 20_000
WHOLE_WITH_ZEROS = re.compile(r"(-?(?:0|[1-9]\d*))\.0+")
BOOLEANS = {"true": "1", "false": "0"}


@dataclass(frozen=True, eq=False)
class Coded:
    """One column as codes into its own distinct texts, as they stand in the file. codes: (n,), -1 for an empty cell."""

    name: str
    codes: np.ndarray
    texts: tuple[str, ...]
    binary: bool = False

    def rows_of(self, chosen: Iterable[int]) -> int:
        """How many rows hold one of these texts."""
        counts = np.bincount(self.codes[self.codes >= 0], minlength=len(self.texts))
        return int(counts[list(chosen)].sum())


def dictionary_codes(text: pa.ChunkedArray) -> tuple[np.ndarray, pa.Array]:
    """(n,) codes, -1 for null, into the distinct texts in order of appearance."""
    coded = text.combine_chunks().dictionary_encode()
    if isinstance(coded, pa.ChunkedArray):  # more text than one array holds
        coded = coded.unify_dictionaries().combine_chunks()
    return coded.indices.fill_null(BLANK).to_numpy(zero_copy_only=False), coded.dictionary


def encode(column: pa.ChunkedArray, name: str, limit: int = MAX_DISTINCT) -> Coded:
    """Distinct texts and their codes. Raises Problem for more than `limit` distinct texts."""
    categories = pa.types.is_dictionary(column.type) and pa.types.is_string(column.type.value_type)
    codes, distinct = _used_categories(column) if categories else dictionary_codes(as_text(column, name))
    if len(distinct) > limit:
        message = f"Column {quoted(name)} holds {len(distinct):,} distinct values, too many for classes"
        raise Problem(f"{message}. Choose the column that holds the class.")
    return Coded(name, codes, tuple(distinct.to_pylist()), pa.types.is_binary(column.type))


def _used_categories(column: pa.ChunkedArray) -> tuple[np.ndarray, pa.Array]:
    """The same of a column that comes as categories; those that no row uses, and a blank one, are none."""
    coded = column.unify_dictionaries().combine_chunks()
    signed = coded.indices.cast(pa.int64())  # some programs count categories from 0 to 255 in a byte
    texts, inverse = coded.dictionary, signed.fill_null(BLANK).to_numpy(zero_copy_only=False)
    used = np.zeros(len(texts) + 1, bool)
    used[inverse] = True
    used[:-1] &= texts.is_valid().to_numpy(zero_copy_only=False)
    kept = np.flatnonzero(used[:-1])
    codes, distinct = dictionary_codes(pa.chunked_array([texts.take(pa.array(kept))]))
    table = np.full(len(used), BLANK, np.int32)
    table[kept] = codes
    return table[inverse], distinct


def held(size: int, *columns: np.ndarray) -> np.ndarray:
    """(size + 1,) which of the codes 0..size-1 stand in some column; at last, whether a blank one does."""
    seen = np.zeros(size + 1, bool)
    for codes in columns:
        seen[codes] = True  # a blank one is -1
    return seen


def natural_order(labels: Iterable[str]) -> list[str]:
    """Numbers by value, other text with the numbers inside it by value: class 2 before class 10."""
    return sorted(labels, key=lambda label: (_parts(label), label))


def _parts(label: str) -> list[tuple[int, float, str]]:
    if re.fullmatch(r"[+-]?\d+(\.\d+)?", label, re.ASCII):
        return [(0, float(label), "")]
    pieces = [piece for piece in re.split(r"(\d+)", label, flags=re.ASCII) if piece]
    return [(0, float(p), "") if p.isdecimal() and p.isascii() else (1, 0.0, p.casefold()) for p in pieces]


def _trimmed(text: str) -> str:
    return unicodedata.normalize("NFC", text).strip()


def _canonical(text: str) -> str:
    """The label a cell means: composed, trimmed, whole numbers without `.0`, zero without a sign."""
    trimmed = _trimmed(text)
    whole = WHOLE_WITH_ZEROS.fullmatch(trimmed)
    label = whole[1] if whole else trimmed
    return "0" if label == "-0" else label


@dataclass
class Vocabulary:
    """All labels of a study: the label of every text met in a label column, and its code in natural order."""

    missing: Sequence[str] = ()
    columns: list[Coded] = field(default_factory=list)

    @classmethod
    def of(cls, column: Coded, missing: Sequence[str] = ()) -> Vocabulary:
        """Of one column alone, with nothing said."""
        found = cls(missing, [column])
        found.settle(Notes())
        return found

    def add(self, column: Coded) -> None:
        """Take the texts of one more label column in."""
        self.columns.append(column)

    def settle(self, notes: Notes) -> None:
        """Fix labels and codes once all columns are in, and say what was trimmed or unified."""
        found = {_canonical(text) for column in self.columns for text in column.texts}
        self._true_is_one = _mixes_booleans(found)
        dropped = {"", *(_canonical(marker) for marker in self.missing)}
        self.labels = tuple(natural_order({self.label(text) for text in found} - dropped))
        self._code = {label: code for code, label in enumerate(self.labels)}
        for column in self.columns:
            _say_spaces(column, notes)
            _say_numbers(column, notes)
        self._say_booleans(notes)
        _say_composed(self.columns, notes)

    def label(self, text: str) -> str:
        """The label that a cell's text means."""
        canonical = _canonical(text)
        if self._true_is_one:
            return BOOLEANS.get(canonical.casefold(), canonical)
        return canonical

    def codes(self, column: Coded) -> np.ndarray:
        """(n,) int32 codes into `labels`; -1 for a blank cell or a missing marker."""
        own = [self._code.get(self.label(text), BLANK) for text in column.texts]
        return np.take(np.array([*own, BLANK], np.int32), column.codes)

    def _say_booleans(self, notes: Notes) -> None:
        if self._true_is_one:
            found = [c.name for c in self.columns if any(_canonical(t).casefold() in BOOLEANS for t in c.texts)]
            if columns := [name for name in found if name]:  # classes that only scores name stand in no column
                notes.warn("booleans_beside_numbers", columns=columns)
            else:
                notes.warn("booleans_name_scores")


def _mixes_booleans(labels: set[str]) -> bool:
    booleans = {label for label in labels if label.casefold() in BOOLEANS}
    return bool(booleans) and bool(labels & {"0", "1"})


def _say_spaces(column: Coded, notes: Notes) -> None:
    padded = [code for code, text in enumerate(column.texts) if text != text.strip() and text.strip()]
    if padded:
        notes.warn("labels_trimmed", column=column.name, rows=column.rows_of(padded))


def _say_numbers(column: Coded, notes: Notes) -> None:
    whole = [text for text in map(_trimmed, column.texts) if WHOLE_WITH_ZEROS.fullmatch(text)]
    if not whole or not column.name:  # classes that only scores name stand in no column
        return
    example = min(whole)  # an engine gives texts in any order
    label = _canonical(example)
    if any(re.fullmatch(r"-?\d+", _trimmed(text), re.ASCII) for text in column.texts):
        notes.warn("labels_mix_decimals", column=column.name, text=example, label=label)
    else:
        notes.fact("labels_with_decimals", column=column.name, text=example, label=label)


def _say_composed(columns: list[Coded], notes: Notes) -> None:
    """One accented word in two byte spellings looks the same and is the same label."""
    trimmed = {text.strip() for column in columns for text in column.texts}
    changed = sorted(text for text in trimmed if unicodedata.normalize("NFC", text) != text)
    both = sorted(text for text in changed if unicodedata.normalize("NFC", text) in trimmed)
    if both:
        notes.warn("accents_in_two_spellings", labels=both)
    elif changed:
        notes.fact("accents_unified", labels=changed)
    binary = [column.name for column in columns if column.binary]
    if binary:
        notes.warn("binary_labels", columns=binary)
