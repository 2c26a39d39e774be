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


class ReadOnlySite(Exception):
    """The site stores nothing for now. `message` says why, `retry_after` in how many seconds to try again."""

    code = "read-only"

    def __init__(self, reason: str, retry_after: int) -> None:
        self.message = f"The site is read-only for now and stores nothing. {reason} Try again later."
        super().__init__(self.message)
        self.retry_after = retry_after


class TooManyRequests(Exception):
    """The caller has used what one may, or every place is taken. `wait` says after how many seconds to try again."""

    def __init__(self, message: str, *, wait: int) -> None:
        super().__init__(message)
        self.message = message
        self.wait = wait
