"""The deck rules of the Vs. System TCG, with a table for each edition of the comprehensive rules that is held.

Rules that the edition of 2007 doesn't hold, since its file ends in 403.1, are cited from the next one.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from engine.games.vs_classic.copies import CopyCounts, count_copies, group_by_name, list_settled_copies
from engine.games.vs_classic.loyalty import dual_loyalty, loyalty, loyalty_reveal
from engine.model.cards import VS_CLASSIC
from engine.model.decks import DECK, Deck, written_name
from engine.model.formats import Construction
from engine.model.verdicts import ERROR, INFO, NONE_RECORDED, NOT_APPLICABLE, UNKNOWN, Breach, Measure
from engine.rules import FigureCheck, ListCheck, Ruleset, build_rules
from engine.rules.chosen_restrictions import RESTRICTIONS
from engine.rules.format_rules import build_format_rows
from engine.rules.messages import quantity
from engine.rules.shared import LIST_ROWS, edition_before_held


@FigureCheck
def deck_size(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """At least as many cards as the format asks for, and no more than it allows, where it sets a maximum."""
    least, most = figures.deck_min, figures.deck_max
    found = deck.size(DECK)
    if least is None:
        yield Measure(found, section=DECK, outcome=NONE_RECORDED, note="no deck size recorded for this format")
        return
    allowed = f"{least}+" if most is None else f"{least} to {most}"
    if found < least:
        yield Breach(f"{quantity(found, 'card')}; at least {least}", found=found, allowed=allowed, section=DECK)
    elif most is not None and found > most:
        yield Breach(f"{quantity(found, 'card')}; at most {most}", found=found, allowed=allowed, section=DECK)
    yield Measure(found, allowed, DECK)


@FigureCheck
def copy_limit(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """At most four of a card, counted by name and versions; Army cards are free of it."""
    limit = figures.copies
    if limit is None:
        yield Measure(section=DECK, outcome=NONE_RECORDED, note="no copy limit recorded for this format")
        return
    copies = count_copies(deck)
    if copies.most > limit:
        yield from _too_many(deck, copies, limit)
    for name, doubtful in copies.in_doubt.items():
        settled = max((count for count in list_settled_copies(deck, name) if count <= limit), default=0)
        if doubtful.count + settled > limit:
            yield Breach(
                f"Up to {doubtful.count + settled} copies of one card, "
                f"since the version of {doubtful.count} is unknown; at most {limit}",
                doubtful.cards,
                doubtful.count + settled,
                limit,
                DECK,
                UNKNOWN,
                lines=doubtful.lines,
            )
    yield Measure(copies.most, limit, DECK)


@FigureCheck
def copies_of_names(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """As the edition of 2007 words it: at most four of a name."""
    several = _names_in_versions(deck)
    for each in copy_limit.look_at(deck, figures):
        if isinstance(each, Measure) or (each.severity == ERROR and each.cards[0].folded_name not in several):
            yield each


@FigureCheck
def copies_of_versions(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """Its exception: at most four of each version, which decides where a name has several or one isn't known."""
    several = _names_in_versions(deck)
    for each in copy_limit.look_at(deck, figures):
        if isinstance(each, Breach) and (each.severity == UNKNOWN or each.cards[0].folded_name in several):
            yield each
    in_doubt = [doubtful.count for doubtful in count_copies(deck).in_doubt.values()]
    if figures.copies is None:
        yield Measure(section=DECK, outcome=NONE_RECORDED, note="no copy limit recorded for this format")
    elif several or in_doubt:
        settled = [count for name in several for count in list_settled_copies(deck, name)]
        yield Measure(max(settled or in_doubt, default=0), figures.copies, DECK)
    else:
        yield Measure(section=DECK, outcome=NOT_APPLICABLE, note="no name is in the deck in several versions")


