"""The rules of card games in pure Python: the names that whoever uses the engine needs."""

import engine.games  # noqa: F401 - registers the games
from engine.decklists import read_deck as read_deck
from engine.decklists import write_deck as write_deck
from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC, Between, Card, CardSet, Keyword, Printing
from engine.model.catalog import Catalog
from engine.model.decks import DECK, Deck, DeckEntry
from engine.model.errors import InputError, NotFound
from engine.model.formats import Ban, Construction, Format, Pool, Restriction
from engine.model.games import game_of
from engine.model.names import fold
from engine.model.reference import Reference, build_reference
from engine.model.verdicts import ERROR, ILLEGAL, LEGAL, UNCERTAIN, UNKNOWN, CheckedRule, Citation, Finding, Verdict
from engine.rules.validation import check_deck, check_everywhere

__all__ = [
    "DECK",
    "ERROR",
    "GAMES",
    "ILLEGAL",
    "LEGAL",
    "RIFTBOUND",
    "UNCERTAIN",
    "UNKNOWN",
    "VS_2PCG",
    "VS_CLASSIC",
    "Ban",
    "Between",
    "Card",
    "CardSet",
    "Catalog",
    "CheckedRule",
    "Citation",
    "Construction",
    "Deck",
    "DeckEntry",
    "Finding",
    "Format",
    "InputError",
    "Keyword",
    "NotFound",
    "Pool",
    "Printing",
    "Reference",
    "Restriction",
    "Verdict",
    "build_reference",
    "check_deck",
    "check_everywhere",
    "fold",
    "game_of",
    "read_deck",
    "write_deck",
]
