"""What people decided about a study as a file: JSON, read strictly, nothing from the rows."""

from __future__ import annotations

import json
from collections.abc import Iterable
from collections.abc import Mapping as FrozenMapping
from dataclasses import MISSING, dataclass, fields, replace
from datetime import date
from typing import Any

from metrics.interval_methods import STYLES
from metrics.requirements import Requirement
from predictions.mapping import Mapping
from predictions.study import Study
from reviews import lens_file, strict_json
from reviews.class_names import guess_names
from reviews.class_order import ClassOrder
from reviews.requirement_file import entry, read_entries
from reviews.requirement_text import NotUnderstood, quoted
from reviews.review import EARLIEST, LATEST, KeptThreshold, Marker, Review
from reviews.strict_json import finite, refuse_other_keys

MARK, VERSION, LARGEST = "rounds_review", 1, 2_000_000  # bytes: 500 classes with long names fit many times
KEYS = {MARK, "study", "mapping", "names", "order", "normal", "not_diseases", "interest", "thresholds", "requirements"}
CHOICES, GROUP = "choices", "group"


@dataclass(frozen=True)
class ReviewFile:
    """A review by the names of the file it belongs to, so that it can be held against another file.

    files: (name, SHA-256) each. matrix: the key of a study without files, which is a typed matrix. names: class -> what
    it is shown as. thresholds: (model, class, threshold, applied), the model None where the file names none. choices:
    model, split, level, style of intervals and group looked at, and in the file the marker, too.
    """

    study: str
    files: tuple[tuple[str, str], ...]
    mapping: Mapping
    names: FrozenMapping[str, str]
    order: tuple[str, ...]
    normal: str | None
    not_diseases: tuple[str, ...]
    interest: str | None
    thresholds: tuple[tuple[str | None, str, float, bool], ...]
    requirements: tuple[Requirement, ...]
    choices: FrozenMapping[str, Any]
    marker: Marker | None
    matrix: str

    def belongs_to(self, study: Study) -> bool:
        """Whether the study was read from the very files of this review, or is its matrix."""
        if not study.files:
            return self.matrix == study.key
        return sorted(sha for _, sha in self.files) == sorted(file.sha256 for file in study.files)

    def reads_otherwise(self, study: Study) -> bool:
        """Whether it names columns of the very files of the study in another way than they were read."""
        asked = replace(self.mapping, asks=study.mapping.asks)
        return self.belongs_to(study) and asked not in (Mapping(asks=asked.asks), study.mapping)

    def lacking(self, study: Study) -> tuple[str, ...]:
        """The classes of the review that the study does not have."""
        named = [*self.names, *self.order, *self.not_diseases, *(each[1] for each in self.thresholds)]
        named += [each for each in (self.normal, self.interest) if each is not None]
        return tuple(dict.fromkeys(each for each in named if each not in study.labels))

    def lacking_models(self, study: Study) -> tuple[str, ...]:
        """The models with a kept threshold, and the one that was looked at, that the study does not have."""
        named = [*(each[0] for each in self.thresholds), self.choices.get("model")]
        return tuple(dict.fromkeys(each for each in named if each is not None and each not in study.model_names))

    def lacking_split(self, study: Study) -> str | None:
        """The split that was looked at, where the study does not have it."""
        split: str | None = self.choices.get("split")
        return None if split in {each for _, each in study.slices} else split

    def restored(self, study: Study) -> Review:
        """The review of the study; what names a class or model that the study lacks leaves the study's own."""
        at = {label: i for i, label in enumerate(study.labels)}
        fresh = Review.begin(study)
        order = tuple(dict.fromkeys([*(at[each] for each in self.order if each in at), *fresh.order]))
        normal = at.get(self.normal, fresh.normal) if self.normal is not None else None
        for label, name in self.names.items():
            fresh = fresh.renamed(at[label], name) if label in at else fresh
        return replace(
            fresh,
            normal=normal,
            interest=at.get(self.interest, fresh.interest) if self.interest is not None else fresh.interest,
            requirements=self.requirements,
            order=order,
            ordered_by=fresh.ordered_by if order == fresh.order else ClassOrder.READER,
            not_diseases=frozenset(at[each] for each in self.not_diseases if each in at) - {normal},
            thresholds=tuple(self._kept(study, at)),
            marker=self.marker,
        )

    def _kept(self, study: Study, at: dict[str, int]) -> Iterable[KeptThreshold]:
        """One for each model: the last."""
        models = list(study.model_names) or [None]
        kept = {
            model: KeptThreshold(models.index(model), at[label], threshold, applied)
            for model, label, threshold, applied in self.thresholds
            if label in at and model in models
        }
        return kept.values()


