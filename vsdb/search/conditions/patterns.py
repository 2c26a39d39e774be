"""Regular expressions that can't stall the server: RE2 takes time in proportion to the text, whatever the pattern."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import re2

from engine.model.errors import InputError
from engine.model.names import fold

MOST_SIGNS = 300
_MOST_MEMORY = 1 << 20  # bytes that one compiled expression may take


@lru_cache(maxsize=256)
def compiled(pattern: str, *, is_folding: bool = True) -> Callable[[str], bool]:
    """Whether a text holds what an expression describes, in any case; with and without its accents and dots.

    Without `is_folding` the text is taken as it stands, for whoever has it folded already.

    Raises InputError for an expression that can't be read, with the reason.
    """
    if len(pattern) > MOST_SIGNS:
        raise InputError(f"this expression has {len(pattern)} signs; at most {MOST_SIGNS} are read")
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    options.max_mem = _MOST_MEMORY
    try:
        expression = re2.compile(pattern, options)
    except re2.error as exc:
        reason = exc.args[0] if exc.args else ""
        said = reason.decode(errors="replace") if isinstance(reason, bytes) else str(reason)
        raise InputError(f"this expression can't be read: {said}") from exc

    if not is_folding:
        return lambda text: bool(expression.search(text))

    def matches(text: str) -> bool:
        folded = fold(text)
        return bool(expression.search(text) or (folded != text.casefold() and expression.search(folded)))

    return matches
