"""What the API reads from a request's body."""

from __future__ import annotations

import json
from typing import IO, Any, NoReturn

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class Json(JSONParser):
    """JSON in UTF-8, strictly: a number that JSON doesn't have or a key that stands twice is refused, not guessed."""

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None) -> Any:
        try:
            text = stream.read().decode("utf-8-sig")
        except UnicodeDecodeError as exc:
            raise ParseError(f"Byte {exc.start + 1} of the body isn't UTF-8. Send JSON in UTF-8.") from exc
        try:
            return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_object)
        except json.JSONDecodeError as exc:
            raise ParseError(f"The body isn't JSON: line {exc.lineno}, column {exc.colno}: {exc.msg}.") from exc
        except RecursionError as exc:
            raise ParseError("The JSON is nested too deeply. Use fewer levels.") from exc
        except ValueError as exc:
            raise ParseError("The JSON has a number with too many digits.") from exc


def _refuse_constant(word: str) -> NoReturn:
    raise ParseError(f"The JSON has {word}, which is not a JSON number.")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; which of two values was meant nobody can say."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in found if names.count(name) > 1)
        raise ParseError(f"“{twice[:80]}” appears twice in one JSON object. Send it once.")
    return found
