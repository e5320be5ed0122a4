"""JSON that people hand on, read strictly: bounded, UTF-8, no key twice, no unknown key, no infinite number."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from reviews.requirement_text import NotUnderstood, quoted


def document(content: bytes, what: str, mark: str, version: int, largest: int) -> dict[str, Any]:
    """The object of a file that carries `mark`: `version`. what: "requirements file", say.

    Raises NotUnderstood with the error.
    """
    found = _json(content, what, largest)
    if not isinstance(found, dict) or mark not in found:
        raise NotUnderstood(f"Not a {what}: “{mark}” is missing.")
    if found[mark] != version or isinstance(found[mark], bool):
        raise NotUnderstood(f"“{mark}” is not {version}. A newer version of Rounds may have written this file.")
    return found


def _json(content: bytes, what: str, largest: int) -> Any:
    if len(content) > largest:
        raise NotUnderstood(f"A {what} has at most {largest:,} bytes; this one is larger.")
    try:
        text = content.decode("utf-8-sig")
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=_distinct_keys)
    except NotUnderstood:
        raise
    except (ValueError, RecursionError):
        raise NotUnderstood(f"Not a {what}: it is not JSON in UTF-8.") from None


def _no_number(token: str) -> NoReturn:
    raise NotUnderstood(f"“{token}” is not a number in JSON. Write the limit like 0.95.")


def _distinct_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, _ in pairs if sum(other == name for other, _ in pairs) > 1)
        raise NotUnderstood(f"Duplicate key {quoted(twice)}. Keep one of the two.")
    return found


def refuse_other_keys(found: dict[str, Any], known: set[str], where: str) -> None:
    """Raises NotUnderstood for an unknown key."""
    if other := sorted(set(found) - known):
        raise NotUnderstood(f"{where} has an unknown key {quoted(other[0])}. Remove it.")
