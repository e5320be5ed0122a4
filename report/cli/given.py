"""Which fields of a mapping were given on the command line: those that differ from the usual, and a usual threshold."""

from __future__ import annotations

from dataclasses import fields

from predictions.mapping import Mapping
from report.cli.arguments import Options


def given_fields(options: Options) -> tuple[str, ...]:
    """Their names, in the order of the mapping."""
    usual, chosen = Mapping(), options.mapping
    found = {each.name for each in fields(Mapping) if getattr(chosen, each.name) != getattr(usual, each.name)}
    found |= {"threshold"} if options.threshold is not None else set()
    return tuple(each.name for each in fields(Mapping) if each.name in found)


def option_of(field: str) -> str:
    """The option that gives a field of the mapping: several scores are given as one is."""
    return "--score" if field == "score_models" else f"--{field.replace('_', '-')}"
