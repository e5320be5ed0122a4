"""JSON that people hand on, read strictly: bounded, UTF-8, no key twice, no unknown key, no infinite number.

Nor half a character, which no file of predictions can bring as the name of a class, either.
"""

from __future__ import annotations

import contextlib
import json
import math
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
        found = json.loads(text, parse_constant=_no_number, object_pairs_hook=_distinct_keys)
        json.dumps(found, ensure_ascii=False).encode()  # no page can show half a character
        return found
    except NotUnderstood:
        raise
    except UnicodeEncodeError:
        raise NotUnderstood(f"This {what} holds half a character (a lone surrogate). Save it again.") from None
    except json.JSONDecodeError as error:
        place = f", from line {error.lineno}, character {error.colno} on. Correct it there" if error.pos else ""
        raise NotUnderstood(f"Not a {what}: it is not JSON in UTF-8{place}.") from None
    except (ValueError, RecursionError):
        raise NotUnderstood(f"Not a {what}: it is not JSON in UTF-8.") from None


def _no_number(token: str) -> NoReturn:
    raise NotUnderstood(f"“{token}” is not a number in JSON. Write the limit like 0.95.")


def _distinct_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise NotUnderstood(f"Duplicate key {quoted(twice)}. Keep one of the two.")
    return found


def refuse_other_keys(found: dict[str, Any], known: set[str], where: str) -> None:
    """Raises NotUnderstood for an unknown key."""
    if other := sorted(set(found) - known):
        raise NotUnderstood(f"{where} has an unknown key {quoted(other[0])}. Remove it.")


def finite(value: Any) -> float | None:
    """A number as a float; None for anything else, and for a number that no float can hold."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    with contextlib.suppress(OverflowError):
        return float(value) if math.isfinite(value) else None
    return None
