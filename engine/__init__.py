"""The rules of the Vs. System games in pure Python: the names that whoever uses the engine needs."""

from engine.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC, Between, Card, CardSet, Keyword, Printing
from engine.catalog import Catalog
from engine.decklists import read as read_deck
from engine.decklists import write as write_deck
from engine.decks import Deck, Entry
from engine.errors import InputError, NotFound
from engine.formats import Ban, Construction, Format, Pool, Restriction
from engine.reference import Reference, build_reference
from engine.validation import check_deck, check_everywhere
from engine.verdicts import Checked, Citation, Finding, Verdict

__all__ = [
    "RIFTBOUND",
    "VS_2PCG",
    "VS_CLASSIC",
    "Ban",
    "Between",
    "Card",
    "CardSet",
    "Catalog",
    "Checked",
    "Citation",
    "Construction",
    "Deck",
    "Entry",
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
    "read_deck",
    "write_deck",
]
