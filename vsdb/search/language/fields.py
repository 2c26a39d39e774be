"""The one table of fields of cards: it drives the parser, the help page, the completion and the API's documentation."""

from __future__ import annotations

from vsdb.search.language.card_fields import CARD_FIELDS
from vsdb.search.language.deck_fields import ASKED_ELSEWHERE
from vsdb.search.language.field_types import Choice, Field, Kind, Needs
from vsdb.search.language.record_fields import RECORD_FIELDS

__all__ = ["FIELDS", "Choice", "Field", "Kind", "Needs", "field", "games_of"]

FIELDS: tuple[Field, ...] = (*CARD_FIELDS, *RECORD_FIELDS, *ASKED_ELSEWHERE)
_BY_KEY = {key: one for one in FIELDS for key in one.keys}


def field(name_or_alias: str) -> Field | None:
    """The field of that name or alias, however it is cased."""
    return _BY_KEY.get(name_or_alias.casefold())


def games_of(name: str) -> tuple[str, ...]:
    """The slugs of the games whose cards have the field of that name."""
    return _BY_KEY[name].games
