"""Codes as layouts, a whole deck in one word: ours (docs/deck-codes.md), and those of one game's own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from engine import decklists
from engine.decklists.codes import from_code, game_of, to_code
from engine.model.cards import GAMES
from engine.model.errors import InputError, NotFound
from engine.model.games import OwnCode
from engine.model.reference import Reference
from vsdb.exchange.deck_lists.drafts import Draft, Export, Outgoing

#: A word that no card is called: what is left of a code that was cut off or mistyped.
_CODE_LIKE = re.compile(r"(?=.*[0-9])(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9_-]{24,}={0,2}")


def write(out: Outgoing) -> Export:
    """The deck's code. Raises InputError for a list too long for one."""
    remarks = ("Notes don't go into a deck code.",) if out.notes.strip() or out.card_notes else ()
    return Export(to_code(out.deck, out.catalog) + "\n", remarks)


def recognised(text: str) -> bool:
    """Whether the text is a whole code, or a word that can't be anything else."""
    if _CODE_LIKE.fullmatch(text.strip()):
        return True
    try:
        return bool(game_of(text))
    except InputError:
        return False


def read(text: str, references: Sequence[Reference], as_of: date) -> Draft:
    """The list that a code says, against the cards of its game. Raises InputError for a code that is damaged."""
    game = game_of(text)
    deck = from_code(text, _reference_of(game, references).on(as_of).catalog, as_of)
    return Draft(tuple(decklists.write(deck).splitlines()), game)


def write_own(game: str, code: OwnCode, out: Outgoing) -> Export:
    """The code of the game's own; what it has no way to say is remarked. Raises InputError for a deck of another."""
    if out.deck.game != game:
        message = f"a {code.name} is for decks of {GAMES[game]}; the deck code is for every game"
        raise InputError(message, place="layout")
    text, remarks = code.write(out.deck)
    if out.deck.title or out.notes.strip() or out.card_notes:
        remarks = (*remarks, f"Title and notes don't go into a {code.name}.")
    return Export(f"{text}\n", remarks)


def read_own(game: str, code: OwnCode, text: str, references: Sequence[Reference], as_of: date) -> Draft:
    """The list that a code of the game's own says, each card under the section of its type."""
    deck = code.read(text, _reference_of(game, references).on(as_of).catalog, as_of)
    return Draft(tuple(decklists.write(deck).splitlines()), game)


def _reference_of(game: str, references: Sequence[Reference]) -> Reference:
    """The reference of a code's game. Raises NotFound where there is none."""
    for each in references:
        if each.game == game:
            return each
    raise NotFound(f"the code is of a deck of {GAMES[game]}, of which no cards are on record here")
