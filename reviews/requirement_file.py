"""Requirements in a small file, to share them: JSON, read strictly."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from metrics.requirements import Requirement, metrics_for
from reviews import strict_json
from reviews.requirement_text import NotUnderstood
from reviews.strict_json import refuse_other_keys

VERSION = 1
LARGEST, MOST = 100_000, 200  # bytes, requirements
MARK, LIST = "rounds_requirements", "requirements"
BOUNDS = ("at_least", "at_most")
RENAMED = {"miss_rate": "missed_as_normal"}  # key in an older file -> key
READ_AS = "“miss_rate” in this file is read as missed as Normal, as it was meant; miss rate is now 1 − sensitivity."


class Loaded(NamedTuple):
    """The requirements of a file, each once. notice: what was read as something else, "" for nothing."""

    requirements: tuple[Requirement, ...]
    notice: str


def entry(requirement: Requirement) -> dict[str, Any]:
    """{"class": "VT", "metric": "sensitivity", "at_least": 0.95}; the class is None for all together."""
    direction = BOUNDS[requirement.at_most]
    return {"class": requirement.label, "metric": requirement.key, direction: requirement.bound}


def dumped(requirements: Iterable[Requirement]) -> bytes:
    """The file: one requirement a line, UTF-8."""
    lines = ",\n    ".join(_line(entry(each)) for each in requirements)
    return f'{{\n  "{MARK}": {VERSION},\n  "{LIST}": [\n    {lines}\n  ]\n}}\n'.encode()


def _line(shown: dict[str, Any]) -> str:
    text = json.dumps(shown, ensure_ascii=False, allow_nan=False)
    return text if text.isprintable() else json.dumps(shown, allow_nan=False)


def loaded(content: bytes) -> Loaded:
    """What a file requires. Raises NotUnderstood with the error and its place."""
    document = strict_json.document(content, "requirements file", MARK, VERSION, LARGEST)
    refuse_other_keys(document, {MARK, LIST}, "The file")
    found = read_entries(document.get(LIST))
    is_old = any(each["metric"] in RENAMED for each in document[LIST])
    return Loaded(found, READ_AS if is_old else "")


def read_entries(entries: Any) -> tuple[Requirement, ...]:
    """The requirements of a list of entries, each once. Raises NotUnderstood."""
    if not isinstance(entries, list) or len(entries) > MOST:
        raise NotUnderstood(f"“{LIST}” is not a list of at most {MOST} requirements.")
    return tuple(dict.fromkeys(_requirement(each, f"Requirement {i}") for i, each in enumerate(entries, 1)))


def _requirement(found: Any, where: str) -> Requirement:
    if not isinstance(found, dict):
        raise NotUnderstood(f"{where} is not an object with “class”, “metric” and “at_least”.")
    refuse_other_keys(found, {"class", "metric", *BOUNDS}, where)
    given = [name for name in BOUNDS if name in found]
    if len(given) != 1:
        raise NotUnderstood(f"{where} needs either “at_least” or “at_most”.")
    label, key, bound = found.get("class", ...), found.get("metric"), found[given[0]]
    if not (label is None or (isinstance(label, str) and label.strip())):
        raise NotUnderstood(f"{where} needs a “class” in quotes, or null for all classes together.")
    key = RENAMED.get(key, key) if isinstance(key, str) else key
    if not isinstance(key, str) or key not in metrics_for(label):
        known = ", ".join(metrics_for(label))
        raise NotUnderstood(f"{where} needs a “metric” that is one of {known}.")
    if isinstance(bound, bool) or not isinstance(bound, int | float):
        raise NotUnderstood(f"{where} needs a number for “{given[0]}”, such as 0.95.")
    try:
        return Requirement(label, key, float(bound), at_most=given[0] == "at_most")
    except (ValueError, OverflowError):
        name = metrics_for(label)[key].name
        raise NotUnderstood(f"{where} asks for an impossible {name}. Write proportions like 0.95.") from None
