"""The deck rules of the Vs. System TCG, with a table for each edition of the comprehensive rules that is held.

Rules that the edition of 2007 doesn't hold, since its file ends in 403.1, are cited from the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from functools import lru_cache

from engine.cards import VS_CLASSIC, Card
from engine.decks import AMBIGUOUS, DECK, UNREADABLE, Deck
from engine.formats import Format
from engine.names import fold
from engine.rulesets import Ruleset, table
from engine.rulesets.format_rules import format_rows
from engine.rulesets.loyalty import dual_loyalty, loyalty, loyalty_reveal
from engine.rulesets.restrictions import RESTRICTIONS
from engine.rulesets.shared import LIST_ROWS, edition_before_held
from engine.verdicts import ERROR, INFO, NONE_RECORDED, NOT_APPLICABLE, UNKNOWN, Breach, Measure

ARMY = "Army"


def deck_size(deck: Deck, fmt: Format, as_of: date) -> Iterator[Breach | Measure]:
    """At least as many cards as the format asks for, and no more than it allows, where it sets a maximum."""
    least, most = fmt.construction.deck_min, fmt.construction.deck_max
    found = deck.size(DECK)
    if least is None:
        yield Measure(found, section=DECK, outcome=NOT_APPLICABLE, note="no size is recorded for this format")
        return
    allowed = f"{least}+" if most is None else f"{least} to {most}"
    if found < least:
        yield Breach(f"{found} cards; at least {least}", found=found, allowed=allowed, section=DECK)
    elif most is not None and found > most:
        yield Breach(f"{found} cards; at most {most}", found=found, allowed=allowed, section=DECK)
    yield Measure(found, allowed, DECK)


def copy_limit(deck: Deck, fmt: Format, as_of: date) -> Iterator[Breach | Measure]:
    """At most four of a card, counted by name and versions; Army cards are free of it."""
    limit = fmt.construction.copies
    if limit is None:
        yield Measure(section=DECK, outcome=NOT_APPLICABLE, note="no limit is recorded for this format")
        return
    limited = [(cards, count) for cards, count in _copies(deck) if not is_army(cards[0])]
    for cards, count in limited:
        if count > limit and cards[0].versions_known:
            yield Breach(
                f"{count} copies of {cards[0].title}; at most {limit}",
                cards,
                count,
                limit,
                DECK,
                lines=tuple(line for card in cards for line in deck.lines[card]),
            )
    for name, (doubtful, cards, lines) in _without_version(deck).items():
        settled = max(
            (count for held, count in limited if held[0].versions_known and fold(held[0].name) == name), default=0
        )
        most = doubtful + (settled if settled <= limit else 0)
        if most > limit:
            yield Breach(
                f"Up to {most} copies of one card: the version of {doubtful} cards isn't known; at most {limit} of one",
                cards,
                most,
                limit,
                DECK,
                severity=UNKNOWN,
                lines=lines,
            )
    yield Measure(max((count for _, count in limited), default=0), limit, DECK)


def army(deck: Deck, fmt: Format, as_of: date) -> Iterator[Breach | Measure]:
    """Any number of a card with version Army."""
    yield Measure(max((count for cards, count in _copies(deck) if is_army(cards[0])), default=0), "any number", DECK)


def printed_limit(deck: Deck, fmt: Format, as_of: date) -> Iterator[Breach | Measure]:
    """No more of a name than a card of that name allows by its own text, whatever its versions and the format."""
    limits: dict[str, int] = {}
    for card in deck.cards:
        if card.printed_limit is not None:
            name = fold(card.name)
            limits[name] = min(card.printed_limit, limits.get(name, card.printed_limit))
    for name, limit in limits.items():
        cards = tuple(card for card in deck.cards if fold(card.name) == name)
        found = sum(deck.counts[card] for card in cards)
        perhaps = sum(entry.count for entry in deck.unsettled if _name(entry.candidates, entry.name) == name)
        if found + perhaps > limit:
            is_certain = found > limit
            yield Breach(
                f"{found if is_certain else f'Up to {found + perhaps}'} cards named {cards[0].name}; "
                f"at most {limit} by its own text",
                cards,
                found if is_certain else found + perhaps,
                limit,
                DECK,
                severity=ERROR if is_certain else UNKNOWN,
                lines=tuple(line for card in cards for line in deck.lines[card]),
            )
        yield Measure(found, limit, DECK)
    if not limits:
        yield Measure(section=DECK, outcome=NONE_RECORDED, note="no card of the deck is recorded to limit its number")


def insane_deck(deck: Deck, fmt: Format, as_of: date) -> Iterator[Breach | Measure]:
    """A deck with no more than one copy of each card is insane, which its Insanity cards ask about."""
    copies = _copies(deck)
    most = max((count for _, count in copies), default=0)
    if most == 1 and not deck.unsettled and all(cards[0].versions_known for cards, _ in copies):
        yield Breach("The deck is insane: no card is in it more than once", (), 1, 1, DECK, INFO)
    yield Measure(most, section=DECK)


def is_army(card: Card) -> bool:
    """Whether a card is free of the four per deck rule; further versions don't matter."""
    return ARMY in card.versions or card.has_keyword(ARMY)


