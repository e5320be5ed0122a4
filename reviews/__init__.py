"""What people decided about a study, and what of it is looked at now."""

from reviews.cache import Cache
from reviews.review import Review
from reviews.view import View

__all__ = ["Cache", "Review", "View"]
