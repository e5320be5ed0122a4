"""What is said about a file: the code of a notice and its fields become one sentence, here and nowhere else."""

from words.notices.weights import Weight, by_weight, losses, weight_of
from words.notices.worded import WORDINGS, shared, worded

__all__ = ["WORDINGS", "Weight", "by_weight", "losses", "shared", "weight_of", "worded"]