def dumped(study: Study, review: Review, choices: FrozenMapping[str, Any]) -> bytes:
    """The file, UTF-8. choices: what is looked at, by name."""
    labels, models, own = study.labels, list(study.model_names) or [None], guess_names(study)
    document = {
        MARK: VERSION,
        "study": _study_entry(study),
        "mapping": _given(study.mapping),
        "names": {labels[i]: name for i, name in enumerate(review.names) if name != own[i]},
        "order": [labels[i] for i in review.order],
        "normal": None if review.normal is None else labels[review.normal],
        "not_diseases": [labels[i] for i in sorted(review.not_diseases)],
        "interest": None if review.interest is None else labels[review.interest],
        "thresholds": {models[each.model] or "": _threshold_entry(each, labels) for each in review.thresholds},
        "requirements": [entry(each) for each in review.requirements],
        CHOICES: dict(choices) | _marker_entry(review.marker),
    }  # fmt: skip
    return (json.dumps(document, indent=1, allow_nan=False) + "\n").encode()


def _study_entry(study: Study) -> dict[str, Any]:
    files = [{"name": each.name, "sha256": each.sha256} for each in study.files]
    return {"name": study.name, "files": files} | ({} if files else {"matrix": study.key})


def _threshold_entry(kept: KeptThreshold, labels: tuple[str, ...]) -> dict[str, Any]:
    return {"class": labels[kept.label], "threshold": kept.threshold, "applied": kept.applied}


def _marker_entry(marker: Marker | None) -> dict[str, Any]:
    return {} if marker is None else {"marker": {"date": marker.day.isoformat(), "name": marker.name}}


def _given(mapping: Mapping) -> dict[str, Any]:
    """What of a mapping is not left to be recognised; whether a person was asked is nothing that was decided."""
    found = {}
    for each in fields(mapping):
        value = getattr(mapping, each.name)
        if each.name != "asks" and value is not None and (each.default is MISSING or value != each.default):
            found[each.name] = value
    return found


def is_review(name: str, content: bytes) -> bool:
    """Whether a file claims to be one, whatever it holds: JSON that begins with its mark."""
    return name.casefold().endswith(".json") and content[:200].lstrip(b"\xef\xbb\xbf \t\r\n{").startswith(
        f'"{MARK}"'.encode()
    )


def loaded(content: bytes) -> ReviewFile:
    """The review of a file. Raises NotUnderstood with the error and its place."""
    document = strict_json.document(content, "review file", MARK, VERSION, LARGEST)
    refuse_other_keys(document, KEYS | {CHOICES}, "The file")
    study = _object(document, "study")
    refuse_other_keys(study, {"name", "files", "matrix"}, "“study”")
    return ReviewFile(
        study=_text(study.get("name", ""), "“study”"),
        files=tuple(_file(each) for each in _list(study, "files")),
        mapping=_mapping(_object(document, "mapping")),
        names={_class(label, "“names”"): _text(name, "“names”") for label, name in _object(document, "names").items()},
        order=_classes(document, "order"),
        normal=_class_or_none(document, "normal"),
        not_diseases=_classes(document, "not_diseases"),
        interest=_class_or_none(document, "interest"),
        thresholds=tuple(_thresholds(document)),
        requirements=read_entries(_list(document, "requirements")),
        choices=_choices(_object(document, CHOICES)),
        marker=_marker(_object(document, CHOICES).get("marker")),
        matrix=_text(study.get("matrix", ""), "“study”"),
    )


def _file(found: Any) -> tuple[str, str]:
    if not isinstance(found, dict):
        raise NotUnderstood("“files” needs objects with “name” and “sha256”.")
    return _text(found.get("name"), "“files”"), _text(found.get("sha256"), "“files”")


def _mapping(found: dict[str, Any]) -> Mapping:
    usual = Mapping()
    refuse_other_keys(found, {each.name for each in fields(Mapping)}, "“mapping”")
    given: dict[str, Any] = {}
    for name, value in found.items():
        listed = tuple(value) if isinstance(value, list) else value
        if not _fits(listed, name, getattr(usual, name)):
            raise NotUnderstood(f"“mapping” has a value for {quoted(name)} that cannot be one.")
        given[name] = listed
    return Mapping(**given)


