"""What a notice advises, as the mapping that does it."""

from __future__ import annotations

from dataclasses import replace

from predictions.mapping import Mapping
from predictions.problems import Notice


def corrected(mapping: Mapping, notice: Notice) -> Mapping | None:
    """None where the notice advises nothing that one click can do."""
    match notice.code:
        case "label_minus_one":
            return replace(mapping, ignore_truth=(*mapping.ignore_truth, "-1"))
        case "label_of_missing_values" | "labels_like_missing_codes":
            return replace(mapping, missing=(*mapping.missing, *notice.fields["labels"]))
        case "weights_unused":
            return replace(mapping, weight=notice.fields["column"])
    return None
