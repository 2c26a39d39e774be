"""What a reader proposes, held to what the tables can keep, before anything is written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engine.model.games import game_of
from engine.model.names import fold
from vsdb.catalog.cards.filling import FILLED, LISTS, TEXTS
from vsdb.catalog.cards.models import Card, CardSet
from vsdb.catalog.cards.reading.cards import slugify_word
from vsdb.catalog.cards.to_engine import FIGURES
from vsdb.exchange.card_files.proposals import CardProposal

MAX_TEXT_LENGTH = 20_000
_MAX_VALUE = 32_767
_MAX_SIGN_LENGTH = 10
_MAX_WORD_LENGTH, _MAX_TEAM_LENGTH, _MAX_PARAMETER_LENGTH = 120, 80, 40
_MAX_KEY_LENGTH = 255
_SURROGATE = re.compile("[\ud800-\udfff]")
#: Columns that a file may name but that aren't filled in this way.
_APART = frozenset(("versions", "linked", "printings", "slug", "name", "cost_kind"))


def find_unstorable(text: str) -> str:
    """Why a database can't keep a text; empty where it can."""
    if "\0" in text:
        return "contains a NUL character"
    if not text.isascii() and _SURROGATE.search(text):
        return "contains half a character (a lone surrogate)"
    return ""


def find_text_fault(*texts: str) -> str:
    """Why texts can't be kept; empty where they can."""
    is_long = max(map(len, texts)) > MAX_TEXT_LENGTH
    return next(filter(None, map(find_unstorable, texts)), f"is longer than {MAX_TEXT_LENGTH} characters" * is_long)


def find_refusal(card: CardProposal) -> str:
    """Why a card can't be taken at all; empty where it can."""
    if not any(character.isprintable() and not character.isspace() for character in card.name):
        return "the card has no name"
    words = (card.name, card.identity or "", *(card.versions or ()))
    for word in words:
        if fault := find_unstorable(word):
            return f"the name {fault}"
        if len(word) > _MAX_WORD_LENGTH:
            return f"the name has {len(word)} characters; at most {_MAX_WORD_LENGTH} are allowed"
    if len(" ○ ".join(words)) > 380 or len(fold(card.name)) > _MAX_KEY_LENGTH:
        return "the name with its versions is too long; at most 380 characters are allowed"
    return ""


def check_facts(card: CardProposal) -> tuple[dict[str, Any], list[str]]:
    """The facts that can be kept, and what is wrong with the others."""
    good: dict[str, Any] = {}
    faults = []
    for column, value in card.facts.items():
        if value is None or column in _APART:
            continue
        if column not in FILLED:
            faults.append(f"cards have no field {column}")
        elif fault := _find_fault(card.game, column, value):
            faults.append(f"{column} {fault}")
        else:
            good[column] = _once(column, value)
    if linked := card.facts.get("linked"):
        good["linked"] = [str(code).strip().upper() for code in linked]
    return good, faults


def _once(column: str, values: Any) -> Any:
    """The values of a list; a team or a keyword that is written twice stands there once."""
    if column == "keywords":
        pairs = ((name, parameter or None) for name, parameter in values)
        return [*{(slugify_word(name), parameter): [name, parameter] for name, parameter in pairs}.values()]
    if column == "teams":
        return [*{slugify_word(name): name for name in reversed(values)}.values()][::-1]
    return [*values] if column in LISTS else values


def check_set(facts: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The facts of a set that can be kept, whose days come as ISO text, and what is wrong with the others."""
    texts = {column: value for column, value in facts.items() if isinstance(value, str)}
    faults = {column: _text_fault(value, _length(CardSet, column)) for column, value in texts.items()}
    good = {column: value for column, value in facts.items() if value is not None and not faults.get(column)}
    return good, [f"{column} {fault}" for column, fault in faults.items() if fault]


def _find_fault(game: str, column: str, value: Any) -> str:
    if column == "keywords":
        return next(filter(None, (_keyword_fault(*each) for each in value)), "")
    if column in LISTS:
        if column == "teams" and (nameless := next((each for each in value if not slugify_word(each)), None)):
            return f"{nameless[:40]!r} is not a team name"
        longest = _MAX_TEAM_LENGTH if column == "teams" else _MAX_WORD_LENGTH
        return next(filter(None, (_text_fault(each, longest) for each in value)), "")
    if column == "type" and (types := game_of(game).site.importing.types) and value not in types:
        return f"{str(value)[:60]!r} is not a card type; the types are {', '.join(types)}"
    if column in TEXTS:
        return _text_fault(value, _length(Card, column))
    if column in FIGURES and isinstance(value, str):
        return _text_fault(value, _MAX_SIGN_LENGTH)
    if column.startswith(("has_", "is_")):
        return "" if isinstance(value, bool) else f"{value!r} is not yes or no"
    least = -_MAX_VALUE if column in FIGURES else 0
    return "" if least <= value <= _MAX_VALUE else f"{value} is not between {least} and {_MAX_VALUE}"


def _text_fault(value: str, longest: int) -> str:
    if len(value) > longest:
        return f"has {len(value)} characters; at most {longest} are allowed"
    return find_unstorable(value)


def _keyword_fault(name: str, parameter: str | None) -> str:
    fault = _text_fault(name, _MAX_TEAM_LENGTH) or _text_fault(parameter or "", _MAX_PARAMETER_LENGTH)
    return fault if fault or slugify_word(name) else f"{name[:40]!r} is not a keyword"


def _length(model: type[Card] | type[CardSet], column: str) -> int:
    return int(getattr(model._meta.get_field(column), "max_length", None) or MAX_TEXT_LENGTH)