@lru_cache(maxsize=8)
def _copies(deck: Deck) -> tuple[tuple[tuple[Card, ...], int], ...]:
    """What the game counts as one card, with how many of it the deck has, in the order of the list."""
    cards: dict[str, list[Card]] = {}
    for card in deck.cards:
        cards.setdefault(card.copy_key, []).append(card)
    return tuple((tuple(same), sum(deck.counts[card] for card in same)) for same in cards.values())


@lru_cache(maxsize=8)
def _without_version(deck: Deck) -> Mapping[str, tuple[int, tuple[Card, ...], tuple[int, ...]]]:
    """By name, how many cards may be of any version: recorded without one, or on a line that names no one card."""
    found: dict[str, tuple[int, tuple[Card, ...], tuple[int, ...]]] = {}
    for card in deck.cards:
        if not card.versions_known and not is_army(card):
            count, cards, lines = found.get(fold(card.name), (0, (), ()))
            found[fold(card.name)] = (count + deck.counts[card], (*cards, card), (*lines, *deck.lines[card]))
    for entry in deck.unsettled:
        if entry.state != UNREADABLE:
            name = _name(entry.candidates if entry.state == AMBIGUOUS else (), entry.name)
            count, cards, lines = found.get(name, (0, (), ()))
            found[name] = (count + entry.count, cards, (*lines, entry.line))
    return found


def _name(candidates: tuple[Card, ...], written: str) -> str:
    """The name of a line whose card isn't settled: that of the cards it may be, else what is written."""
    return fold(candidates[0].name if candidates else written)


CR_2007_02_05 = Ruleset(
    VS_CLASSIC,
    "cr-2007-02-05",
    date(2007, 2, 5),
    table(
        "cr-2007-02-05",
        ("edition-before-held", "100.3", edition_before_held("cr-2007-02-05", date(2007, 2, 5))),
        *LIST_ROWS,
        ("deck-size", "101.1", deck_size),
        ("copy-limit", "101.2", copy_limit),
        ("copy-limit", "101.2b", army),
        ("printed-limit", "513.3c", printed_limit, "cr-2.7"),
        ("loyalty-unreachable", "706.3", loyalty, "cr-2.7"),
        ("loyalty-unreachable", "706.3a", loyalty_reveal, "cr-2.7"),
        ("loyalty-unreachable", "706.3b", dual_loyalty, "cr-2.7"),
        ("insane-deck", "706.15a", insane_deck, "cr-2.7"),
        *format_rows(RESTRICTIONS),
    ),
)

CR_2_7 = Ruleset(
    VS_CLASSIC,
    "cr-2.7",
    date(2008, 12, 22),
    table(
        "cr-2.7",
        *LIST_ROWS,
        ("deck-size", "101.1", deck_size),
        ("copy-limit", "101.2", copy_limit),
        ("copy-limit", "202.4", army),
        ("printed-limit", "513.3c", printed_limit),
        ("loyalty-unreachable", "706.3", loyalty),
        ("loyalty-unreachable", "706.3a", loyalty_reveal),
        ("loyalty-unreachable", "706.3b", dual_loyalty),
        ("insane-deck", "706.15a", insane_deck),
        *format_rows(RESTRICTIONS),
    ),
)
