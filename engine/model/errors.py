"""What can go wrong with input, told so that a person can mend it."""

from __future__ import annotations


class InputError(ValueError):
    """Something typed or uploaded can't be read.

    `place` names where (a file, a line, a field), `message` what was found and what is allowed.
    """

    def __init__(self, message: str, *, place: str = "", code: str = "unreadable-input") -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.message = message
        self.place = place
        self.code = code


class NotFound(LookupError):
    """No such thing, or none in force on that day. `nearest` holds up to five names like the one asked for.

    `advice` says what whoever runs the program can do; nobody else is to read it.
    """

    def __init__(self, message: str, *, nearest: tuple[str, ...] = (), advice: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.nearest = nearest
        self.advice = advice
