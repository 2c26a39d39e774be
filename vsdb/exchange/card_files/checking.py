"""What a reader proposes, held to what the tables can keep, before anything is written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from engine.model.cards import GAMES
from engine.model.games import game_of
from engine.model.names import fold
from vsdb.catalog.cards.filling import FILLED, LISTS, SET_FILLED, TEXTS
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
_MULTIPLE = frozenset((*LISTS, "keywords"))


def find_unstorable(text: str) -> str:
    """Why a database can't keep a text; empty where it can."""
    if "\0" in text:
        return "holds a NUL character"
    if not text.isascii() and _SURROGATE.search(text):
        return "holds half of a character (a lone surrogate)"
    return ""


def find_refusal(card: CardProposal) -> str:
    """Why a card can't be taken at all; empty where it can."""
    if card.game not in GAMES:
        return f"there is no game {card.game!r}"
    if not any(character.isprintable() and not character.isspace() for character in card.name):
        return "a card without a name"
    words = (card.name, card.identity or "", *(card.versions or ()))
    for word in words:
        if fault := find_unstorable(word):
            return f"the name {fault}"
        if len(word) > _MAX_WORD_LENGTH:
            return f"a name of {len(word)} characters; at most {_MAX_WORD_LENGTH} can be kept"
    if len(" ○ ".join(words)) > 380 or len(fold(card.name)) > _MAX_KEY_LENGTH:
        return "the name with its versions is too long; at most 380 characters can be kept"
    return ""


def check_facts(card: CardProposal) -> tuple[dict[str, Any], list[str]]:
    """The facts that can be kept, and what is wrong with the others."""
    good: dict[str, Any] = {}
    faults = []
    for column, value in card.facts.items():
        if value is None or column in _APART:
            continue
        if column not in FILLED:
            faults.append(f"{column} is no fact of a card")
            continue
        fault = _find_fault(card.game, column, value)
        if fault:
            faults.append(f"{column} {fault}")
        else:
            good[column] = _once(column, value) if column in _MULTIPLE else value
    linked = card.facts.get("linked")
    if linked:
        good["linked"] = [str(code).strip().upper() for code in linked]
    return good, faults


def _once(column: str, values: Any) -> list[Any]:
    """The values of a list; a team or a keyword that is written twice stands there once."""
    if column == "keywords":
        return [
            *{(slugify_word(name), parameter or None): [name, parameter or None] for name, parameter in values}.values()
        ]
    return [*{slugify_word(name): name for name in reversed(values)}.values()][::-1] if column == "teams" else [*values]


def check_set(facts: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The facts of a set that can be kept, days as ISO text, and what is wrong with the others."""
    good: dict[str, Any] = {}
    faults = []
    for column, given in facts.items():
        value = given.isoformat() if isinstance(given, date) else given
        if value is None or column in ("code", "follows"):
            continue
        if column not in (*SET_FILLED, "released_earliest", "released_latest", "official"):
            faults.append(f"{column} is no fact of a set")
        elif fault := _set_fault(column, value):
            faults.append(f"{column} {fault}")
        else:
            good[column] = value
    return good, faults


def _find_fault(game: str, column: str, value: Any) -> str:
    if column == "keywords":
        return _keywords_fault(value)
    if column in LISTS:
        if column == "teams" and (nameless := next((each for each in value if not slugify_word(str(each))), None)):
            return f"{str(nameless)[:40]!r} can't be a team's name"
        return _list_fault(value, _MAX_TEAM_LENGTH if column == "teams" else _MAX_WORD_LENGTH)
    if column == "type" and (types := game_of(game).site.importing.types) and value not in types:
        return f"{str(value)[:60]!r} is no card type; the types are {', '.join(types)}"
    if column in TEXTS:
        return _text_fault(value, _length(Card, column))
    if column in FIGURES and isinstance(value, str):
        return _text_fault(value, _MAX_SIGN_LENGTH)
    return _figure_fault(
        value, least=-_MAX_VALUE if column in FIGURES else 0, is_flag=column.startswith(("has_", "is_"))
    )


def _set_fault(column: str, value: Any) -> str:
    if column in ("released_earliest", "released_latest", "legal_from"):
        try:
            date.fromisoformat(value)
        except (TypeError, ValueError):
            return f"{str(value)[:40]!r} is no day; a day is written year-month-day"
        return ""
    if isinstance(value, str):
        return _text_fault(value, _length(CardSet, column))
    return _figure_fault(value, least=0, is_flag=False)


def _figure_fault(value: Any, *, least: int, is_flag: bool) -> str:
    if is_flag:
        return "" if isinstance(value, bool) else f"{value!r} is neither yes nor no"
    if isinstance(value, bool) or not isinstance(value, int):
        return f"{str(value)[:40]!r} is no number"
    return "" if least <= value <= _MAX_VALUE else f"{value} isn't between {least} and {_MAX_VALUE}"


def _text_fault(value: Any, longest: int) -> str:
    if not isinstance(value, str):
        return f"{str(value)[:40]!r} is no text"
    if len(value) > longest:
        return f"has {len(value)} characters; at most {longest} can be kept"
    return find_unstorable(value)


def _list_fault(values: Any, longest: int) -> str:
    if not isinstance(values, list | tuple):
        return f"{str(values)[:40]!r} is no list"
    return next(filter(None, (_text_fault(value, longest) for value in values)), "")


def _keywords_fault(values: Any) -> str:
    if not isinstance(values, list | tuple):
        return f"{str(values)[:40]!r} is no list"
    for value in values:
        if not isinstance(value, list | tuple) or len(value) != 2:
            return f"{str(value)[:40]!r} is no keyword with its parameter"
        fault = (
            _text_fault(value[0], _MAX_TEAM_LENGTH)
            or ("" if slugify_word(value[0]) else f"{value[0][:40]!r} can't be a keyword")
            or _text_fault(value[1] or "", _MAX_PARAMETER_LENGTH)
        )
        if fault:
            return fault
    return ""


def _length(model: type[Card] | type[CardSet], column: str) -> int:
    return int(getattr(model._meta.get_field(column), "max_length", None) or MAX_TEXT_LENGTH)
