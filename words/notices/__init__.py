"""What is said about a file: the code of a notice and its fields become one sentence, here and nowhere else."""

from words.notices.kinds import Kind, kind_of
from words.notices.worded import WORDINGS, worded

__all__ = ["WORDINGS", "Kind", "kind_of", "worded"]
