"""functools.cached_property as it is from Python 3.12 on.

On 3.11 it holds one lock for all instances of a class while it works, so that a reader who opens the comparison of a
small study waits until that of another reader's million rows is there.
"""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or sys.version_info >= (3, 12):
    cached_property = functools.cached_property  # noqa: TID251
else:

    class cached_property(functools.cached_property):  # noqa: TID251
        """Without the lock: two threads that ask the same instance at once may both work it out."""

        def __get__(self, instance: Any, owner: Any = None) -> Any:
            if instance is None:
                return self
            if self.attrname not in instance.__dict__:
                instance.__dict__[self.attrname] = self.func(instance)
            return instance.__dict__[self.attrname]
