"""A document of which only a part was simulated anew: its other tables stay."""

from __future__ import annotations

from collections.abc import Sequence

NARROW, NONE = "## Too narrow", "There is none."


def merged(old: str, new: str) -> str:
    """`old` with the sections of `new` in the place of its own, and what both say of single cells."""
    before, after = _sections(old), _sections(new)
    titles = [head.removeprefix("## ") for head in after if head not in ("", NARROW)]
    both = before | after
    for head in ("", NARROW):
        both[head] = _joined(before[head], after[head], titles)
    families = [head for head in after if head not in before]
    order = [head for head in before if not _is_last(head)] + [head for head in families if not _is_last(head)]
    order += [head for head in before if _is_last(head)] + [head for head in families if _is_last(head)]
    return "\n\n".join(f"{head}\n\n{both[head]}".strip() for head in order) + "\n"


def _is_last(head: str) -> bool:
    return head == NARROW or head.startswith("## Other")


def _sections(text: str) -> dict[str, str]:
    """Heading -> what stands below it; the text before the first one below ""."""
    first, *others = ("\n" + text.strip()).split("\n## ")
    found = {"": first.strip()}
    for each in others:
        head, _, body = each.partition("\n")
        found["## " + head] = body.strip()
    return found


def _joined(old: str, new: str, titles: Sequence[str]) -> str:
    """Lines about cells of these families, and about when they were simulated, are those of `new`."""
    text, table, runs = ([line for line in old.splitlines() if _kind(line) == kind] for kind in range(3))
    kept = [line for line in table[2:] if not any(f"({title})" in line for title in titles)]
    added = [line for line in new.splitlines() if _kind(line) == 1]
    rows = [*(table or added)[:2], *kept, *added[2:]]
    runs += [line for line in new.splitlines() if _kind(line) == 2 and line not in runs]
    told = "\n".join(line for line in text if line != NONE).strip()
    return "\n\n".join(part for part in (told, "\n".join(runs), "\n".join(rows) if rows[2:] else NONE) if part)


def _kind(line: str) -> int:
    """0 for text, 1 for a line of a table, 2 for a run."""
    return 1 if line.startswith("|") else 2 if line.startswith("* ") else 0