def _names_in_versions(deck: Deck) -> frozenset[str]:
    """The names of which the deck has several cards, told apart by their versions."""
    return frozenset(name for name, of_name in group_by_name(deck).items() if len(of_name) > 1)


def _too_many(deck: Deck, copies: CopyCounts, limit: int) -> Iterator[Breach]:
    for key, count in copies.counts.items():
        if count > limit:
            cards = tuple(card for card in deck.cards if card.copy_key == key)
            lines = tuple(line for card in cards for line in deck.lines[card])
            yield Breach(f"{count} copies of {cards[0].title}; at most {limit}", cards, count, limit, DECK, lines=lines)


@ListCheck
def army(deck: Deck) -> Iterator[Breach | Measure]:
    """Any number of a card with version Army."""
    # It says how many there are; `count_copies` leaves them out of what `copy_limit` counts.
    yield Measure(count_copies(deck).most_of_army, "any number", DECK)


@ListCheck
def printed_limit(deck: Deck) -> Iterator[Breach | Measure]:
    """No more of a name than a card of that name allows by its own text, whatever its versions and the format."""
    limits: dict[str, int] = {}
    for card in deck.cards:
        if card.printed_limit is not None:
            name = card.folded_name
            limits[name] = min(card.printed_limit, limits.get(name, card.printed_limit))
    for name, limit in limits.items():
        cards = tuple(card for card in deck.cards if card.folded_name == name)
        found = sum(deck.counts[card] for card in cards)
        perhaps = sum(entry.count for entry in deck.unsettled if written_name(entry) == name)
        if found + perhaps > limit:
            is_certain = found > limit
            yield Breach(
                f"{'' if is_certain else 'Up to '}{quantity(found if is_certain else found + perhaps, 'card')} "
                f"named {cards[0].name}; "
                f"its own text allows at most {limit}",
                cards,
                found if is_certain else found + perhaps,
                limit,
                DECK,
                severity=ERROR if is_certain else UNKNOWN,
                lines=tuple(line for card in cards for line in deck.lines[card]),
            )
        yield Measure(found, limit, DECK)
    if not limits:
        yield Measure(section=DECK, outcome=NONE_RECORDED, note="no card in the deck has a recorded limit")


@ListCheck
def insane_deck(deck: Deck) -> Iterator[Breach | Measure]:
    """A deck with no more than one copy of each card is insane, which its Insanity cards ask about."""
    copies = count_copies(deck)
    most = max(copies.most, copies.most_of_army)
    if most == 1 and not copies.in_doubt and not deck.unsettled:
        yield Breach("The deck is insane: no card has more than 1 copy", (), 1, 1, DECK, INFO)
    yield Measure(most, section=DECK)


CR_2007_02_05 = Ruleset(
    VS_CLASSIC,
    "cr-2007-02-05",
    date(2007, 2, 5),
    build_rules(
        "cr-2007-02-05",
        ("edition-before-held", "Edition", edition_before_held("cr-2007-02-05", date(2007, 2, 5))),
        *LIST_ROWS,
        ("deck-size", "101.1", deck_size),
        ("copy-limit", "101.2", copies_of_names),
        ("copy-limit", "101.2a", copies_of_versions),
        ("copy-limit", "101.2b", army),
        ("printed-limit", "513.3c", printed_limit, "cr-2.7"),
        ("loyalty-unreachable", "706.3", loyalty, "cr-2.7"),
        ("loyalty-unreachable", "706.3a", loyalty_reveal, "cr-2.7"),
        ("loyalty-unreachable", "706.3b", dual_loyalty, "cr-2.7"),
        ("insane-deck", "706.15a", insane_deck, "cr-2.7"),
        *build_format_rows(RESTRICTIONS),
    ),
)

CR_2_7 = Ruleset(
    VS_CLASSIC,
    "cr-2.7",
    date(2008, 12, 22),
    build_rules(
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
        *build_format_rows(RESTRICTIONS),
    ),
)
