"""Riftbound codes as a layout: the public format of Piltover Archive, which other sites read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from engine import decklists
from engine.games.riftbound.deck_codes import LeftOut, from_code, is_code, to_code
from engine.model.cards import RIFTBOUND
from engine.model.errors import InputError
from engine.model.reference import Reference
from vsdb.exchange.deck_lists.deck_code import reference_of
from vsdb.exchange.deck_lists.drafts import Draft
from vsdb.exchange.deck_lists.export import Export, Outgoing


def write(out: Outgoing) -> Export:
    """The code; what the format has no way to say is remarked. Raises InputError for a deck of another game."""
    if out.deck.game != RIFTBOUND:
        raise InputError("a Riftbound code is for decks of Riftbound; the deck code is for every game", place="layout")
    coded = to_code(out.deck)
    remarks = [f"{_named(each)}: {each.why}." for each in coded.left_out]
    if out.deck.title or out.notes.strip() or out.card_notes:
        remarks.append("Title and notes don't go into a Riftbound code.")
    return Export(coded.code + "\n", tuple(remarks))


def recognised(text: str) -> bool:
    """Whether the text has the look of such a code; they are in capitals, which no list of names is."""
    return text == text.upper() and is_code(text)


def read(text: str, references: Sequence[Reference], as_of: date) -> Draft:
    """The list that a code says, each card under the section of its type. Raises InputError for a damaged code."""
    catalog = reference_of(RIFTBOUND, references).on(as_of).catalog
    return Draft(tuple(decklists.write(from_code(text, catalog, as_of)).splitlines()), RIFTBOUND)


def _named(left: LeftOut) -> str:
    """Copies and card; a line that names no card has its number with it."""
    return left.name if left.name[:1].isdigit() else f"{left.count} {left.name}"