def _fits(value: Any, name: str, usual: Any) -> bool:
    """Whether a value can stand in a mapping: texts, tuples of texts, or texts by text."""
    if name == "threshold":
        return finite(value) is not None
    if name in ("scores", "model_scores"):
        inner = list(value.values()) if isinstance(value, dict) else [None]
        flat = [leaf for each in inner for leaf in (each.values() if isinstance(each, dict) else [each])]
        return all(isinstance(leaf, str) for leaf in flat)
    if isinstance(usual, tuple) or name == "predicted":
        return isinstance(value, tuple) and all(isinstance(each, str) for each in value)
    return isinstance(value, str)


def _thresholds(document: dict[str, Any]) -> Iterable[tuple[str | None, str, float, bool]]:
    """By model, "" for one without a name; older files list them, each with its model."""
    if isinstance(document.get("thresholds"), list):
        return [_threshold(each) for each in document["thresholds"]]
    by_model = _object(document, "thresholds").items()
    return [_threshold(each | {"model": model or None} if isinstance(each, dict) else each) for model, each in by_model]


def _threshold(found: Any) -> tuple[str | None, str, float, bool]:
    if not isinstance(found, dict):
        raise NotUnderstood("“thresholds” needs objects with “model”, “class” and “threshold”.")
    refuse_other_keys(found, {"model", "class", "threshold", "applied"}, "“thresholds”")
    value, applied = finite(found.get("threshold")), found.get("applied", False)
    if value is None:
        raise NotUnderstood("“thresholds” needs a number for “threshold”.")
    if not isinstance(applied, bool):
        raise NotUnderstood("“thresholds” needs true or false for “applied”.")
    return _text_or_none(found.get("model"), "“thresholds”"), _class(found.get("class"), "“thresholds”"), value, applied


def _choices(found: dict[str, Any]) -> dict[str, Any]:
    refuse_other_keys(found, {"model", "split", "level", "intervals", "marker", GROUP}, "“choices”")
    level = finite(found.get("level", 0.95))
    if level is None or not 0 < level < 1:
        raise NotUnderstood("“choices” needs a “level” between 0 and 1.")
    if (style := found.get("intervals", "default")) not in STYLES:
        raise NotUnderstood(f"“choices” needs one of these as “intervals”: {', '.join(STYLES)}.")
    return {
        "model": _text_or_none(found.get("model"), "“choices”"),
        "split": _text_or_none(found.get("split"), "“choices”"),
        "level": level,
        "intervals": style,
        GROUP: lens_file.read_entries(found[GROUP]) if GROUP in found else None,
    }


def _marker(found: Any) -> Marker | None:
    if found is None:
        return None
    if not isinstance(found, dict):
        raise NotUnderstood("“marker” needs an object with “date” and “name”.")
    refuse_other_keys(found, {"date", "name"}, "“marker”")
    try:
        day = date.fromisoformat(_text(found.get("date"), "“marker”"))
    except ValueError:
        raise NotUnderstood("“marker” needs a “date” such as 2026-09-01.") from None
    if not EARLIEST <= day <= LATEST:
        raise NotUnderstood(f"“marker” needs a “date” from {EARLIEST.year} to {LATEST.year}.")
    return Marker.called(day, _text(found.get("name", ""), "“marker”"))


def _object(found: dict[str, Any], key: str) -> dict[str, Any]:
    value = found.get(key, {})
    if not isinstance(value, dict):
        raise NotUnderstood(f"“{key}” is not an object.")
    return value


def _list(found: dict[str, Any], key: str) -> list[Any]:
    value = found.get(key, [])
    if not isinstance(value, list):
        raise NotUnderstood(f"“{key}” is not a list.")
    return value


def _classes(found: dict[str, Any], key: str) -> tuple[str, ...]:
    return tuple(_class(each, f"“{key}”") for each in _list(found, key))


def _class_or_none(found: dict[str, Any], key: str) -> str | None:
    return None if found.get(key) is None else _class(found[key], f"“{key}”")


def _class(value: Any, where: str) -> str:
    """No class has a blank name."""
    if not _text(value, where).strip():
        raise NotUnderstood(f"{where} has a blank class name. Write the name of the class.")
    return str(value)


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise NotUnderstood(f"{where} needs a text.")
    return value


def _text_or_none(value: Any, where: str) -> str | None:
    return None if value is None else _text(value, where)
