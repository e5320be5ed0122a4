"""Several names cut to one length so that they can still be told apart: of names that begin alike the end is kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from words.text.escape import GAP, short, visible

_BRIEF, _BRIEF_WITH_ENDS = 12, 18  # characters: of names that lose their ends at most, and of others
_ROUNDS = 4  # of names that still look alike: groups of groups
_WORDS = re.compile(r"[^\s_/-]*[\s_/-]+|[^\s_/-]+")


def distinct(texts: Iterable[str], limit: int = 48) -> tuple[str, ...]:
    """Cut texts that can be told apart: "Invasive ductal … grade 2". The same text twice gets a number."""
    every = [visible(text) for text in texts]
    cut = _told_apart(dict.fromkeys(every), limit)
    seen: dict[str, int] = {}
    shown = []
    for text in every:
        name = cut[text]
        seen[name] = seen.get(name, 0) + 1
        shown.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return tuple(shown)


def distinct_by_name(texts: Sequence[str], limit: int) -> tuple[str, ...]:
    """The same, but one text looks the same wherever it stands."""
    different = list(dict.fromkeys(texts))
    shown = dict(zip(different, distinct(different, limit), strict=True))
    return tuple(shown[text] for text in texts)


def briefest(texts: Sequence[str]) -> tuple[str, ...]:
    """`distinct` texts, truncated as far as they can be without looking alike: ids of 36 characters, titles."""
    short_names = distinct(texts, _BRIEF)
    return short_names if all(map(_cut_only, short_names, texts)) else distinct(texts, _BRIEF_WITH_ENDS)


def _cut_only(shown: str, text: str) -> bool:
    """Whether a text lost its end at most."""
    return visible(text).startswith(shown.removesuffix(GAP))


def _told_apart(texts: Iterable[str], limit: int) -> dict[str, str]:
    """Each text as it is cut. Those that would look alike keep the words in which they differ."""
    cut = {text: short(text, limit) for text in texts}
    words: dict[str, list[str]] = {}
    kept: dict[str, list[int]] = {}
    alike = list(_alike(cut, _stem_of(cut)))
    for _ in range(_ROUNDS):
        for group in alike:
            words.update((text, _words(text, limit)) for text in group if text not in words)
            differs = _first_difference([words[text] for text in group])
            for text in (text for text in group if len(text) > limit):
                kept.setdefault(text, []).append(min(differs, len(words[text]) - 1))
                cut[text] = _joined(words[text], _chosen(words[text], kept[text], limit))
        alike = list(_alike(cut, cut))
    return cut


def _stem_of(cut: dict[str, str]) -> dict[str, str]:
    """What is left of each text; of a short one the same, where it begins with what is left of another."""
    stems = {shown.removesuffix(GAP) for text, shown in cut.items() if shown != text}
    lengths = sorted({len(stem) for stem in stems}, reverse=True)
    of_another = {text: [text[:length] for length in lengths if text[:length] in stems] for text in cut}
    return {text: next(iter(of_another[text]), shown) for text, shown in cut.items()}


def _alike(cut: dict[str, str], by: dict[str, str]) -> Iterator[list[str]]:
    """The texts that look alike, of which at least one is cut."""
    found: dict[str, list[str]] = {}
    for text in cut:
        found.setdefault(by[text], []).append(text)
    yield from (texts for texts in found.values() if len(texts) > 1 and any(cut[text] != text for text in texts))


def _words(text: str, limit: int) -> list[str]:
    """Its words, each with what separates it from the next; a very long one in pieces."""
    most = max(limit - 4, 1)
    return [word[at : at + most] for word in _WORDS.findall(text) for at in range(0, len(word), most)]


def _first_difference(names: Sequence[list[str]]) -> int:
    return sum(1 for _ in takewhile(lambda each: len(set(each)) == 1, zip(*names, strict=False)))


def _chosen(words: Sequence[str], kept: Sequence[int], limit: int) -> set[int]:
    """The words that fit: those that differ, their end with the word before or the first, then what stands beside."""
    last, found = max(kept), set[int]()
    end = {*kept, *range(last, len(words))}
    for each in ({max(last - 1, 0), *end}, {0, *end}, {0, *kept}, end):
        if not found and len(_joined(words, each)) <= limit:
            found = each
    from_both = (at for step in range(last) for at in (step, last - 2 - step) if 0 <= at < last)
    wanted = [*reversed(kept), last - 1, *from_both, *range(last + 1, len(words))]
    for place, at in enumerate(wanted):
        is_beside = place < len(kept) or at == 0 or not found.isdisjoint((at - 1, at + 1))
        is_word = at >= 0 and words[at].strip() not in ("", GAP)
        if is_beside and is_word and len(_joined(words, found | {at})) <= limit:
            found = found | {at}
    return found


def _joined(words: Sequence[str], chosen: Iterable[int]) -> str:
    """The chosen words in their order, with an ellipsis for the others."""
    shown, before = "", -1
    for at in sorted(chosen):
        if at > before + 1:
            shown += GAP + (" " if shown and words[at - 1][-1:].isspace() else "")
        shown, before = shown + words[at], at
    return shown.rstrip() if before == len(words) - 1 else shown.rstrip(f" {GAP}") + GAP
