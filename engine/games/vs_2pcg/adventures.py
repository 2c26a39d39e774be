"""Franklin Richards' Multiverse Adventure: three whole decks in his pile, each by the rules of a deck.

How they stand in a list is said in `engine.games.vs_2pcg.piles`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date

from engine.games.vs_2pcg.deck import (
    DECK_SIZE,
    card_type,
    copy_limit,
    deck_size,
    location_limit,
    omega_level,
    team_required,
)
from engine.games.vs_2pcg.deck_parts import ADVENTURE, is_part_of_adventure, pile_key, split_deck_parts
from engine.games.vs_2pcg.level_up import level_up
from engine.games.vs_2pcg.pile_rules import PILE_CODES, build_pile_check
from engine.games.vs_2pcg.starters import main_character
from engine.games.vs_2pcg.teams import loyalty
from engine.model.cards import Card
from engine.model.decks import DECK, LEVEL_UP, MAIN_CHARACTER, PILE, Deck, DeckEntry
from engine.model.formats import Construction, Format
from engine.model.verdicts import NOT_APPLICABLE, UNKNOWN, Breach, Measure
from engine.rules import Check, FigureCheck, ListCheck
from engine.rules.messages import card_label, quantity

DECKS = 3
_PART = re.compile(rf"{ADVENTURE} (\d{{1,3}})(?: (.+))?$")
_SECTIONS = {"": DECK, "deck": DECK, "main character": MAIN_CHARACTER, "level up": LEVEL_UP}
_LIST_RULES = (main_character, card_type, location_limit, loyalty, team_required, omega_level, level_up)
_DECK_RULES: tuple[Check, ...] = (
    deck_size,
    copy_limit,
    *map(ListCheck, _LIST_RULES),
    *map(build_pile_check, PILE_CODES),
)


def split_adventures(deck: Deck) -> Mapping[str, Deck]:
    """The decks of the adventure by their number, worked out once for each list."""
    return deck.once(_read_adventures)


def _read_adventures(deck: Deck) -> Mapping[str, Deck]:
    entries: dict[str, list[DeckEntry]] = {}
    for entry in deck.entries:
        part = _PART.match(pile_key(entry.section.removeprefix(PILE))) if entry.section.startswith(PILE) else None
        if part:
            name = part[2] or ""
            section = _SECTIONS.get(name, PILE + name)
            entries.setdefault(part[1], []).append(replace(entry, section=section))
    return {number: Deck(deck.game, tuple(entries[number])) for number in sorted(entries)}


@FigureCheck
def adventure_count(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """A Multiverse Adventure has three decks; cards under no deck's number may be those that are missing."""
    parts = {key: pile for key, pile in split_deck_parts(deck).piles.items() if is_part_of_adventure(key)}
    if not parts:
        yield Measure(outcome=NOT_APPLICABLE, note="no Multiverse Adventure")
        return
    found = len(split_adventures(deck))
    yield Measure(found, DECKS)
    missing = DECKS - found
    loose = sum(pile.size for key, pile in parts.items() if not _PART.match(key))
    needed = missing * (figures.deck_min or DECK_SIZE)
    if missing > 0 and loose >= needed:
        message = "The decks of the Multiverse Adventure pile aren’t separated; list each under its number"
        yield Breach(message, (), None, DECKS, PILE + ADVENTURE, UNKNOWN)
    elif missing > 0 and loose:
        yield Breach(
            f"{quantity(loose, 'card')} in the Multiverse Adventure pile without a deck number; "
            f"{quantity(missing, 'missing deck')} of {figures.deck_min or DECK_SIZE} would have {needed}",
            (),
            loose,
            needed,
            PILE + ADVENTURE,
        )
    elif missing:
        yield Breach(
            f"{quantity(found, 'deck')} in the Multiverse Adventure pile; exactly {DECKS}",
            (),
            found,
            DECKS,
            PILE + ADVENTURE,
        )


def adventure_decks(deck: Deck, fmt: Format, as_of: date) -> Iterator[Breach | Measure]:
    """Each deck of a Multiverse Adventure is whole and legal by itself, and no card is in two of them."""
    if not split_adventures(deck):
        yield Measure(outcome=NOT_APPLICABLE, note="no Multiverse Adventure")
        return
    places: dict[str, tuple[str, Card]] = {}
    for number, inner in split_adventures(deck).items():
        name = f"Multiverse Adventure {number}"
        for rule in _DECK_RULES:
            for said in rule(inner, fmt, as_of):
                if isinstance(said, Breach):
                    yield said._replace(message=f"{name}: {said.message}", section=PILE + name, code=None)
        for card in inner.cards:
            first, _ = places.setdefault(card.copy_key, (number, card))
            if first != number:
                message = (
                    f"{card_label(card)} is in decks {first} and {number} of the Multiverse Adventure; at most 1 deck"
                )
                yield Breach(message, (card,), 2, 1, PILE + name)
    yield Measure(len(split_adventures(deck)))
