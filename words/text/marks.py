"""The coloured marks of the four outcomes, which words and pictures share."""

from __future__ import annotations

MARKS = {"tp": ":blue[■]", "fn": ":red[✕]", "fp": ":orange[◆]", "tn": ":gray[●]"}  # Markdown
