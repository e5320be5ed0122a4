"""What people decided about a study, and what of it is looked at now."""

from reviews.cache import Cache
from reviews.class_order import ClassOrder
from reviews.review import KeptThreshold, Kind, Review
from reviews.view import View

__all__ = ["Cache", "ClassOrder", "KeptThreshold", "Kind", "Review", "View"]
