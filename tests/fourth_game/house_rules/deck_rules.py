"""The deck rules of House Rules, first edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date

from engine.model.decks import DECK, Deck
from engine.model.formats import Construction
from engine.model.verdicts import NOT_APPLICABLE, Breach, Measure
from engine.rules import FigureCheck, ListCheck, Ruleset, build_rules
from engine.rules.format_rules import build_format_rows
from engine.rules.restrictions import OF_EVERY_GAME
from engine.rules.shared import LIST_ROWS

HOUSE = "house-rules"
ROOMS = "rooms"


@FigureCheck
def deck_size(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """At least as many cards as the format asks for."""
    found, least = deck.size(DECK), figures.deck_min or 0
    if found < least:
        yield Breach(f"{found} cards; at least {least}", found=found, allowed=f"{least}+", section=DECK)
    yield Measure(found, f"{least}+", DECK)


@FigureCheck
def copy_limit(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """At most as many cards of a name as the format allows."""
    limit = figures.copies
    if limit is None:
        yield Measure(section=DECK, outcome=NOT_APPLICABLE, note="the format has no copy limit")
        return
    yield from _more_than(limit, deck, DECK)


@ListCheck
def each_room_once(deck: Deck) -> Iterator[Breach | Measure]:
    """A house has each of its rooms once."""
    yield from _more_than(1, deck, ROOMS)


def _more_than(limit: int, deck: Deck, section: str) -> Iterator[Breach | Measure]:
    counts: Counter[str] = Counter()
    for card, count in deck.read(section):
        counts[card.copy_key] += count
    for key, count in counts.items():
        if count > limit:
            cards = tuple(card for card, _ in deck.read(section) if card.copy_key == key)
            lines = tuple(line for card in cards for line in deck.lines[card])
            message = f"{count} copies of {cards[0].title}; at most {limit}"
            yield Breach(message, cards, count, limit, section, lines=lines)
    yield Measure(max(counts.values(), default=0), limit, section)


HOUSE_1 = Ruleset(
    HOUSE,
    "house-1",
    date(2021, 3, 1),
    build_rules(
        "house-1",
        *LIST_ROWS,
        ("deck-size", "1", deck_size),
        ("copy-limit", "2", copy_limit),
        ("room-twice", "3", each_room_once),
        *build_format_rows(OF_EVERY_GAME),
    ),
)
