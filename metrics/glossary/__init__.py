"""Everything that the product can show, by key: the metrics of one class and the numbers of everything else."""

from __future__ import annotations

from types import MappingProxyType

from metrics.catalog import METRICS, RANKED
from metrics.definition import Definition
from metrics.glossary.averages import AVERAGES
from metrics.glossary.clinical_use import PRACTICE
from metrics.glossary.comparison import COMPARISON
from metrics.glossary.folds import FOLDS
from metrics.glossary.groups import GROUPS
from metrics.glossary.matrix import COUNTS, MATRIX
from metrics.glossary.over_time import OVER_TIME
from metrics.glossary.phases import TIMING
from metrics.glossary.scores import SCORES
from metrics.glossary.sequences import SEQUENCES

__all__ = ["GLOSSARY", "defined_at"]

_ALL: tuple[Definition, ...] = (
    *METRICS.values(), *COUNTS, *MATRIX, *AVERAGES, *RANKED.values(), *SCORES, *SEQUENCES, *TIMING, *FOLDS,
    *COMPARISON, *GROUPS, *OVER_TIME, *PRACTICE,
)  # fmt: skip

GLOSSARY = MappingProxyType({each.key: each for each in _ALL})
_BY_PATH = MappingProxyType({each.path: each for each in _ALL if each.path})


def defined_at(path: str) -> Definition | None:
    """What stands at a place of the exported document, for example "overall.mcc" or "macro.f1"."""
    return _BY_PATH.get(path)
