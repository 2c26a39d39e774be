"""Work that makes very many values at once, none of which is garbage before it is over."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """Within it Python doesn't look for garbage among all values there are, cards and all, as their number grows.

    For what takes a second at most: other threads of the process have no collection either. Values that nothing refers
    to go at once all the same. Of threads that overlap, the first to come in ends it for all.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
