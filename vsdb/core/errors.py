"""What the site refuses, though it was asked for correctly."""

from __future__ import annotations


class ApplicationError(Exception):
    """The site refuses: locked, taken, stale, too many. `message` says why, and the way out; `code` is stable."""

    def __init__(self, message: str, *, code: str = "refused") -> None:
        super().__init__(message)
        self.message = message
        self.code = code


class Forbidden(Exception):
    """It isn't theirs to do. `message` says what would be needed."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
