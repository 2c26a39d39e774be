"""A JSON list, an item at a time, each with the line and column at which it begins.

The items are decoded by the standard library one by one; it can read no list piecemeal, and readers that can tell no
places.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from engine.model.errors import InputError
from vsdb.exchange.card_files.proposals import Place, Problem
from vsdb.exchange.card_files.sources.text_streams import decoded, moved

LONGEST_ITEM = 1 << 18  #: characters
MOST_FAULTS = 1_000
_BETWEEN = re.compile(r"[\s,]*")
_NEXT_LINE_OBJECT = re.compile(r"\n\s*\{")


def _no_number(word: str) -> float:
    raise json.JSONDecodeError(f"{word} is no number", word, 0)


_DECODER = json.JSONDecoder(parse_constant=_no_number)


@dataclass(frozen=True, slots=True)
class Found:
    """An item of the list and where it begins."""

    value: Any
    place: Place


def read_list(file: BinaryIO) -> Iterator[Found | Problem]:
    """The items of the list that a file holds. Raises InputError for what is no list, or broken throughout.

    An item that is no JSON is told, and the list is read on from the next line that begins with a brace.
    """
    texts = decoded(file)
    rest, at, place = "", 0, (1, 1)
    has_begun, is_over, faults = False, False, 0
    while True:
        blank = _BETWEEN.match(rest, at)
        after = blank.end() if blank else at
        place, at = moved(place, rest[at:after]), after
        left = len(rest) - at
        if left and not has_begun:
            if rest[at] != "[":
                raise InputError("the file is no list of cards in JSON", place=_said(place), code="wrong-file")
            has_begun, place, at = True, moved(place, "["), at + 1
            continue
        if rest.startswith("]", at):
            return
        failure: Exception | None = None
        if left:
            try:
                value, end = _DECODER.raw_decode(rest, at)
            except (ValueError, RecursionError) as error:
                failure = error
            else:
                yield Found(value, Place(*place))
                place, at = moved(place, rest[at:end]), end
                continue
        if not is_over and left <= LONGEST_ITEM:
            more = next(texts, None)
            is_over, rest, at = more is None, rest[at:] + (more or ""), 0
            continue
        if not has_begun:
            raise InputError("the file is empty", code="wrong-file")
        if not left:
            yield Problem(Place(*place), "the list doesn't end; the file is cut off")
            return
        faults += 1
        if faults > MOST_FAULTS:
            message = f"more than {MOST_FAULTS:,} cards are no JSON; the file is beyond reading"
            raise InputError(message, place=_said(place), code="wrong-file")
        yield _problem(failure, rest, at, place)
        onwards = _NEXT_LINE_OBJECT.search(rest, at + 1)
        if is_over and not onwards and rest.rstrip().endswith("]"):
            return
        end = onwards.end() - 1 if onwards else len(rest)
        place, at = moved(place, rest[at:end]), end


def _problem(error: Exception | None, text: str, at: int, place: tuple[int, int]) -> Problem:
    """What is wrong with the item that begins there in the text."""
    excerpt = " ".join(text[at : at + 200].split())[:120]
    if isinstance(error, json.JSONDecodeError):
        where = moved(place, text[at : error.pos])
        return Problem(Place(*where), f"the JSON is malformed ({error.msg}); this card is left out", excerpt)
    return Problem(Place(*place), "the JSON is nested or figured beyond all measure; this card is left out", excerpt)


def _said(place: tuple[int, int]) -> str:
    return f"line {place[0]}, column {place[1]}"
