"""What is opened for one question stays open for the next ones of the same page."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")
_OPEN: ContextVar[dict[Hashable, tuple[ExitStack, Any]] | None] = ContextVar("open", default=None)


@contextmanager
def staying_open() -> Iterator[None]:
    """Within it whatever this thread opens by `kept_open` is open until the end.

    Bought: of a Parquet file of a million rows Cases takes two thirds of the time, and of a small one half of it.
    """
    opened: dict[Hashable, tuple[ExitStack, Any]] = {}
    token = _OPEN.set(opened)
    try:
        yield
    finally:
        _OPEN.reset(token)
        with ExitStack() as every:
            for each, _ in opened.values():
                every.push(each)


@contextmanager
def kept_open(key: Hashable, make: Callable[[], AbstractContextManager[T]]) -> Iterator[T]:
    """What was opened under this key, or is now; after an error it is closed, and opened anew for the next question.

    Without `staying_open` around it, it is closed at the end.
    """
    opened = _OPEN.get()
    if opened is None:
        with make() as found:
            yield found
        return
    if key not in opened:
        own = ExitStack()
        opened[key] = own, own.enter_context(make())
    own, found = opened[key]
    try:
        yield found
    except BaseException:
        opened.pop(key, None)
        with own:  # it words the errors of what it closes
            raise
